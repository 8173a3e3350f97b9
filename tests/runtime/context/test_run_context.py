"""The grounder's context, and the number of looks at the phone for it."""

from __future__ import annotations

import pytest

from agentprog.ports import OutcomeKind
from agentprog.runtime.journal.events import (
    BeliefChanged,
    ItemDone,
)
from agentprog.runtime.roles import Roles

ADD = 'In the "Notes" app, add the note "Milk"\n'


def test_the_context_holds_everything_the_step_needs(lab) -> None:
    program = 'set {x} to "Milk"\nset {unused} to 5\nIn the "Notes" app, add the note {x}\n'
    lab.run(program, instruction="please add Milk")
    first = lab.grounder.contexts[0]
    assert first.goal.instruction == "please add Milk"
    assert (first.goal.line, first.seen.app, first.goal.step) == (3, "Notes", "add the note Milk")
    assert first.goal.literals == ("Milk",)
    assert '3 In the "Notes" app' in first.goal.program
    assert first.background.variables[0].startswith('{x} = "Milk" (text')
    assert len(first.background.variables) == 2
    assert first.background.apps == ("Chat", "Notes")
    assert first.seen.now == lab.phone.today
    assert len(first.background.path) >= 2


@pytest.mark.usefixtures("asked_anew")
def test_earlier_executions_of_a_step_are_recalled_and_pruned_from_the_path(lab) -> None:
    program = 'for each {x} in ["A1", "B2", "C3"]:\n    In the "Notes" app, add the note "{x}"\n'
    lab.run(program)
    last = lab.grounder.contexts[-1]
    assert any("B2" in line for line in last.background.earlier)
    assert not any("A1" in line for line in last.background.earlier)
    assert not any("type" in line for line in last.background.path)
    lab.phone.notes.clear()
    off = lab.run(program, retrieval=False)
    assert off.kind is OutcomeKind.VERIFIED
    assert lab.grounder.contexts[-1].background.earlier == ()


def test_beliefs_are_checked_at_every_observation(lab) -> None:
    lab.run(ADD)
    changes = [(event.change, event.text) for event in lab.events.of(BeliefChanged)]
    assert ("add", '"Notes" is in front') in changes
    assert ("confirm", '"Notes" is in front') in changes


@pytest.mark.parametrize("name", ["Milk & Ä", "日本語", 'a "quoted" one', "🙂"])
def test_names_of_any_script_are_carried_as_they_are(lab, name: str) -> None:
    program = '---\ninputs:\n  n: {type: text}\n---\nIn the "Notes" app, add the note {n}\n'
    outcome = lab.run(program, inputs={"n": name})
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == [name]


def test_a_statement_looks_at_the_phone_no_more_often_than_it_must(lab) -> None:
    lab.roles = Roles()
    lab.run('open the "Notes" app\ntap "New"\ntype "Milk" into "Title"\ntap "Save"\nverify that "Milk" appears\n')
    assert len(lab.phone.actions) == 4
    assert lab.phone.observations == 2 * 4 + 1


def test_a_text_on_the_screen_proves_no_change_without_an_action(lab) -> None:
    """Another note of that name may be meant."""
    lab.phone.notes = ["Milk"]
    assert lab.run(ADD).kind is OutcomeKind.UNVERIFIED
    assert lab.phone.notes == ["Milk"]


@pytest.mark.usefixtures("asked_anew")
def test_without_the_tree_the_path_is_not_pruned(lab) -> None:
    lab.run('for each {x} in ["A1", "B2", "C3"]:\n    In the "Notes" app, add the note "{x}"\n', tree=False)
    assert any("type" in line for line in lab.grounder.contexts[-1].background.history)


def test_a_loop_over_a_list_records_each_item_proven_done(lab) -> None:
    text = 'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add the note "{x}"\n'
    lab.run(text)
    assert [(e.iteration, e.item, e.proven) for e in lab.events.of(ItemDone)] == [(1, "Milk", True), (2, "Eggs", True)]
