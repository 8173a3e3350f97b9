"""`agentprog learn arithmetic`: SWIRL's rounds with a Teacher and a Student of sums."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from agentprog.cli.commands.learn.group import learn
from agentprog.cli.commands.learn.training import (
    Batch,
    Count,
    Out,
    Parallel,
    Rate,
    RewardRate,
    Rounds,
    RuleName,
    SeedNumber,
    Shuffle,
    Steps,
    Warm,
    checked,
    finish,
)
from agentprog.cli.console import say
from agentprog.cli.options import AsJson
from agentprog.learn.training.arithmetic import problems, tutoring
from agentprog.learn.training.fresh import fresh_policy
from agentprog.learn.training.journal import Journal
from agentprog.learn.training.policy import open_policy
from agentprog.learn.training.recipes import Course, Plan

_ROOM = 8
"""Tokens of a sampled answer: a sum's first step in bytes."""

AnyBase = Annotated[
    Path | None,
    typer.Option("--base", help="The base model, as in grpo; left out: two layers with random weights, reading bytes."),
]
Below = Annotated[int, typer.Option("--below", min=3, max=30, help="The numbers in the sums are below this.")]
HeldOut = Annotated[int, typer.Option("--held", min=1, help="How many sums to hold out.")]


@learn.command(name="arithmetic")
def arithmetic(
    out: Out,
    base: AnyBase = None,
    count: Rounds = 2,
    parallel: Parallel = False,
    warm: Warm = 600,
    steps: Steps = 30,
    batch: Batch = 8,
    rollouts: Count = 8,
    rate: Rate = 1e-3,
    reward_rate: RewardRate = None,
    rule: RuleName = "arithmetic",
    below: Below = 6,
    held: HeldOut = 60,
    shuffle: Shuffle = False,
    seed: SeedNumber = 0,
    as_json: AsJson = False,
) -> None:
    """SWIRL in another domain: rounds in which a Teacher and a Student of sums learn while the other is frozen."""
    plan = Plan(warm=warm, steps=steps, batch=batch, count=rollouts, most=_ROOM, seed=seed)
    plan = checked(replace(plan, rate=rate, reward_rate=reward_rate), rule=rule, shuffle=shuffle)
    learned, held_out = problems(below, held, seed)
    policy = open_policy(base) if base is not None else fresh_policy()
    record = {"recipe": "arithmetic", "rounds": count, "parallel": parallel, "below": below, "held": len(held_out)}
    record |= {**asdict(plan), "base": base.name if base is not None else "random"}
    course = Course(policy, Journal(out, record, report=say), plan)
    tutoring(course, learned, held_out, rounds=count, parallel=parallel)
    finish(course, as_json=as_json)
