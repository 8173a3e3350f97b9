"""Draws the data of tasks: people, notes, events, expenses, recipes, by the rules of AndroidWorld's generators."""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import TypeVar

from agentprog.bench.aw.holdings import START, Event, Expense, Person, Recipe
from agentprog.bench.aw.words import words

T = TypeVar("T")
_CHARACTERS = string.ascii_lowercase + string.digits
_DURATIONS = (15, 30, 45, 60)
_HOURS_IN_THE_MONTH_SO_FAR = 15 * 24
OCTOBER = 2023, 10


def person(chance: random.Random) -> Person:
    """A new name and number; names and numbers may repeat, as in the original."""
    name = f"{chance.choice(words()['given'])} {chance.choice(words()['family'])}"
    return Person(name=name, number=number(chance))


def people(chance: random.Random, count: int) -> tuple[Person, ...]:
    """People with different names and numbers."""
    return different(count, lambda: person(chance), key=lambda found: found.name)


def number(chance: random.Random) -> str:
    """+1 and ten digits."""
    return "+1" + "".join(chance.choice(string.digits) for _ in range(10))


def sentence(chance: random.Random) -> str:
    return str(chance.choice(words()["sentences"]))


def note_name(chance: random.Random) -> str:
    """A name with an ending, sometimes with a date or a mark."""
    if chance.random() < 0.5:
        stem = f"{chance.choice(words()['adjectives'])}_{chance.choice(words()['nouns'])}"
    else:
        stem = f"{START.date() - timedelta(days=chance.randrange(60)):%Y_%m_%d}_{chance.choice(words()['nouns'])}"
    stem = chance.choice((stem, stem, f"{_mark(chance)}_{stem}", f"{stem}_{_mark(chance)}"))
    return stem + chance.choice((".md", ".txt"))


def _mark(chance: random.Random) -> str:
    return chance.choice((f"{START:%Y_%m_%d}", scramble(chance, 4), "backup", "copy", "final", "edited"))


def scramble(chance: random.Random, length: int) -> str:
    """Meaningless letters and digits."""
    return "".join(chance.choice(_CHARACTERS) for _ in range(length))


def event(chance: random.Random, day: date) -> Event:
    """An event on that day, at a full hour."""
    pool = words()["events"]
    prefixes = [*pool["subject_prefixes"], *pool["person_prefixes"]]
    prefix = chance.choice(prefixes)
    title = f"{prefix} {chance.choice(pool['people' if prefix in pool['person_prefixes'] else 'subjects'])}"
    description = f"We will {chance.choice(pool['actions'])} {chance.choice(pool['topics'])}."
    if chance.random() < 0.5:
        description += f" {chance.choice(pool['remarks'])}"
    return Event(
        day=day,
        hour=chance.randrange(24),
        minutes=chance.choice(_DURATIONS),
        title=title,
        description=description,
    )


def day(chance: random.Random, first: int, last: int) -> date:
    """A day of October 2023."""
    return date(*OCTOBER, chance.randint(first, last))


def other_events(chance: random.Random, count: int, *, unlike: Callable[[Event], bool]) -> tuple[Event, ...]:
    """October events unlike those of the task."""
    found: list[Event] = []
    while len(found) < count:
        drawn = event(chance, day(chance, 1, 31))
        if not unlike(drawn):
            found.append(drawn)
    return tuple(found)


def expense(chance: random.Random) -> Expense:
    """An expense of the first half of October."""
    pool = words()["expenses"]
    category = chance.randint(1, 11)
    name = str(chance.choice(pool["names"][str(category)]))
    return Expense(
        name=name,
        cents=chance.randint(1000, 50000),
        category=category,
        note=str(chance.choice(pool["notes"])),
        hours=chance.randrange(_HOURS_IN_THE_MONTH_SO_FAR),
    )


def expenses(chance: random.Random, count: int) -> tuple[Expense, ...]:
    """Expenses with different names."""
    return different(count, lambda: expense(chance), key=lambda found: found.name)


def recipe(chance: random.Random) -> Recipe:
    pool = words()["recipes"]
    title = str(chance.choice(list(pool["directions"])))
    return Recipe(
        title=title,
        description=str(chance.choice(pool["descriptions"])),
        servings=str(chance.choice(pool["servings"])),
        time=str(chance.choice(pool["times"])),
        ingredients=str(chance.choice(pool["ingredients"])),
        directions=f"{pool['directions'][title]} {chance.choice(pool['extras'])}",
    )


def recipes(chance: random.Random, count: int) -> tuple[Recipe, ...]:
    """Recipes with different titles; there are 39."""
    return different(count, lambda: recipe(chance), key=lambda found: found.title)


def different(count: int, draw: Callable[[], T], *, key: Callable[[T], object]) -> tuple[T, ...]:
    """Draws `count` items with different keys."""
    found: dict[object, T] = {}
    while len(found) < count:
        drawn = draw()
        found.setdefault(key(drawn), drawn)
    return tuple(found.values())


def shuffled(chance: random.Random, items: Sequence[T]) -> tuple[T, ...]:
    return tuple(chance.sample(items, len(items)))
