"""A step that begins at an earlier step's end knows the pages on the way there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from agentprog.ports import Action, OutcomeKind, PressKey, Screen, Tap
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.roles import Act, Move, StepContext, StepDone

FOUND = 'Open the "Notes" app\nTap "Milk"\n'
DELETE = 'In the "Notes" app, delete the note "Milk"\n'


def test_a_deletion_on_a_page_is_proven_by_the_list_of_an_earlier_step(lab: Any) -> None:
    lab.phone.notes += ["Eggs", "Milk", "Tea"]
    outcome = lab.run(FOUND + DELETE)
    assert (outcome.kind, outcome.proofs[-1].detail) == (OutcomeKind.VERIFIED, '"Milk" gone from the screen')


def test_a_row_that_vanished_unasked_since_an_earlier_list_is_reported(lab: Any) -> None:
    lab.phone.notes += ["Eggs", "Milk", "Tea"]

    def sweeping(action: Action) -> bool:
        if isinstance(action, Tap) and getattr(action.target, "label", "") == "OK":
            lab.phone.notes.remove("Tea")
        return True

    lab.phone.before_action = sweeping
    outcome = lab.run(FOUND + DELETE)
    assert outcome.kind is OutcomeKind.UNVERIFIED
    assert "Tea" in outcome.proofs[-1].detail


@dataclass
class Idle:
    """Goes back to the list, and claims to be done."""

    def next_move(self, context: StepContext) -> Move:
        shown = {element.label: element for element in context.seen.screen.elements}
        return Act(action=PressKey(key="back")) if "Delete" in shown else StepDone(reason="gone", gone="Milk")


def test_a_row_that_vanished_before_the_steps_first_action_was_not_removed_by_it(lab: Any) -> None:
    lab.phone.notes += ["Eggs", "Milk", "Tea"]

    def sweeping(action: Action) -> bool:
        if isinstance(action, PressKey):
            lab.phone.notes.remove("Milk")
        return True

    lab.phone.before_action = sweeping
    lab.grounder = Idle()
    assert lab.run(FOUND + DELETE).kind is OutcomeKind.UNVERIFIED


@pytest.mark.parametrize(("lasting", "kept"), [(False, ["Eggs"]), (True, ["Eggs, Milk", "Eggs"])])
def test_a_step_looks_for_itself_until_its_first_lasting_action(lab: Any, lasting: bool, kept: list[str]) -> None:
    before, now = _listed(lab, "Eggs", "Milk"), _listed(lab, "Eggs")
    pursuit = Pursuit(goal="", literals=())
    pursuit.views.recall({before.place: before})
    pursuit.views.look(now, lasting=lasting)
    assert [", ".join(view.names) for view in pursuit.views.since(now)] == kept


def _listed(lab: Any, *notes: str) -> Screen:
    lab.phone.notes[:] = notes
    lab.phone.package, lab.phone.page = "org.notes", "notes"
    return lab.phone.observe()
