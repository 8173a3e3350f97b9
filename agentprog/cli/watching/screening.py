"""Sets up watching a run in a terminal: its lines or its live view, its person, its controls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from agentprog.app.launching.job import Job
from agentprog.app.session.server import served
from agentprog.app.session.session import RunSession
from agentprog.cli.console import err, say, warn
from agentprog.cli.watching.debugging import Debugger
from agentprog.cli.watching.lines import RunLines, said
from agentprog.cli.watching.live import LiveView, fits
from agentprog.cli.watching.model_status import ModelStatus
from agentprog.cli.watching.person import AtTheTerminal, is_there
from agentprog.cli.watching.reins import steered
from agentprog.cli.watching.state import RunState
from agentprog.errors import UsageError
from agentprog.ports import Event
from agentprog.runtime.journal.events import Observed, RunStarted
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.steering import Steering


@contextmanager
def screening(
    job: Job,
    *,
    live: bool | None,
    picture: bool,
    quiet: bool,
    as_json: bool,
    past: RunFolder | None = None,
    listen: bool = False,
    studio: bool = False,
    pause: bool = False,
) -> Iterator[RunSession]:
    """The job as a session, with the terminal's additions. `live` None: if the terminal can; `past` is the run to
    continue; `listen`: others may hold it over a socket; `studio`: a page may; `pause`: it is held before its first
    line.
    """
    console = err()
    attended = is_there(non_interactive=as_json)
    lines = RunLines(quiet=quiet, told_aside=as_json, asks=not attended, console=console)
    view = None
    if live is not False and not quiet and fits(console):
        state = _known(job, past)
        view = LiveView(console, lines, state, run_dir=_folder(job, past), pictures=picture)
    shots = Shots(_folder(job, past))
    at_terminal = AtTheTerminal(shot=shots.latest)
    if view is not None:
        at_terminal = AtTheTerminal(view.aside, view.look, shots.latest)
    person = at_terminal if attended else NobodyThere()
    steering = Steering()
    if isinstance(person, AtTheTerminal):
        steering = Steering(person.menu)
    session = RunSession(
        replace(
            job,
            listeners=(*job.listeners, view or lines, shots),
            model_progress=None if quiet else view.model_progress if view is not None else ModelStatus(),
            waits=view.waits if view is not None else said,
            interaction=person,
            steering=steering,
        )
    )
    at_terminal.debugger = Debugger(session)
    if pause:
        if not (attended or listen or studio):
            raise UsageError("nobody can go on after --pause", hint="Add --listen, --studio, or a terminal.")
        session.pause()
    notify = view.notify if view is not None else _warn
    with ExitStack() as stack:
        if listen:
            say(f"Other programs can control this run: {stack.enter_context(served(session))}")
        if studio:
            stack.enter_context(_on_a_page(session))
        stack.enter_context(steered(session, person, notify))
        if view is not None:
            stack.enter_context(view.shown())
        yield session


@contextmanager
def _on_a_page(session: RunSession) -> Iterator[None]:
    from agentprog.cli.commands.studio import show_link
    from agentprog.studio.desk import Desk
    from agentprog.studio.server import LOOPBACK, opened

    desk = Desk(session.job)
    desk.watch(session)
    with opened(desk) as link:
        show_link(link, host=LOOPBACK, browser=True)
        yield


class Shots:
    """Finds the latest picture of the phone under this folder of runs."""

    def __init__(self, runs: Path) -> None:
        self._runs = runs
        self._run = self._record = ""

    def on_event(self, event: Event) -> None:
        if isinstance(event, RunStarted):
            self._run = event.run
        elif isinstance(event, Observed) and event.record:
            self._record = event.record

    def latest(self) -> Path | None:
        """The latest picture; None if there is none."""
        stem = self._runs / self._run / "steps" / self._record
        return next((path for end in ("png", "jpg") if (path := stem.with_suffix(f".{end}")).is_file()), None)


def _warn(text: str) -> None:
    warn(text, style="yellow")


def _known(job: Job, past: RunFolder | None) -> RunState:
    state = RunState(limits=job.settings.limits(), title=job.title)
    if past is not None:
        state.take_all(past.events())
        state.run = past.name
    return state


def _folder(job: Job, past: RunFolder | None) -> Path:
    """The folder of runs."""
    return past.path.parent if past is not None else job.settings.run_dir
