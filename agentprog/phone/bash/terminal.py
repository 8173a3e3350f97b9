"""A terminal around a shell: echo, line editing and Ctrl-C, as a pty has."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from agentprog.phone.bash.session import Session
from agentprog.phone.shell.io import Callback, Nothing, Pipe, Sink, Streams

_CTRL_C, _CTRL_D, _CTRL_U, _BACKSPACES = "\x03", "\x04", "\x15", "\x08\x7f"
_ESCAPE = "\x1b"
_INTERRUPTED = 130


class Terminal:
    """The far end of a pty."""

    def __init__(self, session: Session, keys: Pipe, streams: Streams, prompt: str) -> None:
        self._session = session
        self._keys = keys
        self._out: Sink = streams.stdout
        self._prompt = prompt
        self._line = ""
        self._history: list[str] = []
        self._recalled = 0
        self._pending = ""

    async def run_command(self, command: str) -> int:
        """`adb shell -t COMMAND`."""
        return await self._run(command, self._session.run)

    async def interact(self) -> int:
        """Read and run lines until exit, Ctrl-D or the end of input."""
        await self._write(self._prompt)
        script = ""
        while (line := await self._read_line()) is not None:
            script += line
            if script.strip():
                self._history.append(line)
                if self._session.unfinished(script):
                    await self._write("> ")
                    continue
                await self._run(script, self._session.run_line)
            script = ""
            if self._session.exited:
                break
            await self._write(self._prompt)
        return self._session.status

    async def _run(self, script: str, runner: Callable[[str, Streams], Awaitable[int]]) -> int:
        """Run a script and watch for Ctrl-C; other typed characters wait for the next line."""
        both = Callback(self._translated)
        streams = Streams(stdin=Nothing(), stdout=both, stderr=both, merged=True)
        work = asyncio.ensure_future(runner(script, streams))
        watch = asyncio.ensure_future(self._watch_for_interrupt())
        try:
            await asyncio.wait({work, watch}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return work.result()
            work.cancel()
            await asyncio.wait({work})
            await self._write("^C\r\n")
            self._session.status = _INTERRUPTED
            return _INTERRUPTED
        finally:
            watch.cancel()
            work.cancel()

    async def _watch_for_interrupt(self) -> None:
        while True:
            data = await self._keys.read()
            if not data:
                await asyncio.Event().wait()
            text = data.decode("utf-8", "replace")
            if _CTRL_C in text:
                self._pending = text.rpartition(_CTRL_C)[2]
                return
            self._pending += text

    async def _translated(self, data: bytes) -> None:
        await self._out.write(data.replace(b"\n", b"\r\n"))

    async def _write(self, text: str) -> None:
        await self._out.write(text.encode("utf-8"))

    async def _read_line(self) -> str | None:
        """One edited line without its line break; None at Ctrl-D on an empty line or at the end of input."""
        self._line, self._recalled = "", len(self._history)
        while True:
            text, self._pending = self._pending, ""
            if not text:
                data = await self._keys.read()
                if not data:
                    return None
                text = data.decode("utf-8", "replace")
            finished = await self._type(text)
            if finished is not None:
                return None if finished == _CTRL_D else finished.rstrip("\n")

    async def _type(self, text: str) -> str | None:
        """Handle typed characters. Returns the finished line (with its newline), Ctrl-D, or None if more is needed."""
        at = 0
        while at < len(text):
            character = text[at]
            at += 1
            if character in "\r\n":
                self._pending = text[at:]
                await self._write("\r\n")
                return self._line + "\n"
            if character == _CTRL_D and not self._line:
                await self._write("\r\n")
                return _CTRL_D
            if character == _ESCAPE:
                await self._arrow(text[at : at + 2])
                at += 2
            else:
                await self._edit(character)
        return None

    async def _edit(self, character: str) -> None:
        if character in _BACKSPACES:
            if self._line:
                self._line = self._line[:-1]
                await self._write("\b \b")
        elif character == _CTRL_U:
            await self._replace("")
        elif character == _CTRL_C:
            self._line = ""
            await self._write("^C\r\n" + self._prompt)
        elif character >= " ":
            self._line += character
            await self._write(character)

    async def _arrow(self, sequence: str) -> None:
        step = {"[A": -1, "[B": 1, "OA": -1, "OB": 1}.get(sequence)
        if step is None:
            return
        self._recalled = max(0, min(len(self._history), self._recalled + step))
        await self._replace(self._history[self._recalled] if self._recalled < len(self._history) else "")

    async def _replace(self, line: str) -> None:
        await self._write("\b \b" * len(self._line) + line)
        self._line = line
