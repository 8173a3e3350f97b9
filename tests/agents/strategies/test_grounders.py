"""The three role splits in the loop of a step: the questions to each role, and their result on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from agentprog.agents.strategies.ces import FIRST_STATE, CesGrounder
from agentprog.agents.strategies.coda import CodaGrounder
from agentprog.agents.strategies.moving import deeds_of
from agentprog.agents.strategies.swirl import SwirlGrounder, write_call_for_executor
from agentprog.errors import ModelReplyInvalid
from agentprog.ports import (
    Action,
    Capabilities,
    ImagePart,
    ModelRequest,
    OpenApp,
    PointTarget,
    PressKey,
    Screenshot,
    Scroll,
    Swipe,
    Tap,
    TypeText,
)
from agentprog.runtime.roles import Act, Attempt, StepDone, StepStuck
from tests.agents.models import Answering
from tests.agents.screens import context, element, screen

SHOWN = screen(element("button", "Save"), element("field", "Name", focused=True))
SAVE, NAME = SHOWN.elements
TAPPED = Attempt(action=Tap(target=SAVE), ok=True, detail="", changed=True)
DEAD = Attempt(action=PressKey(key="back"), ok=True, detail="", changed=False)


def replying(*replies: str) -> Answering:
    """A model that gives these answers one after the other, then the last one again."""
    left: Iterator[str] = iter(replies)
    last = replies[-1]
    reply: Callable[[ModelRequest], str] = lambda _: next(left, last)  # noqa: E731
    return Answering(reply=reply, capabilities=Capabilities(context=4096))


def ces(action: str) -> tuple[CesGrounder, Answering, Answering, Answering]:
    coordinator = replying("<think>The form is full.</think><answer>tap Save</answer>")
    executor = replying(f"<think>There.</think><answer>[{action}]</answer>")
    tracker = replying("The name is written.", "It is saved.")
    return CesGrounder(coordinator, executor, tracker), coordinator, executor, tracker


def test_a_coordinators_instruction_is_executed_on_the_element_at_its_point() -> None:
    grounder, coordinator, executor, tracker = ces("{'action': 'click', 'point': [500, 150], 'input_text': ''}")
    move = grounder.next_move(context(SHOWN, "save it"))
    assert isinstance(move, Act)
    assert move.action == Tap(target=SAVE)
    assert move.reason == "tap Save"
    assert f"State: {FIRST_STATE}" in coordinator.requests[0].messages[-1].text
    assert "Task: save it" in coordinator.requests[0].messages[-1].text
    prompt = executor.requests[0].messages[-1].text
    assert "Instruction: tap Save" in prompt
    assert "save it" not in prompt
    assert '(540, 145) button "Save"' in prompt
    assert tracker.requests == []


def test_the_state_is_tracked_once_for_each_attempt_and_rebuilt_if_unknown() -> None:
    grounder, coordinator, _, tracker = ces("{'action': 'press back'}")
    grounder.next_move(context(SHOWN, "save it", attempts=[TAPPED]))
    grounder.next_move(context(SHOWN, "save it", attempts=[TAPPED, DEAD]))
    asked = [request.messages[-1].text for request in tracker.requests]
    assert len(asked) == 2
    assert FIRST_STATE in asked[0]
    assert 'tap button "Save"' in asked[0]
    assert "State before: The name is written." in asked[1]
    assert "press back (nothing changed)" in asked[1]
    assert "State: It is saved." in coordinator.requests[-1].messages[-1].text
    again, _, _, anew = ces("{'action': 'press back'}")
    again.next_move(context(SHOWN, "save it", attempts=[TAPPED, DEAD]))
    assert [request.messages[-1].text for request in anew.requests] == asked


def test_another_step_begins_with_the_first_state() -> None:
    grounder, coordinator, _, _ = ces("{'action': 'press back'}")
    grounder.next_move(context(SHOWN, "save it", attempts=[TAPPED]))
    grounder.next_move(context(SHOWN, "close it"))
    assert FIRST_STATE in coordinator.requests[-1].messages[-1].text


def test_a_navigator_instructs_an_interactor_and_sees_all_actions_before() -> None:
    navigator = replying(write_call_for_executor("write the name", "it is empty"))
    interactor = replying("<answer>type(content='Ann')</answer>")
    move = SwirlGrounder(navigator, interactor).next_move(context(SHOWN, "save Ann", attempts=[TAPPED, DEAD]))
    assert isinstance(move, Act)
    assert move.action == TypeText(text="Ann", target=NAME)
    prompt = navigator.requests[0].messages[-1].text
    assert 'Actions so far: tap button "Save"; press back (nothing changed)' in prompt
    assert "Instruction: write the name" in interactor.requests[0].messages[-1].text


def test_a_planners_thought_begins_the_executors_reply_and_is_in_the_next_prompt() -> None:
    planner = replying("Thought: open the list first\nAction: open it", "Thought: now save\nAction: tap Save")
    executor = replying("open_app(app_name='Contacts')", "click(start_box='(540, 145)')")
    executor.capabilities = Capabilities(context=4096, prefill=True)
    grounder = CodaGrounder(planner, executor)
    first = grounder.next_move(context(SHOWN, "save it"))
    assert isinstance(first, Act)
    assert first.action == OpenApp(name="Contacts")
    assert executor.requests[0].messages[-1].role == "assistant"
    assert executor.requests[0].messages[-1].text == "Thought: open the list first\nAction: "
    opened = Attempt(action=first.action, ok=True, detail="", changed=True)
    second = grounder.next_move(context(SHOWN, "save it", attempts=[opened]))
    assert isinstance(second, Act)
    assert second.action == Tap(target=SAVE)
    prompt = planner.requests[1].messages[-1].text
    assert 'Step 1: open the list first Done: open app "Contacts"' in prompt
    assert "Screen before:" in prompt


def test_an_executor_that_cannot_continue_hears_the_thought() -> None:
    planner, executor = replying("Thought: go back"), replying("Thought: go back\nAction: press_back()")
    move = CodaGrounder(planner, executor).next_move(context(SHOWN, "save it"))
    assert isinstance(move, Act)
    assert move.action == PressKey(key="back")
    assert executor.requests[0].messages[-1].role == "user"
    assert "Thought: go back" in executor.requests[0].messages[-1].text


@pytest.mark.parametrize(("action", "kind"), [("complete", StepDone), ("impossible", StepStuck)])
def test_an_end_is_the_end_of_the_step(action: str, kind: type) -> None:
    assert isinstance(ces(f"{{'action': '{action}'}}")[0].next_move(context(SHOWN, "save it")), kind)


def test_an_unusable_reply_is_reported_once_and_then_an_error() -> None:
    grounder, _, executor, _ = ces("{'action': 'click', 'point': [5000, 150]}")
    with pytest.raises(ModelReplyInvalid, match="outside of the screen"):
        grounder.next_move(context(SHOWN, "save it"))
    assert len(executor.requests) == 2
    assert "outside of the screen" in executor.requests[1].messages[-1].text


def test_a_place_without_an_element_stays_a_place() -> None:
    move = ces("{'action': 'click', 'point': [540, 2000]}")[0].next_move(context(SHOWN, "save it"))
    assert isinstance(move, Act)
    assert move.action == Tap(target=PointTarget(x=540, y=2000))


def test_a_model_that_sees_gets_the_pictures_of_the_last_two_screens() -> None:
    shot = Screenshot(data=b"png", media_type="image/png", width=540, height=1200)
    seen = replace(SHOWN, screenshot=shot)
    planner = replying("Thought: save")
    planner.capabilities = Capabilities(context=4096, vision=True)
    executor = replying("click(start_box='(270, 72)')")
    grounder = CodaGrounder(planner, executor)
    move = grounder.next_move(context(seen, "save it"))
    assert isinstance(move, Act)
    assert move.action == Tap(target=SAVE), "coordinates are those of the picture"
    grounder.next_move(context(seen, "save it", attempts=[TAPPED]))
    pictures = [
        sum(isinstance(part, ImagePart) for message in request.messages for part in message.parts)
        for request in planner.requests
    ]
    assert pictures == [1, 2]
    assert not any(isinstance(part, ImagePart) for m in executor.requests[0].messages for part in m.parts)


@pytest.mark.parametrize(
    ("action", "kinds"),
    [
        (Tap(target=SAVE), ["click"]),
        (TypeText(text="Ann", target=NAME), ["type"]),
        (TypeText(text="Ann", target=replace(NAME, focused=False)), ["click", "type"]),
        (Scroll(direction="down"), ["scroll"]),
        (Swipe(direction="up"), ["scroll"]),
        (PressKey(key="recents"), ["press_appselect"]),
        (PressKey(key="menu"), []),
    ],
)
def test_an_action_of_a_run_is_written_in_the_papers_own_form(action: Action, kinds: list[str]) -> None:
    assert [deed.kind for deed in deeds_of(action)] == kinds


def test_a_swipe_up_reveals_the_rows_below() -> None:
    assert deeds_of(Swipe(direction="up"))[0].direction == "down"
