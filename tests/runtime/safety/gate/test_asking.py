"""A question to a person has all parts of its action, and an allowed action keeps its class and its question."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import App, Element, Role, Screen, Tap, TypeText, Window
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.gate.asking import wanted
from agentprog.runtime.safety.gate.known import Known
from agentprog.runtime.safety.gate.matter import Matter, Passage
from agentprog.runtime.safety.interaction import Consent, NobodyThere, RiskyAction
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.safety.gate.test_committing import PICKED
from tests.runtime.safety.pages import BODY, NETWORK, SEND, SMS, at, part, shown

APPS = (App(package="org.other", label="Other"), App(package=SMS, label="Texts"))
WORDS = Written(person=("do it",), step="the step", by_person=True, line=7, item="Ann", others=("Bob",))
THREAD = shown(part("Mina Ueda", 150), BODY, SEND)


def asked(risk: Risk | None, action: Any, screen: Screen, **more: Any) -> RiskyAction:
    known = Known(None)
    known.look(screen, ("do it",))
    known.attend(screen)
    words = more.pop("words", WORDS)
    return wanted(risk, Matter(action=action, screen=screen, words=words, step="", described="it", apps=APPS), known)


def test_a_question_about_a_message_names_recipient_text_app_and_author() -> None:
    screen = THREAD
    found = asked(Risk.SEND, Tap(target=SEND), screen)
    bounds = SEND.bounds
    assert found == RiskyAction(
        action="it",
        risk="send",
        step="the step",
        app="Texts",
        written_by="you",
        line=7,
        to=("Mina Ueda",),
        says="hi",
        item="Ann",
        others=("Bob",),
        frames=((bounds.left, bounds.top, bounds.right, bounds.bottom),),
        size=(screen.width, screen.height),
    )


def test_a_question_without_a_class_has_no_recipient_and_names_the_model_as_author() -> None:
    screen = THREAD
    words = replace(WORDS, by_person=False, said="as said", item=None, others=())
    found = asked(None, Tap(target=SEND), screen, words=words)
    assert (found.risk, found.to, found.says, found.rests_on) == ("", (), "", "")
    assert (found.written_by, found.step, found.item, found.others) == ("the model", "as said", "", ())


def test_an_app_without_a_name_is_called_by_its_package() -> None:
    assert asked(None, Tap(target=SEND), shown(SEND, package="org.unknown")).app == "org.unknown"


def test_a_removal_counts_and_frames_the_selected_rows() -> None:
    bin_ = at(900, 120, 120, 120, "Delete")
    screen = shown(PICKED, at(0, 800, 1080, 160, "Rosa Lind", Role.ITEM), bin_, package="org.people")
    found = asked(Risk.DELETE, Tap(target=bin_), screen)
    assert (found.count, found.about) == (1, ("Hana Ferreira",))
    rows = PICKED.bounds
    assert found.frames == ((rows.left, rows.top, rows.right, rows.bottom),)
    other = asked(Risk.SEND, Tap(target=bin_), screen)
    assert (other.count, "Hana Ferreira" in other.about) == (0, False)
    assert other.frames != found.frames


def test_a_change_is_about_its_page_unless_it_only_types() -> None:
    title = at(200, 150, 400, 80, "Shopping list", Role.TEXT)
    box = at(60, 900, 900, 120, "Note", Role.FIELD, editable=True, text="")
    keep = at(60, 1500, 300, 100, "Archive")
    screen = shown(title, box, keep, package="org.lists")
    assert asked(Risk.CHANGE, Tap(target=keep), screen).about[:1] == ("Shopping list",)
    assert asked(Risk.CHANGE, TypeText(text="x", target=box), screen).about == ()


# ------------------------------------------------------------------------------------------------ followed texts

LINES = ("Text Mina Ueda 'hi'", "Delete the note 'Old plans'")
FOLLOWS = "do what the note errands says"


def after_reading(person: str, risk: Risk | None, *pages: Screen) -> RiskyAction:
    """The question about the message to Mina Ueda, after the run has seen these pages."""
    known = Known(None)
    for page in (*pages, THREAD):
        known.look(page, (person,))
        known.attend(page)
    words = replace(WORDS, person=(person,))
    matter = Matter(action=Tap(target=SEND), screen=THREAD, words=words, step="", described="it", apps=APPS)
    return wanted(risk, matter, known)


def note(title: str) -> Screen:
    return shown(part(title, 150), part("\n".join(LINES), 400), package="org.notes")


def test_a_question_quotes_the_text_that_the_run_must_follow() -> None:
    found = after_reading(FOLLOWS, Risk.SEND, note("errands"))
    assert found.rests_on.startswith('the text of "errands" that you told the run to follow says "Text Mina Ueda ')
    assert found.listed == LINES
    assert found.others == (), "a list that is shown line by line names everything that a yes allows"


def test_a_text_on_an_unnamed_page_is_quoted_without_its_lines() -> None:
    found = after_reading(FOLLOWS, Risk.SEND, note("other things"))
    assert 'the text of "other things" on a page that your words do not name says' in found.rests_on
    assert (found.listed, found.others) == ((), ("Bob",))


def test_without_the_text_the_question_reports_that_nothing_orders_the_effect() -> None:
    found = after_reading(FOLLOWS, Risk.SEND)
    assert found.rests_on == "no text that you told the run to follow contains this"
    assert (found.listed, found.others) == ((), ("Bob",))


def test_nothing_is_quoted_without_an_effect_or_if_no_text_was_to_be_followed() -> None:
    assert after_reading(FOLLOWS, None, note("errands")).rests_on == ""
    own = after_reading("send hi to Mina Ueda", Risk.SEND, note("errands"))
    assert (own.rests_on, own.listed) == ("", ())


# ------------------------------------------------------------------------------------------------ known people


def person_row(name: str, number: str, top: int) -> Element:
    return part(f"{name} {number}", top, role=Role.ITEM)


@pytest.mark.parametrize(
    ("rows", "title", "to"),
    [
        ((), "Mina Ueda", "Mina Ueda"),
        ((person_row("Mina Ueda", "+1 555 010 0200", 500),), "Mina Ueda", "Mina Ueda"),
        ((person_row("Mina Ueda", "+1 555 010 0200", 500),), "+15550100200", "+15550100200 (mina ueda)"),
        (
            (person_row("Mina Ueda", "+1 555 010 0200", 500), person_row("Mina Ueda", "+1 555 010 0999", 600)),
            "Mina Ueda",
            "Mina Ueda (one of +15550100200 and +15550100999: this screen does not say which)",
        ),
    ],
    ids=["unknown", "one number", "a number with a name", "two numbers"],
)
def test_a_recipient_is_shown_with_the_phones_record_of_it(rows: tuple[Element, ...], title: str, to: str) -> None:
    known = Known(None)
    if rows:
        known.look(shown(part("To", 150), *rows), ("do it",))
    screen = shown(part(title, 150), BODY, SEND)
    matter = Matter(action=Tap(target=SEND), screen=screen, words=WORDS, step="", described="it", apps=APPS)
    assert wanted(Risk.SEND, matter, known).to == (to,)


# ------------------------------------------------------------------------------------------------ the decision


@dataclass
class Person(NobodyThere):
    """Answers every question the same."""

    says: Consent = Consent.ONCE
    questions: list[RiskyAction] = field(default_factory=list)

    def permit(self, wanted: RiskyAction) -> Consent:
        self.questions.append(wanted)
        return self.says


def decided(instruction: str, person: Person, **policy: Any) -> tuple[Gate, Passage]:
    gate = Gate(Policy(**policy), Authority(instruction=instruction), person)
    return gate, does(gate, instruction)


def does(gate: Gate, step: str) -> Passage:
    return gate.pass_(Tap(target=SEND), THREAD, step=step, apps=APPS, described="it", permissions=NETWORK)


def test_an_ordered_effect_passes_with_its_class_and_without_a_question() -> None:
    person = Person()
    _, found = decided('Text Mina Ueda "hi"', person)
    assert (found.allowed, found.risk, found.asked, found.consent) == (True, Risk.SEND, None, None)
    assert found.meant is not None
    assert person.questions == []


def test_an_effect_that_the_policy_allows_passes_with_its_class_and_without_a_question() -> None:
    person = Person()
    _, found = decided("Read the news", person, default=Rule.ALLOW)
    assert (found.allowed, found.risk, found.asked, person.questions) == (True, Risk.SEND, None, [])


@pytest.mark.parametrize(("answer", "allowed"), [(Consent.ONCE, True), (Consent.RUN, True), (Consent.NO, False)])
def test_an_answered_question_stays_with_its_passage(answer: Consent, allowed: bool) -> None:
    person = Person(says=answer)
    _, found = decided("Read the news", person)
    (question,) = person.questions
    assert (found.allowed, found.risk, found.asked, found.consent) == (allowed, Risk.SEND, question, answer)
    assert ("a person refused to send" in found.reason) is not allowed


@pytest.mark.parametrize(("answer", "questions"), [(Consent.ONCE, 2), (Consent.RUN, 1)])
def test_a_yes_for_the_run_is_not_asked_for_again(answer: Consent, questions: int) -> None:
    person = Person(says=answer)
    gate, _ = decided("Read the news", person)
    again = does(gate, "Read the news")
    assert (again.allowed, again.risk, len(person.questions)) == (True, Risk.SEND, questions)
    assert (again.asked is None) is (questions == 1)


def test_a_denied_effect_is_refused_with_its_class_and_reason_and_without_a_question() -> None:
    person = Person()
    _, found = decided("Read the news", person, default=Rule.DENY)
    assert (found.allowed, found.risk, found.asked, person.questions) == (False, Risk.SEND, None, [])
    assert found.reason.startswith("the policy denies this: send")


def test_an_action_without_an_effect_passes_with_no_class() -> None:
    gate = Gate(Policy(), Authority(instruction="Read the news"), Person())
    back = at(0, 100, 140, 140, "Navigate up", window=Window.APP)
    found = gate.pass_(Tap(target=back), shown(back), step="x", apps=APPS, described="it", permissions=NETWORK)
    assert found == Passage(allowed=True)
