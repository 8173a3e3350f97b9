"""Why an effect is not the ordered one, as whole sentences, and the numbers that the run has seen beside names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.lang.effects.kinds import Risk, Trait, kinds_with
from agentprog.ports import Action, Drag, Element, LongPress, PressKey, Role, Screen, Tap, Window
from agentprog.runtime.safety.parties import (
    Acquaintances,
    Sighting,
    Written,
    body_on,
    doubt,
    recipients_on,
    says_body,
)
from tests.runtime.safety.pages import BODY, SEND, part, shown, thread

TAP = Tap(target=SEND)


def why(risk: Risk, screen: Screen, step: str, *person: str, action: Action = TAP, known: Acquaintances | None = None,
        led: bool = False, **more: object) -> str:  # fmt: skip
    words = Written(person=person, step=step, **more)  # type: ignore[arg-type]
    return doubt(risk, action, screen, words, known or Acquaintances(), by_hint=led)


DISGUISED = '(which only looks like "Ann Lee": other letters, or signs that cannot be seen)'
SEND_ANN = "Send 'hi' to Ann Lee"


# ------------------------------------------------------------ every kind with a trait


@pytest.mark.parametrize("kind", kinds_with(Trait.ADDRESSED))
def test_a_recipient_is_compared_for_every_kind_that_has_one(kind: Risk) -> None:
    page = shown(part("Bo Ray", 150), part("20 EUR", 600), BODY, SEND)
    sentence = "Send 20 EUR to Ann Lee"
    assert why(kind, page, sentence, sentence) == 'it would go to "Bo Ray", and the step names "Ann Lee"'


@pytest.mark.parametrize("kind", kinds_with(Trait.COSTS))
def test_an_amount_is_compared_for_every_kind_that_costs_money(kind: Risk) -> None:
    page = shown(part("Total: 70 EUR", 600), part("Pay 70 EUR", 900, role=Role.BUTTON))
    sentence = "Pay 20 EUR for the tickets"
    assert why(kind, page, sentence, sentence) == "it is about 70, an amount that nobody named"


# ------------------------------------------------------------ recipients


@pytest.mark.parametrize(
    ("screen", "step", "person", "reason"),
    [
        (thread("Ann Lee"), SEND_ANN, SEND_ANN, ""),
        (thread("Bo Ray"), SEND_ANN, SEND_ANN, 'it would go to "Bo Ray", and the step names "Ann Lee"'),
        (thread("Ann Lee"), SEND_ANN, "Send 'hi' to her", 'it would go to "Ann Lee", whom no person named'),
        (thread("Ann Lee"), "Send 'hi'", "Send 'hi'", 'it would go to "Ann Lee", whom nobody named'),
        (thread("Ann Lee"), "Send 'hi'", "Reply 'hi'", ""),
        (thread("Ann Lee"), "Send 'hi'", "Reply 'hi' to Bo", 'it would go to "Ann Lee", whom nobody named'),
        (thread("Ann Lee"), "Send 'hi'", "Write to Ann Lee", ""),
        (
            thread("Ann Lee"), SEND_ANN, "Text Bo 'hi', I saw Ann Lee",
            'it would go to "Ann Lee", whom your words only mention',
        ),
        (shown(BODY, SEND), SEND_ANN, SEND_ANN, 'the screen does not show that it would go to "Ann Lee"'),
        (
            shown(SEND), "Send 'hi' to Ann, to Bo, to Cy, to Di", SEND_ANN,
            'the screen does not show that it would go to "Ann", "Bo", "Cy"',
        ),
        (shown(SEND), "Send 'hi'", "Send 'hi'", ""),
        (shown(part("To Ann Lee", 500), part("Ann Lee", 600), SEND), SEND_ANN, SEND_ANN, ""),
        (
            thread("A\u200bnn Lee"), SEND_ANN, SEND_ANN,
            f'it would go to "A\u200bnn Lee" {DISGUISED}, and the step names "Ann Lee"',
        ),
    ],
)  # fmt: skip
def test_why_it_would_go_to_another(screen: Screen, step: str, person: str, reason: str) -> None:
    assert why(Risk.SEND, screen, step, person) == reason


def test_a_persons_own_step_and_an_approved_name_are_their_words() -> None:
    spoken = "Text Bo 'hi', I saw Ann Lee"
    assert why(Risk.SEND, thread("Ann Lee"), SEND_ANN, spoken, by_person=True) == ""
    assert why(Risk.SEND, thread("Ann Lee"), SEND_ANN, spoken, approved=("Ann Lee",)) == ""
    assert why(Risk.SEND, thread("Ann Lee"), SEND_ANN, spoken, approved=("Bo",)) != ""


def test_a_dialog_after_an_allowed_touch_need_not_repeat_the_recipient() -> None:
    yes = replace(SEND, window=Window.DIALOG)
    asked = shown(part("Sure?", 900, window=Window.DIALOG), yes)
    missing = 'the screen does not show that it would go to "Ann Lee"'
    assert why(Risk.SEND, asked, SEND_ANN, SEND_ANN, action=Tap(target=yes)) == missing
    assert why(Risk.SEND, asked, SEND_ANN, SEND_ANN, action=Tap(target=yes), led=True) == ""
    assert why(Risk.SEND, shown(SEND), SEND_ANN, SEND_ANN, led=True) == missing
    assert why(Risk.SEND, shown(SEND), SEND_ANN, SEND_ANN, action=PressKey(key="enter"), led=True) == missing


def test_a_name_with_several_numbers_is_asked_about() -> None:
    known = Acquaintances()
    known.add(Sighting(package="org.people", names=("ann lee",), numbers=frozenset({"+15005550101"})))
    assert why(Risk.SEND, thread("Ann Lee"), SEND_ANN, SEND_ANN, known=known) == ""
    known.add(Sighting(package="org.people", names=("ann lee",), numbers=frozenset({"+15005550102"})))
    several = 'it would go to "Ann Lee", and there is more than one of that name'
    assert why(Risk.SEND, thread("Ann Lee"), SEND_ANN, SEND_ANN, known=known) == several
    assert known.namesakes("Lee, Ann") == ("+15005550101", "+15005550102")
    assert known.namesakes("Ann") == ()


def test_effects_without_a_party_are_not_doubted() -> None:
    assert why(Risk.SETTING, thread("Bo Ray"), SEND_ANN, SEND_ANN) == ""


# ------------------------------------------------------------ screens


def test_the_message_is_the_lowest_field_or_the_only_one_for_a_message() -> None:
    upper = part("Subject", 300, role=Role.FIELD, editable=True, text="s")
    lower = part("Note", 900, role=Role.FIELD, editable=True, text="n")
    assert body_on(shown(lower, upper)) == "n"
    assert body_on(shown(upper)) == ""
    assert body_on(shown(BODY)) == "hi"
    assert body_on(shown(replace(BODY, window=Window.DIALOG))) == "hi"
    assert body_on(shown(replace(BODY, window=Window.KEYBOARD))) == ""
    assert body_on(shown()) == ""
    assert says_body(shown(BODY))
    assert not says_body(shown(replace(BODY, text="  ")))
    assert not says_body(shown(upper))
    assert not says_body(shown(BODY, upper))
    assert says_body(shown(replace(upper, hint="Write a message")))
    assert says_body(shown(replace(upper, resource_id="org:id/message_text")))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("+1 500 555 0101", ("+1 500 555 0101",)),
        ("a@b.org; +1 500 555 0101", ("a@b.org", "+1 500 555 0101")),
        ("<a@b.org>", ("a@b.org",)),
        ("Ann, a@b.org", ()),
        ("Ann", ()),
        ("", ()),
    ],
)
def test_a_field_of_addresses_alone_has_recipients(text: str, found: tuple[str, ...]) -> None:
    title = part("New message", 150)
    to = part("To", 300, role=Role.FIELD, editable=True, text=text)
    assert recipients_on(Risk.SEND, TAP, shown(title, to, BODY, SEND)) == found
    assert recipients_on(Risk.SEND, TAP, shown(title, replace(to, password=True), BODY, SEND)) == ()


def test_the_title_of_a_conversation_has_its_people() -> None:
    assert recipients_on(Risk.SEND, TAP, thread("Ann Lee, Bo & Cy")) == ("Ann Lee", "Bo", "Cy")
    assert recipients_on(Risk.SEND, TAP, thread("+1 500 555 0101")) == ("+1 500 555 0101",)
    assert recipients_on(Risk.SEND, TAP, thread("Ann" + " x" * 28)) != ()
    assert recipients_on(Risk.SEND, TAP, thread("Ann" + " x" * 28 + "yz")) == ()
    below = shown(part("Ann Lee", 337), BODY, SEND)
    assert recipients_on(Risk.SEND, TAP, below) == (), "too far down for a title"
    assert recipients_on(Risk.SEND, TAP, shown(part("Ann Lee", 336), BODY, SEND)) == ("Ann Lee",)
    assert recipients_on(Risk.SEND, TAP, shown(part("Ann Lee", 150), SEND)) == (), "nothing is written there"
    two = shown(part("Bo", 150), part("Ann", 100), BODY, SEND)
    assert recipients_on(Risk.SEND, TAP, two) == ("Ann",)


def test_a_call_goes_to_the_number_of_the_button_else_to_the_title() -> None:
    call = part("Call +1 500 555 0101", 900, role=Role.BUTTON)
    plain = part("Call", 900, role=Role.BUTTON)
    page = (part("Ann Lee", 150), call, plain)
    assert recipients_on(Risk.CALL, Tap(target=call), shown(*page)) == ("+1 500 555 0101",)
    assert recipients_on(Risk.CALL, LongPress(target=call), shown(*page)) == ("+1 500 555 0101",)
    assert recipients_on(Risk.CALL, Drag(start=plain, end=call), shown(*page)) == ("+1 500 555 0101",)
    assert recipients_on(Risk.CALL, Tap(target=plain), shown(*page)) == ("Ann Lee",)
    assert recipients_on(Risk.SEND, Tap(target=call), shown(*page)) == ()


# ------------------------------------------------------------ amounts, apps

PAY = part("Pay", 2000, role=Role.BUTTON)


def price(*texts: str) -> Screen:
    return shown(*(part(text, 900 + 100 * at) for at, text in enumerate(texts)), PAY)


@pytest.mark.parametrize(
    ("texts", "person", "reason"),
    [
        (("Total: $20.00",), "Pay 20 dollars", ""),
        (("Total: $30.00",), "Pay 20 dollars", "it is about 30, an amount that nobody named"),
        (("Total: $30.50",), "Pay it", "it is about 30.5, an amount that nobody named"),
        ((), "Pay it", "neither your words nor the screen say how much it costs"),
        ((), "Pay 20 dollars", ""),
    ],
)
def test_the_reason_names_an_amount_other_than_the_ordered_one(
    texts: tuple[str, ...], person: str, reason: str
) -> None:
    for risk in (Risk.ORDER, Risk.BOOK, Risk.PAY):
        found = why(risk, price(*texts), "Pay it", person, action=Tap(target=PAY))
        assert found.replace("30.50", "30.5").replace("30.00", "30") == reason


def test_each_payee_has_an_amount_of_their_own() -> None:
    ask = "Pay 20 dollars to Ann and 50 dollars to Bo"
    to_ann = shown(part("To", 300, role=Role.FIELD, editable=True, text="Ann"), part("Total: $50", 900), PAY)
    assert why(Risk.ORDER, to_ann, ask, ask, action=Tap(target=PAY)) == "it is about 50, an amount that nobody named"
    right = shown(part("To", 300, role=Role.FIELD, editable=True, text="Bo"), part("Total: $50", 900), PAY)
    assert why(Risk.ORDER, right, ask, ask, action=Tap(target=PAY)) == ""


INSTALL = part("Install", 900, role=Role.BUTTON)


@pytest.mark.parametrize(
    ("title", "person", "named"),
    [
        (part("Signal", 300), "Install Signal", True),
        (part("Signal", 300), "Install the app Signal", True),
        (part("Signal", 300), 'Install "Signal"', True),
        (part("Signal", 300), "Install Signal Pro app", False),
        (part("Signal", 300), "Install Signals", False),
        (part("Signal", 300), "Open Signal", False),
        (part("Signal", 960), "Install Signal", False),
        (part("Signal", 300, window=Window.SYSTEM), "Install Signal", False),
        (part("Si", 300), "Install Si", False),
        (part("Signal", 300), "hm", False),
    ],
)
def test_an_app_is_installed_if_its_title_above_the_button_is_named(title: Element, person: str, named: bool) -> None:
    found = why(Risk.INSTALL, shown(title, INSTALL), "Install it", "hm", person, action=Tap(target=INSTALL))
    assert found == ("" if named else "this screen shows no app that your words name")


# ------------------------------------------------------------ acquaintances

BOOK = "com.android.contacts"


def row(label: str, top: int = 500, **more: object) -> Element:
    return part(label, top, role=Role.ITEM, **more)


@pytest.mark.parametrize(
    ("label", "linked"),
    [
        ("Ann Lee, +1 500 555 0101", True),
        ("Ann Lee, Mobile, +1 500 555 0101", True),
        ("+1 500 555 0101", False),
        ("Ann Lee", False),
        ("Ann Lee said that her number is now +1 500 555 0101", False),
        ("Ann Lee 17, +1 500 555 0101", False),
    ],
)
def test_only_a_row_with_a_name_and_a_number_links_them(label: str, linked: bool) -> None:
    known = Acquaintances()
    sight = known.look(shown(row(label)))
    assert (sight is not None) is linked
    assert known.same("Ann Lee", "500 555 0101", package="org.sms", trusted=False) is linked
    assert not known.same("Ann Lee", "500 555 0101", package="org.other", trusted=True)
    assert not known.same("Bo", "500 555 0101", package="org.sms", trusted=True)
    assert not known.same("Ann Lee", "500 555 0102", package="org.sms", trusted=True)
    assert known.names_of("+1 500 555 0101", "org.sms") == (("ann lee",) if linked else ())
    assert known.numbers_of(lambda name: name == "ann lee", "org.sms") == (
        frozenset({"+15005550101"}) if linked else frozenset()
    )


def test_a_repeated_screen_is_no_new_sight() -> None:
    known = Acquaintances()
    page = shown(row("Ann Lee, +1 500 555 0101"))
    assert known.look(page) == Sighting(package="org.sms", rows=((frozenset({"+15005550101"}), "ann lee"),))
    assert known.look(page) is None
    assert known.look(shown()) is None


@pytest.mark.parametrize("hidden", [{"clickable": False}, {"editable": True}, {"package": "org.other"},
                                    {"window": Window.SYSTEM}])  # fmt: skip
def test_only_rows_of_the_app_link(hidden: dict[str, object]) -> None:
    assert Acquaintances().look(shown(row("Ann Lee, +1 500 555 0101", **hidden))) is None


def test_the_page_of_a_person_in_an_address_book_links_their_numbers() -> None:
    known = Acquaintances()
    title, number = part("Ann Lee", 300), part("+1 500 555 0101", 500)
    page = shown(title, number, package=BOOK)
    assert known.look(page) == Sighting(package=BOOK, names=("ann lee",), numbers=frozenset({"+15005550101"}))
    assert known.look(page) is None
    assert known.same("Ann Lee", "+1 500 555 0101", package="org.sms", trusted=True)
    assert not known.same("Ann Lee", "+1 500 555 0101", package="org.sms", trusted=False)
    assert known.names_of("500 555 0101", "org.sms") == ("ann lee",)
    for other in (
        shown(title, number),
        shown(title, number, part("Name", 700, role=Role.FIELD, editable=True), package=BOOK),
        shown(replace(title, clickable=True), number, package=BOOK),
        shown(replace(title, container=3), number, package=BOOK),
        shown(part("Ann Lee", 600), number, package=BOOK),
        shown(title, *(part(f"+1 500 555 010{at}", 500 + 50 * at) for at in range(4)), package=BOOK),
    ):
        sight = Acquaintances().look(other)
        assert sight is None or sight.names == ()
