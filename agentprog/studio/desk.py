"""What lies on the desk: the runs at work, those in the folder of runs, a program to run, a phone without a run."""

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
    """Something live that tabs watch: a run at work, or a phone without one."""

    name: str
    held: RunSession | Handheld
    lease: Lease = field(default_factory=Lease)
    recorder: Recorder | None = None
    """While a person's deeds are recorded."""
    follower: Follower | None = None
    """While what is done on the phone itself is recorded too."""
    unheard: str = ""
    """Why it is not."""
    frames: Frames = field(init=False)

    def __post_init__(self) -> None:
        self.frames = Frames(lambda: self.held.phone)

    def stop_listening(self, *, wait: float = 0.0) -> None:
        """What is done on the phone itself is recorded no more; `wait` so many seconds for what was done already."""
        follower, self.follower = self.follower, None
        if follower is not None:
            follower.stop(wait=wait)

    @property
    def session(self) -> RunSession | None:
        return self.held if isinstance(self.held, RunSession) else None


class Desk:
    """`job` is what every run that is begun here is made of; `program` is the one that the page shows first."""

    def __init__(self, job: Job, *, program: Program | None = None, extra: RunFolder | None = None) -> None:
        self.job = job
        self.program = program
        self._extra = extra
        self._lock = threading.Lock()
        self._seats: dict[str, Seat] = {}

    # ------------------------------------------------------------ what is live

    def watch(self, session: RunSession) -> Seat:
        """Put a run at work on the desk. Its questions wait for the page from now on."""
        session.attended = True
        with self._lock:
            seat = Seat(name=f"live-{len(self._seats) + 1}", held=session)
            self._seats[seat.name] = seat
        return seat

    def live(self) -> list[dict[str, Any]]:
        """The runs at work, in the order in which they came."""
        sessions = [(seat.name, seat.session) for seat in self._seats.values() if seat.session is not None]
        return [{"seat": name, **session.state()} for name, session in sessions]

    def seat(self, name: str) -> Seat | None:
        """By its own name, or by the name of the run's folder."""
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
        """Run a program. Raises ConfigError for what cannot be a secret, and UsageError for a wrong breakpoint."""
        known, kept = self.program, (*self.job.secrets, *given_secrets(secrets))
        program = replace(known, text=text) if known is not None else Program(text=text, name="program")
        self._free_phone()
        session = RunSession(replace(self.job, program=program, task="", inputs=inputs, secrets=kept))
        session.break_at(breakpoints)
        seat = self.watch(session)
        session.start(_reporting)
        return seat

    def open_phone(self) -> Seat:
        """The phone without a run. Raises DeviceError, DeviceBusy while a run has it."""
        with self._lock:
            seat = self._seats.get(PHONE)
            if seat is None or seat.held.phone is None or seat.held.phone.gone:
                seat = self._seats[PHONE] = Seat(name=PHONE, held=Handheld(self.job.settings))
        return seat

    def _free_phone(self) -> None:
        """A run needs the phone for itself."""
        with self._lock:
            seat = self._seats.pop(PHONE, None)
        if seat is not None and isinstance(seat.held, Handheld):
            seat.stop_listening()
            seat.held.close()

    def close(self) -> None:
        """End what was begun here, and let the phone go."""
        self._free_phone()
        for seat in list(self._seats.values()):
            if seat.session is not None and not seat.session.ended:
                seat.session.cancel("the studio was closed")

    # ------------------------------------------------------------ what is recorded

    def runs(self, most: int = 200) -> list[dict[str, Any]]:
        """The runs in the folder of runs, the latest first."""
        found = [summarise(self._extra.path)] if self._extra is not None else []
        names = {one.path.name for one in found}
        found += [one for one in reversed(list_runs(self.job.settings.run_dir)) if one.path.name not in names]
        return [{name: value for name, value in one.data().items() if name != "path"} for one in found[:most]]

    def folder(self, name: str) -> RunFolder:
        """The recorded run of exactly that name. Raises UsageError."""
        if self._extra is not None and self._extra.name == name:
            return self._extra
        for path in folders_in(self.job.settings.run_dir):
            if path.name == name:
                return RunFolder.open(path)
        raise UsageError(f"there is no run {name!r}", hint="It may have been removed.")

    @property
    def first(self) -> str:
        """The page to open: the run that was named, or at work; else the beginning."""
        if self._extra is not None:
            return f"/runs/{self._extra.name}"
        return next((f"/runs/{name}" for name in self._seats if name != PHONE), "/")


def _reporting(job: Job) -> Any:
    done = launch(job)
    path: Path = done.folder
    if (path / "events.jsonl").is_file():
        write_report(RunFolder.open(path))
    return done
