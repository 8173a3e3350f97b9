"""Fresh errands over expenses, events, recipes and notes: collect, then compute, then write or delete."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from agentprog.bench.aw import draw
from agentprog.bench.aw.checks import (
    All,
    AnsweredNumber,
    FilesChanged,
    NoteReads,
    RowsAdded,
    RowsDeleted,
    TextsSent,
)
from agentprog.bench.aw.holdings import Event, Expense, File, Recipe, Setup
from agentprog.bench.aw.state import Row
from agentprog.bench.aw.task import Instance, Task
from agentprog.bench.aw.tasks import calendar, expenses, notes, recipes
from agentprog.bench.aw.tasks.messages import SMS_APP
from agentprog.bench.aw.tasks.notes import MARKOR
from agentprog.bench.aw.words import words

_INCOME = 2
_STEPS = 150
_TODAY = date(2023, 10, 15)


def _amount(cents: int) -> str:
    return f"{cents / 100:.2f}"


def _new_note(chance: random.Random) -> str:
    return f"{draw.scramble(chance, 8)}.md"


def _spent(chance: random.Random, count: int) -> tuple[Expense, ...]:
    """Expenses of different names and amounts, none of them an income."""
    drawn: dict[int, Expense] = {}
    for expense in draw.expenses(chance, 4 * count):
        if expense.category != _INCOME and len(drawn) < count:
            drawn.setdefault(expense.cents, expense)
    return tuple(drawn.values())


# ---------------------------------------------------------------- expenses


def _delete_over(chance: random.Random) -> Instance:
    ranked = sorted(_spent(chance, 8), key=lambda expense: expense.cents)
    count = chance.randint(2, 4)
    doomed = tuple(ranked[-count:])
    limit = expenses.dollars(ranked[-count - 1].cents)
    return Instance(
        goal=(
            f"In {expenses.EXPENSE_APP}, delete every expense of more than {limit} and answer with the sum of those "
            "that you have deleted."
        ),
        setup=Setup(expenses=draw.shuffled(chance, ranked)),
        check=All(
            parts=(
                RowsDeleted(table="expenses", where=tuple({"name": expense.name} for expense in doomed)),
                AnsweredNumber(value=sum(expense.cents for expense in doomed) / 100),
            )
        ),
        facts={"doomed": doomed},
    )


def _sum_of_category(chance: random.Random) -> Instance:
    spent = _spent(chance, 7)
    category = spent[0].category
    chosen = [expense for expense in spent if expense.category == category]
    return Instance(
        goal=(
            f"What have I spent on {expenses.CATEGORIES[category]} altogether, by {expenses.EXPENSE_APP}? Answer with "
            "the sum."
        ),
        setup=Setup(expenses=draw.shuffled(chance, spent)),
        check=All(
            parts=(
                AnsweredNumber(value=sum(expense.cents for expense in chosen) / 100),
                RowsAdded(table="expenses", rows=(), exact=("amount",)),
            )
        ),
        facts={"names": tuple(expense.name for expense in spent), "category": expenses.CATEGORIES[category]},
    )


def _highest_note(chance: random.Random) -> Instance:
    spent = _spent(chance, 7)
    most, name = max(spent, key=lambda expense: expense.cents), _new_note(chance)
    return Instance(
        goal=f"Write the name of my highest expense in {expenses.EXPENSE_APP} into a new note {name} in {MARKOR}.",
        setup=Setup(expenses=spent),
        check=NoteReads(name=name, lines=(most.name,)),
        facts={"name": name, "lines": (most.name,)},
    )


def _total_text(chance: random.Random) -> Instance:
    spent, number = _spent(chance, 5), draw.number(chance)
    body = f"Total: {_amount(sum(expense.cents for expense in spent))}"
    return Instance(
        goal=(
            f'Text {number} with {SMS_APP} what all my expenses in {expenses.EXPENSE_APP} come to: "Total: ", then the '
            "sum with two decimals and nothing else."
        ),
        setup=Setup(expenses=spent),
        check=TextsSent(texts=((number, body),)),
        facts={"texts": ((number, body),)},
    )


def _expenses_of_note(chance: random.Random) -> Instance:
    to_add, name = _spent(chance, 3), _new_note(chance)
    lines = "\n".join(f"{e.name}, ${_amount(e.cents)}, {expenses.CATEGORIES[e.category]}" for e in to_add)
    rows: tuple[Row, ...] = tuple({"name": e.name, "amount": e.cents, "category": e.category} for e in to_add)
    return Instance(
        goal=(
            f"Each line of the note {name} in {MARKOR} is an expense: name, amount, category. Put them all into "
            f"{expenses.EXPENSE_APP}."
        ),
        setup=Setup(files=(notes.note(name, lines),)),
        check=RowsAdded(table="expenses", rows=rows, exact=("amount", "category"), fuzzy=("name",)),
        facts={"expenses": tuple(replace(expense, note="") for expense in to_add)},
    )


# ---------------------------------------------------------------- events


def _day_of(chance: random.Random, count: int) -> tuple[date, tuple[Event, ...], tuple[Event, ...]]:
    """A day with events of different hours and titles, in order, and events of other days."""
    day = draw.day(chance, 16, 31)
    hours = sorted(chance.sample(range(8, 22), count))
    drawn = draw.different(count, lambda: draw.event(chance, day), key=lambda event: event.title)
    events = tuple(replace(event, hour=hour, minutes=30) for event, hour in zip(drawn, hours, strict=True))
    return day, events, draw.other_events(chance, 6, unlike=lambda event: event.day == day)


def _events_of_note(chance: random.Random) -> Instance:
    days = sorted(chance.sample(range(16, 31), 3))
    to_add = tuple(
        replace(draw.event(chance, date(*draw.OCTOBER, day)), minutes=60, hour=chance.randrange(7, 22), description="")
        for day in days
    )
    name = _new_note(chance)
    lines = "\n".join(f"{event.day} {event.hour}:00 {event.title}" for event in to_add)
    rows: tuple[Row, ...] = tuple({"start_ts": e.start_ts, "end_ts": e.end_ts, "title": e.title} for e in to_add)
    return Instance(
        goal=(
            f"The note {name} in {MARKOR} lists events: date, time, title. Put each of them into "
            f"{calendar.CALENDAR_APP}; each takes one hour."
        ),
        setup=Setup(files=(notes.note(name, lines),)),
        check=RowsAdded(table="events", rows=rows, exact=("start_ts", "end_ts"), fuzzy=("title",)),
        facts={"events": to_add},
    )


def _day_note(chance: random.Random) -> Instance:
    day, events, other_events = _day_of(chance, 3)
    name = _new_note(chance)
    lines = tuple(event.title for event in events)
    return Instance(
        goal=(
            f"Make a note {name} in {MARKOR} with the titles of my events on {day} in {calendar.CALENDAR_APP}: one a "
            "line, in the order of their times."
        ),
        setup=Setup(events=draw.shuffled(chance, (*events, *other_events))),
        check=NoteReads(name=name, lines=lines),
        facts={"day": day, "titles": lines, "name": name, "lines": lines},
    )


def _first_text(chance: random.Random) -> Instance:
    day, events, other_events = _day_of(chance, 3)
    sent = ((draw.number(chance), f"{events[0].title} at {events[0].hour:02d}:00"),)
    return Instance(
        goal=(
            f"Which of my events on {day} is the first, by {calendar.CALENDAR_APP}? Text it to {sent[0][0]} with "
            f'{SMS_APP}: the title, then " at ", then the time it begins, as in 09:00.'
        ),
        setup=Setup(events=draw.shuffled(chance, (*events, *other_events))),
        check=TextsSent(texts=sent),
        facts={"day": day, "titles": (events[0].title,), "texts": sent},
    )


def _days_counted(chance: random.Random) -> Instance:
    days = [_TODAY + timedelta(days=offset) for offset in sorted(chance.sample(range(1, 14), 3))]
    counts = [chance.randint(1, 4) for _ in days]
    events = tuple(draw.event(chance, day) for day, count in zip(days, counts, strict=True) for _ in range(count))
    other_events = draw.other_events(chance, 5, unlike=lambda event: event.day in days)
    name = _new_note(chance)
    lines = tuple(f"{day}: {count}" for day, count in zip(days, counts, strict=True))
    return Instance(
        goal=(
            f"How many events does {calendar.CALENDAR_APP} have on {', on '.join(map(str, days))}? Make a note {name} "
            f"in {MARKOR} with a line for each of these days, such as: {_TODAY}: 5"
        ),
        setup=Setup(events=draw.shuffled(chance, (*events, *other_events))),
        check=NoteReads(name=name, lines=lines),
        facts={"days": tuple(zip(days, counts, strict=True)), "name": name, "lines": lines},
    )


def _morning_off(chance: random.Random) -> Instance:
    day, events, other_events = _day_of(chance, 4)
    split = chance.randint(1, 3)
    hours = (8, 9, 10)[:split] + (13, 15, 18)[: 4 - split]
    events = tuple(replace(event, hour=hour) for event, hour in zip(events, hours, strict=True))
    doomed = events[:split]
    return Instance(
        goal=f"In {calendar.CALENDAR_APP}, delete those events of {day} that begin before noon, and no others.",
        setup=Setup(events=draw.shuffled(chance, (*events, *other_events))),
        check=RowsDeleted(table="events", where=tuple(calendar.named(event) for event in doomed)),
        facts={"doomed": doomed},
    )


# recipes and notes: each must be opened


def _some_recipes(chance: random.Random, count: int) -> list[Recipe]:
    """Five recipes, `count` of them for eight servings."""
    drawn = draw.recipes(chance, 5)
    other_servings = [servings for servings in words()["recipes"]["servings"] if not servings.startswith("8")]
    return [
        replace(recipe, servings="8 servings" if i < count else chance.choice(other_servings))
        for i, recipe in enumerate(drawn)
    ]


def _count_recipes(chance: random.Random) -> Instance:
    count = chance.randint(2, 4)
    drawn = _some_recipes(chance, count)
    return Instance(
        goal=f"How many of my recipes in {recipes.RECIPE_APP} are for 8 servings? Answer with the count.",
        setup=Setup(recipes=draw.shuffled(chance, drawn)),
        check=All(parts=(AnsweredNumber(value=count), RowsAdded(table="recipes", rows=(), exact=("favorite",)))),
        facts={"titles": tuple(recipe.title for recipe in drawn), "servings": "8 servings"},
    )


def _delete_recipes(chance: random.Random) -> Instance:
    drawn = _some_recipes(chance, 2)
    return Instance(
        goal=f"Delete the recipes in {recipes.RECIPE_APP} that are for 8 servings, and no others.",
        setup=Setup(recipes=draw.shuffled(chance, drawn)),
        check=RowsDeleted(table="recipes", where=tuple({"title": recipe.title} for recipe in drawn[:2])),
        facts={"doomed": tuple(drawn[:2])},
    )


def _marked(chance: random.Random, count: int) -> tuple[File, ...]:
    """Six notes; the first `count` end with a line that marks them as settled."""
    return tuple(
        replace(file, text=f"{file.text}{'settled' if i < count else 'open'}\n")
        for i, file in enumerate(notes.some_notes(chance, 6))
    )


def _name(file: File) -> str:
    return file.path.rpartition("/")[2]


def _count_notes(chance: random.Random) -> Instance:
    count = chance.randint(2, 5)
    files = _marked(chance, count)
    return Instance(
        goal=f'How many notes in {MARKOR} have "settled" as their last line? Answer with the count.',
        setup=Setup(files=draw.shuffled(chance, files)),
        check=All(parts=(AnsweredNumber(value=count), FilesChanged())),
        facts={"names": tuple(map(_name, files))},
    )


def _delete_notes(chance: random.Random) -> Instance:
    files = _marked(chance, 2)
    return Instance(
        goal=f'Delete those notes in {MARKOR} whose last line says "settled".',
        setup=Setup(files=draw.shuffled(chance, files)),
        check=FilesChanged(gone=tuple(file.path for file in files[:2])),
        facts={"doomed": tuple(map(_name, files[:2]))},
    )


_EXPENSES, _CALENDAR, _RECIPES = (expenses.EXPENSE_APP,), (calendar.CALENDAR_APP,), (recipes.RECIPE_APP,)
_NOTES, _TEXTS = (MARKOR,), (SMS_APP,)
_Maker = tuple[str, str, tuple[str, ...], Callable[[random.Random], Instance]]
_MAKERS: Sequence[_Maker] = (
    ("FreshExpensesOver", "delete expenses over an amount, say the sum", _EXPENSES, _delete_over),
    ("FreshCategorySum", "the sum of a category", _EXPENSES, _sum_of_category),
    ("FreshHighestNote", "the highest expense into a note", (*_EXPENSES, *_NOTES), _highest_note),
    ("FreshTotalText", "text the sum of all expenses", (*_EXPENSES, *_TEXTS), _total_text),
    ("FreshExpensesOfNote", "expenses from a note", (*_NOTES, *_EXPENSES), _expenses_of_note),
    ("FreshEventsOfNote", "events from a note", (*_NOTES, *_CALENDAR), _events_of_note),
    ("FreshDayNote", "a day's events into a note", (*_CALENDAR, *_NOTES), _day_note),
    ("FreshFirstEventText", "text a day's first event", (*_CALENDAR, *_TEXTS), _first_text),
    ("FreshDaysCounted", "count three days' events into a note", (*_CALENDAR, *_NOTES), _days_counted),
    ("FreshMorningOff", "delete a day's events before noon", _CALENDAR, _morning_off),
    ("FreshCountRecipes", "count recipes by their servings", _RECIPES, _count_recipes),
    ("FreshRecipesGone", "delete recipes by their servings", _RECIPES, _delete_recipes),
    ("FreshCountNotes", "count notes by their last line", _NOTES, _count_notes),
    ("FreshNotesGone", "delete notes by their last line", _NOTES, _delete_notes),
)
FRESH = tuple(
    Task(name=name, about=about, apps=apps, make=make, level="hard", steps=_STEPS)
    for name, about, apps, make in _MAKERS
)
