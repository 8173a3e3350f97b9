"""Commands and phones of the tests start from an interpreter that has loaded the package already.

A test starts `[sys.executable, "-m", "agentprog", ...]`, and a run starts its phone in the same way. Within `warmed`,
`sys.executable` is a small program. It hands its arguments, environment, folder and standard streams to one process
that has imported every module, and that process forks. The command still has a process of its own, without the second
that imports take. Signals and the exit status pass through the small program. Any other command line, or one whose
interpreter is set up otherwise (`PYTHONPATH`, a locale), runs in the real interpreter.
"""

from __future__ import annotations

import atexit
import gc
import marshal
import os
import pkgutil
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import traceback
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

_STATUS = struct.Struct("i")
_SIZE = struct.Struct("II")
_PASSED_ON = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH")
_MODULES = ("agentprog", "agentprog.bench.worker", "agentprog.phone")
_LEFT_OUT = ("agentprog.learn", "agentprog.models.cloud", "agentprog.models.llamacpp")
"""Rooms whose libraries take longer to import than everything else, and few tests use."""
_SETUP = ("PYTHON", "LANG", "LC_")
"""What the interpreter reads at its start. `PYTHONUNBUFFERED` alone can be followed later."""

_LAUNCHER = """#!{python} -IS
import _signal, _socket, marshal, os, struct, sys

words = sys.argv[1:]
given = dict(os.environ)
setup = {{name: value for name, value in given.items() if name.startswith({prefixes!r}) and name != "PYTHONUNBUFFERED"}}
if words[:1] != ["-m"] or words[1] not in {modules!r} or setup != {setup!r}:
    os.execv({python!r}, [{python!r}, *words])
link = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
link.connect({address!r})
for number in {signals!r}:
    if _signal.getsignal(number) != _signal.SIG_IGN:
        _signal.signal(number, lambda number, _: link.send(bytes([number])))
request = marshal.dumps((words[1], words[2:], os.getcwd(), given, os.getsid(0) == os.getpid()))
streams = struct.pack("3i", 0, 1, 2)
link.sendmsg([struct.pack("II", len(request), 0)], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
while request:
    request = request[link.send(request):]
for stream in range(3):
    os.close(stream)


def number():
    found = b""
    while len(found) < 4:
        more = link.recv(4 - len(found))
        if not more:
            os._exit(70)
        found += more
    return struct.unpack("i", found)[0]


name = os.open("/proc/self/comm", os.O_WRONLY)
os.write(name, b"warm %d" % number())
os.close(name)
status = number()
if status < 0:
    if -status != _signal.SIGKILL:
        _signal.signal(-status, _signal.SIG_DFL)
    os.kill(os.getpid(), -status)
os._exit(status)
"""


@contextmanager
def warmed(folder: Path) -> Iterator[str]:
    """The path of a program that stands for the interpreter. Unchanged where processes cannot be forked."""
    if sys.platform != "linux":
        yield sys.executable
        return
    address, launcher = folder / "warm", folder / "python"
    program = "import sys; from tests.warm import serve; serve(sys.argv[1], sys.argv[2])"
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(address), str(launcher)],
        cwd=Path(__file__).parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    launcher.write_text(_launcher(str(address)), encoding="utf-8")
    launcher.chmod(0o755)
    try:
        assert process.stdout.read(1) == b".", "the warm interpreter did not start"
        yield str(launcher)
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a command at once, and wait for its end: the small program follows it."""
    os.kill(pid_of(process), signal.SIGKILL)
    process.wait()


def pid_of(process: subprocess.Popen[bytes]) -> int:
    """The process that does the work of a command: that of the small program, or its fork."""
    name = Path(f"/proc/{process.pid}/comm")
    kind, _, pid = name.read_text().strip().partition(" ") if name.exists() else ("", "", "")
    return int(pid) if kind == "warm" else process.pid


def _launcher(address: str) -> str:
    setup = {k: v for k, v in os.environ.items() if k.startswith(_SETUP) and k != "PYTHONUNBUFFERED"}
    signals = tuple(int(getattr(signal, name)) for name in _PASSED_ON)
    return _LAUNCHER.format(
        python=sys.executable, prefixes=_SETUP, modules=_MODULES, setup=setup, address=address, signals=signals
    )


def serve(address: str, launcher: str) -> None:
    """Forks for every request until the standard input closes. Returns in no fork but by the end of its command."""
    _load()
    sys.executable = launcher
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(address)
    listener.listen(64)
    assert threading.active_count() == 1, "a process with threads must not fork"
    gc.collect()
    gc.freeze()
    os.write(1, b".")
    request = _Server(listener).wait()
    if request is not None:
        _become(*request)


_Request = tuple[str, list[str], str, Mapping[str, str], bool, list[int]]


class _Server:
    """The loop of the parent: requests, signals for commands, ended commands."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._links: dict[socket.socket, int] = {}
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)

    def wait(self) -> _Request | None:
        """In a fork, its request; in the parent None, at the end of the tests."""
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        while True:
            ready, _, _ = select.select([0, self._woken, self._listener, *self._links], [], [])
            if 0 in ready:
                for pid in self._links.values():
                    os.kill(pid, signal.SIGKILL)
                return None
            if self._woken in ready:
                os.read(self._woken, 512)
                self._reap()
            for link in [link for link in self._links if link in ready]:
                self._pass_on(link)
            if self._listener in ready and (request := self._forked()) is not None:
                return request

    def _reap(self) -> None:
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                link = next((link for link, pid in self._links.items() if pid == ended[0]), None)
                if link is not None:
                    del self._links[link]
                    with suppress(OSError):
                        link.sendall(_STATUS.pack(os.waitstatus_to_exitcode(ended[1])))
                    link.close()

    def _pass_on(self, link: socket.socket) -> None:
        """Its signals; if it was killed itself, the command ends with it."""
        try:
            signals = link.recv(64) or bytes([signal.SIGKILL])
        except OSError:
            signals = bytes([signal.SIGKILL])
        for number in signals:
            with suppress(ProcessLookupError):
                os.kill(self._links[link], number)
        if signal.SIGKILL in signals:
            del self._links[link]
            link.close()

    def _forked(self) -> _Request | None:
        link, _ = self._listener.accept()
        head, streams, _, _ = socket.recv_fds(link, _SIZE.size, 3)
        size, data = _SIZE.unpack(head)[0], b""
        while len(data) < size:
            data += link.recv(size - len(data))
        pid = os.fork()
        if pid:
            self._links[link] = pid
            link.sendall(_STATUS.pack(pid))
            for stream in streams:
                os.close(stream)
            return None
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for used in (self._listener, link, *self._links):
            used.close()
        os.close(self._woken)
        os.close(self._wake)
        return (*marshal.loads(data), streams)


def _become(
    module: str, words: list[str], folder: str, environment: Mapping[str, str], leads: bool, streams: list[int]
) -> None:
    """Do what `python -m MODULE WORDS` does in that folder and environment."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    if leads:
        os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    at_once = "PYTHONUNBUFFERED" in environment
    sys.stdin = open(0, encoding=sys.stdin.encoding, errors=sys.stdin.errors, closefd=False)  # noqa: SIM115
    for number, name in ((1, "stdout"), (2, "stderr")):
        old = getattr(sys, name)
        new = open(number, "w", encoding=old.encoding, errors=old.errors, closefd=False)  # noqa: SIM115
        new.reconfigure(line_buffering=number == 2 or os.isatty(number), write_through=at_once)
        setattr(sys, name, new)
        setattr(sys, f"__{name}__", new)
    sys.argv[1:] = words
    status = 0
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001 - as an interpreter ends
        traceback.print_exc()
        status = 1
    # As at the end of an interpreter, except that nobody clears its modules: most belong to the parent.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


def _load() -> None:
    """Import every module of the package, and read the tables that each command reads."""
    import agentprog

    for found in pkgutil.walk_packages(agentprog.__path__, "agentprog."):
        if not found.name.startswith(_LEFT_OUT) and not found.name.endswith("__main__"):
            with suppress(ImportError):
                import_module(found.name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import_module("uiautomator2")
    from agentprog.lang.check import check_text
    from agentprog.phone.shell.commands.printed import services, templates
    from agentprog.report.page import template

    check_text('Tap "OK"\nFor each {name} in ["Ada"]:\n    Type {name} into "Name"\n')
    template()
    for name in set(services()) & {"window", "power", "package", "activity", "input_method", "display"}:
        templates().get_template(f"{name}.txt")
