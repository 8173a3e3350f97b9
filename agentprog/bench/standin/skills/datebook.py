"""Goals in Simple Calendar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from agentprog.bench.standin.goals import AddEvent, DeleteEvent, DeleteShown, Goal, ShowDay, day_label
from agentprog.bench.standin.replies import Reply, done, hold, press, scroll, tap
from agentprog.bench.standin.screen import Line, View
from agentprog.bench.standin.skills.forms import fill, tapped

_EVENT = re.compile(r'^(?:\[\d+\] )?item ".*?, (?:\d\d:\d\d|All-day)')
_DAY = re.compile(r"\w+ \d+ (?:\d{4} )?\(\w{3}\)")
_MONTH = "month view background"


def show_day(goal: Goal, view: View, _moves: Sequence[str]) -> Reply:
    """Opens a day from the month. Counts the month's cells if the prompt does not name their days."""
    assert isinstance(goal, ShowDay)
    label = day_label(goal.day)
    if view.find(label, "button"):
        return done(label)
    day = date.fromisoformat(goal.day)
    cells, day_button = _cells(view), view.find(str(day.day), "button")
    if day_button is not None or len(cells) == 42:
        shown = view.find(f"{day:%B}", "button")
        if shown is None:
            right = view.find("top right arrow", "button")
            return tap(right) if right else press("back")
        if day_button is not None:
            return tap(day_button, expect=label)
        first = day.replace(day=1)
        index = cells[(day - (first - timedelta(days=first.weekday()))).days]
        return tap(replace(view.lines[0], index=index), expect=label)
    return press("back")


def _cells(view: View) -> range:
    """The element numbers of a month's cells, which look alike and share one line of the list."""
    grid = next((line for line in view.lines if line.label == _MONTH and line.last), None)
    return range(grid.index, grid.last + 1) if grid is not None else range(0)


def events(view: View) -> list[Line]:
    """The events in a day's list."""
    return [line for line in view.lines if _EVENT.match(line.said)]


def delete_shown(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    """Selects all visible events, deletes and confirms, once."""
    assert isinstance(goal, DeleteShown)
    yes = view.find("Yes", "button")
    if yes:
        return tap(yes)
    shown = events(view)
    chosen = [line for line in shown if line.has("selected")]
    delete = view.find("Delete", "button")
    if tapped(moves, "Yes"):
        return done()
    if not shown:
        return done()
    if not chosen:
        return hold(shown[0])
    left = next((line for line in shown if line not in chosen), None)
    if left is not None:
        return tap(left)
    return tap(delete) if delete else press("back")


def delete_event(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    """Deletes an event on its day's page: long press, delete, confirm."""
    assert isinstance(goal, DeleteEvent)
    yes, delete = view.find("Yes", "button"), view.find("Delete", "button")
    if yes:
        return tap(yes)
    row = next((line for line in events(view) if line.label.startswith(f"{goal.title}, ")), None)
    if row is not None and row.has("selected") and delete:
        return tap(delete)
    reply = show_day(ShowDay(day=goal.day), view, moves)
    if reply["action"] != "done":
        return reply
    if row is None:
        return done() if tapped(moves, "Yes") else scroll("down")
    return hold(row)


def add_event(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, AddEvent)
    if view.saying("Select time"):
        return _clock(goal, view, moves)
    if view.find("Next month", "button"):
        return _picker(goal, view, moves)
    save = view.find("Save", "button")
    if save and view.saying("All-day"):
        filled = fill(view, moves, (("Title", goal.title), ("Description", goal.description)))
        if filled is not None:
            return filled
        wrong = wrong_times(goal, view)
        return scroll("down") if wrong is None else tap(wrong[0][1] if wrong else save)
    if tapped(moves, "Save"):
        reply = show_day(ShowDay(day=goal.day), view, moves)
        return done(goal.title) if reply["action"] == "done" else reply
    if view.find("fab event icon", "button"):
        event = view.find("Event", "button")
        return tap(event) if event else press("back")
    new = view.find("New Event", "button")
    # Starts from the month, so that the form returns to it and the day can be opened from there.
    return tap(new) if new and not any(map(_DAY.fullmatch, _labels(view))) else press("back")


def _labels(view: View) -> list[str]:
    return [line.label for line in view.roles("button")]


def _times(goal: AddEvent) -> tuple[datetime, datetime]:
    start = datetime.combine(date.fromisoformat(goal.day), time(int(goal.hour)), UTC)
    return start, start + timedelta(minutes=int(goal.minutes))


def wrong_times(goal: AddEvent, view: View) -> list[tuple[datetime, Line]] | None:
    """The wrong values among start date, start time, end date and end time, with the right ones; None if not all are
    visible."""
    days = [line for line in view.roles("button") if _DAY.fullmatch(line.label)]
    clocks = [line for line in view.roles("button") if re.fullmatch(r"\d\d:\d\d", line.label)]
    if len(days) != 2 or len(clocks) != 2:
        return None
    pairs = [(moment, pair) for moment, *pair in zip(_times(goal), days, clocks, strict=True)]
    right = {moment: (day_label(moment.date().isoformat()), f"{moment:%H:%M}") for moment, _ in pairs}
    return [(moment, line) for moment, pair in pairs for line in pair if line.label not in right[moment]]


def _which(goal: AddEvent, moves: Sequence[str]) -> datetime:
    """The right time for the open picker. The start comes before the end."""
    choices = [move for move in moves if re.search(r'button "(?:\d\d:\d\d|\w+ \d+ \(\w{3}\))"', move)]
    start, end = _times(goal)
    if choices and "2nd" in choices[-1]:
        return end
    if choices and "1st" in choices[-1]:
        return start
    same_kind = [move for move in choices if (":" in move.partition('"')[2]) == (":" in choices[-1].partition('"')[2])]
    return end if len(same_kind) > 1 else start


def _picker(goal: AddEvent, view: View, moves: Sequence[str]) -> Reply:
    moment = _which(goal, moves)
    cell = next((line for line in view.lines if f", {moment:%d %B %Y}" in line.said), None)
    if cell is None:
        following = view.find("Next month", "button")
        return tap(following) if following else press("back")
    agree = view.find("OK", "button")
    return tap(agree) if agree and (cell.value == "on" or cell.has("selected")) else tap(cell)


def _clock(goal: AddEvent, view: View, moves: Sequence[str]) -> Reply:
    moment = _which(goal, moves)
    hours = next((line for line in view.roles("radio") if line.label.endswith(" hours")), None)
    minutes = next((line for line in view.roles("radio") if line.label.endswith(" minutes")), None)
    agree = view.find("OK", "button")
    for head, value, unit in ((hours, moment.hour, "hours"), (minutes, moment.minute, "minutes")):
        if head is None or head.label == f"{value} {unit}":
            continue
        choice = next((line for line in view.roles("button") if f", {value} {unit}" in line.said), None)
        return tap(choice) if choice else tap(head)
    return tap(agree) if agree else press("back")
