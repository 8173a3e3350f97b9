"""One sh of the phone: bashkit interprets scripts over the phone's file system and programs."""

from __future__ import annotations

import asyncio
import itertools
import logging
import posixpath
import re
import shlex
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from bashkit import Bash, BashError, ExecutionProfile, FileSystem

from agentprog.phone.bash import programs, words
from agentprog.phone.bash.abi import Export
from agentprog.phone.bash.frame import AS, END, IN, OUT, SIGPIPE, Frame, as_before
from agentprog.phone.bash.stdin import deafened, lines_wanted
from agentprog.phone.bash.tree import PhoneTree
from agentprog.phone.records import ROOT, SHELL, Caller
from agentprog.phone.rig import Rig
from agentprog.phone.shell.call import Call, Command
from agentprog.phone.shell.io import Streams, read_all

if TYPE_CHECKING:
    from bashkit._bashkit import CommandCallback, CommandContext, CommandInput, CommandOutput

_log = logging.getLogger(__name__)
_pids = itertools.count(9000)
_USERS = {"0": ROOT, "root": ROOT, "2000": SHELL, "shell": SHELL}
_MOST_SHELLS = 16
"""Limit of nested `su` shells; bashkit has as many functions."""

ENVIRONMENT = {
    "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/vendor/bin",
    "HOME": "/",
    "SHELL": "/bin/sh",
    "ANDROID_ROOT": "/system",
    "ANDROID_DATA": "/data",
    "EXTERNAL_STORAGE": "/sdcard",
    "TMPDIR": "/data/local/tmp",
}


class Session:
    """One sh. A lasting sh keeps variables, directory and last status from line to line."""

    def __init__(
        self, rig: Rig, commands: Mapping[str, Command], user: Caller | None = None, *, depth: int = 0
    ) -> None:
        """`user` runs it; None means adbd's user. `depth` counts the shells that wait for this one."""
        self._rig = rig
        self._depth = depth
        self._user = replace(user or rig.user, pid=next(_pids))
        self._commands = commands
        self._frame = Frame()
        self._tree = PhoneTree(self._rig, self._user)
        self._bash = self._build()
        self._paths_known = False
        self.exited = False

    @property
    def status(self) -> int:
        """The last script's exit status."""
        return self._frame.status

    @status.setter
    def status(self, code: int) -> None:
        self._frame.status = code

    def _build(self) -> Bash:
        name = "root" if self._user.uid == ROOT.uid else "shell"
        environment = {**ENVIRONMENT, "USER": name, "LOGNAME": name}
        bash = Bash(username=name, hostname="localhost", cwd="/", env=environment, profile=ExecutionProfile.Interactive)
        bash.mount("/", FileSystem.from_capsule(Export(self._tree).capsule()))
        for name, command in self._commands.items():
            bash.add_command(name, _adapted(self._rig, self._user, name, command))
        for name in programs.absent(self._commands):
            bash.add_command(name, _missing)
        bash.add_command("su", _su(self._rig, self._commands, self._depth + 1) if self._rig.debuggable else _missing)
        bash.add_command(AS, as_before)
        bash.add_command(END, self._frame.end)
        bash.add_command(IN, self._frame.feed)
        bash.add_command(OUT, self._frame.drain)
        return bash

    def unfinished(self, text: str) -> bool:
        """True if a script continues on the next line."""
        if re.search(r"(?:&&|\|\|?|(?<!\\)(?:\\\\)*\\)\s*$", text):
            return True
        message = self._problem(text)
        if message is not None:
            return words.cut_short(message)
        # Inside a here-document a bracket is text; elsewhere it is an error.
        return "<<" in text and self._problem(text + "\n)") is None

    async def run(self, text: str, streams: Streams) -> int:
        """Run a whole script. Returns the exit status. Errors in the script go to stderr, as with sh."""
        problem = self._problem(text)
        if problem is not None:
            return await self._refuse(problem, streams)
        self._take_unknown(text)
        body = re.sub(r"(?<!\\)((?:\\\\)*)\\$", r"\1", text)
        lines = lines_wanted(text, self._bash.analyze, self._script_of)
        fed = f"{IN} {lines} | " if lines else ""
        # After brackets, `2>&1` holds all output until they end. `exec` passes it at once, but takes no input.
        before = "exec 2>&1; " if streams.merged and not fed else ""
        before += deafened(text, self._bash.analyze, self._commands) if fed else ""
        after = " 2>&1" if streams.merged and fed else ""
        # `| _out_` has no limit on output; the brackets keep `exit` from ending the frame.
        return await self._execute(f"{fed}{{ ({before}{body}\n){after}; {END} $?; }} | {OUT}", streams)

    async def run_line(self, text: str, streams: Streams) -> int:
        """Run a script of a lasting shell: its variables stay, and `exit` sets `exited`."""
        problem = self._problem(text)
        if problem is not None:
            return await self._refuse(problem, streams)
        before = f"{AS} {self.status}\n" if self.status else ""
        merged = " 2>&1" if streams.merged else ""
        status = await self._execute(f"{before}{{ {text}\n}}{merged}\n{END} $?", streams)
        self.exited = not self._frame.ended.is_set()
        return status

    async def _execute(self, script: str, streams: Streams) -> int:
        if not self._paths_known and "/bin/" in script:
            self._paths_known = True
            for name, command in self._commands.items():
                self._bash.add_command(f"/system/bin/{name}", _adapted(self._rig, self._user, name, command))
        self._frame.begin(streams)
        self._bash.clear_cancel()
        try:
            done = await self._bash.execute(script, stdout=self._frame.write_out, stderr=self._frame.write_err)
        except asyncio.CancelledError:
            self._bash.cancel()
            raise
        finally:
            self._frame.rest()
        if done.error:
            self._frame.ended.set()
            return await self._refuse(done.error, streams)
        self.status = done.exit_code & 0xFF
        return self.status

    async def _refuse(self, message: str, streams: Streams) -> int:
        await streams.stderr.write(f"{words.SHELL}: {words.syntax(message)}\n".encode())
        self.status = 1
        return self.status

    def _script_of(self, path: str) -> str | None:
        """The content of a file, if it is readable text. Relative paths start at a shell's first directory."""
        try:
            data = self._tree.read(posixpath.join("/", path))
        except OSError:
            return None
        return None if b"\0" in data else data.decode("utf-8", "surrogateescape")

    def _take_unknown(self, text: str) -> None:
        """Handle unknown programs: bashkit's own message would reach a pipe behind `2>&1` unchanged."""
        if "PATH" not in text:
            known = {*self._bash.capabilities().builtins, *self._rig.programs, "su"}
            for name in {*self._bash.analyze(text).command_names} - known:
                if re.fullmatch(r"[\w.-]+", name):
                    self._bash.add_command(name, _missing)

    def _problem(self, text: str) -> str | None:
        try:
            self._bash.analyze(text)
        except BashError as exc:
            return str(exc)
        return None


def _adapted(rig: Rig, user: Caller, name: str, command: Command) -> CommandCallback:
    """A command of the phone in bashkit's form."""

    async def run(context: CommandContext) -> int:
        call = Call(
            name=name,
            args=tuple(context.argv),
            rig=rig,
            directory=context.cwd,
            environment=context.env,
            streams=Streams(
                stdin=_Input(context.stdin), stdout=_Output(context.stdout), stderr=_Output(context.stderr)
            ),
            shell_pid=user.pid,
            user=user,
        )
        return await _finished(command, call)

    return run


def _su(rig: Rig, commands: Mapping[str, Command], depth: int) -> CommandCallback:
    """`su [WHO [COMMAND...]]`, for debuggable builds: another sh, as another user."""

    async def run(context: CommandContext) -> int:
        user_name, *command = context.argv or ["root"]
        user = _USERS.get(user_name.partition(",")[0])
        if user is None:
            await context.stderr.write(f"su: invalid uid/gid '{user_name}'\n".encode())
            return 1
        if depth > _MOST_SHELLS:
            await context.stderr.write(f"{words.SHELL}: can't fork - try again\n".encode())
            return 1
        stdin = _Input(context.stdin)
        script = shlex.join(command) if command else (await read_all(stdin)).decode("utf-8", "surrogateescape")
        streams = Streams(stdin=stdin, stdout=_Output(context.stdout), stderr=_Output(context.stderr))
        return await Session(rig, commands, user, depth=depth).run(script, streams)

    return run


async def _finished(command: Command, call: Call) -> int:
    """Run a command to its end; an error becomes a message and a status."""
    try:
        status = await command(call)
        await call.flush()
    except BrokenPipeError:
        return SIGPIPE
    except OSError as exc:
        call.complain(f"{call.name}: {exc.filename or ''}: {exc.strerror or exc}")
        await call.flush()
        return 1
    except Exception:
        _log.exception("%s %s failed", call.name, call.args)
        raise
    return status & 0xFF


async def _missing(context: CommandContext) -> int:
    await context.stderr.write(f"{words.SHELL}: {context.name}: inaccessible or not found\n".encode())
    return 127


class _Input:
    """A command's stdin, from bashkit."""

    def __init__(self, source: CommandInput) -> None:
        self._source = source

    async def read(self) -> bytes:
        return await self._source.read_chunk() or b""


class _Output:
    """A command's stdout or stderr, to bashkit."""

    def __init__(self, sink: CommandOutput) -> None:
        self._sink = sink

    async def write(self, data: bytes) -> None:
        await self._sink.write(data)
