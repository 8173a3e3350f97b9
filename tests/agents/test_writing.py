from __future__ import annotations

import json

import pytest

from agentprog.agents.writing import WritingGrounder
from agentprog.errors import ModelReplyInvalid
from agentprog.ports import Capabilities, OpenApp, PressKey, Scroll, Tap, TypeText
from agentprog.runtime.roles import Act, StepDone, StepStuck
from tests.agents.models import Answering
from tests.agents.screens import context, element, screen

SHOWN = screen(element("button", "Save"), element("field", "Name"))
LARGE = Capabilities(context=128_000, schema=True)


def grounder(**reply: object) -> tuple[WritingGrounder, Answering]:
    model = Answering(reply=lambda request: json.dumps({"judgement": "so far so good", **reply}), capabilities=LARGE)
    return WritingGrounder(model), model


@pytest.mark.parametrize(
    ("reply", "action"),
    [
        ({"action": "tap", "element": 1}, Tap(target=SHOWN.elements[0])),
        ({"action": "type", "element": 2, "text": "Ann"}, TypeText(text="Ann", target=SHOWN.elements[1])),
        ({"action": "scroll", "direction": "down"}, Scroll(direction="down")),
        ({"action": "press", "text": "Back"}, PressKey(key="back")),
        ({"action": "open_app", "text": "Other"}, OpenApp(name="Other")),
    ],
)
def test_a_reply_becomes_its_action(reply: dict[str, object], action: object) -> None:
    move = grounder(**reply)[0].next_move(context(SHOWN, "save it"))
    assert isinstance(move, Act)
    assert move.action == action


def test_done_and_stuck_are_moves() -> None:
    done = grounder(action="done", expectation="Ann")[0].next_move(context(SHOWN, "save it"))
    assert isinstance(done, StepDone)
    assert done.evidence == "Ann"
    assert isinstance(grounder(action="stuck")[0].next_move(context(SHOWN, "save it")), StepStuck)


@pytest.mark.parametrize(
    "reply", [{"action": "tap", "element": 9}, {"action": "tap"}, {"action": "press", "text": "escape"}]
)
def test_an_impossible_move_is_reported_once_and_then_an_error(reply: dict[str, object]) -> None:
    asked, model = grounder(**reply)
    with pytest.raises(ModelReplyInvalid):
        asked.next_move(context(SHOWN, "save it"))
    assert len(model.requests) == 2
    assert "could not be used" in model.requests[1].messages[-1].text


def test_the_screen_is_shown_with_numbers_as_data() -> None:
    asked, model = grounder(action="stuck")
    asked.next_move(context(SHOWN, "save it"))
    prompt = model.requests[0].messages[-1].text
    assert '[1] button "Save"' in prompt
    assert prompt.index("<<<") < prompt.index("[1]") < prompt.index(">>>")
