"""The stand-in's goals: one dataclass for each kind of errand, converted to and from the sentence of a step."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from datetime import date
from typing import ClassVar

from agentprog.frozen import frozen


@frozen
class Goal:
    """`app` is the goal's app, `words` its sentence with {fields}. `reads`: the goal yields a value."""

    app: ClassVar[str] = ""
    words: ClassVar[str] = ""
    reads: ClassVar[bool] = False

    @property
    def sentence(self) -> str:
        """The step's sentence, for example: delete the recipe "Plum Crumble"."""
        return self.words.format(**{field.name: str(getattr(self, field.name)) for field in fields(self)})

    @property
    def key(self) -> str:
        """The value that distinguishes the goal from others of its kind."""
        return str(getattr(self, fields(self)[0].name))


@frozen
class AddContact(Goal):
    app = "Contacts"
    words = 'create the contact "{name}" with the number "{number}"'
    name: str
    number: str


@frozen
class SendText(Goal):
    app = "SMS Messenger"
    words = 'send to "{number}" the text "{body}"'
    number: str
    body: str


@frozen
class FindFile(Goal):
    app = "SMS Messenger"
    words = 'find the name of the file that "{number}" asks for'
    reads = True
    number: str


@frozen
class ReadNote(Goal):
    app = "Markor"
    words = 'read the text of the note "{name}"'
    reads = True
    name: str


@frozen
class ReadErrands(Goal):
    app = "Markor"
    words = 'read the errands in the note "{name}"'
    reads = True
    name: str


@frozen
class WriteNote(Goal):
    app = "Markor"
    words = 'make the note "{name}" with these texts, a blank line between each two: {texts}'
    name: str
    texts: str


@frozen
class ShowDay(Goal):
    app = "Calendar"
    words = 'show the day "{day}"'
    day: str


@frozen
class DeleteShown(Goal):
    app = "Calendar"
    words = 'delete all the events that are shown for "{day}"'
    day: str


@frozen
class AddEvent(Goal):
    app = "Calendar"
    words = (
        'add an event on "{day}" at {hour}h for {minutes} minutes with the title "{title}" and the description '
        '"{description}"'
    )
    title: str
    description: str
    day: str
    hour: str
    minutes: str


@frozen
class AddExpense(Goal):
    app = "Pro Expense"
    words = 'add the expense "{name}" of {dollars} dollars in the category "{category}" with the note "{note}"'
    name: str
    dollars: str
    category: str
    note: str


@frozen
class DeleteExpense(Goal):
    app = "Pro Expense"
    words = 'delete the expense "{name}"'
    name: str


@frozen
class AddRecipe(Goal):
    app = "Broccoli"
    words = (
        'add the recipe "{title}" with the description "{description}", the servings "{servings}", the time "{time}", '
        'the ingredients "{ingredients}" and the directions "{directions}"'
    )
    title: str
    description: str
    servings: str
    time: str
    ingredients: str
    directions: str


@frozen
class DeleteRecipe(Goal):
    app = "Broccoli"
    words = 'delete the recipe "{title}"'
    title: str


@frozen
class ListContacts(Goal):
    app = "Contacts"
    words = "get all contacts"
    reads = True


@frozen
class FindNumber(Goal):
    app = "Contacts"
    words = 'find the phone number of "{name}"'
    reads = True
    name: str


@frozen
class DeleteContact(Goal):
    app = "Contacts"
    words = 'delete the contact "{name}"'
    name: str


@frozen
class FindLastWord(Goal):
    app = "SMS Messenger"
    words = 'find the last message that "{name}" has sent'
    reads = True
    name: str


@frozen
class ListUnread(Goal):
    app = "SMS Messenger"
    words = "get the senders of all conversations with an unread message"
    reads = True


@frozen
class AnswerTo(Goal):
    app = "SMS Messenger"
    words = 'reply to "{name}" with the text "{body}"'
    name: str
    body: str


@frozen
class ListNotes(Goal):
    app = "Markor"
    words = "get the names of all notes"
    reads = True


@frozen
class SaveNote(Goal):
    app = "Markor"
    words = 'make the note "{name}" with the text "{text}"'
    name: str
    text: str


@frozen
class DeleteNote(Goal):
    app = "Markor"
    words = 'delete the note "{name}"'
    name: str


@frozen
class ListEvents(Goal):
    app = "Calendar"
    words = 'get all events of the day "{day}"'
    reads = True
    day: str


@frozen
class DeleteEvent(Goal):
    app = "Calendar"
    words = 'delete the event "{title}" of the day "{day}"'
    title: str
    day: str


@frozen
class ListExpenses(Goal):
    app = "Pro Expense"
    words = "get all expenses"
    reads = True


@frozen
class FindCategory(Goal):
    app = "Pro Expense"
    words = 'find the category of the expense "{name}"'
    reads = True
    name: str


@frozen
class ListRecipes(Goal):
    app = "Broccoli"
    words = "get all recipes"
    reads = True


@frozen
class FindServings(Goal):
    app = "Broccoli"
    words = 'find the servings of the recipe "{title}"'
    reads = True
    title: str


@frozen
class FindSwitch(Goal):
    app = "Settings"
    words = "find whether {name} is on or off"
    reads = True
    name: str


@frozen
class SetSwitch(Goal):
    app = "Settings"
    words = 'switch "{name}" to {state}'
    name: str
    state: str


@frozen
class SetBrightness(Goal):
    app = "Settings"
    words = "set the brightness of the screen to its {end}"
    end: str


LISTED = (ListContacts, ListUnread, ListNotes, ListEvents, ListExpenses, ListRecipes)
"""Goals that read a list."""

KINDS: tuple[type[Goal], ...] = (
    AddContact, SendText, FindFile, ReadNote, ReadErrands, WriteNote, ShowDay, DeleteShown, AddEvent, AddExpense,
    DeleteExpense, AddRecipe, DeleteRecipe, ListContacts, FindNumber, DeleteContact, FindLastWord, ListUnread,
    AnswerTo, ListNotes, SaveNote, DeleteNote, ListEvents, DeleteEvent, ListExpenses, FindCategory, ListRecipes,
    FindServings, FindSwitch, SetSwitch, SetBrightness,
)  # fmt: skip


def _pattern(kind: type[Goal]) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", kind.words)
    expression = "".join(rf"(?P<{piece}>.*?)" if n % 2 else re.escape(piece) for n, piece in enumerate(pieces))
    return re.compile(expression + r"\.?\Z", re.S)


_PATTERNS = {kind: _pattern(kind) for kind in KINDS}


def goal_of(sentence: str) -> Goal | None:
    """Parses a step's sentence in our own wording; None for any other sentence."""
    order = re.sub(r'^In the [`"].*?[`"] app, ', "", sentence.strip(), flags=re.I)
    order = re.sub(r", record as \{\w+\}$", "", order)
    for kind, pattern in _PATTERNS.items():
        match = pattern.match(order)
        if match:
            return kind(**match.groupdict())
    return None


def texts_of(goal: WriteNote) -> list[str]:
    """The texts of a note, for any style of its list."""
    try:
        found = json.loads(goal.texts)
    except ValueError:
        return re.findall(r'"([^"]*)"', goal.texts) or [part.strip() for part in goal.texts.split(",")]
    return [str(text) for text in found]


def day_label(day: str) -> str:
    """A day of this year in the calendar's notation: `October 20 (Fri)`."""
    found = date.fromisoformat(day)
    return f"{found:%B} {found.day} ({found:%a})"
