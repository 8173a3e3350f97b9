"""A run that did nothing of its task, or gives an answer without evidence, does not end as verified or completed."""

from __future__ import annotations

from typing import Any

import pytest

from agentprog.ports import Bounds, Element, OutcomeKind, PointTarget, Role, Tap, TypeText
from agentprog.runtime.journal.events import RunFinished
from agentprog.runtime.roles import Act, Move, StepContext, StepDone

WENT_BY_A_VALUE = """In the "Notes" app, get all notes from the screen, record as {titles} (list of text)
set {answer} to 0
for each {title} in {titles}:
    if {title} starts with "M":
        set {answer} to {answer} + 1
"""
WENT_BY_NOTHING = WENT_BY_A_VALUE.replace("{title} starts", '"Milk" starts')
ASKED: list[tuple[str, str, OutcomeKind]] = [
    ("Delete the note Milk", 'tell user "done: deleted"\n', OutcomeKind.UNVERIFIED),
    ("Turn on Wi-Fi", 'open the "Notes" app\n', OutcomeKind.UNVERIFIED),
    ("How many notes are there?", 'tell user "7"\n', OutcomeKind.UNVERIFIED),
    ("How many notes are there?", "set {answer} to 7\n", OutcomeKind.UNVERIFIED),
    (
        "Is there a note called Milk?",
        'open the "Notes" app\nif "Milk" appears:\n    tell user "yes"\nelse:\n    tell user "no"\n',
        OutcomeKind.COMPLETED,
    ),
    ("How many notes begin with M?", WENT_BY_A_VALUE, OutcomeKind.COMPLETED),
    ("How many notes begin with M?", WENT_BY_NOTHING, OutcomeKind.UNVERIFIED),
    ("Show me the notes", 'open the "Notes" app\n', OutcomeKind.COMPLETED),
]


@pytest.mark.parametrize(("instruction", "program", "kind"), ASKED)
def test_an_idle_program_of_a_model_is_compared_with_the_instruction(
    lab: Any, instruction: str, program: str, kind: OutcomeKind
) -> None:
    lab.phone.notes += ["Milk", "Eggs"]
    outcome = lab.run(program, source="model", instruction=instruction)
    assert outcome.kind is kind, outcome.reason


def test_an_idle_program_of_a_person_is_completed(lab: Any) -> None:
    assert lab.run('tell user "7"\n').kind is OutcomeKind.COMPLETED


def test_a_run_counts_its_actions_and_its_observations_apart(lab: Any) -> None:
    add = 'In the "Notes" app, add the note "Milk"\nif "Milk" appears:\n    tell user "there"\n'
    outcome = lab.run(add)
    assert (outcome.did, outcome.saw) == (1, 1)
    (proof,) = outcome.proofs
    assert (proof.line, proof.proven, proof.witness, proof.detail) == (1, True, "screen", '"Milk" has appeared')
    (end,) = [event for event in lab.events.all if isinstance(event, RunFinished)]
    assert (end.did, end.saw, len(end.proofs)) == (1, 1, 1)


def test_a_condition_that_is_looked_at_until_its_time_is_over_is_seen_once(lab: Any) -> None:
    outcome = lab.run('Verify that "Nothing of the kind" appears\n', verify_seconds=3.0)
    assert (outcome.kind, outcome.did, outcome.saw) == (OutcomeKind.FAILED, 0, 1)


def test_a_verify_about_something_else_leaves_contradicted_effects_open() -> None:
    from agentprog.runtime.journal.ledger import Ledger
    from agentprog.runtime.witness.finding import Finding, Verdict

    ledger = Ledger()
    ledger.effect(Finding(verdict=Verdict.CONTRADICTED), line=1, text="delete Sam", literals=("Sam",))
    ledger.confirmed(("Sam",))
    assert ledger.finished(None).kind is OutcomeKind.UNVERIFIED


def test_the_end_of_a_verified_run_names_the_words_that_nothing_was_compared_with() -> None:
    from agentprog.runtime.journal.ledger import Ledger
    from agentprog.runtime.witness.finding import Finding, Verdict

    ledger = Ledger()
    for line, aside in ((1, ()), (2, ("the servings", "the directions"))):
        found = Finding(verdict=Verdict.PROVEN, found=("Choir",), note="has appeared", aside=aside)
        ledger.effect(Finding.from_data(found.as_data()), line=line, text="add Choir")
    end = ledger.finished(None)
    assert end.kind is OutcomeKind.VERIFIED
    assert end.reason.endswith('seen on the phone; not compared with it: line 2 ("the servings", "the directions")')
    assert [proof.detail for proof in end.proofs] == [
        '"Choir" has appeared',
        '"Choir" has appeared; not compared: "the servings", "the directions"',
    ]


class Moves:
    """A grounder that makes these moves on any screen."""

    def __init__(self, *moves: Move) -> None:
        self._moves = list(moves)

    def next_move(self, context: StepContext) -> Move:
        del context
        return self._moves.pop(0)


def touch(label: str) -> Act:
    return Act(action=Tap(target=Element(index=1, role=Role.BUTTON, label=label, bounds=Bounds(0, 0, 9, 9))))


def written(text: str) -> list[Move]:
    return [touch("New"), Act(action=TypeText(text=text, target=PointTarget(x=1, y=1))), touch("Save")]


def test_a_form_that_was_saved_twice_is_no_proof(lab: Any) -> None:
    lab.phone.focus = "Title"
    lab.grounder = Moves(*written("Milk"), *written("Milk"), StepDone(reason="saved"))
    outcome = lab.run('In the "Notes" app, add the note "Milk"\n')
    assert lab.phone.notes == ["Milk", "Milk"]
    assert (outcome.kind, outcome.proofs[0].detail) == (OutcomeKind.UNVERIFIED, '"Milk" was entered and kept twice')


def test_a_setting_that_was_on_before_is_verified_and_counts_as_seen(lab: Any) -> None:
    lab.phone.switches = {"Wi-Fi": True}
    lab.grounder = Moves(StepDone(reason="it is on"))
    outcome = lab.run('In the "Notes" app, turn on Wi-Fi\n', source="model", instruction="Turn on Wi-Fi")
    assert outcome.kind is OutcomeKind.VERIFIED, outcome.reason
    assert (outcome.did, outcome.saw, outcome.proofs[0].detail) == (0, 1, '"Wi-Fi" is on, already so')


def test_a_tap_that_the_model_did_not_make_is_not_done(lab: Any) -> None:
    lab.phone.notes = ["Milk"]
    tap = 'open the "Notes" app\ntap "the carton"\n'
    lab.grounder = Moves(StepDone(reason="it is there", evidence="Milk"))
    outcome = lab.run(tap)
    assert (outcome.kind, outcome.proofs[-1].detail) == (OutcomeKind.UNVERIFIED, "nothing was touched")
    lab.grounder = Moves(touch("Milk"), StepDone(reason="opened"))
    assert lab.run(tap).kind is OutcomeKind.VERIFIED
