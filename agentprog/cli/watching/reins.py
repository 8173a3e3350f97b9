"""Ctrl-C and `kill` during a run: pause, stop gently, stop at once."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from agentprog.app.session.session import RunSession
from agentprog.cli.watching.person import AtTheTerminal
from agentprog.runtime.safety.interaction import Interaction

Say = Callable[[str], None]


class _Signals:
    """If somebody can be asked, Ctrl-C pauses, a second one stops before the next action, a third stops at once.
    Otherwise the first one stops. `kill` stops gently in both cases.
    """

    def __init__(self, session: RunSession, person: Interaction, say: Say) -> None:
        self._session = session
        self._cancel = session.cancel_token
        self._person = person if isinstance(person, AtTheTerminal) else None
        self._say = say

    def interrupted(self, _number: int, _frame: FrameType | None) -> None:
        if self._cancel.cancelled or (self._person is not None and self._person.asking):
            raise KeyboardInterrupt
        if self._person is not None and not self._session.steering.held:
            self._session.pause()
            self._say("Pausing after the current action; Ctrl-C again stops.")
            return
        self._stop("stopped by Ctrl-C")

    def terminated(self, _number: int, _frame: FrameType | None) -> None:
        self._stop("stopped by a signal")
        if self._person is not None and self._person.asking:
            raise KeyboardInterrupt

    def _stop(self, reason: str) -> None:
        self._session.cancel(reason)
        self._say("Stopping before the next action; Ctrl-C again stops at once.")


@contextmanager
def steered(session: RunSession, person: Interaction, say: Say) -> Iterator[None]:
    """Handles signals within the block, and restores their handlers afterwards."""
    signals = _Signals(session, person, say)
    handlers = {signal.SIGINT: signals.interrupted, signal.SIGTERM: signals.terminated}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
