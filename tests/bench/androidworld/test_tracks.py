"""The oracle selects the tracks of the question and reads their sums from its screens."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from agentprog.bench.androidworld.oracle import tracks

FULL, CUT = 40, 9


class Device:
    """A list whose pages are those given, one after the other; the sums come after them."""

    def __init__(self, pages: Sequence[str], sums: str) -> None:
        self.shown = [*pages, pages[-1], sums]
        self.touched: list[tuple[str, int, int]] = []

    def dump_hierarchy(self) -> str:
        return self.shown.pop(0) if len(self.shown) > 1 else self.shown[0]

    def click(self, x: int, y: int) -> None:
        self.touched.append(("click", x, y))

    def long_click(self, x: int, y: int) -> None:
        self.touched.append(("hold", x, y))


class Reader:
    """A hand that finds everything it asks for."""

    def __init__(self, sums: str, *pages: str) -> None:
        self.device = Device(pages, sums)

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: None


def screen(prefix: str, *lines: dict[str, str], height: int = FULL) -> str:
    nodes = [
        f'<node resource-id="{tracks.PACKAGE}:id/{prefix}{part}" text="{text}" '
        f'bounds="[0,{100 * at}][200,{100 * at + height}]"/>'
        for at, line in enumerate(lines)
        for part, text in line.items()
    ]
    return f"<hierarchy>{''.join(nodes)}</hierarchy>"


def row(name: str, day: str) -> dict[str, str]:
    return {"name": name, "date": day, "time_distance": "30:00 (3.11mi)", "time": "15:00"}


def listed(*lines: dict[str, str], height: int = FULL) -> str:
    return screen("track_list_item_", *lines, height=height)


SUMS = screen(
    "aggregated_stats_",
    {"type_label": "rowing", "num_tracks": "(2)", "distance": "6.22", "distance_unit": "mi", "time": "1:00:00"},
    {"type_label": "golf", "num_tracks": "(1)", "distance": "1,000.00", "distance_unit": "ft", "time": "15:30"},
)


def task(day: str = "October 14 2023", category: str = "rowing", **params: str) -> Any:
    app = SimpleNamespace(sports_activities=[SimpleNamespace(start_date=day)])
    limits = [SimpleNamespace(field="start_date", value=value) for value in (day, params.get("end_date", day))]
    state = SimpleNamespace(state=SimpleNamespace(sports_activity_app=app), exclusion_conditions=limits)
    return SimpleNamespace(params={"category": category, **params}, task=SimpleNamespace(relevant_state=state))


def test_the_first_row_is_held_and_the_others_are_touched() -> None:
    hand = Reader(SUMS, listed(row("Lake", "Yesterday"), row("Old", "8 Oct"), row("River", "Monday")))
    assert tracks.count_this_week(hand, task()) == "2"  # type: ignore[arg-type]
    assert hand.device.touched == [("hold", 100, 20), ("click", 100, 220)]


def test_a_row_cut_by_the_edge_is_read_once_when_it_is_whole() -> None:
    cut = listed(row("Lake", "Yesterday"))[: -len("</hierarchy>")] + listed(row("Pond", "Yesterday"), height=CUT)[11:]
    hand = Reader(SUMS, cut, listed(row("Lake", "Yesterday"), row("Pond", "Yesterday")))
    assert tracks.kinds_on(hand, task()) == "rowing, golf"  # type: ignore[arg-type]
    assert [kind for kind, *_ in hand.device.touched] == ["hold", "click"]


def test_the_rest_of_a_row_above_the_first_name_is_no_part_of_the_next() -> None:
    rest = screen("track_list_item_", {"time_distance": "10:00 (1.00mi)", "time": "08:00"})[: -len("</hierarchy>")]
    hand = Reader(SUMS, listed(row("Lake", "Yesterday")), rest + listed(row("Lake", "Yesterday"))[11:])
    tracks.kinds_on(hand, task())  # type: ignore[arg-type]
    assert [kind for kind, *_ in hand.device.touched] == ["hold"]


@pytest.mark.parametrize(
    ("solution", "category", "answer"),
    [
        (tracks.minutes_on, "golf", "15"),
        (tracks.metres_between, "golf", "305"),
        (tracks.metres_between, "rowing", "10010"),
        (tracks.minutes_this_week, "rowing", "60"),
        (tracks.count_this_week, "chess", "0"),
    ],
)
def test_sums_are_given_in_metres_and_minutes(solution: Any, category: str, answer: str) -> None:
    assert solution(Reader(SUMS, listed(row("Lake", "Yesterday"))), task(category=category)) == answer


def test_an_interval_has_every_day_until_its_last() -> None:
    hand = Reader(SUMS, listed(row("First", "7 Oct"), row("Between", "Monday"), row("After", "Tuesday")))
    tracks.metres_between(hand, task(day="October 7 2023", end_date="October 9 2023"))  # type: ignore[arg-type]
    assert len(hand.device.touched) == 2
