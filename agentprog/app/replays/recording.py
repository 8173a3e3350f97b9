"""Reads a finished run back: screens, actions, moves and model calls, in order."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.ports import App, Capabilities, CaptureIssue, CaptureKind, DeviceInfo, Event, Screen, Screenshot, Space
from agentprog.runtime.journal import events as e
from agentprog.runtime.journal.codec import element_from
from agentprog.runtime.journal.ending import DamagedJournal
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.state.values import Value, from_json

Key = tuple[str, int]
"""An execution of a statement: its node's id, and the number of its executions so far."""


class Course:
    """A RunListener that tracks the current statement and counts its executions."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()
        self.key: Key = ("", 0)
        self.line = 0

    def on_event(self, event: Event) -> None:
        if isinstance(event, e.StepStarted):
            self._times[event.node] += 1
            self.key, self.line = (event.node, self._times[event.node]), event.line


@dataclass(kw_only=True, slots=True)
class Turn:
    """An action, its result, and the looks until the next one. The first turn of a run has no action."""

    action: e.ActionIntended | None = None
    done: e.ActionDone | None = None
    value: str = ""
    looks: list[e.Observed] = field(default_factory=list)


@frozen
class Decided:
    """A move of a grounder, and the look of its decision (None: no look was recorded)."""

    event: e.MoveDecided
    seen: e.Observed | None


@frozen
class RecordedCall:
    """A model call with its answer or its failure. `record` names its file."""

    purpose: str
    record: str


class Recording:
    """One run folder, read. Raises UsageError if it contains no run that can be repeated."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        if folder.manifest().get("redacted"):
            raise UsageError(
                f"{folder.name} is a redacted copy, so its actions are missing",
                hint="Take the original, or make the run once more.",
            )
        self.events = folder.events()
        ready = [event for event in self.events if isinstance(event, e.ProgramReady)]
        if not ready:
            raise UsageError(
                f"{folder.name} ended before it had a program: there is nothing to replay", hint="Start anew."
            )
        if any(isinstance(event, e.RunResumed) for event in self.events):
            raise UsageError(
                f"{folder.name} was resumed, so its journal covers more than one process",
                hint="Run it again from its start, and take that run.",
            )
        self.ready = ready[0]
        self.manifest = folder.manifest()
        setup = self.manifest.get("setup")
        self.setup: dict[str, Any] = setup if isinstance(setup, dict) else {}
        self.turns: list[Turn] = [Turn()]
        self.moves: dict[Key, list[Decided]] = {}
        self.calls: dict[Key, list[RecordedCall]] = {}
        self.looks: dict[Key, list[e.Observed]] = {}
        self.actions: dict[Key, list[e.ActionIntended]] = {}
        self._records: dict[str, str] = {}
        self._screens: dict[str, Screen] = {}
        self._read()

    def _read(self) -> None:
        course, seen = Course(), None
        for event in self.events:
            course.on_event(event)
            match event:
                case e.Observed():
                    seen = event
                    if event.record:
                        self._records[event.signature] = event.record
                    self.turns[-1].looks.append(event)
                    self.looks.setdefault(course.key, []).append(event)
                case e.ActionIntended(dry=False):
                    self.turns.append(Turn(action=event))
                    self.actions.setdefault(course.key, []).append(event)
                case e.ActionDone():
                    self.turns[-1].done = event
                case e.Resolved(what="clipboard" | "clipboard value"):
                    self.turns[-1].value = str(event.value)
                case e.MoveDecided():
                    self.moves.setdefault(course.key, []).append(Decided(event=event, seen=seen))
                case e.ModelCalled() if event.record:
                    call = RecordedCall(purpose=event.purpose, record=event.record)
                    self.calls.setdefault(course.key, []).append(call)

    @property
    def by_model(self) -> bool:
        """True if a model wrote the program."""
        return self.ready.source == "model"

    @property
    def instruction(self) -> str:
        """The task in plain words; empty if a person wrote the program."""
        started = next((event for event in self.events if isinstance(event, e.RunStarted)), None)
        return started.instruction if started is not None and self.by_model else ""

    @property
    def inputs(self) -> dict[str, Value]:
        return {name: from_json(value) for name, value in self.ready.inputs.items()}

    @property
    def device(self) -> DeviceInfo:
        """The phone's description. Raises UsageError if the run had no phone."""
        try:
            return DeviceInfo(**self.manifest["device"])
        except (KeyError, TypeError) as exc:
            raise UsageError(f"{self.folder.name} does not name its phone: run it once more") from exc

    @property
    def finished(self) -> e.RunFinished | None:
        return next((event for event in reversed(self.events) if isinstance(event, e.RunFinished)), None)

    @property
    def apps(self) -> tuple[App, ...]:
        """The phone's apps, if the run read them."""
        return tuple(
            App(package=app["package"], label=app["label"], aliases=tuple(app["aliases"]))
            for app in self.manifest.get("apps") or ()
        )

    @property
    def models(self) -> dict[str, Capabilities]:
        """Capabilities of the models in the recording, by id."""
        known = self.manifest.get("models") or {}
        if self.calls and not known:
            raise UsageError(
                f"{self.folder.name} lacks its model's abilities: an earlier version of agentprog recorded it",
                hint="Run it once more, and take that run.",
            )
        return {id: Capabilities(**{**found, "space": Space(found["space"])}) for id, found in known.items()}

    def screen(self, look: e.Observed) -> Screen | None:
        """The screen of a look; None if it was not stored."""
        record = look.record or self._records.get(look.signature, "")
        if record and record not in self._screens:
            self._screens[record] = recorded_screen(self.folder, record)
        return self._screens.get(record)

    def call(self, call: RecordedCall) -> dict[str, Any]:
        """The whole record of a model call: request, reply or error."""
        path = self.folder.path / "models" / f"{call.record}.json"
        try:
            found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except OSError as exc:
            raise UsageError(f"the record of a model call cannot be read: {path}: {exc.strerror}") from exc
        except ValueError as exc:
            raise DamagedJournal(f"the record of a model call is damaged: {path}: {exc}") from exc
        return found


def recorded_screen(folder: RunFolder, record: str) -> Screen:
    """A screen as a run saw it. Raises UsageError, and DamagedJournal for an unusable file."""
    path = folder.path / "steps" / f"{record}.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        shot = next((path.with_suffix(s) for s in (".jpg", ".png") if path.with_suffix(s).is_file()), None)
        return Screen(
            package=data["package"],
            activity=data["activity"],
            width=data["width"],
            height=data["height"],
            taken_at=datetime.fromisoformat(data["taken_at"]),
            rotation=data["rotation"],
            keyboard_shown=data["keyboard"],
            issues=tuple(CaptureIssue(kind=CaptureKind(i["kind"]), detail=i["detail"]) for i in data["issues"]),
            elements=tuple(element_from(element) for element in data["elements"]),
            screenshot=_picture(shot.read_bytes(), data) if shot is not None else None,
        )
    except OSError as exc:
        raise UsageError(f"a recorded screen cannot be read: {path}: {exc.strerror}") from exc
    except (KeyError, TypeError, ValueError) as exc:
        raise DamagedJournal(f"a recorded screen is damaged: {path}: {exc!r}") from exc


def _picture(data: bytes, screen: dict[str, Any]) -> Screenshot:
    kind = "image/png" if data.startswith(b"\x89PNG") else "image/jpeg"
    return Screenshot(data=data, media_type=kind, width=screen["width"], height=screen["height"])
