"""Going on with a run whose process ended: what its folder says, checked before anything is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from agentprog.errors import UsageError
from agentprog.lang.ast import Program
from agentprog.lang.parser import parse
from agentprog.ports import Event
from agentprog.runtime.journal.codec import DamagedJournal
from agentprog.runtime.journal.events import ProgramReady, RunFinished, RunStarted
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.run import digest
from agentprog.runtime.state.values import Value, from_json

_RESUMABLE = ("interrupted", "needs human", "out of budget", "failed")


@dataclass(frozen=True, kw_only=True, slots=True)
class Resumable:
    """What `run_program` needs to go on: give it `journal`, and these in its options."""

    folder: RunFolder
    program: Program
    text: str
    source: Literal["file", "model"]
    instruction: str
    inputs: dict[str, Value]
    journal: tuple[Event, ...]


def load(folder: RunFolder, *, known_apps: tuple[str, ...] = ()) -> Resumable:
    """Read a run back. Raises UsageError when it has ended well, has no program, or its program has changed since."""
    journal = folder.events()
    ready = next((event for event in journal if isinstance(event, ProgramReady)), None)
    if ready is None:
        raise UsageError(f"{folder.path} ended before it had a program: there is nothing to resume")
    finished = next((event for event in reversed(journal) if isinstance(event, RunFinished)), None)
    if finished is not None and finished.outcome not in _RESUMABLE:
        raise UsageError(f"the run {folder.name} has ended: {finished.outcome} ({finished.reason})")
    _unchanged(folder, ready)
    program = _program(ready, known_apps)
    started = next((event for event in journal if isinstance(event, RunStarted)), None)
    inputs: dict[str, Any] = {name: from_json(value) for name, value in ready.inputs.items()}
    return Resumable(
        folder=folder,
        program=program,
        text=ready.text,
        source="model" if ready.source == "model" else "file",
        instruction=started.instruction if started is not None and ready.source == "model" else "",
        inputs=inputs,
        journal=journal,
    )


def _unchanged(folder: RunFolder, ready: ProgramReady) -> None:
    path = folder.path / "program.stp"
    try:
        saved = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise DamagedJournal(f"the program of the run cannot be read: {path}") from exc
    if digest(saved) != ready.digest:
        raise UsageError(
            f"{path} has changed since the run began",
            hint="Put it back as it was, or start a new run with the new one.",
        )


def _program(ready: ProgramReady, known_apps: tuple[str, ...]) -> Program:
    mode: Literal["strict", "lenient"] = "lenient" if ready.source == "model" else "strict"
    result = parse(ready.text, mode=mode, name="program", known_apps=known_apps)
    if result.program is None:
        raise DamagedJournal("the journal's program cannot be read any more")
    return result.program
