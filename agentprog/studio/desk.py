"""The live runs, the recorded runs, the program to run, and a phone without a run."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from agentprog.app.handiwork.glass import Follower
from agentprog.app.handiwork.recorder import Recorder
from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.runs.listing import folders_in, list_runs, summarise
from agentprog.app.session.session import RunSession
from agentprog.app.settings.secrets import given_secrets
from agentprog.errors import UsageError
from agentprog.report import write_report
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.steering import Breakpoint
from agentprog.studio.frames import Frames
from agentprog.studio.handheld import Handheld
from agentprog.studio.lease import Lease

PHONE = "phone"
"""The name of the phone without a run."""


@dataclass(kw_only=True)
class Seat:
    """A live run, or a phone without one, that tabs can watch."""

    name: str
    held: RunSession | Handheld
    lease: Lease = field(default_factory=Lease)
    recorder: Recorder | None = None
    """Set while a person's actions are recorded."""
    follower: Follower | None = None
    """Set while touches on the phone itself are recorded too."""
    unheard: str = ""
    """The reason why touches on the phone cannot be recorded."""
    frames: Frames = field(init=False)

    def __post_init__(self) -> None:
        self.frames = Frames(lambda: self.held.phone)

    def stop_listening(self, *, wait: float = 0.0) -> None:
        """Stops recording touches on the phone; waits up to `wait` seconds for pending ones."""
        follower, self.follower = self.follower, None
        if follower is not None:
            follower.stop(wait=wait)

    @property
    def session(self) -> RunSession | None:
        return self.held if isinstance(self.held, RunSession) else None


class Desk:
    """`job` is the template of runs started here; `program` is shown first on the page."""

    def __init__(self, job: Job, *, program: Program | None = None, extra: RunFolder | None = None) -> None:
        self.job = job
        self.program = program
        self._extra = extra
        self._lock = threading.Lock()
        self._seats: dict[str, Seat] = {}

    # ------------------------------------------------------------ live runs

    def watch(self, session: RunSession) -> Seat:
        """Adds a live run. From now on its questions go to the page."""
        session.attended = True
        with self._lock:
            seat = Seat(name=f"live-{len(self._seats) + 1}", held=session)
            self._seats[seat.name] = seat
        return seat

    def live(self) -> list[dict[str, Any]]:
        """The live runs, in the order of their start."""
        sessions = [(seat.name, seat.session) for seat in self._seats.values() if seat.session is not None]
        return [{"seat": name, **session.state()} for name, session in sessions]

    def seat(self, name: str) -> Seat | None:
        """Finds a seat by its own name, or by the name of the run's folder."""
        return self._seats.get(name) or next(
            (seat for seat in self._seats.values() if seat.session is not None and seat.session.name == name), None
        )

    def begin(
        self,
        text: str,
        *,
        inputs: Mapping[str, str],
        secrets: Mapping[str, str] = MappingProxyType({}),
        breakpoints: tuple[Breakpoint, ...] = (),
    ) -> Seat:
        """Starts a run. Raises ConfigError for an invalid secret, UsageError for a wrong breakpoint."""
        known, secrets_of_run = self.program, (*self.job.secrets, *given_secrets(secrets))
        program = replace(known, text=text) if known is not None else Program(text=text, name="program")
        self._free_phone()
        session = RunSession(replace(self.job, program=program, task="", inputs=inputs, secrets=secrets_of_run))
        session.break_at(breakpoints)
        seat = self.watch(session)
        session.start(_reporting)
        return seat

    def open_phone(self) -> Seat:
        """Opens the phone without a run. Raises DeviceError, or DeviceBusy while a run has it."""
        with self._lock:
            seat = self._seats.get(PHONE)
            if seat is None or seat.held.phone is None or seat.held.phone.gone:
                seat = self._seats[PHONE] = Seat(name=PHONE, held=Handheld(self.job.settings))
        return seat

    def _free_phone(self) -> None:
        """Closes the phone without a run: a run needs it."""
        with self._lock:
            seat = self._seats.pop(PHONE, None)
        if seat is not None and isinstance(seat.held, Handheld):
            seat.stop_listening()
            seat.held.close()

    def close(self) -> None:
        """Ends the runs started here and closes the phone."""
        self._free_phone()
        for seat in list(self._seats.values()):
            if seat.session is not None and not seat.session.ended:
                seat.session.cancel("the studio was closed")

    # ------------------------------------------------------------ recorded runs

    def runs(self, most: int = 200) -> list[dict[str, Any]]:
        """The recorded runs, the latest first, at most `most`."""
        found = [summarise(self._extra.path)] if self._extra is not None else []
        names = {recorded.path.name for recorded in found}
        found += [run for run in reversed(list_runs(self.job.settings.run_dir)) if run.path.name not in names]
        return [{name: value for name, value in recorded.data().items() if name != "path"} for recorded in found[:most]]

    def folder(self, name: str) -> RunFolder:
        """The folder of the recorded run with exactly this name. Raises UsageError."""
        if self._extra is not None and self._extra.name == name:
            return self._extra
        for path in folders_in(self.job.settings.run_dir):
            if path.name == name:
                return RunFolder.open(path)
        raise UsageError(f"there is no run {name!r}", hint="It may have been removed.")

    @property
    def first(self) -> str:
        """Path of the first page: the run given on the command line or a live one, else the start page."""
        if self._extra is not None:
            return f"/runs/{self._extra.name}"
        return next((f"/runs/{name}" for name in self._seats if name != PHONE), "/")


def _reporting(job: Job) -> Any:
    done = launch(job)
    path: Path = done.folder
    if (path / "events.jsonl").is_file():
        write_report(RunFolder.open(path))
    return done
