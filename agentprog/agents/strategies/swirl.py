"""SWIRL: a Navigator hands low-level instructions to an Interactor, which acts."""

from __future__ import annotations

import json
from collections.abc import Sequence

from agentprog.agents.prompting import render
from agentprog.agents.strategies.asking import ask_role, tagged, with_pictures
from agentprog.agents.strategies.deed import Deed, NotADeed, read_call
from agentprog.agents.strategies.look import Look, look_at
from agentprog.agents.strategies.moving import move_of
from agentprog.agents.whereabouts import described, in_full, whereabouts
from agentprog.ports import Message, Model, Space
from agentprog.runtime.roles import Move, StepContext

_AGENT = "executor_agent"


def navigator_prompt(task: str, history: Sequence[str], look: Look) -> tuple[Message, ...]:
    """The question for the next low-level instruction. The history holds all actions and no earlier screen."""
    lines = list(look.lines())
    return render("swirl_navigator", task=task, history=list(history), app=look.app, screen=lines)


def interactor_prompt(instruction: str, look: Look, space: Space = Space.ABSOLUTE) -> tuple[Message, ...]:
    """The question for the action of one instruction."""
    words, lines = space.words(*look.sent), list(look.lines(space))
    return render("swirl_interactor", instruction=instruction, app=look.app, screen=lines, space=words)


def read_call_for_executor(text: str) -> str:
    """The Navigator's instruction. Raises NotADeed."""
    try:
        call = json.loads(tagged(text, "tool_call"))
        name, instruction = call["name"], call["arguments"]["instruction"]
    except (ValueError, TypeError, KeyError) as exc:
        raise NotADeed("the tool call is not a JSON object with name, and instruction among its arguments") from exc
    if name != _AGENT or not isinstance(instruction, str) or not instruction.strip():
        raise NotADeed(f"the tool call has to give {_AGENT} an instruction")
    return instruction.strip()


def write_call_for_executor(instruction: str, thought: str = "") -> str:
    """A Navigator's reply in its form."""
    call = json.dumps({"name": _AGENT, "arguments": {"instruction": instruction}}, ensure_ascii=False)
    return f"<think>{thought}</think><tool_call>{call}</tool_call>"


def read_answer(text: str) -> Deed:
    """The Interactor's action. Raises NotADeed."""
    return read_call(tagged(text, "answer"))


class SwirlGrounder:
    """The two roles in the loop of a step."""

    def __init__(self, navigator: Model, interactor: Model) -> None:
        self._navigator, self._interactor = navigator, interactor

    def next_move(self, context: StepContext) -> Move:
        """One instruction and its action. Raises ModelError."""
        screen = context.seen.screen
        look = look_at(screen, whereabouts(context.seen)["app"])
        history = [described(attempt) for attempt in context.tried.attempts]
        messages = with_pictures(navigator_prompt(context.goal.step, history, look), self._navigator, look)
        instruction = ask_role(self._navigator, messages, read_call_for_executor, purpose="navigate")
        space = self._interactor.capabilities.space
        messages = with_pictures(interactor_prompt(instruction, look, space), self._interactor, look)

        def done(text: str) -> Move:
            return move_of(read_answer(text), screen, space=space, reason=instruction)

        return in_full(ask_role(self._interactor, messages, done, purpose="interact"), context.goal.texts)
