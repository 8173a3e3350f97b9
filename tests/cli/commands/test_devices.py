"""`agentprog devices`, `connect`, `pair` and `disconnect`, with adb servers of the tests' own."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from agentprog.cli.main import status_of
from tests.devices.smart_socket import SmartSocket, block, smart_socket

PAIRED = b"OKAY" + block("Successfully paired to 10.0.0.7:37215 [guid=adb-R5CT-x1]")


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Iterator[SmartSocket]:
    with smart_socket() as server:
        monkeypatch.setenv("ADB_SERVER_SOCKET", server.env["ADB_SERVER_SOCKET"])
        yield server


def test_a_missing_phone_is_reported_with_the_remedy(scripted: SmartSocket, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["devices"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "No phone is attached" in captured.err
    assert "--sim" in captured.err


def test_no_phone_as_json_is_an_empty_list(scripted: SmartSocket, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["devices", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_each_unusable_phone_comes_with_its_remedy(scripted: SmartSocket, capsys: pytest.CaptureFixture[str]) -> None:
    for serial, state in (("R5CT", "unauthorized"), ("ZY22", "offline"), ("????", "no permissions (udev rules?)")):
        scripted.plug(serial, state=state)
    assert status_of(["devices", "--json"]) == 0
    found = {phone["serial"]: phone for phone in json.loads(capsys.readouterr().out)}
    assert "Allow USB debugging" in found["R5CT"]["remedy"]
    assert "Unplug" in found["ZY22"]["remedy"]
    assert "udev" in found["????"]["remedy"]
    assert {phone["ready"] for phone in found.values()} == {False}
    assert status_of(["devices"]) == 0
    captured = capsys.readouterr()
    assert "R5CT" in captured.out
    assert "Allow USB debugging" in captured.err


def test_a_phone_that_announces_itself_is_offered(scripted: SmartSocket, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "adb-R5CT\t_adb-tls-connect._tcp\t10.0.0.7:40123\n"
    scripted.answers["host:mdns:services"] = b"OKAY" + block(rows)
    assert status_of(["devices"]) == 0
    assert "agentprog connect 10.0.0.7:40123" in capsys.readouterr().err


def test_pairing_attaches_the_phone_that_announces_itself(
    scripted: SmartSocket, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted.answers["host:pair:123456:10.0.0.7:37215"] = PAIRED
    scripted.answers["host:mdns:services"] = b"OKAY" + block("adb-R5CT\t_adb-tls-connect._tcp.\t10.0.0.7:40123\n")
    scripted.answers["host:connect:10.0.0.7:40123"] = b"OKAY" + block("connected to 10.0.0.7:40123")
    scripted.plug("10.0.0.7:40123")
    assert status_of(["pair", "10.0.0.7:37215", "123456", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["serial"] == "10.0.0.7:40123"


def test_pairing_without_an_announcement_prints_the_next_step(
    scripted: SmartSocket, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted.answers["host:pair:123456:10.0.0.7:37215"] = PAIRED

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal("123 456\n"))
    assert status_of(["pair", "10.0.0.7:37215"]) == 0
    assert "agentprog connect 10.0.0.7:PORT" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["pair", "10.0.0.7:37215"], 2, "pairing code is missing"),
        (["pair", "10.0.0.7", "123456"], 2, "no port"),
        (["pair", "10.0.0.7:37215", "12"], 2, "six digits"),
        (["pair", "10.0.0.7:37215", "123456"], 3, "cannot pair"),
        (["connect", "not an address"], 2, "not an address"),
        (["disconnect", "10.0.0.9"], 3, "not attached"),
    ],
)
def test_an_impossible_pairing_is_reported_in_one_sentence(
    scripted: SmartSocket, capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, message: str
) -> None:
    scripted.answers["host:disconnect:10.0.0.9:5555"] = b"FAIL" + block("no such device '10.0.0.9:5555'")
    assert status_of(arguments) == status
    printed = capsys.readouterr().err
    assert message in printed
    assert "Traceback" not in printed


def test_a_simulated_phone_is_attached_listed_and_let_go(
    sim_phone: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(sim_phone.server.port))
    sim_phone.server.run("disconnect", sim_phone.serial)
    assert status_of(["connect", sim_phone.serial]) == 0
    assert f"Attached {sim_phone.serial}" in capsys.readouterr().err
    assert status_of(["devices"]) == 0
    listed = capsys.readouterr().out
    assert "Pixel 6  Android 13  en-US  network" in listed
    assert status_of(["disconnect", sim_phone.serial]) == 0
    assert "no longer attached" in capsys.readouterr().err
