"""`agentprog trace show`: one run, event by event."""

from __future__ import annotations

import json

from agentprog.app.runs.finding import find_run
from agentprog.app.runs.listing import summarise
from agentprog.app.settings.model import Settings
from agentprog.cli.commands.trace.group import Run, trace
from agentprog.cli.commands.trace.listing import totals_line
from agentprog.cli.console import out, result_json, row
from agentprog.cli.options import JsonLines
from agentprog.cli.settings_options import configured
from agentprog.cli.watching.lines import RunLines


@trace.command()
@configured("run_dir")
def show(settings: Settings, run: Run = "last", as_json: JsonLines = False) -> None:
    """Shows one run from its first event to its last."""
    folder = find_run(settings.run_dir, run)
    if as_json:
        for line in folder.journal_path.read_text(encoding="utf-8").splitlines():
            result_json(json.loads(line))
        return
    console = out()
    lines = RunLines(told_aside=True, console=console)
    for event in folder.events():
        for shown in lines.lines(event):
            console.print(shown)
    summary = summarise(folder.path)
    row(totals_line(summary.totals, dry=summary.dry) or "not finished: its process was killed, or it is still running")
    row(f"Everything is in {folder.path}")
