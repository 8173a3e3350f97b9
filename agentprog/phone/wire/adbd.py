"""The phone's adbd: a TCP port for adb servers, and the decision which of them it accepts."""

from __future__ import annotations

import asyncio
import logging

from agentprog.phone.rig import Rig
from agentprog.phone.wire.auth import PublicKey
from agentprog.phone.wire.connection import Connection, Service
from agentprog.phone.wire.services import Services

_log = logging.getLogger(__name__)
_HOST = "127.0.0.1"
_ALLOW, _CANCEL = "Allow", "Cancel"
_BANNER_PROPS = ("ro.product.name", "ro.product.model", "ro.product.device")


class Adbd:
    """Listens for adb servers."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._services = Services(rig)
        self._connections: set[Connection] = set()
        self._known: list[PublicKey] = []
        self._asking: PublicKey | None = None
        self._server: asyncio.Server | None = None
        self.authorization = rig.profile.authorization
        self.port = 0

    async def start(self, port: int = 0) -> int:
        """Listen on the loopback interface (0: any free port). Returns the port."""
        self._server = await asyncio.start_server(self._accept, _HOST, port)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self.port

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self.drop()
            await self._server.wait_closed()

    def drop(self) -> int:
        """Break every connection. Returns how many there were."""
        dropped = list(self._connections)
        for connection in dropped:
            connection.abort()
        return len(dropped)

    def forget_keys(self) -> None:
        """Revoke USB debugging authorisations."""
        self._known.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(self, reader, writer)
        self._connections.add(connection)
        self._rig.faults.note("connect")
        try:
            await connection.run()
        finally:
            self._connections.discard(connection)
            self._services.reverses.forget(connection)

    # The text of the question on the phone.

    def banner(self) -> str:
        props = self._rig.phone.props
        fields = "".join(f"{name}={props.get(name) or ''};" for name in _BANNER_PROPS)
        return f"device::{fields}features={','.join(self._rig.profile.features)}"

    def asks_for_keys(self) -> bool:
        return self.authorization == "ask" or self.fault("unauthorized")

    def knows(self, token: bytes, signature: bytes) -> bool:
        return not self.fault("unauthorized") and any(key.verifies(token, signature) for key in self._known)

    def ask_person(self, key: PublicKey, connection: Connection) -> None:
        """Show "Allow USB debugging?". The answer accepts the connection or leaves it waiting, as on a phone."""
        if self.fault("unauthorized") or self._asking == key:
            return
        self._asking = key
        _log.info("asking for the key %s", key.fingerprint)

        def answered(button: str | None) -> None:
            self._asking = None
            if button == _ALLOW:
                self._known.append(key)
                connection.go_online()

        self._rig.phone.stage.ask(
            "Allow USB debugging?",
            f"The computer's RSA key fingerprint is:\n{key.fingerprint}",
            (_CANCEL, _ALLOW),
            answered,
            checkbox="Always allow from this computer",
        )

    def find_service(self, name: str, connection: Connection) -> Service | None:
        return self._services.find(name, connection)

    def fault(self, name: str) -> bool:
        return self._rig.strikes(name) is not None
