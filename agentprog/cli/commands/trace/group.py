"""`agentprog trace`: what earlier runs did."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.text import Text

from agentprog.app.runs.finding import find_run, list_runs, summarise
from agentprog.app.settings.model import Settings
from agentprog.cli.app import app, group
from agentprog.cli.console import out, result, result_json, say
from agentprog.cli.options import AsJson, JsonLines
from agentprog.cli.settings_options import configured
from agentprog.cli.watching.lines import clock, lines_of

trace = group("trace", "Shows what earlier runs did.")
app.add_typer(trace, name="trace")

Run = Annotated[str, typer.Argument(help="The run's name, a part of it that no other run has, its folder, or `last`.")]


@trace.command("list")
@configured("run_dir")
def list_(settings: Settings, as_json: AsJson = False) -> None:
    """Lists the runs and how they ended."""
    runs = list_runs(settings.run_dir)
    if as_json:
        result_json([run.data() for run in runs])
        return
    if not runs:
        say(f"No runs in {settings.run_dir}.")
    wide = max((len(run.path.name) for run in runs), default=0)
    for run in runs:
        result(f"{run.path.name:{wide}}  {run.outcome or 'not finished':19}  {_totals(run.totals)}".rstrip())
        if run.reason and run.outcome not in ("verified", "completed"):
            result(f"{'':{wide}}  {run.reason}")


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
    for event in folder.events():
        for text, style in lines_of(event):
            console.print(Text(f"{clock(event.at)}  {text}", style=style))
    summary = summarise(folder.path)
    result(_totals(summary.totals) or "not finished: its process ended before it did, or it is still running")
    result(f"Everything is in {folder.path}")


def _totals(totals: dict[str, float]) -> str:
    """What a run came to, in one line; empty where it did not come to its end."""
    if not totals:
        return ""
    parts = [f"{totals.get('seconds', 0):.1f} s"]
    for key, one in (("steps", "step"), ("actions", "action"), ("model_calls", "model call")):
        count = int(totals.get(key, 0))
        parts += [f"{count:,} {one}{'s' if count != 1 else ''}"] if count else []
    tokens = int(totals.get("prompt_tokens", 0) + totals.get("completion_tokens", 0))
    parts += [f"{tokens:,} tokens"] if tokens else []
    parts += [f"${totals['money']:.4f}"] if totals.get("money") else []
    return ", ".join(parts)
