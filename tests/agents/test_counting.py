"""The program counter as models move it: named successors, operations, changes of belief."""

from __future__ import annotations

import json

import pytest

from agentprog.agents.believer import ModelBeliever
from agentprog.agents.counting import ChoosingStepper, ModelStepper
from agentprog.agents.writing import WritingGrounder
from agentprog.errors import ModelReplyInvalid
from agentprog.ports import Capabilities, Tap, TypeText
from agentprog.runtime.roles import (
    Act,
    Attempt,
    BeliefChange,
    BeliefContext,
    OperationContext,
    Seen,
    StepContext,
    StepDone,
    Successor,
)
from tests.agents.models import Answering
from tests.agents.screens import NOW, changed, context, element, screen

SHOWN = screen(element("button", "Save"), element("field", "Name"))
LARGE = Capabilities(context=128_000, schema=True)
NEXT = (
    Successor(name="3", line=3, step="save the second"),
    Successor(name="2, next round", line=2, step="add the next"),
)


def asked(about: StepContext, **reply: object) -> tuple[object, Answering]:
    model = Answering(reply=lambda request: json.dumps({"judgement": "well", **reply}), capabilities=LARGE)
    return WritingGrounder(model).next_move(about), model


def following() -> StepContext:
    return changed(context(SHOWN, "add the first"), successors=NEXT)


def test_the_steps_that_may_follow_are_shown_with_their_names() -> None:
    _move, model = asked(following(), action="stuck")
    prompt = model.requests[0].messages[-1].text
    assert "3: save the second" in prompt
    assert "2, next round: add the next" in prompt


def test_a_value_that_a_step_that_follows_reads_ends_the_step_now() -> None:
    move, _model = asked(following(), action="done", step="3", proof="Ann", value="12", expectation="12 pieces")
    assert isinstance(move, StepDone)
    assert move.evidence == "Ann"
    assert move.then is not None
    assert isinstance(move.then.act, StepDone)
    assert (move.then.step, move.then.act.value, move.then.act.evidence) == ("3", "12", "12 pieces")


@pytest.mark.parametrize("given", [{"value": "12"}, {"step": "3"}, {"step": "9", "value": "12"}])
def test_done_without_a_value_or_a_following_step_ends_the_step_now(given: dict[str, str]) -> None:
    move, _model = asked(following(), action="done", expectation="12 pieces", **given)
    assert isinstance(move, StepDone)
    assert (move.then, move.evidence) == (None, "12 pieces")


@pytest.mark.parametrize("name", ["3", "2, next round"])
def test_an_action_of_a_step_that_follows_ends_the_step_now(name: str) -> None:
    move, _model = asked(following(), action="tap", element=1, step=name, proof="Ann", expectation="Saved")
    assert isinstance(move, StepDone)
    assert move.evidence == "Ann"
    assert move.then is not None
    assert isinstance(move.then.act, Act)
    assert (move.then.step, move.then.act.action) == (name, Tap(target=SHOWN.elements[0]))
    assert move.then.act.expectation == "Saved"


def test_an_impossible_next_step_is_reported_once_and_then_an_error() -> None:
    model = Answering(
        reply=lambda request: json.dumps({"judgement": "", "action": "tap", "element": 1, "step": "9"}),
        capabilities=LARGE,
    )
    with pytest.raises(ModelReplyInvalid, match="no step '9'"):
        WritingGrounder(model).next_move(following())
    assert len(model.requests) == 2


@pytest.mark.parametrize(("leave", "operation"), [("", "continue"), ("loop", "break"), ("task", "return")])
def test_a_step_may_name_the_block_that_it_leaves(leave: str, operation: str) -> None:
    move, _model = asked(following(), action="done", leave=leave)
    assert isinstance(move, StepDone)
    assert move.operation == operation


def test_changes_of_belief_come_with_the_action() -> None:
    changes = [
        {"change": "refute", "id": "[b2]"},
        {"change": "add", "text": "the form is open", "scope": "screen", "check": "text", "value": "New"},
        {"change": "add", "text": "Wi-Fi is on", "scope": "run", "check": "setting", "name": "Wi-Fi", "value": "on"},
        {"change": "add", "text": "no way to tell", "check": "field", "value": "x"},
    ]
    move, _model = asked(following(), action="type", element=2, text="Ann", beliefs=changes)
    assert isinstance(move, Act)
    assert isinstance(move.action, TypeText)
    assert move.beliefs == (
        BeliefChange(kind="refute", id="b2"),
        BeliefChange(kind="add", text="the form is open", scope="screen", predicate={"text": "New"}),
        BeliefChange(kind="add", text="Wi-Fi is on", scope="run", predicate={"setting": "Wi-Fi", "value": "on"}),
        BeliefChange(kind="add", text="no way to tell"),
    )


def test_a_model_names_one_of_the_operations_that_a_step_has() -> None:
    replies = iter(["break", "continue"])
    model = Answering(
        reply=lambda request: json.dumps({"judgement": "done", "operation": next(replies), "evidence": "Ann"}),
        capabilities=LARGE,
    )
    decision = ModelStepper(model).next_operation(
        OperationContext(step=context(SHOWN, "add"), allowed=("hold", "continue"))
    )
    assert (decision.operation, decision.evidence) == ("continue", "Ann")
    assert "Not possible here: break" in model.requests[1].messages[-1].text


def test_an_operation_that_is_not_possible_twice_is_an_error() -> None:
    model = Answering(reply=lambda request: json.dumps({"judgement": "", "operation": "return"}), capabilities=LARGE)
    with pytest.raises(ModelReplyInvalid):
        ModelStepper(model).next_operation(OperationContext(step=context(SHOWN, "add"), allowed=("hold",)))


def test_code_answers_a_small_models_certain_cases_and_scores_the_rest() -> None:
    model = Answering(prefer=lambda words: float(words.startswith("yes")))
    counter = ChoosingStepper(model)
    begun = OperationContext(step=context(SHOWN, "tap Save"), allowed=("hold", "continue"))
    assert counter.next_operation(begun).operation == "hold"
    assert model.scored == []
    tapped = Attempt(action=Tap(target=SHOWN.elements[0]), ok=True, detail="", changed=True)
    after = screen(element("text", "Saved"))
    finished = OperationContext(step=context(after, "tap Save", attempts=(tapped,)), allowed=("hold", "continue"))
    assert counter.next_operation(finished).operation == "continue"


def test_a_model_states_beliefs_as_changes() -> None:
    reply = {
        "gap": "the form is gone",
        "routine": "rewind",
        "changes": [{"change": "refute", "id": "b1"}],
    }
    model = Answering(reply=lambda request: json.dumps(reply), capabilities=LARGE)
    revision = ModelBeliever(model).revise(
        BeliefContext(
            step="add Ann",
            seen=Seen(app="Notes", screen=SHOWN, now=NOW),
            last='tap button "Save"',
            expectation="Ann",
            gaps=('[b1] "Notes" is in front (refuted)',),
            beliefs=('[b1] "Notes" is in front (refuted)',),
            believed=("b1",),
        )
    )
    assert revision.routine == "rewind"
    assert revision.changes == (BeliefChange(kind="refute", id="b1"),)
    prompt = model.requests[0].messages[-1].text
    assert 'Expected afterwards: "Ann"' in prompt
    assert "Contradicted by the screen" in prompt
