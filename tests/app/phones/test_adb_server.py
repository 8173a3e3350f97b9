"""A private adb server: separate from the user's, and gone with the run, however it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import adbutils
import pytest

from agentprog.app.phones.adb_server import private_adb_server

pytestmark = pytest.mark.phone


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1.0).close()
    except OSError:
        return False
    return True


def test_the_private_server_answers_while_it_runs_and_then_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with private_adb_server() as port:
        client = adbutils.AdbClient(host="127.0.0.1", port=port)
        assert client.server_version() > 30
        assert client.list() == []
    assert not answers(port)
    assert list(tmp_path.iterdir()) == []


def test_two_do_not_meet() -> None:
    with private_adb_server() as first, private_adb_server() as second:
        assert first != second


def test_a_failing_run_takes_it_along() -> None:
    with pytest.raises(ZeroDivisionError), private_adb_server() as port:
        raise ZeroDivisionError
    assert not answers(port)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 on this system")
def test_a_killed_run_takes_it_along_with_its_files(tmp_path: Path) -> None:
    code = (
        "import time\n"
        "from agentprog.app.phones.adb_server import private_adb_server\n"
        "with private_adb_server() as port:\n    print(port, flush=True)\n    time.sleep(60)"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    with process.stdout:
        port = int(process.stdout.readline())
    assert answers(port)
    assert list(tmp_path.glob("agentprog-adb-*/server.log"))
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    deadline = time.monotonic() + 10
    while (answers(port) or list(tmp_path.iterdir())) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not answers(port)
    assert list(tmp_path.iterdir()) == []
