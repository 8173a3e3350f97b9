"""Content of one app leaves by another app only if the person's words hold it or name its receiver."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Action, App, Element, LongPress, Role, Screen, SetClipboard, Tap, TypeText, Window
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.leaving import ON_CLIPBOARD, Seen, about_sharing, copies, leaves_by, pasted
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.safety.pages import part, shown

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
def test_a_value_of_another_app_does_not_leave_by_a_search_in_any_spelling(text: str) -> None:
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
def test_an_unseen_text_and_a_text_of_the_instruction_may_be_searched_for(ask: str, text: str) -> None:
    assert passes(ask, text) == [True]


def test_a_text_of_the_app_itself_may_be_searched_for_in_it() -> None:
    assert passes(FIND, "481276", seen=shown(part("Your code is 481 276", 300), package="org.parcels")) == [True]


def test_a_search_in_an_app_without_network_access_passes() -> None:
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
def test_the_clipboard_is_pasted_only_if_the_instruction_names_the_app_or_the_text(
    ask: str, before: tuple[Action, ...], passed: bool
) -> None:
    assert pastes(ask, *before) is passed


def test_the_clipboard_is_not_entered_where_nothing_is_to_be_written() -> None:
    note = shown(replace(part("Note", 300, role=Role.FIELD, editable=True), focused=True), PASTE, package="org.notes")
    assert not pastes("Read the newest note", into=note, permissions=frozenset())
    assert pastes("Create a note about the parcel", into=note, permissions=frozenset())
    assert pastes("Paste the code into the note", into=note, permissions=frozenset())


def test_an_unknown_clipboard_is_not_pasted_into_a_message_with_open_words() -> None:
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
def test_a_share_sheet_passes_on_to_the_app_that_the_instruction_names(ask: str, on: Screen, passed: bool) -> None:
    made = Gate(Policy(rules={Risk.SHARE: Rule.DENY}, default=Rule.ALLOW), Authority(instruction=ask), NobodyThere())
    assert made.pass_(Tap(target=TARGET), on, step=ask, apps=APPS, described="tap").allowed is passed


# ------------------------------------------------------------ the memory of values

SMS, PARCELS = "org.sms", "org.parcels"


def memory(*texts: str, package: str = SMS) -> Seen:
    seen = Seen()
    seen.look(shown(*(part(text, 300 + 50 * at) for at, text in enumerate(texts)), package=package))
    return seen


@pytest.mark.parametrize(
    ("shown_text", "typed", "leaks"),
    [
        ("Your code is 481 276", "481276", True),
        ("Your code is 481 276", "672184", True),
        ("481276", "481276", True),
        ("Dear Ann,\nthe key lies under the mat\nbye", "The key lies under the mat", True),
        ("Dear Ann,\nthe key lies under the mat\nbye", "Dear Ann, bye", False),
        ("the key\nis here", "the key is here", True),
        ("Your code is 481 276", "NDgxMjc2", True),
        ("Your code is 481 276", "NDgxMjc2==", True),
        ("Your code is 481 276", "343831323736", True),
        ("code 48 12 7", "48127", True),
        ("code 48 12", "4812", False),
        ("code (481)-276/9", "4812769", True),
        ("one two three four", "One, two: THREE four!", True),
        ("one two three", "one two three", False),
        ("mara_q@example.org", "mara_q@example.org", True),
        ("a?b>c 481276", "NDgxMjc2", True),
        (f"{'word ' * 60}", f"{'word ' * 60}", True),
        (f"{'words ' * 51}", f"{'words ' * 51}", False),
    ],
)
def test_a_value_is_recognised_in_every_spelling_unless_it_is_short(shown_text: str, typed: str, leaks: bool) -> None:
    assert memory(shown_text).leaks(typed, PARCELS, ()) is leaks


def test_the_persons_words_the_app_itself_and_the_runs_entries_let_a_value_pass() -> None:
    seen = memory("Your code is 481 276")
    assert not seen.leaks("481276", SMS, ())
    assert not seen.leaks("481276", PARCELS, ("look up 481-276",))
    assert seen.leaks("481276", PARCELS, ("look up 481",))
    seen.look(shown(part("481276", 300), package=PARCELS))
    assert not seen.leaks("481276", PARCELS, ())
    assert seen.leaks("481276", "org.third", ())
    own = Seen()
    own.look(shown(replace(SEARCH, text="481276"), package=SMS))
    own.look(shown(replace(part("481276", 300), window=Window.SYSTEM), package=SMS))
    assert not own.leaks("481276", PARCELS, ())
    own.look(shown(replace(part("481276", 300), window=Window.DIALOG), package=SMS))
    assert own.leaks("481276", PARCELS, ())


def test_entries_before_in_the_same_app_count_and_the_oldest_values_go() -> None:
    seen = memory("Your code is 481 276")
    seen.entered("48-1", PARCELS)
    assert seen.leaks("276", PARCELS, ())
    assert not seen.leaks("276", "org.third", ())
    seen.entered("x" * 400, PARCELS)
    assert not seen.leaks("276", PARCELS, ())
    for at in range(600):
        seen.look(shown(part(str(100000 + at), 300), package=SMS))
    assert not seen.leaks("481276", PARCELS, ())
    assert seen.leaks("100000", PARCELS, ())


def test_an_unknown_clipboard_counts_as_a_leak() -> None:
    assert ON_CLIPBOARD == "the content of the clipboard"
    seen = Seen()
    assert seen.leaks(ON_CLIPBOARD, PARCELS, (ON_CLIPBOARD,))
    seen.did(SetClipboard(text="cable"))
    assert seen.clipboard == "cable"
    seen.did(Tap(target=part("Open", 300, clickable=True)))
    assert seen.clipboard == "cable"
    seen.did(Tap(target=COPY))
    assert seen.clipboard == ON_CLIPBOARD


@pytest.mark.parametrize(
    ("target", "is_paste"),
    [
        (PASTE, True),
        (part("Insert", 700, resource_id="android:id/paste", clickable=True), True),
        (replace(PASTE, label="", text="Einfügen"), True),
        (part("Paste it", 700, clickable=True), False),
        (replace(PASTE, editable=True), False),
        (COPY, False),
    ],
)
def test_a_touch_pastes_by_its_id_or_its_whole_label(target: Element, is_paste: bool) -> None:
    seen = Seen(clipboard="cable")
    found = pasted(Tap(target=target), TYPING, seen)
    assert found == (TypeText(text="cable", target=replace(SEARCH, focused=True)) if is_paste else None)


def test_a_paste_without_a_focused_field_has_no_field() -> None:
    focused = replace(part("Ann", 300), focused=True)
    assert pasted(Tap(target=PASTE), shown(focused, SEARCH, PASTE), Seen()) == TypeText(text=ON_CLIPBOARD)
    assert pasted(LongPress(target=PASTE), TYPING, Seen()) is None
    assert copies(COPY)
    assert not copies(PASTE)
    assert not copies(None)


SHEET = replace(shown(package="android"), activity="com.android.internal.app.ChooserActivity")


@pytest.mark.parametrize(
    ("label", "theirs", "why"),
    [
        ("Texts", ("Send it by Texts",), ""),
        ("Ann", ("Share it with Ann",), ""),
        ("Ann", ("Share it with Anna",), 'it would be shared by "Ann", which your words do not name'),
        ("Parcels", ("Share it",), 'it would be shared by "Parcels", which your words do not name'),
        ("", ("Share it",), ""),
    ],
)
def test_a_share_sheet_passes_on_only_to_named_apps_and_people(label: str, theirs: tuple[str, ...], why: str) -> None:
    tap = Tap(target=part(label, 900, clickable=True))
    assert about_sharing(tap, SHEET, theirs, APPS) == why
    assert about_sharing(tap, INBOX, theirs, APPS) == ""
    assert about_sharing(LongPress(target=part(label, 900)), SHEET, theirs, APPS) == ""
    assert about_sharing(Tap(target=COPY), SHEET, theirs, APPS) == ""
    text = Tap(target=replace(part("", 900, clickable=True), text=label))
    assert about_sharing(text, SHEET, theirs, APPS) == why


def test_a_search_on_the_network_and_an_app_that_sends_typing_let_text_out() -> None:
    note = part("Note", 300, role=Role.FIELD, editable=True)
    assert leaves_by(SEARCH, sink=False, network=True)
    assert leaves_by(None, sink=True, network=False)
    for target, network in ((SEARCH, False), (note, True), (None, True)):
        assert not leaves_by(target, sink=False, network=network)
