"""The three papers' recipes: which role is trained when, against whom, and what is measured in between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Literal

from agentprog.agents.strategies.ces import coordinator_prompt
from agentprog.agents.strategies.deed import NotADeed
from agentprog.agents.strategies.swirl import navigator_prompt, read_call_for_executor
from agentprog.learn.metrics import Metrics
from agentprog.learn.rewards.executing import read_order
from agentprog.learn.training.evaluating import (
    Chain,
    ces_chain,
    coda_chain,
    evaluated,
    interactor_chain,
    likeliest,
    policy_interactor,
    swirl_chain,
)
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """How much is done: updates of the warm-up and of GRPO, and what all stages share. `rate` is the learning rate,
    `reward_rate` that of GRPO where it is another. `profile` is the reward's."""

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
        """A stage of this plan."""
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
    """One training run: its policy, its journal, and the held-out steps that it is measured on."""

    def __init__(
        self, policy: Policy, journal: Journal, plan: Plan, train: Sequence[Step] = (), held: Sequence[Step] = ()
    ) -> None:
        self.policy, self.journal, self.plan = policy, journal, plan
        self.train, self.held = train, held

    def run(self, name: str, role: str, kind: Kind, items: Callable[[], Sequence[Item]], steps: int) -> None:
        """A stage, unless an earlier life of this run has finished it."""
        if steps and not self.journal.finished(name, role, self.policy) and (found := items()):
            self.journal.train(self.plan.stage(name, role, kind, found, steps), self.policy)

    def measure(self, name: str, chain: Chain) -> Metrics:
        """On the held-out steps, once."""
        return self.count(name, lambda: evaluated(self.held, chain, self.plan.profile))

    def count(self, name: str, counted: Callable[[], Metrics]) -> Metrics:
        """By a count of one's own, once."""
        known = self.journal.measured().get(name)
        if known is not None:
            return known
        found = counted()
        self.journal.note({"measured": name, **asdict(found)})
        return found


def imitate(course: Course, role: str) -> None:
    """One role alone, supervised: the warm-up that each recipe begins with."""
    policy, plan, train = course.policy, course.plan, course.train
    policy.add(role, plan.seed)
    items = {
        "coordinator": lambda: coordinator_items(train, read_order, plan.profile),
        "tracker": lambda: tracker_items(train, lambda *_: "", read_order, plan.profile),
        "navigator": lambda: navigator_items(train, read_order, plan.profile),
        "interactor": lambda: interactor_items(train, lambda step: step.low, plan.profile),
        "planner": lambda: planner_items(train, read_order),
    }[role]
    chains: dict[str, Chain] = {
        "coordinator": ces_chain(policy, read_order, tracked=False),
        "navigator": swirl_chain(policy, role, read_order),
        "interactor": interactor_chain(policy, role),
        "planner": coda_chain(policy, dict.fromkeys({step.app for step in course.held}, role), read_order),
    }
    if role in chains:
        course.measure("base", chains[role])
    course.run(f"warm-{role}", role, "sft", items, plan.warm)
    if role in chains:
        course.measure("warm", chains[role])


def ces(course: Course, *, staged: bool = True) -> None:
    """Warm-up of both roles; the Coordinator with annotated states; then the Tracker through the frozen Coordinator.
    Without stages both learn in turns from the beginning, each from the other as it is then."""
    policy, plan, train = course.policy, course.plan, course.train
    for role in ("coordinator", "tracker"):
        policy.add(role, plan.seed)

    def coordinate(step: Step, state: str) -> str:
        return likeliest(policy, "coordinator", coordinator_prompt(step.instruction, state, step.observation.look))

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


def swirl(course: Course, *, rounds: int, parallel: bool = False) -> None:
    """Warm-up of both roles, then rounds: the Navigator against the frozen Interactor, the Interactor on what the
    Navigator says. In parallel both learn against the other as it was when the round began."""
    policy, plan, train = course.policy, course.plan, course.train
    for role in ("navigator", "interactor", "navigator-before", "interactor-before"):
        policy.add(role, plan.seed)
    whole = swirl_chain(policy, "navigator", policy_interactor(policy, "interactor"))
    course.measure("base", whole)
    warm = navigator_items(train, read_order, plan.profile)
    course.run("warm-navigator", "navigator", "sft", lambda: warm, plan.warm)
    own = interactor_items(train, lambda step: step.low, plan.profile)
    course.run("warm-interactor", "interactor", "sft", lambda: own, plan.warm)
    course.measure("round 0", whole)
    for number in range(1, rounds + 1):
        policy.copy("navigator-before", "navigator")
        policy.copy("interactor-before", "interactor")
        items = navigator_items(train, policy_interactor(policy, "interactor-before"), plan.profile)
        course.run(f"round-{number}-navigator", "navigator", "grpo", partial(list, items), plan.steps)
        guide = partial(_instructed, policy, "navigator-before" if parallel else "navigator")
        asked = partial(interactor_items, train, guide, plan.profile)
        course.run(f"round-{number}-interactor", "interactor", "grpo", asked, plan.steps)
        course.measure(f"round {number}", whole)


def _instructed(policy: Policy, role: str, step: Step) -> str:
    """The Navigator's instruction; the step's own where it gives none in its form."""
    reply = likeliest(policy, role, navigator_prompt(step.instruction, step.history, step.observation.look))
    try:
        return read_call_for_executor(reply)
    except NotADeed:
        return step.low


def coda(course: Course, *, good: float = 1.9) -> None:
    """A Planner for each app, warmed up and reinforced; then one Planner imitates what they do right: plans whose
    action is worth at least `good` of 2. Held-out tasks are of the same apps."""
    policy, plan = course.policy, course.plan
    names = {app: f"planner-{number}" for number, app in enumerate(sorted({step.app for step in course.train}))}
    for name in ("generalist", *names.values()):
        policy.add(name, plan.seed)
    course.measure("base", coda_chain(policy, {}, read_order))
    taught: list[Item] = []
    for app, name in names.items():
        items = planner_items([step for step in course.train if step.app == app], read_order)
        course.run(f"warm-{name}", name, "sft", partial(list, items), plan.warm)
        course.run(name, name, "grpo", partial(list, items), plan.steps)
        taught += _positive(policy, name, items, good, plan.most)
    course.measure("specialists", coda_chain(policy, names, read_order))
    course.journal.note({"taught": len(taught), "of": len(course.train)})
    course.run("generalist", "generalist", "sft", lambda: taught, plan.warm)
    course.measure("generalist", coda_chain(policy, {}, read_order))


def _positive(policy: Policy, role: str, items: Sequence[Item], good: float, most: int) -> list[Item]:
    found = []
    for item in items:
        reply = likeliest(policy, role, item.messages, most)
        if paid(item, [reply])[0] >= good:
            found.append(Item(messages=item.messages, target=reply))
    return found
