"""`agentprog plan`: writes the program for a task, without running it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import plan_only
from agentprog.app.settings.model import FLAG, Settings
from agentprog.cli.app import app
from agentprog.cli.console import result, result_json, say
from agentprog.cli.options import AsJson, Quiet
from agentprog.cli.settings_options import configured
from agentprog.cli.watching.lines import RunLines, said
from agentprog.cli.watching.model_status import ModelStatus
from agentprog.errors import UsageError


@app.command()
@configured("sim", "seed", "serial", "model", "base_url")
def plan(
    task: Annotated[str, typer.Argument(help="A task in plain words, in quotes.")],
    *,
    settings: Settings,
    output: Annotated[
        Path | None, typer.Option("--out", "--output", "-o", dir_okay=False, help="Write the program to this file.")
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Writes and prints the program for a task; runs nothing."""
    if settings.origin.get("model") == FLAG:
        settings = settings.but(plan_model=settings.model)
    job = Job(
        settings=settings,
        task=task.strip(),
        listeners=(RunLines(quiet=quiet, told_aside=True),),
        model_progress=None if quiet else ModelStatus(),
        waits=said,
    )
    planned = plan_only(job)
    if output is not None:
        try:
            output.write_text(planned.text.rstrip() + "\n", encoding="utf-8")
        except OSError as exc:
            raise UsageError(f"cannot write {output}: {exc.strerror}") from exc
    if as_json:
        notes = list(planned.notes)
        saved = str(output) if output is not None else None
        result_json({"program": planned.text, "notes": notes, "attempts": planned.attempts, "path": saved})
    elif output is not None:
        result(str(output))
    else:
        result(planned.text.rstrip())
    for note in planned.notes:
        say(f"note: {note}", style="yellow")
