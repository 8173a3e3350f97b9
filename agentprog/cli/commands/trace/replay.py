"""`agentprog trace replay`: what an earlier run did, done again on a phone."""

from __future__ import annotations

from typing import Annotated

import typer

from agentprog.app.launching.job import Job
from agentprog.app.replays.replaying import replay as do_again
from agentprog.app.runs.finding import find_run
from agentprog.app.settings import config
from agentprog.app.settings.secrets import find_secrets
from agentprog.cli.commands.run import PolicyOption, show_result
from agentprog.cli.commands.trace.group import Run, trace
from agentprog.cli.console import say
from agentprog.cli.options import (
    AsJson,
    BaseUrl,
    ConfigFile,
    Live,
    MaxCost,
    Picture,
    Quiet,
    RunDir,
    SecretNames,
    Serial,
    parse_policy,
)
from agentprog.cli.watching.screening import screening
from agentprog.runtime.journal.folder import RunFolder

Asked = Annotated[
    str | None,
    typer.Option("--model", "-m", help="Which model decides a step where the phone differs; else it stops there."),
]
OnSim = Annotated[
    bool | None,
    typer.Option(
        "--sim/--no-sim", help="On a simulated phone of its own; as the run was, unless said.", show_default=False
    ),
]
SameSeed = Annotated[
    int | None, typer.Option("--seed", help="Which simulated phone; the run's own, unless said.", show_default=False)
]


@trace.command()
def replay(
    run: Run = "last",
    sim: OnSim = None,
    serial: Serial = None,
    model: Asked = None,
    base_url: BaseUrl = None,
    max_cost: MaxCost = None,
    secret: SecretNames = None,
    policy: PolicyOption = None,
    seed: SameSeed = None,
    live: Live = None,
    picture: Picture = True,
    run_dir: RunDir = None,
    config_file: ConfigFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Does on a phone what a run did, without a model. Stops where the phone shows something else."""
    flags = {"base_url": base_url, "serial": serial, "max_cost": max_cost}
    settings = config.load(flags | {"run_dir": str(run_dir) if run_dir else None}, config=config_file)
    settings = settings.with_one_model(model)
    folder = find_run(settings.run_dir, run)
    setup = folder.manifest().get("setup") or {}
    job = Job(
        settings=settings,
        secrets=find_secrets(secret or setup.get("secrets") or (), settings),
        sim=bool(setup.get("sim")) and serial is None if sim is None else sim,
        seed=int(setup.get("seed") or 0) if seed is None else seed,
        policy=parse_policy(policy),
    )
    with screening(job, live=live, picture=picture, quiet=quiet, as_json=as_json) as seen:
        done = do_again(seen, folder)
    status = show_result(done, as_json=as_json, replay=True)
    told = RunFolder.open(done.folder).manifest().get("replay") or {}
    if not quiet:
        lines = ", ".join(str(line) for line in told.get("asked", ()))
        by_model = f"; the model was asked for line {lines}" if lines else "; no model was asked"
        say(f"{told.get('repeated', 0)} moves as recorded{by_model}.")
    return status
