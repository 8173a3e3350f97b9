"""Finds the service that a host asks for by name."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from functools import partial

from PIL.Image import Image

from agentprog.phone.kernel.streams import ByteStream, Stream
from agentprog.phone.rig import Rig
from agentprog.phone.wire.connection import Connection, Service
from agentprog.phone.wire.reverse import Reverses
from agentprog.phone.wire.shell_service import ShellService
from agentprog.phone.wire.sync import SyncService

_SOCKET_KINDS = ("tcp", "localabstract", "local", "localreserved", "localfilesystem", "dev", "vsock")


class Services:
    """The services of one phone."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self.reverses = Reverses(rig.sockets)

    def find(self, name: str, connection: Connection) -> Service | None:
        """The service of that name. None makes adbd answer CLSE without OKAY."""
        self._rig.record("service", name)
        kind, _, argument = name.partition(":")
        head, *options = kind.split(",")
        if head in _SOCKET_KINDS:
            return self._rig.sockets.find(_socket_name(head, argument))
        if head == "shell":
            return self._shell(argument, options, connection.abort)
        if head == "exec":
            return self._exec(argument, connection.abort)
        if head in ("abb", "abb_exec"):
            return self._binder(argument, framed=head == "abb", abort=connection.abort)
        if head == "reverse":
            return lambda stream: stream.write(self.reverses.answer(argument, connection))
        return self._small(head, connection)

    def _small(self, head: str, connection: Connection) -> Service | None:
        texts = {
            "remount": 'Not running as root. Try "adb root" first.\n',
            "disable-verity": "Device is locked. Please unlock the device first\n",
            "tcpip": "restarting in TCP mode\n",
            "usb": "restarting in USB mode\n",
        }
        if head in texts:
            return lambda stream: stream.write(texts[head].encode())
        if head in ("root", "unroot"):
            return partial(self._become, root=head == "root")
        if head == "sync":
            return self._sync
        if head == "framebuffer":
            return self._framebuffer
        if head == "reboot":
            return self._reboot
        if head in ("jdwp", "track-jdwp", "track-app"):
            return _hold
        return None

    def _shell(self, command: str, options: list[str], abort: Callable[[], None]) -> Service:
        framed = "v2" in options
        terminal = "pty" in options or (not command and "raw" not in options)

        async def serve(stream: Stream) -> None:
            await self._link()
            await ShellService(self._rig, stream, framed=framed, terminal=terminal, abort=abort).run(command)

        return serve

    def _exec(self, command: str, abort: Callable[[], None]) -> Service:
        async def serve(stream: Stream) -> None:
            await self._link()
            shell = ShellService(self._rig, stream, framed=False, terminal=False, abort=abort, outlives=True)
            await shell.run(command)

        return serve

    def _binder(self, argument: str, *, framed: bool, abort: Callable[[], None]) -> Service:
        """`abb` passes its words to a system service without a shell; words quoted for the shell have the same
        effect."""
        words = [word for word in argument.split("\0") if word]
        command = "cmd " + " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)

        async def serve(stream: Stream) -> None:
            await self._link()
            await ShellService(self._rig, stream, framed=framed, terminal=False, abort=abort).run(command)

        return serve

    async def _become(self, stream: Stream, *, root: bool) -> None:
        """Tell the host whether adbd restarts as another user. If it does, every connection ends after that reply."""
        rig = self._rig
        if root and not rig.debuggable:
            words = "adbd cannot run as root in production builds"
        elif root == rig.adb_root:
            words = "adbd is already running as root" if root else "adbd not running as root"
        else:
            words = "restarting adbd as root" if root else "restarting adbd as non root"
            stream.on_close(partial(rig.restart_adbd, root))
        await stream.write(f"{words}\n".encode())

    async def _sync(self, stream: Stream) -> None:
        await self._link()
        await SyncService(self._rig.files(self._rig.user), stream).run()

    async def _framebuffer(self, stream: Stream) -> None:
        self._rig.faults.note("screenshot")
        await self._link()
        await self._rig.pace.wait("screenshot")
        await send_framebuffer(stream, self._rig.phone.capture.image())

    async def _reboot(self, stream: Stream) -> None:
        self._rig.reboot()

    async def _link(self) -> None:
        await self._rig.pace.wait("open")
        slow = self._rig.strikes("slow_link")
        if slow is not None:
            await asyncio.sleep(float(slow["milliseconds"]) / 1000 / self._rig.pace.speed)


def _socket_name(kind: str, argument: str) -> str:
    """Normalises a socket name: `tcp:9008` and `tcp:9008:host` are the same socket."""
    return f"{kind}:{argument.partition(':')[0]}" if kind == "tcp" else f"{kind}:{argument}"


async def _hold(stream: Stream) -> None:
    """Debugging services have nothing to report, so the stream just stays open."""
    while await stream.read():
        pass


_HEADER = struct.Struct("<14I")
_VERSION, _BITS, _SRGB = 2, 32, 1


async def send_framebuffer(stream: ByteStream, image: Image) -> None:
    """Send one picture as RGBA, 8 bits for each channel."""
    raw = image.convert("RGBA").tobytes()
    red, blue, green, alpha = (0, 8), (16, 8), (8, 8), (24, 8)
    header = _HEADER.pack(_VERSION, _BITS, _SRGB, len(raw), image.width, image.height, *red, *blue, *green, *alpha)
    await stream.write(header + raw)
