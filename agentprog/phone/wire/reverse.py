"""`adb reverse`: sockets on the phone that connect to the computer."""

from __future__ import annotations

import asyncio
from typing import Protocol

from agentprog.phone.kernel.streams import ByteStream, Sockets, Stream, StreamClosed

_FIRST_FREE_PORT = 40000


class Opener(Protocol):
    """The connection that requested the reversal."""

    async def open(self, destination: str) -> Stream | None: ...


class Reverses:
    """The reversals of all connected hosts."""

    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets
        self._destinations: dict[str, tuple[str, Opener]] = {}

    def answer(self, request: str, opener: Opener) -> bytes:
        """adbd's reply to `reverse:REQUEST`."""
        verb, _, rest = request.partition(":")
        if verb == "list-forward":
            lines = "".join(f"host-1 {name} {to}\n" for name, (to, _) in self._destinations.items())
            return _sized(lines)
        if verb == "killforward-all":
            for name in list(self._destinations):
                self._remove(name)
            return b"OKAY"
        if verb == "killforward":
            return b"OKAY" if self._remove(rest) else _fail(f"listener '{rest}' not found")
        if verb == "forward":
            return self._forward(rest, opener)
        return _fail(f"unknown reverse request '{verb}'")

    def forget(self, opener: Opener) -> None:
        """Remove the reversals of a host that disconnected."""
        for name, (_, owner) in list(self._destinations.items()):
            if owner is opener:
                self._remove(name)

    def _forward(self, rest: str, opener: Opener) -> bytes:
        keep_existing = rest.startswith("norebind:")
        name, separator, destination = rest.removeprefix("norebind:").partition(";")
        if not separator or not destination:
            return _fail(f"bad forward: '{rest}'")
        chosen = ""
        if name == "tcp:0":
            chosen = str(self._free_port())
            name = f"tcp:{chosen}"
        if name in self._destinations:
            if keep_existing:
                return _fail(f"cannot rebind existing socket '{name}'")
            self._remove(name)
        if not self._sockets.listen(name, _relay(opener, destination)):
            return _fail(f"cannot bind listener: '{name}': Address already in use")
        self._destinations[name] = (destination, opener)
        return b"OKAY" + (_sized(chosen) if chosen else b"")

    def _free_port(self) -> int:
        port = _FIRST_FREE_PORT
        while self._sockets.find(f"tcp:{port}"):
            port += 1
        return port

    def _remove(self, name: str) -> bool:
        if self._destinations.pop(name, None) is None:
            return False
        return self._sockets.stop(name)


class _Relay:
    def __init__(self, opener: Opener, destination: str) -> None:
        self._opener = opener
        self._destination = destination

    async def __call__(self, near: ByteStream) -> None:
        far = await self._opener.open(self._destination)
        if far is None:
            return
        near.on_close(far.close)
        # adb has no half-closed streams: when either side ends, both end.
        ways = {asyncio.ensure_future(_copy(far, near)), asyncio.ensure_future(_copy(near, far))}
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            far.close()


def _relay(opener: Opener, destination: str) -> _Relay:
    return _Relay(opener, destination)


async def _copy(source: ByteStream, target: ByteStream) -> None:
    try:
        while data := await source.read():
            await target.write(data)
    except StreamClosed:
        return


def _sized(text: str) -> bytes:
    return f"{len(text.encode()):04x}{text}".encode()


def _fail(message: str) -> bytes:
    return b"FAIL" + _sized(message)
