"""Programs for the suite `fresh`, as a good planner writes them: collect, compare or compute, then write."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentprog.bench.standin.goals import (
    AddContact,
    AddEvent,
    AddExpense,
    AnswerTo,
    DeleteContact,
    DeleteEvent,
    DeleteExpense,
    DeleteNote,
    DeleteRecipe,
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
    ReadNote,
    SaveNote,
    SendText,
    SetBrightness,
    SetSwitch,
)
from agentprog.bench.standin.plans import app_name

_Line = tuple[int, Goal | str]
"""Indentation depth, and a step or an exact line. A reading is recorded in the variable of its kind of goal."""


def fresh_program(instruction: str, apps: Sequence[str]) -> str | None:
    """The program for an instruction in the suite's wording; None for any other instruction."""
    for pattern, lines in _FORMS:
        found = re.fullmatch(pattern, instruction.strip(), re.S)
        if found:
            values = {name: _listed(name, value) for name, value in found.groupdict().items()}
            return "\n".join(_written(line, values, apps) for line in lines) + "\n"
    return None


def _listed(name: str, value: str) -> str:
    """A value in the program's notation: names and days as list items."""
    return ", ".join(f'"{item.removeprefix("on ")}"' for item in value.split(", ")) if name in _LISTS else value


def _written(line: _Line, values: dict[str, str], apps: Sequence[str]) -> str:
    indent, content = line
    if isinstance(content, Goal):
        text = f'In the "{app_name(content.app, apps)}" app, {content.sentence}' + _RECORDED.get(type(content), "")
    else:
        text = content
    for name, value in values.items():
        text = text.replace(f"<{name}>", value)
    return "    " * indent + text


_RECORDED: dict[type[Goal], str] = {
    ListContacts: ", record as {contacts}",
    FindNumber: ", record as {number}",
    FindLastWord: ", record as {said}",
    ListUnread: ", record as {senders}",
    ReadNote: ", record as {note}",
    ListNotes: ", record as {notes}",
    ListEvents: ", record as {events}",
    ListExpenses: ", record as {expenses}",
    FindCategory: ", record as {category}",
    ListRecipes: ", record as {recipes}",
    FindServings: ", record as {servings}",
    FindSwitch: ", record as {found}",
}
_LISTS = ("names", "days")
_NUMBER = FindNumber(name="{contact.name}")
_JOINED: _Line = (0, "Compute the lines of {lines} as one text, record as {text}")
_SAVED: _Line = (0, SaveNote(name="<file>", text="{text}"))
_NAMES: _Line = (0, "Set {names} to [<names>]")


def _of_note(parts: str, sign: str) -> list[_Line]:
    """Lines that read the note and loop over its lines."""
    computed = f"Compute the {parts} in each line of {{note}}, separated by {sign}, record as {{rows}}"
    return [(0, ReadNote(name="<file>")), (0, computed), (0, "For each {row} in {rows}:")]


def _of_contacts(condition: str, *lines: _Line) -> list[_Line]:
    return [(0, ListContacts()), (0, "For each {contact} in {contacts}:"), (1, f"If {condition}:"), *lines]


_FORMS: tuple[tuple[str, list[_Line]], ...] = (
    (
        r"With .*?, send this text to everyone in my contacts whose first name begins with (?P<mark>\w+): (?P<body>.*)",
        _of_contacts(
            '{contact.name} starts with "<mark>"', (2, _NUMBER), (2, SendText(number="{number}", body="<body>"))
        ),
    ),
    (
        r"With .*?, send this text to everyone in my contacts whose last name is (?P<mark>\S+): (?P<body>.*)",
        _of_contacts(
            '{contact.name} ends with " <mark>"', (2, _NUMBER), (2, SendText(number="{number}", body="<body>"))
        ),
    ),
    (
        r"Delete every contact whose first name begins with (?P<mark>\w+)\. Keep all the others\.",
        _of_contacts('{contact.name} starts with "<mark>"', (2, DeleteContact(name="{contact.name}"))),
    ),
    (
        r"Put the last message that (?P<name>.*?) has sent me into a new note called (?P<file>\S+) in Markor\.",
        [(0, FindLastWord(name="<name>")), (0, SaveNote(name="<file>", text="{said}"))],
    ),
    (
        r"What did (?P<names>.*?) write to me last\? Make a note (?P<file>\S+) in .*",
        [
            _NAMES, (0, "Create an empty list {lines}"), (0, "For each {name} in {names}:"),
            (1, FindLastWord(name="{name}")), (1, 'Add "{name}: {said}" to {lines}'), _JOINED, _SAVED,
        ],
    ),
    (
        r"Send the last message that I got from (?P<name>.*?) on to (?P<one>.*?) and to (?P<other>.*?) with .*",
        [
            (0, FindLastWord(name="<name>")), (0, 'Set {names} to ["<one>", "<other>"]'),
            (0, "For each {name} in {names}:"), (1, AnswerTo(name="{name}", body="{said}")),
        ],
    ),
    (
        r"In .*?, reply to every conversation that has an unread message with this text: (?P<body>.*)",
        [(0, ListUnread()), (0, "For each {sender} in {senders}:"), (1, AnswerTo(name="{sender}", body="<body>"))],
    ),
    (
        r"The note (?P<file>\S+) in Markor lists people with their numbers\. Add them all\.",
        [*_of_note("name, number", ":"), (1, AddContact(name="{row.name}", number="{row.number}"))],
    ),
    (
        r"The note (?P<file>\S+) in Markor lists people with their numbers\. Those who are contacts already stay .*",
        [
            (0, ListContacts()), (0, "Create an empty list {known}"), (0, "For each {contact} in {contacts}:"),
            (1, "Add {contact.name} to {known}"), *_of_note("name, number", ":"),
            (1, "If {row.name} is not in {known}:"), (2, AddContact(name="{row.name}", number="{row.number}")),
        ],
    ),
    (
        r"How many of my contacts have a phone number that ends with (?P<digit>\d)\? Answer with the count\.",
        [
            (0, "Set {answer} to 0"), (0, ListContacts()), (0, "For each {contact} in {contacts}:"), (1, _NUMBER),
            (1, 'If {number} ends with "<digit>":'), (2, "Set {answer} to {answer} + 1"),
        ],
    ),
    (
        r"Make a note (?P<file>\S+) in Markor with the phone numbers of (?P<names>.*?): a line for each, .*",
        [
            _NAMES, (0, "Create an empty list {lines}"), (0, "For each {name} in {names}:"),
            (1, FindNumber(name="{name}")), (1, 'Add "{name}: {number}" to {lines}'), _JOINED, _SAVED,
        ],
    ),
    (
        r"Each line of the note (?P<file>\S+) in Markor is a number, a colon and a text\. Send every text with .*",
        [*_of_note("number, body", ":"), (1, SendText(number="{row.number}", body="{row.body}"))],
    ),
    (
        r"If Wi-Fi is on, switch Bluetooth off\. If Wi-Fi is off, switch Bluetooth on\. Leave Wi-Fi as it is\.",
        [
            (0, FindSwitch(name="Wi-Fi")), (0, 'If {found} is "on":'), (1, SetSwitch(name="Bluetooth", state="off")),
            (0, "Otherwise:"), (1, SetSwitch(name="Bluetooth", state="on")),
        ],
    ),
    (
        r"If Bluetooth is on, make the screen as dark as it gets; if it is off, as bright as it gets\.",
        [
            (0, FindSwitch(name="Bluetooth")), (0, 'If {found} is "on":'), (1, SetBrightness(end="minimum")),
            (0, "Otherwise:"), (1, SetBrightness(end="maximum")),
        ],
    ),
    (
        r"Do with the Wi-Fi what (?P<name>.*?) asks for in the newest message to me\.",
        [
            (0, FindLastWord(name="<name>")), (0, "Compute on or off, as {said} asks, record as {state}"),
            (0, 'If {state} is "on":'), (1, SetSwitch(name="Wi-Fi", state="on")),
            (0, "Otherwise:"), (1, SetSwitch(name="Wi-Fi", state="off")),
        ],
    ),
    (
        r"In Pro Expense, delete every expense of more than \$(?P<limit>[\d.]+) and answer with the sum of .*",
        [
            (0, "Set {answer} to 0"), (0, ListExpenses()), (0, "For each {expense} in {expenses}:"),
            (1, "If {expense.amount} > <limit>:"), (2, DeleteExpense(name="{expense.name}")),
            (2, "Set {answer} to {answer} + {expense.amount}"),
        ],
    ),
    (
        r"What have I spent on (?P<category>.*?) altogether, by Pro Expense\? Answer with the sum\.",
        [
            (0, "Set {answer} to 0"), (0, ListExpenses()), (0, "For each {expense} in {expenses}:"),
            (1, FindCategory(name="{expense.name}")), (1, 'If {category} is "<category>":'),
            (2, "Set {answer} to {answer} + {expense.amount}"),
        ],
    ),
    (
        r"Write the name of my highest expense in Pro Expense into a new note (?P<file>\S+) in Markor\.",
        [
            (0, ListExpenses()), (0, 'Sort {expenses} by "amount" descending'),
            (0, SaveNote(name="<file>", text="{expenses[0].name}")),
        ],
    ),
    (
        r"Text (?P<to>\S+) with .*? what all my expenses in Pro Expense come to: .*",
        [
            (0, "Set {total} to 0"), (0, ListExpenses()), (0, "For each {expense} in {expenses}:"),
            (1, "Set {total} to {total} + {expense.amount}"),
            (0, "Compute {total} with two decimals, record as {sum}"),
            (0, SendText(number="<to>", body="Total: {sum}")),
        ],
    ),
    (
        r"Each line of the note (?P<file>\S+) in Markor is an expense: name, amount, category\. Put them all .*",
        [
            *_of_note("name, amount, category", ","),
            (1, AddExpense(name="{row.name}", dollars="{row.amount}", category="{row.category}", note="")),
        ],
    ),
    (
        r"The note (?P<file>\S+) in Markor lists events: date, time, title\. Put each of them into .*",
        [
            *_of_note("day, time, title", "spaces"), (1, "Set {time} to {row.time}"),
            (1, "Compute the hour of {time}, record as {hour}"),
            (1, AddEvent(title="{row.title}", description="", day="{row.day}", hour="{hour}", minutes="60")),
        ],
    ),
    (
        r"Make a note (?P<file>\S+) in Markor with the titles of my events on (?P<day>[\d-]+) in .*",
        [
            (0, ListEvents(day="<day>")), (0, 'Sort {events} by "start"'), (0, "Create an empty list {lines}"),
            (0, "For each {event} in {events}:"), (1, "Add {event.title} to {lines}"), _JOINED, _SAVED,
        ],
    ),
    (
        r"Which of my events on (?P<day>[\d-]+) is the first, by .*?\? Text it to (?P<to>\S+) with .*",
        [
            (0, ListEvents(day="<day>")), (0, 'Sort {events} by "start"'), (0, "Set {first} to {events[0]}"),
            (0, SendText(number="<to>", body="{first.title} at {first.start}")),
        ],
    ),
    (
        r"How many events does .*? have on (?P<days>[\d-]+(?:, on [\d-]+)*)\? Make a note (?P<file>\S+) in .*",
        [
            (0, "Set {days} to [<days>]"), (0, "Create an empty list {lines}"), (0, "For each {day} in {days}:"),
            (1, ListEvents(day="{day}")), (1, "Set {count} to the number of items in {events}"),
            (1, 'Add "{day}: {count}" to {lines}'), _JOINED, _SAVED,
        ],
    ),
    (
        r"In .*?, delete those events of (?P<day>[\d-]+) that begin before noon, and no others\.",
        [
            (0, ListEvents(day="<day>")), (0, "For each {event} in {events}:"), (1, "Set {start} to {event.start}"),
            (1, "Compute the hour of {start}, record as {hour}"), (1, "If {hour} < 12:"),
            (2, DeleteEvent(title="{event.title}", day="<day>")),
        ],
    ),
    (
        r"How many of my recipes in Broccoli are for (?P<servings>.*?)\? Answer with the count\.",
        [
            (0, "Set {answer} to 0"), (0, ListRecipes()), (0, "For each {recipe} in {recipes}:"),
            (1, FindServings(title="{recipe.title}")), (1, 'If {servings} is "<servings>":'),
            (2, "Set {answer} to {answer} + 1"),
        ],
    ),
    (
        r"Delete the recipes in Broccoli that are for (?P<servings>.*?), and no others\.",
        [
            (0, ListRecipes()), (0, "For each {recipe} in {recipes}:"), (1, FindServings(title="{recipe.title}")),
            (1, 'If {servings} is "<servings>":'), (2, DeleteRecipe(title="{recipe.title}")),
        ],
    ),
    (
        r'How many notes in Markor have "(?P<word>\w+)" as their last line\? Answer with the count\.',
        [
            (0, "Set {answer} to 0"), (0, ListNotes()), (0, "For each {name} in {notes}:"),
            (1, ReadNote(name="{name}")), (1, "Compute the last line of {note}, record as {last}"),
            (1, 'If {last} is "<word>":'), (2, "Set {answer} to {answer} + 1"),
        ],
    ),
    (
        r'Delete those notes in Markor whose last line says "(?P<word>\w+)"\.',
        [
            (0, ListNotes()), (0, "For each {name} in {notes}:"), (1, ReadNote(name="{name}")),
            (1, "Compute the last line of {note}, record as {last}"), (1, 'If {last} is "<word>":'),
            (2, DeleteNote(name="{name}")),
        ],
    ),
)  # fmt: skip
