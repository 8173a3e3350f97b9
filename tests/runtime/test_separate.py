"""The separate mode of the program counter: after each action a second call finds the current line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from agentprog.errors import ModelNotConfigured
from agentprog.ports import OutcomeKind, TypeText
from agentprog.runtime.journal.events import Resolved, StepFinished
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.operations import IllegalOperation
from agentprog.runtime.roles import (
    Decision,
    OperationContext,
    Roles,
    StepContext,
    StepDone,
)

pytestmark = pytest.mark.usefixtures("asked_anew")

LOOP = 'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add the note "{x}"\n'
TWO = 'In the "Notes" app, add the note "Milk"\nIn the "Notes" app, add the note "Eggs"\n'


@dataclass
class Watching:
    """Advances the counter when the step's note is in the list, unless the test gives it another answer."""

    answers: dict[str, str] = field(default_factory=dict)
    asked: list[OperationContext] = field(default_factory=list)

    def next_operation(self, context: OperationContext) -> Decision:
        self.asked.append(context)
        for words, operation in self.answers.items():
            if words in context.step.goal.step:
                return Decision(operation=operation)
        texts = [e.text for e in context.step.seen.screen.elements if not e.editable]
        done = all(literal in texts for literal in context.step.goal.literals)
        return Decision(operation="continue" if done else "hold")


def separate(lab: Any, program: str, counter: Watching | None = None, **options: Any) -> Any:
    lab.roles = Roles(grounder=lab.grounder, stepper=counter or Watching())
    return lab.run(program, mode="separate", **options)


def test_after_every_action_the_counter_is_asked_for_its_operation(lab) -> None:
    counter = Watching()
    outcome = separate(lab, LOOP, counter)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert len(counter.asked) == 6, "three actions a round; entering the app is the machine's own"
    assert [e.value["operation"] for e in lab.events.of(Resolved) if e.what == "operation"] == [
        *("hold", "hold", "continue"),
        *("hold", "hold", "continue"),
    ]
    assert lab.events.trace == ["1 continue", "2 continue", "1 continue", "2 continue", "1 break"]
    assert all(context.goal.successors == () for context in lab.grounder.contexts)
    assert counter.asked[0].allowed == ("hold", "continue", "break", "return")


def test_outside_a_loop_break_is_not_offered_and_an_illegal_answer_is_an_error(lab) -> None:
    counter = Watching(answers={"Milk": "break"})
    outcome = separate(lab, 'In the "Notes" app, add the note "Milk"\n', counter)
    assert counter.asked[0].allowed == ("hold", "continue", "return")
    assert isinstance(outcome.error, IllegalOperation)
    assert outcome.error.code == "PC102"


def test_the_counter_may_leave_a_loop_early(lab) -> None:
    outcome = separate(lab, LOOP + "set {answer} to 1\n", Watching(answers={"Milk": "break"}))
    assert outcome.answer == 1
    assert lab.events.trace == ["1 continue", "2 break", "3 continue"]


def test_a_claim_of_done_is_held_until_the_counter_agrees(lab) -> None:
    class Hasty:
        def __init__(self) -> None:
            self.hints: list[tuple[str, ...]] = []

        def next_move(self, context: StepContext) -> Any:
            self.hints.append(context.background.hints)
            return StepDone(reason="surely")

    hasty = Hasty()
    lab.roles = Roles(grounder=hasty, stepper=Watching())
    outcome = lab.run('In the "Notes" app, add the note "Milk"\n', mode="separate")
    assert outcome.kind is OutcomeKind.FAILED
    assert "but it is not" in outcome.reason
    assert any("not done" in hint for hint in hasty.hints[1])


def test_without_a_model_for_the_counter_the_run_is_refused(lab) -> None:
    lab.roles = Roles(grounder=lab.grounder)
    outcome = lab.run('In the "Notes" app, add the note "Milk"\n', mode="separate")
    assert isinstance(outcome.error, ModelNotConfigured)


def test_a_separate_run_is_resumed_at_the_same_counter(lab, new_lab, run_folder: RunFolder) -> None:
    class Killed(BaseException):
        pass

    def die(action) -> bool:
        if isinstance(action, TypeText) and action.text == "Eggs":
            raise Killed
        return True

    lab.phone.before_action = die
    with pytest.raises(Killed):
        separate(lab, LOOP, folder=run_folder)
    lab.phone.before_action = lambda action: True
    kept = load(RunFolder.open(run_folder.path))
    second = new_lab(phone=lab.phone)
    counter = Watching()
    outcome = separate(second, kept.text, counter, folder=kept.folder, journal=kept.journal)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert all("Eggs" in context.step.goal.step for context in counter.asked)
    assert [event.tier for event in second.events.of(StepFinished)][-1] == "exact"


def test_both_modes_have_the_same_effect_on_the_phone(lab, new_lab) -> None:
    lab.run(LOOP)
    other = new_lab()
    separate(other, LOOP)
    assert lab.phone.notes == other.phone.notes
    assert lab.events.trace == other.events.trace
