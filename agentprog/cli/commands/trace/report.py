"""`agentprog trace report`: a run as one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.runs.finding import find_run
from agentprog.app.settings.model import Settings
from agentprog.cli.commands.trace.group import Run, trace
from agentprog.cli.console import result, result_json
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.report import write_report

Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", dir_okay=False, help="Where to write. Default: report.html in the run's folder."),
]


@trace.command()
@configured("run_dir")
def report(
    settings: Settings,
    run: Run = "last",
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Writes a run as one HTML page. It needs no other file and no network."""
    folder = find_run(settings.run_dir, run)
    written = write_report(folder, out)
    if as_json:
        result_json({"run": folder.name, "path": str(written)})
    else:
        result(str(written))
