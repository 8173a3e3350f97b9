"""Loops that count downwards or in steps, and heads of blocks with a misspelt word."""

from __future__ import annotations

import re

import pytest

from agentprog.lang.ast import If, RepeatUntil, Switch, While
from agentprog.lang.check import CheckReport, check_text


def _advice(text: str, code: str = "STP121") -> list[str]:
    return [finding.suggestion for finding in _checked(text).diagnostics if finding.code == code]


def _checked(text: str) -> CheckReport:
    """The report on a program whose language the first word of its lines shows."""
    found = re.search(r"^(?:(Für|Zähle|Im|Je|Slange|Sage)|(Para|Mientas|Asta|Según|Dile))\b", text, re.MULTILINE)
    language = "de" if found and found[1] else "es" if found else "zh" if "每" in text or "从" in text else "en"
    return check_text(text if text.startswith("---") else f"---\nlanguage: {language}\n---\n{text}")


@pytest.mark.parametrize(
    ("head", "advice"),
    [
        ("For {i} from 1 to 10 step 2:", "For each {i} in [1, 3, 5, 7, 9]:"),
        ("Repeat for {i} from 0 to 20 in steps of 5:", "For each {i} in [0, 5, 10, 15, 20]:"),
        ("For each {i} in 10 down to 7:", "For each {i} in [10, 9, 8, 7]:"),
        ("For {i} from 9 to 3 step -2:", "For each {i} in [9, 7, 5, 3]:"),
        ("Zähle {i} rückwärts von 5 bis 1:", "Für jede {i} in [5, 4, 3, 2, 1]:"),
        ("Für {i} von 0 bis 10 in 5er-Schritten:", "Für jede {i} in [0, 5, 10]:"),
        ("Para {i} de 1 a 9 de 4 en 4:", "Para cada {i} en [1, 5, 9]:"),
        ("Para {i} de 3 a 1 hacia atrás:", "Para cada {i} en [3, 2, 1]:"),
        ("对于{i}从3倒数到1：", "对于[3, 2, 1]中的每个{i}："),
        ("对于{i}从0到20，每次加10：", "对于[0, 10, 20]中的每个{i}："),
    ],
)
def test_a_loop_that_counts_in_steps_or_downwards_gets_the_list_of_its_numbers(head: str, advice: str) -> None:
    assert _advice(f"{head}\n    {{i}} += 1")[0].startswith(f"did you mean `{advice}`?")


def test_a_loop_in_steps_up_to_a_variable_gets_a_while() -> None:
    text = "---\ninputs:\n  n: number\n---\nFor {i} from 1 to {n} step 3:\n    Tell user {i}"
    (hint,) = _advice(text)
    assert hint.startswith(
        "did you mean `While {i} <= {n}:`? Write `Set {i} to 1` above it, and `Set {i} to {i} + 3` as its last line."
    )


@pytest.mark.parametrize("head", ["For {i} from 3 to 1:", "Para {i} desde 3 hasta 1:", "对于{i}从3到1："])
def test_a_loop_that_would_count_upwards_from_the_higher_number_never_runs(head: str) -> None:
    assert _advice(f"{head}\n    {{i}} += 1", "STP306") == ["to count downwards write `[3, 2, 1]` for them"]


@pytest.mark.parametrize(
    "head",
    [
        "For each number {i} between 1 and 5:",
        "Für jede Zahl {i} zwischen 1 und 5:",
        "Para cada número {i} entre 1 y 5:",
        "For {i} from 1 to 5:",
    ],
)
def test_a_loop_between_two_numbers_is_exact(head: str) -> None:
    report = _checked(f"{head}\n    {{n}} = {{i}}")
    assert {finding.code for finding in report.diagnostics} == {"STP203"}


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ('Wihle "More" appears:', While),
        ('Wile "More" appears:', While),
        ('Slange "Mehr" erscheint:', While),
        ('Mientas aparece "Más":', While),
        ('Asta que aparezca "Más":', RepeatUntil),
        ('In case of "Error" appears:', If),
        ('Im Falle "Fehler" erscheint:', If),
    ],
)
def test_a_misspelt_loop_stays_a_loop(head: str, kind: type) -> None:
    program = _checked(f"{head}\n    do: x").parsed.program
    assert program is not None
    assert type(program.body[0]) is kind


@pytest.mark.parametrize(
    ("switch", "case", "other"),
    [
        ("Depending on {x}:", "Cse 1:", "Othrwise:"),
        ("Switch {x}:", "Caze 1:", "Els:"),
        ("Je nach {x}:", "Fal 1:", "Ansonstn:"),
        ("Según {x}:", "Cso 1:", "De lo contraro:"),
    ],
)
def test_a_misspelt_case_is_a_case(switch: str, case: str, other: str) -> None:
    report = _checked(f"{{x}} = 1\n{switch}\n    {case}\n        {{x}} = 2\n    {other}\n        {{x}} = 3")
    program = report.parsed.program
    assert program is not None
    assert isinstance(program.body[1], Switch)
    assert [finding.code for finding in report.diagnostics] == ["STP121", "STP121"]


@pytest.mark.parametrize(
    ("head", "advice"),
    [
        ("For each of {l}:", "For each {item} in {l}:"),
        ("Für jedes von {l}:", "Für jede {item} in {l}:"),
        ("Para cada uno de {l}:", "Para cada {item} en {l}:"),
        ("对每个{l}：", "对于{l}中的每个{项目}:"),
    ],
)
def test_a_loop_over_each_of_a_list_gets_a_variable_for_its_item(head: str, advice: str) -> None:
    assert _advice(f'{{l}} = ["a"]\n{head}\n    {{n}} = 1')[0].startswith(f"did you mean `{advice}`?")


@pytest.mark.parametrize(
    "line", ["Sage dem Nutzer {l.length}", "Dile al usuario {l.size}", "Dile al usuario {l.count}"]
)
def test_the_keys_of_code_are_no_keys_in_any_language(line: str) -> None:
    assert len(_advice(f'{{l}} = ["a"]\n{line}', "STP211")) == 1
