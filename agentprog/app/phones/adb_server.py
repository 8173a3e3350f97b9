"""A private adb server for simulated phones, apart from the user's own server and from every real phone."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from agentprog.app.phones import guard
from agentprog.devices.link.adb import adb_program
from agentprog.errors import DeviceError

_START_SECONDS = 20.0
_ATTEMPTS = 3


@contextmanager
def private_adb_server() -> Iterator[int]:
    """Runs an adb server on a free port until the block ends, and gives the port.

    The server finds no USB phone, emulator or network device, and keeps its keys and log in a separate folder.
    """
    process, port, home = _start()
    try:
        yield port
    finally:
        _end(process, home)


def _start() -> tuple[subprocess.Popen[bytes], int, Path]:
    """Start a server that answers; returns its process, its port and its folder."""
    output = ""
    for _ in range(_ATTEMPTS):  # another program may take the free port between choosing and using it
        port, home = _free_port(), Path(tempfile.mkdtemp(prefix="agentprog-adb-"))
        log = home / "server.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "-I", guard.__file__, str(home), adb_program(), "-P", str(port), "server", "nodaemon"],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=subprocess.STDOUT,
                env=_environment(home),
                start_new_session=True,  # Ctrl-C reaches the run only, which still needs its phone for the cleanup
            )
        try:
            if _answers(process, port):
                return process, port, home
            output = log.read_text(encoding="utf-8", errors="replace").strip()
        except BaseException:
            _end(process, home)
            raise
        _end(process, home)
    raise DeviceError(
        "a private adb server could not be started", evidence=output, hint="Read what `adb version` prints."
    )


def _environment(home: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("ADB_", "ANDROID_"))}
    private = {"HOME": str(home), "ANDROID_USER_HOME": str(home), "TMPDIR": str(home)}
    return inherited | private | {"ADB_USB": "0", "ADB_EMU": "0", "ADB_MDNS": "0", "ADB_MDNS_AUTO_CONNECT": "0"}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1.0) as connection:
            connection.sendall(b"000chost:version")
            if connection.recv(4) == b"OKAY":
                return True
        time.sleep(0.05)
    return False


def _end(process: subprocess.Popen[bytes], home: Path) -> None:
    """Close the guard's input, which ends the guard and the server, and remove the server's folder."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(timeout=10.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    shutil.rmtree(home, ignore_errors=True)
