"""Questions about tasks, answered by reading the list of the app Tasks. The oracle knows the day and the requested
fact.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from datetime import date, datetime, timedelta
from typing import Any

from agentprog.bench.aw.oracle.hand import Hand, OracleLost
from agentprog.frozen import frozen, replace

TASKS = "org.tasks"
_TODAY = date(2023, 10, 15)
_NEAR = 6
_WEEK = 7
_MOST_PAGES = 20
_DOWN = (0.5, 0.7, 0.5, 0.4)
_SLOWLY = 0.8
_FREE = 0.8
"""The share of the screen above the round button, which covers dates."""
_DONE = "Completed"


@frozen
class _Row:
    """A task in the list: its heading and the date in its row."""

    heading: str
    title: str
    due: str = ""
    whole: bool = True


def due_on(hand: Hand, task: Any) -> str:
    return _titles(_under(_listed(hand, "By due date"), {_heading(_day(task))}))


def high(hand: Hand, task: Any) -> str:
    del task
    return _titles(_under(_listed(hand, "By priority"), {"High priority"}))


def high_due_on(hand: Hand, task: Any) -> str:
    return _titles(_due(hand, _under(_listed(hand, "By priority"), {"High priority"}), _day(task)))


def completed_for(hand: Hand, task: Any) -> str:
    return _titles(_due(hand, _under(_listed(hand, "By due date"), {_DONE}), _day(task)))


def open_until(hand: Hand, task: Any) -> str:
    days = (_day(task) - _TODAY).days + 1
    headings = {"Overdue", *(_heading(_TODAY + timedelta(days=number)) for number in range(days))}
    return _titles(_under(_listed(hand, "By due date"), headings))


def due_next_week(hand: Hand, task: Any) -> str:
    del task
    monday = _TODAY + timedelta(days=_WEEK - _TODAY.weekday())
    headings = {_heading(monday + timedelta(days=number)) for number in range(_WEEK)}
    return str(len(_under(_listed(hand, "By due date"), headings)))


def _day(task: Any) -> date:
    """The day in question; the goal may give it as a weekday."""
    record = task.task.relevant_state.state.tasks_app.tasks_app_tasks[0]
    return datetime.strptime(record.due_date, "%B %d %Y").date()


def _titles(rows: list[_Row]) -> str:
    return ", ".join(row.title for row in rows)


def _under(rows: list[_Row], headings: set[str]) -> list[_Row]:
    return [row for row in rows if row.heading in headings]


def _heading(day: date) -> str:
    """The heading of a day that has not ended."""
    days_ahead = (day - _TODAY).days
    near = {0: "today", 1: "tomorrow"}.get(days_ahead) or f"{day:%A}"
    return f"Due {near}" if days_ahead <= _NEAR else f"Due {day:%A}, {day:%B} {day.day}"


def _day_text(day: date) -> str:
    """The notation of a day in a row. A weekday's name means the last one or the next."""
    days_ahead = (day - _TODAY).days
    if abs(days_ahead) > _NEAR:
        return f"{day:%b} {day.day}"
    return {0: "Today", 1: "Tmrw", -1: "Yest"}.get(days_ahead) or f"{day:%a}"


def _listed(hand: Hand, grouping: str) -> list[_Row]:
    """Every task, from the top of the list to its end, under the headings of this grouping."""
    _begin(hand)
    hand.tap(desc="Sort")
    hand.tap("Grouping")
    hand.tap(grouping)
    hand.await_("Sorting")
    hand.back()
    hand.await_(desc="Create new task")
    rows: list[_Row] = []
    seen = ""
    while (shown := hand.device.dump_hierarchy()) != seen:
        seen = shown
        _extend(rows, _page(shown, rows[-1].heading if rows else ""))
        hand.swipe(*_DOWN, seconds=_SLOWLY)
    return rows


def _begin(hand: Hand) -> None:
    """Scroll to the top of the list."""
    hand.open(TASKS)
    hand.await_(desc="Create new task")


def _page(shown: str, heading: str) -> list[_Row]:
    """The rows on one screen; rows above its first heading belong to the last heading before.

    A row cut off at the edge of the list is left to another page: its date may be cut off, or its title not yet
    visible.
    """
    rows: list[_Row] = []
    parts = [(_part(node), node) for node in ElementTree.fromstring(shown).iter("node")]
    whole = max((_height(node) for part, node in parts if part == "title"), default=0)
    for part, node in parts:
        text = node.get("text", "")
        if part == "header":
            heading = text
        elif part == "title":
            rows.append(_Row(heading=heading, title=text, whole=_height(node) == whole))
        elif part == "due_date" and rows:
            rows[-1] = replace(rows[-1], due=text)
    return [row for row in rows if row.whole]


def _part(node: ElementTree.Element) -> str:
    return node.get("resource-id", "").rpartition("/")[2]


def _height(node: ElementTree.Element) -> int:
    _, top, _, bottom = map(int, re.findall(r"-?\d+", node.get("bounds", "")))
    return bottom - top


def _extend(rows: list[_Row], page: list[_Row]) -> None:
    """Add the new part of a page: its beginning overlaps the end of the rows read so far."""
    plain = [(row.title, row.due) for row in rows]
    beginning = [(row.title, row.due) for row in page]
    overlap = next(
        n for n in range(min(len(plain), len(beginning)), -1, -1) if plain[len(plain) - n :] == beginning[:n]
    )
    rows += page[overlap:]


def _due(hand: Hand, rows: list[_Row], day: date) -> list[_Row]:
    """The tasks due on that day. If a row's date is ambiguous, the month in its date sheet decides."""
    return [row for row in rows if row.due == _day_text(day) and _marked(hand, row) == day]


def _marked(hand: Hand, row: _Row) -> date:
    """The marked day in the date sheet of a row, which a touch of the row's date opens. Changes nothing."""
    _begin(hand)
    height = hand.device.window_size()[1]
    place = None
    for _ in range(_MOST_PAGES):
        place = _place(hand.device.dump_hierarchy(), row)
        if place is not None and place[1] < _FREE * height:
            break
        hand.swipe(*_DOWN, seconds=_SLOWLY)
    if place is None:
        raise OracleLost(f"no row of {row.title}")
    hand.device.click(*place)
    hand.await_(id="ok_button")
    marked = hand.find(checked=True, descriptionMatches=r"\d+ \w+ \d{4}").info["contentDescription"]
    hand.tap(id="cancel_button")
    hand.await_(desc="Create new task")
    return datetime.strptime(marked, "%d %B %Y").date()


def _place(shown: str, row: _Row) -> tuple[int, int] | None:
    """The middle of that row's date."""
    for body in ElementTree.fromstring(shown).iter("node"):
        parts = {_part(node): node for node in body.iter("node")}
        if not body.get("resource-id", "").endswith("rowBody"):
            continue
        title, due = parts.get("title"), parts.get("due_date")
        if title is not None and due is not None and (title.get("text"), due.get("text")) == (row.title, row.due):
            left, top, right, bottom = map(int, re.findall(r"-?\d+", due.get("bounds", "")))
            return (left + right) // 2, (top + bottom) // 2
    return None
