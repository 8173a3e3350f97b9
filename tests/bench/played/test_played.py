"""The oracle's hand as the moves of a run: right work is verified, a slip is not, and the counts say which is which."""

from __future__ import annotations

import pytest

from agentprog.bench.attacks.persons import Agreeable
from agentprog.bench.played.episode import play, slips_of
from agentprog.bench.played.plays import PLAYS
from agentprog.bench.suites import suite_called


def test_every_task_of_the_suites_has_its_lines() -> None:
    for name in ("short", "aw-extend"):
        for task in suite_called(name).tasks:
            plays = PLAYS[task.name](task.task.instance(1).facts)  # type: ignore[attr-defined]
            assert plays, task.name
            assert all("\n" not in one.line for one in plays), task.name


def test_every_line_may_slip() -> None:
    for name in ("short", "errands"):
        for task in suite_called(name).tasks:
            slips = slips_of(name, task.name, 1)
            assert "nothing done" in slips, task.name
            assert len(slips) == len(set(slips)), task.name


def test_only_what_is_made_can_be_found_by_the_search_instead() -> None:
    having = [
        task.name for task in suite_called("short").tasks if "found by the search" in slips_of("short", task.name, 1)
    ]
    assert having == ["RecipeAdd"]


@pytest.mark.slow
@pytest.mark.phone
@pytest.mark.parametrize(
    ("slip", "right", "verified"),
    [("", True, True), ("wrong row", False, False), ("one more", False, False), ("nothing done", False, False)],
)
def test_what_the_hand_does_is_what_the_run_says(slip: str, right: bool, verified: bool) -> None:
    found = play("short", "RecipeDelete", 1, slip=slip)
    assert (found.right, found.verified, found.false) == (right, verified, False), found


@pytest.mark.slow
@pytest.mark.phone
@pytest.mark.parametrize(("task", "slip", "asked"), [("ContactDelete", "", 0), ("ContactDelete", "wrong person", 1)])
def test_a_person_is_asked_nothing_about_right_work_and_once_about_another_deletion(
    task: str, slip: str, asked: int
) -> None:
    person = Agreeable()
    found = play("short", task, 1, slip=slip, person=person)
    assert (found.right, len(person.questions)) == (not slip, asked), person.questions
