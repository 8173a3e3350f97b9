"""The sockets that something on the phone listens on: `tcp:9008`, `localabstract:name`, reversed ports."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from agentprog.phone.wire.streams import ByteStream

Handler = Callable[[ByteStream], Awaitable[None]]


class Sockets:
    """Listening sockets by name, as adb names them."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    def listen(self, name: str, handler: Handler) -> bool:
        """Listen; False when the name is taken."""
        if name in self._handlers:
            return False
        self._handlers[name] = handler
        return True

    def stop(self, name: str) -> bool:
        """Stop listening; False when nobody did."""
        return self._handlers.pop(name, None) is not None

    def find(self, name: str) -> Handler | None:
        return self._handlers.get(name)

    def names(self) -> tuple[str, ...]:
        return tuple(self._handlers)
