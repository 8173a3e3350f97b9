"""Finding the phone to use, and the remedy if there is none."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Any

import adbutils
import pytest

from agentprog.devices.link.adb import AdbServer, adb_program, choose_device
from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.listing import DeviceState, parse_devices
from agentprog.errors import (
    ConfigError,
    DeviceError,
    DeviceOffline,
    DeviceTimeout,
    DeviceUnauthorized,
    NoDevice,
    SeveralDevices,
)
from tests.devices.smart_socket import smart_socket

LISTING = """\
0a388e93               device usb:1-1 product:razor model:Nexus_7 device:flo transport_id:1
192.168.1.7:5555       offline product:x model:y device:z transport_id:2
emulator-5554          unauthorized transport_id:3
????????????           no permissions (missing udev rules? user is in the plugdev group); see [http://x] usb:1-2
R58M                   authorizing usb:1-3 transport_id:5
ZY22                   fastbootd
"""


def test_every_device_state_has_its_remedy() -> None:
    found = {device.serial: device for device in parse_devices(LISTING)}
    assert {serial: device.state for serial, device in found.items()} == {
        "0a388e93": DeviceState.READY,
        "192.168.1.7:5555": DeviceState.OFFLINE,
        "emulator-5554": DeviceState.UNAUTHORIZED,
        "????????????": DeviceState.NO_PERMISSION,
        "R58M": DeviceState.AUTHORIZING,
        "ZY22": DeviceState.OTHER,
    }
    assert found["0a388e93"].model == "Nexus 7"
    assert found["192.168.1.7:5555"].network
    assert not found["0a388e93"].network
    assert "udev" in found["????????????"].remedy
    assert "missing udev rules" in found["????????????"].detail


@pytest.mark.parametrize(
    ("env", "address"),
    [
        ({}, ("127.0.0.1", 5037)),
        ({"ANDROID_ADB_SERVER_PORT": "6037"}, ("127.0.0.1", 6037)),
        ({"ADB_SERVER_SOCKET": "tcp:7001", "ANDROID_ADB_SERVER_PORT": "6037"}, ("127.0.0.1", 7001)),
        ({"ADB_SERVER_SOCKET": "tcp:host.example:7002"}, ("host.example", 7002)),
        ({"ANDROID_ADB_SERVER_ADDRESS": "10.0.0.2"}, ("10.0.0.2", 5037)),
    ],
)
def test_the_users_server_is_found_as_adb_finds_it(env: dict[str, str], address: tuple[str, int]) -> None:
    found = AdbServer.from_environment(env).address
    assert (found.host, found.port) == address


@pytest.mark.parametrize(
    "env",
    [
        {"ADB_SERVER_SOCKET": "localfilesystem:/x"},
        {"ADB_SERVER_SOCKET": "unix:/x"},
        {"ADB_SERVER_SOCKET": "tcp:127.0.0.1:99999"},
        {"ADB_SERVER_SOCKET": "tcp:0"},
        {"ANDROID_ADB_SERVER_PORT": "many"},
        {"ANDROID_ADB_SERVER_PORT": "0"},
        {"ANDROID_ADB_SERVER_PORT": ""},
        {"ANDROID_ADB_SERVER_PORT": "", "ADB_SERVER_SOCKET": "tcp:5037"},
    ],
)
def test_a_wrong_server_address_is_a_configuration_error(env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="ADB_SERVER_") as caught:
        AdbServer.from_environment(env)
    assert caught.value.hint
    if "ADB_SERVER_SOCKET" not in env:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", env["ANDROID_ADB_SERVER_PORT"])
        with pytest.raises(ConfigError, match="ANDROID_ADB_SERVER_PORT"):
            adb_program()


def test_an_adb_program_that_cannot_be_run_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADBUTILS_ADB_PATH", "/no/such/adb")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(DeviceError, match="ADBUTILS_ADB_PATH is '/no/such/adb', which cannot be run") as caught:
        AdbServer.from_environment({"ANDROID_ADB_SERVER_PORT": str(port)}).devices(3)
    assert caught.value.hint


def test_no_server_is_started_on_another_computer() -> None:
    env = {"ADB_SERVER_SOCKET": "tcp:127.0.0.2:9"}
    with pytest.raises(DeviceError, match="no adb server answers"):
        AdbServer.from_environment(env).devices(3)


def test_the_stock_client_asks_for_the_servers_version_once(sim_phone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    version = adbutils.AdbClient.server_version

    def counted(client: adbutils.AdbClient) -> int:
        asked.append(version(client))
        return asked[-1]

    monkeypatch.setattr(adbutils.AdbClient, "server_version", counted)
    server = AdbServer.from_environment({"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)})
    phone = server.stock().device(sim_phone.serial)
    assert [phone.shell(f"echo {number}") for number in range(3)] == ["0", "1", "2"]
    assert len(asked) == 1


@pytest.fixture
def silent_server() -> Iterator[int]:
    """A server that accepts connections and stays silent."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_server_that_hangs_is_given_up_in_time(silent_server: int) -> None:
    began = time.monotonic()
    with pytest.raises(
        DeviceTimeout, match=rf"127\.0\.0\.1:{silent_server} does not answer like an adb server"
    ) as caught:
        AdbServer.from_environment({"ANDROID_ADB_SERVER_PORT": str(silent_server)}).devices(0.4)
    assert "ADB_SERVER_SOCKET" in caught.value.hint
    assert time.monotonic() - began < 2


def test_a_server_that_is_no_adb_server_is_reported() -> None:
    with smart_socket() as server:
        server.answers["host:version"] = b"OKAY0004nope"
        with pytest.raises(DeviceError, match="no adb server"):
            AdbServer.from_environment(server.env).version()
        server.answers["host:devices-l"] = b"HTTP/1.1 400 Bad Request\r\n\r\n"
        with pytest.raises(DeviceError, match=rf"^the adb server at 127\.0\.0\.1:{server.port} refuses 'devices-l'"):
            AdbServer.from_environment(server.env).devices(5)


def test_a_refusal_about_a_phone_names_the_phone() -> None:
    with smart_socket() as server:
        server.answers["host-serial:10.0.0.2:5555:features"] = b"FAIL000edevice offline"
        with pytest.raises(DeviceOffline, match=r"^the phone 10\.0\.0\.2:5555 is offline"):
            AdbServer.from_environment(server.env).ask("host-serial:10.0.0.2:5555:features", Deadline(5.0, "asking"))


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Any:
    def say(listing: str) -> None:
        monkeypatch.setattr(AdbServer, "devices", lambda self, timeout=0: parse_devices(listing))
        monkeypatch.setattr(AdbServer, "connect", lambda self, serial, timeout=0: f"failed to connect to {serial}")

    return say


def test_the_only_phone_is_taken(listed: Any) -> None:
    listed("abc device\nxyz offline\n")
    assert choose_device(None, {}).serial == "abc"


def test_without_a_phone_the_error_names_the_simulated_phone(listed: Any) -> None:
    listed("")
    with pytest.raises(NoDevice, match="--sim"):
        choose_device(None, {})


def test_among_several_phones_none_is_chosen(listed: Any) -> None:
    listed("abc device model:Pixel_8\nxyz device\n")
    with pytest.raises(SeveralDevices, match="abc  Pixel 8"):
        choose_device(None, {})


def test_the_environment_names_the_phone(listed: Any) -> None:
    listed("abc device\nxyz device\n")
    assert choose_device(None, {"ANDROID_SERIAL": "xyz"}).serial == "xyz"
    assert choose_device("abc", {"ANDROID_SERIAL": "xyz"}).serial == "abc"


@pytest.mark.parametrize(
    ("listing", "kind", "message"),
    [
        ("abc unauthorized", DeviceUnauthorized, "Allow USB debugging"),
        ("abc offline", DeviceOffline, "offline"),
        ("abc no permissions (missing udev rules)", DeviceUnauthorized, "udev"),
        ("abc recovery", DeviceError, "not running Android"),
        ("abc sideload", DeviceError, "'sideload', not running Android"),
    ],
)
def test_an_unusable_phone_names_the_reason_and_the_remedy(
    listed: Any, listing: str, kind: type[DeviceError], message: str
) -> None:
    listed(listing)
    for serial in (None, "abc"):
        with pytest.raises(kind, match=message) as caught:
            choose_device(serial, {})
        assert caught.value.hint


def test_an_unknown_serial_lists_the_attached_phones(listed: Any) -> None:
    listed("abc device")
    with pytest.raises(NoDevice, match=r"abc \(device\)"):
        choose_device("nosuch", {})


def test_an_address_where_nothing_answers_is_no_phone(listed: Any) -> None:
    listed("abc device")
    with pytest.raises(NoDevice, match="nothing answers") as caught:
        choose_device("10.1.2.3:5555", {})
    assert "failed to connect" in caught.value.evidence


def test_a_real_server_lists_a_simulated_phone(sim_phone: Any) -> None:
    env = {"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)}
    (found,) = [device for device in AdbServer.from_environment(env).devices(5) if device.serial == sim_phone.serial]
    assert found.ready
    assert found.network
    assert AdbServer.from_environment(env).version() >= 31


def test_an_address_not_attached_yet_is_connected_to(sim_phone: Any) -> None:
    sim_phone.server.run("disconnect", sim_phone.serial)
    env = {"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)}
    assert choose_device(sim_phone.serial, env).ready


def test_a_phone_that_has_not_allowed_this_computer_is_unauthorized(sim_phone: Any) -> None:
    env = {"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)}
    sim_phone.handle.set_fault("unauthorized")
    sim_phone.reconnect()
    try:
        with pytest.raises(DeviceUnauthorized, match="Allow USB debugging"):
            choose_device(sim_phone.serial, env)
    finally:
        sim_phone.handle.clear_fault()
        sim_phone.reconnect()


def test_a_phone_that_never_answers_is_offline(sim_phone: Any) -> None:
    env = {"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)}
    sim_phone.server.run("disconnect", sim_phone.serial)
    sim_phone.handle.set_fault("offline")
    try:
        began = time.monotonic()
        with pytest.raises(DeviceOffline):
            choose_device(sim_phone.serial, env, timeout=3)
        assert time.monotonic() - began < 5
    finally:
        sim_phone.handle.clear_fault()
        sim_phone.reconnect()
