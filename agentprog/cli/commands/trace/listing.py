"""`agentprog trace list`: the runs, with their ends and totals."""

from __future__ import annotations

from agentprog.app.runs.listing import list_runs
from agentprog.app.settings.model import Settings
from agentprog.cli.commands.trace.group import trace
from agentprog.cli.console import result_json, row, say
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured

_ENDED = 19
"""Columns of the longest outcome."""


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
        return
    wide = max(len(run.path.name) for run in runs)
    say(f"{'run':{wide}}  {'ended':{_ENDED}}  what it took")
    for run in runs:
        head = f"{run.path.name:{wide}}  {run.outcome or 'not finished':{_ENDED}}  "
        row(f"{head}{totals_line(run.totals, dry=run.dry)}".rstrip(), hang=len(head))
        if run.reason and run.outcome not in ("verified", "completed"):
            row(f"{'':{wide}}  {run.reason}", hang=wide + 2)


def totals_line(totals: dict[str, float], *, dry: bool = False) -> str:
    """The totals of a run in one line; empty if it did not reach its end. A dry run has done none of its actions."""
    if not totals:
        return ""
    parts = [f"{totals.get('seconds', 0):.1f} s"]
    for key, noun in (("steps", "step"), ("actions", "action"), ("model_calls", "model call")):
        count = int(totals.get(key, 0))
        undone = " not done" if dry and key == "actions" else ""
        parts += [f"{count:,} {noun}{'s' if count != 1 else ''}{undone}"] if count else []
    tokens = int(totals.get("prompt_tokens", 0) + totals.get("completion_tokens", 0))
    parts += [f"{tokens:,} tokens"] if tokens else []
    parts += [f"${totals['money']:.4f}"] if totals.get("money") else []
    return ", ".join(parts)
