"""CODA's recipe: a Planner for each app, then one Planner that imitates what they did well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from agentprog.agents.strategies.deed import Deed
from agentprog.learn.judging.voting import Verdicts
from agentprog.learn.rewards.executing import read_order
from agentprog.learn.rewards.matching import PROFILES, Truth, parameter_right
from agentprog.learn.rewards.reward import planner_reward
from agentprog.learn.training.evaluating import coda_chain
from agentprog.learn.training.items import planner_items
from agentprog.learn.training.policy import Policy
from agentprog.learn.training.recipes import Course
from agentprog.learn.training.stage import Item, paid
from agentprog.learn.trajectories.records import DeedRecord, Step, Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Planned:
    """A step, its question, and what the specialist answered."""

    step: Step
    item: Item
    reply: str


def coda(course: Course, *, good: float = 1.9, verdicts: Verdicts | None = None) -> None:
    """A Planner for each app, warmed up and reinforced; then one Planner imitates them: the plans of episodes that a
    judge calls right, or without a judge each plan whose action is worth at least `good` of 2. Held-out tasks are of
    the same apps."""
    policy, plan = course.policy, course.plan
    names = {app: f"planner-{number}" for number, app in enumerate(sorted({step.app for step in course.train}))}
    for name in ("generalist", *names.values()):
        policy.add(name, plan.seed)
    course.measure("base", coda_chain(policy, {}, read_order))
    plans: list[Planned] = []
    for app, name in names.items():
        steps = [step for step in course.train if step.app == app]
        items = planner_items(steps, read_order)
        course.run(f"warm-{name}", name, "sft", partial(list, items), plan.warm)
        course.run(name, name, "grpo", partial(list, items), plan.steps)
        plans += planned(policy, name, steps, items, plan.most)
    course.measure("specialists", coda_chain(policy, names, read_order))
    places = course.choose("generalist", lambda: _worthy(plans, good, verdicts, plan.profile))
    taught = [Item(messages=plans[place].item.messages, target=plans[place].reply) for place in places]
    course.run("generalist", "generalist", "sft", lambda: taught, plan.warm)
    course.measure("generalist", coda_chain(policy, {}, read_order))


def planned(policy: Policy, role: str, steps: Sequence[Step], items: Sequence[Item], most: int) -> list[Planned]:
    """What a specialist answers to each question."""
    replies = policy.likeliest(role, [item.messages for item in items], most)
    return [Planned(step=step, item=item, reply=reply) for step, item, reply in zip(steps, items, replies, strict=True)]


def _worthy(plans: Sequence[Planned], good: float, verdicts: Verdicts | None, profile: str) -> list[int]:
    if verdicts is None:
        return [place for place, one in enumerate(plans) if paid(one.item, [one.reply])[0] >= good]
    return judged(plans, verdicts, profile)


def judged(plans: Sequence[Planned], verdicts: Verdicts, profile: str) -> list[int]:
    """The places of the plans of those episodes that the judge calls right."""
    order = sorted(range(len(plans)), key=lambda place: (plans[place].step.episode, plans[place].step.number))
    found: list[int] = []
    for _, group in groupby(order, key=lambda place: plans[place].step.episode):
        places = list(group)
        if verdicts(trajectory([plans[place] for place in places], profile)):
            found += places
    return found


def trajectory(plans: Sequence[Planned], profile: str) -> tuple[Step, ...]:
    """An episode as the specialist plays it on the recorded screens: its thoughts and actions in the place of the
    recorded ones. The verdict is the recording's: the share of actions that are as it has them. A judge is not shown
    it; precision and recall are counted by it."""
    truths = [Truth.of(one.step) for one in plans]
    deeds = [
        planner_reward(one.reply, truth, one.step.observation.look, read_order).action
        for one, truth in zip(plans, truths, strict=True)
    ]
    right = [parameter_right(deed, truth, PROFILES[profile]) for deed, truth in zip(deeds, truths, strict=True)]
    verdict = Verdict(by="dataset", score=sum(right) / len(right))
    return tuple(
        one.step.model_copy(
            update={
                "low": one.reply.strip(),
                "action": DeedRecord.of(deed or Deed(kind="error", text="no action came of the plan")),
                "box": None,
                "outcome": None,
                "verdict": verdict,
            }
        )
        for one, deed in zip(plans, deeds, strict=True)
    )
