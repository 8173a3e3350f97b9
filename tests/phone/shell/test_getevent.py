"""getevent: the description of the touch screen and real touches; injected input does not appear."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import pytest

from agentprog.phone.kernel import loop
from agentprog.phone.panel import Panel
from agentprog.phone.process.assembly import SimulatedPhone
from agentprog.phone.rig import ShellResult

Sh = Callable[[str], ShellResult]


async def _at_once(seconds: float) -> None:
    await asyncio.sleep(0)


def test_input_devices_are_listed_with_their_events(sh: Sh) -> None:
    printed = sh("getevent -p").stdout
    assert 'add device 2: /dev/input/event2\n  name:     "sim_touchscreen"\n  events:\n    KEY (0001): 014a' in printed
    assert "                0035  : value 0, min 0, max 4095, fuzz 0, flat 0, resolution 0\n" in printed
    assert printed.endswith("  input props:\n    INPUT_PROP_DIRECT\n")
    assert "ABS_MT_POSITION_X     : value 0, min 0" in sh("getevent -lp /dev/input/event2").stdout
    assert "add device" not in sh("getevent -lp /dev/input/event2").stdout


@pytest.mark.parametrize("wrong", ["-x", "-c many", "/dev/input/event9"])
def test_getevent_refuses_an_unknown_option(sh: Sh, wrong: str) -> None:
    done = sh(f"getevent {wrong}")
    assert done.code == 1
    assert done.stderr


@pytest.fixture
def touched(inner_phone: SimulatedPhone) -> Callable[..., list[str]]:
    """The output of `getevent` with these flags for a finger, after injected input."""

    inner_phone.rig.panel = Panel(inner_phone.phone)

    def events_of(flags: str, *way: tuple[float, float], inject: str = "true") -> list[str]:
        async def both() -> str:
            follows = asyncio.ensure_future(inner_phone.run_shell(f"getevent -q {flags}"))
            while not inner_phone.rig.panel.listeners:
                await asyncio.sleep(0)
            await inner_phone.run_shell(inject)
            await inner_phone.rig.panel.stroke(list(way), seconds=0.03, rest=0.0, wait=_at_once)
            return (await follows).stdout

        return loop.run(both()).splitlines()

    return events_of


def test_a_finger_is_printed_event_by_event_and_injected_input_is_not(touched: Callable[..., list[str]]) -> None:
    lines = touched("-lt -c 6", (0.5, 0.25), inject="input tap 100 100")
    assert [re.sub(r"^\[ *\d+\.\d{6}\] ", "", line).split() for line in lines] == [
        ["/dev/input/event2:", "EV_ABS", "ABS_MT_TRACKING_ID", "00000001"],
        ["/dev/input/event2:", "EV_ABS", "ABS_MT_POSITION_X", "00000800"],
        ["/dev/input/event2:", "EV_ABS", "ABS_MT_POSITION_Y", "00000400"],
        ["/dev/input/event2:", "EV_KEY", "BTN_TOUCH", "DOWN"],
        ["/dev/input/event2:", "EV_SYN", "SYN_REPORT", "00000000"],
        ["/dev/input/event2:", "EV_ABS", "ABS_MT_TRACKING_ID", "ffffffff"],
    ]


def test_without_labels_it_prints_numbers_and_of_one_device_no_path(touched: Callable[..., list[str]]) -> None:
    assert touched("-c 2 /dev/input/event2", (0.5, 0.25)) == ["0003 0039 00000001", "0003 0035 00000800"]


def test_a_finger_that_moves_ends_where_it_was_lifted(inner_phone: SimulatedPhone) -> None:
    events: list[tuple[str, int]] = []
    panel = Panel(inner_phone.phone)
    leave = panel.listen(lambda event: events.append((event.code, event.value)))
    loop.run(panel.stroke([(0.5, 0.9), (0.5, 0.2)], seconds=0.05, rest=0.0, wait=_at_once))
    leave()
    loop.run(panel.stroke([(0.1, 0.1)], seconds=0.0, rest=0.0, wait=_at_once))
    downs = [value for code, value in events if code == "ABS_MT_POSITION_Y"]
    assert (downs[0], downs[-1], len(downs)) == (3686, 819, 6)
    assert downs == sorted(downs, reverse=True)
