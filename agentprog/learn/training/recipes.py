"""The recipes of the three papers: order of the roles, their opponents, and the measurements in between."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Literal

from agentprog.agents.strategies.asking import shown
from agentprog.agents.strategies.ces import coordinator_prompt
from agentprog.agents.strategies.deed import NotADeed
from agentprog.agents.strategies.swirl import read_call_for_executor
from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.learn.metrics import Metrics
from agentprog.learn.rewards.executing import read_order
from agentprog.learn.rewards.reward import one_by_one
from agentprog.learn.training.evaluating import (
    Chain,
    ces_chain,
    coda_chain,
    evaluated,
    instructed,
    interactor_chain,
    policy_interactor,
    swirl_chain,
)
from agentprog.learn.training.groups import Rewards, worth_rounds, worth_warming
from agentprog.learn.training.items import (
    coordinator_items,
    interactor_items,
    navigator_items,
    planner_items,
    tracker_items,
)
from agentprog.learn.training.journal import Journal
from agentprog.learn.training.policy import Policy
from agentprog.learn.training.stage import Item, Stage, paid
from agentprog.learn.trajectories.records import Step

Kind = Literal["sft", "grpo"]
ROLLOUTS = 8
"""Sampled answers per item when SWIRL selects data."""


@frozen
class Plan:
    """The extent of a training: updates of warm-up and GRPO, and settings of all stages.

    `rate` is the learning rate, `reward_rate` that of GRPO if it differs; `profile` is the reward's.
    """

    warm: int
    steps: int
    batch: int = 4
    count: int = 4
    most: int = 48
    rate: float = 1e-4
    reward_rate: float | None = None
    kl: float = 0.0
    seed: int = 0
    profile: str = "ces"
    rule: str = "none"
    shuffle: bool = False

    def stage(self, name: str, role: str, kind: Kind, items: Sequence[Item], steps: int) -> Stage:
        """A stage with this plan's settings."""
        learns = kind == "grpo"
        return Stage(
            name=name,
            role=role,
            kind=kind,
            items=items,
            steps=steps,
            batch=self.batch,
            rate=self.reward_rate if learns and self.reward_rate is not None else self.rate,
            count=self.count,
            most=self.most,
            kl=self.kl,
            rule=self.rule if learns else "none",
            shuffle=self.shuffle and learns,
        )


class Course:
    """One training run: policy, journal, and the held-out steps for measuring."""

    def __init__(
        self, policy: Policy, journal: Journal, plan: Plan, train: Sequence[Step] = (), held: Sequence[Step] = ()
    ) -> None:
        self.policy, self.journal, self.plan = policy, journal, plan
        self.train, self.held = train, held

    def run(self, name: str, role: str, kind: Kind, items: Callable[[], Sequence[Item]], steps: int) -> None:
        """Runs a stage, unless it is finished already."""
        if steps and not self.journal.finished(name, role, self.policy) and (found := items()):
            self.journal.train(self.plan.stage(name, role, kind, found, steps), self.policy)

    def measure(self, name: str, chain: Chain) -> Metrics:
        """Measures a chain on the held-out steps, once."""
        return self.count(name, lambda: evaluated(self.held, chain, self.plan.profile))

    def count(self, name: str, counted: Callable[[], Metrics]) -> Metrics:
        """Records a metric computed by the caller, once."""
        known = self.journal.measured().get(name)
        if known is not None:
            return known
        found = counted()
        self.journal.note({"measured": name, **asdict(found)})
        return found

    def choose(self, name: str, places: Callable[[], Sequence[int]]) -> list[int]:
        """The indexes of the items to learn from. They are chosen once; a resumed run uses the same."""
        for line in self.journal.lines():
            if line.get("chosen") == name:
                return [int(place) for place in line["places"]]
        found = list(places())
        self.journal.note({"chosen": name, "places": found})
        return found


def imitate(course: Course, role: str) -> None:
    """Trains one role supervised: the warm-up of every recipe."""
    policy, plan, train = course.policy, course.plan, course.train
    policy.add(role, plan.seed)
    items = {
        "coordinator": lambda: coordinator_items(train, read_order, plan.profile),
        "tracker": lambda: tracker_items(train, lambda _, states: list(states), read_order, plan.profile),
        "navigator": lambda: navigator_items(train, one_by_one(read_order), plan.profile),
        "interactor": lambda: interactor_items(train, [step.low for step in train], plan.profile),
        "planner": lambda: planner_items(train, read_order),
    }[role]
    chains: dict[str, Chain] = {
        "coordinator": ces_chain(policy, read_order, tracked=False),
        "navigator": swirl_chain(policy, role, one_by_one(read_order)),
        "interactor": interactor_chain(policy, role),
        "planner": coda_chain(policy, dict.fromkeys({step.app for step in course.held}, role), read_order),
    }
    if role in chains:
        course.measure("base", chains[role])
    course.run(f"warm-{role}", role, "sft", items, plan.warm)
    if role in chains:
        course.measure("warm", chains[role])


def ces(course: Course, *, staged: bool = True) -> None:
    """Warms up both roles; then trains the Coordinator with annotated states, then the Tracker through the frozen
    Coordinator.

    Not `staged`: both learn in turns from the beginning, each from the other's current answers.
    """
    policy, plan, train = course.policy, course.plan, course.train
    for role in ("coordinator", "tracker"):
        policy.add(role, plan.seed)

    def coordinate(step: Step, states: Sequence[str]) -> list[str]:
        look = step.observation.look
        prompts = [shown(coordinator_prompt(step.instruction, state, look), look) for state in states]
        return policy.likeliest("coordinator", prompts, plan.most)

    planning = coordinator_items(train, read_order, plan.profile)
    tracking = tracker_items(train, coordinate, read_order, plan.profile)
    whole = ces_chain(policy, read_order, tracked=True)
    course.measure("base", whole)
    course.run("warm-coordinator", "coordinator", "sft", lambda: planning, plan.warm)
    course.run("warm-tracker", "tracker", "sft", lambda: tracking, plan.warm)
    course.measure("warm", whole)
    turns = 1 if staged else 4
    for turn in range(turns):
        mark = "" if staged else f"-{turn + 1}"
        course.run(f"coordinator{mark}", "coordinator", "grpo", lambda: planning, plan.steps // turns)
        if staged:
            course.measure("coordinator", whole)
        course.run(f"tracker{mark}", "tracker", "grpo", lambda: tracking, plan.steps // turns)
    course.measure("tracker" if staged else "together", whole)


def swirl(course: Course, *, rounds: int, parallel: bool = False, select: bool = False) -> None:
    """Warms up both roles, then trains in rounds: the Navigator against the frozen Interactor, the Interactor on the
    Navigator's instructions.

    With `parallel` both learn against the other as it was at the round's beginning. With `select` the warm-up sees
    only items that the untrained Interactor sometimes gets right, and the rounds only items that are hard after it.
    """
    policy, plan, train = course.policy, course.plan, course.train
    for role in ("navigator", "interactor", "navigator-before", "interactor-before"):
        policy.add(role, plan.seed)
    whole = swirl_chain(policy, "navigator", policy_interactor(policy, "interactor"))
    course.measure("base", whole)
    warm = navigator_items(train, one_by_one(read_order), plan.profile)
    interactor_steps = interactor_items(train, [step.low for step in train], plan.profile)
    if select:
        places = chosen(course, "stage 1", "interactor", interactor_steps, worth_warming)
        warm, interactor_steps = [warm[place] for place in places], [interactor_steps[place] for place in places]
    course.run("warm-navigator", "navigator", "sft", lambda: warm, plan.warm)
    course.run("warm-interactor", "interactor", "sft", lambda: interactor_steps, plan.warm)
    course.measure("round 0", whole)
    if select:
        asked_for = navigator_items(train, policy_interactor(policy, "interactor"), plan.profile)
        train = [train[place] for place in chosen(course, "stage 2", "navigator", asked_for, worth_rounds)]
    for number in range(1, rounds + 1):
        policy.copy("navigator-before", "navigator")
        policy.copy("interactor-before", "interactor")
        items = navigator_items(train, policy_interactor(policy, "interactor-before"), plan.profile)
        course.run(f"round-{number}-navigator", "navigator", "grpo", partial(list, items), plan.steps)
        interactor_questions = partial(_guided, course, train, "navigator-before" if parallel else "navigator")
        course.run(f"round-{number}-interactor", "interactor", "grpo", interactor_questions, plan.steps)
        course.measure(f"round {number}", whole)


def chosen(course: Course, name: str, role: str, items: Sequence[Item], worth: Callable[[Rewards], bool]) -> list[int]:
    """The indexes of items worth learning from, judged by eight sampled answers each.

    Raises UsageError if there are none: an empty stage would go unnoticed.
    """
    policy, plan = course.policy, course.plan

    def rewards(place: int) -> Rewards:
        seed = random.Random(f"{plan.seed} {name} {place}").randrange(2**31)
        messages = [items[place].messages]
        (found,) = policy.sample(role, messages, count=ROLLOUTS, most=plan.most, temperature=1.0, seed=seed)
        return paid(items[place], [sample.text for sample in found])

    places = course.choose(name, lambda: [place for place in range(len(items)) if worth(rewards(place))])
    if not places:
        raise UsageError(
            f"none of the {len(items)} samples is worth learning from in {name}, by {ROLLOUTS} answers to each",
            hint="Collect more steps, or leave --select out.",
        )
    return places


def _guided(course: Course, train: Sequence[Step], navigator: str) -> list[Item]:
    """The Interactor's items with the Navigator's instructions; a step's own if the reply has none in its form."""
    orders = []
    for step, reply in zip(train, instructed(course.policy, navigator, train), strict=True):
        try:
            orders.append(read_call_for_executor(reply))
        except NotADeed:
            orders.append(step.low)
    return interactor_items(train, orders, course.plan.profile)
