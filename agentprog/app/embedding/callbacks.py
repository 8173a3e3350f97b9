"""The embedding program as the run's person: its callbacks, plain or async, are called from the run's thread."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager
from typing import Any, TypeVar

from agentprog.app.embedding.tools import Tool, plain
from agentprog.errors import Cancelled, NeedsHuman
from agentprog.ports import Event
from agentprog.runtime.journal.events import StepFinished
from agentprog.runtime.safety.interaction import Consent, NobodyThere, RiskyAction
from agentprog.runtime.safety.proposal import Approval, Proposal

R = TypeVar("R")

OnStep = Callable[[StepFinished], Awaitable[None] | None]
"""Receives each statement that has ended."""
OnConfirm = Callable[[RiskyAction], bool | Consent | Awaitable[bool | Consent]]
"""Decides whether a risky action may happen; True allows it once."""
OnApprove = Callable[[Proposal], bool | Approval | Awaitable[bool | Approval]]
"""Approves a program with effects that nobody ordered; an Approval may replace the program."""
OnAsk = Callable[[str], str | Awaitable[str]]
"""Answers a question of the program or of the model."""
OnTakeover = Callable[[str], str | Awaitable[str | None] | None]
"""Asks a person to do something on the phone, for the given reason; returns their remark afterwards."""

_LOOK = 0.1


class Bridge:
    """Gets the value of a callback's result: awaitables run in the event loop that awaits the run."""

    def __init__(self, cancelled: Callable[[], bool]) -> None:
        self._cancelled = cancelled
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def to(self, loop: asyncio.AbstractEventLoop | None) -> Iterator[None]:
        """Run awaitables in this loop; None: each in a loop of its own."""
        self._loop = loop
        try:
            yield
        finally:
            self._loop = None

    def value(self, returned: R | Awaitable[R]) -> R:
        """Returns the callback's value. Raises its exceptions, and Cancelled if the run is cancelled meanwhile."""
        if not isinstance(returned, Awaitable):
            return returned
        waiting: Coroutine[Any, Any, R] = _wait(returned)
        if self._loop is None:
            return asyncio.run(waiting)
        future = asyncio.run_coroutine_threadsafe(waiting, self._loop)
        while True:
            try:
                return future.result(timeout=_LOOK)
            except NotYet:
                if future.done():  # raised by the callback itself
                    raise
                if self._cancelled():
                    future.cancel()
                    raise Cancelled("cancelled while a callback was waited for") from None

    def waits(self, tool: Tool) -> Tool:
        """The tool as a synchronous function; an async one is awaited."""
        return _Waiting(tool, self)


class _Waiting(Tool):
    def __init__(self, tool: Tool, bridge: Bridge) -> None:
        super().__init__(tool.function, tool.name)
        self._bridge = bridge

    def __call__(self, **arguments: Any) -> Any:
        return plain(self._bridge.value(super().__call__(**arguments)))


class Steps:
    """Passes finished steps to `on_step`."""

    def __init__(self, on_step: OnStep, bridge: Bridge) -> None:
        self._on_step = on_step
        self._bridge = bridge

    def on_event(self, event: Event) -> None:
        if isinstance(event, StepFinished):
            self._bridge.value(self._on_step(event))


class Callbacks:
    """An Interaction. A question without a callback raises NeedsHuman."""

    def __init__(
        self,
        bridge: Bridge,
        *,
        on_ask: OnAsk | None,
        on_confirm: OnConfirm | None,
        on_takeover: OnTakeover | None,
        on_approve: OnApprove | None = None,
    ) -> None:
        self._bridge = bridge
        self._on_ask = on_ask
        self._on_confirm = on_confirm
        self._on_takeover = on_takeover
        self._on_approve = on_approve

    def tell(self, text: str) -> None:
        """Messages are events, which listeners receive."""
        del text

    def ask(self, question: str) -> str:
        if self._on_ask is None:
            raise NeedsHuman(f"the program asks: {question}")
        return self._bridge.value(self._on_ask(question))

    def confirm(self, question: str) -> bool:
        """A person's yes or no; it allows no action."""
        if self._on_ask is None:
            raise NeedsHuman(question)
        return self.ask(f"{question} (yes or no)").strip().casefold() in ("y", "yes", "true")

    def permit(self, action: RiskyAction) -> Consent:
        if self._on_confirm is None:
            raise NeedsHuman(action.question)
        answer = self._bridge.value(self._on_confirm(action))
        return Consent.of(answer if isinstance(answer, Consent) else bool(answer))

    def approve(self, proposal: Proposal) -> Approval:
        if self._on_approve is None:
            return NobodyThere().approve(proposal)
        answer = self._bridge.value(self._on_approve(proposal))
        return answer if isinstance(answer, Approval) else Approval(yes=bool(answer))

    def take_over(self, reason: str) -> str:
        if self._on_takeover is None:
            raise NeedsHuman(reason)
        return self._bridge.value(self._on_takeover(reason)) or ""


async def _wait(awaitable: Awaitable[R]) -> R:
    return await awaitable
