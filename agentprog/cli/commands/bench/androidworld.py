"""`agentprog bench androidworld`: AndroidWorld's own suite and evaluators, on a simulated phone or a real one."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.settings.model import Settings
from agentprog.bench.androidworld.campaign import AGENTS, Order, Outcome, plain, run_order
from agentprog.bench.androidworld.checkout import open_checkout
from agentprog.bench.androidworld.suite import tally, task_names
from agentprog.cli.commands.bench.group import Only, Out, bench
from agentprog.cli.console import result, result_json, say
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured

World = Annotated[
    Path,
    typer.Option("--android-world", file_okay=False, help="A checkout of google-research/android_world, set up."),
]
AgentName = Annotated[str, typer.Option("--agent", "-a", help=f"One of: {', '.join(AGENTS)}.")]
Seed = Annotated[int, typer.Option("--seed", help="AndroidWorld's own seed of tasks' parameters.")]
Instances = Annotated[int, typer.Option("--instances", min=1, help="How many of each task, with other parameters.")]
Serial = Annotated[
    str | None,
    typer.Option("--serial", "-s", help="A phone that AndroidWorld has set up; else a simulated phone is started."),
]
Listing = Annotated[bool, typer.Option("--list", help="Lists AndroidWorld's tasks and runs none.")]


@bench.command(name="androidworld")
@configured("model", "base_url", "run_dir")
def run_android_world(
    settings: Settings,
    android_world: World,
    agent: AgentName = "agentprog",
    only: Only = None,
    seed: Seed = 30,
    instances: Instances = 1,
    serial: Serial = None,
    out: Out = None,
    listing: Listing = False,
    as_json: AsJson = False,
) -> int:
    """Runs AndroidWorld's suite with its own code: tasks, evaluators, its agents M3A and T3A, or agentprog's.

    On a simulated phone the tasks and judges are AndroidWorld's and the phone is not: no AndroidWorld score. The same
    --out continues an interrupted run.
    """
    checkout = open_checkout(android_world.resolve())
    if listing:
        names = task_names(checkout)
        result_json({"tasks": names}) if as_json else result("\n".join(names))
        return 0
    order = Order(
        checkout=checkout,
        agent=agent,
        folder=out or settings.run_dir / f"bench_{datetime.now():%Y%m%d-%H%M%S}_androidworld",
        tasks=tuple(only or ()),
        seed=seed,
        instances=instances,
        serial=serial,
    )
    outcome = run_order(order, settings, say)
    if as_json:
        result_json({"path": str(order.folder), **plain(outcome)})
    else:
        _print(outcome)
    return 0 if outcome.judged and all(episode.score == 1.0 for episode in outcome.judged) else 1


def _print(outcome: Outcome) -> None:
    for episode in outcome.judged:
        score = "-" if episode.score is None else f"{episode.score:.2f}"
        error = episode.error.strip().rpartition("\n")[2]
        place = f"{episode.task:<44} {episode.instance:>2}"
        result(f"{place} {score:>5} {episode.steps:>4} steps {episode.seconds:>6.1f} s  {error}".rstrip())
    for name, app in outcome.left_out.items():
        result(f"{name:<44} left out: no {app} on this phone")
    sums = tally(outcome.judged)
    result(
        f"{sums.right} of {sums.episodes} right, mean {sums.mean:.3f}; {sums.judged} judged, "
        f"AndroidWorld's mean {sums.their_mean:.3f}"
    )
