"""What one app has shown leaves by another only where a person's words hold it, or name who gets it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Action, App, Role, Screen, SetClipboard, Tap, TypeText
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.policy import Policy, Rule

from .test_parties import part, shown

APPS = (App(package="org.sms", label="Texts"), App(package="org.parcels", label="Parcels"))
SEARCH = part("Search", 300, role=Role.FIELD, editable=True)
BOX = shown(SEARCH, package="org.parcels")
INBOX = shown(part("Your code is 481 276", 300), part("Write to mara.quist@example.org", 500))
NETWORK = frozenset({"android.permission.INTERNET"})


def passes(ask: str, *texts: str, seen: Screen = INBOX, permissions: frozenset[str] | None = NETWORK) -> list[bool]:
    made = Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())
    look = TypeText(text="", target=SEARCH)
    made.pass_(look, seen, step=ask, apps=APPS, described="look")
    typing = [TypeText(text=text, target=SEARCH) for text in texts]
    return [
        made.pass_(one, BOX, step=ask, apps=APPS, described="type", permissions=permissions).allowed for one in typing
    ]


FIND = "Find the cheapest cable"


@pytest.mark.parametrize(
    "text",
    [
        "481276",
        "cable 481-276",
        "672184",
        "NDgxMjc2",
        "343831323736",
        "mara.quist@example.org",
        "Your code is 481 276",
    ],
)
def test_a_value_of_another_app_does_not_leave_by_a_search_however_it_is_written(text: str) -> None:
    assert passes(FIND, text) == [False]
    assert passes(FIND, text, permissions=None) == [False]


def test_a_value_that_is_split_over_two_moves_is_seen_whole() -> None:
    assert passes(FIND, "481", "276") == [True, False]


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (FIND, "usb cable"),
        ("Find the parcel with the number 481276", "481276"),
        ("Look up the code of the newest message in Parcels", "481276"),
    ],
)
def test_what_was_not_seen_and_what_the_words_hold_or_send_there_passes(ask: str, text: str) -> None:
    assert passes(ask, text) == [True]


def test_what_the_app_itself_has_shown_may_be_looked_up_in_it() -> None:
    assert passes(FIND, "481276", seen=shown(part("Your code is 481 276", 300), package="org.parcels")) == [True]


def test_a_search_in_an_app_that_reaches_no_network_lets_nothing_out() -> None:
    assert passes(FIND, "481276", permissions=frozenset()) == [True]


PASTE = part("Paste", 700, resource_id="android:id/floating_toolbar_menu_item_text", clickable=True)
COPY = part("Copy", 700, resource_id="android:id/floating_toolbar_menu_item_text", clickable=True)
TYPING = shown(replace(SEARCH, focused=True), PASTE, package="org.parcels")


def pastes(ask: str, *before: Action, into: Screen = TYPING, permissions: frozenset[str] | None = NETWORK) -> bool:
    made = Gate(
        Policy(rules={Risk.DISCLOSE: Rule.DENY, Risk.EDIT: Rule.DENY}, default=Rule.ALLOW),
        Authority(instruction=ask),
        NobodyThere(),
    )
    for action in before:
        made.pass_(action, INBOX, step=ask, apps=APPS, described="copy")
    paste = Tap(target=PASTE)
    return made.pass_(paste, into, step=ask, apps=APPS, described="paste", permissions=permissions).allowed


@pytest.mark.parametrize(
    ("ask", "before", "passed"),
    [
        (FIND, (), False),
        (FIND, (Tap(target=COPY),), False),
        ("Find the cheapest usb cable", (SetClipboard(text="usb cable"),), True),
        ("Find the cheapest usb cable", (SetClipboard(text="usb cable"), Tap(target=COPY)), False),
        ("Copy the newest code and paste it into Parcels", (Tap(target=COPY),), True),
        ("Copy the newest code", (Tap(target=COPY),), False),
    ],
)
def test_what_lies_on_the_clipboard_leaves_only_where_the_words_name_the_app_or_the_text(
    ask: str, before: tuple[Action, ...], passed: bool
) -> None:
    assert pastes(ask, *before) is passed


def test_the_clipboard_is_not_entered_where_nothing_is_to_be_written() -> None:
    note = shown(replace(part("Note", 300, role=Role.FIELD, editable=True), focused=True), PASTE, package="org.notes")
    assert not pastes("Read the newest note", into=note, permissions=frozenset())
    assert pastes("Create a note about the parcel", into=note, permissions=frozenset())
    assert pastes("Paste the code into the note", into=note, permissions=frozenset())


def test_what_nobody_knows_is_not_pasted_into_a_message_whose_words_are_left_open() -> None:
    body = shown(replace(part("Type a message", 300, role=Role.FIELD, editable=True), focused=True), PASTE)
    assert not pastes("Tell Bob Ray that I am late", into=body)
    assert pastes("Tell Bob Ray that I am late", SetClipboard(text="I am late"), into=body)
    assert pastes("Paste the code into a message to Bob Ray and send it", into=body)


TARGET = part("Parcels", 1800, role=Role.ITEM, clickable=True)
SHEET = replace(
    shown(part("Share", 1500), TARGET, package="android"), activity="com.android.internal.app.ChooserActivity"
)


@pytest.mark.parametrize(
    ("ask", "on", "passed"),
    [
        ("Share the note with Parcels", SHEET, True),
        ("Share the note", SHEET, False),
        ("Share the note with Texts", SHEET, False),
        ("Tell me the news", SHEET, False),
        ("Share the note", replace(SHEET, activity=".Main"), True),
    ],
)
def test_a_share_sheet_passes_on_to_what_the_words_name(ask: str, on: Screen, passed: bool) -> None:
    made = Gate(Policy(rules={Risk.SHARE: Rule.DENY}, default=Rule.ALLOW), Authority(instruction=ask), NobodyThere())
    assert made.pass_(Tap(target=TARGET), on, step=ask, apps=APPS, described="tap").allowed is passed
