"""The lines that a good planner writes for a task, and the oracle's hand for each of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from agentprog.bench.aw.holdings import Event, Expense, Recipe
from agentprog.bench.aw.oracle import datebook, kitchen, money, notebook, people, phone
from agentprog.bench.aw.oracle.hand import Hand
from agentprog.bench.aw.tasks.expenses import CATEGORIES
from agentprog.bench.aw.tasks.messages import greeting
from agentprog.bench.played.player import Way
from agentprog.frozen import frozen, replace
from agentprog.runtime.state.variables import ANSWER

CONTACTS, MESSENGER, CALENDAR = "Contacts", "Simple SMS Messenger", "Simple Calendar Pro"
Facts = Mapping[str, Any]


@frozen
class Play:
    """One line. `about` holds its subject, so that a slip can do the same to another thing; `reads`: its value is the
    run's answer.
    """

    kind: str
    app: str
    words: str
    way: Way
    about: Facts
    reads: bool = False

    @property
    def line(self) -> str:
        """The sentence of the program."""
        captured = f", record as {{{ANSWER}}}" if self.reads else ""
        return f'In the "{self.app}" app, {self.words}{captured}'


def add_person(name: str, number: str) -> Play:
    return Play(
        kind="create contact",
        app=CONTACTS,
        words=f'create the contact "{name}" with the number "{number}"',
        way=lambda hand: people.add_contact(hand, name, number),
        about={"name": name, "number": number},
    )


def change_number(name: str, old: str, new: str) -> Play:
    return Play(
        kind="edit contact",
        app=CONTACTS,
        words=f'change the number of "{name}" to "{new}"',
        way=lambda hand: people.change_number(hand, name, old, new),
        about={"name": name, "old": old, "new": new},
    )


def delete_person(name: str) -> Play:
    return Play(
        kind="delete contact",
        app=CONTACTS,
        words=f'delete the contact "{name}"',
        way=lambda hand: people.delete_contact(hand, name),
        about={"name": name},
    )


def send(number: str, body: str, *, name: str = "") -> Play:
    return Play(
        kind="send",
        app=MESSENGER,
        words=f'send the text "{body}" to "{name or number}"',
        way=lambda hand: people.send(hand, number, body),
        about={"number": number, "body": body},
    )


def reply(contact: str, number: str, body: str) -> Play:
    return Play(
        kind="send",
        app=MESSENGER,
        words=f'reply "{body}" to "{contact}"',
        way=lambda hand: people.reply(hand, contact, body),
        about={"number": number, "body": body},
    )


def switch(name: str, way: Way, *, on: bool) -> Play:
    state = "on" if on else "off"
    about = {"name": name, "on": on}
    return Play(kind="setting", app="Settings", words=f"switch {name} {state}", way=way, about=about)


def brightness(*, most: bool) -> Play:
    return Play(
        kind="setting",
        app="Settings",
        words=f"set the brightness to its {'maximum' if most else 'minimum'}",
        way=lambda hand: phone.set_brightness(hand, most=most),
        about={"most": most},
    )


def delete_file(folder: str, name: str) -> Play:
    return Play(
        kind="delete file",
        app="Files",
        words=f'delete the file "{name}" from the folder "{folder}"',
        way=lambda hand: phone.delete_file(hand, folder, name),
        about={"folder": folder, "name": name},
    )


def move_file(name: str, source: str, target: str) -> Play:
    return Play(
        kind="move file",
        app="Files",
        words=f'move the file "{name}" from the folder "{source}" to the folder "{target}"',
        way=lambda hand: phone.move_file(hand, name, source, target),
        about={"name": name, "source": source, "target": target},
    )


def note(kind: str, words: str, way: Way, **about: str) -> Play:
    return Play(kind=kind, app="Markor", words=words, way=way, about=about)


def write_note(name: str, text: str) -> Play:
    words = f'create the note "{name}" with the text "{text}"'
    return note("create file", words, lambda hand: notebook.write_note(hand, name, text), name=name, text=text)


def read_note(name: str) -> Play:
    words = f'read the note "{name}"'
    return replace(note("reading", words, lambda hand: notebook.read_note(hand, name), name=name), reads=True)


def delete_note(name: str) -> Play:
    return note(
        "delete file", f'delete the note "{name}"', lambda hand: notebook.delete_note(hand, name), name=name, note="yes"
    )


def make_folder(name: str) -> Play:
    return note(
        "create folder", f'create the folder "{name}"', lambda hand: notebook.make_folder(hand, name), name=name
    )


def move_note(name: str, source: str, target: str) -> Play:
    words = f'move the note "{name}" from the folder "{source}" to the folder "{target}"'
    return note("move file", words, lambda hand: notebook.move_note(hand, name, source, target), name=name)


def top_line(name: str, line: str) -> Play:
    def way(hand: Hand) -> None:
        notebook.rewrite_note(hand, name, f"{line}\n{notebook.read_note(hand, name)}")

    return note("edit file", f'put the line "{line}" at the top of the note "{name}"', way, name=name, line=line)


def add_event(event: Event) -> Play:
    repeats = ", repeated every week" if event.interval else ""
    return Play(
        kind="create event",
        app=CALENDAR,
        words=f'add an event on "{event.day}" at {event.hour}h for {event.minutes} minutes with the title '
        f'"{event.title}" and the description "{event.description}"{repeats}',
        way=lambda hand: datebook.add_and_look(hand, event),
        about={"event": event},
    )


def delete_event(event: Event) -> Play:
    return Play(
        kind="delete event",
        app=CALENDAR,
        words=f'delete the event "{event.title}" on {event.day}',
        way=lambda hand: datebook.delete_one(hand, event),
        about={"event": event},
    )


def delete_day(day: date) -> Play:
    return Play(
        kind="delete event",
        app=CALENDAR,
        words=f'delete all the events that are shown for "{day}"',
        way=lambda hand: datebook.delete_day(hand, day),
        about={"day": day},
    )


def read_day(day: date) -> Play:
    return Play(
        kind="reading",
        app=CALENDAR,
        words=f"get the titles of all the events on {day}",
        way=lambda hand: ", ".join(datebook.titles(hand, day)),
        about={"day": day},
        reads=True,
    )


def add_expense(expense: Expense) -> Play:
    return Play(
        kind="create entry",
        app="Pro Expense",
        words=f'add the expense "{expense.name}" of {expense.cents / 100:.2f} dollars in the category '
        f'"{CATEGORIES[expense.category]}" with the note "{expense.note}"',
        way=lambda hand: money.add(hand, expense),
        about={"expense": expense},
    )


def delete_expense(name: str) -> Play:
    return Play(
        kind="delete entry",
        app="Pro Expense",
        words=f'delete the expense "{name}"',
        way=lambda hand: money.delete(hand, [name]),
        about={"name": name},
    )


def delete_twin(app: str, noun: str, name: str, way: Way) -> Play:
    words = f'delete one of the two {noun}s "{name}"'
    return Play(kind="delete entry", app=app, words=words, way=way, about={"name": name, "twin": "yes"})


def add_recipe(recipe: Recipe) -> Play:
    return Play(
        kind="create entry",
        app="Broccoli",
        words=f'add the recipe "{recipe.title}" with the description "{recipe.description}", the servings '
        f'"{recipe.servings}", the time "{recipe.time}", the ingredients "{recipe.ingredients}" and the directions '
        f'"{recipe.directions}"',
        way=lambda hand: kitchen.add_and_look(hand, recipe),
        about={"recipe": recipe},
    )


def delete_recipe(title: str) -> Play:
    return Play(
        kind="delete entry",
        app="Broccoli",
        words=f'delete the recipe "{title}"',
        way=lambda hand: kitchen.delete(hand, title),
        about={"name": title, "recipe": "yes"},
    )


def clock(words: str, way: Way) -> Play:
    return Play(kind="clock", app="Clock", words=words, way=way, about={})


# ---------------------------------------------------------------- tasks


def _greet(facts: Facts) -> list[Play]:
    persons = facts["people"]
    return [*(add_person(p.name, p.number) for p in persons), *(send(p.number, greeting(p)) for p in persons)]


def _timer(facts: Facts) -> list[Play]:
    hours, minutes, seconds = facts["hours"], facts["minutes"], facts["seconds"]
    words = f"start a timer of {hours} hours, {minutes} minutes and {seconds} seconds"
    return [clock(words, lambda hand: phone.run_timer(hand, hours, minutes, seconds))]


def _todo(facts: Facts) -> list[Play]:
    person = facts["person"]
    return [
        read_note(facts["note"]),
        add_event(facts["event"]),
        add_person(person.name, person.number),
        *_delete_expenses(facts),
    ]


def _add_expenses(facts: Facts) -> list[Play]:
    return [add_expense(expense) for expense in facts["expenses"]]


def _delete_expenses(facts: Facts) -> list[Play]:
    return [delete_expense(expense.name) for expense in facts["doomed"]]


def _add_recipes(facts: Facts) -> list[Play]:
    return [add_recipe(recipe) for recipe in facts["recipes"]]


def _delete_recipes(facts: Facts) -> list[Play]:
    return [delete_recipe(recipe.title) for recipe in facts["doomed"]]


def _fetch(facts: Facts) -> list[Play]:
    return [reply(number, number, text) for number, text in zip(facts["numbers"], facts["texts"], strict=True)]


def _merge(facts: Facts) -> list[Play]:
    name, texts = facts["target"], facts["texts"]
    listed = ", ".join(f'"{text}"' for text in texts)
    words = f'create the note "{name}" with these texts, a blank line between each two: {listed}'
    whole = "\n\n".join(texts)
    return [note("create file", words, lambda hand: notebook.write_note(hand, name, whole), name=name, text=whole)]


def _twin_expense(facts: Facts) -> list[Play]:
    name = facts["twice"].name
    return [delete_twin("Pro Expense", "expense", name, lambda hand: money.delete_one_of_two(hand, name))]


def _twin_recipe(facts: Facts) -> list[Play]:
    title = facts["twice"].title
    return [delete_twin("Broccoli", "recipe", title, lambda hand: kitchen.delete(hand, title))]


def _stopwatch(_: Facts) -> list[Play]:
    return [clock("start the stopwatch", phone.run_stopwatch)]


_ABOUT = {
    "Markor": r"\bnotes?\b",
    "Pro Expense": r"\bexpenses?\b|\bspent\b",
    "Broccoli": r"\brecipes?\b",
    CALENDAR: r"\bevents?\b",
    MESSENGER: r"\bmessages?\b|\btexts?\b|\bwrite to me\b",
    CONTACTS: r"\bcontacts?\b|\bnumbers of\b|with their numbers",
    "Settings": r"Wi-Fi|Bluetooth|\bscreen\b",
}
"""The apps of the fresh tasks, and the words of a task that is about one."""


def apps_of(goal: str) -> list[str]:
    """The apps of a task, in the order of its words."""
    found = {app: re.search(f"{app}|{words}", goal) for app, words in _ABOUT.items()}
    return [app for _, app in sorted((hit.start(), app) for app, hit in found.items() if hit is not None)]


def whole(goal: str, apps: Sequence[str], way: Way) -> Play:
    """A task as one line, in its own words and with the apps that a planner would name. The hand decides a condition in
    it; the program has no branch.
    """
    other_apps = " and ".join(f'the "{app}" app' for app in apps[1:])
    words = f"{goal[0].lower()}{goal[1:].rstrip('.')}"
    lead = f"with {other_apps}, " if other_apps else "see to this: " if goal.startswith("If ") else ""
    return Play(kind="whole", app=apps[0], words=f"{lead}{words}", way=way, about={})


PLAYS: dict[str, Callable[[Facts], list[Play]]] = {
    "ContactsAddContactAndSms": _greet,
    "ContactsAddMultipleContactsAndSms": _greet,
    "MarkorFetchNoteAndSms": _fetch,
    "MarkorFetchMultipleNotesAndSms": _fetch,
    "MarkorTodoList": _todo,
    "SimpleCalendarDeleteEventsLong": lambda f: [delete_day(f["day"])],
    "SimpleCalendarDeleteEventsSuperLong": lambda f: [delete_day(f["day"])],
    "SimpleCalendarDeleteEventsOnRelativeDayLong": lambda f: [delete_day(f["day"])],
    "SimpleCalendarDeleteEventsOnRelativeDaySuperLong": lambda f: [delete_day(f["day"])],
    "ExpenseAddMultipleLong": _add_expenses,
    "ExpenseAddMultipleSuperLong": _add_expenses,
    "ExpenseDeleteMultipleSuperLong": _delete_expenses,
    "ExpenseDeleteMultipleLong2": _delete_expenses,
    "ExpenseDeleteMultipleSuperLong2": _delete_expenses,
    "RecipeAddMultipleRecipesLong": _add_recipes,
    "RecipeAddMultipleRecipesSuperLong": _add_recipes,
    "RecipeDeleteMultipleRecipesLong": _delete_recipes,
    "RecipeDeleteMultipleRecipesSuperLong": _delete_recipes,
    "MarkorMergeNotesLong": _merge,
    "ContactAdd": lambda f: [add_person(f["person"].name, f["person"].number)],
    "ContactNumber": lambda f: [change_number(f["person"].name, f["person"].number, f["number"])],
    "ContactDelete": lambda f: [delete_person(f["person"].name)],
    "SmsSend": lambda f: [send(f["number"], f["body"])],
    "SmsReply": lambda f: [reply(f["number"], f["number"], f["body"])],
    "SmsReplyNewest": lambda f: [reply(f["number"], f["number"], f["body"])],
    "WifiSwitch": lambda f: [switch("Wi-Fi", phone.switch_wifi, on=f["on"])],
    "BluetoothSwitch": lambda f: [switch("Bluetooth", phone.switch_bluetooth, on=f["on"])],
    "BrightnessLimit": lambda f: [brightness(most=f["most"])],
    "TimerRun": _timer,
    "StopwatchRun": _stopwatch,
    "FileDelete": lambda f: [delete_file(f["folder"], f["name"])],
    "FileMove": lambda f: [move_file(f["name"], f["source"], f["target"])],
    "NoteCreate": lambda f: [write_note(f["name"], f["text"])],
    "NoteDelete": lambda f: [delete_note(f["name"])],
    "NoteTopLine": lambda f: [top_line(f["name"], f["line"])],
    "NoteFolder": lambda f: [make_folder(f["name"])],
    "NoteMove": lambda f: [move_note(f["name"], f["source"], f["target"])],
    "NotesMerge": _merge,
    "EventAdd": lambda f: [add_event(f["event"])],
    "EventTomorrow": lambda f: [add_event(f["event"])],
    "EventWeekly": lambda f: [add_event(f["event"])],
    "EventDelete": lambda f: [delete_event(f["doomed"][0])],
    "EventsOfDay": lambda f: [read_day(f["day"])],
    "ExpenseAdd": _add_expenses,
    "ExpenseDelete": _delete_expenses,
    "ExpenseTwice": _twin_expense,
    "RecipeAdd": _add_recipes,
    "RecipeDelete": _delete_recipes,
    "RecipeTwice": _twin_recipe,
}
"""By the names of the short and long tasks, from an instance's facts."""
