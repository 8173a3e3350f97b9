"""A job: all inputs of an episode, as plain values that can be sent to processes and computers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, field
from itertools import product
from pathlib import Path
from typing import Any

from agentprog.bench.agents import Agent
from agentprog.bench.episode import Rules, Suite, Task
from agentprog.errors import UsageError
from agentprog.frozen import frozen

STAND_IN = "stand-in"
"""The value of `--model` for the policy that replaces a good model."""
ORACLE = "oracle"
"""The agent that solves an instance by hand, since it knows the task's facts. It makes no model call."""
PLAYED = "played"
"""The same hand, but each touch is a move of a run, so it leaves a run folder."""


@frozen
class JobSpec:
    """One episode: these fields decide its result. Providers' keys are not among them: a worker's environment has them.

    `folder` is the place for the run folder; `config` names a file of settings, `base_url` the model's server. `roles`
    are the models of a strategy's roles that have their own model.
    """

    suite: str
    task: str
    seed: int
    agent: str
    model: str
    folder: Path
    rules: Rules = field(default_factory=Rules)
    base_url: str | None = None
    config: Path | None = None
    roles: Mapping[str, str] = field(default_factory=dict)

    @property
    def models(self) -> str:
        """The model, followed by the models of single roles, as results and tables name them."""
        return ";".join((self.model, *(f"{role}={id}" for role, id in sorted(self.roles.items()))))

    @property
    def key(self) -> str:
        """The episode's key among results with the same rules."""
        return f"{self.suite}/{self.task}/{self.seed}/{self.agent}/{self.models}"

    @property
    def stand_in(self) -> bool:
        return self.model == STAND_IN

    def to_json(self) -> str:
        """The job as one line of JSON."""
        return json.dumps(asdict(self), default=str)

    @classmethod
    def from_json(cls, line: str) -> JobSpec:
        """The job from the text of `to_json`. Raises UsageError for any other text."""
        try:
            data = json.loads(line)
            paths = {"folder": Path(data["folder"]), "config": Path(data["config"]) if data["config"] else None}
            return cls(**{**data, **paths, "rules": Rules(**data["rules"])})
        except (ValueError, TypeError, KeyError) as exc:
            raise UsageError(f"this is no job of a benchmark: {line.strip()[:80]!r} ({exc})") from exc


def jobs_of(
    suite: Suite,
    tasks: tuple[Task, ...],
    agents: tuple[Agent, ...],
    seeds: tuple[int, ...],
    **common: Any,
) -> tuple[JobSpec, ...]:
    """Every task with every seed and agent. The agents of one instance come together, so that a part of the jobs is
    comparable."""
    return tuple(
        JobSpec(suite=suite.name, task=task.name, seed=seed, agent=agent.name, **common)
        for seed, task, agent in product(seeds, tasks, agents)
    )
