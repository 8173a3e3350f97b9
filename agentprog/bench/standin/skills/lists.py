"""Opens and reads lists and pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agentprog.bench.standin.goals import (
    FindCategory,
    FindLastWord,
    FindNumber,
    FindServings,
    FindSwitch,
    Goal,
    ListContacts,
    ListEvents,
    ListExpenses,
    ListNotes,
    ListRecipes,
    ListUnread,
    ShowDay,
    day_label,
)
from agentprog.bench.standin.replies import Reply, done, press, tap
from agentprog.bench.standin.screen import Line, View
from agentprog.bench.standin.skills.datebook import show_day
from agentprog.bench.standin.skills.forms import seek

Record = dict[str, str]
_LISTS: dict[type[Goal], str] = {
    ListContacts: "Create contact",
    ListUnread: "conversations fab",
    ListNotes: "Create a new file or folder",
    ListRecipes: "New Recipe",
}
"""A button that identifies the page with the whole list."""
_OF_ROW: dict[type[Goal], re.Pattern[str]] = {
    ListContacts: re.compile(r"(?:\w, )?(?P<name>\w+ \w+)"),
    ListUnread: re.compile(r"(?P<sender>[^,]+), .*"),
    ListNotes: re.compile(r"(?P<name>\S+\.\w+), .*"),
    ListEvents: re.compile(r"(?P<title>.*?)(?:, (?P<start>\d\d:\d\d)\b.*)?"),
    ListExpenses: re.compile(r"(?P<name>[^,]+), .*?- (?P<amount>[\d,]+\.\d\d|[\d,]+)(?:, .*)?"),
    ListRecipes: re.compile(r"(?P<title>[^,]+)(?:, .*)?"),
}
"""How to split a row's label into its parts."""
_CLOCK = re.compile(r"\d\d:\d\d")


def show_list(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    """Opens the page with the list. A later reading reads it."""
    if isinstance(goal, ListEvents):
        return show_day(ShowDay(day=goal.day), view, moves)
    if isinstance(goal, ListExpenses):
        more = view.find("More", "button")
        if view.find("Expense Logs", "text"):
            return done()
        return tap(more) if more else press("back")
    return done() if view.find(_LISTS[type(goal)], "button") else press("back")


def way(goal: Goal, view: View) -> list[str]:
    """The labels of the elements to tap on the way from this page to the list."""
    return ["More"] if isinstance(goal, ListExpenses) and view.find("More", "button") else []


def records(goal: Goal, view: View) -> list[Record]:
    """The rows of a list on this screen."""
    if isinstance(goal, ListExpenses) and not view.find("Expense Logs", "text"):
        return []  # the home page shows only the latest rows
    if isinstance(goal, ListEvents) and not view.find(day_label(goal.day), "button"):
        return []  # another day is open
    return [found for line in _rows(goal, view) if (found := _record(goal, line))]


def _rows(goal: Goal, view: View) -> Iterator[Line]:
    for line in view.roles("item", "button"):
        if line.role == "button" and not isinstance(goal, ListNotes | ListContacts):
            continue
        if isinstance(goal, ListUnread) and not line.has("in bold"):
            continue
        yield line


def _record(goal: Goal, line: Line) -> Record | None:
    found = _OF_ROW[type(goal)].fullmatch(line.label)
    return {name: value or "" for name, value in found.groupdict().items()} if found else None


def open_one(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    """Opens the page of an entry, which shows the value."""
    value = told(goal, view)
    if value:
        return done(value)
    name = _name(goal)
    in_list: dict[type[Goal], str] = {
        FindNumber: "Create contact",
        FindLastWord: "conversations fab",
        FindServings: "New Recipe",
    }
    if isinstance(goal, FindCategory):
        if not view.find("Expense Logs", "text"):
            more = view.find("More", "button")
            return tap(more) if more else press("back")
    elif not view.find(in_list[type(goal)], "button"):
        return press("back")
    row = next((line for line in view.roles("item", "button") if name in line.label.split(", ")[:2]), None)
    return tap(row) if row else seek(moves)


def told(goal: Goal, view: View) -> str:
    """The value on the page of an entry; empty on any other page."""
    name = _name(goal)
    if isinstance(goal, FindSwitch):
        return ""
    if not view.find(name, "text"):
        return ""
    match goal:
        case FindNumber() if view.find("Contact info", "text"):
            return next((line.label.partition(",")[0] for line in view.roles("item") if line.label.startswith("+")), "")
        case FindLastWord() if view.field("Type a message\u2026"):
            theirs = [line.label for line in view.lines if "on the left" in line.said]
            if not theirs and not view.saying("on the right"):  # the screen shows no message of the user
                theirs = [line.label for line in view.roles("text") if not _CLOCK.fullmatch(line.label)][1:]
            return theirs[-1] if theirs else ""
        case FindCategory():
            return _behind("Category", view)
        case FindServings():
            return next((line.label for line in view.lines if re.fullmatch(r"[\d-]+ servings?", line.label)), "")
        case _:
            return ""


def _behind(label: str, view: View) -> str:
    """The text after a label."""
    texts = [line.label for line in view.roles("text", "item")]
    return texts[texts.index(label) + 1] if label in texts[:-1] else ""


def _name(goal: Goal) -> str:
    return goal.key
