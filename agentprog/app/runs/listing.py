"""The runs in a folder and their outcomes, without reading their journals."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agentprog.errors import AgentProgError, UsageError
from agentprog.frozen import frozen
from agentprog.runtime.journal.ending import MANIFEST, ending_of, readable_manifest


@frozen
class RunSummary:
    """One run in a list. `outcome` is empty while the run lasts or if its process was killed; for a dry run it begins
    with "dry run".
    """

    path: Path
    started_at: str
    instruction: str
    outcome: str
    reason: str
    totals: dict[str, float]
    dry: bool = False

    def data(self) -> dict[str, Any]:
        """The summary as plain values, for JSON."""
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
    """Every run under `base`, the oldest first. Other folders are left out; damaged runs are marked as damaged."""
    if not base.is_dir():
        if base.exists():
            raise UsageError(f"{base} is a file, and runs are kept in a folder", hint="Name the folder with --run-dir.")
        return ()
    return tuple(summarise(path) for path in folders_in(base))


def folders_in(base: Path) -> list[Path]:
    """The folders of runs under `base`, the oldest first."""
    return [path for path in sorted(base.iterdir()) if (path / MANIFEST).is_file()] if base.is_dir() else []


def summarise(path: Path) -> RunSummary:
    """The summary of a run, from its manifest and the journal's last line."""
    try:
        manifest, last = readable_manifest(path), ending_of(path)
    except AgentProgError as exc:
        return RunSummary(path=path, started_at="", instruction="", outcome="unreadable", reason=exc.message, totals={})
    return RunSummary(
        path=path,
        started_at=str(manifest.get("started_at", "")),
        instruction=str(manifest.get("instruction", "")),
        outcome=_outcome(last),
        dry=bool(last.get("dry")),
        reason=str(last.get("reason", "")),
        totals=dict(last.get("totals", {})),
    )


def _outcome(last: Mapping[str, Any]) -> str:
    """The outcome of a run by the last line of its journal. For a dry run that reached its end it is "dry run"."""
    kind = str(last.get("outcome", ""))
    if not last.get("dry"):
        return kind
    return "dry run" if kind == "completed" else f"dry run, {kind}"
