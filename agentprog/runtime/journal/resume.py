"""Resumes a run whose process ended, after checking its folder."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.lang.ast import Program
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.ports import ENDS, Event
from agentprog.runtime.journal.ending import DamagedJournal
from agentprog.runtime.journal.events import ModelCalled, ProgramReady, RunFinished, RunStarted
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.remap import remapped
from agentprog.runtime.state.values import Value, from_json

_RESUMABLE = frozenset(kind for kind, end in ENDS.items() if end.resumable)


def digest(text: str) -> str:
    """The digest of a program's text, to recognise it when its run is resumed."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]


@frozen
class Resumable:
    """All that `run_program` needs to continue: the `journal`, and the rest for its options."""

    folder: RunFolder
    program: Program
    text: str
    source: Literal["file", "model"]
    instruction: str
    inputs: dict[str, Value]
    journal: tuple[Event, ...]


@frozen
class Unplanned:
    """A run that ended before it had a program: nothing was done yet."""

    instruction: str
    journal: tuple[Event, ...]


def unplanned(folder: RunFolder) -> Unplanned | None:
    """The instruction to plan again; None if the run has a program, or ended before a model was asked for one."""
    journal = folder.events()
    if any(isinstance(event, ProgramReady) for event in journal):
        return None
    if not any(isinstance(event, ModelCalled | RunFinished) for event in journal):
        return None
    _refuse_ended(folder, journal)
    return Unplanned(instruction=str(folder.manifest().get("instruction", "")), journal=journal)


def load(folder: RunFolder, *, known_apps: tuple[str, ...] = ()) -> Resumable:
    """Reads a run back. An edited program is accepted if all executed statements are unchanged.

    Raises UsageError if they are not, if the run has ended well, or if it has no program.
    """
    journal = folder.events()
    ready = next((event for event in journal if isinstance(event, ProgramReady)), None)
    if ready is None:
        hint = "It did nothing yet: start a new run."
        raise UsageError(f"{folder.path} ended before it had a program: there is nothing to resume", hint=hint)
    _refuse_ended(folder, journal)
    began = _program(ready.text, ready.source, known_apps)
    if began is None:
        raise DamagedJournal("the journal's program cannot be read any more")
    text, program = _saved(folder), began
    journal = _of_one_text(journal, began, ready, known_apps)
    if digest(text) != ready.digest:
        changed = _program(text, ready.source, known_apps, strictly=True)
        if changed is None:
            raise UsageError(
                f"{folder.path / 'program.stp'} has changed since the run began, and has errors now",
                hint="`agentprog check` shows them. Or put it back as it was.",
            )
        program, journal = changed, remapped(journal, began, changed)
    started = next((event for event in journal if isinstance(event, RunStarted)), None)
    inputs: dict[str, Any] = {name: from_json(value) for name, value in ready.inputs.items()}
    return Resumable(
        folder=folder,
        program=program,
        text=text,
        source="model" if ready.source == "model" else "file",
        instruction=started.instruction if started is not None and ready.source == "model" else "",
        inputs=inputs,
        journal=journal,
    )


def _refuse_ended(folder: RunFolder, journal: tuple[Event, ...]) -> None:
    """Raises UsageError if the run's end leaves nothing to continue."""
    finished = next((event for event in reversed(journal) if isinstance(event, RunFinished)), None)
    if finished is not None and finished.outcome not in _RESUMABLE:
        raise UsageError(
            f"the run {folder.name} has ended: {finished.outcome} ({finished.reason})",
            hint="Nothing is left to resume: start a new run.",
        )


def _saved(folder: RunFolder) -> str:
    """The program as the run folder has it now."""
    path = folder.path / "program.stp"
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise DamagedJournal(f"the program of the run cannot be read: {path}") from exc


def _of_one_text(
    journal: tuple[Event, ...], began: Program, ready: ProgramReady, known_apps: tuple[str, ...]
) -> tuple[Event, ...]:
    """The journal with line numbers of the first text throughout; an earlier resumption may have had another text."""
    found: list[Event] = []
    part: list[Event] = []
    current = began
    for event in journal:
        if isinstance(event, ProgramReady) and event is not ready:
            found.extend(part if current is began else remapped(part, current, began, partly=True))
            part, current = [], _program(event.text, event.source, known_apps) or began
        part.append(event)
    found.extend(part if current is began else remapped(part, current, began, partly=True))
    return tuple(found)


def _program(text: str, source: str, known_apps: tuple[str, ...], *, strictly: bool = False) -> Program | None:
    """Parses the program; None if it cannot be read, or (with `strictly`) has errors."""
    mode: Literal["strict", "lenient"] = "lenient" if source == "model" else "strict"
    if strictly and check_text(text, mode=mode, name="program", known_apps=known_apps).errors:
        return None
    return parse(text, mode=mode, name="program", known_apps=known_apps).program
