"""Turns steps of trajectories into training items for each role: prompt, target and reward."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from agentprog.agents.strategies.asking import shown
from agentprog.agents.strategies.ces import coordinator_prompt, tracker_prompt
from agentprog.agents.strategies.coda import planner_prompt
from agentprog.agents.strategies.deed import POINTED, write_call
from agentprog.agents.strategies.swirl import interactor_prompt, navigator_prompt, write_call_for_executor
from agentprog.learn.rewards.matching import Truth
from agentprog.learn.rewards.reward import (
    Executor,
    coordinator_reward,
    interactor_reward,
    navigator_reward,
    planner_reward,
    tracker_reward,
)
from agentprog.learn.training.stage import Item, each
from agentprog.learn.trajectories.making import state_after
from agentprog.learn.trajectories.records import Step

Coordinate = Callable[[Step, Sequence[str]], Sequence[str]]
"""The frozen Coordinator's replies on one screen, for several states at once."""
_THOUGHT = "That is next."


def useful(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps fit for imitation: steps of right episodes that changed the screen, and their ends."""
    return tuple(
        step
        for step in steps
        if (step.verdict is None or step.verdict.right)
        and (step.outcome is None or (step.outcome.ok and step.outcome.changed))
        and (step.action.kind not in POINTED or step.box is not None)
    )


def coordinator_items(steps: Sequence[Step], executor: Executor, profile: str) -> list[Item]:
    """CES, stage 1, with annotated states."""
    return [_coordinator(step, step.state, executor, profile) for step in steps]


def _coordinator(step: Step, state: str, executor: Executor, profile: str) -> Item:
    look, truth = step.observation.look, Truth.of(step)
    return Item(
        messages=shown(coordinator_prompt(step.instruction, state, look), look),
        target=f"<think>{_THOUGHT}</think><answer>{step.low}</answer>",
        reward=each(lambda reply: coordinator_reward(reply, truth, look, executor, profile).total),
    )


def tracker_items(steps: Sequence[Step], coordinate: Coordinate, executor: Executor, profile: str) -> list[Item]:
    """CES, stage 2: a state is rewarded by the Coordinator's reply to it.

    An episode's first step has no state to track.
    """
    return [_tracker(step, coordinate, executor, profile) for step in steps if step.history]


def _tracker(step: Step, coordinate: Coordinate, executor: Executor, profile: str) -> Item:
    look, truth = step.observation.look, Truth.of(step)

    def paid(replies: Sequence[str]) -> list[float]:
        states = list(dict.fromkeys(state for reply in replies if (state := reply.strip())))
        told = dict(zip(states, coordinate(step, states), strict=True))
        return [tracker_reward(one, truth, look, told.__getitem__, executor, profile).total for one in replies]

    before = state_after(step.history[:-1])
    return Item(messages=tracker_prompt(step.instruction, before, step.history[-1]), target=step.state, reward=paid)


def navigator_items(steps: Sequence[Step], executor: Executor, profile: str) -> list[Item]:
    """SWIRL: the Navigator, rewarded by the frozen Interactor's action."""
    return [_navigator(step, executor, profile) for step in steps]


def _navigator(step: Step, executor: Executor, profile: str) -> Item:
    look, truth = step.observation.look, Truth.of(step)
    return Item(
        messages=shown(navigator_prompt(step.instruction, step.history, look), look),
        target=write_call_for_executor(step.low, _THOUGHT),
        reward=each(lambda reply: navigator_reward(reply, truth, look, executor, profile).total),
    )


def interactor_items(steps: Sequence[Step], instruct: Callable[[Step], str], profile: str) -> list[Item]:
    """SWIRL: the Interactor, asked with the frozen Navigator's instructions; in the warm-up with each step's own."""
    return [_interactor(step, instruct(step), profile) for step in steps]


def _interactor(step: Step, instruction: str, profile: str) -> Item:
    look, truth = step.observation.look, Truth.of(step)
    return Item(
        messages=shown(interactor_prompt(instruction, look), look),
        target=f"<answer>{write_call(step.action.deed)}</answer>",
        reward=each(lambda reply: interactor_reward(reply, truth, profile).total),
    )


def planner_items(steps: Sequence[Step], executor: Executor) -> list[Item]:
    """CODA: the Planner; the Executor's text after its thought is not learned."""
    return [_planner(step, executor) for step in steps]


def _planner(step: Step, executor: Executor) -> Item:
    look, truth = step.observation.look, Truth.of(step)
    history = [("", line) for line in step.history]

    def completes(reply: str) -> str:
        found = planner_reward(reply, truth, look, executor).action
        return f"\nAction: {write_call(found)}" if found is not None else "\nAction: none"

    return Item(
        messages=shown(planner_prompt(step.instruction, history, look), look),
        target=f"Thought: {step.low}",
        reward=each(lambda reply: planner_reward(reply, truth, look, executor).total),
        completes=completes,
    )
