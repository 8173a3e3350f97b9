"""The live view of a run in a terminal: lines scroll as in a log, above a view of the current state."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from agentprog.cli.console import result
from agentprog.cli.watching.lines import RunLines
from agentprog.cli.watching.panels import Shape, shape_of, view
from agentprog.cli.watching.picture import picture
from agentprog.cli.watching.purposes import asked_for
from agentprog.cli.watching.state import RunState
from agentprog.errors import Cancelled, NeedsHuman
from agentprog.ports import Event

_LOOK = 0.25
"""Seconds between two drawings at the fastest: over ssh every one is sent."""
_TICK = 1.0


def fits(console: Console) -> bool:
    """True if there is room for a live view."""
    return console.is_terminal and not console.is_dumb_terminal and console.width >= 40 and console.height >= 10


class LiveView:
    """A RunListener. As a context it draws from the first event or wait, so that a run that cannot begin leaves only
    its error. Afterwards only plain lines remain.
    """

    def __init__(self, console: Console, lines: RunLines, state: RunState, *, run_dir: Path, pictures: bool) -> None:
        self._console = console
        self._lines = lines
        self._state = state
        self._run_dir = run_dir
        colours = console.color_system in ("256", "truecolor") and not console.no_color
        self._pictures = pictures and colours
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._changed = threading.Event()
        self._live: Live | None = None
        self._begun = False
        self._asides = 0
        self._pending: list[Event] = []
        self._results_here = sys.stdout.isatty()
        self._notice = ""
        self._heard = (0.0, time.monotonic())
        self._shot: tuple[str, Shape, Text | None] | None = None

    def on_event(self, event: Event) -> None:
        with self._lock:
            self._state.take(event)
            self._heard = (self._state.at, time.monotonic())
            self._pending.append(event)
        self._changed.set()

    def model_progress(self, purpose: str, done: int, total: int) -> None:
        """Show the progress of a local model in the place of the action."""
        with self._lock:
            self._state.doing = f"asking the model for {asked_for(purpose)}"
            self._state.came = f"{done} of {total} tokens" if done < total else ""
        self._changed.set()

    def waits(self, text: str) -> None:
        """Show a reason for waiting that no event reports yet."""
        with self._lock:
            self._state.doing, self._state.came = text, "..."
        self._changed.set()

    def notify(self, text: str) -> None:
        """Show a notice until the run continues; safe in a signal handler."""
        self._notice = text
        self._changed.set()

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Draw it from the first event or wait until the block ends."""
        ticker = threading.Thread(target=self._tick, name="live view", daemon=True)
        ticker.start()
        try:
            yield
        finally:
            self._ended.set()
            self._changed.set()
            self._stop()
            ticker.join(timeout=2)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Stop drawing while a person is asked. Nested blocks change nothing."""
        with self._lock:
            self._asides += 1
            drawn = self._live is not None
        self._notice = ""
        self._stop()
        try:
            yield
        except (Cancelled, NeedsHuman, KeyboardInterrupt):  # the run ends: there is nothing more to draw
            drawn = False
            raise
        finally:
            self._notice = ""
            with self._lock:
                self._asides -= 1
            if drawn and not self._ended.is_set():
                self._start()

    def look(self) -> None:
        """Show once how things stand, while the view is out of the way."""
        self._console.print(self._drawn())

    def _start(self) -> None:
        live = Live(
            self._drawn(),
            console=self._console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=self._results_here,
            vertical_overflow="crop",
        )
        live.start(refresh=True)
        with self._lock:
            self._live = live

    def _stop(self) -> None:
        with self._lock:
            live, self._live = self._live, None
            if live is not None:
                live.stop()
            self._write()

    def _tick(self) -> None:
        while not self._ended.is_set():
            news = self._changed.wait(_TICK)
            self._changed.clear()
            with self._lock:
                if news and not (self._begun or self._asides or self._ended.is_set()):
                    self._begun = True
                    self._start()
                if self._live is not None:
                    self._live.update(self._drawn(), refresh=True)
                    self._write()
            self._ended.wait(_LOOK)

    def _write(self) -> None:
        """The lines since the last time, in one go: with each writing the whole view is sent again."""
        events, self._pending = self._pending, []
        lines: list[Text] = []
        for event in events:
            text = self._lines.told(event)
            if text is not None and self._results_here:
                lines.append(Text(text))
            elif text is not None:
                result(text)
            lines.extend(self._lines.lines(event))
        if lines:
            self._console.print(Text("\n").join(lines))

    def _drawn(self) -> RenderableType:
        with self._lock:
            shape = shape_of(self._console.width, self._console.height, pictures=self._pictures)
            at, heard = self._heard
            seconds = at + (time.monotonic() - heard)
            return view(self._state, shape, seconds=seconds, notice=self._notice, shot=self._picture(shape))

    def _picture(self, shape: Shape) -> Text | None:
        """The last screenshot, drawn once for each screen and size."""
        name = self._state.screen
        if not shape.picture or not name:
            return None
        if self._shot is None or self._shot[:2] != (name, shape):
            folder = self._run_dir / self._state.run / "steps"
            found = next((path for end in ("png", "jpg") if (path := folder / f"{name}.{end}").is_file()), None)
            drawn = picture(found, rows=shape.rows - 3, columns=shape.picture) if found is not None else None
            self._shot = (name, shape, drawn)
        return self._shot[2]
