"""Questions for roles that are rewarded for a frozen role's use of their answers."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.learn.rewards.executing import read_order
from agentprog.learn.training.items import tracker_items
from agentprog.learn.trajectories.records import Step
from tests.learn.steps import step


def test_the_coordinator_gets_all_states_of_a_group_at_once_and_each_once() -> None:
    asked: list[Sequence[str]] = []

    def coordinate(_: Step, states: Sequence[str]) -> list[str]:
        asked.append(states)
        return [f"<answer>{'tap Save' if state == 'nearly done' else 'wait'}</answer>" for state in states]

    (item,) = tracker_items([step(0), step(1)], coordinate, read_order, "ces-code")
    assert item.reward is not None
    assert item.reward(["nearly done", "begun", " nearly done ", ""]) == [1.0, 0.0, 1.0, 0.0]
    assert asked == [["nearly done", "begun"]]
