"""Faults with files, events, entries of apps, settings, the clock, and readings."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from agentprog.bench.aw.holdings import START
from agentprog.bench.aw.oracle import datebook, kitchen, money, notebook, people, phone
from agentprog.bench.aw.oracle.hand import Hand, OracleLost
from agentprog.bench.aw.state import SHARED
from agentprog.bench.played.fingers import Halted
from agentprog.bench.played.mistakes.slip import OTHER_WORDS, STRANGER, Slip, both, idle
from agentprog.bench.played.player import Way
from agentprog.bench.played.plays import Play
from agentprog.bench.truth import read_truth
from agentprog.phone.client import PhoneHandle


def _names_in(handle: PhoneHandle, folder: str, but: str) -> list[str]:
    listed = [str(entry["name"]) for entry in handle.list_files(f"{SHARED}/{folder}")]
    return [name for name in listed if name != but and "." in name]


def _folder(play: Play) -> str:
    return "Documents/Markor" if "note" in play.about else str(play.about["folder"])


def _file_deleting(play: Play, name: str) -> Way:
    if "note" in play.about:
        return lambda hand: notebook.delete_note(hand, name)
    return lambda hand: phone.delete_file(hand, str(play.about["folder"]), name)


def _other_file(play: Play, handle: PhoneHandle) -> Way:
    return _file_deleting(play, _names_in(handle, _folder(play), str(play.about["name"]))[0])


DELETE_FILE = (
    Slip(name="wrong row", way=_other_file),
    Slip(name="one more", way=lambda play, handle: both(play.way, _other_file(play, handle))),
)


def _stem(play: Play) -> str:
    return str(play.about["name"]).rpartition(".")[0] or str(play.about["name"])


CREATE_FILE = (
    Slip(
        name="wrong text",
        way=lambda play, _: lambda hand: notebook.write_note(hand, str(play.about["name"]), OTHER_WORDS),
    ),
    Slip(
        name="another ending",
        way=lambda play, _: lambda hand: notebook.write_note(hand, f"{_stem(play)}.csv", str(play.about["text"])),
    ),
    Slip(name="a folder", way=lambda play, _: lambda hand: notebook.make_folder(hand, str(play.about["name"]))),
)
CREATE_FOLDER = (
    Slip(
        name="a file",
        way=lambda play, _: lambda hand: notebook.write_note(hand, f"{play.about['name']}.md", OTHER_WORDS),
    ),
    Slip(name="longer name", way=lambda play, _: lambda hand: notebook.make_folder(hand, f"{play.about['name']}_two")),
)


def _rewrite_other(play: Play, handle: PhoneHandle) -> Way:
    other_note = _names_in(handle, "Documents/Markor", str(play.about["name"]))[0]
    return lambda hand: notebook.rewrite_note(hand, other_note, str(play.about["line"]))


EDIT_FILE = (
    Slip(name="wrong row", way=_rewrite_other),
    Slip(
        name="wrong text",
        way=lambda play, _: lambda hand: notebook.rewrite_note(hand, str(play.about["name"]), OTHER_WORDS),
    ),
    Slip(
        name="the rest is lost",
        way=lambda play, _: lambda hand: notebook.rewrite_note(hand, str(play.about["name"]), str(play.about["line"])),
    ),
)


def _to_another(play: Play, _: PhoneHandle) -> Way:
    about = play.about
    folders = ("Movies", "Music", "Download", "Pictures")
    target = next(name for name in folders if name not in (about["source"], about["target"]))
    return lambda hand: phone.move_file(hand, str(about["name"]), str(about["source"]), target)


MOVE_FILE = (Slip(name="another folder", way=_to_another),)


# ---------------------------------------------------------------- events and entries


CREATE_EVENT = (
    Slip(
        name="wrong day",
        way=lambda play, _: (
            lambda hand: datebook.add_and_look(
                hand, replace(play.about["event"], day=play.about["event"].day - timedelta(days=1))
            )
        ),
    ),
    Slip(
        name="wrong hour",
        way=lambda play, _: (
            lambda hand: datebook.add_and_look(
                hand, replace(play.about["event"], hour=(play.about["event"].hour + 2) % 22)
            )
        ),
    ),
    Slip(
        name="wrong title",
        way=lambda play, _: lambda hand: datebook.add_and_look(hand, replace(play.about["event"], title=OTHER_WORDS)),
    ),
)


def _keep_already(play: Play, handle: PhoneHandle) -> None:
    recipe = play.about["recipe"]
    values = (recipe.title, recipe.description, recipe.servings, recipe.time, recipe.ingredients, recipe.directions)
    columns = "title, description, servings, preparationTime, ingredients, directions"
    statement = f"INSERT INTO recipes ({columns}) VALUES (?,?,?,?,?,?)"
    handle.write_sql("com.flauschcode.broccoli", "broccoli", [(statement, list(values))])


FOUND_RECIPE = Slip(
    name="found by the search",
    prepare=_keep_already,
    way=lambda play, _: lambda hand: kitchen.search_and_look(hand, str(play.about["recipe"].title)),
)
CREATE_ENTRY = (
    Slip(name="wrong value", way=lambda play, _: _entry_with_other_value(play)),
    Slip(name="twice", way=lambda play, _: both(play.way, play.way)),
    FOUND_RECIPE,
)


def _entry_with_other_value(play: Play) -> Way:
    if "expense" in play.about:
        expense = play.about["expense"]
        return lambda hand: money.add(hand, replace(expense, cents=expense.cents * 10))
    recipe = play.about["recipe"]
    return lambda hand: kitchen.add_and_look(
        hand, replace(recipe, servings=f"{recipe.servings}0", directions=OTHER_WORDS)
    )


def _other_entry(play: Play, handle: PhoneHandle) -> Way:
    name = str(play.about["name"])
    if play.app == "Broccoli":
        rows = handle.sql("com.flauschcode.broccoli", "broccoli", "SELECT title AS name FROM recipes")
        other_name = next(str(row["name"]) for row in rows if row["name"] != name)
        return lambda hand: kitchen.delete(hand, other_name)
    rows = handle.sql("com.arduia.expense", "accounting.db", "SELECT name FROM expense")
    other_name = next(str(row["name"]) for row in rows if row["name"] != name)
    return lambda hand: money.delete(hand, [other_name])


DELETE_ENTRY = (
    Slip(name="wrong row", way=_other_entry),
    Slip(name="one more", way=lambda play, handle: both(play.way, _other_entry(play, handle))),
)


def _other_event(play: Play, handle: PhoneHandle) -> Way:
    day, title = play.about["event"].day, play.about["event"].title
    rows = handle.sql(datebook.CALENDAR, "events.db", "SELECT title, start_ts FROM events ORDER BY start_ts")
    for row in rows:
        when = START + timedelta(seconds=int(str(row["start_ts"])) - START.timestamp())
        if row["title"] != title and when.date() != day and when.month == day.month:
            other_event = replace(play.about["event"], title=str(row["title"]), day=when.date())
            return lambda hand: datebook.delete_one(hand, other_event)
    raise OracleLost("there is no other event")


DELETE_EVENT = (
    Slip(name="wrong row", way=_other_event),
    Slip(name="one more", way=lambda play, handle: both(play.way, _other_event(play, handle))),
)


# ---------------------------------------------------------------- settings, clock, readings


def _other_switch(play: Play, _: PhoneHandle) -> Way:
    return phone.switch_bluetooth if play.about.get("name") == "Wi-Fi" else phone.switch_wifi


def _set_already(play: Play, handle: PhoneHandle) -> None:
    if "most" in play.about:
        handle.call("setting", namespace="system", key="screen_brightness", value="255" if play.about["most"] else "1")
        return
    key = "wifi_on" if play.about["name"] == "Wi-Fi" else "bluetooth_on"
    handle.call("setting", namespace="global", key=key, value="1" if play.about["on"] else "0")


def _looks_only(play: Play, handle: PhoneHandle) -> Way:
    """Goes to the switch and does not touch it."""
    if "name" not in play.about:
        return idle(play, handle)

    def way(hand: Hand) -> None:
        hand.device.halt_at(("Wi\u2011Fi", "Use Bluetooth"), 1)
        with suppress(Halted):
            play.way(hand)

    return way


SETTING = (
    Slip(name="another switch", way=_other_switch),
    Slip(name="already so", prepare=_set_already, way=_looks_only, right=True),
    Slip(name="looked at and left", way=_looks_only),
)


def _another_time(_: Play, __: PhoneHandle) -> Way:
    return lambda hand: phone.run_timer(hand, 0, 1, 11)


CLOCK = (
    Slip(name="another time", way=_another_time),
)  # fmt: skip


def _reads_else(play: Play, _: PhoneHandle) -> Way:
    def way(hand: Hand) -> str:
        play.way(hand)
        return STRANGER

    return way


def _reads_less(play: Play, _: PhoneHandle) -> Way:
    return lambda hand: str(play.way(hand))[:4]


def _reads_anothers(play: Play, handle: PhoneHandle) -> Way:
    """Reads the value of another person, whose page is opened instead of the right one."""
    truth = read_truth(handle)
    other_contact = next(contact for contact in truth.contacts if contact.name != play.about["name"] and contact.number)
    if "number" not in play.about:
        handle.incoming_sms(other_contact.number, OTHER_WORDS)
        return lambda hand: people.last_said(hand, other_contact.name)

    def way(hand: Hand) -> str:
        people.open_contact(hand, other_contact.name)
        return other_contact.number

    return way


READING = (
    Slip(name="what stands nowhere", way=_reads_else),
    Slip(name="a part of it", way=_reads_less),
    Slip(name="of another", way=_reads_anothers),
)
