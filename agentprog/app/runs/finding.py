"""Finds a run by a name from a person."""

from __future__ import annotations

import difflib
from pathlib import Path

from agentprog.app.runs.listing import folders_in
from agentprog.errors import UsageError
from agentprog.runtime.journal.ending import MANIFEST
from agentprog.runtime.journal.folder import RunFolder

LAST = "last"


def _nearest(name: str, runs: list[str]) -> str:
    """The run whose name, or the words in it, is most similar to this one; empty if none is."""
    words = {run: run.partition("_")[2] for run in runs}
    known = {part: run for run in runs for part in (words[run][: len(name)], words[run], run)}
    close = difflib.get_close_matches(name, known, n=1)
    return known[close[0]] if close else ""


def find_run(base: Path, name: str) -> RunFolder:
    """The run with this `name`: a path, the whole name, the only run whose name begins with it or contains it, or
    "last".
    """
    if (Path(name) / MANIFEST).is_file():
        return RunFolder.open(Path(name))
    runs = folders_in(base)
    if not runs:
        raise UsageError(f"there are no runs in {base}", hint="Name the folder of runs with --run-dir.")
    if name == LAST:
        return RunFolder.open(runs[-1])
    matching = [path for path in runs if path.name == name] or [path for path in runs if name in path.name]
    if len(matching) == 1:
        return RunFolder.open(matching[0])
    if not matching:
        near = _nearest(name, [path.name for path in runs])
        hint = f"Did you mean {near}? " if near else ""
        raise UsageError(f"no run in {base} is called {name!r}", hint=f"{hint}agentprog trace list shows them all.")
    shown = ", ".join(path.name for path in matching[:5])
    raise UsageError(f"{name!r} names {len(matching)} runs: {shown}", hint="Give more of the name.")
