"""The held-out steps that a measurement uses."""

from __future__ import annotations

from agentprog.cli.commands.learn.training import spread
from tests.learn.steps import step


def test_few_held_out_steps_are_spread_over_all_tasks() -> None:
    held = [step(number, task=task, episode=task) for task in ("a", "b", "c") for number in range(4)]
    assert [one.task for one in spread(held, 6)] == ["a", "a", "b", "b", "c", "c"]
    assert spread(held, 40) == held
    assert spread([], 40) == []
