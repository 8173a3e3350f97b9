"""Reading lists and values from the screens of a phone, and the proofs of a reading."""

from __future__ import annotations

import pytest

from agentprog.ports import OpenApp, OutcomeKind, Scroll, Tap
from agentprog.runtime.journal.events import (
    StepFinished,
    VariableSet,
)
from agentprog.runtime.roles import Act, Reading, Roles, StepDone
from tests.runtime.conftest import SensibleExtractor, SensibleGrounder

ADD = 'In the "Notes" app, add the note "Milk"\n'


def test_a_list_is_read_screen_by_screen_without_doubling(lab) -> None:
    lab.phone.notes = [f"note {number}" for number in range(13)]
    outcome = lab.run('In the "Notes" app, get all notes from the screen, record as {answer} (list of text)\n')
    assert outcome.answer == lab.phone.notes, outcome
    assert lab.events.of(VariableSet)[0].provenance == "screen"
    assert all(isinstance(action, OpenApp | Scroll) for action in lab.phone.actions)


def test_equal_items_of_a_list_all_stay(lab) -> None:
    lab.phone.notes = ["a", "b", "a", "b", "a", "c", "d", "e"]
    outcome = lab.run('In the "Notes" app, get all notes from the screen, record as {answer} (list of text)\n')
    assert outcome.answer == lab.phone.notes


def test_a_step_reads_its_result_after_its_actions(lab) -> None:
    lab.phone.notes = [f"note {number}" for number in range(8)] + ["Ann +1555"]
    outcome = lab.run('In the "Notes" app, find the number of "Ann", record as {answer}\n')
    assert outcome.answer == "Ann +1555"


class Opens(SensibleGrounder):
    """Opens the note of that name; its page does not show the title in the step's words."""

    def next_move(self, context):  # type: ignore[no-untyped-def]
        shown = {element.label: element for element in context.seen.screen.elements}
        if "Ann +1555" in shown and "New" in shown:
            return Act(action=Tap(target=shown["Ann +1555"]))
        return StepDone(reason="it is open")


@pytest.mark.parametrize(
    ("words", "kind", "status"),
    [
        ('open what "Ann" wrote', OutcomeKind.COMPLETED, "verified"),
        ('tell whether "Ann" or "Annabel" wrote it', OutcomeKind.UNVERIFIED, "unverified"),
        ('open what "Annabel" wrote', OutcomeKind.UNVERIFIED, "unverified"),
        ('delete what "Ann" wrote', OutcomeKind.UNVERIFIED, "unverified"),
    ],
)
def test_a_reading_proves_its_step_only_if_it_names_the_same_thing(
    lab, words: str, kind: OutcomeKind, status: str
) -> None:
    class First(SensibleExtractor):
        def read(self, context):  # type: ignore[no-untyped-def]
            return Reading(value="Ann +1555", evidence="Ann +1555")

    lab.phone.notes = ["Ann +1555"]
    lab.roles = Roles(grounder=Opens(), extractor=First())
    outcome = lab.run(f'In the "Notes" app, {words}, record as {{answer}}\n')
    step = lab.events.of(StepFinished)[-1]
    assert (outcome.kind, step.status) == (kind, status), (outcome, step)
    assert outcome.answer == "Ann +1555"


@pytest.mark.parametrize(
    ("name", "kind"), [("Ann", OutcomeKind.COMPLETED), ("Annabel", OutcomeKind.UNVERIFIED)], ids=["hers", "another's"]
)
def test_a_value_read_without_the_named_person_on_the_screen_is_unverified(lab, name: str, kind: OutcomeKind) -> None:
    class First(SensibleExtractor):
        def read(self, context):  # type: ignore[no-untyped-def]
            return Reading(value="+1555", evidence="Ann +1555")

    lab.phone.notes = ["Ann +1555"]
    lab.roles = Roles(grounder=SensibleGrounder(), extractor=First())
    outcome = lab.run(f'In the "Notes" app, get the number of "{name}", record as {{answer}}\n')
    assert (outcome.kind, outcome.answer) == (kind, "+1555"), outcome
    step = lab.events.of(StepFinished)[-1]
    assert ("on a screen that does not show" in step.detail) == (kind is OutcomeKind.UNVERIFIED)


def test_a_value_that_no_screen_shows_fails_the_run(lab) -> None:
    lab.phone.notes = ["Bob"]
    outcome = lab.run('In the "Notes" app, find the number of "Ann", record as {answer}\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert "line 1: no screen shows the value" in outcome.reason
    assert outcome.answer is None


def test_a_loop_goes_through_things_on_the_phone(lab) -> None:
    lab.phone.notes = ["Milk", "Eggs"]
    program = 'set {answer} to ""\nIn the "Notes" app:\n    for each {n} in all the notes:\n'
    program += '        set {answer} to "{answer}{n} "\n'
    assert lab.run(program).answer == "Milk Eggs "
