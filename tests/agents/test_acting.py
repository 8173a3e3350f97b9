"""Both forms are complete: a JSON reply and a line of Python reach every action that a phone can do."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from agentprog.agents.acting import action_of
from agentprog.agents.coding import understood as understood_code
from agentprog.agents.replies.acting import MoveReply
from agentprog.ports import ACTIONS, Bounds, Element, Role, WaitUntil
from agentprog.runtime.forms.primitives import METHODS
from agentprog.runtime.roles import Code, StepDone, StepStuck
from tests.agents.screens import screen

ONE = Element(index=1, role=Role.FIELD, label="Title", bounds=Bounds(0, 0, 9, 9), editable=True)
TWO = Element(index=2, role=Role.BUTTON, label="Save", bounds=Bounds(0, 9, 9, 18))
HERE = screen(ONE, TWO)
GIVEN: dict[str, dict[str, Any]] = {
    "press": {"text": "back"},
    "rotate": {"text": "landscape"},
    "pinch": {"direction": "out"},
}


def reply(action: str, **given: Any) -> MoveReply:
    values = {"text": "words", "direction": "down", **GIVEN.get(action, {}), **given}
    return MoveReply(judgement="", action=action, **values)  # type: ignore[arg-type]


def names() -> list[str]:
    every = get_args(MoveReply.model_fields["action"].annotation)
    return [name for name in every if name not in ("done", "stuck")]


def test_every_action_has_a_form_in_json() -> None:
    made = {type(action_of(reply(name), HERE, ONE, TWO)) for name in names()}
    assert made == set(ACTIONS)


@pytest.mark.parametrize("name", names())
def test_a_reply_without_an_argument_of_its_action_is_refused(name: str) -> None:
    bare = MoveReply(judgement="", action=name)  # type: ignore[arg-type]
    free = {"clear", "notifications", "quick_settings", "read_clipboard", "wake_up", "wait"}
    if name in free:
        action_of(bare, HERE, None)
    else:
        with pytest.raises(ValueError, match=r"needs|there is no"):
            action_of(bare, HERE, None)


def test_waiting_for_something_to_go() -> None:
    assert action_of(reply("wait_gone", text="Loading"), HERE, None) == WaitUntil(text="Loading", gone=True)


def test_every_action_has_a_form_in_python() -> None:
    """Their names are those of the methods; the tests of the runtime try the effects."""
    by_action = {
        "OpenApp": "start_app", "StopApp": "kill_app", "OpenLink": "open_link", "Tap": "click",
        "DoubleTap": "double_click", "LongPress": "long_click", "TypeText": "input", "ClearText": "clear",
        "PressKey": "press", "Swipe": "swipe_upward", "Scroll": "scroll", "ScrollTo": "scroll_to", "Drag": "drag",
        "Pinch": "pinch", "OpenNotifications": "expand_notification_panel", "OpenQuickSettings": "open_quick_settings",
        "SetClipboard": "set_clipboard", "ReadClipboard": "get_clipboard", "Rotate": "rotate", "WakeUp": "wake_up",
        "Wait": "wait", "WaitUntil": "wait_for_text",
    }  # fmt: skip
    assert {cls.__name__ for cls in ACTIONS} == set(by_action)
    assert set(by_action.values()) <= set(METHODS)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("It opened.\n```python\nmobile.back()\n```", Code(text="mobile.back()", reason="It opened.")),
        ("```py\nmobile.back()\n```\nDone soon.", Code(text="mobile.back()")),
        ("```\nx = 1\nmobile.back()", Code(text="x = 1\nmobile.back()")),
        ("mobile.click('Save')", Code(text="mobile.click('Save')")),
        ('Saved.\nDONE: "milk"', StepDone(reason="Saved.", evidence="milk")),
        ("**DONE**: milk", StepDone(reason="milk", evidence="milk")),
        ("STUCK: there is no such app", StepStuck(reason="there is no such app")),
    ],
)
def test_a_models_answer_in_the_python_form_is_read(text: str, move: object) -> None:
    assert understood_code(text) == move


@pytest.mark.parametrize("text", ["", "I think that it is finished.", "```python\n\n```"])
def test_an_answer_without_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"neither|empty"):
        understood_code(text)


def test_code_that_broke_off_is_refused() -> None:
    with pytest.raises(ValueError, match="broke off"):
        understood_code("```python\nmobile.click('Sa", cut=True)
