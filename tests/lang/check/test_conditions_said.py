"""Conditions in people's words: exact if they name a variable and values; otherwise they get a finding."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse


def _condition(language: str, text: str) -> ast.Expr:
    found = parse(f"---\nlanguage: {language}\n---\n{text}\n").program
    assert found is not None
    statement = found.body[0]
    assert isinstance(statement, ast.If)
    return statement.branches[0].condition


@pytest.mark.parametrize(
    ("language", "head", "canonical"),
    [
        ("en", "If {x} is 4, 7 or 9:", "If {x} is 4 or {x} is 7 or {x} is 9:"),
        ("en", 'If {x} is either "a" or "b":', 'If {x} is "a" or {x} is "b":'),
        ("en", 'If {x} is neither "a" nor "b":', 'If {x} is not "a" and {x} is not "b":'),
        ("en", "If {x} isn't 4 or 7:", "If {x} is not 4 and {x} is not 7:"),
        ("en", 'If {x} has "a" in it:', 'If {x} contains "a":'),
        ("en", 'If {x} mentions "a" or "b":', 'If {x} contains "a" or {x} contains "b":'),
        ("en", 'If {x} doesn\'t contain "a" or "b":', 'If not {x} contains "a" and not {x} contains "b":'),
        ("en", 'If {x} is one of "a", "b" or "c":', 'If {x} is in ["a", "b", "c"]:'),
        ("en", 'If {x} is "a" and {y} is "b" or "c":', 'If {x} is "a" and ({y} is "b" or {y} is "c"):'),
        ("en", "If {x} is at least 3 but less than 10:", "If {x} >= 3 and {x} < 10:"),
        ("en", "If {x} is more than 3, but not more than 10:", "If {x} > 3 and {x} <= 10:"),
        ("en", "If {x} isn't above 5:", "If {x} <= 5:"),
        ("en", "If {x} over 5:", "If {x} > 5:"),
        ("en", "If {x} is now 0:", "If {x} is 0:"),
        ("en", "If {x} is already more than 4:", "If {x} > 4:"),
        ("en", "If {x} is still not 0:", "If {x} is not 0:"),
        ("en", "If {x} is no longer 3:", "If {x} is not 3:"),
        ("en", "If {x} is currently 3 or 4:", "If {x} is 3 or {x} is 4:"),
        ("en", 'If "A" is still visible:', 'If "A" appears:'),
        ("de", "Wenn {x} jetzt 0 ist:", "Wenn {x} ist 0:"),
        ("de", "Wenn {x} noch nicht 0 ist:", "Wenn {x} ist nicht 0:"),
        ("de", "Wenn {x} nicht mehr 0 ist:", "Wenn {x} ist nicht 0:"),
        ("de", "Wenn {x} schon größer als 3 ist:", "Wenn {x} > 3:"),
        ("es", "Si {x} ahora es 0:", "Si {x} es 0:"),
        ("es", "Si {x} ya no es 0:", "Si {x} no es 0:"),
        ("es", "Si {x} ya es mayor que 3:", "Si {x} > 3:"),
        ("zh", "如果{x}现在是0：", "如果{x}是0："),
        ("zh", "如果{x}不再是0：", "如果{x}不是0："),
        ("zh", "如果{x}目前大于3：", "如果{x}大于3："),
        ("en", "If {x} are empty:", "If {x} is empty:"),
        ("en", "If {x} is between 3 to 5:", "If {x} is between 3 and 5:"),
        ("en", "If the number of {x} exceeds 10:", "If the number of items in {x} > 10:"),
        ("en", "If {x}'s length is 3:", "If the number of items in {x} is 3:"),
        ("en", 'If "A" shows up:', 'If "A" appears:'),
        ("en", 'If you see "A":', 'If "A" appears:'),
        ("en", 'If "A" isn\'t there:', 'If not "A" appears:'),
        ("en", "If {x} is 38 or above:", "If {x} >= 38:"),
        ("en", "If {x} is greater than or equals 38:", "If {x} >= 38:"),
        ("en", "If {x} is not between 1 and 5:", "If not {x} is between 1 and 5:"),
        ("en", 'If "A" or "B" appears:', 'If "A" appears or "B" appears:'),
        ("en", 'If neither "A" nor "B" appears:', 'If not "A" appears and not "B" appears:'),
        ("en", 'If you see "A" or "B":', 'If "A" appears or "B" appears:'),
        ("en", 'If {x} is 3 and "A" or "B" appears:', 'If {x} is 3 and ("A" appears or "B" appears):'),
        ("en", 'If {x} contains "a" and "B" appears:', 'If ({x} contains "a") and ("B" appears):'),
        ("en", 'If judge "a" or "B" appears:', 'If (judge "a") or ("B" appears):'),
        ("en", "If {x} contains nothing:", "If {x} is empty:"),
        ("en", "If {x} contains something:", "If not {x} is empty:"),
        ("en", "If {x} doesn't contain anything:", "If {x} is empty:"),
        ("en", "If {x} has nothing in it:", "If {x} is empty:"),
        ("en", "If {x} has no entries:", "If {x} is empty:"),
        ("en", "If {x} contains no items or {y} is 3:", "If {x} is empty or {y} is 3:"),
        ("de", "Wenn {x} nichts enthält:", "Wenn {x} leer ist:"),
        ("de", 'Wenn {x} "ja" lautet:', 'Wenn {x} ist "ja":'),
        ("zh", "如果{x}一个都没有：", "如果{x}为空："),
        ("de", "Wenn {x} etwas enthält:", "Wenn {x} nicht leer ist:"),
        ("de", "Wenn {x} keine Einträge hat:", "Wenn {x} leer ist:"),
        ("es", "Si {x} no contiene nada:", "Si {x} está vacío:"),
        ("es", "Si {x} contiene algo:", "Si {x} no está vacío:"),
        ("es", "Si {x} no tiene elementos:", "Si {x} está vacío:"),
        ("zh", "如果{x}什么都不包含：", "如果{x}为空："),
        ("zh", "如果{x}里什么也没有：", "如果{x}为空："),
        ("zh", "如果{x}有内容：", "如果{x}不为空："),
        ("de", "Wenn {x} weder 7 noch 8 ist:", "Wenn {x} ist nicht 7 und {x} ist nicht 8:"),
        ("zh", "如果{x}不在1到5之间：", "如果并非{x}介于1并且5："),
        ("de", 'Wenn {x} nicht "ja" ist:', 'Wenn {x} ist nicht "ja":'),
        ("de", "Wenn {x} 4, 7 oder 9 ist:", "Wenn {x} ist 4 oder {x} ist 7 oder {x} ist 9:"),
        ("de", 'Wenn {x} "a" oder "b" enthält:', 'Wenn {x} enthält "a" oder {x} enthält "b":'),
        ("de", "Wenn {x} mindestens 3, aber höchstens 10 ist:", "Wenn {x} >= 3 und {x} <= 10:"),
        ("de", 'Wenn "A" nicht auftaucht:', 'Wenn nicht "A" erscheint:'),
        ("es", "Si {x} es 4, 7 o 9:", "Si {x} es 4 o {x} es 7 o {x} es 9:"),
        ("es", 'Si {x} no es "a" ni "b":', 'Si {x} no es "a" y {x} no es "b":'),
        ("es", 'Si "A" está en pantalla:', 'Si "A" aparece:'),
        ("zh", "如果{x}是4、7或9：", "如果{x}是4或{x}是7或{x}是9："),
        ("zh", '如果{x}里有"a"：', '如果{x}包含"a"：'),
        ("zh", "如果{x}在3到5之间：", "如果{x}介于3并且5："),
        ("zh", "如果{x}的数量大于5：", "如果项数：{x}大于5："),
        ("zh", '如果没看到"A"：', '如果"A"没有出现：'),
    ],
)  # fmt: skip
def test_a_condition_in_other_words_is_the_same_condition(language: str, head: str, canonical: str) -> None:
    assert _condition(language, head) == _condition(language, canonical)


def test_a_number_that_is_not_compared_may_be_one_to_dial() -> None:
    found = parse("Find the number of {person}, record as {n}\n").program
    assert found is not None
    assert isinstance(found.body[0], ast.Extract)


def test_values_joined_by_and_are_no_choice() -> None:
    found = check_text("Set {x} to 3\nIf {x} is 3 and 4:\n    Press back\n")
    assert "STP216" in [d.code for d in found.diagnostics]


@pytest.mark.parametrize(
    ("language", "test"),
    [("en", "{x} is now"), ("de", "{x} ist jetzt"), ("es", "{x} es ahora"), ("en", "{x} is only 3")],
)
def test_a_moment_is_no_value_and_gets_no_opposite_advice(language: str, test: str) -> None:
    head = {"en": "If", "de": "Wenn", "es": "Si"}[language]
    assert isinstance(_condition(language, f"{head} {test}:"), ast.Semantic)
    found = check_text(f"---\nlanguage: {language}\ninputs: {{x: number}}\n---\n{head} {test}:\n    x").diagnostics
    assert not any(word in one.suggestion for one in found for word in ("is not", "nicht", "no es"))
