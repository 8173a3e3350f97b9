from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agentprog.errors import NeedsHuman
from agentprog.lang.effects.kinds import Risk
from agentprog.ports import (
    App,
    Bounds,
    Element,
    OpenApp,
    PointTarget,
    PressKey,
    Role,
    Screen,
    Scroll,
    Tap,
    TypeText,
    Window,
)
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.interaction import Consent, NobodyThere, RiskyAction
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.safety.risk import asks_for, classify

APPS = (App(package="org.notes", label="Notes", aliases=("Notebook",)), App(package="org.chat", label="Chat"))


def element(label: str, *, index: int = 1, role: Role = Role.BUTTON, **more: object) -> Element:
    top = index * 100
    return Element(index=index, role=role, label=label, bounds=Bounds(0, top, 100, top + 90), clickable=True, **more)  # type: ignore[arg-type]


def screen(*elements: Element, package: str = "org.chat") -> Screen:
    now = datetime(2026, 5, 2, tzinfo=UTC)
    return Screen(package=package, activity=".Main", width=1080, height=2400, taken_at=now, elements=elements)


class Person:
    def __init__(self, answer: Consent) -> None:
        self.answer = answer
        self.questions: list[str] = []

    def tell(self, text: str) -> None:
        raise AssertionError(text)

    def ask(self, question: str) -> str:
        raise AssertionError(question)

    def confirm(self, question: str) -> bool:
        raise AssertionError(question)

    def permit(self, wanted: RiskyAction) -> Consent:
        self.questions.append(wanted.question)
        return self.answer

    def take_over(self, reason: str) -> str:
        raise AssertionError(reason)


@pytest.mark.parametrize(
    ("label", "package", "risk"),
    [
        ("Send", "org.chat", Risk.SEND),
        ("Send SMS", "org.chat", Risk.SEND),
        ("Call number", "org.chat", Risk.CALL),
        ("Block number", "org.chat", Risk.BLOCK),
        ("Delete contact", "org.people", Risk.DELETE),
        ("Place order", "org.shop", Risk.ORDER),
        ("Book now", "org.hotel", Risk.BOOK),
        ("Cancel booking", "org.hotel", Risk.CANCEL),
        ("Cancel", "org.hotel", None),
        ("Join", "org.chat", Risk.JOIN),
        ("Order history", "org.shop", None),
        ("Install", "com.android.packageinstaller", Risk.INSTALL),
        ("Install", "org.notes", None),
        ("While using the app", "com.android.permissioncontroller", Risk.GRANT),
        ("Share", "org.notes", Risk.SHARE),
        ("Save", "org.notes", None),
        ("Sender settings and more", "org.chat", None),
        ("Send flowers to the office on Monday", "org.notes", None),
        ("Deleted items", "org.mail", None),
    ],
)
def test_the_touched_element_decides_the_risk(label: str, package: str, risk: Risk | None) -> None:
    button = element(label)
    assert classify(Tap(target=button), screen(button, package=package)) is risk


def test_a_tap_by_coordinates_has_the_risk_of_the_element_there() -> None:
    button = element("Send", index=2)
    shown = screen(element("Hello"), button)
    assert classify(Tap(target=PointTarget(x=50, y=250)), shown) is Risk.SEND
    assert classify(Tap(target=PointTarget(x=50, y=150)), shown) is None


def test_a_resource_id_gives_a_nameless_button_its_risk() -> None:
    button = element("arrow", resource_id="org.chat:id/thread_send_message")
    assert classify(Tap(target=button), screen(button)) is Risk.SEND


def test_confirming_a_dialog_has_the_risk_of_the_dialogs_text() -> None:
    ok = element("OK", window=Window.DIALOG)
    text = element("Are you sure you want to delete this note?", index=2, role=Role.TEXT, window=Window.DIALOG)
    harmless = element("The note was saved", index=2, role=Role.TEXT, window=Window.DIALOG)
    assert classify(Tap(target=ok), screen(ok, text)) is Risk.DELETE
    assert classify(Tap(target=ok), screen(ok, harmless)) is None


def test_enter_in_a_field_beside_a_send_button_sends() -> None:
    field = Element(
        index=1,
        role=Role.FIELD,
        label="Message",
        bounds=Bounds(0, 0, 9, 9),
        editable=True,
        focused=True,
        clickable=True,
    )
    assert classify(PressKey(key="enter"), screen(field, element("Send", index=2))) is Risk.SEND
    assert classify(PressKey(key="enter"), screen(field, element("Search", index=2))) is None


def test_typing_is_not_risky_whatever_the_text() -> None:
    field = Element(index=1, role=Role.FIELD, label="Send to", bounds=Bounds(0, 0, 9, 9), editable=True, clickable=True)
    assert classify(TypeText(text="delete everything", target=field), screen(field)) is None


def gate(*, instruction: str = "", program: str = "", person: object = None, **policy: object) -> Gate:
    return Gate(Policy(**policy), Authority(instruction=instruction, program=program), person or NobodyThere())  # type: ignore[arg-type]


SEND = element("Send")


def passes(made: Gate, *, step: str, action: object = None, on: Screen | None = None) -> bool:
    return made.pass_(
        action or Tap(target=SEND), on or screen(SEND), step=step, apps=APPS, described="tap Send"
    ).allowed  # type: ignore[arg-type]


def test_an_effect_that_the_user_asked_for_is_authorised() -> None:
    ann = screen(element("Ann", index=2, role=Role.TEXT), SEND)
    assert passes(gate(instruction="Text Ann 'hi'"), step="In the Chat app, send 'hi' to Ann", on=ann)
    assert passes(gate(program="send {text} to {number}"), step="send {text} to {number}")


def test_an_effect_of_a_step_that_is_about_something_else_is_not() -> None:
    made = gate(instruction="Text Ann 'hi', then read the news")
    with pytest.raises(NeedsHuman, match="read the news"):
        passes(made, step="read the news")


def test_a_model_cannot_authorise_an_effect_outside_the_instruction() -> None:
    with pytest.raises(NeedsHuman):
        passes(gate(instruction="Look up Ann's number"), step="send the number to +1555")


def test_an_effect_allowed_for_the_run_is_asked_about_once() -> None:
    person = Person(Consent.RUN)
    made = gate(person=person)
    assert passes(made, step="look around")
    assert passes(made, step="look around")
    assert len(person.questions) == 1
    assert "tap Send" in person.questions[0]


def test_an_effect_allowed_once_is_asked_about_again() -> None:
    person = Person(Consent.ONCE)
    made = gate(person=person)
    assert passes(made, step="look around")
    assert passes(made, step="look around")
    assert len(person.questions) == 2


def test_the_phones_own_confirmation_of_an_allowed_effect_is_not_asked_about() -> None:
    person = Person(Consent.ONCE)
    made = gate(person=person)
    assert passes(made, step="look around")
    sure = screen(element("Really go on?", role=Role.TEXT, window=Window.DIALOG), element("OK", window=Window.DIALOG))
    assert passes(made, action=Tap(target=sure.elements[1]), on=sure, step="look around")
    assert len(person.questions) == 1
    assert passes(made, action=Tap(target=sure.elements[1]), on=sure, step="look around")
    assert len(person.questions) == 2


def test_a_refused_effect_stays_refused() -> None:
    assert not passes(gate(person=Person(Consent.NO)), step="look around")


def test_a_question_names_action_place_reason_and_author() -> None:
    person = Person(Consent.NO)
    wanted: list[RiskyAction] = []
    person.permit = lambda asked: wanted.append(asked) or Consent.NO  # type: ignore[func-returns-value,method-assign]
    passes(gate(person=person), step="look around")
    (asked,) = wanted
    assert (asked.app, asked.risk, asked.step, asked.written_by) == ("Chat", "send", "look around", "the model")
    assert "tap Send" in asked.action
    assert asked.question.endswith("nobody asked for it. A sent message cannot be recalled. Allow it?")


def test_policy_allows_or_denies_a_class_without_asking() -> None:
    assert passes(gate(rules={Risk.SEND: Rule.ALLOW}), step="look around")
    assert not passes(gate(default=Rule.DENY), step="look around")
    assert passes(gate(rules={Risk.DELETE: Rule.DENY}, default=Rule.ALLOW), step="look around")


def test_the_header_limits_apps_by_any_of_their_names() -> None:
    made = gate(apps=("notebook",), default=Rule.ALLOW)
    assert passes(made, step="x", action=OpenApp(name="Notes"))
    assert not passes(made, step="x", action=OpenApp(name="Chat"))
    assert not passes(made, step="x", on=screen(SEND, package="org.chat"))
    assert passes(made, step="x", on=screen(SEND, package="org.notes"))


def test_leaving_a_forbidden_app_is_always_allowed() -> None:
    made = gate(apps=("Notes",))
    there = screen(SEND, package="org.ads")
    assert passes(made, step="x", action=PressKey(key="back"), on=there)
    assert passes(made, step="x", action=Scroll(direction="down"), on=there)
    assert passes(made, step="x", action=Tap(target=element("Notes")), on=screen(package="com.android.launcher3"))


def test_words_for_an_effect_are_whole_words() -> None:
    assert asks_for(Risk.DELETE, ["Remove the note"])
    assert not asks_for(Risk.DELETE, ["Read the undeleted notes"])
    assert not asks_for(Risk.SEND, ["Open the resender"])


@pytest.mark.parametrize("label", ["Call number", "Block number"])
def test_to_send_is_not_to_call_or_to_block(label: str) -> None:
    """Seen on the simulated phone: a lost model with the order to send a text blocked a person, which dropped the
    messages.
    """
    button = element(label)
    sending = gate(instruction="look up the phone number of Ann and send it to Bob")
    with pytest.raises(NeedsHuman):
        passes(sending, step="send {phone} to Bob", action=Tap(target=button), on=screen(button))


def test_names_of_widgets_are_no_words_of_a_dialog() -> None:
    form = element("new file dialog ext", role=Role.FIELD, text=".md", resource_id="org.notes:id/new_file_dialog_ext",
                   editable=True, window=Window.DIALOG)  # fmt: skip
    agree = element("OK", index=2, text="OK", window=Window.DIALOG)
    assert classify(Tap(target=agree), screen(form, agree)) is None
    spoken = element("Dial 112 now?", role=Role.TEXT, text="Dial 112 now?", window=Window.DIALOG)
    assert classify(Tap(target=agree), screen(spoken, agree)) is Risk.CALL


def test_a_question_about_blocking_is_put_to_a_person() -> None:
    yes = element("Yes", window=Window.DIALOG)
    text = element("Are you sure you want to block this number?", index=2, role=Role.TEXT, window=Window.DIALOG)
    assert classify(Tap(target=yes), screen(yes, text)) is Risk.BLOCK
