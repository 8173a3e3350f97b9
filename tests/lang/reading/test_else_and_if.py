"""Words for else, if and unless of German, Spanish and Chinese in all their combinations are exact."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.parser import parse
from agentprog.lang.tiers import tier_of


def _body(language: str, text: str) -> tuple[ast.Statement, ...]:
    found = parse(f"---\nlanguage: {language}\n---\n{text}\n")
    assert found.ok, found.diagnostics
    assert found.program is not None
    return found.program.body


BLOCKS = {
    "de": ("Wenn {x} über 600 liegt:", '    Sag mir "a"'),
    "es": ("Si {x} es más de 600:", '    Dime "a"'),
    "zh": ("如果{x}大于600：", "    告诉我“a”"),
}


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("de", "Andernfalls, sofern {x} unter 500 liegt:"),
        ("de", "Anderenfalls aber wenn {x} unter 500 liegt:"),
        ("de", "Sonst, falls {x} unter 500 liegt:"),
        ("es", "Si no, pero {x} es menos de 500:"),
        ("es", "De lo contrario, si {x} es menos de 500:"),
        ("zh", "否则，但如果{x}小于500："),
        ("zh", "不然，要是{x}小于500："),
    ],
)
def test_else_with_a_condition_is_a_second_branch(language: str, head: str) -> None:
    first, step = BLOCKS[language]
    (statement,) = _body(language, f"{first}\n{step}\n{head}\n{step}")
    assert isinstance(statement, ast.If)
    assert len(statement.branches) == 2
    assert tier_of(statement) == "exact"


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("de", "In allen übrigen Fällen:"),
        ("de", "Ansonsten aber:"),
        ("es", "En cualquier otro caso:"),
        ("es", "En todos los demás casos:"),
        ("zh", "其余情况："),
        ("zh", "在其他情况下："),
    ],
)
def test_every_other_case_is_else(language: str, head: str) -> None:
    first, step = BLOCKS[language]
    (statement,) = _body(language, f"{first}\n{step}\n{head}\n{step}")
    assert isinstance(statement, ast.If)
    assert statement.orelse is not None


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", 'In allen anderen Fällen sag mir "b"'),
        ("es", 'En cualquier otro caso, dime "b"'),
        ("zh", "其余情况，提示“b”"),
    ],
)
def test_every_other_case_is_else_on_one_line(language: str, line: str) -> None:
    first, step = BLOCKS[language]
    (statement,) = _body(language, f"{first}\n{step}\n{line}")
    assert isinstance(statement, ast.If)
    assert statement.orelse is not None


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("zh", "如{x}等于0，则终止", "如果{x}等于0，则终止"),
        ("zh", "如{x}早于2026-07-01且{y}不为空，则通知用户“a”", "如果{x}早于2026-07-01且{y}不为空，则通知用户“a”"),
        ("zh", "{x}要是超过20，就告诉我“a”", "如果{x}超过20，就告诉我“a”"),
        ("zh", "除非出现“已签收”，否则点击“签收”", "除非出现“已签收”，点击“签收”"),
        ("zh", "除非{x}大于3，否则告诉我“a”", "除非{x}大于3，告诉我“a”"),
        ("de", 'Ist {x} größer als 3, sag mir "a"', 'Wenn {x} größer als 3 ist, sag mir "a"'),
        ("de", 'Liegt {x} unter 3, dann sag mir "a"', 'Wenn {x} unter 3 liegt, sag mir "a"'),
        ("de", 'Ist {x} 3, sag mir "a"', 'Wenn {x} 3 ist, sag mir "a"'),
        ("de", 'Erscheint "OK", tippe auf "OK"', 'Wenn "OK" erscheint, tippe auf "OK"'),
        ("de", 'Sollte {x} größer als 3 sein, sag mir "a"', 'Wenn {x} größer als 3 ist, sag mir "a"'),
        ("de", 'Sollte "OK" erscheinen, tippe auf "OK"', 'Wenn "OK" erscheint, tippe auf "OK"'),
    ],
)
def test_a_condition_without_the_usual_word_for_if(language: str, line: str, canonical: str) -> None:
    found = _body(language, line)
    assert found == _body(language, canonical)
    assert isinstance(found[0], ast.If)
    assert tier_of(found[0]) == "exact"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("zh", "如何打开“设置”"),
        ("zh", "如下告诉我“a”"),
        ("de", "Ist das gut"),
        ("de", "Hat Mia Zeit, ruf sie an"),
    ],
)
def test_words_that_only_begin_like_a_condition_stay_a_step(language: str, line: str) -> None:
    assert not any(isinstance(one, ast.If) for one in _body(language, line))


def test_the_default_of_a_switch_has_a_word_of_its_own() -> None:
    lines = 'Según {x}:\n    Caso 1:\n        Dime "a"\n    Por defecto:\n        Dime "b"'
    (statement,) = _body("es", lines)
    assert isinstance(statement, ast.Switch)
    assert statement.orelse is not None


def test_a_line_outside_the_cases_of_a_switch_is_reported_in_the_programs_language() -> None:
    lines = 'Según {x}:\n    Caso 1:\n        Dime "a"\n    Toca "OK"'
    found = parse(f"---\nlanguage: es\n---\n{lines}\n").diagnostics
    assert [one.message for one in found] == ["a switch has only cases, and `si no` as the last one"]
