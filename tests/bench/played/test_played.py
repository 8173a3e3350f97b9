"""The oracle's actions as the moves of a run: right work is verified, a slip is not, and the counts separate the
two."""

from __future__ import annotations

import json

import pytest
from pydantic import BaseModel

from agentprog.agents.replies.seeing import ListReply, TextReply, leading
from agentprog.bench.attacks.persons import Agreeable
from agentprog.bench.played.episode import play, slips_of
from agentprog.bench.played.player import Reader
from agentprog.bench.played.plays import CONTACTS, MESSENGER, PLAYS, apps_of, whole
from agentprog.bench.suites import suite_called
from agentprog.lang.parser import parse
from agentprog.ports import ModelRequest


def test_every_task_of_the_suites_has_its_lines() -> None:
    for name in ("short", "aw-extend"):
        for task in suite_called(name).tasks:
            plays = PLAYS[task.name](task.task.instance(1).facts)  # type: ignore[attr-defined]
            assert plays, task.name
            assert all("\n" not in play.line for play in plays), task.name


def test_every_fresh_task_names_its_apps() -> None:
    for task in suite_called("fresh").tasks:
        assert apps_of(task.task.instance(1).goal), task.name  # type: ignore[attr-defined]


def test_every_line_may_slip() -> None:
    for name in ("short", "errands"):
        for task in suite_called(name).tasks:
            slips = slips_of(name, task.name, 1)
            assert "nothing done" in slips, task.name
            assert len(slips) == len(set(slips)), task.name


def test_only_a_created_thing_can_be_found_by_the_search_instead() -> None:
    having = [
        task.name for task in suite_called("short").tasks if "found by the search" in slips_of("short", task.name, 1)
    ]
    assert having == ["RecipeAdd"]


@pytest.mark.parametrize(
    ("goal", "apps"),
    [
        ("Text +15550100 with Simple SMS Messenger what my expenses come to.", [MESSENGER, "Pro Expense"]),
        ("Delete every contact whose first name begins with A.", [CONTACTS]),
        ("Put the last message that Ann has sent me into a new note.", [MESSENGER, "Markor"]),
        ("If Wi-Fi is on, switch Bluetooth off.", ["Settings"]),
    ],
)
def test_a_task_without_lines_is_one_line_in_its_own_words(goal: str, apps: list[str]) -> None:
    assert apps_of(goal) == apps
    line = whole(goal, apps, lambda hand: None).line
    assert all(f'"{app}" app' in line for app in apps)
    assert line.endswith(goal[1:-1])
    parsed = parse(f"{line}\n", mode="lenient")
    assert parsed.program is not None
    assert [type(one).__name__ for one in parsed.program.body] == ["Action"]


@pytest.mark.parametrize(
    ("form", "value"),
    [
        (TextReply, "Ann, Bela"),
        (ListReply, ["Ann", "Bela"]),
        (leading(TextReply), "Ann, Bela"),
        (leading(ListReply), ["Ann", "Bela"]),
    ],
)
def test_the_hand_answers_a_reading_in_the_form_of_its_value(form: type[BaseModel], value: object) -> None:
    """The way to a value is a list too, and decides nothing about the value."""
    reader = Reader()
    reader.last = "Ann, Bela"
    answer = reader.complete(ModelRequest(messages=(), purpose="read", schema=form.model_json_schema()))
    assert form.model_validate(json.loads(answer.text)).value == value  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.phone
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(("suite", "task"), [("fresh", "FreshBluetoothByWifi"), ("treeless", "CanvasCountTwo")])
def test_a_right_run_of_the_oracle_asks_its_person_nothing(suite: str, task: str) -> None:
    person = Agreeable()
    found = play(suite, task, 1, person=person)
    assert (found.right, person.questions) == (True, []), found


@pytest.mark.slow
@pytest.mark.phone
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(
    ("slip", "right", "verified"),
    [("", True, True), ("wrong row", False, False), ("one more", False, False), ("nothing done", False, False)],
)
def test_the_hands_result_agrees_with_the_runs_verdict(slip: str, right: bool, verified: bool) -> None:
    found = play("short", "RecipeDelete", 1, slip=slip)
    assert (found.right, found.verified, found.false) == (right, verified, False), found


@pytest.mark.slow
@pytest.mark.phone
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(("task", "slip", "asked"), [("ContactDelete", "", 0), ("ContactDelete", "wrong person", 1)])
def test_a_person_is_asked_nothing_about_right_work_and_once_about_another_deletion(
    task: str, slip: str, asked: int
) -> None:
    person = Agreeable()
    found = play("short", task, 1, slip=slip, person=person)
    assert (found.right, len(person.questions)) == (not slip, asked), person.questions
