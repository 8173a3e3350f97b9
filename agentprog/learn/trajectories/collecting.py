"""Collects benchmark episodes as trajectories: many phones at once, each episode with its storage verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from agentprog.bench.episode import Rules
from agentprog.bench.results import Result
from agentprog.bench.spec import PLAYED, STAND_IN, JobSpec
from agentprog.bench.suites import select, suite_called
from agentprog.learn.trajectories.from_runs import EpisodeFacts, steps_of
from agentprog.learn.trajectories.records import Step, Verdict
from agentprog.runtime.journal.folder import RunFolder

Who = Literal["oracle", "stand-in"]


def jobs_for(
    suites: Sequence[str], tasks: Sequence[str], seeds: Sequence[int], who: Who, folder: Path, *, slips: float = 0.0
) -> tuple[JobSpec, ...]:
    """A job for every task of the suites with every seed. The oracle solves the task by hand, as moves of a run."""
    agent = PLAYED if who == "oracle" else "ours"
    model = "none" if who == "oracle" else STAND_IN
    rules = Rules(slips=slips if who == "stand-in" else 0.0)
    return tuple(
        JobSpec(suite=name, task=task.name, seed=seed, agent=agent, model=model, folder=folder, rules=rules)
        for name in suites
        for task in select(suite_called(name), tuple(tasks))
        for seed in seeds
    )


def steps_of_results(results: Iterable[Result], folder: Path, *, pictures: Path | None) -> tuple[Step, ...]:
    """The steps of all episodes that left a run, in the order of their keys."""
    found: list[Step] = []
    for result in sorted(results, key=lambda result_of_job: result_of_job.key):
        if result.error or not result.run:
            continue
        verdict = Verdict(by="storage", score=result.score, wrong=result.wrong)
        facts = EpisodeFacts(
            episode=result.key,
            source=f"bench:{result.agent}/{result.model}",
            task=f"{result.suite}/{result.task}",
            instruction=result.goal,
            verdict=verdict,
        )
        found += steps_of(RunFolder.open(folder / result.run), facts, pictures=pictures)
    return tuple(found)
