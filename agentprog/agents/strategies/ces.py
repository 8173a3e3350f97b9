"""CES: a Coordinator gives the next instruction, an Executor carries it out, a State Tracker keeps the task's state."""

from __future__ import annotations

from agentprog.agents.prompting import render
from agentprog.agents.strategies.asking import ask_role, tagged, with_pictures
from agentprog.agents.strategies.deed import Deed, NotADeed, read_list
from agentprog.agents.strategies.look import Look, look_at
from agentprog.agents.strategies.moving import move_of
from agentprog.agents.whereabouts import described, in_full, whereabouts
from agentprog.ports import Message, Model, Space
from agentprog.runtime.roles import Move, StepContext

FIRST_STATE = "Task just started, nothing has been done."


def coordinator_prompt(task: str, state: str, look: Look) -> tuple[Message, ...]:
    """The question for the next instruction."""
    return render("ces_coordinator", task=task, state=state, app=look.app, screen=list(look.lines()))


def executor_prompt(instruction: str, look: Look, space: Space = Space.ABSOLUTE) -> tuple[Message, ...]:
    """The question for the action of one instruction."""
    words = space.words(*look.sent)
    lines = list(look.lines(space))
    return render("ces_executor", instruction=instruction, app=look.app, screen=lines, space=words)


def tracker_prompt(task: str, state: str, output: str) -> tuple[Message, ...]:
    """The question for the state after an action. The State Tracker sees no screen."""
    return render("ces_tracker", task=task, state=state, output=output)


def read_instruction(text: str) -> str:
    """The Coordinator's instruction. Raises NotADeed."""
    return tagged(text, "answer")


def read_action(text: str) -> Deed:
    """The Executor's action. Raises NotADeed."""
    return read_list(tagged(text, "answer"))


def read_state(text: str) -> str:
    """The State Tracker's state. Raises NotADeed for an empty one."""
    if not text.strip():
        raise NotADeed("the state is empty")
    return text.strip()


class CesGrounder:
    """The three roles in the loop of a step. The state is a function of the attempts; the attempts of one step are
    kept, so that each is asked about once.
    """

    def __init__(self, coordinator: Model, executor: Model, tracker: Model) -> None:
        self._coordinator, self._executor, self._tracker = coordinator, executor, tracker
        self._states: tuple[str, tuple[str, ...], tuple[str, ...]] = ("", (), ())

    def next_move(self, context: StepContext) -> Move:
        """One instruction and its action. Raises ModelError."""
        task, screen = context.goal.step, context.seen.screen
        look = look_at(screen, whereabouts(context.seen)["app"])
        messages = with_pictures(coordinator_prompt(task, self._state(context), look), self._coordinator, look)
        instruction = ask_role(self._coordinator, messages, read_instruction, purpose="coordinate")
        space = self._executor.capabilities.space
        messages = with_pictures(executor_prompt(instruction, look, space), self._executor, look)

        def done(text: str) -> Move:
            return move_of(read_action(text), screen, space=space, reason=instruction)

        return in_full(ask_role(self._executor, messages, done, purpose="execute"), context.goal.texts)

    def _state(self, context: StepContext) -> str:
        task = context.goal.step
        outputs = tuple(described(attempt) for attempt in context.tried.attempts)
        known, before, states = self._states
        if known != task or outputs[: len(before)] != before:
            before, states = (), ()
        for output in outputs[len(before) :]:
            prompt = tracker_prompt(task, states[-1] if states else FIRST_STATE, output)
            states = (*states, ask_role(self._tracker, prompt, read_state, purpose="track", max_tokens=512))
        self._states = (task, outputs, states)
        return states[-1] if states else FIRST_STATE
