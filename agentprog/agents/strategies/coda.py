"""CODA: a Planner writes a thought for the next step, from its earlier thoughts; an Executor completes the thought with
an action."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentprog.agents.prompting import render
from agentprog.agents.strategies.asking import ask_role, with_pictures
from agentprog.agents.strategies.deed import Deed, NotADeed, read_call
from agentprog.agents.strategies.look import Look, look_at
from agentprog.agents.strategies.moving import move_of
from agentprog.agents.whereabouts import described, in_full, whereabouts
from agentprog.ports import Message, Model, Space
from agentprog.runtime.roles import Move, StepContext

_STEPS_KEPT = 15
"""Steps of the history in a prompt: thirty messages, two for each step."""
_THOUGHT = re.compile(r"Thought:\s*(.*?)\s*(?:\n\s*Action:|\Z)", re.DOTALL)
_ACTION = re.compile(r"Action:\s*(.*)", re.DOTALL)


def planner_prompt(
    task: str, history: Sequence[tuple[str, str]], look: Look, before: Look | None = None
) -> tuple[Message, ...]:
    """The question for the next thought. `history` is of (thought, action) pairs, oldest first."""
    earlier = list(before.lines()) if before is not None else []
    lines = list(look.lines())
    return render(
        "coda_planner", task=task, history=_history_lines(history), app=look.app, screen=lines, before=earlier
    )


def executor_prompt(
    task: str, history: Sequence[tuple[str, str]], look: Look, thought: str, space: Space = Space.ABSOLUTE
) -> tuple[Message, ...]:
    """The question for a thought's action: the thought is the beginning of the reply."""
    words, lines = space.words(*look.sent), list(look.lines(space))
    messages = render(
        "coda_executor", task=task, history=_history_lines(history), app=look.app, screen=lines, space=words
    )
    return (*messages, Message.of("assistant", f"Thought: {thought}\nAction: "))


def _history_lines(history: Sequence[tuple[str, str]]) -> list[str]:
    recent = history[-_STEPS_KEPT:]
    first = len(history) - len(recent) + 1
    return [f"Step {n}: {thought} Done: {action}" for n, (thought, action) in enumerate(recent, first)]


def read_thought(text: str) -> str:
    """The Planner's thought. Raises NotADeed."""
    found = _THOUGHT.search(text)
    if found is None or not found[1].strip():
        raise NotADeed('the reply has no line "Thought: "')
    return " ".join(found[1].split())


def read_completion(text: str) -> Deed:
    """The Executor's action, with or without the given beginning. Raises NotADeed."""
    found = _ACTION.search(text)
    return read_call((found[1] if found is not None else text).strip().split("\n", 1)[0])


class CodaGrounder:
    """The two roles in the loop of a step. Earlier thoughts and the last look are kept while the step lasts; a later
    life of the run knows only the actions."""

    def __init__(self, planner: Model, executor: Model) -> None:
        self._planner, self._executor = planner, executor
        self._task = ""
        self._thoughts: dict[int, str] = {}
        self._seen: Look | None = None

    def next_move(self, context: StepContext) -> Move:
        """One thought and its action. Raises ModelError."""
        task, screen, attempts = context.goal.step, context.seen.screen, context.tried.attempts
        if task != self._task or not attempts:
            self._task, self._thoughts, self._seen = task, {}, None
        look = look_at(screen, whereabouts(context.seen)["app"])
        history = [(self._thoughts.get(place, ""), described(attempt)) for place, attempt in enumerate(attempts)]
        before, self._seen = self._seen, look
        messages = with_pictures(planner_prompt(task, history, look, before), self._planner, before, look)
        thought = ask_role(self._planner, messages, read_thought, purpose="think")
        self._thoughts[len(attempts)] = thought
        move = ask_role(
            self._executor,
            self._asked(task, history, look, before, thought),
            lambda text: move_of(
                read_completion(text), screen, space=self._executor.capabilities.space, reason=thought
            ),
            purpose="execute",
        )
        return in_full(move, context.goal.texts)

    def _asked(
        self, task: str, history: Sequence[tuple[str, str]], look: Look, before: Look | None, thought: str
    ) -> tuple[Message, ...]:
        """The question. A model that cannot continue a beginning gets the thought as text."""
        able = self._executor.capabilities
        *messages, begun = executor_prompt(task, history, look, thought, able.space)
        shown = with_pictures(tuple(messages), self._executor, before, look)
        if able.prefill:
            return (*shown, begun)
        decided = Message.of("user", f"The thought is decided. Reply with its action.\n{begun.text.strip()}")
        return (*shown, decided)
