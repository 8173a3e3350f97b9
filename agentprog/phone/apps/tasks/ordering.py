"""The order of tasks in the list, and their headings."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from datetime import datetime

from agentprog.frozen import frozen
from agentprog.phone.apps.tasks import wording
from agentprog.phone.apps.tasks.store import PACKAGE, Task, day_start
from agentprog.phone.kernel.storage import Storage

NO_GROUP, SMART, TITLE, DUE, PRIORITY, MODIFIED, CREATED, START = -1, 0, 1, 2, 3, 4, 5, 8
NAMES = {
    DUE: "By due date",
    START: "By start date",
    PRIORITY: "By priority",
    TITLE: "By title",
    MODIFIED: "By last modified",
    SMART: "Smart sort",
    CREATED: "By creation time",
    NO_GROUP: "None",
}
SORTS = (DUE, START, PRIORITY, TITLE, MODIFIED, SMART, CREATED)
GROUPS = (NO_GROUP, DUE, START, PRIORITY, MODIFIED, CREATED)
_PREFERENCES = f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
PRIORITIES = ("High priority", "Medium priority", "Low priority", "No priority")
_UNDATED = {DUE: "No due date", START: "No start date"}
_HEADINGS = {DUE: "Due", START: "Start", MODIFIED: "Modified", CREATED: "Created"}
_FAR = 1 << 60
_DAY_MS = 86_400_000
_TWO_DAYS = 172_799_999
_REST_OF_DAY = 43_140_000
"""Offset in milliseconds from noon, where a due date without a time is stored, to the end of its day."""

_DATES: dict[int, Callable[[Task], int]] = {
    DUE: lambda task: task.due,
    START: lambda task: task.start,
    MODIFIED: lambda task: task.modified,
    CREATED: lambda task: task.created,
}


@frozen
class Order:
    """The list's settings, stored as the app's preferences.

    `completed` and `unstarted`: whether these tasks are shown.
    """

    group: int = NO_GROUP
    sort: int = SMART
    completed: bool = True
    unstarted: bool = True


@frozen
class Section:
    """Tasks under one heading; "" means no heading."""

    heading: str
    tasks: tuple[Task, ...]


def read_order(storage: Storage) -> Order:
    if storage.stat(_PREFERENCES) is None:
        return Order()
    preferences = {
        node.get("name"): node.get("value", "") for node in ElementTree.fromstring(storage.read(_PREFERENCES))
    }
    return Order(
        group=int(preferences.get("group_mode", NO_GROUP)),
        sort=int(preferences.get("sort_mode", SMART)),
        completed=preferences.get("show_completed_tasks", "true") == "true",
        unstarted=preferences.get("show_hidden_tasks", "true") == "true",
    )


def keep_order(storage: Storage, order: Order) -> None:
    root = ElementTree.Element("map")
    for name, number in (("group_mode", order.group), ("sort_mode", order.sort)):
        ElementTree.SubElement(root, "int", name=name, value=str(number))
    for name, flag in (("show_completed_tasks", order.completed), ("show_hidden_tasks", order.unstarted)):
        ElementTree.SubElement(root, "boolean", name=name, value=str(flag).lower())
    storage.write(_PREFERENCES, ElementTree.tostring(root))


def sections(tasks: Sequence[Task], order: Order, now: datetime) -> list[Section]:
    """The shown tasks in sections; completed ones come last, newest first."""
    now_ms = int(now.timestamp()) * 1000
    shown = [task for task in tasks if order.unstarted or not task.hidden(now_ms)]
    open_ = sorted((task for task in shown if not task.completed), key=lambda task: _place(task, order))
    done = sorted((task for task in shown if task.completed and order.completed), key=lambda task: -task.completed)
    if order.group == NO_GROUP:
        return [Section(heading="", tasks=(*open_, *done))] if open_ or done else []
    found: dict[str, list[Task]] = {}
    for task in open_:
        found.setdefault(_heading(task, order.group, now), []).append(task)
    if done:
        found["Completed"] = done
    return [Section(heading=heading, tasks=tuple(inside)) for heading, inside in found.items()]


def _place(task: Task, order: Order) -> tuple[int, int, str]:
    return _rank(task, order.group, whole_days=True), _rank(task, order.sort, whole_days=False), task.title.upper()


def _rank(task: Task, mode: int, *, whole_days: bool) -> int:
    """A task's rank in one mode, lowest first; groups count whole days."""
    if mode == PRIORITY:
        return task.priority
    if mode == SMART:
        return (_until(task) if task.due else _FAR) + _TWO_DAYS * task.priority
    if mode not in _DATES:
        return 0
    date = _DATES[mode](task) or _FAR
    if whole_days:
        date //= _DAY_MS
    elif mode == DUE and task.due:
        date = _until(task)
    return -date if mode in (MODIFIED, CREATED) else date


def _until(task: Task) -> int:
    return task.due if task.due_has_time else task.due + _REST_OF_DAY


def _heading(task: Task, group: int, now: datetime) -> str:
    if group == PRIORITY:
        return PRIORITIES[min(task.priority, len(PRIORITIES) - 1)]
    date = _DATES[group](task)
    if not date:
        return _UNDATED.get(group, "No date")
    if group == DUE and date < day_start(int(now.timestamp()) * 1000):
        return "Overdue"
    day = wording.day(date, now, short=False)
    near = day in ("Today", "Tomorrow", "Yesterday")
    return f"{_HEADINGS[group]} {day.lower() if near else day}"
