"""The doctor's findings and its advice."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from agentprog.devices import examine
from agentprog.devices.doctor.check import Check
from agentprog.devices.doctor.examination import check_clock
from agentprog.devices.doctor.fitness import Fitness, maker_of, parse_fitness
from agentprog.devices.prints.facts import Facts
from agentprog.devices.prints.state import PhoneState
from agentprog.errors import DeviceTimeout
from agentprog.ports import Store

NAMES = [
    "adb server",
    "authorisation",
    "device",
    "developer options",
    "settings",
    "automation server",
    "other automation",
    "screen",
]
NAMES += ["tree", "screenshot", "input", "text", "clock", "storage"]
NAMES += [f"records of {store.value}" for store in Store]


def findings(phone: Any, **how: Any) -> dict[str, Check]:
    env = {"ANDROID_ADB_SERVER_PORT": str(phone.server.port)}
    return {check.name: check for check in examine(phone.serial, env, **how)}


def test_a_healthy_phone_passes_every_check(sim_phone: Any) -> None:
    before = sim_phone.handle.state()["package"]
    found = findings(sim_phone)
    assert list(found) == NAMES
    assert [check for check in found.values() if not check.ok] == []
    assert all(check.detail and not check.remedy for check in found.values())
    assert sim_phone.handle.state()["package"] == before


@pytest.mark.parametrize(
    ("fault", "name", "remedy"),
    [
        ("sleep", "screen", "Wake"),
        ("lock", "screen", "Unlock"),
        ("injection_denied", "input", "USB debugging"),
        ("u2_will_not_start", "automation server", "restarting"),
        ("already_registered", "automation server", "Another automation tool"),
        ("empty_hierarchy", "tree", "another app"),
    ],
)
def test_each_trouble_is_named_with_its_remedy(sim_phone: Any, fault: str, name: str, remedy: str) -> None:
    sim_phone.handle.set_fault("u2_killed")
    sim_phone.handle.set_fault(fault)
    found = findings(sim_phone)
    assert found[name].ok is False
    assert remedy in found[name].remedy
    if name == "screen":  # each cause is one finding: a check that it prevents does not fail
        assert [other.name for other in found.values() if other.ok is False] == ["screen"]
        assert found["tree"].detail == f"not known: {found['screen'].detail}"


@pytest.mark.parametrize(
    ("command", "name", "ok", "remedy"),
    [
        ("settings put global always_finish_activities 1", "developer options", False, "Don't keep activities"),
        ("settings put secure enabled_accessibility_services com.a.talk/.Talk", "other automation", None, "go on"),
    ],
)
def test_each_setting_in_the_way_is_named(
    sim_phone: Any, command: str, name: str, ok: bool | None, remedy: str
) -> None:
    sim_phone.handle.shell(command)
    check = findings(sim_phone)[name]
    assert check.ok is ok
    assert remedy in check.remedy


def test_the_doctor_leaves_nothing_behind(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("u2_killed")
    sim_phone.handle.shell("rm -f /data/local/tmp/u2.jar")
    findings(sim_phone)
    assert sim_phone.shell("ls /data/local/tmp") == ""


def test_a_phone_that_keeps_its_settings_from_adb_has_its_makers_switch_named(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("settings_refused")
    check = findings(sim_phone)["settings"]
    assert check.ok is None
    assert "WRITE_SECURE_SETTINGS" in check.detail
    assert "developer options" in check.remedy


def test_the_doctors_test_of_settings_leaves_no_setting(sim_phone: Any) -> None:
    before = sim_phone.shell("settings list global")
    assert findings(sim_phone)["settings"].ok
    assert sim_phone.shell("settings list global") == before


def test_the_switches_that_a_maker_adds_are_named() -> None:
    maker = maker_of(Facts(maker="Xiaomi"))
    assert maker is not None
    assert "USB debugging (Security settings)" in maker.named("settings")
    assert maker_of(Facts(maker="Google")) is None


def test_readable_settings_are_parsed_and_missing_settings_stay_unknown() -> None:
    df = "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/dm-5 11 7 4 69% /\n/dev/dm-4 9 8 150000 98% /data"
    found = parse_fitness(f"0\n1\ncom.a/.B:com.c/.D\n{df}\n")
    assert (found.developer, found.forgets_activities, found.room) == (False, True, False)
    assert found.services == ("com.a/.B", "com.c/.D")
    assert parse_fitness("") == Fitness()
    assert Fitness().room


def test_a_refused_clipboard_is_no_fault(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("clipboard_denied")
    check = findings(sim_phone)["text"]
    assert check.ok is None
    assert "other ways" in check.detail


def test_a_missing_phone_ends_the_examination(sim_phone: Any) -> None:
    env = {"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)}
    found = list(examine("nosuch", env))
    assert [(check.name, check.ok) for check in found] == [("adb server", True), ("device", False)]
    assert found[-1].remedy


@pytest.mark.parametrize("env", [{"ADB_SERVER_SOCKET": "unix:/x"}, {"ADB_SERVER_SOCKET": "tcp:127.0.0.2:9"}])
def test_an_unavailable_adb_server_is_reported_once(env: dict[str, str]) -> None:
    (found,) = examine(None, env, timeout=3)
    assert (found.name, found.ok) == ("adb server", False)
    assert found.remedy


def test_an_unauthorised_phone_is_recognised(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("unauthorized")
    sim_phone.reconnect()
    try:
        check = findings(sim_phone)["authorisation"]
        assert check.ok is False
        assert "Allow USB debugging" in check.remedy
    finally:
        sim_phone.handle.clear_fault()
        sim_phone.reconnect()


def test_a_hung_phone_does_not_hang_the_doctor(sim_phone: Any) -> None:
    sim_phone.handle.set_fault("shell_hang", {"seconds": 60.0})
    found = findings(sim_phone, timeout=1.0)
    assert found["authorisation"].ok is False


@pytest.mark.parametrize(
    ("apart", "detail"),
    [(0, ""), (-7200, "2 hours behind"), (5400, "90 minutes ahead"), (-97_900_000, "1133 days behind")],
)
def test_a_wrong_clock_is_reported_and_is_no_fault(apart: int, detail: str) -> None:
    here = datetime(2026, 1, 1, tzinfo=UTC)
    check = check_clock(lambda: PhoneState(now=here + timedelta(seconds=apart)), here)
    assert check.ok
    assert detail in check.detail


def test_an_error_while_checking_is_the_finding() -> None:
    def fail() -> PhoneState:
        raise DeviceTimeout("too slow", hint="wake it")

    assert check_clock(fail, datetime.now(UTC)) == Check(name="clock", ok=False, detail="too slow", remedy="wake it")


def test_the_doctor_reports_the_records_that_a_stock_shell_may_read(sim_phone: Any) -> None:
    """Its manifest grants READ_SMS, READ_CONTACTS, READ_CALENDAR, DUMP, not READ_CALL_LOG (AOSP, packages/Shell)."""
    found = findings(sim_phone)
    assert found["records of messages"].detail == "can be read: they prove sent and deleted messages"
    assert "without the number" in found["records of calls"].detail
    assert "requires android.permission.READ_CALL_LOG" in found["records of calls"].detail
