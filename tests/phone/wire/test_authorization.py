"""RSA authorisation: a stranger's key is asked about on the screen, a known one is let in."""

from __future__ import annotations

import time
from typing import Any

import pytest

from agentprog.phone.wire.auth import BadKey, PublicKey


@pytest.fixture
def asking(sim_phone: Any) -> Any:
    """A phone that asks for keys and knows none, with nobody connected."""
    sim_phone.handle.call("authorization", mode="ask")
    sim_phone.server.run("disconnect", sim_phone.serial)
    yield sim_phone
    sim_phone.handle.call("authorization", mode="open")
    sim_phone.handle.call("forget_keys")
    sim_phone.reconnect()


def state_of(phone: Any) -> str:
    for line in phone.server.run("devices").stdout.decode().splitlines():
        if line.startswith(phone.serial):
            return str(line.split("\t")[1])
    return "gone"


def becomes(phone: Any, state: str) -> bool:
    """True once adb reports the state: after a tap it connects again a moment later."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if state_of(phone) == state:
            return True
        time.sleep(0.05)
    return False


def dialog(phone: Any) -> str:
    """The dump of the dialog: the phone shows it a moment after it refused adb."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        code, xml, _ = phone.handle.shell("uiautomator dump /dev/tty")
        if code == 0 and "Allow USB debugging?" in xml:
            return str(xml)
        time.sleep(0.05)
    raise AssertionError("the phone did not ask")


def test_allowing_the_dialog_lets_the_computer_in_and_is_remembered(asking: Any) -> None:
    assert "failed to authenticate" in asking.server.connect(asking.serial)
    assert state_of(asking) == "unauthorized"
    xml = dialog(asking)
    assert "RSA key fingerprint" in xml
    _tap(asking, xml, "Allow")
    assert becomes(asking, "device")
    assert asking.shell("echo in") == "in"
    asking.server.run("disconnect", asking.serial)
    assert "connected to" in asking.server.connect(asking.serial)
    assert becomes(asking, "device")


def test_cancelling_the_dialog_leaves_the_computer_outside(asking: Any) -> None:
    asking.server.connect(asking.serial)
    _tap(asking, dialog(asking), "Cancel")
    assert state_of(asking) == "unauthorized"
    assert b"unauthorized" in asking.adb("shell", "id").stderr


def _tap(phone: Any, xml: str, label: str) -> None:
    import re

    found = re.search(rf'text="{label}"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', xml)
    assert found is not None, xml
    left, top, right, bottom = map(int, found.groups())
    phone.handle.shell(f"input tap {(left + right) // 2} {(top + bottom) // 2}")


@pytest.mark.parametrize("payload", [b"", b"not base64! me@host\0", b"QUJD me@host\0"])
def test_bytes_that_are_no_key_are_refused(payload: bytes) -> None:
    with pytest.raises(BadKey):
        PublicKey.parse(payload)
