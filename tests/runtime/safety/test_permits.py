"""A question about a model's loops and steps lists their values, and a yes counts for exactly these."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from agentprog.ports import OutcomeKind, Role
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.safety.interaction import Consent, RiskyAction
from tests.runtime.conftest import FakePhone, Lab, Person

ASKED = "Let +15005550101, +15005550102 and +15005550103 know: hi"
LOOP = """\
Set {button} to "Send"
Open the "Chat" app
For each {who} in ["+15005550101", "+15005550102", "+15005550103"]:
    Type {who} into "Number"
    Type "hi" into "Message"
    Tap {button}
"""


@dataclass
class Says(Person):
    """Gives these answers in turn, and keeps the questions."""

    consents: list[Consent] = field(default_factory=list)
    wanted: list[RiskyAction] = field(default_factory=list)

    def permit(self, wanted: RiskyAction) -> Consent:
        self.wanted.append(wanted)
        return self.consents.pop(0) if len(self.consents) > 1 else self.consents[0]


class Blank(FakePhone):
    """Its bubbles are at the bottom: a text at the top would count as the title of a conversation."""

    def _chat(self) -> list[tuple[Role, str, dict[str, Any]]]:
        shown = super()._chat()
        return [*shown[-3:], *shown[:-3]]


def made(*consents: Consent) -> tuple[Lab, Says]:
    person = Says(consents=list(consents))
    return Lab(phone=Blank(), person=person), person


def test_a_loop_over_people_asks_one_question_for_all_of_them() -> None:
    """At 2c6f866 it asked once for each."""
    lab, person = made(Consent.RUN)
    lab.run(LOOP, source="model", instruction=ASKED)
    assert [to for to, _ in lab.phone.messages] == ["+15005550101", "+15005550102", "+15005550103"]
    (wanted,) = person.wanted
    assert wanted.others == ("+15005550102", "+15005550103")
    assert "2 to come: +15005550102; +15005550103" in wanted.question


def test_a_question_names_everybody_that_its_yes_covers() -> None:
    """Names after the sixth were covered and not shown."""
    rest = tuple(f"+155501001{number:02}" for number in range(20))
    wanted = RiskyAction(action="tap Send", risk="send", step="send it", app="Chat", others=rest)
    assert "20 to come: " in wanted.question
    assert all(one in wanted.question for one in rest)


def test_a_yes_to_one_message_does_not_cover_the_others() -> None:
    lab, person = made(Consent.ONCE)
    lab.run(LOOP, source="model", instruction=ASKED)
    assert [wanted.to for wanted in person.wanted] == [("+15005550101",), ("+15005550102",), ("+15005550103",)]


def test_a_question_shows_values_and_no_names_of_variables() -> None:
    """At 2c6f866 it showed `{who}`."""
    lab, person = made(Consent.ONCE)
    lab.run(LOOP.replace('"hi"', '"hello {who}"'), source="model", instruction=ASKED)
    first = next(wanted for wanted in person.wanted if wanted.risk == "send")
    assert (first.to, first.says, first.line) == (("+15005550101",), "hello +15005550101", 6)
    assert "{who}" not in " ".join(wanted.question for wanted in person.wanted)


def test_a_yes_for_all_does_not_count_for_who_was_not_shown() -> None:
    """A yes covers the items of the question: another item is another question."""
    lab, person = made(Consent.RUN)
    program = LOOP.replace(
        "    Type {who}",
        '    If {loop.iteration} == 3:\n        Set {who} to "+16005550666"\n    Type {who}',
    )
    lab.run(program, source="model", instruction=ASKED)
    assert [wanted.to for wanted in person.wanted if wanted.risk == "send"][-1] == ("+16005550666",)


def test_a_permission_is_used_up_by_the_touch_that_it_was_for() -> None:
    """All three messages are allowed at once; a second text to each is three more questions."""
    lab, person = made(Consent.RUN)
    again = '    Repeat 2 times:\n        Tap {button}\n        Type "hi" into "Message"\n'
    lab.run(LOOP.replace("    Tap {button}\n", again), source="model", instruction=ASKED)
    assert len(person.wanted) == 4


def test_a_permission_for_a_loop_still_holds_after_a_kill(run_folder: RunFolder) -> None:
    lab, person = made(Consent.RUN)
    seen = 0

    def dies(action: object) -> bool:
        nonlocal seen
        seen += getattr(getattr(action, "target", None), "label", "") == "Send"
        if seen == 2:
            raise KeyboardInterrupt
        return True

    lab.phone.before_action = dies  # type: ignore[assignment]
    assert lab.run(LOOP, source="model", instruction=ASKED, folder=run_folder).kind is OutcomeKind.INTERRUPTED
    assert len(person.wanted) == 1
    lab.phone.before_action = lambda _action: True
    kept = load(RunFolder.open(run_folder.path))
    folder = RunFolder.open(run_folder.path)
    lab.run(LOOP, source="model", instruction=ASKED, folder=folder, journal=kept.journal)
    assert [wanted.risk for wanted in person.wanted] == ["send"]


@pytest.mark.parametrize("consent", [Consent.ONCE, Consent.RUN])
def test_a_yes_covers_exactly_the_text_that_was_shown(consent: Consent) -> None:
    lab, person = made(consent)
    program = (
        'Set {button} to "Send"\nSet {x} to "one"\nOpen the "Chat" app\nRepeat 2 times:\n'
        '    Type "+15005550101" into "Number"\n'
        '    Type {x} into "Message"\n    Tap {button}\n    Set {x} to "two"\n'
    )
    lab.run(program, source="model", instruction="Let +15005550101 know: one, two")
    assert [wanted.says for wanted in person.wanted if wanted.risk == "send"] == ["one", "two"]
