"""Runs scripts: pipelines whose commands run side by side, redirections, and the compound commands."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping
from dataclasses import replace

from agentprog.phone.rig import Rig
from agentprog.phone.shell.call import Call, Command, Exit, ShellState
from agentprog.phone.shell.expander import Expander
from agentprog.phone.shell.io import BrokenPipe, Buffer, Bytes, FileSink, Nothing, Pipe, Sink, Source, Streams
from agentprog.phone.shell.parser import parse
from agentprog.phone.shell.syntax import (
    AndOr,
    For,
    Group,
    If,
    Pipeline,
    Redirect,
    Script,
    ShellSyntaxError,
    Simple,
    While,
)
from agentprog.phone.shell.syntax import Command as CommandNode

_MOST_ITERATIONS = 100_000
_SIGPIPE = 141
_pids = itertools.count(9000)

ENVIRONMENT = {
    "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/vendor/bin",
    "HOME": "/",
    "SHELL": "/bin/sh",
    "USER": "shell",
    "LOGNAME": "shell",
    "ANDROID_ROOT": "/system",
    "ANDROID_DATA": "/data",
    "EXTERNAL_STORAGE": "/sdcard",
    "TMPDIR": "/data/local/tmp",
}


class _LoopControl(Exception):
    """`break` and `continue`."""

    def __init__(self, *, again: bool) -> None:
        super().__init__()
        self.again = again


class Session:
    """One sh: variables, directory and last status last as long as it does."""

    def __init__(self, rig: Rig, commands: Mapping[str, Command], state: ShellState | None = None) -> None:
        self._rig = rig
        self._commands = commands
        self.state = state or ShellState(variables=dict(ENVIRONMENT), pid=next(_pids))
        self._expander = Expander(self.state, rig.files, self._substitute)
        self.exited = False

    async def run(self, text: str, streams: Streams) -> int:
        """Run a script; the exit code of its last command. Raises syntax's Incomplete when it is cut short."""
        try:
            return await self._script(parse(text), streams)
        except Exit as exc:
            self.exited = True
            self.state.status = exc.code
            return exc.code
        except _LoopControl:
            return self.state.status

    async def run_reporting(self, text: str, streams: Streams) -> int:
        """As `run`, with syntax errors said on stderr as sh does."""
        try:
            return await self.run(text, streams)
        except ShellSyntaxError as exc:
            await streams.stderr.write(f"/system/bin/sh: {exc}\n".encode())
            self.state.status = 1
            return 1

    async def _script(self, script: Script, streams: Streams) -> int:
        for item in script.items:
            self.state.status = await self._and_or(item, streams)
        return self.state.status

    async def _and_or(self, item: AndOr, streams: Streams) -> int:
        status = self.state.status
        for operator, pipeline in item.pipelines:
            if (operator == "&&" and status) or (operator == "||" and not status):
                continue
            status = await self._pipeline(pipeline, streams)
            self.state.status = status
        return 0 if item.background else status

    async def _pipeline(self, pipeline: Pipeline, streams: Streams) -> int:
        if len(pipeline.commands) == 1:
            status = await self._command(pipeline.commands[0], streams)
        else:
            status = await self._side_by_side(pipeline.commands, streams)
        return int(not status) if pipeline.negated else status

    async def _side_by_side(self, commands: tuple[CommandNode, ...], streams: Streams) -> int:
        pipes = [Pipe() for _ in commands[1:]]
        tasks: list[asyncio.Task[int]] = []
        for at, command in enumerate(commands):
            source: Source = pipes[at - 1] if at else streams.stdin
            sink: Sink = pipes[at] if at < len(pipes) else streams.stdout
            near = replace(streams, stdin=source, stdout=sink)
            before = pipes[at - 1] if at else None
            after = pipes[at] if at < len(pipes) else None
            tasks.append(asyncio.ensure_future(self._stage(command, near, before, after)))
        try:
            return (await asyncio.gather(*tasks))[-1]
        finally:
            for task in tasks:
                task.cancel()

    async def _stage(self, command: CommandNode, streams: Streams, before: Pipe | None, after: Pipe | None) -> int:
        stage = self._fork()
        try:
            return await stage._command(command, streams)
        except Exit as exc:
            return exc.code
        except BrokenPipe:
            return _SIGPIPE
        finally:
            if before is not None:
                before.abandon()
            if after is not None:
                after.end()

    def _fork(self) -> Session:
        state = replace(self.state, variables=dict(self.state.variables))
        return Session(self._rig, self._commands, state)

    async def _command(self, command: CommandNode, streams: Streams) -> int:
        try:
            streams = await self._redirected(command.redirects, streams)
        except OSError as exc:
            await streams.stderr.write(f"/system/bin/sh: can't create {exc.filename}: {exc.strerror}\n".encode())
            return 1
        if isinstance(command, Simple):
            return await self._simple(command, streams)
        if isinstance(command, Group):
            return await self._group(command, streams)
        if isinstance(command, If):
            return await self._if(command, streams)
        return await self._loop(command, streams)

    async def _group(self, group: Group, streams: Streams) -> int:
        if not group.subshell:
            return await self._script(group.body, streams)
        try:
            return await self._fork()._script(group.body, streams)
        except Exit as exc:
            return exc.code

    async def _if(self, command: If, streams: Streams) -> int:
        for condition, body in command.branches:
            if await self._script(condition, streams) == 0:
                return await self._script(body, streams)
        return await self._script(command.otherwise, streams) if command.otherwise is not None else 0

    async def _loop(self, command: For | While, streams: Streams) -> int:
        values = iter(await self._expander.fields(command.words)) if isinstance(command, For) else None
        for _ in range(_MOST_ITERATIONS):
            if isinstance(command, For):
                value = next(values, None) if values is not None else None
                if value is None:
                    break
                self.state.variables[command.variable] = value
            elif (await self._script(command.condition, streams) == 0) == command.until:
                break
            try:
                await self._script(command.body, streams)
            except _LoopControl as control:
                if not control.again:
                    break
            await asyncio.sleep(0)
        return self.state.status if not isinstance(command, While) else 0

    async def _simple(self, command: Simple, streams: Streams) -> int:
        words = await self._expander.fields(command.words)
        assigned = {name: await self._expander.text(word) for name, word in command.assignments}
        if not words:
            self.state.variables.update(assigned)
            return self._expander.substituted if command.assignments else 0
        if words[0] in ("break", "continue"):
            raise _LoopControl(again=words[0] == "continue")
        return await self._invoke(words, assigned, streams)

    async def _invoke(self, words: list[str], assigned: Mapping[str, str], streams: Streams) -> int:
        name = words[0].rsplit("/", 1)[-1] if words[0].startswith(("/system/", "/vendor/", "/bin/")) else words[0]
        found = self._commands.get(name)
        if found is None:
            return await self._not_found(words[0], streams)
        call = Call(
            name=name,
            args=tuple(words[1:]),
            rig=self._rig,
            state=self.state,
            environment={**self.state.variables, **assigned},
            streams=streams,
            run=self._fork().run_reporting,
        )
        try:
            status = await found(call)
            await call.flush()
        except Exit:
            await call.flush()
            raise
        except OSError as exc:
            call.complain(f"{name}: {exc.filename or ''}: {exc.strerror or exc}")
            await call.flush()
            return 1
        return status & 0xFF

    async def _not_found(self, name: str, streams: Streams) -> int:
        if "/" in name and self._rig.files.stat(name) is not None:
            words, status = "can't execute: Permission denied", 126
        elif "/" in name:
            words, status = "inaccessible or not found", 127
        else:
            words, status = "inaccessible or not found", 127
        await streams.stderr.write(f"/system/bin/sh: {name}: {words}\n".encode())
        return status

    async def _redirected(self, redirects: tuple[Redirect, ...], streams: Streams) -> Streams:
        for redirect in redirects:
            target = await self._expander.text(redirect.target)
            streams = self._redirect(redirect, target, streams)
        return streams

    def _redirect(self, redirect: Redirect, target: str, streams: Streams) -> Streams:
        if redirect.operator == "<<<":
            return replace(streams, stdin=Bytes(target.encode() + b"\n"))
        if redirect.operator == "<":
            path = self._absolute(target)
            if path == "/dev/null":
                return replace(streams, stdin=Nothing())
            return replace(streams, stdin=Bytes(self._rig.files.read(path)))
        if redirect.operator == ">&":
            source: Sink = {"1": streams.stdout, "2": streams.stderr}.get(target, Nothing())
        elif self._absolute(target) == "/dev/null":
            source = Nothing()
        else:
            source = FileSink(self._rig.files, self._absolute(target), append=redirect.operator == ">>")
        if redirect.descriptor == 2:
            return replace(streams, stderr=source)
        return replace(streams, stdout=source)

    def _absolute(self, path: str) -> str:
        return path if path.startswith("/") else f"{self.state.directory.rstrip('/')}/{path}"

    async def _substitute(self, script: Script) -> tuple[str, int]:
        captured = Buffer()
        streams = Streams(stdin=Nothing(), stdout=captured, stderr=Nothing())
        fork = self._fork()
        try:
            status = await fork._script(script, streams)
        except Exit as exc:
            status = exc.code
        return captured.data.decode("utf-8", "surrogateescape").rstrip("\n"), status
