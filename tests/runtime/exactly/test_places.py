"""The exact lines of a step as a flat list: the target of each condition."""

from __future__ import annotations

from agentprog.lang.ast import Action
from agentprog.lang.parser import parse
from agentprog.runtime.exactly.places import places_of


def places(*lines: str) -> list[tuple[str, int, int]]:
    program = parse("\n".join(["look", "    exactly:", *(f"        {line}" for line in lines)])).program
    assert program is not None
    step = program.body[0]
    assert isinstance(step, Action)
    assert step.implementation is not None
    return [(place.kind, place.node.span.line - 2, place.to) for place in places_of(step.implementation.body)]


def test_branches_lead_past_one_another() -> None:
    assert places(
        'Tap "a"',
        'If "b" appears:',
        '    Tap "b"',
        'Else if "c" appears:',
        '    Tap "c"',
        "Otherwise:",
        '    Tap "d"',
        '    Tap "e"',
        'Tap "f"',
    ) == [
        ("do", 1, 0),
        ("unless", 2, 4), ("do", 3, 0), ("go", 2, 9),
        ("unless", 4, 7), ("do", 5, 0), ("go", 4, 9),
        ("do", 7, 0), ("do", 8, 0),
        ("do", 9, 0),
    ]  # fmt: skip


def test_a_loop_leads_back_to_its_first_line() -> None:
    assert places(
        'Repeat until "z" appears:', "    Scroll down", '    If "b" appears:', '        Tap "b"', "Press back"
    ) == [
        ("do", 2, 0),
        ("unless", 3, 4), ("do", 4, 0), ("go", 3, 4),
        ("until", 1, 0),
        ("do", 5, 0),
    ]  # fmt: skip
