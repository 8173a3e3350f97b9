"""The screen stays on during a run, and the owner's settings return in every case."""

from __future__ import annotations

from typing import Any

import pytest

from agentprog.devices.acting.awake import Awake
from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.transport import Transport

PLUGGED, TIMEOUT = "global stay_on_while_plugged_in", "system screen_off_timeout"


@pytest.fixture
def phone(sim_phone: Any) -> Any:
    sim_phone.handle.shell(f"settings put {PLUGGED} 0; settings put {TIMEOUT} 30000")
    return sim_phone


@pytest.fixture
def awake(phone: Any) -> Awake:
    server = AdbServer.from_environment({"ANDROID_ADB_SERVER_PORT": str(phone.server.port)})
    return Awake(Transport(server, phone.serial, timeout=5.0))


def settings(phone: Any) -> tuple[str, str]:
    return phone.shell(f"settings get {PLUGGED}"), phone.shell(f"settings get {TIMEOUT}")


def test_the_screen_is_held_on_and_the_settings_come_back(phone: Any, awake: Awake) -> None:
    assert awake.hold()
    assert settings(phone) == ("7", "1800000")
    phone.handle.advance(300)
    assert phone.handle.state()["awake"] is True
    assert awake.release()
    assert settings(phone) == ("0", "30000")
    assert "agentprog" not in phone.shell("ls /data/local/tmp")


def test_the_settings_of_a_killed_run_are_undone_at_the_next_start(phone: Any, awake: Awake) -> None:
    awake.hold()
    second = Awake(awake._transport)
    assert second.hold()
    assert second.release()
    assert settings(phone) == ("0", "30000")


def test_an_unset_setting_is_deleted_again(phone: Any, awake: Awake) -> None:
    phone.handle.shell(f"settings delete {PLUGGED}")
    awake.hold()
    awake.release()
    assert settings(phone)[0] == "null"


def test_a_setting_that_the_owner_changes_meanwhile_stays(phone: Any, awake: Awake) -> None:
    awake.hold()
    phone.handle.shell(f"settings put {TIMEOUT} 600000")
    awake.release()
    assert settings(phone) == ("0", "600000")


def test_a_phone_that_never_sleeps_is_left_alone(phone: Any, awake: Awake) -> None:
    phone.handle.shell(f"settings put {PLUGGED} 15; settings put {TIMEOUT} 2147483647")
    assert not awake.hold()
    assert not awake.release()
    assert settings(phone) == ("15", "2147483647")
