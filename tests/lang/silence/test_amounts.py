"""Shares, bounds and values that have no number: the advice has the same amount as the words, or none."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from tests.lang.silence.telling import messages


def _advice(language: str, text: str) -> list[str]:
    source = f"---\nlanguage: {language}\n---\n{text}"
    return [finding.suggestion for finding in check_text(source).diagnostics if finding.code == "STP222"]


@pytest.mark.parametrize(
    ("language", "text", "advice"),
    [
        ("en", "Set {r} to 20\nDecrease {r} by a third", '`Set {r} to compute "Decrease {r} by a third"`'),
        ("en", "Set {r} to 20\nMake {r} smaller with 1", '`Set {r} to compute "Make {r} smaller with 1"`'),
        ("en", "Set {r} to 20\nDecrease {r} to 10", '`Set {r} to compute "Decrease {r} to 10"`'),
        ("de", "Setze {r} auf 20\nSenke {r} auf 10", '`Setze {r} auf rechne "Senke {r} auf 10"`'),
        ("de", "Setze {r} auf 20\nSenke {r} um ein Zehntel", '`Setze {r} auf rechne "Senke {r} um ein Zehntel"`'),
        ("zh", "将{r}设为20\n{r}四舍五入", '`将{r}设为计算代码 "{r}四舍五入"`'),
        ("zh", "将{r}设为20\n对{r}取整", '`将{r}设为计算代码 "对{r}取整"`'),
        ("zh", "将{r}设为20\n给{r}打九折", '`将{r}设为计算代码 "给{r}打九折"`'),
        ("zh", "将{r}设为20\n把{r}四舍五入保留一位小数", '`将{r}设为计算代码 "把{r}四舍五入保留一位小数"`'),
        ("zh", "将{r}设为20\n计算{r}乘2", "`将{r}设为{r}乘2`"),
        ("de", "Setze {r} auf 20\nRechne {r} mal 2", "`Setze {r} auf {r} mal 2`"),
        ("de", "Setze {r} auf 20\nGib 10% Rabatt auf {r}", '`Setze {r} auf rechne "Gib 10% Rabatt auf {r}"`'),
        ("es", "Pon {r} en 20\nSácale el 10% a {r}", '`Pon {r} en computa "Sácale el 10% a {r}"`'),
        ("en", "Set {r} to 20\nApply a 10% discount to {r}", '`Set {r} to compute "Apply a 10% discount to {r}"`'),
    ],
)
def test_the_example_has_the_amount_of_the_words(language: str, text: str, advice: str) -> None:
    assert [advice in one for one in _advice(language, text)] == [True]


@pytest.mark.parametrize(
    ("language", "text", "advice"),
    [
        ("de", "Setze {p} auf 5\nBerechne {s} als {p} mal 3", "Setze {s} auf {p} mal 3"),
        ("es", "Pon {p} en 5\nCalcula {s} como {p} por 3", "Pon {s} en {p} por 3"),
        ("zh", "将{p}设为5\n计算{s}为{p}乘3", "将{s}设为{p}乘3"),
        ("en", "Set {p} to 5\nCalculate {s} as {p} times 3", "Set {s} to {p} times 3"),
    ],
)
def test_a_sum_with_the_name_of_its_result_gets_the_line_that_sets_it(language: str, text: str, advice: str) -> None:
    advised = [
        f"`{advice}`" in hint for line, code, _, hint in messages(language, text) if (line, code) == (2, "STP121")
    ]
    assert advised == [True]


@pytest.mark.parametrize(
    ("text", "reported"), [("将{x}设为{p}打八折", True), ("将{x}设为{p}乘3", False), ("将{x}设为“{p}元”", False)]
)
def test_words_after_a_variable_in_a_script_without_spaces_are_text_with_a_warning(text: str, reported: bool) -> None:
    found = [hint for _, code, _, hint in messages("zh", f"将{{p}}设为5\n{text}\n告诉用户“{{x}}”") if code == "STP209"]
    assert ['计算代码 "{p}打八折"' in hint for hint in found] == [True] * reported


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "For each {i} in 1 to 3:\n    Tell user {i}"),
        ("en", "{i} from 1 to 3:\n    Tell user {i}"),
        ("de", "Für jede {i} in 1 bis 3:\n    Sage dem Benutzer {i}"),
        ("de", "Für {i} von 1 bis 3:\n    Sage dem Benutzer {i}"),
        ("de", "Zähle von 1 bis 3 als {i}:\n    Sage dem Benutzer {i}"),
        ("es", "Para cada {i} del 1 al 3:\n    Dile al usuario {i}"),
        ("es", "Para cada {i} en 1 a 3:\n    Dile al usuario {i}"),
        ("zh", "对于1到3中的每个{i}：\n    告诉用户{i}"),
        ("zh", "{i}从1到3：\n    告诉用户{i}"),
        ("zh", "遍历1到3，记为{i}：\n    告诉用户{i}"),
    ],
)
def test_a_loop_counts_between_its_bounds(language: str, text: str) -> None:
    program = parse(f"---\nlanguage: {language}\n---\n{text}").program
    assert program is not None
    loop = program.body[0]
    assert isinstance(loop, ast.ForEach)
    assert isinstance(loop.items, ast.Range)
    assert loop.target.name == "i"
    assert isinstance(loop.body[0], ast.Tell)


def test_texts_are_no_bounds_of_a_loop() -> None:
    program = parse('For each {i} from "a" to "c":\n    Tell user {i}').program
    assert program is not None
    assert not any(isinstance(one, ast.ForEach) and isinstance(one.items, ast.Range) for one in program.body)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'In the "Notes" app, write "x" into the list "Repairs"'),
        ("de", 'In der App "Notizen", schreibe "x" in die Liste "Reparaturen"'),
        ("es", 'En la app "Notas", escribe "x" en la lista "Compras"'),
    ],
)
def test_a_list_is_no_field_to_type_into(language: str, line: str) -> None:
    program = parse(f"---\nlanguage: {language}\n---\n{line}").program
    assert program is not None
    assert [type(one) for one in program.body] == [ast.Action]


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "Set {z} to empty"), ("de", "Setze {z} auf leer"), ("es", "Pon {z} en vacío"), ("zh", "将{z}设为空")],
)
def test_empty_is_no_text(language: str, line: str) -> None:
    program = parse(f"---\nlanguage: {language}\n---\n{line}").program
    assert program is not None
    assert isinstance(program.body[0], ast.Assign)
    assert isinstance(program.body[0].value, ast.Nothing)


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ('{"a": 7, "b": 4}', "an object: its items have a key and a value, and are not numbers"),
        ('[["a", 7], ["b", 4]]', 'whose item ["a", 7] is not a number'),
        ('["seven", 4]', 'whose item "seven" is not a number'),
    ],
)
def test_no_sum_without_numbers(given: str, found: str) -> None:
    reported = messages("en", f"Set {{n}} to {given}\nSet {{m}} to the average of {{n}}\nTell user {{m}}")
    assert [found in message for _, code, message, _ in reported if code == "STP224"] == [True]


@pytest.mark.parametrize("given", ["[7, 4]", '["7", "4"]', "[]", "[{x}, 4]"])
def test_numbers_have_a_sum(given: str) -> None:
    reported = messages("en", f"Set {{x}} to 1\nSet {{n}} to {given}\nSet {{m}} to the sum of {{n}}\nTell user {{m}}")
    assert [code for _, code, _, _ in reported if code == "STP224"] == []
