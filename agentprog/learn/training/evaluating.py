"""Measures trained roles on held-out steps: greedy answers through the whole chain, with the papers' metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from agentprog.agents.strategies.asking import shown
from agentprog.agents.strategies.ces import coordinator_prompt, read_instruction
from agentprog.agents.strategies.coda import read_thought
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
from agentprog.learn.rewards.reward import Executor, Hands, one_by_one
from agentprog.learn.training.items import planned_from, tracked_from
from agentprog.learn.training.policy import Policy
from agentprog.learn.trajectories.records import Step

Chain = Callable[[Sequence[Step]], Sequence[Deed | None]]
"""The action on each recorded screen; None if there is none."""
_MOST = 48
"""Token limit of a greedy answer."""


def evaluated(steps: Sequence[Step], chain: Chain, profile: str) -> Metrics:
    """Evaluates every step alone, on its recorded screen."""
    return measured(zip(chain(steps), map(Truth.of, steps), strict=True), profile=profile)


def ces_chain(policy: Policy, executor: Executor, *, tracked: bool) -> Chain:
    """Coordinator and Executor; the state is the State Tracker's, or with `tracked` False the annotated one."""

    def act(steps: Sequence[Step]) -> Sequence[Deed | None]:
        states = {place: step.state for place, step in enumerate(steps)}
        if tracked:
            later = {place: tracked_from(step) for place, step in enumerate(steps) if step.history}
            replies = policy.likeliest("tracker", list(later.values()), _MOST)
            states |= {place: state for place, state in zip(later, replies, strict=True) if state}
        looks = [step.observation.look for step in steps]
        prompts = [
            shown(coordinator_prompt(step.instruction, states[place], look), look)
            for place, (step, look) in enumerate(zip(steps, looks, strict=True))
        ]
        return _done(policy.likeliest("coordinator", prompts, _MOST), looks, read_instruction, one_by_one(executor))

    return act


def policy_interactor(policy: Policy, role: str) -> Hands:
    """A role of the policy as the Interactor that executes instructions."""

    def execute(orders: Sequence[tuple[str, Look]]) -> list[Deed | None]:
        prompts = [shown(interactor_prompt(instruction, look), look) for instruction, look in orders]
        return [_answered(reply) for reply in policy.likeliest(role, prompts, _MOST)]

    return execute


def instructed(policy: Policy, navigator: str, steps: Sequence[Step]) -> list[str]:
    """The Navigator's reply on each step."""
    looks = [step.observation.look for step in steps]
    prompts = [
        shown(navigator_prompt(step.instruction, step.history, look), look)
        for step, look in zip(steps, looks, strict=True)
    ]
    return policy.likeliest(navigator, prompts, _MOST)


def swirl_chain(policy: Policy, navigator: str, hands: Hands) -> Chain:
    """The Navigator, then the executor of its instruction."""

    def act(steps: Sequence[Step]) -> Sequence[Deed | None]:
        looks = [step.observation.look for step in steps]
        return _done(instructed(policy, navigator, steps), looks, read_call_for_executor, hands)

    return act


def interactor_chain(policy: Policy, role: str) -> Chain:
    """The Interactor alone, on each step's own instruction."""
    hands = policy_interactor(policy, role)
    return lambda steps: hands([(step.low, step.observation.look) for step in steps])


def coda_chain(policy: Policy, planners: Mapping[str, str], executor: Executor) -> Chain:
    """The Planner for the step's app, else the generalist, then the Executor."""

    def act(steps: Sequence[Step]) -> Sequence[Deed | None]:
        looks = [step.observation.look for step in steps]
        replies = [""] * len(steps)
        names = [planners.get(step.app, "generalist") for step in steps]
        for planner in dict.fromkeys(names):
            places = [place for place, name in enumerate(names) if name == planner]
            prompts = [planned_from(steps[place]) for place in places]
            for place, reply in zip(places, policy.likeliest(planner, prompts, _MOST), strict=True):
                replies[place] = reply
        return _done(replies, looks, read_thought, one_by_one(executor))

    return act


def _done(replies: Sequence[str], looks: Sequence[Look], read: Callable[[str], str], hands: Hands) -> list[Deed | None]:
    """The action of each reply; None for a reply in the wrong form."""
    orders = {}
    for place, (reply, look) in enumerate(zip(replies, looks, strict=True)):
        with suppress(NotADeed):
            orders[place] = (read(reply), look)
    found = dict(zip(orders, hands(list(orders.values())), strict=True))
    return [found.get(place) for place in range(len(replies))]


def _answered(reply: str) -> Deed | None:
    try:
        return read_answer(reply)
    except NotADeed:
        return None
