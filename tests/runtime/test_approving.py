"""The question before a run: a model's program against the person's words, effect by effect."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.lang.parser import parse
from agentprog.ports import OutcomeKind
from agentprog.runtime.journal.events import Approved, Manifested
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.safety.proposal import Approval, Proposal
from tests.runtime.conftest import Lab, Person
from tests.runtime.safety.test_permits import Blank

STRANGER = 'In the "Chat" app, send "hello" to +16005550666\n'
YES = Approval(yes=True)
ASKED = 'Send "hello" to +15005550101'


@dataclass
class Judge(Person):
    """Gives this answer to proposals, and stores them."""

    answer: Approval = YES
    proposals: list[Proposal] = field(default_factory=list)

    def approve(self, wanted: Proposal) -> Approval:
        self.proposals.append(wanted)
        return self.answer


def judged(program: str, answer: Approval = YES, **options: Any) -> tuple[Lab, Judge, OutcomeKind]:
    person = Judge(answer=answer, answers={"": "leave it"})
    lab = Lab(phone=Blank(), person=person)
    outcome = lab.run(program, **{"source": "model", "instruction": ASKED, **options})
    return lab, person, outcome.kind


def test_a_program_that_follows_the_instruction_needs_no_approval() -> None:
    lab, person, kind = judged('In the "Chat" app, send "hello" to +15005550101\n')
    assert (person.proposals, kind) == ([], OutcomeKind.VERIFIED)
    assert lab.phone.messages == [("+15005550101", "hello")]


@pytest.mark.parametrize("source", ["model", "file"])
def test_the_words_of_a_sent_run_allow_nothing(source: str) -> None:
    program = 'In the "Chat" app, send "hello" to +15005550101\n'
    lab, person, kind = judged(program, Approval(yes=False), sent=True, source=source)
    assert len(person.proposals) == 1
    assert (lab.phone.messages, kind) == ([], OutcomeKind.INTERRUPTED)


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (STRANGER, '"+16005550666" is no recipient in your words'),
        ('Set {to} to "+16005550666"\nIn the "Chat" app, send "hello" to {to}\n', '"+16005550666" is no recipient'),
        ('In the "Notes" app, delete the note "Milk"\n', "nobody asked to delete"),
        ('Open the "Notes" app\nTap "Milk"\nTap "Delete"\n', "nobody asked to delete"),
        ("Pay 20 dollars to +15005550101\n", "nobody asked to pay"),
    ],
)
def test_an_effect_that_the_instruction_does_not_name_needs_approval_before_any_action(program: str, why: str) -> None:
    lab, person, kind = judged(program, Approval(yes=False))
    assert [why in one.why for one in person.proposals[0].pending] == [True]
    assert (lab.phone.actions, kind) == ([], OutcomeKind.INTERRUPTED)


def test_a_name_that_belongs_to_another_order_needs_approval_before_any_action() -> None:
    asked = "Delete the contact Ann Reed and text Bob Ray 'bye'"
    program = 'In the "Contacts" app, delete the contact "Bob Ray"\n'
    _, person, _ = judged(program, Approval(yes=False), instruction=asked)
    assert [one.why for one in person.proposals[0].pending] == ['your words do not name "Bob Ray" for this']
    _, person, _ = judged(program.replace("Bob Ray", "Ann Reed"), Approval(yes=False), instruction=asked)
    assert person.proposals == []


@pytest.mark.parametrize(("program", "kinds"), [(STRANGER, []), ("Pay 20 dollars to +15005550101\n", ["pay"])])
def test_a_text_that_was_read_may_decide_an_effect_but_never_a_payment(program: str, kinds: list[str]) -> None:
    _, person, _ = judged(program, Approval(yes=False), instruction="Do what the newest message of Ann asks")
    assert [one.effect.kind for proposal in person.proposals for one in proposal.pending] == kinds


def test_all_pending_effects_are_one_question() -> None:
    _, person, _ = judged(f'{STRANGER}In the "Notes" app, delete the note "Milk"\n', Approval(yes=False))
    assert [one.effect.kind for one in person.proposals[0].pending] == ["send", "delete"]
    assert len(person.proposals) == 1


def test_an_approved_effect_is_done_without_another_question() -> None:
    lab, person, kind = judged(STRANGER)
    assert kind is OutcomeKind.VERIFIED
    assert lab.phone.messages == [("+16005550666", "hello")]
    assert person.asked == []


def test_an_approved_loop_is_one_question_with_all_its_recipients() -> None:
    program = (
        'For each {who} in ["+16005550661", "+16005550662"]:\n    In the "Chat" app, send "hello, {who}" to {who}\n'
    )
    lab, person, _ = judged(program)
    (one,) = person.proposals[0].pending
    assert one.effect.values("recipient") == ("+16005550661", "+16005550662")
    assert "+16005550661, +16005550662" in person.proposals[0].question
    assert [to for to, _ in lab.phone.messages] == ["+16005550661", "+16005550662"]
    assert person.asked == []


def test_an_edited_program_is_the_persons_own() -> None:
    text = 'In the "Chat" app, send "hello" to +15005550101\n'
    lab, person, kind = judged(STRANGER, Approval(yes=True, program=text))
    assert lab.phone.messages == [("+15005550101", "hello")]
    assert kind is OutcomeKind.VERIFIED
    assert person.asked == []
    assert lab.events.of(Approved)[0].edited


def test_an_edited_program_with_errors_does_nothing() -> None:
    lab, _, kind = judged(STRANGER, Approval(yes=True, program="Break the loop\n"))
    assert (lab.phone.actions, kind) == ([], OutcomeKind.FAILED)


def test_without_a_person_the_run_ends_before_any_action_and_lists_the_pending_effects() -> None:
    lab = Lab()
    outcome = lab.run(STRANGER, source="model", instruction=ASKED, interactive=False)
    assert outcome.kind is OutcomeKind.NEEDS_HUMAN
    assert "+16005550666" in outcome.reason
    assert lab.phone.actions == []
    (event,) = lab.events.of(Manifested)
    assert event.manifest["effects"][0]["arguments"][0] == {
        "role": "recipient", "said": "+16005550666", "values": ["+16005550666"], "origin": "plan",
    }  # fmt: skip
    assert event.pending[0]["why"] == '"+16005550666" is no recipient in your words'


@pytest.mark.parametrize("rule", [Rule.ALLOW, Rule.DENY])
def test_a_policy_that_never_asks_asks_nothing_before_either(rule: Rule) -> None:
    lab, person, _ = judged(STRANGER, policy=Policy(rules={Risk.SEND: rule}))
    assert person.proposals == []
    assert lab.phone.messages == ([("+16005550666", "hello")] if rule is Rule.ALLOW else [])


def killed_after_yes(person: Judge, run_folder: RunFolder) -> Lab:
    """A run killed before its first action, which the person has approved."""
    lab = Lab(person=person)

    def dies(action: object) -> bool:
        raise KeyboardInterrupt

    lab.phone.before_action = dies  # type: ignore[assignment]
    lab.run(STRANGER, source="model", instruction=ASKED, folder=run_folder)
    lab.phone.before_action = lambda _action: True
    return lab


def test_an_approved_effect_is_not_asked_about_again_after_a_kill(run_folder: RunFolder) -> None:
    person = Judge()
    lab = killed_after_yes(person, run_folder)
    folder = RunFolder.open(run_folder.path)
    outcome = lab.run(STRANGER, source="model", instruction=ASKED, folder=folder, journal=load(folder).journal)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert len(person.proposals) == 1
    assert person.asked == []


def test_the_permissions_in_a_sent_runs_journal_are_asked_for_again(run_folder: RunFolder) -> None:
    person = Judge()
    lab = killed_after_yes(person, run_folder)
    person.answer = Approval(yes=False)
    folder = RunFolder.open(run_folder.path)
    lab.run(STRANGER, source="model", instruction=STRANGER, folder=folder, journal=load(folder).journal, sent=True)
    assert len(person.proposals) == 2
    assert lab.phone.messages == []


def test_unapproved_lines_of_a_file_count_as_a_models() -> None:
    text = f'In the "Chat" app, send "hello" to +15005550101\n{STRANGER}'
    program = parse(text, name="test", known_apps=("Notes", "Chat")).program
    assert program is not None
    mine = frozenset({program.body[0].id})
    kept: list[str] = []
    options = {"source": "file", "instruction": "", "mine": mine, "keep_approval": lambda: kept.append("kept")}
    lab, person, _ = judged(text, Approval(yes=False), **options)
    assert [one.effect.line for one in person.proposals[0].pending] == [2]
    assert (lab.phone.actions, kept) == ([], [])
    lab, person, kind = judged(text, **options)
    assert kind is OutcomeKind.VERIFIED
    assert (len(lab.phone.messages), person.asked, kept) == (2, [], ["kept"])


def test_a_value_that_an_unapproved_line_sets_is_not_the_persons() -> None:
    text = 'Set {to} to "+16005550666"\nIn the "Chat" app, send "hello" to {to}\n'
    program = parse(text, name="test", known_apps=("Notes", "Chat")).program
    assert program is not None
    person = Judge(answer=Approval(yes=False))
    lab = Lab(person=person)
    lab.run(text, source="file", mine=frozenset({program.body[1].id}))
    assert person.proposals[0].pending[0].why == '"+16005550666" comes from a line that nobody here has approved'
