"""Turns steps of trajectories into training items for each role: prompt, target and reward."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from agentprog.agents.strategies.asking import shown
from agentprog.agents.strategies.ces import coordinator_prompt, tracker_prompt
from agentprog.agents.strategies.coda import planner_prompt
from agentprog.agents.strategies.deed import POINTED, Deed, NotADeed, write_call
from agentprog.agents.strategies.swirl import (
    interactor_prompt,
    navigator_prompt,
    read_call_for_executor,
    write_call_for_executor,
)
from agentprog.learn.rewards.matching import Truth
from agentprog.learn.rewards.reward import (
    Executor,
    Hands,
    coordinator_reward,
    interactor_reward,
    navigator_reward,
    planner_reward,
    tracker_reward,
)
from agentprog.learn.training.stage import Item, each
from agentprog.learn.trajectories.making import state_after
from agentprog.learn.trajectories.records import Step
from agentprog.ports import Message

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

    def rewards(replies: Sequence[str]) -> list[float]:
        states = list(dict.fromkeys(state for reply in replies if (state := reply.strip())))
        orders = dict(zip(states, coordinate(step, states), strict=True))
        return [tracker_reward(reply, truth, look, orders.__getitem__, executor, profile).total for reply in replies]

    return Item(messages=tracked_from(step), target=step.state, reward=rewards)


def tracked_from(step: Step) -> tuple[Message, ...]:
    """The State Tracker's prompt: the state by rule before the last action, and that action."""
    return tracker_prompt(step.instruction, state_after(step.history[:-1]), step.history[-1])


def navigator_items(steps: Sequence[Step], hands: Hands, profile: str) -> list[Item]:
    """SWIRL: the Navigator, rewarded by the frozen Interactor's action."""
    return [_navigator(step, hands, profile) for step in steps]


def _navigator(step: Step, hands: Hands, profile: str) -> Item:
    look, truth = step.observation.look, Truth.of(step)

    def rewards(replies: Sequence[str]) -> list[float]:
        deeds: dict[str, Deed | None] = {}
        for reply in replies:
            with suppress(NotADeed):
                deeds[read_call_for_executor(reply)] = None
        deeds.update(zip(deeds, hands([(instruction, look) for instruction in deeds]), strict=True))
        return [navigator_reward(reply, truth, look, lambda order, _: deeds[order], profile).total for reply in replies]

    return Item(
        messages=shown(navigator_prompt(step.instruction, step.history, look), look),
        target=write_call_for_executor(step.low, _THOUGHT),
        reward=rewards,
    )


def interactor_items(steps: Sequence[Step], instructions: Sequence[str], profile: str) -> list[Item]:
    """SWIRL: the Interactor, asked with the frozen Navigator's instructions; in the warm-up with each step's own."""
    return [_interactor(step, instruction, profile) for step, instruction in zip(steps, instructions, strict=True)]


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

    def completes(reply: str) -> str:
        found = planner_reward(reply, truth, look, executor).action
        return f"\nAction: {write_call(found)}" if found is not None else "\nAction: none"

    return Item(
        messages=planned_from(step),
        target=f"Thought: {step.low}",
        reward=each(lambda reply: planner_reward(reply, truth, look, executor).total),
        completes=completes,
    )


def planned_from(step: Step) -> tuple[Message, ...]:
    """The Planner's prompt, with the earlier actions and without the thoughts."""
    look = step.observation.look
    return shown(planner_prompt(step.instruction, [("", line) for line in step.history], look), look)
