"""The runs in a folder: which there are, how they ended, and finding one by the name a person gives."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentprog.errors import AgentProgError, UsageError
from agentprog.runtime.journal.events import RunFinished
from agentprog.runtime.journal.folder import RunFolder

LAST = "last"


@dataclass(frozen=True, kw_only=True, slots=True)
class RunSummary:
    """One run in a list. `outcome` is empty while it runs, or when its process was killed."""

    path: Path
    started_at: str
    instruction: str
    outcome: str
    reason: str
    totals: dict[str, float]

    def data(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {
            "run": self.path.name,
            "path": str(self.path),
            "started_at": self.started_at,
            "instruction": self.instruction,
            "outcome": self.outcome,
            "reason": self.reason,
            "totals": self.totals,
        }


def list_runs(base: Path) -> tuple[RunSummary, ...]:
    """Every run under `base`, the oldest first. Folders that are no runs are left out, damaged runs are said to be."""
    if not base.is_dir():
        if base.exists():
            raise UsageError(f"{base} is a file, and runs are kept in a folder", hint="Name the folder with --run-dir.")
        return ()
    return tuple(summarise(path) for path in sorted(base.iterdir()) if (path / "manifest.json").is_file())


def summarise(path: Path) -> RunSummary:
    try:
        folder = RunFolder.open(path)
        manifest = folder.manifest()
        finished = [event for event in folder.events() if isinstance(event, RunFinished)]
    except AgentProgError as exc:
        return RunSummary(path=path, started_at="", instruction="", outcome="unreadable", reason=exc.message, totals={})
    last = finished[-1] if finished else None
    return RunSummary(
        path=path,
        started_at=str(manifest.get("started_at", "")),
        instruction=str(manifest.get("instruction", "")),
        outcome=last.outcome if last else "",
        reason=last.reason if last else "",
        totals=last.totals if last else {},
    )


def _nearest(name: str, runs: list[str]) -> str:
    """The run whose name, or its words alone, is most like this one; empty when none is."""
    words = {run: run.partition("_")[2] for run in runs}
    known = {part: run for run in runs for part in (words[run][: len(name)], words[run], run)}
    close = difflib.get_close_matches(name, known, n=1)
    return known[close[0]] if close else ""


def find_run(base: Path, name: str) -> RunFolder:
    """The run called `name`: a path, the whole name, the only one that starts with or contains it, or "last"."""
    if (Path(name) / "manifest.json").is_file():
        return RunFolder.open(Path(name))
    runs = [path for path in sorted(base.iterdir()) if (path / "manifest.json").is_file()] if base.is_dir() else []
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
