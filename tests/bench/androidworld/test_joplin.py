"""The oracle reads Joplin's lists and pages: its answer is on the screens that it saw."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from agentprog.bench.androidworld.oracle import joplin
from agentprog.bench.aw.oracle.hand import OracleLost


class Reader:
    """A hand that gets one screen after the other, and the last one repeatedly."""

    def __init__(self, *screens: str) -> None:
        self.screens = list(screens)
        self.device = self

    def dump_hierarchy(self) -> str:
        return self.screens.pop(0) if len(self.screens) > 1 else self.screens[0]

    def sees(self, *, desc: str) -> bool:
        return f'"{desc}"' in self.screens[0]

    def scroll_to(self, _: str) -> Any:
        return SimpleNamespace(click=lambda: None)

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: None


def listing(*rows: str) -> str:
    """A list; a to-do's title begins with a sign."""
    made = []
    for row in rows:
        title = row.removeprefix("+")
        box = f'<node class="android.widget.CheckBox" content-desc="to-do: {title}"/>' if row[0] == "+" else ""
        made.append(f'<node long-clickable="true">{box}<node class="android.widget.TextView" text="{title}"/></node>')
    return f"<hierarchy>{''.join(made)}</hierarchy>"


def page(lines: Sequence[str]) -> str:
    made = "".join(f'<node class="android.view.View" text="{line}"/>' for line in lines)
    return f"<hierarchy>{made}</hierarchy>"


def task(**params: str) -> Any:
    return SimpleNamespace(params=params)


def test_rows_with_a_box_are_counted_once_over_several_screens() -> None:
    screens = listing("+Kite", "+Kite", "Boat"), listing("+Kite", "Boat", "+Sled"), listing("Boat", "+Sled", "Hoop")
    assert joplin.todos(Reader(*screens), task(folder="Toys")) == "3"  # type: ignore[arg-type]


@pytest.mark.parametrize(("row", "answer"), [("+Kite", "True"), ("Kite", "False")])
def test_a_to_do_is_recognised_by_its_box(row: str, answer: str) -> None:
    assert joplin.is_todo(Reader(listing(row, "Boat")), task(title="Kite")) == answer  # type: ignore[arg-type]


def test_a_note_that_is_not_found_is_no_answer() -> None:
    with pytest.raises(OracleLost, match="no note of 'Kite'"):
        joplin.is_todo(Reader(listing("Boat")), task(title="Kite"))  # type: ignore[arg-type]


def test_a_quantity_is_found_before_its_ingredient_further_down_the_page() -> None:
    hand = Reader(page(["2 cups almond milk"]), page(["1 1/2 cups almond flour"]))
    assert joplin.quantity(hand, task(title="Cake", ingredient="almond flour")) == "1 1/2 cups"  # type: ignore[arg-type]


def test_people_are_counted_by_the_line_about_them() -> None:
    hand = Reader(page(["Q3 figures", "Assigned tasks to team members", "35 individuals attended"]))
    assert joplin.attendees(hand, task(title="Review")) == "35"  # type: ignore[arg-type]
