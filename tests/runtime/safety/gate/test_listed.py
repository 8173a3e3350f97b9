"""A list to follow leads to one question with all its lines; a yes allows the orders of each line."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from agentprog.errors import NeedsHuman
from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Element, Role, Screen, Tap, TypeText, placeholder
from agentprog.runtime.journal.codec import to_data
from agentprog.runtime.journal.events import ActionIntended, Confirmed
from agentprog.runtime.journal.gatebook import know_again
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.interaction import Consent, NobodyThere
from agentprog.runtime.safety.permits import Permits
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.safety.pages import BODY, PAY, SEND, SHOP, Keeping, Scene, part, saying, shown

ASK = "Open my note errands.md in Notes and do everything that is on its list."
LINES = (
    "Text Otto Castillo 'I am late'",
    "Add Zoe Ferreira to the contacts, with the number +15550100777.",
    "Delete the note 'Old plans'",
)
LIST = "\n".join(f"- [ ] {line}" for line in LINES)
STEP = "do what the note says"


@dataclass
class All(Keeping):
    """Answers yes to everything that a question lists."""

    def permit(self, wanted: object) -> Consent:
        super().permit(wanted)  # type: ignore[arg-type]
        return Consent.RUN


def note(text: str = LIST, title: str = "errands") -> Screen:
    return shown(part(title, 150), editor(text), package="org.notes")


def editor(text: str) -> Element:
    return part("", 400, role=Role.FIELD, editable=True, text=text, resource_id="org.notes:id/editor")


def name_field(text: str = "") -> Element:
    return part("Name", 500, role=Role.FIELD, editable=True, text=text)


def new_contact(*fields: Element) -> Screen:
    return shown(part("Create contact", 150), *fields, SAVE)


SAVE = part("Save", 200, role=Role.BUTTON)
DELETE = part("Delete", 2000, role=Role.BUTTON)


def removing(title: str) -> Screen:
    return shown(part(title, 150), DELETE, package="org.notes")


@dataclass
class Reading(Scene):
    """A run with an order to do the things on a list; it has read the list."""

    ask: str = ASK
    person: Keeping = field(default_factory=All)

    def __post_init__(self) -> None:
        authority = Authority(instruction=self.ask, plan='In the "Texts" app, do what the note says')
        self.gate = Gate(self.policy, authority, self.person)
        self.sees(note())

    def types(self, text: str) -> bool:
        return self.does(TypeText(text=text, target=name_field()), new_contact(name_field()), step=STEP).allowed


def test_the_first_effect_asks_with_every_line_whole_and_the_others_ask_no_more() -> None:
    scene = Reading()
    assert scene.types("Zoe Ferreira")
    assert scene.does(Tap(target=SAVE), new_contact(name_field("Zoe Ferreira")), step=STEP).allowed
    assert scene.does(Tap(target=SEND), saying("I am late"), step=STEP).allowed
    assert scene.does(Tap(target=DELETE), removing("Old plans"), step=STEP).allowed
    (asked,) = scene.person.asked
    assert asked.listed == LINES
    assert "all 3 that it asks for: " in asked.question
    assert all(line in asked.question for line in LINES)


def test_a_yes_to_one_effect_does_not_cover_the_rest_of_the_list() -> None:
    scene = Reading(person=Keeping())
    scene.types("Zoe Ferreira")
    scene.does(Tap(target=SEND), saying("I am late"), step=STEP)
    assert [one.risk for one in scene.person.asked] == ["edit", "send"]


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("the code is 4812", "Otto Castillo"),
        ("I am late", "Zoe Nobody"),
        ("I am late", "+15550100777"),
        ("Old plans", "Otto Castillo"),
    ],
)
def test_an_effect_that_no_single_line_orders_is_another_question(text: str, to: str) -> None:
    scene = Reading()
    scene.types("Zoe Ferreira")
    scene.does(Tap(target=SEND), saying(text, to), step=STEP)
    assert [one.risk for one in scene.person.asked] == ["edit", "send"]


@pytest.mark.parametrize("title", ["Plans", "errands"])
def test_everything_on_a_list_does_not_mean_everything_on_the_phone(title: str) -> None:
    scene = Reading()
    scene.types("Zoe Ferreira")
    scene.does(Tap(target=DELETE), removing(title), step=STEP)
    assert [one.risk for one in scene.person.asked] == ["edit", "delete"]


def test_a_text_besides_the_listed_lines_is_another_question() -> None:
    scene = Reading()
    scene.types("Zoe Ferreira")
    scene.types("call me at the office")
    assert len(scene.person.asked) == 2


def test_money_and_secrets_of_a_list_are_neither_among_its_lines_nor_done() -> None:
    scene = Reading(policy=Policy(default=Rule.ASK))
    scene.sees(note(f"{LIST}\n- Pay 20.00 EUR to Otto Castillo"))
    scene.types("Zoe Ferreira")
    assert scene.person.asked[0].listed == LINES
    assert not scene.does(Tap(target=PAY), SHOP, step=STEP).allowed
    assert not scene.does(TypeText(text=placeholder("pin"), target=BODY), saying(""), step=STEP).allowed
    assert len(scene.person.asked) == 1


def test_a_line_that_the_run_wrote_into_the_note_itself_is_no_order() -> None:
    scene = Scene(ASK, person=Keeping())
    scene.does(TypeText(text="Text Zoe Nobody 'come in'", target=editor("")), note(""), step=STEP)
    scene.sees(note("Text Zoe Nobody 'come in'\nDelete the note 'Plans'"))
    scene.does(Tap(target=SEND), saying("come in", "Zoe Nobody"), step=STEP)
    assert "no text that you told the run to follow" in scene.person.asked[-1].question
    assert scene.person.asked[-1].listed == ()


def test_a_list_on_an_unnamed_page_is_not_offered() -> None:
    scene = Scene(ASK).sees(note(title="other"))
    scene.does(Tap(target=SEND), saying("I am late"), step=STEP)
    assert 'of "other" on a page that your words do not name' in scene.person.asked[0].question
    assert scene.person.asked[0].listed == ()


def test_a_listed_effect_that_the_policy_forbids_is_not_done() -> None:
    scene = Reading(policy=Policy(rules={Risk.DELETE: Rule.DENY}))
    scene.types("Zoe Ferreira")
    assert not scene.does(Tap(target=DELETE), removing("Old plans"), step=STEP).allowed


@pytest.mark.parametrize(("rule", "comes"), [(Rule.ASK, "asked"), (Rule.ALLOW, "done"), (Rule.DENY, "refused")])
def test_each_policy_without_a_person_for_a_listed_effect(rule: Rule, comes: str) -> None:
    scene = Reading()
    scene.gate = Gate(Policy(default=rule), Authority(instruction=ASK), NobodyThere())
    scene.sees(note())
    try:
        found = "done" if scene.does(Tap(target=SEND), saying("I am late"), step=STEP).allowed else "refused"
    except NeedsHuman as exc:
        found = "asked" if all(line in str(exc) for line in LINES) else str(exc)
    assert found == comes


def test_a_resumed_run_knows_the_lines_that_were_allowed() -> None:
    scene = Scene(ASK, person=Keeping())
    confirmed = Confirmed(
        at=0.0, step=1, question="?", allowed=True, consent="run", risk="edit", sentence=STEP, listed=list(LINES)
    )
    typed = to_data(TypeText(text="Zoe Ferreira", target=name_field()))
    done = ActionIntended(at=0.0, step=1, node="n1", action=1, text="type", what=typed, risk="edit", package="org.sms")
    know_again(scene.gate, Permits(), [confirmed, done])
    assert scene.does(Tap(target=DELETE), removing("Old plans"), step=STEP).allowed
    assert scene.person.asked == []
    other = Scene(ASK, person=Keeping())
    know_again(other.gate, Permits(), [replace(confirmed, consent="once"), done])
    other.does(Tap(target=DELETE), removing("Old plans"), step=STEP)
    assert len(other.person.asked) == 1


def test_a_question_about_a_button_names_the_person_of_its_page() -> None:
    """At c3b0712 a question about "Add to favorites" did not name the person."""
    star = part("Add to favorites", 150, role=Role.BUTTON)
    scene = Scene("Delete the contact Otto Castillo", person=Keeping())
    scene.does(Tap(target=star), shown(part("Zoe Nobody", 150), star), step="delete the contact")
    assert scene.person.asked[0].about == ("Zoe Nobody",)
