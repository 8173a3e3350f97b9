"""The emulator's console as `adb emu` knows it: the phone announces itself to an adb server as an emulator does."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentprog.app.phones.adb_server import private_adb_server
from agentprog.errors import PhoneError
from agentprog.phone.client import PhoneHandle, start_phone
from tests.conftest import AdbServer, wait_until

pytestmark = pytest.mark.phone


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneHandle]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("state")))
        with start_phone(console=True, lifetime="command") as handle:
            yield handle


@pytest.fixture(scope="module")
def server(phone: PhoneHandle) -> Iterator[AdbServer]:
    """An adb server that has received an emulator's announcement."""
    with private_adb_server() as port:
        message = f"host:emulator:{phone.record.port}".encode()
        with socket.create_connection(("127.0.0.1", port)) as link:
            link.sendall(b"%04x%s" % (len(message), message))
        known = AdbServer(port)
        assert wait_until(lambda: f"{_serial(phone)}\tdevice".encode() in known.run("devices").stdout)
        yield known


def _serial(phone: PhoneHandle) -> str:
    return f"emulator-{phone.record.console_port}"


def _emu(server: AdbServer, phone: PhoneHandle, *words: str) -> str:
    done = server.run("-s", _serial(phone), "emu", *words)
    assert done.returncode == 0, done
    return done.stdout.decode()


def test_stock_adb_knows_the_phone_as_an_emulator(server: AdbServer, phone: PhoneHandle) -> None:
    assert phone.record.console_port == phone.record.port - 1
    assert server.run("-s", _serial(phone), "shell", "echo here").stdout == b"here\n"


def test_a_text_message_that_adb_emu_sends_arrives(server: AdbServer, phone: PhoneHandle) -> None:
    _emu(server, phone, "sms", "send", "+15550177", "Are you there?")
    phone.advance(1.0)
    seen = server.run("-s", _serial(phone), "shell", "content query --uri content://sms --projection address:body:type")
    assert "address=+15550177, body=Are you there?, type=1" in seen.stdout.decode()


def test_the_battery_has_the_state_that_the_console_set(server: AdbServer, phone: PhoneHandle) -> None:
    _emu(server, phone, "power", "capacity", "33")
    _emu(server, phone, "power", "ac", "off")
    printed = server.run("-s", _serial(phone), "shell", "dumpsys battery").stdout.decode()
    assert "  level: 33\n" in printed
    assert "  AC powered: false\n  USB powered: false\n" in printed
    assert phone.console("power display") == "AC: offline\r\npresent: true\r\ncapacity: 33\r\nOK\r\n"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("ping", "I am alive!\r\nOK\r\n"),
        ("auth 0123456789abcdef", "OK\r\n"),
        ("avd status", "virtual device is running\r\nOK\r\n"),
        ("sms send 5550100", "KO: missing argument, try 'sms send <phonenumber> <text message>'\r\n"),
        ("sms", "KO: missing sub-command\r\n"),
        ("power capacity 101", "KO: bad sub-command\r\n"),
        ("geo fix 8.5 47.4", "KO: unknown command, try 'help'\r\n"),
    ],
)
def test_a_line_is_answered_in_the_emulators_words(phone: PhoneHandle, line: str, answer: str) -> None:
    assert phone.console(line) == answer


def test_the_console_turns_the_phone_a_quarter(phone: PhoneHandle) -> None:
    assert phone.state()["rotation"] == 0
    for rotation in (1, 2, 3, 0):
        assert phone.console("rotate") == "OK\r\n"
        assert phone.state()["rotation"] == rotation


def test_a_phone_without_a_console_refuses_its_commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path))
    with start_phone(lifetime="command") as plain, pytest.raises(PhoneError, match="without the emulator's console"):
        plain.console("ping")


def test_the_console_ends_the_phone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path))
    with start_phone(console=True, lifetime="command") as doomed:
        assert doomed.console("kill") == "OK: killing emulator, bye bye\r\n"
        assert doomed.process is not None
        assert doomed.process.wait(20) == 0
