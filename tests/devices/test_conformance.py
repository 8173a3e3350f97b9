"""The checks of `agentprog doctor --full`, run on simulated phones of every profile."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from agentprog import resources
from agentprog.devices.conformance import NO_TRACE, differences, probes, run_suite, take_mark
from agentprog.devices.doctor.check import Check
from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.transport import Transport
from agentprog.phone.client import start_phone

PROFILES = sorted(file.stem for file in (resources.folder("devices") / "profiles").glob("*.toml"))
NAMES = [*(probe.name for probe in probes()), NO_TRACE]


_AT_ONCE = 3
"""Suites that run side by side. Each mostly waits for screens at rest, with more reads on a busier computer."""


def checked(profile: str, adb_server: Any) -> dict[str, Check]:
    """The suite, run once on a phone of this profile."""
    with start_phone(profile=profile, lifetime="command") as phone:
        adb_server.connect(phone.serial)
        phone.shell("settings put global stay_on_while_plugged_in 0; settings put system screen_off_timeout 30000")
        checks = list(run_suite(phone.serial, {"ANDROID_ADB_SERVER_PORT": str(adb_server.port)}))
        adb_server.run("disconnect", phone.serial)
    return {check.name: check for check in checks}


@pytest.fixture(scope="module")
def suites(
    adb_server: Any, warm_interpreter: str, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, Check]]:
    """The suite's results, by profile. The phones are forks of one interpreter that has loaded what they need."""
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(max_workers=_AT_ONCE) as pool:
        patch.setattr(sys, "executable", warm_interpreter)
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("phones")))
        return dict(zip(PROFILES, pool.map(lambda profile: checked(profile, adb_server), PROFILES), strict=True))


@pytest.mark.parametrize("profile", PROFILES)
def test_every_check_is_made_none_fails_and_the_phone_is_as_it_was(
    profile: str, suites: dict[str, dict[str, Check]]
) -> None:
    found = suites[profile]
    assert list(found) == NAMES
    assert [check for check in found.values() if check.ok is not True] == []
    assert found[NO_TRACE].ok


def transport_of(phone: Any) -> Transport:
    server = AdbServer.from_environment({"ANDROID_ADB_SERVER_PORT": str(phone.server.port)})
    return Transport(server, phone.serial, timeout=5.0)


def suite_of(phone: Any, *only: str) -> dict[str, Check]:
    env = {"ANDROID_ADB_SERVER_PORT": str(phone.server.port)}
    return {check.name: check for check in run_suite(phone.serial, env, timeout=5.0, only=only)}


def test_the_app_in_front_is_in_front_again_with_the_same_page(sim_phone: Any) -> None:
    sim_phone.handle.start_app("com.google.android.contacts")
    sim_phone.handle.advance(2)
    before = take_mark(transport_of(sim_phone))
    found = suite_of(sim_phone, "tree of Settings", "typed text")
    assert found[NO_TRACE].ok, found[NO_TRACE]
    assert take_mark(transport_of(sim_phone)).front == before.front == "com.google.android.contacts"


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        ("injection_denied", "home"),
        ("empty_hierarchy", "tree of Settings"),
        ("set_text_ignored", "typed text"),
        ("sleep", "at rest"),
    ],
)
def test_a_phone_that_does_not_conform_is_found_out_or_worked_around(sim_phone: Any, fault: str, name: str) -> None:
    sim_phone.handle.set_fault(fault)
    check = suite_of(sim_phone, name)[name]
    worked_around = fault in ("set_text_ignored", "sleep")
    assert check.ok is worked_around, check
    assert bool(check.remedy) is not worked_around


def test_every_kind_of_trace_is_named(sim_phone: Any) -> None:
    transport = transport_of(sim_phone)
    before = take_mark(transport)
    assert differences(before, take_mark(transport)) == ()
    sim_phone.handle.shell("settings put system screen_off_timeout 4242; touch /data/local/tmp/left.behind")
    sim_phone.handle.start_app("com.google.android.contacts")
    sim_phone.handle.advance(2)
    left = differences(before, take_mark(transport))
    assert any("screen_off_timeout became 4242" in one.replace(" = ", " ") or "4242" in one for one in left)
    assert "files: left.behind is new" in left
    assert any(one.startswith("front:") for one in left)


def test_every_check_has_a_name_and_a_description() -> None:
    assert all(probe.about.endswith(".") for probe in probes())
    assert len(set(NAMES)) == len(NAMES)
