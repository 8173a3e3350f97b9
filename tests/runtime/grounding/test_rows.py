"""Lists longer than a screen: every row once, similar rows apart, the end proven or reported as missing."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from agentprog.ports import Action, Bounds, Element, OutcomeKind, Role, Screen, Scroll
from agentprog.runtime.grounding.rows import Merger, Page, as_page, overlap, page_of, shift
from agentprog.runtime.journal.events import Resolved, StepFinished
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.roles import ExtractContext, Reading, Roles
from tests.runtime.conftest import FakePhone, Lab

TOP, HEIGHT, ROW = 300, 1800, 180


@dataclass
class LongList:
    """A scrolling list of rows of one height; `offset` in pixels is how far it has been scrolled."""

    rows: list[str]
    offset: int = 0
    step: int = 1080
    moved: int = field(default=0)

    @property
    def most(self) -> int:
        return max(0, len(self.rows) * ROW - HEIGHT)

    def scroll(self, sign: int = 1) -> bool:
        before = self.offset
        self.offset = min(self.most, max(0, self.offset + sign * self.step))
        return self.offset != before

    def elements(self) -> tuple[Element, ...]:
        around = Element(
            index=1, role=Role.LIST, label="rows", bounds=Bounds(0, TOP, 1080, TOP + HEIGHT), scrollable=True,
            more_below=self.offset < self.most, more_above=self.offset > 0, package="org.notes",
        )  # fmt: skip
        shown = [around]
        for index, row in enumerate(self.rows):
            top = TOP + index * ROW - self.offset
            visible = Bounds(0, top, 1080, top + ROW - 10).clip(around.bounds)
            if visible.height > ROW // 2:
                shown.append(
                    Element(
                        index=len(shown) + 1, role=Role.ITEM, label=row, text=row, bounds=visible, container=1,
                        clickable=True, package="org.notes",
                    )
                )  # fmt: skip
        return tuple(shown)

    def screen(self) -> Screen:
        now = datetime(2030, 1, 15, tzinfo=UTC)
        return Screen(
            package="org.notes", activity=".notes", width=1080, height=2400, taken_at=now, elements=self.elements()
        )  # fmt: skip

    def page(self) -> Page:
        screen = self.screen()
        items: list[Any] = [element.text for element in screen.elements if element.role is Role.ITEM]
        return page_of(screen, items)


def read_all(made: LongList) -> Merger:
    merger = Merger()
    merger.add(made.page())
    while made.scroll():
        merger.add(made.page())
    return merger


@pytest.mark.parametrize("seed", range(40))
def test_every_row_counts_once_also_among_repeated_rows(seed: int) -> None:
    chance = random.Random(seed)
    words = ["Coffee, 3.00", "Tea, 2.50", "Bus, 1.80"] if seed % 2 else [f"row {n}" for n in range(60)]
    made = LongList([chance.choice(words) for _ in range(chance.randint(1, 60))])
    made.step = 1080 + chance.randint(-25, 25)
    merger = read_all(made)
    assert merger.items == made.rows or merger.doubts
    assert merger.doubts == 0 or seed % 2
    assert merger.gaps == 0


def test_repeated_rows_are_distinguished_nearly_always() -> None:
    chance = random.Random(7)
    lists = [
        LongList([chance.choice(["Coffee", "Tea", "Bus"]) for _ in range(chance.randint(5, 60))]) for _ in range(150)
    ]
    merged = [(read_all(made), made.rows) for made in lists]
    assert all(merger.items == rows for merger, rows in merged if not merger.doubts)
    assert sum(1 for merger, _ in merged if merger.doubts) < 15


def test_rows_that_are_all_the_same_are_never_called_certain() -> None:
    for count in (20, 33, 40):
        merger = read_all(LongList(["Coffee, 3.00"] * count))
        assert merger.doubts
        assert set(merger.items) == {"Coffee, 3.00"}


def test_a_new_row_while_scrolling_doubles_no_row() -> None:
    made = LongList([f"message {n}" for n in range(40)])
    merger = Merger()
    merger.add(made.page())
    rounds = 0
    while made.scroll():
        rounds += 1
        if rounds == 2:
            made.rows.insert(0, "a new message")
        merger.add(made.page())
    assert sorted(merger.items) == sorted(f"message {n}" for n in range(40))


def test_a_row_that_goes_away_while_scrolling_costs_no_other() -> None:
    made = LongList([f"message {n}" for n in range(40)])
    merger = Merger()
    merger.add(made.page())
    made.rows.remove("message 2")
    while made.scroll():
        merger.add(made.page())
    assert merger.items == [f"message {n}" for n in range(40)]


def test_a_page_that_follows_on_nothing_is_a_gap() -> None:
    made = LongList([f"row {n}" for n in range(60)], step=HEIGHT * 2)
    assert read_all(made).gaps >= 1


@pytest.mark.parametrize(
    ("first", "second", "size"),
    [(["a", "b"], ["b", "c"], 1), (["a"], ["b"], 0), (["a", "a"], ["a", "a"], 2), ([], ["a"], 0)],
)
def test_without_places_pages_join_where_they_overlap(first: list[Any], second: list[Any], size: int) -> None:
    assert overlap(first, second) == size
    merger = Merger()
    merger.add(as_page({}, first))
    merger.add(as_page({}, second))
    assert merger.items == first + second[size:]


def test_a_list_that_did_not_move_has_the_shift_zero() -> None:
    made = LongList([f"row {n}" for n in range(40)])
    assert shift(made.page(), made.page()) == 0


# ------------------------------------------------------------ in a run


class ListPhone(FakePhone):
    """Its notes app is one long list."""

    def __init__(self, made: LongList) -> None:
        super().__init__()
        self.made = made
        self.after = lambda: None

    def observe(self, *, screenshot: bool = False) -> Screen:
        shown = super().observe(screenshot=screenshot)
        return self.made.screen() if shown.package == "org.notes" else shown

    def perform(self, action: Action):  # type: ignore[no-untyped-def]
        if isinstance(action, Scroll):
            self.made.scroll(1 if action.direction == "down" else -1)
            self.after()
        return super().perform(action)


class Rows:
    """Reads the rows of the screen, as tables where one is wanted."""

    def read(self, context: ExtractContext) -> Reading:
        rows = [e.text for e in context.seen.screen.elements if e.role is Role.ITEM]
        return Reading(value=rows or None, evidence=", ".join(rows[:2]))


PROGRAM = 'In the "Notes" app, get all items of the list from the screen, record as {answer} (a list of text)\n'


def run(lab: Lab, made: LongList, **options: Any):  # type: ignore[no-untyped-def]
    lab.phone, lab.roles = ListPhone(made), Roles(extractor=Rows())
    return lab.run(PROGRAM, **options)


def test_a_long_list_becomes_the_answer_with_evidence_of_its_end(lab: Lab) -> None:
    made = LongList([f"Contact {n:02}" for n in range(40)])
    outcome = run(lab, made)
    assert outcome.answer == made.rows
    assert outcome.kind is OutcomeKind.COMPLETED
    step = lab.events.of(StepFinished)[-1]
    assert step.detail.startswith("40 items, to the end of the list")


def test_a_list_left_in_its_middle_is_read_from_its_top(lab: Lab) -> None:
    made = LongList([f"Contact {n:02}" for n in range(40)], offset=2500)
    assert run(lab, made).answer == made.rows


def test_a_list_without_end_is_not_called_complete(lab: Lab) -> None:
    made = LongList([f"row {n}" for n in range(20)])
    lab.phone = ListPhone(made)
    lab.phone.after = lambda: made.rows.extend([f"row {len(made.rows) + n}" for n in range(20)])
    lab.roles = Roles(extractor=Rows())
    outcome = lab.run(PROGRAM)
    assert outcome.kind is OutcomeKind.UNVERIFIED
    step = lab.events.of(StepFinished)[-1]
    assert step.status == "incomplete"
    assert "the end was not seen" in step.detail
    assert len(outcome.answer) == len(set(outcome.answer))


@pytest.mark.parametrize("cut", [6, 9, 12, 15])
def test_a_reading_goes_on_where_its_process_ended(new_lab, tmp_path, cut: int) -> None:
    made = LongList(["Coffee, 3.00" if n % 3 else f"Tea {n}" for n in range(40)])
    lab = new_lab()
    folder = RunFolder.create(tmp_path / "runs", instruction="x", now=lab.clock.now())
    append, count = folder.append, 0

    class Killed(BaseException):
        pass

    def counted(event: Any, *, durable: bool = False) -> None:
        nonlocal count
        append(event, durable=durable)
        count += isinstance(event, Resolved) or type(event).__name__.startswith("Action")
        if count == cut:
            raise Killed

    folder.append = counted  # type: ignore[method-assign]
    with pytest.raises(Killed):
        run(lab, made, folder=folder)
    second = new_lab()
    second.phone, second.roles = lab.phone, Roles(extractor=Rows())
    kept = load(RunFolder.open(folder.path))
    outcome = second.run(PROGRAM, folder=kept.folder, journal=kept.journal)
    assert outcome.answer == made.rows
