"""The `shell:` and `exec:` services: protocol one and two, with and without a terminal."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from dataclasses import replace

from agentprog.phone.bash.session import Session
from agentprog.phone.bash.terminal import Terminal
from agentprog.phone.kernel.streams import ByteStream
from agentprog.phone.rig import Rig
from agentprog.phone.shell.commands import COMMANDS
from agentprog.phone.shell.io import Callback, Nothing, Pipe, Streams

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN, WINDOW_SIZE = range(6)
_HEADER = struct.Struct("<BI")
_CHUNK = 64 * 1024
_LINGER_SECONDS = 10.0


class ShellService:
    """One shell stream. `framed` means protocol two, `terminal` a pty.

    A command that `outlives` its stream (`exec:`) gets the end of input when the host closes, and may finish.
    """

    def __init__(
        self,
        rig: Rig,
        stream: ByteStream,
        *,
        framed: bool,
        terminal: bool,
        abort: Callable[[], None],
        outlives: bool = False,
    ) -> None:
        self._outlives = outlives
        self._rig = rig
        self._stream = stream
        self._framed = framed
        self._terminal = terminal
        self._abort = abort
        self._stdin = Pipe()
        self._session = Session(rig, COMMANDS)

    async def run(self, command: str) -> None:
        """Run a command, or read lines as a shell if there is none; then send the exit code."""
        work = asyncio.ensure_future(self._work(command))
        self._stream.on_close(lambda: self._hang_up(work))
        reader = asyncio.ensure_future(self._read_input())
        try:
            await asyncio.wait({work})
            if work.cancelled():
                return
            code = work.result()
        finally:
            reader.cancel()
            work.cancel()
        if self._framed:
            await self._stream.write(_HEADER.pack(EXIT, 1) + bytes([code & 0xFF]))

    def _hang_up(self, work: asyncio.Task[int]) -> None:
        """End the stream's work when the stream closes: at once, or after it has read all its input."""
        if self._outlives and not work.done():
            asyncio.get_running_loop().call_later(_LINGER_SECONDS, work.cancel)
        else:
            work.cancel()

    async def _work(self, command: str) -> int:
        rig = self._rig
        if command:
            rig.record("shell", command)
            rig.faults.note("shell")
            await rig.pace.wait("shell")
            hang = rig.strikes("shell_hang")
            if hang is not None:
                await rig.pace.sleep(float(hang["seconds"]))
            self._maybe_drop()
        if self._terminal:
            prompt = f"{rig.phone.props.get('ro.product.device') or 'phone'}:/ {'#' if rig.adb_root else '$'} "
            terminal = Terminal(self._session, self._stdin, self._streams(), prompt)
            return await (terminal.run_command(command) if command else terminal.interact())
        if command:
            return await self._session.run(command, self._streams())
        return await self._script_from_stdin()

    def _maybe_drop(self) -> None:
        drop = self._rig.strikes("drop_mid_command")
        if drop is not None:
            loop = asyncio.get_running_loop()
            loop.call_later(float(drop["seconds"]) / self._rig.pace.speed, self._abort)

    def _streams(self) -> Streams:
        separate = self._framed and not self._terminal
        stderr = self._send_stderr if separate else self._send_stdout
        return Streams(
            stdin=self._stdin, stdout=Callback(self._send_stdout), stderr=Callback(stderr), merged=not separate
        )

    async def _send_stdout(self, data: bytes) -> None:
        await self._send(STDOUT, data)

    async def _send_stderr(self, data: bytes) -> None:
        await self._send(STDERR, data)

    async def _send(self, kind: int, data: bytes) -> None:
        if not self._framed:
            await self._stream.write(data)
            return
        out = bytearray()
        for start in range(0, len(data), _CHUNK):
            chunk = data[start : start + _CHUNK]
            out += _HEADER.pack(kind, len(chunk)) + chunk
        await self._stream.write(bytes(out))

    async def _read_input(self) -> None:
        if not self._framed:
            while data := await self._stream.read():
                await self._stdin.write(data)
            self._stdin.end()
            return
        while True:
            kind, length = _HEADER.unpack(await self._stream.read_exactly(_HEADER.size))
            data = await self._stream.read_exactly(length) if length else b""
            if kind == STDIN:
                await self._stdin.write(data)
            elif kind == CLOSE_STDIN:
                self._stdin.end()

    async def _script_from_stdin(self) -> int:
        """`echo ls | adb shell`: run lines as soon as they form whole commands."""
        pending, streams = "", replace(self._streams(), stdin=Nothing())
        while not self._session.exited:
            chunk = await self._stdin.read()
            pending += chunk.decode("utf-8", "surrogateescape")
            ready, newline, rest = pending.rpartition("\n") if chunk else (pending, "", "")
            if ready.strip() and (not chunk or (newline and not self._session.unfinished(ready))):
                await self._session.run_line(ready, streams)
                pending = rest
            if not chunk:
                break
        return self._session.status
