"""A month in one line, as trees of calendars and date pickers have it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agentprog.agents.screen_text import screen_lines
from agentprog.agents.writing import numbered
from agentprog.ports import Bounds, Element, Role
from tests.agents.screens import screen

_WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


def cell(day: int, place: int, **more: Any) -> Element:
    """A day of October 2023 in a date picker: a text, and a description with the full date."""
    left, top = place % 7 * 100, place // 7 * 100
    facts = {"label": str(day), "text": str(day), "description": f"{day:02d} October 2023", **more}
    return Element(
        index=1, role=Role.BUTTON, class_name="android.view.View", clickable=True,
        bounds=Bounds(left, top, left + 99, top + 99), **facts,
    )  # fmt: skip


def of(*elements: Element, whole: bool = True) -> tuple[str, ...]:
    shown = replace(screen(), elements=tuple(replace(e, index=n) for n, e in enumerate(elements, start=1)))
    return numbered(shown) if whole else screen_lines(shown)


def test_a_date_picker_is_one_line_with_the_states_of_single_days() -> None:
    days = [cell(day, day + 5, selected=day == 15, enabled=day > 2) for day in range(1, 32)]
    title = Element(index=1, role=Role.TEXT, label="October 2023", bounds=Bounds(0, -90, 700, -1))
    ok = Element(index=1, role=Role.BUTTON, label="OK", clickable=True, bounds=Bounds(0, 700, 90, 790))
    lines = of(title, *days, ok)
    assert lines == (
        '[1] text "October 2023"',
        (
            '[2] to [32] button for each day of "October 2023", a week at a time: [2] 1 (disabled); '
            "[3] 2 (disabled) 3 4 5 6 7 8; [10] 9 10 11 12 13 14 15 (selected); [17] 16 17 18 19 20 21 22; "
            "[24] 23 24 25 26 27 28 29; [31] 30 31"
        ),
        '[33] button "OK"',
    )
    assert "a week at a time: 1 (disabled); 2 (disabled) 3" in of(title, *days, whole=False)[1]


def test_weekdays_are_above_their_columns_and_events_beside_their_days() -> None:
    dates = [*range(24, 31), *range(1, 32), *range(1, 5)]
    months = ["September"] * 7 + ["October"] * 31 + ["November"] * 4
    days = [
        cell(day, place, label=f"{_WEEKDAYS[place % 7]}, {month} {day}" + (", Dentist" if place == 20 else ""),
             text="", description="")
        for place, (day, month) in enumerate(zip(dates, months, strict=True))
    ]  # fmt: skip
    (line,) = of(*days)
    assert f"under {' '.join(_WEEKDAYS)}: " in line
    assert "[1] 24 (September) 25 (September)" in line
    assert "[15] 8 9 10 11 12 13 14 (Dentist); [22] 15 16" in line
    assert line.endswith("[36] 29 30 31 1 (November) 2 (November) 3 (November) 4 (November)")


@pytest.mark.parametrize("numbers", [range(1, 13), [*range(1, 10), 0], range(2, 33)], ids=["hours", "a dial", "rows"])
def test_other_numbers_are_no_month(numbers: list[int]) -> None:
    cells = [cell(day, place, description="") for place, day in enumerate(numbers)]
    assert len(of(*cells)) == len(cells)
