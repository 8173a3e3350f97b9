"""The input of a shell command, and its output."""

from __future__ import annotations

import posixpath
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

from agentprog.phone.access import UserFiles
from agentprog.phone.facade import ROOT, SHELL, Caller, Phone
from agentprog.phone.rig import Rig
from agentprog.phone.shell.io import Streams, read_all


@dataclass(kw_only=True)
class Call:
    """One invocation. `say` and `complain` collect output; the session flushes it when the command returns."""

    name: str
    args: tuple[str, ...]
    rig: Rig
    directory: str
    environment: Mapping[str, str]
    streams: Streams
    shell_pid: int
    user: Caller = SHELL
    _out: bytearray = field(default_factory=bytearray)
    _err: bytearray = field(default_factory=bytearray)

    @property
    def phone(self) -> Phone:
        return self.rig.phone

    @property
    def files(self) -> UserFiles:
        """Storage with the rights of the current user."""
        return self.rig.files(self.user)

    @property
    def is_root(self) -> bool:
        return self.user.uid == ROOT.uid

    def say(self, text: str | bytes) -> None:
        """Write to stdout."""
        self._out += text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text

    def complain(self, text: str, code: int = 1) -> int:
        """Write a line to stderr. Returns the exit code."""
        self._err += text.encode("utf-8", "surrogateescape") + b"\n"
        return code

    async def flush(self) -> None:
        """Sends the collected output."""
        out, err = bytes(self._out), bytes(self._err)
        self._out.clear()
        self._err.clear()
        if out:
            await self.streams.stdout.write(out)
        if err:
            await self.streams.stderr.write(err)

    async def input(self) -> bytes:
        """All of stdin."""
        return await read_all(self.streams.stdin)

    def resolve(self, path: str) -> str:
        """The absolute form of a path."""
        return posixpath.normpath(posixpath.join(self.directory, path)) if path else path

    def with_args(self, name: str, args: tuple[str, ...]) -> Call:
        """The same invocation for another command, as `cmd settings` is for `settings`; both collect their output
        together."""
        return replace(self, name=name, args=args)


Command = Callable[[Call], Awaitable[int]]


def split_flags(args: tuple[str, ...], letters: str = "") -> tuple[set[str], list[str]]:
    """Split single-letter flags from operands. `--` ends the flags, and `-` alone is an operand.

    With `letters`, an argument with any other letter is an operand.
    """
    flags: set[str] = set()
    operands: list[str] = []
    rest = list(args)
    while rest:
        arg = rest.pop(0)
        if arg == "--":
            return flags, operands + rest
        cluster = arg[1:] if arg.startswith("-") and len(arg) > 1 else ""
        if cluster and (not letters or all(letter in letters for letter in cluster)):
            flags.update(cluster)
        else:
            operands.append(arg)
    return flags, operands


def option(args: list[str], *names: str) -> str | None:
    """Remove an option and its value from `args` and return the value. None if it is absent."""
    for name in names:
        if name in args:
            at = args.index(name)
            if at + 1 < len(args):
                value = args[at + 1]
                del args[at : at + 2]
                return value
    return None
