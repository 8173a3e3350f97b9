"""`agentprog learn rewards`, `measure` and `compare`: serves rewards, and makes tables of predictions and of runs."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from agentprog.app.launching.opening import open_model
from agentprog.app.settings.model import Settings
from agentprog.cli.commands.learn.group import StepFiles, learn
from agentprog.cli.console import result, result_json
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.errors import UsageError
from agentprog.learn.metrics import measured, paired, table
from agentprog.learn.rewards.executing import executor_of, read_order
from agentprog.learn.rewards.matching import PROFILES
from agentprog.learn.rewards.service import serve_rewards
from agentprog.learn.training.compared import compared, compared_table
from agentprog.learn.trajectories.store import read_steps

Form = Annotated[
    Literal["ces", "swirl"], typer.Option("--form", help="The strategy whose answer format the model uses.")
]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="The port on this computer; 0: a free one.")]
For = Annotated[float, typer.Option("--seconds", min=0, help="Seconds to run; 0: until you end it.")]
_MODEL = 'The model of the frozen executor; without one, code reads orders such as tap "Save".'


@learn.command(name="rewards")
@configured("base_url", model=_MODEL)
def rewards(
    settings: Settings, form: Form = "swirl", port: Port = 8399, seconds: For = 0.0, as_json: AsJson = False
) -> None:
    """Serves rewards over HTTP: it takes a role's replies, lets a frozen executor do them, and returns numbers."""
    with ExitStack() as stack:
        model = open_model(settings, stack, id=settings.model) if settings.model is not None else None
        executor = executor_of(model, form) if model is not None else read_order
        url = stack.enter_context(serve_rewards(executor, port=port))
        if as_json:
            result_json({"url": url})
        else:
            result(f"{url}/v1/reward")
        ends = time.monotonic() + seconds if seconds else float("inf")
        while (left := ends - time.monotonic()) > 0:
            time.sleep(min(1.0, left))


Predictions = Annotated[
    list[Path],
    typer.Option(
        "--predictions",
        "-p",
        exists=True,
        dir_okay=False,
        help="A file of predicted actions; each becomes a row of the table.",
    ),
]
ProfileName = Annotated[str, typer.Option("--profile", help=f"Whose rules: {', '.join(PROFILES)}.")]


@learn.command(name="measure")
def measure(
    files: StepFiles, predictions: Predictions, profile: ProfileName = "swirl", as_json: AsJson = False
) -> None:
    """Counts Type, GR and SR of predicted actions as the papers do, in a table with a row for each file."""
    if profile not in PROFILES:
        raise UsageError(f"there is no profile {profile!r}", hint=f"There are: {', '.join(PROFILES)}.")
    steps = read_steps(*files)
    rows = {path.stem: measured(paired(steps, path), profile=profile) for path in predictions}
    if as_json:
        result_json({name: asdict(found) for name, found in rows.items()})
    else:
        result(table(rows))


Runs = Annotated[
    list[Path], typer.Argument(metavar="FOLDER...", exists=True, file_okay=False, help="Folders of training runs.")
]


@learn.command(name="compare")
def compare(runs: Runs, as_json: AsJson = False) -> None:
    """Puts training runs into one table: a row for each setup, with each seed, the mean and its interval."""
    rows = compared(runs)
    if as_json:
        result_json(rows)
    else:
        result(compared_table(rows))
