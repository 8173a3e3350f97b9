"""The treeless tasks as tasks of a benchmark, judged by the app's own storage."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from agentprog.bench.aw.checks import Score, verdict
from agentprog.bench.aw.oracle import Hand
from agentprog.bench.aw.oracle.hand import OracleLost
from agentprog.bench.aw.state import Value
from agentprog.bench.episode import Bed, Episode, Kind, Level, Rules, Suite, Task
from agentprog.bench.treeless.tasks import TREELESS, Aim, DrawnTask, Marks, Needs
from agentprog.frozen import frozen

HINT = 'pip install "agentprog[ocr]"'
_DATABASE = "drawn.db"
_STEPS = 40


class Director(Protocol):
    """The interface of a phone for reading the painted parts of a surface (`agentprog.phone.client.PhoneHandle` has
    it)."""

    def sql(
        self, package: str, database: str, query: str, parameters: Sequence[Value] = ..., /
    ) -> list[dict[str, Value]]: ...
    def call(self, verb: str, /, **args: object) -> object: ...


@frozen
class Treeless:
    """One task of a drawn app. An instance is a function of the seed, which also draws the phone's contents."""

    task: DrawnTask
    kind: Kind = ""
    level: Level = "easy"
    steps: int = _STEPS

    @property
    def name(self) -> str:
        return self.task.name

    @property
    def about(self) -> str:
        return f"{self.task.about} ({self.task.app.surface})"

    @property
    def needs(self) -> Needs:
        return self.task.needs

    def phone(self, seed: int) -> tuple[str, int]:
        return "drawn", seed

    def begin(self, phone: Bed, seed: int, rules: Rules) -> Episode:
        del rules  # these tasks send nothing
        aim = self.aim(phone, seed)

        def judge(answer: str) -> Score:
            return verdict(*_wrong(aim, held(phone, self.task), answer))

        return Episode(goal=aim.goal, judge=judge, held=lambda: {"marks": _rows(held(phone, self.task))})

    def aim(self, phone: Director, seed: int) -> Aim:
        digest = hashlib.sha256(f"{seed}_{self.name}".encode()).digest()
        return self.task.make(random.Random(int.from_bytes(digest[:4], "big")), held(phone, self.task))

    def solve(self, phone: Director, hand: Hand, seed: int) -> str:
        """Solve the instance by hand, with the director's view of the screen. Raises OracleLost."""
        aim = self.aim(phone, seed)
        hand.open(self.task.app.package)
        for touch in aim.touches:
            hand.device.click(*_place(phone, hand, touch))
        return aim.answer


def held(phone: Director, task: DrawnTask) -> Marks:
    """The app's current contents."""
    rows = phone.sql(task.app.package, _DATABASE, "SELECT name, value FROM marks ORDER BY _id")
    return {str(row["name"]): int(row["value"] or 0) for row in rows}


def painted(phone: Director) -> dict[str, tuple[int, int]]:
    """The painted parts of the front surface, by text or kind, with the middle of each."""
    found = phone.call("painted")
    rows = found if isinstance(found, list) else []
    return {str(row["name"]): ((row["left"] + row["right"]) // 2, (row["top"] + row["bottom"]) // 2) for row in rows}


def _place(phone: Director, hand: Hand, touch: str) -> tuple[int, int]:
    found: dict[str, tuple[int, int]] = {}

    def there() -> bool:
        found.update(painted(phone))
        return touch in found

    try:
        hand.until(there, touch)
    except OracleLost as exc:
        raise OracleLost(f"not painted on the screen: {touch!r} among {sorted(found)}") from exc
    return found[touch]


def _wrong(aim: Aim, after: Marks, answer: str) -> list[str]:
    wrong = [
        f"{name} stands at {after.get(name)}, not at {value}"
        for name, value in aim.wanted.items()
        if after.get(name) != value
    ]
    if aim.answer and answer.strip() != aim.answer:
        wrong.append(f"the answer is {answer!r}, not {aim.answer!r}")
    return wrong


def _rows(marks: Marks) -> list[Mapping[str, Any]]:
    return [{"name": name, "value": value} for name, value in marks.items()]


def unequipped(tasks: Sequence[Task], *, ocr: bool, seeing: bool) -> tuple[str, ...]:
    """The limits of a run of these tasks with the given equipment, as text to show before it starts."""
    needs = [task.needs for task in tasks if isinstance(task, Treeless)]
    blind, unread = needs.count("pictures"), needs.count("texts")
    lacks = []
    if unread and not (ocr or seeing):
        lacks.append(f"{unread} of {len(tasks)} tasks need words read from pixels ({HINT}) or a locator_model")
    if blind and not seeing:
        lacks.append(f"{blind} of {len(tasks)} tasks need a model that sees: no locator_model is named")
    return tuple(lacks)


def treeless() -> Suite:
    """The suite of all treeless tasks."""
    return Suite(
        name="treeless",
        about="eleven tasks in five apps whose screens tell accessibility nothing",
        tasks=tuple(Treeless(task=task) for task in TREELESS),
    )
