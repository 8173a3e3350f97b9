"""The event loop of a phone's process."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

if sys.platform == "win32":
    _Base = asyncio.ProactorEventLoop
else:
    _Base = asyncio.SelectorEventLoop


class PhoneLoop(_Base):
    """A loop that never enters a context which another thread may be in.

    The shell's interpreter calls each command of a pipeline from a thread of its own, in the one context of the script,
    and has the loop go on in the same one. A context can be entered by one thread at a time: the second ends with
    RuntimeError, and the script with it.
    """

    def call_soon_threadsafe(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Like asyncio's, in a copy of the context."""
        return super().call_soon_threadsafe(callback, *args, context=context.copy() if context is not None else None)


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in a loop of its own, as asyncio.run does."""
    with asyncio.Runner(loop_factory=PhoneLoop) as runner:
        return runner.run(main)
