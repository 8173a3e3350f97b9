"""The treeless tasks: made from the phone's contents, judged by its contents at the end, and solved by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from agentprog.bench.episode import Rules
from agentprog.bench.treeless.suite import Treeless, treeless

HELD: dict[str, dict[str, int]] = {
    "org.example.tallysheet": {"Herons": 4, "Wrens": 2, "Magpies": 7, "Swallows": 3},
    "org.example.larder": {"Honey": 1, "Lentils": 1, "Noodles": 0, "Vinegar": 0, "Raisins": 0},
    "org.example.noticeboard": {"Monday": 0, "Tuesday": 0, "Thursday": 0, "Friday": 0, "Sent": 0},
    "org.example.lampfield": {
        f"{row} {column}": int(row == "middle")
        for row in ("upper", "middle", "lower")
        for column in ("left", "centre", "right")
    },
    "org.example.pinmap": {"red": 0, "blue": 0, "yellow": 0, "purple": 0},
}
TASKS = [task for task in treeless().tasks if isinstance(task, Treeless)]


class Stored:
    """A phone with only the tables of the drawn apps."""

    def __init__(self) -> None:
        self.held = {package: dict(marks) for package, marks in HELD.items()}

    def sql(self, package: str, database: str, query: str, parameters: Sequence[Any] = (), /) -> list[dict[str, Any]]:
        assert database == "drawn.db"
        return [{"name": name, "value": value} for name, value in self.held[package].items()]

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} is not asked")


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_check_accepts_the_right_end_and_refuses_a_missing_or_additional_change(task: Treeless, seed: int) -> None:
    phone: Any = Stored()
    episode, aim = task.begin(phone, seed, Rules()), task.aim(phone, seed)
    before = dict(phone.held[task.task.app.package])
    phone.held[task.task.app.package] = dict(aim.wanted)
    assert episode.judge(aim.answer).value == 1.0
    phone.held[task.task.app.package] = before
    if aim.wanted != before:
        assert episode.judge(aim.answer).value == 0.0, "nothing was done"
    else:
        assert episode.judge("99").wrong == (f"the answer is '99', not {aim.answer!r}",)
    name = next(name for name in aim.wanted if aim.wanted[name] == before[name]) if aim.wanted != before else "Wrens"
    if name in before:
        phone.held[task.task.app.package] = {**aim.wanted, name: before[name] + 1}
        assert episode.judge(aim.answer).value == 0.0, "something else was done too"


def test_the_tasks_cover_every_surface_and_half_of_them_need_pictures() -> None:
    surfaces = {task.task.app.surface for task in TASKS}
    assert surfaces == {
        "a canvas", "Flutter without semantics", "a web view without nodes", "a game board", "a map",
    }  # fmt: skip
    needs = [task.needs for task in TASKS]
    assert (needs.count("texts"), needs.count("pictures")) == (6, 5)


def test_an_instance_is_a_function_of_its_seed() -> None:
    phone: Any = Stored()
    goals = [[task.aim(phone, seed).goal for task in TASKS] for seed in (1, 1, 2)]
    assert goals[0] == goals[1] != goals[2]
