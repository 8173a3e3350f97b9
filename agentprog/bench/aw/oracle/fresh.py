"""Solves the fresh errands by hand; counts and sums are read from the screen, record by record."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.bench.aw.oracle import datebook, kitchen, money, notebook, people, phone
from agentprog.bench.aw.oracle.hand import Hand
from agentprog.bench.aw.task import Instance

Solution = Callable[[Hand, Instance], str | None]
"""Returns the answer if the task has a question."""


def _see_said(hand: Hand, i: Instance) -> None:
    """Reads in the conversation everything that the task asks about a person."""
    for name, text in i.facts.get("said", ()):
        people.open_conversation(hand, name)
        hand.await_(text, id="thread_message_body")


def _send(hand: Hand, i: Instance) -> None:
    _see_said(hand, i)
    for number, body in i.facts["texts"]:
        people.send(hand, number, body)


def _write(hand: Hand, i: Instance) -> None:
    _see_said(hand, i)
    for name in i.facts.get("names", ()):
        people.open_contact(hand, name)
    notebook.write_note(hand, i.facts["name"], "\n".join(i.facts["lines"]))


def _reply(hand: Hand, i: Instance) -> None:
    for name in i.facts["whom"]:
        people.reply(hand, name, i.facts["body"])


def _delete_people(hand: Hand, i: Instance) -> None:
    for person in i.facts["doomed"]:
        people.delete_contact(hand, person.name)


def _add_people(hand: Hand, i: Instance) -> None:
    for person in i.facts["people"]:
        people.add_contact(hand, person.name, person.number)


def _count_numbers(hand: Hand, i: Instance) -> str:
    count = 0
    for name in i.facts["names"]:
        people.open_contact(hand, name)
        count += str(hand.await_(id="header").info["text"]).endswith(i.facts["digit"])
    return str(count)


def _wifi_as_told(hand: Hand, i: Instance) -> None:
    _see_said(hand, i)
    phone.switch_wifi(hand)


def _delete_over(hand: Hand, i: Instance) -> str:
    doomed = i.facts["doomed"]
    money.delete(hand, [expense.name for expense in doomed])
    return f"{sum(expense.cents for expense in doomed) / 100:.2f}"


def _category_sum(hand: Hand, i: Instance) -> str:
    found = [money.details(hand, name) for name in i.facts["names"]]
    return f"{sum(amount for amount, category in found if category == i.facts['category']):.2f}"


def _add_expenses(hand: Hand, i: Instance) -> None:
    for expense in i.facts["expenses"]:
        money.add(hand, expense)


def _add_events(hand: Hand, i: Instance) -> None:
    for event in i.facts["events"]:
        datebook.add_event(hand, event)


def _from_day(act: Solution) -> Solution:
    """First checks that the day's events exist."""

    def solution(hand: Hand, i: Instance) -> str | None:
        datebook.open_day(hand, i.facts["day"])
        for title in i.facts["titles"]:
            hand.await_(title, id="event_item_title")
        return act(hand, i)

    return solution


def _count_days(hand: Hand, i: Instance) -> None:
    lines = [f"{day}: {len(datebook.rows(hand, day))}" for day, _ in i.facts["days"]]
    notebook.write_note(hand, i.facts["name"], "\n".join(lines))


def _delete_events(hand: Hand, i: Instance) -> None:
    for event in i.facts["doomed"]:
        datebook.delete_one(hand, event)


def _count_recipes(hand: Hand, i: Instance) -> str:
    return str(sum(kitchen.servings(hand, title) == i.facts["servings"] for title in i.facts["titles"]))


def _delete_recipes(hand: Hand, i: Instance) -> None:
    for recipe in i.facts["doomed"]:
        kitchen.delete(hand, recipe.title)


def _count_notes(hand: Hand, i: Instance) -> str:
    return str(sum(notebook.read_note(hand, name).strip().endswith("settled") for name in i.facts["names"]))


def _delete_notes(hand: Hand, i: Instance) -> None:
    for name in i.facts["doomed"]:
        notebook.delete_note(hand, name)


FRESH: dict[str, Solution] = {
    "FreshTextByLetter": _send,
    "FreshTextByFamily": _send,
    "FreshContactsOfLetterGone": _delete_people,
    "FreshLastWordNote": _write,
    "FreshLastWordsNote": _write,
    "FreshForward": _send,
    "FreshReplyUnread": _reply,
    "FreshContactsOfNote": _add_people,
    "FreshContactsMissing": _add_people,
    "FreshCountNumbers": _count_numbers,
    "FreshNumbersNote": _write,
    "FreshTextsOfNote": _send,
    "FreshBluetoothByWifi": lambda hand, _: phone.switch_bluetooth(hand),
    "FreshBrightByBluetooth": lambda hand, i: phone.set_brightness(hand, most=i.facts["most"]),
    "FreshWifiAsTold": _wifi_as_told,
    "FreshExpensesOver": _delete_over,
    "FreshCategorySum": _category_sum,
    "FreshHighestNote": _write,
    "FreshTotalText": _send,
    "FreshExpensesOfNote": _add_expenses,
    "FreshEventsOfNote": _add_events,
    "FreshDayNote": _from_day(_write),
    "FreshFirstEventText": _from_day(_send),
    "FreshDaysCounted": _count_days,
    "FreshMorningOff": _delete_events,
    "FreshCountRecipes": _count_recipes,
    "FreshRecipesGone": _delete_recipes,
    "FreshCountNotes": _count_notes,
    "FreshNotesGone": _delete_notes,
}
