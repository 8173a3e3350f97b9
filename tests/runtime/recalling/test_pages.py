"""Lists on pages that a value chooses, as the events of a day: the way, the page and its rows, without a model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agentprog.ports import Element, OutcomeKind, PressKey, Role, Tap
from agentprog.runtime.journal.events import MoveDecided, Replayed
from agentprog.runtime.roles import Act, ExtractContext, Move, Reading, Roles, StepContext, StepDone
from tests.runtime.conftest import FakePhone, Lab
from tests.runtime.resuming.lives import IN_QUARTERS, deaths, of_quarter, second_life

DAYS = ("2030-01-05", "2030-01-07", "2030-01-09", "2030-01-11")
READ = """for each {{day}} in {days}:
    In the "Notes" app, get all notes of the day "{{day}}", record as {{notes}}
    Set {{count}} to the number of items in {{notes}}
    Tell user {{notes}}
"""
MONTHS = {"01": "January", "02": "February"}


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


class Calendar(FakePhone):
    """A month of days; each day has a page of its own, with its name above its notes."""

    month = "01"

    def __init__(self, notes: dict[str, tuple[str, ...]] | None = None) -> None:
        super().__init__(notes=[str(day) for day in range(1, 29)])
        self.of_day = notes or {day: (f"Walk {day[-2:]}", f"Chess {day[-2:]}") for day in (*DAYS, "2030-02-09")}

    @property
    def day(self) -> str:
        return f"2030-{self.month}-{int(self.note):02}"

    def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
        if self.page == "notes":
            return [(Role.BUTTON, "Next month", {}), *((Role.BUTTON, day, {}) for day in self.notes)]
        if self.page != "note":
            return super()._widgets()
        title = f"{MONTHS[self.month]} {self.note}"
        head = (Role.TEXT, title, {"text": title, "resource_id": "org.notes:id/day"})
        labels = [f"{one}, 9:00" for one in self.of_day.get(self.day, ())]
        rows = ((Role.ITEM, label, {"text": label, "resource_id": "org.notes:id/row"}) for label in labels)
        return [(Role.BUTTON, "Search", {}), head, *rows]

    def _tap(self, label: str) -> None:
        if label == "Next month":
            self.month = "02"
        else:
            super()._tap(label)


class Going:
    """Opens the day that the goal names, in the month that it names."""

    def __init__(self) -> None:
        self.asked = 0

    def next_move(self, context: StepContext) -> Move:
        self.asked += 1
        shown: dict[str, Element] = {element.label: element for element in context.seen.screen.elements}
        _, month, day = context.goal.literals[0].split("-")
        if "Next month" not in shown:
            titled = f"{MONTHS[month]} {int(day)}" in shown
            return StepDone(reason="there it is") if titled else Act(action=PressKey(key="back"))
        over = month == "02" and not any(phone.month == "02" for phone in PHONES)
        return Act(action=Tap(target=shown["Next month" if over else str(int(day))]))


class Rows:
    """Reads the names of the rows below the day that is wanted."""

    def __init__(self) -> None:
        self.asked = 0

    def read(self, context: ExtractContext) -> Reading:
        self.asked += 1
        elements = context.seen.screen.elements
        head = next((element.label for element in elements if element.resource_id.endswith("/day")), "")
        _, month, day = context.wanted.split('"')[1].split("-")
        names = [element.label.rpartition(", ")[0] for element in elements if element.resource_id.endswith("/row")]
        return Reading(value=(names or None) if head == f"{MONTHS[month]} {int(day)}" else None)


PHONES: list[Calendar] = []


def lab_of(phone: Calendar | None = None) -> Lab:
    PHONES[:] = [phone or Calendar()]
    return Lab(phone=PHONES[0], roles=Roles(grounder=Going(), extractor=Rows()))


def program(*days: str) -> str:
    return READ.format(days="[" + ", ".join(f'"{day}"' for day in days) + "]")


def messages(lab: Lab) -> list[str]:
    return [text.replace('"', "") for text in lab.person.told]


def asked(lab: Lab) -> tuple[int, int]:
    assert isinstance(lab.roles.grounder, Going)
    assert isinstance(lab.roles.extractor, Rows)
    return lab.roles.grounder.asked, lab.roles.extractor.asked


def test_reading_a_days_page_needs_no_model_from_the_third_day_on() -> None:
    """The first way begins on the month, the second on the day before."""
    lab = lab_of()
    lab.run(program(*DAYS))
    assert messages(lab) == [f"Walk {day[-2:]}, Chess {day[-2:]}" for day in DAYS]
    two = lab_of()
    two.run(program(*DAYS[:2]))
    assert asked(lab) == asked(two)
    assert len(lab.events.of(Replayed)) >= 4


def test_a_day_of_another_month_is_not_read_on_the_page_of_the_same_number() -> None:
    lab = lab_of()
    lab.run(program(*DAYS, "2030-02-09"))
    assert messages(lab)[-1] == "Walk 09, Chess 09"
    assert PHONES[0].day == "2030-02-09"


def test_a_day_with_a_row_of_another_form_is_read_by_the_model() -> None:
    notes: dict[str, tuple[str, ...]] = dict.fromkeys(DAYS, ("Walk", "Chess"))
    lab = lab_of(Calendar({**notes, DAYS[3]: ("Walk, slowly",)}))
    lab.run(program(*DAYS))
    assert messages(lab)[-1] == "Walk, slowly"


def test_switched_off_every_day_asks_for_its_way_and_its_rows() -> None:
    lab = lab_of()
    lab.run(program(*DAYS), recipes="off")
    assert asked(lab)[0] > 2 * len(DAYS) - 2
    assert len([event for event in lab.events.all if isinstance(event, MoveDecided)]) == asked(lab)[0]
    assert not lab.events.of(Replayed)


@IN_QUARTERS
def test_a_kill_at_any_line_changes_nothing_in_the_page_read(tmp_path: Path, quarter: int) -> None:
    text = program(*DAYS[:3]).replace("Tell user {notes}", 'set {answer} to "{notes}"')
    left = deaths(lab_of, tmp_path, text)
    assert len(left) > 20
    for count, (phone, path) in of_quarter(left, quarter):
        assert isinstance(phone, Calendar)
        outcome, _second = second_life(lab_of, phone, path)
        assert outcome.kind is OutcomeKind.COMPLETED, (count, outcome)
        assert str(outcome.answer).replace('"', "") == "Walk 09, Chess 09", (count, outcome)
