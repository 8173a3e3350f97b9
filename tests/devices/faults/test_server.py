"""The automation server, adb or the phone dies, hangs or is taken: repaired, or reported in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from agentprog.devices import AdbDevice
from agentprog.devices.link.conditions import Condition, of_error
from agentprog.devices.real_device import DEFAULT_TIMEOUT
from agentprog.errors import AutomationLost, DeviceTimeout
from agentprog.ports import CaptureKind, Tap
from tests.devices.faults.reading import contacts, kinds, met, the

TIMEOUT = 3.0


def test_a_server_killed_between_calls_is_started_again(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("u2_killed")
    assert the(device.observe(), "Create contact")
    assert met(device, Condition.SERVER_KILLED, mended=True)


def test_a_server_that_dies_while_reading_is_started_again_and_read(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("u2_dies_mid_call", times=1)
    time.sleep(0.3)
    assert the(device.observe(), "Create contact")
    assert met(device, Condition.SERVER_KILLED, mended=True)


def test_a_tap_whose_answer_is_lost_is_never_repeated_blindly(device: AdbDevice, phone: Any) -> None:
    screen = contacts(device)
    phone.handle.clear_trace()
    phone.handle.set_fault("u2_dies_mid_call", times=1)
    result = device.perform(Tap(target=the(screen, "Create contact")))
    assert not result.ok
    assert "it is unknown whether it was done" in result.detail
    assert sum("click" in line for line in phone.handle.trace("rpc")) <= 1
    assert device.observe().elements


def test_a_dropped_connection_is_made_again(connect: Callable[..., AdbDevice], phone: Any) -> None:
    # With the limit of everyday use: on a busy computer, adb's new connection alone may take the 3 s of other tests.
    device = connect(timeout=DEFAULT_TIMEOUT)
    contacts(device)
    phone.handle.set_fault("drop_connection")
    screen = device.observe()
    assert the(screen, "Create contact")
    assert screen.package == "com.google.android.contacts"
    assert met(device, Condition.DROPPED, mended=True)
    assert device.perform(Tap(target=the(screen, "Create contact"))).ok


def test_ui_automation_lost_once_is_mended(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("ui_automation_lost", times=1)
    time.sleep(0.3)
    assert the(device.observe(), "Create contact")
    assert met(device, Condition.AUTOMATION_LOST, mended=True)


@pytest.mark.parametrize("fault", ["ui_automation_lost", "dead_object"])
def test_a_permanent_loss_of_ui_automation_is_reported(device: AdbDevice, phone: Any, fault: str) -> None:
    contacts(device)
    phone.handle.set_fault(fault)
    time.sleep(0.3)
    with pytest.raises(AutomationLost) as caught:
        device.observe()
    assert caught.value.hint
    assert caught.value.evidence
    assert of_error(caught.value) is Condition.AUTOMATION_LOST


def test_another_client_that_holds_ui_automation_is_named(connect: Callable[[], AdbDevice], phone: Any) -> None:
    phone.handle.set_fault("u2_killed")
    phone.handle.set_fault("already_registered")
    with pytest.raises(AutomationLost, match="Another automation tool") as caught:
        connect()
    assert "already registered" in caught.value.evidence
    assert "stop it, or restart the phone" in caught.value.hint
    assert of_error(caught.value) is Condition.AUTOMATION_TAKEN


def test_a_server_that_will_not_start_is_reported(connect: Callable[[], AdbDevice], phone: Any) -> None:
    phone.handle.set_fault("u2_killed")
    phone.handle.set_fault("u2_will_not_start")
    with pytest.raises(AutomationLost, match="does not start"):
        connect()


def test_a_hung_call_is_over_in_its_time_and_is_an_issue(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    time.sleep(0.3)
    phone.handle.set_fault("u2_hang", {"seconds": 30.0}, times=1)
    began = time.monotonic()
    screen = device.observe()
    assert time.monotonic() - began < TIMEOUT + 2
    assert CaptureKind.TIMED_OUT in kinds(screen)
    assert screen.elements == ()
    assert met(device, Condition.HUNG_CALL)
    phone.handle.clear_fault()
    assert the(device.observe(), "Create contact")


def test_a_frozen_phone_is_given_up_in_time(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    time.sleep(0.3)
    phone.handle.set_fault("adbd_frozen")
    phone.handle.set_fault("u2_hang", {"seconds": 30.0})
    began = time.monotonic()
    with pytest.raises(DeviceTimeout) as caught:
        device.observe()
    assert time.monotonic() - began < TIMEOUT + 2
    assert caught.value.hint


def test_an_adbd_that_opens_no_service_is_reported_and_the_tree_still_read(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    time.sleep(0.3)
    phone.handle.set_fault("adbd_frozen")
    began = time.monotonic()
    screen = device.observe()
    assert time.monotonic() - began < TIMEOUT + 2
    assert the(screen, "Create contact")
    assert CaptureKind.TIMED_OUT in kinds(screen)
    assert met(device, Condition.HUNG_ADBD)
    with pytest.raises(DeviceTimeout, match="run `agentprog doctor`") as caught:
        device._transport.shell("true", seconds=0.5)
    assert of_error(caught.value) is Condition.HUNG_ADBD


def test_a_hung_shell_leaves_the_tree(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("shell_hang", {"seconds": 30.0})
    began = time.monotonic()
    screen = device.observe()
    assert time.monotonic() - began < TIMEOUT + 2
    assert the(screen, "Create contact")
    assert screen.package == "com.google.android.contacts"
    assert CaptureKind.TIMED_OUT in kinds(screen)
