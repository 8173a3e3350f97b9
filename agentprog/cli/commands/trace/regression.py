"""`agentprog trace test`: a recorded run as a test that needs no phone and no model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.replays.regression import compare
from agentprog.app.replays.regression_files import write_test
from agentprog.app.runs.finding import find_run
from agentprog.app.settings.model import Settings
from agentprog.cli.commands.trace.group import Run, trace
from agentprog.cli.console import result, result_json, warn
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured

Write = Annotated[
    Path | None,
    typer.Option(
        "--write", file_okay=False, metavar="DIR", help="Write the run as a pytest test into this new folder."
    ),
]


@trace.command("test")
@configured("run_dir")
def again(
    settings: Settings,
    run: Run = "last",
    write: Write = None,
    as_json: AsJson = False,
) -> int:
    """Runs a recorded run again offline, and compares. Its screens and replies come from the record."""
    folder = find_run(settings.run_dir, run)
    written = write_test(folder, write) if write is not None else None
    found = compare(folder.path)
    if as_json:
        result_json(found.data() | {"test": str(written) if written is not None else None})
    else:
        for line in (*found.notes, *found.difference):
            result(line)
        if found.same:
            result(f"as recorded: {len(found.recorded)} things compared")
        else:
            warn(f"{folder.name} does not go as recorded.", style="red")
        if written is not None:
            result(f"pytest {written}")
    return 0 if found.same else 1
