"""CODA's recipe: one Planner per app, then one Planner that imitates their good answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby

from agentprog.agents.strategies.deed import Deed
from agentprog.frozen import frozen
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


@frozen
class Planned:
    """A step, its prompt, and the specialist's answer."""

    step: Step
    item: Item
    reply: str


def coda(course: Course, *, good: float = 1.9, verdicts: Verdicts | None = None) -> None:
    """Warms up and reinforces a Planner per app; then one Planner imitates them.

    It learns the plans of episodes that a judge calls right, or without a judge each plan whose action is worth at
    least `good` of 2. Held-out tasks are of the same apps.
    """
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
    """The specialist's answer to each prompt."""
    replies = policy.likeliest(role, [item.messages for item in items], most)
    return [Planned(step=step, item=item, reply=reply) for step, item, reply in zip(steps, items, replies, strict=True)]


def _worthy(plans: Sequence[Planned], good: float, verdicts: Verdicts | None, profile: str) -> list[int]:
    if verdicts is None:
        return [place for place, plan in enumerate(plans) if paid(plan.item, [plan.reply])[0] >= good]
    return judged(plans, verdicts, profile)


def judged(plans: Sequence[Planned], verdicts: Verdicts, profile: str) -> list[int]:
    """The indexes of plans in episodes that the judge calls right."""
    order = sorted(range(len(plans)), key=lambda place: (plans[place].step.episode, plans[place].step.number))
    found: list[int] = []
    for _, group in groupby(order, key=lambda place: plans[place].step.episode):
        places = list(group)
        if verdicts(trajectory([plans[place] for place in places], profile)):
            found += places
    return found


def trajectory(plans: Sequence[Planned], profile: str) -> tuple[Step, ...]:
    """An episode as the specialist plays it on the recorded screens: its thoughts and actions replace the recorded
    ones.

    Its verdict is the share of actions equal to the recorded ones; the judge does not see it, precision and recall
    use it.
    """
    truths = [Truth.of(plan.step) for plan in plans]
    deeds = [
        planner_reward(planned.reply, truth, planned.step.observation.look, read_order).action
        for planned, truth in zip(plans, truths, strict=True)
    ]
    right = [parameter_right(deed, truth, PROFILES[profile]) for deed, truth in zip(deeds, truths, strict=True)]
    verdict = Verdict(by="dataset", score=sum(right) / len(right))
    return tuple(
        planned.step.model_copy(
            update={
                "low": planned.reply.strip(),
                "action": DeedRecord.of(deed or Deed(kind="error", text="no action came of the plan")),
                "box": None,
                "outcome": None,
                "verdict": verdict,
            }
        )
        for planned, deed in zip(plans, deeds, strict=True)
    )
