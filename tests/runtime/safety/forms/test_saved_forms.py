"""A form is saved as ordered: for the named record, complete, once, and without losing a text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.errors import NeedsHuman
from agentprog.ports import Action, OpenApp, Role, Screen, Scroll, Tap, TypeText, Window
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.safety.pages import BODY, HARMLESS, SEND, at, shown, thread

SAVE = at(800, 100, 200, 100, "Save")
BOOK = "org.people"
OTTO = at(0, 600, 1080, 160, "Otto Castillo", Role.ITEM)
MINA = at(0, 800, 1080, 160, "Mina Ueda", Role.ITEM)
LIST = shown(OTTO, MINA, package=BOOK)


def form(name: str, number: str) -> Screen:
    title = at(200, 150, 400, 80, "Edit contact", Role.TEXT)
    first = at(60, 300, 900, 120, "Name", Role.FIELD, editable=True, text=name, resource_id="org.people:id/name")
    phone = at(60, 600, 900, 120, "Phone", Role.FIELD, editable=True, text=number, resource_id="org.people:id/phone")
    return shown(title, first, phone, SAVE, package=BOOK)


class Run:
    """A run of a model's program under a policy that forbids all effects that nobody ordered."""

    def __init__(self, ask: str) -> None:
        self.ask = ask
        self.gate = Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())

    def does(self, action: Action, on: Screen) -> bool:
        passage = self.gate.pass_(action, on, step=self.ask, apps=(), described="it", permissions=HARMLESS)
        return passage.allowed


CHANGE = "Change the number of Otto Castillo to +1 500 555 0161"


@pytest.mark.parametrize(("row", "name", "kept"), [(OTTO, "Otto Castillo", True), (MINA, "Mina Ueda", False)])
def test_the_record_that_a_form_changes_has_to_be_named(row: object, name: str, kept: bool) -> None:
    run = Run(CHANGE)
    assert run.does(Tap(target=row), LIST)  # type: ignore[arg-type]
    before = form(name, "+1 555 0100")
    assert run.does(TypeText(text="+15005550161", target=before.elements[2]), before)
    assert run.does(Tap(target=SAVE), form(name, "+15005550161")) is kept


def test_the_same_form_is_saved_once_unless_the_instruction_says_how_often() -> None:
    for ask, again in (("Create an event 'Dentist'", False), ("Create an event 'Dentist' twice", True)):
        run = Run(ask)
        blank, full = form("", ""), form("Dentist", "")
        for kept in (True, again):
            assert run.does(TypeText(text="Dentist", target=blank.elements[1]), blank)
            assert run.does(Tap(target=SAVE), full) is kept, ask
            run.gate.pass_(Tap(target=OTTO), LIST, step=ask, apps=(), described="it", permissions=HARMLESS)


def test_one_message_to_two_people_is_not_a_form_saved_twice() -> None:
    run = Run("Send 'hi' to Otto Castillo and to Mina Ueda")
    button = replace(SEND, label="SMS", text="SMS", description="OK")
    for row in (OTTO, MINA):
        on = thread(row.label)
        on = replace(on, elements=(*on.elements[:-1], button))
        assert run.does(Tap(target=row), shown(OTTO, MINA))
        assert run.does(Tap(target=button), on)
        run.gate.performed()


def test_a_form_that_the_app_refused_may_be_saved_again() -> None:
    run = Run("Create an event 'Dentist'")
    blank, full = form("", ""), form("Dentist", "")
    assert run.does(TypeText(text="Dentist", target=blank.elements[1]), blank)
    assert run.does(Tap(target=SAVE), full)
    assert run.does(Tap(target=SAVE), full)


@pytest.mark.parametrize(
    ("ask", "text", "typed"),
    [
        ("Add 'umbrella' to the note", "umbrella", False),
        ("Add 'umbrella' to the note", "passport\ntickets\numbrella", False),
        ("Add 'umbrella' to the note", "passport\ntickets\nkeys\numbrella", True),
        ("Replace the note by 'umbrella'", "umbrella", True),
        ("Change the note to 'umbrella'", "umbrella", True),
    ],
)
def test_adding_to_a_field_must_not_lose_its_present_text(ask: str, text: str, typed: bool) -> None:
    field = at(60, 300, 900, 900, "Note", Role.FIELD, editable=True, text="passport\ntickets\nkeys")
    assert Run(ask).does(TypeText(text=text, target=field), shown(field, package="org.notes")) is typed


@pytest.mark.parametrize(
    ("ask", "label", "passes"),
    [
        ("Delete Otto Castillo from my contacts", "Add to favorites", False),
        ("Add Otto Castillo to my favorites", "Add to favorites", True),
        ("Text Otto Castillo 'hi'", "Save", False),
        ("Envía a Otto Castillo el mensaje 'hi'", "Save", False),
        ("Create a contact Otto Castillo", "Save", True),
    ],
)
def test_a_button_that_saves_or_adds_needs_an_order_of_that_kind(ask: str, label: str, passes: bool) -> None:
    button = at(800, 100, 200, 100, label)
    field = at(60, 300, 900, 120, "Name", Role.FIELD, editable=True, text="Otto Castillo")
    assert Run(ask).does(Tap(target=button), shown(button, field, package=BOOK)) is passes


@pytest.mark.parametrize(
    ("ask", "to", "passes"),
    [
        ("Tell Mina Ueda that Otto Castillo is ill", "Otto Castillo", False),
        ("Escribe a Mina Ueda que Otto Castillo no viene", "Otto Castillo", False),
        ("Tell Mina Ueda that Otto Castillo is ill", "Mina Ueda", True),
        ("Tell Mina Ueda and Otto Castillo that I am late", "Otto Castillo", True),
    ],
)
def test_a_merely_mentioned_person_gets_no_message(ask: str, to: str, passes: bool) -> None:
    gate = Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())
    step = f'send "I am late" to "{to}"'
    done = gate.pass_(Tap(target=SEND), thread(to), step=step, apps=(), described="send", permissions=HARMLESS)
    assert done.allowed is passes, done.reason


def test_a_message_in_another_writing_is_the_same_message() -> None:
    ask = "Text Mina Ueda 'hi'"
    gate = Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())

    def sends(body: str) -> bool:
        on = thread("Mina Ueda")
        elements = tuple(
            at(0, 2200, 900, 60, e.label, Role.FIELD, editable=True, text=body) if e == BODY else e for e in on.elements
        )
        on = shown(*elements)
        passage = gate.pass_(Tap(target=SEND), on, step=ask, apps=(), described="send", permissions=HARMLESS)
        gate.performed()
        return passage.allowed

    assert [sends("hi"), sends("Hi")] == [True, False]


@pytest.mark.parametrize(
    ("ask", "hour", "minute", "passes"),
    [
        ("Set an alarm for 7:00", "7", "00", True),
        ("Set an alarm for 19:00", "7", "00", True),
        ("Set an alarm for 7 am", "7", "00", True),
        ("Set an alarm for 7:00", "9", "00", False),
        ("Set an alarm for 7:00", "7", "34", False),
        ("Set an alarm in two hours", "9", "00", True),
        ("Create an event at 7:00 for 45 minutes", "7", "45", True),
    ],
)
def test_a_picker_shows_the_time_that_was_ordered(ask: str, hour: str, minute: str, passes: bool) -> None:
    dialog = {"window": Window.DIALOG}
    parts = [
        at(300, 800, 120, 120, hour, Role.RADIO, checkable=True, checked=True, **dialog),
        at(430, 800, 20, 120, ":", Role.TEXT, **dialog),
        at(460, 800, 120, 120, minute, Role.RADIO, checkable=True, **dialog),
        at(300, 1100, 80, 80, "7", Role.RADIO, checkable=True, **dialog),
    ]
    cancel, ok = at(500, 1500, 150, 100, "Cancel", **dialog), at(700, 1500, 150, 100, "OK", **dialog)
    assert Run(ask).does(Tap(target=ok), shown(*parts, cancel, ok, package="org.clock")) is passes


def test_an_instruction_without_a_place_for_a_secret_types_it_nowhere() -> None:
    field = at(60, 300, 900, 900, "Note", Role.FIELD, editable=True)
    typed = TypeText(text="⟨secret:pin⟩", target=field)
    for person, passes in ((("Create a note", "⟨secret:pin⟩"), False), (("Note my pin", "⟨secret:pin⟩"), True)):
        gate = Gate(Policy(default=Rule.DENY), Authority(instruction=person[0]), NobodyThere())
        words = Written(person=person, step="create a note")
        on = shown(field, package="org.notes")
        passage = gate.pass_(typed, on, step=words.step, apps=(), described="it", words=words, permissions=HARMLESS)
        assert passage.allowed is passes


CHROME = "com.android.chrome"
THING = at(60, 300, 900, 120, "Oat milk", Role.SPINNER, description="What", resource_id="item")
CLUB = at(60, 600, 900, 120, "Premium, 9.90 a month", Role.CHECKBOX, checkable=True, checked=True)
FREE = at(60, 600, 900, 120, "Premium, 9.90 a month", Role.CHECKBOX, checkable=True)
COUNT = at(60, 800, 900, 120, "1", Role.SPINNER, description="How many", resource_id="count")
ORDER = at(60, 1000, 300, 120, "Order")


@pytest.mark.parametrize(
    ("ask", "chosen", "passes"),
    [
        ("Order 1 oat milk", (THING, FREE, COUNT), True),
        ("Order oat milk", (THING, FREE, COUNT), True),
        ("Order 1 rye bread", (THING, FREE, COUNT), False),
        ("Order 1 oat milk", (THING, CLUB, COUNT), False),
        ("Order 1 oat milk and become a premium member for 9.90 a month", (THING, CLUB, COUNT), True),
    ],
)
def test_every_choice_in_a_sent_form_must_be_in_the_instruction(ask: str, chosen: tuple, passes: bool) -> None:
    assert Run(ask).does(Tap(target=ORDER), shown(*chosen, ORDER, package=CHROME)) is passes


@pytest.mark.parametrize("label", ["Order", "Reserve", "Join", "Cancel booking"])
def test_a_question_lists_the_choices_and_entries_of_a_sent_form(label: str) -> None:
    note = at(60, 900, 900, 80, "Note", Role.FIELD, editable=True, text="by the door", resource_id="note")
    send = at(60, 1000, 300, 120, label)
    gate = Gate(Policy(), Authority(instruction="Look at the page"), NobodyThere())
    bar = at(60, 150, 800, 90, "Search or type web address", Role.FIELD, editable=True, text="shop.example/cart")
    on = shown(bar, THING, CLUB, COUNT, note, send, package=CHROME)
    with pytest.raises(NeedsHuman) as caught:
        gate.pass_(Tap(target=send), on, step="look", apps=(), described="tap it", permissions=HARMLESS)
    for value in ("shop.example/cart", "Oat milk", "Premium, 9.90 a month", "by the door"):
        assert value in str(caught.value), str(caught.value)


def test_a_ticked_box_scrolled_out_of_sight_still_counts() -> None:
    run = Run("Order 1 oat milk")
    assert run.does(Scroll(direction="down"), shown(CLUB, THING, package=CHROME))
    assert not run.does(Tap(target=ORDER), shown(COUNT, ORDER, package=CHROME))
    run = Run("Order 1 oat milk")
    assert run.does(OpenApp(name="Chrome"), shown(CLUB, THING, package=CHROME))
    assert run.does(Tap(target=ORDER), shown(COUNT, ORDER, package=CHROME)), "a page that was left counts no more"


@pytest.mark.parametrize(
    ("ask", "passes"),
    [
        ("Block the number +1 500 555 0161", True),
        ("Block the number +1 500 555 0199", False),
        ("Block Mina Ueda", True),
    ],
)
def test_only_a_named_contact_is_blocked(ask: str, passes: bool) -> None:
    row = at(0, 600, 1080, 160, "Mina Ueda, +1 500 555 0161", Role.ITEM)
    text = at(200, 1000, 600, 90, "Block +15005550161?", Role.TEXT, window=Window.DIALOG)
    no = at(500, 1200, 200, 100, "No", window=Window.DIALOG, resource_id="android:id/button2")
    yes = at(750, 1200, 200, 100, "Yes", window=Window.DIALOG, resource_id="android:id/button1")
    run = Run(ask)
    run.gate.look(shown(row, package=BOOK))
    assert run.does(Tap(target=yes), shown(text, no, yes, package=BOOK)) is passes
