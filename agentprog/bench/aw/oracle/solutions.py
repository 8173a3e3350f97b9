"""The solution of each task."""

from __future__ import annotations

from agentprog.bench.aw.oracle import datebook, kitchen, money, notebook, people, phone
from agentprog.bench.aw.oracle.fresh import FRESH, Solution
from agentprog.bench.aw.oracle.hand import Hand
from agentprog.bench.aw.task import Instance
from agentprog.bench.aw.tasks.messages import greeting


def _greet(hand: Hand, instance: Instance) -> None:
    everybody = instance.facts["people"]
    for person in everybody:
        people.add_contact(hand, person.name, person.number)
    for person in everybody:
        people.send(hand, person.number, greeting(person))


def _fetch(hand: Hand, instance: Instance) -> None:
    """Read the file's name in quotation marks in the message, then its text in Markor."""
    answers = [(number, people.last_said(hand, number).split('"')[1]) for number in instance.facts["numbers"]]
    found = [(number, notebook.read_note(hand, name).strip()) for number, name in answers]
    for number, text in found:
        people.reply(hand, number, text)


def _todo(hand: Hand, instance: Instance) -> None:
    facts = instance.facts
    datebook.add_event(hand, facts["event"])
    people.add_contact(hand, facts["person"].name, facts["person"].number)
    money.delete(hand, [expense.name for expense in facts["doomed"]])


def _merge(hand: Hand, instance: Instance) -> None:
    texts = [notebook.read_note(hand, name).strip() for name in instance.facts["names"]]
    notebook.write_note(hand, instance.facts["target"], "\n\n".join(texts))


def _add_expenses(hand: Hand, instance: Instance) -> None:
    for expense in instance.facts["expenses"]:
        money.add(hand, expense)


def _add_recipes(hand: Hand, instance: Instance) -> None:
    for recipe in instance.facts["recipes"]:
        kitchen.add(hand, recipe)


def _delete_recipes(hand: Hand, instance: Instance) -> None:
    for recipe in instance.facts["doomed"]:
        kitchen.delete(hand, recipe.title)


def _delete_expenses(hand: Hand, i: Instance) -> None:
    money.delete(hand, [expense.name for expense in i.facts["doomed"]])


def _top_line(hand: Hand, instance: Instance) -> None:
    name = instance.facts["name"]
    text = notebook.read_note(hand, name)
    notebook.rewrite_note(hand, name, f"{instance.facts['line']}\n{text}")


def _delete_day(hand: Hand, i: Instance) -> None:
    datebook.delete_day(hand, i.facts["day"])


def _add_event(hand: Hand, i: Instance) -> None:
    datebook.add_event(hand, i.facts["event"])


def _add_person(hand: Hand, i: Instance) -> None:
    people.add_contact(hand, i.facts["person"].name, i.facts["person"].number)


def _change_number(hand: Hand, i: Instance) -> None:
    person = i.facts["person"]
    people.change_number(hand, person.name, person.number, i.facts["number"])


def _reply(hand: Hand, i: Instance) -> None:
    people.reply(hand, i.facts["number"], i.facts["body"])


_LONG: dict[str, Solution] = {
    "ContactsAddContactAndSms": _greet,
    "ContactsAddMultipleContactsAndSms": _greet,
    "MarkorFetchNoteAndSms": _fetch,
    "MarkorFetchMultipleNotesAndSms": _fetch,
    "MarkorTodoList": _todo,
    "SimpleCalendarDeleteEventsLong": _delete_day,
    "SimpleCalendarDeleteEventsSuperLong": _delete_day,
    "SimpleCalendarDeleteEventsOnRelativeDayLong": _delete_day,
    "SimpleCalendarDeleteEventsOnRelativeDaySuperLong": _delete_day,
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
}

_SHORT: dict[str, Solution] = {
    "ContactAdd": _add_person,
    "ContactNumber": _change_number,
    "ContactDelete": lambda hand, i: people.delete_contact(hand, i.facts["person"].name),
    "SmsSend": lambda hand, i: people.send(hand, i.facts["number"], i.facts["body"]),
    "SmsReply": _reply,
    "SmsReplyNewest": _reply,
    "WifiSwitch": lambda hand, _: phone.switch_wifi(hand),
    "BluetoothSwitch": lambda hand, _: phone.switch_bluetooth(hand),
    "BrightnessLimit": lambda hand, i: phone.set_brightness(hand, most=i.facts["most"]),
    "TimerRun": lambda hand, i: phone.run_timer(hand, i.facts["hours"], i.facts["minutes"], i.facts["seconds"]),
    "StopwatchRun": lambda hand, _: phone.run_stopwatch(hand),
    "FileDelete": lambda hand, i: phone.delete_file(hand, i.facts["folder"], i.facts["name"]),
    "FileMove": lambda hand, i: phone.move_file(hand, i.facts["name"], i.facts["source"], i.facts["target"]),
    "NoteCreate": lambda hand, i: notebook.write_note(hand, i.facts["name"], i.facts["text"]),
    "NoteDelete": lambda hand, i: notebook.delete_note(hand, i.facts["name"]),
    "NoteTopLine": _top_line,
    "NoteFolder": lambda hand, i: notebook.make_folder(hand, i.facts["name"]),
    "NoteMove": lambda hand, i: notebook.move_note(hand, i.facts["name"], i.facts["source"], i.facts["target"]),
    "NotesMerge": _merge,
    "EventAdd": _add_event,
    "EventTomorrow": _add_event,
    "EventWeekly": _add_event,
    "EventDelete": lambda hand, i: datebook.delete_one(hand, i.facts["doomed"][0]),
    "EventsOfDay": lambda hand, i: ", ".join(datebook.titles(hand, i.facts["day"])),
    "ExpenseAdd": _add_expenses,
    "ExpenseDelete": _delete_expenses,
    "ExpenseTwice": lambda hand, i: money.delete_one_of_two(hand, i.facts["twice"].name),
    "RecipeAdd": _add_recipes,
    "RecipeDelete": _delete_recipes,
    "RecipeTwice": lambda hand, i: kitchen.delete(hand, i.facts["twice"].title),
}

SOLUTIONS: dict[str, Solution] = _LONG | _SHORT | FRESH
