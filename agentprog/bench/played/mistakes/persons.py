"""Faults with contacts and messages."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from agentprog.bench.aw.oracle import people
from agentprog.bench.aw.oracle.hand import Hand, OracleLost
from agentprog.bench.aw.state import CONTACTS, TELEPHONY
from agentprog.bench.played.errands import delete_conversation
from agentprog.bench.played.mistakes.slip import OTHER_WORDS, STRANGER, Slip, both, idle
from agentprog.bench.played.player import Way
from agentprog.bench.played.plays import Play
from agentprog.bench.truth import read_truth
from agentprog.phone.client import PhoneHandle

_CROWD = 30


def _others(handle: PhoneHandle, name: str) -> list[str]:
    return [contact.name for contact in read_truth(handle).contacts if contact.name != name and contact.number]


def _add(handle: PhoneHandle, name: str, number: str) -> None:
    given_name, _, family = name.partition(" ")
    handle.write_sql(
        *CONTACTS,
        [
            ("INSERT INTO contacts (given_name, family_name, display_name) VALUES (?,?,?)", [given_name, family, name]),
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
    """Lengthen the contact's name, so that nobody has the original one."""
    name = str(play.about["name"])
    handle.write_sql(
        *CONTACTS, [("UPDATE contacts SET family_name = family_name || 'son', display_name = ? WHERE display_name = ?",
                     [_longer(name), name])]
    )  # fmt: skip


def _deletes(name: Callable[[Play, PhoneHandle], str]) -> Callable[[Play, PhoneHandle], Way]:
    return lambda play, handle: _deleting(name(play, handle))


def _deleting(name: str) -> Way:
    return lambda hand: people.delete_contact(hand, name)


CREATE_CONTACT = (
    Slip(
        name="wrong number",
        way=lambda play, _: lambda hand: people.add_contact(hand, str(play.about["name"]), STRANGER),
    ),
    Slip(
        name="longer name",
        way=lambda play, _: (
            lambda hand: people.add_contact(hand, _longer(str(play.about["name"])), str(play.about["number"]))
        ),
    ),
    Slip(
        name="namesake there already",
        prepare=lambda play, handle: _add(handle, str(play.about["name"]), STRANGER),
        way=idle,
    ),
    Slip(name="twice", way=lambda play, _: both(play.way, play.way)),
)
EDIT_CONTACT = (
    Slip(
        name="wrong person",
        way=lambda play, handle: _renumber(_others(handle, str(play.about["name"]))[0], handle, str(play.about["new"])),
    ),
    Slip(
        name="wrong number",
        way=lambda play, _: (
            lambda hand: people.change_number(hand, str(play.about["name"]), str(play.about["old"]), STRANGER)
        ),
    ),
)


def _renumber(name: str, handle: PhoneHandle, new: str) -> Way:
    old = next(contact.number for contact in read_truth(handle).contacts if contact.name == name)
    return lambda hand: people.change_number(hand, name, old, new)


DELETE_CONTACT = (
    Slip(name="wrong person", way=_deletes(lambda play, handle: _others(handle, str(play.about["name"]))[0])),
    Slip(
        name="one more",
        way=lambda play, handle: both(play.way, _deleting(_others(handle, str(play.about["name"]))[0])),
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
    """The text is already in the conversation."""
    handle.incoming_sms(_number(play), body)
    handle.write_sql(
        *TELEPHONY,
        [("UPDATE sms SET date = date - 86400000, type = ? WHERE body = ?", [2 if sent else 1, body])],
    )


def _only_looks(play: Play, handle: PhoneHandle) -> Way:
    contact = read_truth(handle).named(_number(play))
    return lambda hand: people.open_conversation(hand, contact)


def _fails(_: Play, handle: PhoneHandle) -> None:
    handle.set_fault("sms_fails")


def _impatient(play: Play, _: PhoneHandle) -> Way:
    """The hand does not wait until the message is sent."""

    def way(hand: Hand) -> None:
        with suppress(OracleLost):
            play.way(hand)

    return way


SEND = (
    Slip(name="wrong person", way=lambda play, _: _sends(STRANGER, _body(play))),
    Slip(name="wrong text", way=lambda play, _: _sends(_number(play), OTHER_WORDS)),
    Slip(name="longer text", way=lambda play, _: _sends(_number(play), f"{_body(play)}. {OTHER_WORDS}")),
    Slip(name="one more", way=lambda play, _: both(play.way, _sends(STRANGER, _body(play)))),
    Slip(name="twice", way=lambda play, _: both(play.way, play.way)),
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
DELETE_MESSAGES = (
    Slip(
        name="wrong person",
        way=lambda play, handle: _forgetting(handle, str(play.about["name"])),
    ),
)


def _forgetting(handle: PhoneHandle, name: str) -> Way:
    truth = read_truth(handle)
    other_name = next(name_ for message in truth.messages if (name_ := truth.named(message.number)) != name)
    return lambda hand: delete_conversation(hand, other_name)
