"""A person's finger on the glass of a simulated phone, as it comes over adb."""

from __future__ import annotations

import queue
import time

import pytest

from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.transport import Transport
from agentprog.devices.screen.touches import hear_touches
from agentprog.ports.touches import Begun, Heard, Stroke, Unheard
from tests.conftest import SimPhone

pytestmark = [pytest.mark.phone, pytest.mark.slow]


def transport_of(phone: SimPhone) -> Transport:
    return Transport(
        AdbServer.from_environment({"ANDROID_ADB_SERVER_PORT": str(phone.server.port)}), phone.serial, timeout=10.0
    )


def test_a_finger_is_heard_as_it_moves_and_injected_input_is_not(sim_phone: SimPhone) -> None:
    heard: queue.Queue[Heard] = queue.Queue()
    stop = hear_touches(transport_of(sim_phone), heard.put)
    assert stop is not None
    sim_phone.shell("input tap 100 100")
    _listened(sim_phone, heard)
    sim_phone.handle.finger((0.5, 0.9), (0.5, 0.3), seconds=0.3)
    assert heard.get(timeout=20) == Begun()
    stroke = heard.get(timeout=20)
    assert isinstance(stroke, Stroke)
    assert stroke.start == pytest.approx((0.5, 0.9), abs=0.001)
    assert stroke.end == pytest.approx((0.5, 0.3), abs=0.001)
    assert stroke.rested < 0.25
    stop()
    assert heard.empty()


def test_a_phone_that_goes_away_ends_the_listening(sim_phone: SimPhone) -> None:
    heard: queue.Queue[Heard] = queue.Queue()
    stop = hear_touches(transport_of(sim_phone), heard.put)
    assert stop is not None
    _listened(sim_phone, heard)
    sim_phone.server.run("disconnect", sim_phone.serial)
    assert isinstance(heard.get(timeout=20), Unheard)
    sim_phone.reconnect()
    stop()


def _listened(phone: SimPhone, heard: queue.Queue[Heard]) -> None:
    """Touches the glass until the phone's program reads it: the program takes a moment to begin."""
    end = time.monotonic() + 20
    while heard.empty():
        assert time.monotonic() < end
        phone.handle.finger((0.5, 0.02))
        time.sleep(0.1)
    while True:
        try:
            heard.get(timeout=1.0)
        except queue.Empty:
            return
