"""Questions about sport, answered by OpenTracks' own sums of the selected tracks. The oracle knows the day."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from agentprog.bench.aw.oracle.hand import Hand, OracleLost
from agentprog.frozen import frozen

PACKAGE = "de.dennisguse.opentracks"
_TODAY = date(2023, 10, 15)
_WEEK = 7
_DOWN = (0.5, 0.7, 0.5, 0.4)
_SLOWLY = 0.8
_MOST_PAGES = 40
_METRES = {"mi": 1609.344, "ft": 0.3048, "km": 1000.0, "m": 1.0}


@frozen
class _Row:
    """A track in the list."""

    name: str
    day: str
    time: str
    far: str


@frozen
class _Sum:
    """The sums for one kind of sport."""

    count: int
    metres: float
    minutes: int


def kinds_on(hand: Hand, task: Any) -> str:
    return ", ".join(_sums(hand, _days(task)))


def count_this_week(hand: Hand, task: Any) -> str:
    return str(_of_kind(hand, _this_week(), task).count)


def minutes_this_week(hand: Hand, task: Any) -> str:
    return str(_of_kind(hand, _this_week(), task).minutes)


def minutes_on(hand: Hand, task: Any) -> str:
    return str(_of_kind(hand, _days(task), task).minutes)


def metres_between(hand: Hand, task: Any) -> str:
    return str(round(_of_kind(hand, _days(task), task).metres))


def longest_this_week(hand: Hand, task: Any) -> str:
    """The metres of this week's longest track of a kind. A track's page names no kind, so each track is summed alone,
    the farthest first.
    """
    rows: list[_Row] = []
    _read(hand, lambda row, _: rows.append(row) if row.day in _day_texts(_this_week()) else None)
    for row in sorted(rows, key=lambda row: -_metres(row.far)):
        found = _sums(hand, _this_week(), row)
        if task.params["category"] in found:
            return str(round(found[task.params["category"]].metres))
    return "0"


def _days(task: Any) -> list[date]:
    """The day in question, or the first and all days up to the last one."""
    first = datetime.strptime(_asked(task), "%B %d %Y").date()
    last = _last(task) if "end_date" in task.params else first
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def _asked(task: Any) -> str:
    """The day of the track that AndroidWorld added; the goal may give it as a weekday."""
    return str(task.task.relevant_state.state.sports_activity_app.sports_activities[0].start_date)


def _last(task: Any) -> date:
    """The last day that nothing else of the kind may lie on."""
    conditions = task.task.relevant_state.exclusion_conditions
    days = [
        datetime.strptime(condition.value, "%B %d %Y").date()
        for condition in conditions
        if condition.field == "start_date"
    ]
    return max(days)


def _this_week() -> list[date]:
    monday = _TODAY - timedelta(days=_TODAY.weekday())
    return [monday + timedelta(days=number) for number in range(_WEEK)]


def _day_texts(days: list[date]) -> set[str]:
    """The list's notation of these days."""
    words = set()
    for day in days:
        days_ago = (_TODAY - day).days
        near = {0: "Today", 1: "Yesterday"}.get(days_ago) or f"{day:%A}"
        words.add(near if days_ago < _WEEK else f"{day.day} {day:%b}")
    return words


def _of_kind(hand: Hand, days: list[date], task: Any) -> _Sum:
    return _sums(hand, days).get(task.params["category"], _Sum(count=0, metres=0.0, minutes=0))


def _sums(hand: Hand, days: list[date], only: _Row | None = None) -> Mapping[str, _Sum]:
    """The sums by kind, for the tracks of these days or for one track."""
    day_texts, chosen = _day_texts(days), 0

    def choose(row: _Row, place: tuple[int, int]) -> None:
        nonlocal chosen
        if row == only or (only is None and row.day in day_texts):
            (hand.device.click if chosen else hand.device.long_click)(*place)
            chosen += 1

    _read(hand, choose)
    if not chosen:
        return {}
    hand.tap(desc="Aggregated stats")
    hand.await_(id="aggregated_stats_list")
    found: dict[str, _Sum] = {}
    for shown in _pages(hand):
        _add_sums(found, shown)
    return found


def _read(hand: Hand, each: Callable[[_Row, tuple[int, int]], object]) -> None:
    """Every track from the top of the list to its end, once, with a point where it can be touched."""
    hand.open(PACKAGE)
    hand.await_(id="track_list_fab_action")
    seen: set[_Row] = set()
    for shown in _pages(hand):
        for row, place in _rows(shown):
            if row not in seen:
                seen.add(row)
                each(row, place)


def _pages(hand: Hand) -> Any:
    """The screens of a list, until two in a row are equal."""
    before = ""
    for _ in range(_MOST_PAGES):
        shown = hand.device.dump_hierarchy()
        if shown == before:
            return
        before = shown
        yield shown
        hand.swipe(*_DOWN, seconds=_SLOWLY)
    raise OracleLost("the list has no end")


def _lines(shown: str, prefix: str, first: str) -> list[dict[str, ElementTree.Element]]:
    """The nodes of each line, by their ids without the prefix. A line without its first part is cut off at the edge and
    left out.
    """
    found: list[dict[str, ElementTree.Element]] = []
    for node in ElementTree.fromstring(shown).iter("node"):
        name = node.get("resource-id", "").rpartition("/")[2]
        part = name.removeprefix(prefix)
        if part == first:
            found.append({})
        if found and name != part:
            found[-1][part] = node
    return found


def _rows(shown: str) -> list[tuple[_Row, tuple[int, int]]]:
    """The rows that are whole on one screen, with the middle of their names."""
    lines = [
        line
        for line in _lines(shown, "track_list_item_", "name")
        if {"name", "date", "time", "time_distance"} <= set(line)
    ]
    whole = max((_height(line["time"]) for line in lines), default=0)
    return [
        (
            _Row(
                name=line["name"].get("text", ""), day=line["date"].get("text", ""), time=line["time"].get("text", ""),
                far=line["time_distance"].get("text", ""),
            ),
            _middle(line["name"]),
        )
        for line in lines
        if _height(line["time"]) == whole and _height(line["name"]) >= whole
    ]  # fmt: skip


def _add_sums(found: dict[str, _Sum], shown: str) -> None:
    for line in _lines(shown, "aggregated_stats_", "type_label"):
        text = {part: node.get("text", "") for part, node in line.items()}
        if {"type_label", "num_tracks", "distance", "distance_unit", "time"} <= set(text):
            found[text["type_label"]] = _Sum(
                count=int(text["num_tracks"].strip("()")),
                metres=float(text["distance"].replace(",", "")) * _METRES[text["distance_unit"]],
                minutes=_minutes(text["time"]),
            )


def _minutes(text: str) -> int:
    seconds = 0
    for part in text.split(":"):
        seconds = seconds * 60 + int(part)
    return seconds // 60


def _metres(text: str) -> float:
    """The metres in a row's "30:00 (3.11mi)"."""
    number, unit = re.findall(r"\(([\d.,]+)(\w+)\)", text)[0]
    return float(number.replace(",", "")) * _METRES[unit]


def _bounds(node: ElementTree.Element) -> list[int]:
    return list(map(int, re.findall(r"-?\d+", node.get("bounds", ""))))


def _height(node: ElementTree.Element) -> int:
    _, top, _, bottom = _bounds(node)
    return bottom - top


def _middle(node: ElementTree.Element) -> tuple[int, int]:
    left, top, right, bottom = _bounds(node)
    return (left + right) // 2, (top + bottom) // 2
