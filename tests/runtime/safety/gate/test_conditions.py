"""An order that depends on a quoted text counts only after a screen has shown that text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Role, Screen, Tap
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.gate.conditions import Conditions
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.safety.pages import BODY, SEND, part, shown

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
def test_what_depends_on_a_text_waits_for_a_screen_that_says_it(ask: str) -> None:
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
def test_an_order_without_such_a_condition_waits_for_nothing(ask: str) -> None:
    assert knows(ask, NO) == ""


@pytest.mark.parametrize(("read", "allowed"), [(NO, False), (YES, True)])
def test_the_gate_lets_a_message_go_only_after_its_condition_was_read(read: Screen, allowed: bool) -> None:
    ask = LANGUAGES[0]
    gate = Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())
    gate.look(read)
    step = "send 'Dinner' to Bob Ray"
    words = Written(person=(ask,), step=step, by_person=False)
    page = shown(part("Bob Ray", 150), replace(BODY, text="Dinner"), SEND)
    passage = gate.pass_(Tap(target=SEND), page, step=step, apps=(), described="tap Send", words=words)
    assert passage.allowed is allowed, passage.reason
    assert ("I am coming" in passage.reason) is not allowed
