"""`agentprog doctor` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agentprog.app.settings.folders import lock_folder
from agentprog.cli.commands.doctor import show
from agentprog.cli.main import status_of
from agentprog.devices import Check
from agentprog.devices.conformance import NO_TRACE, probes
from agentprog.runtime.safety.lock import DeviceLock
from tests.devices.smart_socket import smart_socket


@pytest.fixture
def phone(sim_phone: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(sim_phone.server.port))
    monkeypatch.setenv("ANDROID_SERIAL", sim_phone.serial)
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return sim_phone


def test_a_healthy_phone_ends_with_success(phone: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert "FAILED" not in printed
    assert "Pixel 6 Android 13 in en-US over network" in printed
    assert "unknown  model: none is configured" in printed
    assert "disk: " in printed


def test_the_conformance_suite_is_part_of_a_full_examination(phone: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["doctor", "--full", "--json"]) == 0
    found = {check["name"]: check for check in json.loads(capsys.readouterr().out)}
    assert {probe.name for probe in probes()} <= set(found)
    assert found[NO_TRACE]["ok"] is True


def test_a_phone_that_a_run_holds_is_not_put_to_the_suite(phone: Any, capsys: pytest.CaptureFixture[str]) -> None:
    lock = DeviceLock(lock_folder(), phone.serial, run="another")
    lock.acquire()
    try:
        assert status_of(["doctor", "--full"]) == 3
    finally:
        lock.release()
    found = capsys.readouterr().out
    assert f"FAILED   conformance: another run uses the device {phone.serial}" in found
    assert "Wait until it ends" in found


def test_a_failed_check_is_printed_with_its_fix_and_ends_with_3(phone: Any, capsys: pytest.CaptureFixture[str]) -> None:
    phone.handle.set_fault("injection_denied")
    assert status_of(["doctor"]) == 3
    printed = capsys.readouterr().out
    assert "FAILED   input: the phone refuses simulated input" in printed
    assert "USB debugging (Security settings)" in printed


def test_without_a_phone_model_and_disk_are_still_looked_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with smart_socket() as server:
        monkeypatch.setenv("ADB_SERVER_SOCKET", server.env["ADB_SERVER_SOCKET"])
        server.plug("ZY22", state="no permissions (missing udev rules?)")
        assert status_of(["doctor", "--full", "--json"]) == 3
    found = {check["name"]: check for check in json.loads(capsys.readouterr().out)}
    assert "udev" in found["authorisation"]["remedy"]
    assert {"model", "disk"} <= set(found)
    assert NO_TRACE not in found


def test_the_simulated_phone_is_recorded_and_examined_again_from_its_file_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "1")
    monkeypatch.setenv("ANDROID_SERIAL", "not-this-one")
    file = tmp_path / "prints.json"
    assert status_of(["doctor", "--sim", "--record", str(file), "--json"]) == 0
    recorded = json.loads(capsys.readouterr().out)
    assert status_of(["doctor", "--against", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == recorded
    assert set(recorded[0]) == {"name", "ok", "detail", "remedy"}
    assert not {"model", "disk"} & {check["name"] for check in recorded}


@pytest.mark.parametrize(
    ("check", "lines"),
    [
        (Check(name="adb server", ok=True, detail="runs"), ["ok       adb server: runs"]),
        (Check(name="model", ok=None, detail="none"), ["unknown  model: none"]),
        (
            Check(name="disk", ok=False, detail="full", remedy="Free some."),
            ["FAILED   disk: full", " " * 9 + "Free some."],
        ),
    ],
)
def test_a_finding_is_a_line_with_its_fix_below(
    check: Check, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    show(check)
    assert capsys.readouterr().out.splitlines() == lines
