"""`agentprog trace report`: a run as one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.runs.finding import find_run
from agentprog.app.settings import config
from agentprog.cli.commands.trace.group import Run, trace
from agentprog.cli.console import result, result_json
from agentprog.cli.options import AsJson, ConfigFile, RunDir
from agentprog.report import write_report

Out = Annotated[
    Path | None, typer.Option("--out", "-o", dir_okay=False, help="Where to; report.html in the run's folder.")
]


@trace.command()
def report(
    run: Run = "last",
    out: Out = None,
    run_dir: RunDir = None,
    config_file: ConfigFile = None,
    as_json: AsJson = False,
) -> None:
    """Writes a run as one HTML page. It needs no other file and no network."""
    settings = config.load({"run_dir": str(run_dir) if run_dir else None}, config=config_file)
    folder = find_run(settings.run_dir, run)
    written = write_report(folder, out)
    if as_json:
        result_json({"run": folder.name, "path": str(written)})
    else:
        result(str(written))
