"""`getevent` output: a phone's touch screen, and the strokes and keys in its lines. These outputs are invented."""

from __future__ import annotations

import pytest

from agentprog.devices.prints.touches import Fingers, Glass, parse_glasses
from agentprog.ports.touches import Begun, Heard, Pressed, Stroke

PHONE = """add device 1: /dev/input/event5
  name:     "side-keys"
  events:
    KEY (0001): 0072  0073  0074
  input props:
    <none>
add device 2: /dev/input/event3
  name:     "some_touchscreen"
  events:
    KEY (0001): 0145  014a
    ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                0030  : value 0, min 0, max 255, fuzz 0, flat 0, resolution 0
                0035  : value 0, min 0, max 999, fuzz 0, flat 0, resolution 0
                0036  : value 0, min 0, max 1999, fuzz 0, flat 0, resolution 0
                0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_DIRECT
add device 3: /dev/input/event4
  name:     "some_touchpad"
  events:
    ABS (0003): 0035  : value 0, min 0, max 4095, fuzz 0, flat 0, resolution 0
                0036  : value 0, min 0, max 4095, fuzz 0, flat 0, resolution 0
                0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_POINTER
"""
GLASS = {"/dev/input/event3": Glass(across=(0, 999), down=(0, 1999))}
REFUSED = "could not open /dev/input/event3, Permission denied\ncould not open /dev/input/event5, Permission denied\n"
WITHOUT_RANGE = PHONE.replace("max 999", "max 0")
OLD = PHONE.replace("                0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0\n  input props:\n    INPUT_PROP_DIRECT", "  input props:\n    INPUT_PROP_DIRECT")  # fmt: skip # noqa: E501


def line(at: float, kind: str, code: str, value: str, path: str = "/dev/input/event3") -> str:
    return f"[{at:>15.6f}] {path}: {kind:<12} {code:<20} {value:<20}"


def axes(at: float, **values: int) -> list[str]:
    names = {"slot": "SLOT", "id": "TRACKING_ID", "x": "POSITION_X", "y": "POSITION_Y"}
    return [line(at, "EV_ABS", f"ABS_MT_{names[name]}", f"{value & 0xFFFFFFFF:08x}") for name, value in values.items()]


def report(at: float, **values: int) -> list[str]:
    return [*axes(at, **values), line(at, "EV_SYN", "SYN_REPORT", "00000000")]


def heard(*lines: str, fingers: Fingers | None = None) -> list[Heard]:
    reader = fingers or Fingers(GLASS)
    return [found for line in lines if (found := reader.read(line)) is not None]


def test_a_touchscreen_is_recognised_by_its_ranges_and_a_touchpad_is_none() -> None:
    assert parse_glasses(PHONE) == GLASS


@pytest.mark.parametrize("printed", ["", REFUSED, WITHOUT_RANGE, OLD, PHONE.replace("0036", "0037")])
def test_a_phone_that_reports_no_touchscreen_has_none(printed: str) -> None:
    assert parse_glasses(printed) == {}


def test_a_finger_that_stays_is_a_stroke_without_a_way() -> None:
    begun, stroke = heard(
        *axes(10.0, id=7), line(10.0, "EV_KEY", "BTN_TOUCH", "DOWN"), *report(10.0, x=499, y=999),
        *report(10.05, x=505), *axes(10.1, id=-1), line(10.1, "EV_KEY", "BTN_TOUCH", "UP"), *report(10.1),
    )  # fmt: skip
    assert begun == Begun()
    assert isinstance(stroke, Stroke)
    assert stroke.start == stroke.end == (pytest.approx(0.4995), pytest.approx(0.49975))
    assert (stroke.seconds, stroke.fingers, stroke.known) == (pytest.approx(0.1), 1, True)


def test_a_finger_that_moves_has_an_end_and_a_rest_before_it() -> None:
    stroke = heard(
        *report(10.0, id=7, x=500, y=1800), *report(10.6, y=1799), *report(10.7, y=1000), *report(10.8, y=400),
        *report(10.9, id=-1),
    )[-1]  # fmt: skip
    assert isinstance(stroke, Stroke)
    assert stroke.end[1] == pytest.approx(0.200, abs=0.001)
    assert (stroke.seconds, stroke.rested) == (pytest.approx(0.9), pytest.approx(0.7))


def test_a_coordinate_that_is_not_reported_again_is_that_of_the_touch_before() -> None:
    reader = Fingers(GLASS)
    heard(*report(1.0, id=1, x=100, y=200), *report(1.1, id=-1), fingers=reader)
    again = heard(*report(2.0, id=2, y=1000), *report(2.1, id=-1), fingers=reader)[-1]
    assert isinstance(again, Stroke)
    assert again.start == (pytest.approx(0.1005), pytest.approx(0.50025))
    assert again.known


def test_a_coordinate_reported_before_listening_began_is_not_made_up() -> None:
    stroke = heard(*report(2.0, id=2, y=1000), *report(2.1, id=-1))[-1]
    assert isinstance(stroke, Stroke)
    assert not stroke.known


def test_several_fingers_are_one_stroke_that_ends_with_the_last_of_them() -> None:
    found = heard(
        *report(1.0, id=1, x=100, y=200), *report(1.1, slot=1, id=2, x=900, y=1900), *report(1.2, id=-1),
        *report(1.3, slot=0, id=-1), *report(2.0, id=3, x=100), *report(2.1, id=-1),
    )  # fmt: skip
    assert [type(one) for one in found] == [Begun, Stroke, Begun, Stroke]
    assert [one.fingers for one in found if isinstance(one, Stroke)] == [2, 1]


def test_keys_of_the_phone_are_reported_on_release() -> None:
    side = "/dev/input/event5"
    found = heard(line(1.0, "EV_KEY", "KEY_APPSELECT", "DOWN", side), line(1.1, "EV_KEY", "KEY_APPSELECT", "UP", side),
                  line(1.2, "EV_KEY", "KEY_VOLUMEUP", "DOWN", side))  # fmt: skip
    assert found == [Begun(), Pressed(key="recents")]


@pytest.mark.parametrize(
    "line",
    ["", "add device 1: /dev/input/event5", '  name:     "side-keys"', "[ x ] /dev/input/event3: EV_ABS a b",
     "[       1.000000] /dev/input/event9: EV_ABS       ABS_MT_TRACKING_ID   00000001",
     "[       1.000000] /dev/input/event3: EV_ABS       ABS_MT_POSITION_X    xyz"],
)  # fmt: skip
def test_a_line_without_a_finger_is_skipped(line: str) -> None:
    assert heard(line, *report(1.0)) == []
