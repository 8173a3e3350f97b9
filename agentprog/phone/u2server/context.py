"""The context passed to every call of the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from agentprog.phone.gestures import Gestures
from agentprog.phone.rig import Rig
from agentprog.phone.u2server.objects import Objects
from agentprog.phone.u2server.rpc import RpcParams

_SETTLE_STEP, _SETTLE_LIMIT = 0.05, 3.0


class ServerContext:
    """The phone, its objects and gestures, and the server's memory between calls."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.phone = rig.phone
        self.gestures = Gestures(rig)
        self.objects = Objects(rig)
        self.watchers: dict[str, Callable[[], Awaitable[bool]]] = {}
        self.triggered: set[str] = set()
        self.stale_dump = ""
        self.configurator: dict[str, object] = {
            "actionAcknowledgmentTimeout": 3000,
            "keyInjectionDelay": 0,
            "scrollAcknowledgmentTimeout": 200,
            "uiAutomationFlags": 0,
            "waitForIdleTimeout": 0,
            "waitForSelectorTimeout": 0,
        }

    async def settle(self) -> None:
        """Wait until nothing moves, like UiScrollable between swipes."""
        waited = 0.0
        while waited < _SETTLE_LIMIT and not self.phone.accessibility.idle():
            if self.rig.pace.holds:
                await self.rig.pace.sleep(_SETTLE_STEP)
            else:
                self.phone.clock.advance(_SETTLE_STEP)
            waited += _SETTLE_STEP


Method = Callable[[ServerContext, RpcParams], Awaitable[object]]
