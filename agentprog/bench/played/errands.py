"""The errands' lines, from their expected changes, and a hand for the errand that the oracle cannot do."""

from __future__ import annotations

from agentprog.bench.aw.oracle import people
from agentprog.bench.aw.oracle.hand import Hand
from agentprog.bench.played.plays import (
    CONTACTS,
    MESSENGER,
    Play,
    add_person,
    change_number,
    delete_person,
    reply,
    send,
)
from agentprog.bench.task import Instance
from agentprog.bench.truth import Truth
from agentprog.runtime.state.variables import ANSWER


def plays_of_errand(name: str, instance: Instance, truth: Truth) -> list[Play]:
    """The lines for an errand on a phone with these contents."""
    expected = instance.expected
    match name:
        case "add-contact" | "add-two-contacts":
            return [add_person(contact.name, contact.number) for contact in expected.added]
        case "change-number":
            return [change_number(expected.removed[0].name, expected.removed[0].number, expected.added[0].number)]
        case "delete-contact":
            return [delete_person(expected.removed[0].name)]
        case "look-up-number":
            return [_look_up(_owner(truth, expected.says), expected.says)]
        case "text-contact":
            sms = expected.sent[0]
            return [send(sms.number, sms.body, name=truth.named(sms.number))]
        case "reply":
            sms = expected.sent[0]
            return [reply(truth.named(sms.number), sms.number, sms.body)]
        case "read-last-message":
            return [_last_message(truth.named(instance.incoming[0][0]))]
        case "delete-conversation":
            return [forget(truth.named(expected.deleted[0].number))]
        case "pass-number-on":
            sms = expected.mentioning[0]
            return [
                _look_up(_owner(truth, sms.body), sms.body),
                _pass_on(sms.number, truth.named(sms.number), sms.body),
            ]
    raise KeyError(name)


_SOMEBODY, _NUMBER, _TEXT = "Ada Egger", "+12025550100", "Hello"


def like_errand(name: str) -> Play:
    """A line of the same kind as the errand's last line, about a person who is not on the phone."""
    match name:
        case "add-contact" | "add-two-contacts":
            return add_person(_SOMEBODY, _NUMBER)
        case "change-number":
            return change_number(_SOMEBODY, _NUMBER, _NUMBER)
        case "delete-contact":
            return delete_person(_SOMEBODY)
        case "text-contact" | "reply" | "pass-number-on":
            return send(_NUMBER, _TEXT)
        case "delete-conversation":
            return forget(_SOMEBODY)
        case _:
            return _last_message(_SOMEBODY)


def _owner(truth: Truth, number: str) -> str:
    return truth.named(number)


def _look_up(name: str, number: str) -> Play:
    def way(hand: Hand) -> str:
        people.open_contact(hand, name)
        return number

    words = f'get the phone number of "{name}"'
    return Play(kind="reading", app=CONTACTS, words=words, way=way, about={"name": name, "number": number}, reads=True)


def _last_message(name: str) -> Play:
    return Play(
        kind="reading",
        app=MESSENGER,
        words=f'get the newest message from "{name}"',
        way=lambda hand: people.last_said(hand, name),
        about={"name": name},
        reads=True,
    )


def _pass_on(number: str, name: str, body: str) -> Play:
    return Play(
        kind="send",
        app=MESSENGER,
        words=f'send {{{ANSWER}}} to "{name}"',
        way=lambda hand: people.send(hand, number, body),
        about={"number": number, "body": body, "name": name},
    )


def forget(name: str) -> Play:
    """All messages of one person."""
    return Play(
        kind="delete messages",
        app=MESSENGER,
        words=f'delete the conversation with "{name}"',
        way=lambda hand: delete_conversation(hand, name),
        about={"name": name},
    )


def delete_conversation(hand: Hand, contact: str) -> None:
    """Delete a conversation from the list of conversations."""
    hand.open(people.MESSENGER)
    hand.scroll_to(contact).long_click(duration=0.8)
    hand.tap(desc="Delete")
    hand.tap("Yes")
    hand.until(lambda: not hand.sees("Yes"), "the conversation to go")
