"""A circle repeats a move on the same screen without any new attempt. The same chore for new things is no circle."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agentprog.errors import NeedsHuman, RunError
from agentprog.ports import Bounds, Element, Role, Tap
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.grounding.stalling import guard


def tap(label: str) -> Tap:
    return Tap(target=Element(index=1, role=Role.BUTTON, label=label, bounds=Bounds(0, 0, 9, 9)))


def nobody(*_: Any) -> Any:
    raise NeedsHuman("nobody is there")


def guarded(pursuit: Pursuit, screen: str, label: str, after: str = "") -> None:
    step: Any = SimpleNamespace(
        line=4, options=SimpleNamespace(repeats=3), may_be_amended=lambda *_: False, resolve=nobody
    )
    done: Any = SimpleNamespace(
        before=screen, after=after, interrupted=False, attempt=SimpleNamespace(action=tap(label))
    )
    guard(step, pursuit, done)


def test_confirming_one_removal_after_another_is_no_circle() -> None:
    pursuit = Pursuit(goal="delete them all", literals=())
    for number in range(8):
        guarded(pursuit, f"list {number}", f"thing {number}")
        guarded(pursuit, "question", "Confirm")


@pytest.mark.parametrize("labels", [["A"], ["A", "B"], ["A", "B", "C"]])
def test_going_round_is_stopped(labels: list[str]) -> None:
    pursuit = Pursuit(goal="go round", literals=())
    for label in labels * 2:
        guarded(pursuit, f"screen of {label}", label)
    with pytest.raises(RunError, match="repeats itself"):
        [guarded(pursuit, f"screen of {label}", label) for label in labels * 2]


def test_a_grounder_hears_how_often_a_move_led_to_the_same_page() -> None:
    pursuit = Pursuit(goal="remove them all and go round", literals=())
    for number in range(3):
        guarded(pursuit, "question", "Confirm", after=f"list of {number}")
        guarded(pursuit, f"list of {number}", "Details", after="details")
        guarded(pursuit, "details", "Back", after="list")
    assert pursuit.repeated("question") == {'tap button "Confirm"': 1}
    assert pursuit.repeated("details") == {'tap button "Back"': 3}
    assert pursuit.repeated("elsewhere") == {}
