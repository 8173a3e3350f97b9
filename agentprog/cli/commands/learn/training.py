"""`agentprog learn sft`, `grpo`, `rounds` and `specialists`: trains the papers' roles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from agentprog.app.launching.opening import open_model
from agentprog.app.settings.model import Settings
from agentprog.cli.commands.learn.group import learn
from agentprog.cli.console import result, result_json, say
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.errors import UsageError
from agentprog.learn.judging.judge import ModelJudge
from agentprog.learn.judging.voting import unanimous
from agentprog.learn.metrics import table
from agentprog.learn.rewards.matching import PROFILES
from agentprog.learn.training.curves import draw
from agentprog.learn.training.groups import RULES
from agentprog.learn.training.items import useful
from agentprog.learn.training.journal import Journal
from agentprog.learn.training.policy import open_policy
from agentprog.learn.training.recipes import Course, Plan, ces, imitate, swirl
from agentprog.learn.training.specialists import coda
from agentprog.learn.trajectories.records import Step
from agentprog.learn.trajectories.store import picture, pictured, read_steps

Train = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="Steps to learn from.")]
Held = Annotated[Path, typer.Option("--held", exists=True, dir_okay=False, help="Held-out steps to measure on.")]
Base = Annotated[Path, typer.Option("--base", help="The base model: a GGUF file, or a folder of transformers.")]
Out = Annotated[
    Path,
    typer.Option(
        "--out", "-o", file_okay=False, help="The run's folder. If a run began there, the command continues it."
    ),
]
Warm = Annotated[int, typer.Option("--warm", min=0, help="Supervised updates of each role before GRPO.")]
Steps = Annotated[int, typer.Option("--steps", min=0, help="Updates by GRPO of each role, or of each round.")]
Batch = Annotated[int, typer.Option("--batch", min=1, help="Questions in one update.")]
Count = Annotated[int, typer.Option("--rollouts", min=2, help="Answers sampled for each question.")]
Most = Annotated[int, typer.Option("--tokens", min=1, help="Limit of tokens in an answer.")]
Rate = Annotated[float, typer.Option("--rate", min=0, help="The learning rate.")]
RewardRate = Annotated[
    float | None, typer.Option("--reward-rate", min=0, help="The learning rate of GRPO, if it differs.")
]
Distance = Annotated[float, typer.Option("--kl", min=0, help="The weight of the distance (KL) to the base model.")]
SeedNumber = Annotated[int, typer.Option("--seed", help="The seed; the same seed gives the same run.")]
ProfileName = Annotated[str, typer.Option("--profile", help=f"Whose rewards: {', '.join(PROFILES)}.")]
RuleName = Annotated[str, typer.Option("--rule", help=f"Online reweighting: {', '.join(RULES)}.")]
Shuffle = Annotated[bool, typer.Option("--shuffle-rewards", help="A control: assign rewards at random.")]
Limit = Annotated[int, typer.Option("--measure", min=1, help="Measure on this many held-out steps.")]
RoleName = Annotated[
    Literal["coordinator", "tracker", "navigator", "interactor", "planner"],
    typer.Option("--role", help="The role that learns from the steps."),
]
Staged = Annotated[
    bool, typer.Option("--staged/--together", help="Train one role after the other, or both together (the ablation).")
]
Rounds = Annotated[int, typer.Option("--rounds", min=1, help="How many rounds.")]
Select = Annotated[
    bool,
    typer.Option("--select", help="Learn only from samples on which eight answers do not all earn the same reward."),
]
JudgeModel = Annotated[str | None, typer.Option("--judge", help="The model that judges the specialists' episodes.")]
Votes = Annotated[int, typer.Option("--votes", min=2, help="How many votes of the judge must agree.")]
Parallel = Annotated[
    bool, typer.Option("--parallel/--sequential", help="Both against the other as it was, or one after the other.")
]


@learn.command(name="sft")
def sft(
    train: Train,
    held: Held,
    base: Base,
    out: Out,
    role: RoleName = "coordinator",
    warm: Warm = 100,
    batch: Batch = 4,
    rate: Rate = 1e-4,
    tokens: Most = 48,
    seed: SeedNumber = 0,
    measure: Limit = 40,
    as_json: AsJson = False,
) -> None:
    """Trains one role to imitate right steps."""
    plan = Plan(warm=warm, steps=0, batch=batch, rate=rate, most=tokens, seed=seed)
    setup = {"recipe": "sft", "role": role}
    _run(lambda course: imitate(course, role), plan, setup, (train, held, base, out), measure, as_json=as_json)


@learn.command(name="grpo")
def grpo(
    train: Train,
    held: Held,
    base: Base,
    out: Out,
    staged: Staged = True,
    warm: Warm = 100,
    steps: Steps = 60,
    batch: Batch = 4,
    rollouts: Count = 4,
    tokens: Most = 48,
    rate: Rate = 1e-4,
    reward_rate: RewardRate = None,
    kl: Distance = 0.0,
    profile: ProfileName = "ces",
    shuffle: Shuffle = False,
    seed: SeedNumber = 0,
    measure: Limit = 40,
    as_json: AsJson = False,
) -> None:
    """CES: warm-up, then the Coordinator with a frozen Executor, then the State Tracker with both frozen."""
    plan = Plan(
        warm=warm, steps=steps, batch=batch, count=rollouts, most=tokens, rate=rate, kl=kl, seed=seed, profile=profile
    )
    plan = checked(replace(plan, reward_rate=reward_rate), shuffle=shuffle)
    setup = {"recipe": "ces", "staged": staged}
    _run(lambda course: ces(course, staged=staged), plan, setup, (train, held, base, out), measure, as_json=as_json)


@learn.command(name="rounds")
def rounds(
    train: Train,
    held: Held,
    base: Base,
    out: Out,
    count: Rounds = 3,
    parallel: Parallel = False,
    select: Select = False,
    warm: Warm = 100,
    steps: Steps = 20,
    batch: Batch = 4,
    rollouts: Count = 4,
    tokens: Most = 48,
    rate: Rate = 1e-4,
    reward_rate: RewardRate = None,
    kl: Distance = 0.0,
    profile: ProfileName = "swirl",
    rule: RuleName = "paper",
    shuffle: Shuffle = False,
    seed: SeedNumber = 0,
    measure: Limit = 40,
    as_json: AsJson = False,
) -> None:
    """SWIRL: warm-up, then rounds in which Navigator and Interactor learn while the other is frozen."""
    plan = Plan(
        warm=warm, steps=steps, batch=batch, count=rollouts, most=tokens, rate=rate, kl=kl, seed=seed, profile=profile
    )
    plan = checked(replace(plan, reward_rate=reward_rate), rule=rule, shuffle=shuffle)
    setup = {"recipe": "swirl", "rounds": count, "parallel": parallel, "select": select}
    paths = (train, held, base, out)
    recipe = partial(swirl, rounds=count, parallel=parallel, select=select)
    _run(recipe, plan, setup, paths, measure, as_json=as_json)


@learn.command(name="specialists")
@configured("base_url")
def specialists(
    settings: Settings,
    train: Train,
    held: Held,
    base: Base,
    out: Out,
    warm: Warm = 50,
    steps: Steps = 20,
    batch: Batch = 4,
    rollouts: Count = 4,
    tokens: Most = 48,
    rate: Rate = 1e-4,
    reward_rate: RewardRate = None,
    kl: Distance = 0.04,
    shuffle: Shuffle = False,
    judge: JudgeModel = None,
    votes: Votes = 4,
    seed: SeedNumber = 0,
    measure: Limit = 40,
    as_json: AsJson = False,
) -> None:
    """CODA: a Planner for each app, then one Planner that imitates their right answers."""
    plan = Plan(warm=warm, steps=steps, batch=batch, count=rollouts, most=tokens, rate=rate, kl=kl, seed=seed)
    plan = checked(replace(plan, reward_rate=reward_rate), shuffle=shuffle)
    setup = {"recipe": "coda", "judge": judge, "votes": votes if judge is not None else 0}
    with ExitStack() as stack:
        voice = ModelJudge(open_model(settings, stack, id=judge), partial(picture, train.parent)) if judge else None
        verdicts = unanimous([voice], votes=votes, low_first=True) if voice is not None else None
        recipe = partial(coda, verdicts=verdicts)
        _run(recipe, plan, setup, (train, held, base, out), measure, as_json=as_json)


def checked(plan: Plan, *, rule: str = "none", shuffle: bool = False) -> Plan:
    if plan.profile not in PROFILES:
        raise UsageError(f"there is no profile {plan.profile!r}", hint=f"There are: {', '.join(PROFILES)}.")
    if rule not in RULES:
        raise UsageError(f"there is no rule {rule!r}", hint=f"There are: {', '.join(RULES)}.")
    return replace(plan, rule=rule, shuffle=shuffle)


def _run(
    recipe: Callable[[Course], None],
    plan: Plan,
    setup: Mapping[str, object],
    paths: tuple[Path, Path, Path, Path],
    measure: int,
    *,
    as_json: bool,
) -> None:
    train, held, base, out = paths
    learned, held_out = useful(read_steps(train)), useful(read_steps(held))
    policy = open_policy(base)
    record = {**setup, **asdict(plan), "train": len(learned), "held": min(len(held_out), measure), "base": base.name}
    if policy.sees:
        learned, held_out = pictured(learned, train.parent), pictured(held_out, held.parent)
        record["pictures"] = sum(step.observation.look.picture is not None for step in learned)
    course = Course(policy, Journal(out, record, report=say), plan, learned, spread(held_out, measure))
    recipe(course)
    finish(course, as_json=as_json)


def spread(steps: Sequence[Step], most: int) -> list[Step]:
    """At most `most` steps, spread evenly, because the first steps all belong to one task."""
    count = min(len(steps), most)
    return [steps[place * len(steps) // count] for place in range(count)]


def finish(course: Course, *, as_json: bool) -> None:
    """Writes the adapters and the curves of a finished run, and prints its measurements."""
    journal = course.journal
    for role in course.policy.roles:
        journal.keep(role, course.policy)
    curves, found = draw(journal), journal.measured()
    if as_json:
        result_json({"path": str(journal.folder), "measured": {name: asdict(curve) for name, curve in found.items()}})
        return
    result(table(found))
    result(f"curves: {curves}")
