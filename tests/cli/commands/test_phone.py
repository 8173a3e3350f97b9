"""`agentprog phone`: a simulated phone that other programs reach by adb."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import adbutils
import pytest

from agentprog.app.phones.adb_server import private_adb_server
from agentprog.cli.main import status_of
from agentprog.phone.client import list_phones, start_phone

pytestmark = pytest.mark.phone


@pytest.fixture(autouse=True)
def own_state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))
    yield
    for phone in list_phones():
        phone.stop()


def test_a_detached_phone_is_listed_used_and_stopped(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    start = [sys.executable, "-m", "agentprog", "phone", "start", "--detach", "--json"]
    serial = json.loads(subprocess.run(start, check=True, capture_output=True, text=True).stdout)["serial"]

    with private_adb_server() as port:
        client = adbutils.AdbClient(host="127.0.0.1", port=port)
        client.connect(serial)
        assert client.device(serial).shell("getprop ro.product.model") == "Pixel 6"

    assert status_of(["phone", "list", "--json"]) == 0
    assert [phone["serial"] for phone in json.loads(capsys.readouterr().out)] == [serial]

    assert status_of(["phone", "screenshot", str(tmp_path / "screen.png"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"serial": serial, "path": str(tmp_path / "screen.png")}
    assert (tmp_path / "screen.png").read_bytes().startswith(b"\x89PNG")

    query = "SELECT count(*) AS n FROM sms"
    assert status_of(["phone", "sql", "com.android.providers.telephony", "mmssms.db", query, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["n"] > 0

    assert status_of(["phone", "stop", serial, "--json", "--quiet"]) == 0
    stopped = capsys.readouterr()
    assert (json.loads(stopped.out), stopped.err) == ([{"serial": serial}], "")
    assert status_of(["phone", "list"]) == 0
    assert "No simulated phone runs" in capsys.readouterr().err


def test_the_phone_of_a_run_is_not_stopped_unless_it_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with start_phone(image="empty", lifetime="run") as phone:
        assert status_of(["phone", "stop"]) == 3
        assert status_of(["phone", "stop", "--all"]) == 0
        assert [phone.serial for phone in list_phones()] == [phone.serial]
        assert status_of(["phone", "list"]) == 0
        assert "(of a run)" in capsys.readouterr().out
        assert status_of(["phone", "stop", phone.serial]) == 0
    assert list_phones() == []


def test_stopping_a_phone_that_does_not_run_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["phone", "stop"]) == 3
    assert status_of(["phone", "stop", "127.0.0.1:1"]) == 3
    assert "no simulated phone 127.0.0.1:1 runs" in capsys.readouterr().err


def test_an_unknown_image_is_reported_plainly(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["phone", "start", "--detach", "--image", "nonsense"]) == 3
    printed = capsys.readouterr().err
    assert "nonsense" in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize(
    ("number", "shell", "how"),
    [
        (signal.SIGINT, "", "until Ctrl-C"),
        (signal.SIGTERM, "trap '' INT; ", "agentprog phone stop"),  # as a shell starts what runs in the background
    ],
)
def test_in_the_foreground_it_ends_with_its_command(number: signal.Signals, shell: str, how: str) -> None:
    process = subprocess.Popen(
        ["sh", "-c", f'{shell}exec "$0" -m agentprog phone start', sys.executable],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    serial = process.stdout.readline().split()[1]
    assert "agentprog connect" in process.stderr.readline()
    assert how in process.stderr.readline()
    assert [phone.serial for phone in list_phones()] == [serial]
    process.send_signal(number)
    _, printed = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Stopping the phone." in printed
    assert list_phones() == []
