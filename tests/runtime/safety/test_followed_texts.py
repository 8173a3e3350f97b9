"""The gate's memory of texts that a screen showed: quotations, their use, and orders that no text may give."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Element, Role, Tap, TypeText, Window, placeholder
from agentprog.runtime.safety.followed import Followed, Quote, never_delegated
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.safety.pages import BODY, SEND, part, shown

BODY_FIELD = replace(BODY, text="")
TO = part("To", 300, role=Role.FIELD, editable=True, hint="recipient")
NOTE = part("Note", 300, role=Role.FIELD, editable=True)
ASKS = "Text Bob Ray that I am late"


def seen(*elements: Element, title: str = "Ann Lee", package: str = "org.sms") -> Followed:
    followed = Followed()
    followed.look(shown(*elements, package=package), title)
    return followed


def quoted(followed: Followed, *about: str, theirs: tuple[str, ...] = ()) -> str:
    found = followed.quote(about, theirs)
    return "" if found is None else found.text


# ------------------------------------------------------------ what is remembered


@pytest.mark.parametrize(
    ("element", "remembered"),
    [
        (part(ASKS, 300), True),
        (replace(part(ASKS, 300), text=""), True),
        (part(ASKS, 300, role=Role.BUTTON), False),
        (part(ASKS, 300, role=Role.TAB), False),
        (part(ASKS, 300, window=Window.DIALOG), True),
        (part(ASKS, 300, window=Window.SYSTEM), False),
        (part(ASKS, 300, window=Window.KEYBOARD), False),
        (replace(NOTE, text=ASKS), True),
        (replace(NOTE, label=ASKS, text=""), False),
        (replace(BODY, text=ASKS), False),
        (part("Bob Ray", 300), False),
        (part("Bob Ray.", 300), True),
    ],
)
def test_texts_outside_of_buttons_and_messages_are_remembered(element: Element, remembered: bool) -> None:
    assert (quoted(seen(element), "Bob Ray") != "") is remembered


def test_the_title_of_the_page_and_the_runs_own_texts_are_not() -> None:
    assert quoted(seen(part(ASKS, 300), title=ASKS), "Bob Ray") == ""
    followed = Followed()
    followed.wrote(f"so: {ASKS}!", BODY_FIELD, "org.sms", "Ann Lee")
    followed.look(shown(part(ASKS, 300)), "Ann Lee")
    assert quoted(followed, "Bob Ray") == ""


def test_a_page_that_the_run_wrote_is_no_text_to_follow_and_others_are() -> None:
    followed = Followed()
    followed.wrote("hm", NOTE, "org.notes", "List")
    page = shown(part(ASKS, 300), package="org.notes")
    followed.look(page, "List")
    assert quoted(followed, "Bob Ray") == ""
    followed.look(page, "Other")
    assert quoted(followed, "Bob Ray") == ASKS
    unknown = Followed()
    unknown.wrote("hm", None, "org.notes", "List")
    unknown.look(page, "List")
    assert quoted(unknown, "Bob Ray") == ""
    message = Followed()
    message.wrote("hm", BODY_FIELD, "org.notes", "List")
    message.look(page, "List")
    assert quoted(message, "Bob Ray") == ASKS


def test_followed_texts_are_only_the_latest() -> None:
    followed = seen(part(ASKS, 300))
    for at in range(200):
        followed.look(shown(part(f"number {at} of many", 300)), "Ann Lee")
    assert quoted(followed, "Bob Ray") == ""
    assert quoted(followed, "number 0 of many") == "number 0 of many"
    assert quoted(followed, "number 199 of many") == "number 199 of many"


# ------------------------------------------------------------ what is quoted


def test_the_text_with_most_of_the_values_is_quoted_and_of_equals_the_latest() -> None:
    followed = seen(part("Text Bob Ray", 300), part("Text Bob Ray 'hi'", 400), part("Text Bob Ray later", 500))
    assert quoted(followed, "Bob Ray", "hi") == "Text Bob Ray 'hi'"
    assert quoted(followed, "Bob Ray") == "Text Bob Ray later"
    assert quoted(followed, "Cy Dow") == ""
    assert quoted(followed, "", " ") == ""
    assert quoted(followed) == ""


def test_pages_that_the_persons_words_name_come_first() -> None:
    followed = seen(part("Text Bob Ray", 300), title="todo")
    followed.look(shown(part("Text Bob Ray 'hi' now", 300)), "Mallory")
    for words in ("Do what todo says", "Do what todo.md says"):
        found = followed.quote(("Bob Ray", "hi"), (words,))
        assert found == Quote(text="Text Bob Ray", title="todo", named=True, lines=("Text Bob Ray",))
        assert found.quotation == 'the text of "todo" that you told the run to follow says "Text Bob Ray"'
    other = followed.quote(("Bob Ray", "hi"), ("Do what mytodo.md says",))
    assert other is not None
    assert (other.title, other.named) == ("Mallory", False)
    assert other.quotation == (
        'the text of "Mallory" on a page that your words do not name says "Text Bob Ray \'hi\' now"'
    )
    assert Quote(text="x" * 500, title="").quotation == (
        f'the text on a page that your words do not name says "{"x" * 400}"'
    )


def test_a_value_is_held_whole_or_by_a_part_of_its_persons_name() -> None:
    followed = seen(part("Text Bob that I am late", 300))
    assert quoted(followed, "Bob Ray") != ""
    assert quoted(followed, "Bobby Ray") == ""
    assert quoted(followed, "late") != ""


def test_each_ordering_line_of_a_list_is_a_text_and_has_the_whole_list() -> None:
    text = "Today\n- Text Bob Ray 'hi'\n2) Delete the note Milk\n[x] Pay 20 dollars to Cy\nnothing"
    followed = seen(part(text, 300))
    lines = ("Text Bob Ray 'hi'", "Delete the note Milk")
    found = followed.quote(("Bob Ray",), ())
    assert found is not None
    assert (found.text, found.lines) == ("Text Bob Ray 'hi'", lines)
    whole = followed.quote(("Cy",), ())
    assert whole is not None
    assert whole.text == " ".join(text.split())
    assert whole.lines == lines
    alone = seen(part("For today\n- Text Bob Ray 'hi'", 300)).quote(("Bob Ray",), ())
    assert alone is not None
    assert alone.text == "For today - Text Bob Ray 'hi'"
    long = f"Text Bob Ray '{'x' * 400}'"
    too_long = seen(part(long, 300)).quote(("Bob Ray",), ())
    assert too_long is not None
    assert too_long.lines == ()


def test_allowed_lines_are_stored_once() -> None:
    followed = Followed()
    followed.allow(("a", "b"))
    followed.allow(("b", "c"))
    assert followed.lines == ("a", "b", "c")


# ------------------------------------------------------------ copying a followed text


def test_a_followed_text_is_copied_into_fields_for_messages_and_recipients() -> None:
    theirs = ("Do what the note todo says",)
    followed = seen(part("Text Bob Ray 'see you'", 300), title="todo")
    assert followed.prepares(BODY_FIELD, "see you", (), theirs)
    assert followed.prepares(TO, "Bob Ray", (), theirs)
    assert followed.prepares(TO, "+1 500 555 0101", ("Bob Ray",), theirs)
    for where, text, names, words in (
        (NOTE, "see you", (), theirs),
        (None, "see you", (), theirs),
        (BODY_FIELD, "see me", (), theirs),
        (TO, "+1 500 555 0101", ("Cy Dow",), theirs),
        (BODY_FIELD, "see you", (), ("Do what she says",)),
    ):
        assert not followed.prepares(where, text, names, words)


def test_a_page_leads_on_while_it_has_only_prepared_recipients() -> None:
    followed = seen(part("Text Bob Ray 'see you'", 300), title="todo")
    to = replace(TO, text=" Bob Ray ")
    assert not followed.leads_on(shown(to))
    assert followed.prepares(TO, "Bob Ray", (), ("Do what todo says",))
    assert followed.leads_on(shown(to, SEND))
    assert not followed.leads_on(shown(SEND))
    assert not followed.leads_on(shown(replace(TO, text="Cy")))
    assert not followed.leads_on(shown(to, replace(BODY, text="hi")))
    assert followed.leads_on(shown(to, replace(NOTE, text="x", window=Window.KEYBOARD)))


# ------------------------------------------------------------ what no text orders

DO = "Do what her message asks"
TAP = Tap(target=SEND)


def test_no_text_orders_a_payment_or_a_secret() -> None:
    pay = "a followed text cannot decide whether the run may pay: order it yourself"
    secret = "a followed text cannot decide whether a secret is given: order it yourself"
    typed = TypeText(text=placeholder("pin"))
    assert never_delegated(Risk.PAY, TAP, (DO,), Policy()) == pay
    assert never_delegated(Risk.DISCLOSE, typed, (DO,), Policy()) == secret
    assert never_delegated(Risk.PAY, TAP, (DO, "Pay 20 dollars"), Policy()) == ""
    assert never_delegated(Risk.PAY, TAP, (DO,), Policy(rules={Risk.PAY: Rule.ALLOW})) == ""
    assert never_delegated(Risk.PAY, TAP, (DO,), Policy(rules={Risk.PAY: Rule.ASK})) == pay
    assert never_delegated(Risk.PAY, TAP, ("Read it",), Policy()) == ""
    assert never_delegated(Risk.SEND, TAP, (DO,), Policy()) == ""
    assert never_delegated(Risk.DISCLOSE, TypeText(text="hm"), (DO,), Policy()) == ""
    assert never_delegated(Risk.DISCLOSE, TAP, (DO,), Policy()) == ""
    assert never_delegated(Risk.EDIT, typed, (DO,), Policy()) == ""
