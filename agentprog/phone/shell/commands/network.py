"""The network for the shell: one Wi-Fi interface, and the sockets that listen on the phone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from agentprog.phone.kernel.streams import StreamClosed
from agentprog.phone.shell.call import Call, Command, option
from agentprog.phone.shell.io import Sink


async def ping(call: Call) -> int:
    """`ping`: this phone has no network behind it, so names do not resolve and addresses do not answer."""
    host = call.args[-1] if call.args else ""
    if not all(c.isdigit() or c == "." for c in host):
        return call.complain(f"ping: unknown host {host}", 2)
    if host.startswith("127."):
        call.say(f"PING {host} ({host}) 56(84) bytes of data.\n64 bytes from {host}: icmp_seq=1 ttl=64 time=0.064 ms\n")
        return 0
    call.say(f"PING {host} ({host}) 56(84) bytes of data.\n\n--- {host} ping statistics ---\n")
    call.say("1 packets transmitted, 0 received, 100% packet loss, time 0ms\n\n")
    return 1


async def netstat(call: Call) -> int:
    call.say("Active Internet connections (servers)\n")
    call.say("Proto Recv-Q Send-Q Local Address           Foreign Address         State      \n")
    for name in call.rig.sockets.names():
        kind, _, port = name.partition(":")
        if kind == "tcp":
            call.say(f"tcp6       0      0 {'[::]:' + port:<23} {'[::]:*':<23} LISTEN     \n")
    return 0


class _Near:
    """The near end of a loopback connection: it writes the far end's bytes to the command's output."""

    def __init__(self, data: bytes, sink: Sink) -> None:
        self._data = bytearray(data)
        self._sink = sink
        self._waiting = asyncio.Event()
        self._callbacks: list[Callable[[], None]] = []
        self.closed = False

    async def read(self) -> bytes:
        if not self._data:
            await self._waiting.wait()
        data = bytes(self._data)
        self._data.clear()
        return data

    async def read_exactly(self, count: int) -> bytes:
        while len(self._data) < count:
            if self.closed:
                raise StreamClosed
            await self._waiting.wait()
        data = bytes(self._data[:count])
        del self._data[:count]
        return data

    async def write(self, data: bytes) -> None:
        await self._sink.write(data)

    def on_close(self, callback: Callable[[], None]) -> None:
        self._callbacks.append(callback)

    def close(self) -> None:
        self.closed = True
        self._waiting.set()
        for callback in self._callbacks:
            callback()


async def nc(call: Call) -> int:
    """`nc [-w SECONDS] HOST PORT` to a listener on the phone, such as a reversed port."""
    args = list(call.args)
    patience = float(option(args, "-w") or 2)
    operands = [arg for arg in args if not arg.startswith("-")]
    if len(operands) != 2:
        return call.complain("nc: needs HOST and PORT")
    handler = call.rig.sockets.find(f"tcp:{operands[1]}") if _local(operands[0]) else None
    if handler is None:
        return call.complain(f"nc: connect: Connection refused ({operands[0]}:{operands[1]})")
    near = _Near(await call.input(), call.streams.stdout)
    try:
        await asyncio.wait_for(asyncio.ensure_future(handler(near)), patience)
    except TimeoutError:
        pass
    finally:
        near.close()
    return 0


def _local(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


COMMANDS: Mapping[str, Command] = {
    "ping": ping,
    "netstat": netstat,
    "nc": nc,
    "netcat": nc,
}
