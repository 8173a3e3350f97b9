"""Mistakes of the hand and troubles of the phone, by kind of line. The judge knows nothing of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from agentprog.bench.aw.holdings import START
from agentprog.bench.aw.oracle import datebook, kitchen, money, notebook, people, phone
from agentprog.bench.aw.oracle.hand import Hand, OracleLost
from agentprog.bench.aw.state import CONTACTS, SHARED, TELEPHONY
from agentprog.bench.played.fingers import Halted
from agentprog.bench.played.player import Way
from agentprog.bench.played.plays import Play
from agentprog.bench.truth import read_truth
from agentprog.phone.client import PhoneHandle

_STRANGER = "+12025550147"
"""A number that no task draws."""
_OTHER_WORDS = "The ferry leaves at nine"
_CROWD = 30


@dataclass(frozen=True, kw_only=True, slots=True)
class Slip:
    """`way` is the play's done otherwise; `prepare` puts on the phone what leads astray. `right`: what is asked for is
    so in the end; the suites' checks do not look for all that is too much."""

    name: str
    way: Callable[[Play, PhoneHandle], Way]
    prepare: Callable[[Play, PhoneHandle], None] | None = None
    right: bool = False


_PACKAGES = {
    "Contacts": people.CONTACTS,
    "Simple SMS Messenger": people.MESSENGER,
    "Simple Calendar Pro": datebook.CALENDAR,
    "Settings": phone.SETTINGS,
    "Clock": phone.CLOCK,
    "Files": phone.FILES,
    "Markor": notebook.MARKOR,
    "Pro Expense": money.EXPENSE,
    "Broccoli": kitchen.BROCCOLI,
}
_LAST: dict[str, tuple[str, ...]] = {
    "create contact": ("Save",),
    "edit contact": ("Save",),
    "delete contact": ("Delete", "Delete"),
    "send": ("SMS",),
    "delete messages": ("Yes",),
    "delete file": ("OK",),
    "move file": ("Move", "Select this folder"),
    "create file": ("Save",),
    "edit file": ("Save",),
    "create folder": ("Folder",),
    "create event": ("Save",),
    "delete event": ("Yes",),
    "create entry": ("Save", "SAVE"),
    "delete entry": ("Confirm",),
    "clock": ("Start",),
}
"""What is touched last, by what it says; one named twice is the second of that name."""


def slips_for(play: Play) -> tuple[Slip, ...]:
    """The slips that a line may have."""
    general = [Slip(name="nothing done", way=_idle)]
    if play.kind in _LAST and not (play.kind == "delete entry" and play.app == "Broccoli"):
        general.append(Slip(name="left before the last touch", way=_unfinished))
    return (*general, *(slip for slip in _OF_KIND.get(play.kind, ()) if _fits(slip, play)))


def _fits(slip: Slip, play: Play) -> bool:
    if play.kind == "move file" and "source" not in play.about:
        return False
    if "day" in play.about:
        return slip.name not in ("wrong row", "one more")
    if "twin" in play.about:
        return slip.name in ("one more",)
    return True


# ---------------------------------------------------------------- any line


def _idle(play: Play, _: PhoneHandle) -> Way:
    return lambda hand: hand.open(_PACKAGES[play.app])


def _unfinished(play: Play, _: PhoneHandle) -> Way:
    names = _LAST[play.kind]

    def way(hand: Hand) -> str | None:
        hand.device.halt_at(names, 2 if len(set(names)) < len(names) else 1)
        with suppress(Halted):
            return play.way(hand)
        return None

    return way


def _both(*ways: Way) -> Way:
    def way(hand: Hand) -> None:
        for one in ways:
            one(hand)

    return way


# ---------------------------------------------------------------- people


def _others(handle: PhoneHandle, name: str) -> list[str]:
    return [one.name for one in read_truth(handle).contacts if one.name != name and one.number]


def _add(handle: PhoneHandle, name: str, number: str) -> None:
    given, _, family = name.partition(" ")
    handle.write_sql(
        *CONTACTS,
        [
            ("INSERT INTO contacts (given_name, family_name, display_name) VALUES (?,?,?)", [given, family, name]),
            ("INSERT INTO phones (contact_id, number) VALUES ((SELECT max(id) FROM contacts), ?)", [number]),
        ],
    )


def _longer(name: str) -> str:
    return f"{name}son"


def _crowd(_: Play, handle: PhoneHandle) -> None:
    for number in range(_CROWD):
        _add(handle, f"Zed{chr(97 + number % 26)} Zz{number}", f"+1202555{number:04d}")


def _scrolled_away(play: Play, _: PhoneHandle) -> Way:
    def way(hand: Hand) -> None:
        hand.open(people.CONTACTS)
        hand.scroll_to(desc=str(play.about["name"]))
        for _ in range(6):
            hand.swipe(0.5, 0.8, 0.5, 0.3)

    return way


def _rename_first(play: Play, handle: PhoneHandle) -> None:
    """Nobody is called so any more, but for one whose name is longer."""
    name = str(play.about["name"])
    handle.write_sql(
        *CONTACTS, [("UPDATE contacts SET family_name = family_name || 'son', display_name = ? WHERE display_name = ?",
                     [_longer(name), name])]
    )  # fmt: skip


def _deletes(name: Callable[[Play, PhoneHandle], str]) -> Callable[[Play, PhoneHandle], Way]:
    return lambda play, handle: _deleting(name(play, handle))


def _deleting(name: str) -> Way:
    return lambda hand: people.delete_contact(hand, name)


_CREATE_CONTACT = (
    Slip(
        name="wrong number",
        way=lambda play, _: lambda hand: people.add_contact(hand, str(play.about["name"]), _STRANGER),
    ),
    Slip(
        name="longer name",
        way=lambda play, _: (
            lambda hand: people.add_contact(hand, _longer(str(play.about["name"])), str(play.about["number"]))
        ),
    ),
    Slip(
        name="namesake there already",
        prepare=lambda play, handle: _add(handle, str(play.about["name"]), _STRANGER),
        way=_idle,
    ),
    Slip(name="twice", way=lambda play, _: _both(play.way, play.way)),
)
_EDIT_CONTACT = (
    Slip(
        name="wrong person",
        way=lambda play, handle: _renumber(_others(handle, str(play.about["name"]))[0], handle, str(play.about["new"])),
    ),
    Slip(
        name="wrong number",
        way=lambda play, _: (
            lambda hand: people.change_number(hand, str(play.about["name"]), str(play.about["old"]), _STRANGER)
        ),
    ),
)


def _renumber(name: str, handle: PhoneHandle, new: str) -> Way:
    old = next(one.number for one in read_truth(handle).contacts if one.name == name)
    return lambda hand: people.change_number(hand, name, old, new)


_DELETE_CONTACT = (
    Slip(name="wrong person", way=_deletes(lambda play, handle: _others(handle, str(play.about["name"]))[0])),
    Slip(
        name="one more",
        way=lambda play, handle: _both(play.way, _deleting(_others(handle, str(play.about["name"]))[0])),
    ),
    Slip(
        name="only a longer name there",
        prepare=_rename_first,
        way=_deletes(lambda play, _: _longer(str(play.about["name"]))),
    ),
    Slip(name="clipped list", prepare=_crowd, way=_scrolled_away),
)


# ---------------------------------------------------------------- messages


def _sends(number: str, body: str) -> Way:
    return lambda hand: people.send(hand, number, body)


def _body(play: Play) -> str:
    return str(play.about["body"])


def _number(play: Play) -> str:
    return str(play.about["number"])


def _long_ago(play: Play, handle: PhoneHandle, body: str, *, sent: bool) -> None:
    """The text stands in the conversation already."""
    handle.incoming_sms(_number(play), body)
    handle.write_sql(
        *TELEPHONY,
        [("UPDATE sms SET date = date - 86400000, type = ? WHERE body = ?", [2 if sent else 1, body])],
    )


def _only_looks(play: Play, handle: PhoneHandle) -> Way:
    whom = read_truth(handle).named(_number(play))
    return lambda hand: people.open_conversation(hand, whom)


def _fails(_: Play, handle: PhoneHandle) -> None:
    handle.set_fault("sms_fails")


def _impatient(play: Play, _: PhoneHandle) -> Way:
    """Does not wait for the message to be sent."""

    def way(hand: Hand) -> None:
        with suppress(OracleLost):
            play.way(hand)

    return way


_SEND = (
    Slip(name="wrong person", way=lambda play, _: _sends(_STRANGER, _body(play))),
    Slip(name="wrong text", way=lambda play, _: _sends(_number(play), _OTHER_WORDS)),
    Slip(name="longer text", way=lambda play, _: _sends(_number(play), f"{_body(play)}. {_OTHER_WORDS}")),
    Slip(name="one more", way=lambda play, _: _both(play.way, _sends(_STRANGER, _body(play)))),
    Slip(name="twice", way=lambda play, _: _both(play.way, play.way)),
    Slip(
        name="sent long ago",
        prepare=lambda play, handle: _long_ago(play, handle, _body(play), sent=True),
        way=_only_looks,
    ),
    Slip(
        name="a text that holds it",
        prepare=lambda play, handle: _long_ago(play, handle, f"un{_body(play)}ly", sent=False),
        way=_only_looks,
    ),
    Slip(name="failed", prepare=_fails, way=_impatient),
)
_DELETE_MESSAGES = (
    Slip(
        name="wrong person",
        way=lambda play, handle: _forgetting(handle, str(play.about["name"])),
    ),
)


def _forgetting(handle: PhoneHandle, name: str) -> Way:
    from agentprog.bench.played.errands import delete_conversation

    truth = read_truth(handle)
    other = next(name_ for message in truth.messages if (name_ := truth.named(message.number)) != name)
    return lambda hand: delete_conversation(hand, other)


# ---------------------------------------------------------------- files and notes


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


_DELETE_FILE = (
    Slip(name="wrong row", way=_other_file),
    Slip(name="one more", way=lambda play, handle: _both(play.way, _other_file(play, handle))),
)


def _stem(play: Play) -> str:
    return str(play.about["name"]).rpartition(".")[0] or str(play.about["name"])


_CREATE_FILE = (
    Slip(
        name="wrong text",
        way=lambda play, _: lambda hand: notebook.write_note(hand, str(play.about["name"]), _OTHER_WORDS),
    ),
    Slip(
        name="another ending",
        way=lambda play, _: lambda hand: notebook.write_note(hand, f"{_stem(play)}.csv", str(play.about["text"])),
    ),
    Slip(name="a folder", way=lambda play, _: lambda hand: notebook.make_folder(hand, str(play.about["name"]))),
)
_CREATE_FOLDER = (
    Slip(
        name="a file",
        way=lambda play, _: lambda hand: notebook.write_note(hand, f"{play.about['name']}.md", _OTHER_WORDS),
    ),
    Slip(name="longer name", way=lambda play, _: lambda hand: notebook.make_folder(hand, f"{play.about['name']}_two")),
)


def _rewrite_other(play: Play, handle: PhoneHandle) -> Way:
    other = _names_in(handle, "Documents/Markor", str(play.about["name"]))[0]
    return lambda hand: notebook.rewrite_note(hand, other, str(play.about["line"]))


_EDIT_FILE = (
    Slip(name="wrong row", way=_rewrite_other),
    Slip(
        name="wrong text",
        way=lambda play, _: lambda hand: notebook.rewrite_note(hand, str(play.about["name"]), _OTHER_WORDS),
    ),
    Slip(
        name="the rest is lost",
        way=lambda play, _: lambda hand: notebook.rewrite_note(hand, str(play.about["name"]), str(play.about["line"])),
    ),
)


def _to_another(play: Play, _: PhoneHandle) -> Way:
    about = play.about
    others = ("Movies", "Music", "Download", "Pictures")
    target = next(name for name in others if name not in (about["source"], about["target"]))
    return lambda hand: phone.move_file(hand, str(about["name"]), str(about["source"]), target)


_MOVE_FILE = (Slip(name="another folder", way=_to_another),)


# ---------------------------------------------------------------- events and entries


_CREATE_EVENT = (
    Slip(
        name="wrong day",
        way=lambda play, _: (
            lambda hand: datebook.add_event(
                hand, replace(play.about["event"], day=play.about["event"].day - timedelta(days=1))
            )
        ),
    ),
    Slip(
        name="wrong hour",
        way=lambda play, _: (
            lambda hand: datebook.add_event(
                hand, replace(play.about["event"], hour=(play.about["event"].hour + 2) % 22)
            )
        ),
    ),
    Slip(
        name="wrong title",
        way=lambda play, _: lambda hand: datebook.add_event(hand, replace(play.about["event"], title=_OTHER_WORDS)),
    ),
)
_CREATE_ENTRY = (
    Slip(name="wrong value", way=lambda play, _: _entry_with_other_value(play)),
    Slip(name="twice", way=lambda play, _: _both(play.way, play.way)),
)


def _entry_with_other_value(play: Play) -> Way:
    if "expense" in play.about:
        expense = play.about["expense"]
        return lambda hand: money.add(hand, replace(expense, cents=expense.cents * 10))
    recipe = play.about["recipe"]
    return lambda hand: kitchen.add(hand, replace(recipe, servings=f"{recipe.servings}0", directions=_OTHER_WORDS))


def _other_entry(play: Play, handle: PhoneHandle) -> Way:
    name = str(play.about["name"])
    if play.app == "Broccoli":
        rows = handle.sql("com.flauschcode.broccoli", "broccoli", "SELECT title AS name FROM recipes")
        other = next(str(row["name"]) for row in rows if row["name"] != name)
        return lambda hand: kitchen.delete(hand, other)
    rows = handle.sql("com.arduia.expense", "accounting.db", "SELECT name FROM expense")
    other = next(str(row["name"]) for row in rows if row["name"] != name)
    return lambda hand: money.delete(hand, [other])


_DELETE_ENTRY = (
    Slip(name="wrong row", way=_other_entry),
    Slip(name="one more", way=lambda play, handle: _both(play.way, _other_entry(play, handle))),
)


def _other_event(play: Play, handle: PhoneHandle) -> Way:
    day, title = play.about["event"].day, play.about["event"].title
    rows = handle.sql(datebook.CALENDAR, "events.db", "SELECT title, start_ts FROM events ORDER BY start_ts")
    for row in rows:
        when = START + timedelta(seconds=int(str(row["start_ts"])) - START.timestamp())
        if row["title"] != title and when.date() != day and when.month == day.month:
            other = replace(play.about["event"], title=str(row["title"]), day=when.date())
            return lambda hand: datebook.delete_one(hand, other)
    raise OracleLost("there is no other event")


_DELETE_EVENT = (
    Slip(name="wrong row", way=_other_event),
    Slip(name="one more", way=lambda play, handle: _both(play.way, _other_event(play, handle))),
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


_SETTING = (
    Slip(name="another switch", way=_other_switch),
    Slip(name="already so", prepare=_set_already, way=_idle, right=True),
)


def _another_time(_: Play, __: PhoneHandle) -> Way:
    return lambda hand: phone.run_timer(hand, 0, 1, 11)


_CLOCK = (
    Slip(name="another time", way=_another_time),
)  # fmt: skip


def _reads_else(play: Play, _: PhoneHandle) -> Way:
    def way(hand: Hand) -> str:
        play.way(hand)
        return _STRANGER

    return way


def _reads_less(play: Play, _: PhoneHandle) -> Way:
    return lambda hand: str(play.way(hand))[:4]


_READING = (
    Slip(name="what stands nowhere", way=_reads_else),
    Slip(name="a part of it", way=_reads_less),
)

_OF_KIND: dict[str, Sequence[Slip]] = {
    "create contact": _CREATE_CONTACT,
    "edit contact": _EDIT_CONTACT,
    "delete contact": _DELETE_CONTACT,
    "send": _SEND,
    "delete messages": _DELETE_MESSAGES,
    "delete file": _DELETE_FILE,
    "create file": _CREATE_FILE,
    "create folder": _CREATE_FOLDER,
    "edit file": _EDIT_FILE,
    "move file": _MOVE_FILE,
    "create event": _CREATE_EVENT,
    "delete event": _DELETE_EVENT,
    "create entry": _CREATE_ENTRY,
    "delete entry": _DELETE_ENTRY,
    "setting": _SETTING,
    "clock": _CLOCK,
    "reading": _READING,
}
