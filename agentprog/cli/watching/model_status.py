"""Progress of a local model: one line that is rewritten, on a terminal only."""

from __future__ import annotations

import time

from agentprog.cli.console import err

_PAUSE = 0.2


class ModelStatus:
    """Called with (purpose, done, total) tokens. A log would fill with these lines, so none are written to one."""

    def __init__(self) -> None:
        self._console = err()
        self._said = 0.0

    def __call__(self, purpose: str, done: int, total: int) -> None:
        if not self._console.is_terminal:
            return
        now = time.monotonic()
        if done >= total:
            self._console.print(" " * 60, end="\r")
        elif now - self._said >= _PAUSE:
            self._said = now
            self._console.print(f"         model, {purpose}: {done} of {total} tokens", end="\r", style="dim")
