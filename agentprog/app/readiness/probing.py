"""Tests whether a model can plan: the part of the probe that needs the language, unlike the model layer."""

from __future__ import annotations

import time
import tomllib
from datetime import UTC, datetime
from importlib.resources import files

from agentprog.agents.planner import ModelPlanner
from agentprog.errors import ModelReplyInvalid
from agentprog.frozen import frozen
from agentprog.lang.ast import Statement
from agentprog.lang.visit import walk
from agentprog.ports import App, Model
from agentprog.runtime.planning import plan

SECONDS = 60.0
"""After this time no further task is planned."""
_NOW = datetime(2026, 1, 15, 9, 0, tzinfo=UTC)


@frozen
class PlanningResult:
    """`asked` of `total` tasks were planned in time; `right` of them are programs without errors that use the right
    apps.
    """

    right: int
    asked: int
    total: int
    misses: tuple[str, ...]

    @property
    def verdict(self) -> str:
        if not self.asked:
            return "no time was left to plan"
        if self.right == self.asked:
            return "fit to plan"
        return "plans some tasks: read its programs, or name a --plan-model" if self.right else "not fit to plan"


def probe_planning(model: Model, *, seconds: float = SECONDS) -> PlanningResult:
    """Plan a few tasks, each with one repair. Raises ModelError if the model cannot be asked at all."""
    data = tomllib.loads(files("agentprog.models.probing").joinpath("planning.toml").read_text(encoding="utf-8"))
    apps = tuple(App(package=f"probe.{number}", label=label) for number, label in enumerate(data["apps"]))
    planner, end = ModelPlanner(model), time.monotonic() + seconds
    count, misses = 0, []
    for task in data["task"]:
        if time.monotonic() >= end:
            break
        count += 1
        problem = _problem(planner, task["instruction"], set(task["uses"]), apps)
        if problem:
            misses.append(f"{task['instruction']}: {problem}")
    return PlanningResult(right=count - len(misses), asked=count, total=len(data["task"]), misses=tuple(misses))


def _problem(planner: ModelPlanner, instruction: str, uses: set[str], apps: tuple[App, ...]) -> str:
    """The fault of the model's program for a task; empty if there is none."""
    try:
        planned = plan(instruction, planner, apps=apps, now=_NOW, repairs=1)
    except ModelReplyInvalid as exc:
        return exc.message.splitlines()[0]
    nodes = (node for node in walk(planned.program) if isinstance(node, Statement) and node.app is not None)
    apps_used = {node.app.constant for node in nodes if node.app is not None and node.app.constant}
    return "" if apps_used == uses else f"it uses {', '.join(sorted(apps_used)) or 'no app'}"
