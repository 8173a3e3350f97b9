"""Contacts and messages by hand."""

from __future__ import annotations

from agentprog.bench.aw.oracle.hand import Hand

CONTACTS = "com.google.android.contacts"
MESSENGER = "com.simplemobiletools.smsmessenger"


def add_contact(hand: Hand, name: str, number: str) -> None:
    given_name, _, family = name.partition(" ")
    hand.open(CONTACTS)
    hand.tap(desc="Create contact")
    hand.write(given_name, text="First name")
    hand.write(family, text="Last name")
    hand.write(number, text="Phone")
    hand.leave_keyboard()
    hand.tap("Save")
    hand.await_(id="large_title")


def draft(hand: Hand, given_name: str, family: str, number: str, label: str) -> None:
    """Fill in everything, without Save. The selector of the number's label appears with the number."""
    hand.open(CONTACTS)
    hand.tap(desc="Create contact")
    hand.write(given_name, text="First name")
    hand.write(family, text="Last name")
    hand.write(number, text="Phone")
    hand.leave_keyboard()
    hand.tap(desc="Mobile Phone", className="android.widget.Spinner")
    hand.tap(label)
    hand.await_(desc=f"{label} Phone")


def open_contact(hand: Hand, name: str) -> None:
    hand.open(CONTACTS)
    hand.scroll_to(desc=name).click()
    hand.await_(id="large_title")


def change_number(hand: Hand, name: str, old: str, new: str) -> None:
    open_contact(hand, name)
    hand.tap(desc="Edit contact")
    hand.write(new, text=old)
    hand.leave_keyboard()
    hand.tap("Save")
    hand.await_(id="large_title")


def delete_contact(hand: Hand, name: str) -> None:
    open_contact(hand, name)
    hand.tap(desc="More options")
    hand.tap("Delete")
    hand.await_("Delete this contact?")
    hand.tap("Delete")
    hand.await_("Search contacts")


def send(hand: Hand, number: str, body: str) -> None:
    """Send a message to a number; the messenger stays in front until it is sent."""
    hand.open(MESSENGER)
    hand.tap(id="conversations_fab")
    hand.write(number, id="new_conversation_address")
    hand.tap(id="new_conversation_confirm")
    say(hand, body)


def reply(hand: Hand, contact: str, body: str) -> None:
    """Reply in the conversation with a name or number."""
    open_conversation(hand, contact)
    say(hand, body)


def open_conversation(hand: Hand, contact: str) -> None:
    hand.open(MESSENGER)
    hand.scroll_to(contact).click()
    hand.await_(id="thread_type_message")


def last_said(hand: Hand, contact: str) -> str:
    """The newest text of a conversation."""
    open_conversation(hand, contact)
    return hand.texts("thread_message_body")[-1]


def newest(hand: Hand) -> str:
    """The other party of the first conversation in the list."""
    hand.open(MESSENGER)
    hand.await_(id="conversation_address")
    return hand.texts("conversation_address")[0]


def paste(hand: Hand, number: str) -> None:
    """Send the clipboard's content to a number."""
    hand.open(MESSENGER)
    hand.tap(id="conversations_fab")
    hand.write(number, id="new_conversation_address")
    hand.tap(id="new_conversation_confirm")
    hand.hold(id="thread_type_message")
    hand.choose("Paste")
    body = str(hand.await_(id="thread_type_message").info["text"])
    say(hand, body)


def say(hand: Hand, body: str) -> None:
    hand.write(body, id="thread_type_message")
    hand.tap("SMS")
    hand.await_(body, id="thread_message_body")
    hand.until(
        lambda: hand.sees(id="thread_success") and not hand.sees(textStartsWith="Sending"), "the text to be sent"
    )
