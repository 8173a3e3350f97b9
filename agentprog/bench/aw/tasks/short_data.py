"""Seventeen short tasks over notes, calendar, expenses and recipes."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from agentprog.bench.aw import draw
from agentprog.bench.aw.checks import Answered, FilesChanged, NoteSays, RowsDeleted
from agentprog.bench.aw.holdings import START, Setup
from agentprog.bench.aw.task import Instance, Level, Task
from agentprog.bench.aw.tasks import calendar, expenses, notes, recipes
from agentprog.bench.aw.tasks.notes import MARKOR, NOTEBOOK
from agentprog.bench.aw.words import words

_OTHERS = 4
_WEEK = 604800


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _note_create(chance: random.Random) -> Instance:
    name, text = draw.note_name(chance), draw.sentence(chance)
    return Instance(
        goal=f"Make a note in {MARKOR} with the name {name} and this text: {text}",
        setup=Setup(files=notes.some_notes(chance, _OTHERS)),
        check=NoteSays(name=name, text=text),
        facts={"name": name, "text": text},
    )


def _note_delete(chance: random.Random) -> Instance:
    doomed, *other_notes = notes.some_notes(chance, 1 + _OTHERS)
    return Instance(
        goal=f"Delete the note {_name(doomed.path)} in {MARKOR}.",
        setup=Setup(files=draw.shuffled(chance, (doomed, *other_notes))),
        check=FilesChanged(gone=(doomed.path,)),
        facts={"name": _name(doomed.path)},
    )


def _note_line(chance: random.Random) -> Instance:
    changed, *other_notes = notes.some_notes(chance, 1 + _OTHERS)
    line = draw.sentence(chance)
    return Instance(
        goal=f"Put this line at the very top of the note {_name(changed.path)} in {MARKOR}, above the rest: {line}",
        setup=Setup(files=draw.shuffled(chance, (changed, *other_notes))),
        check=FilesChanged(there=((changed.path, f"{line}\n{changed.text}"),)),
        facts={"name": _name(changed.path), "line": line},
    )


def _note_folder(chance: random.Random) -> Instance:
    name = draw.note_name(chance).rpartition(".")[0]
    return Instance(
        goal=f"Make a folder called {name} in {MARKOR}.",
        setup=Setup(files=notes.some_notes(chance, _OTHERS)),
        check=FilesChanged(there=((f"{NOTEBOOK}/{name}", None),)),
        facts={"name": name},
    )


def _note_move(chance: random.Random) -> Instance:
    moved, *other_notes = notes.some_notes(chance, 1 + _OTHERS)
    source, target = draw.different(2, lambda: str(chance.choice(words()["nouns"])), key=str)
    name = _name(moved.path)
    at = replace(moved, path=f"{NOTEBOOK}/{source}/{name}")
    return Instance(
        goal=f"In {MARKOR}, move the note {name} from the folder {source} to the folder {target}.",
        setup=Setup(folders=(f"{NOTEBOOK}/{source}", f"{NOTEBOOK}/{target}"), files=(at, *other_notes)),
        check=FilesChanged(gone=(at.path,), there=((f"{NOTEBOOK}/{target}/{name}", at.text),)),
        facts={"name": name, "source": source, "target": target},
    )


def _event_add(chance: random.Random) -> Instance:
    day = draw.day(chance, 15, 31)
    return calendar.add_event(chance, day=day, when=calendar.spelled(day))


def _event_tomorrow(chance: random.Random) -> Instance:
    return calendar.add_event(chance, day=START.date() + timedelta(days=1), when="for tomorrow")


def _event_weekly(chance: random.Random) -> Instance:
    day = draw.day(chance, 16, 31)
    event = replace(draw.event(chance, day), interval=_WEEK, rule=1 << (day.isoweekday() - 1))
    goal = calendar.add_goal(event, calendar.spelled(day))
    return Instance(
        goal=f"{goal} It repeats every week, without an end.",
        setup=Setup(),
        check=calendar.add_check(event),
        facts={"event": event},
    )


def _event_delete(chance: random.Random) -> Instance:
    doomed = draw.event(chance, draw.day(chance, 15, 31))
    other_events = draw.other_events(chance, 20, unlike=lambda event: event.day == doomed.day)
    return Instance(
        goal=(
            f"In {calendar.CALENDAR_APP}, delete the event '{doomed.title}' {calendar.spelled(doomed.day)} at "
            f"{doomed.hour}h."
        ),
        setup=Setup(events=draw.shuffled(chance, (doomed, *other_events))),
        check=RowsDeleted(table="events", where=(calendar.named(doomed),)),
        facts={"day": doomed.day, "doomed": (doomed,)},
    )


def _events_of_day(chance: random.Random) -> Instance:
    day = draw.day(chance, 16, 28)
    events_of_day = draw.different(chance.randint(1, 3), lambda: draw.event(chance, day), key=lambda event: event.title)
    other_events = draw.other_events(chance, 12, unlike=lambda other: other.day == day)
    return Instance(
        goal=(
            f"Which events do I have {calendar.spelled(day)} in {calendar.CALENDAR_APP}? Answer with their titles "
            "only, separated by commas."
        ),
        setup=Setup(events=draw.shuffled(chance, (*events_of_day, *other_events))),
        check=Answered(items=tuple(event.title for event in events_of_day)),
        facts={"day": day, "titles": tuple(event.title for event in events_of_day)},
    )


def _task(name: str, about: str, app: str, make: Callable[[random.Random], Instance], level: Level, steps: int) -> Task:
    return Task(name=name, about=about, apps=(app,), make=make, level=level, steps=steps)


_CALENDAR, _EXPENSE, _RECIPE = calendar.CALENDAR_APP, expenses.EXPENSE_APP, recipes.RECIPE_APP
SHORT = (
    _task("NoteCreate", "make a note", MARKOR, _note_create, "medium", 16),
    _task("NoteDelete", "delete a note", MARKOR, _note_delete, "easy", 10),
    _task("NoteTopLine", "put a line above a note", MARKOR, _note_line, "medium", 12),
    _task("NoteFolder", "make a folder", MARKOR, _note_folder, "easy", 10),
    _task("NoteMove", "move a note", MARKOR, _note_move, "medium", 14),
    _task("NotesMerge", "merge three notes", MARKOR, lambda chance: notes.merge(chance, 3), "hard", 78),
    _task("EventAdd", "add an event on a date", _CALENDAR, _event_add, "hard", 34),
    _task("EventTomorrow", "add an event tomorrow", _CALENDAR, _event_tomorrow, "easy", 34),
    _task("EventWeekly", "add a weekly event", _CALENDAR, _event_weekly, "hard", 34),
    _task("EventDelete", "delete one event", _CALENDAR, _event_delete, "easy", 12),
    _task("EventsOfDay", "answer with a day's events", _CALENDAR, _events_of_day, "medium", 10),
    _task("ExpenseAdd", "add an expense", _EXPENSE, lambda chance: expenses.add(chance, 1, 10), "easy", 12),
    _task("ExpenseDelete", "delete an expense", _EXPENSE, lambda chance: expenses.delete(chance, 1, 5), "easy", 10),
    _task("ExpenseTwice", "delete a duplicate", _EXPENSE, lambda c: expenses.delete_duplicates(c, 5), "medium", 12),
    _task("RecipeAdd", "add a recipe", _RECIPE, lambda chance: recipes.add(chance, 1, 10), "easy", 24),
    _task("RecipeDelete", "delete a recipe", _RECIPE, lambda chance: recipes.delete(chance, 1, 8), "easy", 10),
    _task("RecipeTwice", "delete a duplicate", _RECIPE, lambda c: recipes.delete_duplicates(c, 5), "medium", 10),
)
