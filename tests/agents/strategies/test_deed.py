"""Reads the actions in the notation of the papers' roles; for any other text the error gives the reason."""

from __future__ import annotations

import pytest

from agentprog.agents.strategies.asking import well_formed
from agentprog.agents.strategies.coda import read_completion, read_thought
from agentprog.agents.strategies.deed import Deed, NotADeed, read_call, read_list, write_call
from agentprog.agents.strategies.swirl import read_call_for_executor, write_call_for_executor

CALLS = {
    "click(point='(540, 1203)')": Deed(kind="click", point=(540, 1203)),
    "click(start_box='<|box_start|>(12,34)<|box_end|>')": Deed(kind="click", point=(12, 34)),
    "click(start_box='[10, 20, 30, 60]')": Deed(kind="click", point=(20, 40)),
    'long_press(point="(1.5, 2)")': Deed(kind="long_press", point=(1.5, 2)),
    "type(content='it's ten o'clock')": Deed(kind="type", text="it's ten o'clock"),
    "scroll(start_box='(5, 6)', direction='down')": Deed(kind="scroll", direction="down"),
    "open_app(app_name='Contacts')": Deed(kind="open_app", text="Contacts"),
    "press_back()": Deed(kind="press_back"),
    "finished(content='sent')": Deed(kind="finished", text="sent"),
    "impossible()": Deed(kind="error"),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_call_is_read(call: str) -> None:
    assert read_call(call) == CALLS[call]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("click()", "needs a point"),
        ("click(point='(1, 2, 3)')", "needs a point"),
        ("scroll(direction='sideways')", "needs a direction"),
        ("type()", "needs its text"),
        ("explode()", "no action 'explode'"),
        ("I would tap Save", "no call"),
    ],
)
def test_a_malformed_call_names_the_fault(text: str, why: str) -> None:
    with pytest.raises(NotADeed, match=why):
        read_call(text)


LISTS = {
    "[{'action': 'click', 'point': [123, 300], 'input_text': 'no input text'}]": Deed(kind="click", point=(123, 300)),
    "[{'action': 'type', 'point': [-100, -100], 'input_text': \"it's\"}]": Deed(kind="type", text="it's"),
    "{'action': 'press_back'}": Deed(kind="press_back"),
    "[{'action': 'scroll', 'point': [-100, -100], 'input_text': 'DOWN'}]": Deed(kind="scroll", direction="down"),
    "[{'action': 'complete', 'point': [-100, -100], 'input_text': 'no input text [default]'}]": Deed(kind="finished"),
}


@pytest.mark.parametrize("text", LISTS)
def test_a_list_of_one_action_is_read(text: str) -> None:
    assert read_list(text) == LISTS[text]


@pytest.mark.parametrize("text", ["[]", "[{'action': 'fly'}]", "click", "[{'action': 'click', 'point': []}]"])
def test_a_malformed_action_list_is_refused(text: str) -> None:
    with pytest.raises(NotADeed):
        read_list(text)


@pytest.mark.parametrize("deed", [d for d in CALLS.values() if d.kind != "finished" and d.point != (1.5, 2)])
def test_a_written_call_is_read_again(deed: Deed) -> None:
    assert read_call(write_call(deed)) == deed


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("<think>it is there</think><answer>tap Save</answer>", True),
        (" <think></think>\n<answer>tap Save</answer>\n", True),
        ("<answer>tap Save</answer>", False),
        ("<think>a</think><answer> </answer>", False),
        ("<think>a</think><answer>b</answer> and more", False),
        ("<think>a<think>b</think></think><answer>c</answer>", False),
        ("<think>a</think><answer>b</answer><answer>c</answer>", False),
    ],
)
def test_only_reasoning_and_one_answer_are_well_formed(reply: str, right: bool) -> None:
    assert well_formed(reply) is right


def test_a_navigators_tool_call_is_read_and_written() -> None:
    assert read_call_for_executor(write_call_for_executor('tap "Save"', "it is full")) == 'tap "Save"'
    for wrong in (
        "<tool_call>{}</tool_call>",
        '<tool_call>{"name": "other", "arguments": {"instruction": "x"}}</tool_call>',
        "tap",
    ):
        with pytest.raises(NotADeed):
            read_call_for_executor(wrong)


def test_a_planners_thought_and_an_executors_completion_are_read() -> None:
    assert (
        read_thought("Thought: The form is open;\nfill the name.\nAction: type it")
        == "The form is open; fill the name."
    )
    assert read_thought("Thought: all is done") == "all is done"
    assert read_completion("press_home()\nThought: next") == Deed(kind="press_home")
    assert read_completion("Thought: x\nAction: wait()") == Deed(kind="wait")
    with pytest.raises(NotADeed):
        read_thought("Action: tap")
