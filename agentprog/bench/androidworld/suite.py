"""AndroidWorld's suite, made, run and scored by its own code, with the results as plain values."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agentprog.bench.androidworld.checkout import TRIED, Checkout
from agentprog.bench.suites import nearest
from agentprog.errors import UsageError
from agentprog.frozen import frozen

FAMILY = "android_world"
RESULTS = "results.json"
_THEIRS = "android_world"
"""The folder of AndroidWorld's own checkpoints, which its tools read."""


@frozen
class Judged:
    """An episode as AndroidWorld judged it. `score` is None if its code raised; then `error` is the message."""

    task: str
    instance: int
    goal: str
    score: float | None
    steps: int
    seconds: float
    error: str


@frozen
class Tally:
    """A suite's sums. AndroidWorld leaves episodes that raised out of `their_mean`; in `mean` they count as failed."""

    episodes: int
    judged: int
    right: int
    mean: float
    their_mean: float


def task_names(checkout: Checkout, *, family: str = FAMILY) -> list[str]:
    """The names of AndroidWorld's tasks, in alphabetical order."""
    return sorted(checkout.world("registry").TaskRegistry().get_registry(family))


def make_suite(checkout: Checkout, *, tasks: Sequence[str], instances: int, seed: int, family: str = FAMILY) -> Any:
    """AndroidWorld's `Suite`. Raises UsageError for an unknown task."""
    registry = checkout.world("registry").TaskRegistry().get_registry(family)
    unknown = [name for name in tasks if name not in registry]
    if unknown:
        raise UsageError(
            f"AndroidWorld has no task {unknown[0]!r}",
            hint=nearest(unknown[0], registry, by="bench androidworld --list"),
        )
    suite = checkout.world("suite_utils").create_suite(
        registry, n_task_combinations=instances, seed=seed, tasks=list(tasks) or None
    )
    suite.suite_family = family
    return suite


def leave_out(checkout: Checkout, env: Any, suite: Any) -> Mapping[str, str]:
    """Remove instances whose apps are not on the phone; returns the first missing app of each removed task."""
    utils = checkout.world("env.adb_utils")
    installed = set(utils.get_all_package_names(env.controller))

    def missing(task: Any) -> str | None:
        for app in _needed(task):
            activity = utils.get_adb_activity(app)
            if activity and utils.extract_package_name(activity) not in installed:
                return app
        return None

    left_out: dict[str, str] = {}
    for name, instances in list(suite.items()):
        lacking = [app for app in map(missing, instances) if app is not None]
        if lacking:
            left_out[name] = lacking[0]
            suite[name] = [task for task in instances if missing(task) is None]
        if not suite[name]:
            del suite[name]
    return left_out


def _needed(task: Any) -> Sequence[str]:
    """The apps of an instance; an instance with an app among its parameters works in that app."""
    app_name = task.params.get("app_name")
    return [app_name] if app_name in task.app_names else [*filter(None, (*task.app_names, app_name))]


def prepare(checkout: Checkout, env: Any) -> None:
    """Store each installed app's data in the form that tasks expect. A phone that AndroidWorld set up already
    has it.
    """
    utils, snapshots = checkout.world("env.adb_utils"), checkout.world("utils.app_snapshot")
    utils.set_root_if_needed(env.controller)
    installed = set(utils.get_all_package_names(env.controller))
    for app in checkout.world("env.setup_device.setup")._APPS:
        activity = utils.get_adb_activity(app.app_name)
        if activity and utils.extract_package_name(activity) in installed:
            snapshots.save_snapshot(app.app_name, env.controller)


def run_suite(checkout: Checkout, suite: Any, agent: Any, folder: Path) -> tuple[Judged, ...]:
    """Every episode. As in AndroidWorld, an episode with a result in the folder does not run again."""
    agent.transition_pause = None
    keeper = checkout.world("checkpointer").IncrementalCheckpointer(str(folder / _THEIRS))
    with redirect_stdout(sys.stderr):  # its tables, which it prints after each episode
        found = checkout.world("suite_utils").run(suite, agent, checkpointer=keeper, demo_mode=False)
    judged = tuple(_judged(episode) for episode in found)
    written = {
        "tried_with": TRIED,
        "agent": agent.name,
        "tally": asdict(tally(judged)),
        "episodes": [asdict(episode) for episode in judged],
    }
    (folder / RESULTS).write_text(json.dumps(written, indent=2), encoding="utf-8")
    return judged


def tally(judged: Sequence[Judged]) -> Tally:
    scores = [episode.score for episode in judged if episode.score is not None]
    return Tally(
        episodes=len(judged),
        judged=len(scores),
        right=sum(score > 0.5 for score in scores),
        mean=sum(scores) / len(judged) if judged else 0.0,
        their_mean=sum(scores) / len(scores) if scores else 0.0,
    )


def _judged(episode: Mapping[str, Any]) -> Judged:
    score, steps = float(episode["is_successful"]), float(episode["episode_length"])
    exception = episode["exception_info"]
    return Judged(
        task=str(episode["task_template"]),
        instance=int(episode["instance_id"]),
        goal=str(episode["goal"]),
        score=None if math.isnan(score) else score,
        steps=0 if math.isnan(steps) else int(steps),
        seconds=round(float(episode["run_time"]), 1),
        error=exception if isinstance(exception, str) else "",
    )
