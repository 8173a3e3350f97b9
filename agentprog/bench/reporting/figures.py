"""Means over episodes, for the tables and plots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from agentprog.bench.agents import AGENTS
from agentprog.bench.results import Result
from agentprog.frozen import frozen

SETS = ("overall", "iterative", "compositional")


@frozen
class Group:
    """The episodes of one agent with one model. `name` is the agent's name in tables."""

    name: str
    agent: str
    model: str
    results: tuple[Result, ...]

    @property
    def paper(self) -> str:
        """The corresponding agent of the paper's tables, "" for none."""
        return AGENTS[self.agent].paper if self.agent in AGENTS else ""

    def of(self, kind: str) -> Group:
        """The results of the tasks of one of the paper's kinds, or of a level; all results for "overall"."""
        return self.only(found for found in self.results if kind in ("overall", found.kind, found.level))

    def only(self, results: Iterable[Result]) -> Group:
        return Group(name=self.name, agent=self.agent, model=self.model, results=tuple(results))


@frozen
class Cost:
    """Means of an episode; tokens as charged, seconds of the computer."""

    episodes: int
    actions: float
    calls: float
    static: float
    dynamic: float
    cached: float
    output: float
    model: float
    device: float
    own: float
    seconds: float
    phone: float


def groups_of(results: Iterable[Result]) -> tuple[Group, ...]:
    """The groups in the order of the agents; episodes that could not be run are left out."""
    run = [found for found in results if not found.error]
    models = list(dict.fromkeys(found.model for found in run))
    order = list(AGENTS)
    pairs = sorted(
        {(found.agent, found.model) for found in run},
        key=lambda pair: (order.index(pair[0]) if pair[0] in order else len(order), models.index(pair[1])),
    )
    return tuple(
        Group(
            name=agent if len(models) == 1 else f"{agent} ({model})",
            agent=agent,
            model=model,
            results=tuple(found for found in run if (found.agent, found.model) == (agent, model)),
        )
        for agent, model in pairs
    )


def cost_of(group: Group) -> Cost | None:
    """The means of these episodes; None without any episode."""
    found = group.results
    if not found:
        return None
    return Cost(
        episodes=len(found),
        actions=fmean(result.actions for result in found),
        calls=fmean(result.model_calls for result in found),
        static=fmean(result.static_tokens for result in found),
        dynamic=fmean(result.dynamic_tokens for result in found),
        cached=fmean(result.cached_tokens for result in found),
        output=fmean(result.output_tokens for result in found),
        model=fmean(result.model_seconds for result in found),
        device=fmean(result.device_seconds for result in found),
        own=fmean(result.own_seconds for result in found),
        seconds=fmean(result.seconds for result in found),
        phone=fmean(result.phone_seconds for result in found),
    )


def right_everywhere(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Each group's episodes of the task instances that every group has done right."""
    if not groups:
        return ()
    common = set.intersection(*({_instance(found) for found in group.results if found.right} for group in groups))
    return tuple(group.only(found for found in group.results if _instance(found) in common) for group in groups)


def growth_of(group: Group, steps: int) -> tuple[tuple[int, float, int], ...]:
    """(step, mean dynamic tokens, episodes) for each step, over the episodes with that step."""
    found = []
    for step in range(steps):
        tokens_at_step = [result.growth[step] for result in group.results if step < len(result.growth)]
        if tokens_at_step:
            found.append((step + 1, fmean(tokens_at_step), len(tokens_at_step)))
    return tuple(found)


def as_long(groups: Sequence[Group], steps: int) -> tuple[Group, ...]:
    """Each group's episodes of the task instances that take every group at least this many steps."""
    if not groups:
        return ()
    common = set.intersection(
        *({_instance(found) for found in group.results if len(found.growth) >= steps} for group in groups)
    )
    return tuple(group.only(found for found in group.results if _instance(found) in common) for group in groups)


def asked_at(group: Group, window: tuple[int, int]) -> float:
    """The mean dynamic tokens of a step in a window of steps, the first being 1, both ends included."""
    first, last = window
    return fmean(tokens for found in group.results for tokens in found.growth[first - 1 : last])


def _instance(found: Result) -> tuple[str, str, int]:
    return found.suite, found.task, found.seed
