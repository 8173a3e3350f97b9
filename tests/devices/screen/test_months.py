"""A drawn month: its cells have no texts, and the numbers of other months are pale."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agentprog.agents.writing import numbered
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.devices.screen.months import with_days
from agentprog.phone.facade import Dialect
from agentprog.phone.system.hand import Hand, ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone
from agentprog.ports import Screen, Screenshot

Built = Callable[[datetime], SimPhone]


@pytest.fixture
def calendar(tmp_path: Path) -> Iterator[Built]:
    """A phone at some time whose calendar shows the month."""
    made: list[SimPhone] = []

    def one(when: datetime) -> SimPhone:
        phone = build_phone(root=tmp_path / str(len(made)), image="default", seed=7, clock=ManualTime())
        assert isinstance(phone, SimPhone)
        phone.clock.set_wall(when)
        Hand(phone).open("Calendar")
        made.append(phone)
        return phone

    yield one
    for phone in made:
        phone.close()


def look(phone: SimPhone) -> Screen:
    hierarchy = phone.accessibility.dump(Dialect.U2)
    reading, size = read_elements(read_hierarchy(hierarchy)), phone.display.info
    shot = Screenshot(data=phone.capture.jpeg(), media_type="image/jpeg", width=size.width, height=size.height)
    screen = Screen(
        package=reading.package, activity="", width=size.width, height=size.height, taken_at=phone.clock.now(),
        elements=reading.elements, hierarchy=hierarchy, screenshot=shot,
    )  # fmt: skip
    return with_days(screen)


def month(screen: Screen) -> str:
    (line,) = [line for line in numbered(screen) if "each day" in line or "row by row" in line]
    return line


_OCTOBER = "[10] - - - - - - 1; [17] 2 3 4 5 6 7 8; [24] 9 10 11 12 13 14 15;"


@pytest.mark.parametrize(
    ("when", "weeks"),
    [
        (datetime(2023, 10, 15, 15, 34, tzinfo=UTC), _OCTOBER),
        (datetime(2023, 10, 1, 15, 34, tzinfo=UTC), _OCTOBER),
        (datetime(2023, 10, 31, 15, 34, tzinfo=UTC), _OCTOBER),
        (datetime(2027, 2, 1, 8, 0, tzinfo=UTC), "[10] 1 2 3 4 5 6 7; [17] 8 9 10 11 12 13 14; [24] 15 16 17 18 19"),
    ],
    ids=["in the middle", "on the first", "on the last", "February"],
)
def test_a_drawn_month_lists_its_days(calendar: Built, when: datetime, weeks: str) -> None:
    line = month(look(calendar(when)))
    assert line.startswith(f"[10] to [51] button for each day of a month, a week at a time: {weeks}")


def test_months_before_and_after_have_their_own_days(calendar: Built) -> None:
    phone = calendar(datetime(2023, 10, 15, 15, 34, tzinfo=UTC))
    Hand(phone).tap(id="top_right_arrow")
    assert "[39] 27 28 29 30 1 2 3; [46] 4 5 6 7 8 9 10" in month(look(phone))


def test_the_day_that_is_called_is_the_day_that_opens(calendar: Built) -> None:
    phone = calendar(datetime(2023, 10, 15, 15, 34, tzinfo=UTC))
    (cell,) = [e for e in look(phone).elements if e.label == "24" and e.clickable]
    phone.touch.tap(*cell.bounds.center)
    phone.clock.advance(1)
    assert "October 24 (Tue)" in {e.label for e in look(phone).elements}


def test_without_a_picture_the_cells_of_a_month_stay_unnamed(calendar: Built) -> None:
    screen = look(calendar(datetime(2023, 10, 15, 15, 34, tzinfo=UTC)))
    bare = replace(screen, screenshot=None, elements=read_elements(read_hierarchy(screen.hierarchy)).elements)
    assert "6 rows of 7, row by row" in month(with_days(bare))
