"""`agentprog trace export`: makes a copy of a run to share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.runs.export import export as write
from agentprog.app.runs.finding import find_run
from agentprog.app.settings.model import Settings
from agentprog.cli.commands.trace.group import Run, trace
from agentprog.cli.console import result, result_json, say
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.report import write_report

Redact = Annotated[
    bool, typer.Option("--redact", help="Remove personal data: values, typed texts, screen texts, names, numbers.")
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", help="Where to write: a name that ends with .zip, or a new folder.")
]


@trace.command()
@configured("run_dir")
def export(
    settings: Settings,
    run: Run = "last",
    redact: Redact = False,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Writes a portable copy of a run, with its report."""
    folder = find_run(settings.run_dir, run)
    written = write(folder, out, redact=redact, finish=write_report)
    if as_json:
        result_json({"run": folder.name, "path": str(written), "redacted": redact})
    else:
        result(str(written))
    if not redact:
        say("It holds every text that was typed or shown. --redact removes personal data.", style="yellow")
