"""A cable pulled and plugged in, an adb server that restarts or hangs: the run continues, or reports it in time."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agentprog.app.phones.adb_server import private_adb_server
from agentprog.devices import AdbDevice, open_device
from agentprog.devices.link.adb import AdbServer, adb_program
from agentprog.devices.link.conditions import Condition, of_error
from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.stream import Address
from agentprog.devices.link.transport import Transport
from agentprog.errors import DeviceError, DeviceGone, DeviceTimeout
from agentprog.ports import OpenApp, Screen, Tap
from tests.devices.smart_socket import SmartSocket, smart_socket

CABLE = "R5CT20ABCDE"


@pytest.fixture
def usb(sim_phone: Any) -> Iterator[SmartSocket]:
    with smart_socket(sim_phone.server.port) as server:
        server.plug(CABLE, behind=sim_phone.serial)
        yield server


@pytest.fixture
def waited() -> list[str]:
    """Waits for this message to the person."""
    return []


@pytest.fixture
def device(usb: SmartSocket, waited: list[str]) -> Iterator[AdbDevice]:
    opened = open_device(CABLE, env=usb.env, timeout=3.0, waits=waited.append)
    yield opened
    opened.close()


def labels(screen: Screen) -> set[str]:
    return {element.label for element in screen.elements}


def tap(device: AdbDevice, label: str) -> None:
    element = next(e for e in device.observe().elements if e.label == label)
    assert device.perform(Tap(target=element)).ok


def test_a_cable_pulled_and_plugged_in_again_does_not_end_the_run(
    usb: SmartSocket, device: AdbDevice, waited: list[str]
) -> None:
    assert device.perform(OpenApp(name="Contacts")).ok
    usb.pull(CABLE)
    timer = threading.Timer(1.5, usb.cables[CABLE].plugged.set)
    timer.start()
    assert "Create contact" in labels(device.observe())
    timer.join()
    tap(device, "Create contact")
    assert "First name" in labels(device.observe())
    assert Condition.DROPPED in device_conditions(device)
    assert waited == [f"the phone {CABLE} is gone: waiting 30 s for it to come back"]
    assert not any("kill" in request for request in usb.requests)


def device_conditions(device: AdbDevice) -> set[Condition]:
    return {entry.condition for entry in device.health}


def test_a_cable_that_stays_out_is_reported_in_time(usb: SmartSocket) -> None:
    transport = Transport(AdbServer.from_environment(usb.env), CABLE, timeout=1.0)
    transport.patience = 1.0
    usb.pull(CABLE)
    began = time.monotonic()
    with pytest.raises(DeviceGone, match="did not come back within 1 s") as caught:
        transport.reconnect()
    assert time.monotonic() - began < 2.5
    assert "agentprog resume" in caught.value.hint
    assert of_error(caught.value) is Condition.DROPPED


class NeverComesUpFirst(AdbServer):
    """An adb server whose first new connection to a phone never comes up."""

    def __init__(self, address: Address) -> None:
        super().__init__(address)
        self.given: list[float] = []
        """Seconds that each attempt was given."""

    def reconnect(self, serial: str, deadline: Deadline) -> None:
        self.given.append(deadline.seconds)
        if len(self.given) == 1:
            raise deadline.expired()


def test_a_connection_that_never_comes_up_is_retried_before_patience_ends() -> None:
    server = NeverComesUpFirst(Address(host="127.0.0.1", port=1))
    transport = Transport(server, "10.0.0.7:5555", timeout=1.0)
    transport.reconnect()
    assert len(server.given) == 2
    assert server.given[0] <= transport.patience / 3
    assert [entry.mended for entry in transport.health.entries] == [True]


def test_a_look_waits_once_for_a_cable_that_stays_out(usb: SmartSocket, device: AdbDevice) -> None:
    device._transport.patience = 1.0
    usb.pull(CABLE)
    usb.requests.clear()
    with pytest.raises(DeviceGone, match="did not come back within 1 s"):
        device.observe()
    assert sum("wait-for-any-device" in request for request in usb.requests) == 1


@pytest.mark.parametrize("work", ["shell", "features", "call", "exec"])
def test_a_silent_server_is_given_up_in_time(usb: SmartSocket, device: AdbDevice, work: str) -> None:
    transport = device._transport
    transport.timeout = 0.5
    transport._features = None if work == "features" else transport._features
    device.automation.disconnect()
    ways: dict[str, Callable[[], object]] = {
        "call": lambda: device.automation.call("deviceInfo"),
        "exec": lambda: transport.exec_out("screencap -p"),
        "shell": lambda: transport.shell("true"),
        "features": lambda: transport.shell("true"),
    }
    usb.silent = True
    began = time.monotonic()
    with pytest.raises(DeviceTimeout) as caught:
        ways[work]()
    usb.silent = False
    assert time.monotonic() - began < 2.5
    assert of_error(caught.value) is Condition.HUNG_ADBD
    assert caught.value.hint


def test_a_phone_that_turns_unauthorized_during_a_run_is_reported(usb: SmartSocket, device: AdbDevice) -> None:
    usb.pull(CABLE)
    usb.plug(CABLE, state="unauthorized")
    with pytest.raises(DeviceError, match="Allow USB debugging") as caught:
        device._transport.shell("true")
    assert of_error(caught.value) is Condition.UNAUTHORIZED


def test_an_adb_server_that_was_killed_is_started_again_and_the_run_goes_on(
    sim_phone: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ADB_USB", "ADB_EMU", "ADB_MDNS", "ADB_MDNS_AUTO_CONNECT"):
        monkeypatch.setenv(name, "0")
    with private_adb_server() as port:
        env = {"ANDROID_ADB_SERVER_PORT": str(port)}
        device = open_device(sim_phone.serial, env=env, timeout=8.0)
        try:
            assert device.perform(OpenApp(name="Contacts")).ok
            _kill_server(port)
            assert "Create contact" in labels(device.observe())
            tap(device, "Create contact")
        finally:
            device.close()
            _kill_server(port)


def _kill_server(port: int) -> None:
    subprocess.run([adb_program(), "-P", str(port), "kill-server"], capture_output=True, check=False, timeout=20)
