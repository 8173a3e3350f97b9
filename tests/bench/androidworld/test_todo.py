"""The oracle reads a list of tasks over several screens, and counts each row once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentprog.bench.androidworld.oracle import todo

FULL, CUT = 60, 9


class Device:
    """A list that shows one screen after the other, the last one for ever."""

    def __init__(self, screens: Sequence[str]) -> None:
        self.screens = list(screens)

    def dump_hierarchy(self) -> str:
        return self.screens.pop(0) if len(self.screens) > 1 else self.screens[0]


class Reader:
    """A hand that finds everything it asks for."""

    def __init__(self, *screens: str) -> None:
        self.device = Device(screens)

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: None


def screen(*lines: tuple[str, str, int]) -> str:
    nodes = (
        f'<node resource-id="org.tasks:id/{part}" text="{text}" bounds="[0,0][100,{height}]"/>'
        for part, text, height in lines
    )
    return f"<hierarchy>{''.join(nodes)}</hierarchy>"


def test_a_row_that_the_edge_cuts_is_read_where_it_is_whole() -> None:
    first = screen(
        ("header", "Overdue", FULL),
        ("title", "Kite", FULL),
        ("due_date", "Fri", 50),
        ("header", "Due tomorrow", FULL),
        ("title", "Boat", FULL),
    )
    second = screen(
        ("title", "Kite", CUT),  # its date is out of sight already
        ("header", "Due tomorrow", FULL),
        ("title", "Boat", FULL),
        ("header", "Due Tuesday", FULL),
        ("title", "Sled", FULL),
        ("header", "Completed", FULL),
        ("title", "Hoop", FULL),
    )
    assert todo.due_next_week(Reader(first, second), None) == "2"  # type: ignore[arg-type]
