"""A recorded run as an offline test: the same program over the same screens and replies must take the same course."""

from __future__ import annotations

import difflib
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.recipes.recorded import earlier_in
from agentprog.app.replays.offline import Departed, OfflineClock, OfflinePerson, OfflinePhone, OfflineTools
from agentprog.app.replays.recording import Course, Recording
from agentprog.app.replays.tape import Tape, taped_roles
from agentprog.app.runs.origin import setup_here
from agentprog.app.settings.model import Settings
from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.ports import Device, Event
from agentprog.runtime.journal import events as e
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.roles import Roles

WORKSPACE = "workspace"
"""The files that the program reads, in a folder of `write_test`."""


@frozen
class Comparison:
    """The recorded course and the current one, one line for each relevant event. `notes` are differences that do not
    matter by themselves.
    """

    run: str
    recorded: tuple[str, ...]
    now: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        return self.recorded == self.now

    @property
    def difference(self) -> tuple[str, ...]:
        """The differences as a unified diff; empty if there are none."""
        lines = difflib.unified_diff(self.recorded, self.now, "recorded", "now", lineterm="", n=3)
        return tuple(lines)

    @property
    def text(self) -> str:
        """The comparison for a person, in a failed test or a terminal."""
        head = f"{self.run} does not go as recorded" if not self.same else f"{self.run} is as recorded"
        return "\n".join([head, *self.notes, *self.difference])

    def data(self) -> dict[str, Any]:
        """The comparison as plain values."""
        return {
            "run": self.run,
            "same": self.same,
            "compared": len(self.recorded),
            "notes": list(self.notes),
            "difference": list(self.difference),
        }


def compare(path: Path) -> Comparison:
    """Run the current program of a run folder again, without phone, model and person, and compare.

    Raises UsageError if the folder holds no run that can be repeated, ProgramError if the program has errors.
    """
    recording = Recording(RunFolder.open(path))
    replayed = recording.manifest.get("replay")
    if isinstance(replayed, dict):
        raise UsageError(
            f"{recording.folder.name} is a replay", hint=f"Test the run that it repeats: {replayed.get('of')}."
        )
    course, path_taken, changed = Course(), _Taken(), list[str]()
    tape = Tape(
        recording,
        course,
        unanswered=lambda purpose: Departed(
            f"line {course.line} asks the model ({purpose}), and the recorded run has no answer left for it"
        ),
        differs=lambda purpose: changed.append(f"line {course.line} ({purpose})"),
    )
    with tempfile.TemporaryDirectory() as folder:
        job = _job(recording, Path(folder), taped_roles(recording, tape), listeners=(course, path_taken))
        launch(job)
    return Comparison(
        run=recording.folder.name,
        recorded=course_of(recording.events),
        now=course_of(path_taken.events),
        notes=_notes(recording, changed),
    )


class _Taken:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


class _Offline:
    """Roles from the tape, and only the recorded phone."""

    def __init__(self, roles: Roles) -> None:
        self._roles = roles

    def device(self, device: Device) -> Device:
        return device

    def roles(self, roles: Roles) -> Roles:
        del roles
        return self._roles


def _job(recording: Recording, folder: Path, roles: Roles, *, listeners: tuple[Any, ...]) -> Job:
    setup, path = recording.setup, recording.folder.path
    settings = Settings().as_begun(setup).with_one_model(None)
    started = next((event for event in recording.events if isinstance(event, e.RunStarted)), None)
    return Job(
        settings=settings.but(run_dir=folder / "runs", workspace=_workspace(recording, folder)),
        task=recording.instruction,
        program=Program(
            text=program_of(path),
            name=str(path / "program.stp"),
            folder=folder,
            by_model=recording.by_model,
            run=path,
            apps=tuple(str(name) for name in setup.get("apps") or ()),
        ),
        inputs=recording.inputs,
        device=OfflinePhone(recording),
        tools=OfflineTools(recording),
        layer=_Offline(roles),
        known=earlier_in(recording.events),
        clock=OfflineClock(started.started_at if started is not None else ""),
        listeners=listeners,
        interaction=OfflinePerson(recording),
    )


def program_of(path: Path) -> str:
    """The current program of a run folder."""
    try:
        return (path / "program.stp").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise UsageError(f"the program of the run cannot be read: {path / 'program.stp'}: {exc}") from exc


def _workspace(recording: Recording, folder: Path) -> Path:
    """A copy of the program's files: saving must not change the record."""
    target = folder / "files"
    target.mkdir()
    for name, source in named_files(recording):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target / name)
    return target


def named_files(recording: Recording) -> list[tuple[str, Path]]:
    """The files of the run's workspace that its program names, each with its path."""
    copied, workspace = recording.folder.path / WORKSPACE, setup_here(recording.folder).get("workspace")
    base = copied if copied.is_dir() else Path(workspace) if workspace else None
    if base is None or not base.is_dir():
        return []
    quoted = {part for part in recording.ready.text.split('"')[1::2] if part.strip()}
    found = ((name, base / name) for name in sorted(quoted) if not Path(name).is_absolute() and ".." not in name)
    inside = base.resolve()
    return [(name, path) for name, path in found if path.is_file() and path.resolve().is_relative_to(inside)]


def course_of(events: Iterable[Event]) -> tuple[str, ...]:
    """The relevant parts of a run, a line each: statements with their ends, actions, values, messages, the end."""
    lines: list[str] = []
    for event in events:
        match event:
            case e.StepStarted():
                lines.append(f"line {event.line}: {event.text.strip()}")
            case e.StepFinished():
                lines.append(f"line {event.line}: {event.operation}, {event.status}")
            case e.ActionIntended():
                lines.append(f"    {'would ' if event.dry else ''}{event.text}")
            case e.ActionRefused():
                lines.append(f"    refused: {event.text} ({event.reason})")
            case e.VariableSet():
                lines.append(f"    {event.preview}")
            case e.Told():
                lines.append(f"    says: {event.text}")
            case e.Asked():
                lines.append(f"    asks: {event.question}")
            case e.RunFinished():
                lines.append(f"{event.outcome}: {event.reason}")
                lines += [f"answer: {event.answer}"] if event.answer is not None else []
    return tuple(lines)


def _notes(recording: Recording, changed: list[str]) -> tuple[str, ...]:
    notes = []
    if changed:
        shown = ", ".join(changed[:5]) + (", ..." if len(changed) > 5 else "")
        prompts = "a prompt is" if len(changed) == 1 else f"{len(changed)} prompts are"
        notes.append(f"{prompts} not as recorded, and got the next recorded reply: {shown}")
    if any(isinstance(event, e.Remarked) for event in recording.events):
        notes.append("a person sent notes to the recorded run; the replay cannot send them")
    if any(isinstance(event, e.ValueGiven) for event in recording.events):
        notes.append("a person changed variables of the recorded run at a pause; the replay does not")
    return tuple(notes)
