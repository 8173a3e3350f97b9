"""The end of a condition on a line: at a word for then, before the marks of its branch."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text


def _branches(text: str) -> tuple[ast.If, tuple[str, ...]]:
    report = check_text(text)
    assert report.parsed.program is not None
    found = report.parsed.program.body[0]
    assert isinstance(found, ast.If)
    return found, tuple(finding.code for finding in report.diagnostics)


@pytest.mark.parametrize(
    "line",
    [
        "如果老板来了就点“B”，不然点“D”",
        "如果老板来了那么点“B”，不然就点“D”",
        'Wenn der Bote kommt dann tippe auf "B", sonst tippe auf "D"',
        'Si el portero llega entonces pulsa "B", si no, pulsa "D"',
        'If the boss comes then tap "B", else tap "D"',
    ],
)
def test_the_tap_between_then_and_else_is_a_line_of_the_branch(line: str) -> None:
    found, _ = _branches(line)
    assert isinstance(found.branches[0].condition, ast.Semantic)
    assert not any(sign in str(found.branches[0].condition.text) for sign in '"“”')
    assert [type(one) for one in found.branches[0].body] == [ast.DirectUI]
    assert found.orelse is not None
    assert [type(one) for one in found.orelse.body] == [ast.DirectUI]


@pytest.mark.parametrize(
    "line",
    ["如果老板来了就点“B”，然后点“D”", 'Wenn der Bote kommt dann tippe auf "B", dann tippe auf "D"'],
)
def test_a_comma_between_two_lines_of_the_branch_does_not_end_the_condition(line: str) -> None:
    found, _ = _branches(line)
    assert [type(one) for one in found.branches[0].body] == [ast.DirectUI, ast.DirectUI]


def test_an_order_before_an_else_is_the_step_of_the_branch() -> None:
    found, _ = _branches("如果老板来了就关掉它，不然点“D”")
    assert [type(one) for one in found.branches[0].body] == [ast.Action]
    assert found.orelse is not None


def test_a_word_for_then_inside_a_condition_stays_there_without_an_order() -> None:
    found, codes = _branches("如果她就是老板，点“D”")
    assert isinstance(found.branches[0].condition, ast.Semantic)
    assert str(found.branches[0].condition.text) == "她就是老板"
    assert "STP138" not in codes


def test_an_order_left_in_a_condition_is_reported() -> None:
    found, codes = _branches("如果今天就发工资，点“D”")
    assert isinstance(found.branches[0].condition, ast.Semantic)
    assert "STP138" in codes
