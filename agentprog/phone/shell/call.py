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
    """One invocation. `say` and `complain` collect; the session flushes when the command returns."""

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
        """Storage with the rights of whoever runs this."""
        return self.rig.files(self.user)

    @property
    def is_root(self) -> bool:
        return self.user.uid == ROOT.uid

    def say(self, text: str | bytes) -> None:
        """Write to stdout."""
        self._out += text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text

    def complain(self, text: str, code: int = 1) -> int:
        """Write a line to stderr and give back the exit code."""
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
        """An absolute path."""
        return posixpath.normpath(posixpath.join(self.directory, path)) if path else path

    def with_args(self, name: str, args: tuple[str, ...]) -> Call:
        """The same invocation for another command, as `cmd settings` is for `settings`; both collect in one place."""
        return replace(self, name=name, args=args)


Command = Callable[[Call], Awaitable[int]]


def split_flags(args: tuple[str, ...], letters: str = "") -> tuple[set[str], list[str]]:
    """Single-letter flags apart from operands; `--` ends the flags, `-` alone is an operand.

    Letters outside `letters` make it an operand when `letters` is given.
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
    """Take the value of an option out of `args`; None when it is not there."""
    for name in names:
        if name in args:
            at = args.index(name)
            if at + 1 < len(args):
                value = args[at + 1]
                del args[at : at + 2]
                return value
    return None
