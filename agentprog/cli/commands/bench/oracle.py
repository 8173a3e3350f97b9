"""`agentprog bench oracle`: solves every task by hand, to show that it can be done and that its check accepts a right
run.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from agentprog.app.settings.model import Settings
from agentprog.bench.episode import Suite
from agentprog.bench.job import Models
from agentprog.bench.proof import is_solvable
from agentprog.bench.results import Result
from agentprog.bench.runner import Campaign
from agentprog.bench.spec import ORACLE, JobSpec
from agentprog.bench.suites import SUITES, nearest
from agentprog.cli.commands.bench.group import Only, Out, Seeds, Workers, bench, numbers
from agentprog.cli.console import result, result_json, say, warn
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.errors import Cancelled, UsageError


@bench.command(name="oracle")
@configured("run_dir")
def run_oracle(
    settings: Settings,
    only: Only = None,
    seeds: Seeds = "1",
    jobs: Workers = 1,
    out: Out = None,
    as_json: AsJson = False,
) -> int:
    """Solves tasks by hand, without any model. Shows that the tasks of AW-Extend, short, fresh and treeless can be
    done.

    The same --out continues an interrupted run.
    """
    folder = out or settings.run_dir / f"bench_{datetime.now():%Y%m%d-%H%M%S}_{ORACLE}"
    todo = _jobs(only or (), numbers(seeds), folder)
    campaign = Campaign(folder, todo)
    done = list(campaign.done)
    if done:
        say(f"{len(done)} of {len(todo)} instances are solved already; continuing with the others")
    try:
        with Models() as models:
            for found in campaign.run(jobs, models=models):
                done.append(found)
                if not as_json:
                    result(_line(found))
    except (KeyboardInterrupt, Cancelled):
        warn(f"{len(done)} instances are done; the same command with --out {folder} continues", style="yellow")
        raise
    right = sum(found.right for found in done)
    if as_json:
        rows = [found.model_dump(mode="json") for found in done]
        result_json({"path": str(folder), "episodes": len(done), "right": right, "results": rows})
    else:
        result(f"{right} of {len(done)} instances solved by the oracle; the oracle is not a model")
    return 0 if right == len(done) else 1


def _jobs(names: Sequence[str], seeds: Sequence[int], folder: Path) -> tuple[JobSpec, ...]:
    suites = [suite for suite in SUITES.values() if is_solvable(suite)]
    known = [task.name for suite in suites for task in suite.tasks]
    for name in names:
        if name not in known:
            raise UsageError(f"there is no task {name!r}", hint=nearest(name, known))
    return tuple(
        JobSpec(suite=suite.name, task=name, seed=seed, agent=ORACLE, model="none", folder=folder)
        for suite in suites
        for name in _named(suite, names)
        for seed in seeds
    )


def _named(suite: Suite, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(task.name for task in suite.tasks if not names or task.name in names)


def _line(found: Result) -> str:
    fault = found.error or "; ".join(found.wrong)
    return f"{found.task:<50} {found.seed:>4}  {found.score:.2f} {found.seconds:>6.1f} s  {fault}".rstrip()
