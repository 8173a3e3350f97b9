"""`agentprog setup` from the cable to the first tap, on a simulated phone under the name that a cable gives it."""

from __future__ import annotations

import io
import json
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentprog.app.settings.folders import user_file
from agentprog.cli.main import status_of
from tests.devices.smart_socket import SmartSocket, smart_socket

MODEL = """
[[rule]]
purpose = "doctor"
reply = "ready"
"""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def cable(sim_phone: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmartSocket]:
    with smart_socket(sim_phone.server.port) as server:
        monkeypatch.setenv("ADB_SERVER_SOCKET", server.env["ADB_SERVER_SOCKET"])
        yield server


def written() -> dict[str, Any]:
    return tomllib.loads(user_file().read_text())


def test_a_phone_is_found_examined_touched_and_written_down(
    sim_phone: Any, cable: SmartSocket, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "model.toml").write_text(MODEL)
    cable.plug("R5CT", behind=sim_phone.serial)
    front = sim_phone.handle.state()["package"]
    sim_phone.handle.clear_trace()
    assert status_of(["setup", "--yes", "--model", f"scripted:{tmp_path / 'model.toml'}"]) == 0
    captured = capsys.readouterr()
    assert written() == {"serial": "R5CT", "model": f"scripted:{tmp_path / 'model.toml'}"}
    assert any("click" in call for call in sim_phone.handle.trace("rpc"))
    assert "tapping: search opened and left" in captured.out
    assert "no trace" in captured.out
    assert "model: scripted" in captured.out
    assert "Ready. Try: agentprog run" in captured.err
    assert sim_phone.handle.state()["package"] == front


def test_without_a_phone_the_steps_are_printed(cable: SmartSocket, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["setup", "--yes"]) == 3
    printed = capsys.readouterr().err
    assert "Build number seven times" in printed
    assert "agentprog pair" in printed
    assert not user_file().exists()


def test_setup_waits_for_the_dialog_and_then_asks_for_the_rest(
    sim_phone: Any, cable: SmartSocket, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cable.plug("R5CT", state="unauthorized")

    def allow() -> None:
        cable.plug("R5CT", behind=sim_phone.serial)
        cable.plug("ZY22", behind=sim_phone.serial)

    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.setattr("sys.stdin", Terminal("9\n2\n2\n"))
    timer = threading.Timer(1.0, allow)
    timer.start()
    assert status_of(["setup", "--wait", "20"]) == 0
    timer.join()
    captured = capsys.readouterr()
    assert "Allow USB debugging" in captured.err
    assert "Write a number from 1 to 2" in captured.err
    assert "openai:gpt-5-mini: OPENAI_API_KEY is set" in captured.err
    assert written() == {"serial": "ZY22"}
    assert "Ready. Try: agentprog observe" in captured.err


def test_without_a_person_setup_does_not_choose_between_phones(
    sim_phone: Any, cable: SmartSocket, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cable.plug("R5CT", behind=sim_phone.serial)
    cable.plug("ZY22", behind=sim_phone.serial)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert status_of(["setup", "--model", "none"]) == 3
    assert "--serial" in capsys.readouterr().err


def test_a_phone_that_refuses_input_is_not_written_down(
    sim_phone: Any, cable: SmartSocket, capsys: pytest.CaptureFixture[str]
) -> None:
    cable.plug("R5CT", behind=sim_phone.serial)
    sim_phone.handle.set_fault("injection_denied")
    assert status_of(["setup", "--yes", "--model", "none"]) == 3
    captured = capsys.readouterr()
    assert "USB debugging (Security settings)" in captured.out
    assert "not ready" in captured.err
    assert not user_file().exists()


def test_setup_adds_to_a_settings_file_of_this_folder(
    sim_phone: Any,
    cable: SmartSocket,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "agentprog.toml").write_text("# mine\nsteps = 40\n")
    cable.plug("R5CT", behind=sim_phone.serial)
    assert status_of(["setup", "--yes", "--model", "none", "--here", "--json", "--quiet"]) == 0
    captured = capsys.readouterr()
    done = json.loads(captured.out)
    assert (done["serial"], done["model"], done["path"], done["ok"]) == (
        "R5CT",
        None,
        str(tmp_path / "agentprog.toml"),
        True,
    )
    assert {"device", "tapping"} <= {check["name"] for check in done["checks"]}
    assert captured.err == ""
    assert (tmp_path / "agentprog.toml").read_text() == '# mine\nsteps = 40\nserial = "R5CT"\n'
