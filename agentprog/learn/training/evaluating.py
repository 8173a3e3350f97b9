"""Measures trained roles on held-out steps: greedy answers through the whole chain, with the papers' metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, stdev

from agentprog.agents.strategies.asking import shown
from agentprog.agents.strategies.ces import coordinator_prompt, read_instruction, tracker_prompt
from agentprog.agents.strategies.coda import planner_prompt, read_thought
from agentprog.agents.strategies.deed import Deed, NotADeed
from agentprog.agents.strategies.look import Look
from agentprog.agents.strategies.swirl import (
    interactor_prompt,
    navigator_prompt,
    read_answer,
    read_call_for_executor,
)
from agentprog.learn.metrics import Metrics, measured
from agentprog.learn.rewards.matching import Truth
from agentprog.learn.rewards.reward import Executor
from agentprog.learn.training.policy import Policy
from agentprog.learn.trajectories.making import state_after
from agentprog.learn.trajectories.records import Step
from agentprog.ports import Message

Chain = Callable[[Step], Deed | None]


def likeliest(policy: Policy, role: str, messages: Sequence[Message], most: int = 48) -> str:
    """The role's greedy answer."""
    return policy.likeliest(role, [messages], most)[0]


def evaluated(steps: Sequence[Step], chain: Chain, profile: str) -> Metrics:
    """Evaluates every step alone, on its recorded screen."""
    return measured([(chain(step), Truth.of(step)) for step in steps], profile=profile)


def ces_chain(policy: Policy, executor: Executor, *, tracked: bool) -> Chain:
    """Coordinator and Executor; the state is the State Tracker's, or with `tracked` False the annotated one."""

    def act(step: Step) -> Deed | None:
        state = step.state
        if tracked and step.history:
            asked = tracker_prompt(step.instruction, state_after(step.history[:-1]), step.history[-1])
            state = likeliest(policy, "tracker", asked) or step.state
        look = step.observation.look
        asked = shown(coordinator_prompt(step.instruction, state, look), look)
        return _read(likeliest(policy, "coordinator", asked), read_instruction, executor, look)

    return act


def policy_interactor(policy: Policy, role: str) -> Executor:
    """A role of the policy as the Interactor that executes an instruction."""

    def execute(instruction: str, look: Look) -> Deed | None:
        try:
            return read_answer(likeliest(policy, role, shown(interactor_prompt(instruction, look), look)))
        except NotADeed:
            return None

    return execute


def swirl_chain(policy: Policy, navigator: str, executor: Executor) -> Chain:
    """The Navigator, then the executor of its instruction."""

    def act(step: Step) -> Deed | None:
        look = step.observation.look
        asked = shown(navigator_prompt(step.instruction, step.history, look), look)
        return _read(likeliest(policy, navigator, asked), read_call_for_executor, executor, look)

    return act


def interactor_chain(policy: Policy, role: str) -> Chain:
    """The Interactor alone, on each step's own instruction."""
    execute = policy_interactor(policy, role)
    return lambda step: execute(step.low, step.observation.look)


def coda_chain(policy: Policy, planners: Mapping[str, str], executor: Executor) -> Chain:
    """The Planner for the step's app, else the generalist, then the Executor."""

    def act(step: Step) -> Deed | None:
        history, look = [("", line) for line in step.history], step.observation.look
        asked = shown(planner_prompt(step.instruction, history, look), look)
        planner = planners.get(step.app, "generalist")
        return _read(likeliest(policy, planner, asked), read_thought, executor, look)

    return act


def _read(reply: str, read: Callable[[str], str], executor: Executor, look: Look) -> Deed | None:
    try:
        return executor(read(reply), look)
    except NotADeed:
        return None


def interval(found: Sequence[float]) -> tuple[float, float]:
    """Mean and half-width of the 95 % interval over seeds, by Student's t; 0 for one seed."""
    if len(found) < 2:
        return fmean(found), 0.0
    return fmean(found), _STUDENT[min(len(found) - 1, len(_STUDENT)) - 1] * stdev(found) / len(found) ** 0.5


_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""The 97.5 % point of Student's t for 1 to 9 degrees of freedom."""
