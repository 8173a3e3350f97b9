"""The list of phones in the words of several adb servers."""

from __future__ import annotations

import pytest

from agentprog.devices import choose_device
from agentprog.devices.doctor.roster import roster
from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.foreign import from_adb
from agentprog.devices.link.listing import Attached, DeviceState, about_phone, parse_devices, to_phone
from agentprog.errors import DeviceOffline
from tests.devices.smart_socket import block, smart_socket

TWICE = "adb-RZ8N90ABCDE-Xy12Zq (2)._adb-tls-connect._tcp"


def only(line: str) -> Attached:
    (found,) = parse_devices(line + "\n")
    return found


@pytest.mark.parametrize(
    ("line", "serial", "state", "network"),
    [
        (f"{TWICE} device product:dm3q model:SM_S918B device:dm3q transport_id:9", TWICE, "device", True),
        (f"{TWICE} offline transport_id:11", TWICE, "offline", True),
        ("adb-10AD2X0001-aBcDeF._adb-tls-connect._tcp device product:PD2408 model:V2408A", None, "device", True),
        ("adb-ABC._adb._tcp.     offline", "adb-ABC._adb._tcp.", "offline", True),
        ("(no serial number)     device usb:1-4 product:p model:M device:d transport_id:7", "transport-id:7", "device",
         False),
        ("(no serial number)     unauthorized usb:1-4", "(no serial number)", "unauthorized", False),
        ("[fe80::1]:5555         device product:x model:y device:z transport_id:2", "[fe80::1]:5555", "device", True),
        ("my device              device usb:3-1 transport_id:4", "my device", "device", False),
        ("0123456789ABCDEF       host", "0123456789ABCDEF", "other", False),
        ("XPL000                 sideload usb:2-1 transport_id:8", "XPL000", "other", False),
        ("9a8b                   no permissions; see [http://developer.android.com/tools/device.html] usb:1-2", "9a8b",
         "no permissions", False),
    ],
)  # fmt: skip
def test_serials_of_every_form_are_read_whole(line: str, serial: str | None, state: str, network: bool) -> None:
    found = only(line)
    assert (found.serial, found.state.value, found.network) == (serial or line.split()[0], state, network)
    assert found.link == ("network" if network else "USB")


def test_messages_that_adb_prints_around_the_list_are_no_phone() -> None:
    printed = (
        "* daemon not running; starting now at tcp:5037\n* daemon started successfully\nList of devices attached\n\n"
    )
    assert parse_devices(printed) == ()


def test_a_phone_without_a_serial_is_asked_for_by_its_connection() -> None:
    assert to_phone("transport-id:7") == "host:transport-id:7"
    assert about_phone("transport-id:7", "features") == "host-transport-id:7:features"
    assert to_phone("R5 (2)") == "host:transport:R5 (2)"
    with smart_socket() as server:
        server.answers["host:devices-l"] = b"OKAY" + block("(no serial number) device usb:1-4 transport_id:7\n")
        assert choose_device(None, server.env).serial == "transport-id:7"
        server.answers["host-transport-id:7:features"] = b"FAIL000edevice offline"
        (listed,) = roster(server.env)
        assert listed.problem.startswith("the phone transport-id:7 is offline")


def test_an_announced_phone_that_no_longer_answers_is_connected_to_anew() -> None:
    with smart_socket() as server:
        server.answers["host:devices-l"] = b"OKAY" + block(f"{TWICE} offline transport_id:3\n")
        server.answers[f"host:connect:{TWICE}"] = b"OKAY" + block("failed to connect")
        with pytest.raises(DeviceOffline):
            choose_device(TWICE, server.env)
        assert f"host:connect:{TWICE}" in server.requests


def test_a_phone_that_is_still_connecting_is_not_gone() -> None:
    error = from_adb("device still connecting", "R5", "asking")
    assert isinstance(error, DeviceOffline)
    assert "still connecting" in error.message
    assert only("R5 connecting transport_id:1").state is DeviceState.CONNECTING
    with smart_socket() as server:
        server.answers["host-serial:R5:features"] = b"FAIL0017device still connecting"
        server.answers["host:devices-l"] = b"OKAY" + block("R5 device transport_id:1\n")
        (listed,) = roster(server.env)
        assert "still connecting" in listed.problem
        assert AdbServer.from_environment(server.env).devices()[0].ready
