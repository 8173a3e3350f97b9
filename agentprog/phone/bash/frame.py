"""The frame around a script: the client's input and output, and the script's exit status.

This module does not know the interpreter. bashkit keeps its commands alive beyond the reach of Python's garbage
collector; a command that referred to its interpreter would keep both for ever.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from agentprog.phone.bash import words
from agentprog.phone.shell.io import Nothing, Streams

if TYPE_CHECKING:
    from bashkit._bashkit import CommandContext

SIGPIPE = 141
AS, END, IN, OUT = "_as_", "_end_", "_in_", "_out_"
"""Commands around a script: the previous status, the end of the script, the client's input and its output."""


class Frame:
    """The client's side of the running script. The script's end sets `ended`."""

    def __init__(self) -> None:
        self.rest()
        self.ended = asyncio.Event()
        self.status = 0

    def rest(self) -> None:
        """Drop the client's streams, since they refer to the interpreter."""
        self.streams = Streams(stdin=Nothing(), stdout=Nothing(), stderr=Nothing())

    def begin(self, streams: Streams) -> None:
        self.streams = streams
        self.ended.clear()

    async def end(self, context: CommandContext) -> int:
        self.status = int(context.argv[0])
        self.ended.set()
        return self.status

    async def feed(self, context: CommandContext) -> int:
        """Pass on the client's input until it ends, the script ends, or the number of lines in the argument is
        reached."""
        lines = float(context.argv[0])
        ended = asyncio.ensure_future(self.ended.wait())
        try:
            while True:
                chunk = asyncio.ensure_future(self.streams.stdin.read())
                await asyncio.wait({chunk, ended}, return_when=asyncio.FIRST_COMPLETED)
                if not chunk.done():
                    chunk.cancel()
                    return 0
                if not chunk.result():
                    return 0
                await context.stdout.write(chunk.result())
                lines -= chunk.result().count(b"\n")
                if lines <= 0:
                    return 0
        except BrokenPipeError:
            return SIGPIPE
        finally:
            ended.cancel()

    async def drain(self, context: CommandContext) -> int:
        while (chunk := await context.stdin.read_chunk()) is not None:
            await self.write_out(chunk)
        return self.status

    async def write_out(self, data: bytes) -> None:
        await self.streams.stdout.write(words.complaints(data) if self.streams.merged else data)

    async def write_err(self, data: bytes) -> None:
        await self.streams.stderr.write(words.complaints(data))


async def as_before(context: CommandContext) -> int:
    """Exit with the given status."""
    return int(context.argv[0])
