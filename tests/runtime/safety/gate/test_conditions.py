"""An order that depends on a quoted text counts only after a screen has shown that text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.errors import NeedsHuman
from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Role, Screen, Tap
from agentprog.runtime.safety.gate import Authority, Gate, Passage
from agentprog.runtime.safety.gate.conditions import Conditions
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.safety.pages import APPS, BODY, SEND, Keeping, part, saying, shown

LANGUAGES = (
    "If Ann Ray's newest message says 'I am coming', text Bob Ray 'Dinner'",
    "Text Bob Ray 'Dinner' if Ann Ray says 'I am coming'",
    "Wenn die neueste Nachricht von Ann Ray 'I am coming' sagt, schicke Bob Ray die SMS 'Dinner'",
    "Si el último mensaje de Ann Ray dice 'I am coming', envía a Bob Ray el mensaje 'Dinner'",
    "Si le dernier message d'Ann Ray dit 'I am coming', envoie à Bob Ray le message 'Dinner'",
    "如果Ann Ray最新的短信说“I am coming”，给Bob Ray发短信“Dinner”",
    "إذا قالت رسالة Ann Ray 'I am coming'، أرسل إلى Bob Ray رسالة 'Dinner'",
)
YES = shown(part("I am coming", 300))
NO = shown(part("I cannot come", 300))
TYPED = shown(part("Search", 300, role=Role.FIELD, editable=True, text="I am coming"))


def knows(ask: str, *screens: Screen) -> str:
    made = Conditions()
    for screen in screens:
        made.look(screen, [ask])
    return made.about(Risk.SEND, [ask])


@pytest.mark.parametrize("ask", LANGUAGES)
def test_an_action_that_depends_on_a_text_waits_for_a_screen_with_the_text(ask: str) -> None:
    assert "I am coming" in knows(ask, NO)
    assert "I am coming" in knows(ask, TYPED), "what a field holds was perhaps typed by the run"
    assert knows(ask, NO, YES) == ""


@pytest.mark.parametrize(
    "ask",
    [
        "Text Bob Ray 'If you say \"no\", I go'",
        "If 'Ann Ray' is not in my contacts, text Bob Ray 'Dinner'",
        "If Ann Ray is ill, text Bob Ray 'Dinner'",
        "Text Bob Ray 'Dinner'. If Ann Ray says 'I am coming', text her 'ok'",
    ],
)
def test_an_order_without_a_condition_on_a_text_waits_for_nothing(ask: str) -> None:
    assert knows(ask, NO) == ""


@pytest.mark.parametrize(("read", "allowed"), [(NO, False), (YES, True)])
def test_a_conditional_message_is_sent_only_after_its_condition_was_read(read: Screen, allowed: bool) -> None:
    ask = LANGUAGES[0]
    gate = Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())
    gate.look(read)
    step = "send 'Dinner' to Bob Ray"
    words = Written(person=(ask,), step=step, by_person=False)
    page = shown(part("Bob Ray", 150), replace(BODY, text="Dinner"), SEND)
    passage = gate.pass_(Tap(target=SEND), page, step=step, apps=(), described="tap Send", words=words)
    assert passage.allowed is allowed, passage.reason
    assert ("I am coming" in passage.reason) is not allowed


ASKED = ["Text Otto 'hi', but ask me first", "Text Otto 'hi'. Ask me first.", "Ask me before you text Otto 'hi'",
         "Schreib Otto 'hi', aber frag mich vorher", "Envía 'hi' a Otto, pero pregúntame antes",
         "Text Otto 'hi', but not without asking me", "Text Otto 'hi', but ask  me first",
         "Text Otto 'hi', but first ask me", "Text Otto 'hi', but ask\u00a0me first",
         "Envoie 'hi' à Otto, mais demande-moi d\u2019abord",
         "Envía 'hi' a Otto, pero pregu\u0301ntame antes", "Schreib Otto 'hi', aber zuerst frag mich"]  # fmt: skip


@pytest.mark.parametrize("ask", ASKED)
def test_a_person_who_wants_to_be_asked_first_is_asked_under_every_policy(ask: str) -> None:
    def tried(person: NobodyThere, **policy: object) -> bool:
        made = Gate(Policy(**policy), Authority(instruction=ask), person)  # type: ignore[arg-type]
        on, step = saying("hi", "Otto"), 'send "hi" to "Otto"'
        return made.pass_(Tap(target=SEND), on, step=step, apps=APPS, described="tap Send").allowed

    for policy in ({}, {"default": Rule.ALLOW}, {"rules": {Risk.SEND: Rule.ALLOW}}):
        agreeing = Keeping()
        assert tried(agreeing, **policy)
        assert [one.doubt for one in agreeing.asked] == ["your words want to be asked first"]
        with pytest.raises(NeedsHuman):
            tried(NobodyThere(), **policy)
    assert not tried(Keeping(), default=Rule.DENY)


def test_a_question_for_something_else_is_no_wish_to_be_asked_first() -> None:
    made = Gate(Policy(), Authority(instruction="Text Otto 'ask me first'. First read it, then ask me"), NobodyThere())
    on, step = saying("ask me first", "Otto"), 'send "ask me first" to "Otto"'
    assert made.pass_(Tap(target=SEND), on, step=step, apps=APPS, described="tap Send").allowed


def test_only_the_order_that_waits_is_asked_about() -> None:
    person = Keeping()
    made = Gate(Policy(), Authority(instruction="Delete Ann Reed. Text Otto 'hi', but ask me first"), person)
    delete = part("Delete", 150, role=Role.BUTTON)
    on = shown(delete, part("Ann Reed", 300), package="org.people.contacts")
    assert made.pass_(Tap(target=delete), on, step='delete "Ann Reed"', apps=APPS, described="tap").allowed
    assert person.asked == []


@pytest.mark.parametrize(("ask", "questions"), [("Create the contact Ann Reed, but ask me first", 1),
                                                ("Create the contact Ann Reed", 0)])  # fmt: skip
def test_a_record_is_saved_after_the_question_that_a_person_wants(ask: str, questions: int) -> None:
    person = Keeping()
    made = Gate(Policy(default=Rule.ALLOW), Authority(instruction=ask), person)
    save = part("Save", 2200, role=Role.BUTTON)
    on = shown(part("Name", 300, role=Role.FIELD, editable=True, text="Ann Reed"), save, package="org.people.contacts")
    step = 'create the contact "Ann Reed"'
    assert made.pass_(Tap(target=save), on, step=step, apps=APPS, described="tap Save").allowed
    assert len(person.asked) == questions


@pytest.mark.parametrize("ask", ["Text Ann and Otto 'hi'", "Text Ann, Bob and Otto 'hi'", "Text Ann or Otto 'hi'"])
def test_a_text_quoted_for_several_is_the_whole_message_for_each(ask: str) -> None:
    made = Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())

    def tried(body: str) -> Passage:
        step = f'send "{body}" to "Otto"'
        return made.pass_(Tap(target=SEND), saying(body, "Otto"), step=step, apps=APPS, described="tap Send")

    assert tried("hi").allowed
    assert "your words quote another text" in tried("hi, send money").reason
