"""The Device on a simulated phone: through the real adb server and the real uiautomator2 server protocol."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from agentprog.devices import AdbDevice, open_device
from agentprog.ports import (
    ClearText,
    Element,
    LongPress,
    OpenApp,
    OpenNotifications,
    PointTarget,
    PressKey,
    Role,
    Screen,
    Scroll,
    Swipe,
    Tap,
    TypeText,
    Wait,
    Window,
)

HARD = 'héllo "$x" 你好 😀'


@pytest.fixture
def device(sim_phone: Any) -> Iterator[AdbDevice]:
    opened = open_device(sim_phone.serial, env={"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)})
    yield opened
    opened.close()


def the(screen: Screen, label: str, role: Role | None = None) -> Element:
    found = [e for e in screen.elements if e.label == label and (role is None or e.role is role)]
    assert found, f"no {label!r} among {[e.descriptor for e in screen.elements]}"
    return found[0]


def labels(screen: Screen) -> list[str]:
    return [e.label for e in screen.elements if e.window in (Window.APP, Window.DIALOG)]


def opened(device: AdbDevice, app: str) -> Screen:
    result = device.perform(OpenApp(name=app))
    assert result.ok, result.detail
    return device.observe()


def tapped(device: AdbDevice, target: Element) -> Screen:
    assert device.perform(Tap(target=target)).ok
    return device.observe()


def test_the_phone_reports_its_model_and_size(device: AdbDevice, sim_phone: Any) -> None:
    info = device.info
    assert info.serial == sim_phone.serial
    assert info.model
    assert (info.width, info.height) == (1080, 2400)
    assert info.sdk >= 24


def test_the_home_screen_shows_its_apps(device: AdbDevice) -> None:
    screen = device.observe()
    assert "Contacts" in labels(screen)
    assert "SMS Messenger" in labels(screen)
    assert the(screen, "Contacts").clickable
    assert screen.issues == ()
    assert [app.label for app in device.apps()] == sorted((app.label for app in device.apps()), key=str.casefold)


def test_an_observation_carries_the_phones_own_time(device: AdbDevice) -> None:
    first, second = device.observe(), device.observe()
    assert first.taken_at.tzinfo is not None
    assert first.taken_at.year == 2023
    assert timedelta(0) <= second.taken_at - first.taken_at < timedelta(seconds=60)


def test_pixels_come_only_when_asked_for_and_are_a_picture(device: AdbDevice) -> None:
    assert device.observe().screenshot is None
    shot = device.observe(screenshot=True).screenshot
    assert shot is not None
    assert shot.media_type in ("image/jpeg", "image/png")
    with Image.open(io.BytesIO(shot.data)) as image:
        assert image.size == (shot.width, shot.height) == (1080, 2400)
        assert image.convert("L").getextrema() != (0, 0)


def test_an_app_is_opened_by_name_and_is_in_front(device: AdbDevice) -> None:
    screen = opened(device, "Contacts")
    assert screen.package == "com.google.android.contacts"
    assert screen.activity.endswith("PeopleActivity")
    assert the(screen, "Create contact", Role.BUTTON)
    assert [e for e in screen.elements if e.role is Role.ITEM]


def test_a_missing_app_is_a_result_and_no_error(device: AdbDevice) -> None:
    result = device.perform(OpenApp(name="Contcts"))
    assert not result.ok
    assert "near names: Contacts" in result.detail


def test_a_contact_is_typed_into_the_editor_and_saved(device: AdbDevice, sim_phone: Any) -> None:
    screen = tapped(device, the(opened(device, "Contacts"), "Create contact"))
    fields = [e.label for e in screen.elements if e.role is Role.FIELD]
    assert fields[:2] == ["First name", "Last name"]
    assert all(e.text == "" for e in screen.elements if e.role is Role.FIELD)
    for label, text in (("First name", HARD), ("Phone", "+10662908339")):
        result = device.perform(TypeText(text=text, target=the(screen, label, Role.FIELD)))
        assert result.ok, result.detail
        screen = device.observe()
    assert the(screen, "First name", Role.FIELD).text == HARD
    screen = tapped(device, the(screen, "Save"))
    assert screen.shows(HARD)
    assert screen.shows("+10662908339")


def test_a_message_is_written_and_appears_in_its_thread(device: AdbDevice) -> None:
    screen = tapped(device, the(opened(device, "Simple SMS Messenger"), "conversations fab"))
    assert device.perform(TypeText(text="+10662908339", target=the(screen, "Add Contact or Number…"))).ok
    screen = tapped(device, the(device.observe(), "new conversation confirm"))
    assert device.perform(TypeText(text="hello 😀 & `id`", target=the(screen, "Type a message…"))).ok
    screen = tapped(device, the(device.observe(), "SMS", Role.BUTTON))
    assert screen.activity.endswith("ThreadActivity")
    assert the(screen, "hello 😀 & `id`")
    assert the(screen, "Type a message…", Role.FIELD).text == ""


def test_typing_replaces_or_appends_and_clearing_empties(device: AdbDevice) -> None:
    screen = tapped(device, the(opened(device, "Contacts"), "Create contact"))
    field = the(screen, "First name", Role.FIELD)

    def content() -> str:
        return the(device.observe(), "First name", Role.FIELD).text

    assert device.perform(TypeText(text="one", target=field)).ok
    assert device.perform(TypeText(text=" two 😀", target=field, replace=False)).ok
    assert content() == "one two 😀"
    assert device.perform(TypeText(text="three", target=field)).ok
    assert content() == "three"
    assert device.perform(TypeText(text="four")).ok
    assert content() == "four"
    assert device.perform(ClearText(target=field)).ok
    assert content() == ""


def test_typing_without_a_focused_field_is_refused(device: AdbDevice) -> None:
    result = device.perform(TypeText(text="x"))
    assert not result.ok
    assert "no text field has the focus" in result.detail


SHELL = "$(id)`id`;&|<>\\'\"!*?[]{}~#%^= -n"
TEXTS = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=40),
    st.text(SHELL, min_size=1, max_size=30),
    st.text("שלוםمرحبا e\u0301😀🇨🇭\u200d👩 ab.", min_size=1, max_size=20),
)
HARMLESS = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@settings(max_examples=40, deadline=None, suppress_health_check=HARMLESS)
@given(text=TEXTS)
def test_any_text_arrives_as_it_was_typed(device: AdbDevice, text: str) -> None:
    type_into_editor(device, text)


@pytest.mark.parametrize("text", ["two\nlines", "\n$(id)\n\n😀 'q'\n"])
def test_line_breaks_arrive_where_a_field_has_lines(device: AdbDevice, text: str) -> None:
    row = next(e for e in opened(device, "SMS Messenger").elements if e.role is Role.ITEM)
    result = device.perform(TypeText(text=text, target=the(tapped(device, row), "Type a message…")))
    assert (result.ok, result.detail) == (True, "")
    assert the(device.observe(), "Type a message…").text == text


def type_into_editor(device: AdbDevice, text: str) -> None:
    """Type a text into a field of the contact editor; the device itself reads it back."""
    if device.observe().activity.rpartition(".")[2] != "ContactEditorActivity":
        tapped(device, the(opened(device, "Contacts"), "Create contact"))
    result = device.perform(TypeText(text=text, target=the(device.observe(), "Company", Role.FIELD)))
    assert result.ok, result.detail
    assert result.detail == ""


def test_scrolling_reveals_the_rows_below_and_notices_the_end(device: AdbDevice, sim_phone: Any) -> None:
    for number in range(14):
        sim_phone.handle.incoming_sms(f"+1555010{number:02}", f"message {number}")
    screen = opened(device, "SMS Messenger")
    (scroller,) = [e for e in screen.elements if e.role is Role.LIST]
    assert (scroller.more_above, scroller.more_below) == (False, True)
    seen = {e.label for e in screen.elements if e.role is Role.ITEM}
    for _ in range(8):
        result = device.perform(Scroll(direction="down", target=scroller))
        assert result.ok
        screen = device.observe()
        now = {e.label for e in screen.elements if e.role is Role.ITEM}
        if "nothing moved" in result.detail:
            break
        assert now & seen, "a scroll leaps over no row"
        seen |= now
    assert "nothing more below" in result.detail
    (scroller,) = [e for e in screen.elements if e.role is Role.LIST]
    assert (scroller.more_above, scroller.more_below) == (True, False)
    assert sum("message" in label for label in seen) == 14


def test_a_swipe_moves_the_finger_and_a_scroll_the_content(device: AdbDevice, sim_phone: Any) -> None:
    for number in range(14):
        sim_phone.handle.incoming_sms(f"+1555010{number:02}", f"message {number}")
    first = opened(device, "SMS Messenger")
    device.perform(Swipe(direction="up"))
    down = device.observe()
    assert labels(down) != labels(first)
    device.perform(Swipe(direction="down"))
    device.perform(Scroll(direction="up"))
    assert labels(device.observe()) == labels(first)


def test_keys_lead_home_and_back(device: AdbDevice) -> None:
    opened(device, "Contacts")
    assert device.perform(PressKey(key="home")).ok
    home = device.observe()
    assert "launcher" in home.package
    screen = tapped(device, the(opened(device, "Contacts"), "Create contact"))
    while screen.activity.endswith("ContactEditorActivity"):
        assert device.perform(PressKey(key="back")).ok
        screen = device.observe()
    assert screen.activity.endswith("PeopleActivity")


def test_a_long_press_selects(device: AdbDevice) -> None:
    screen = opened(device, "SMS Messenger")
    item = next(e for e in screen.elements if e.role is Role.ITEM)
    assert device.perform(LongPress(target=item)).ok
    assert any(e.selected for e in device.observe().elements if e.role is Role.ITEM)


def test_notifications_open_and_can_be_read(device: AdbDevice, sim_phone: Any) -> None:
    sim_phone.handle.incoming_sms("+15550100", "ping 🎉 there")
    assert device.perform(OpenNotifications()).ok
    assert device.observe().shows("ping 🎉 there")


def test_a_point_can_be_touched(device: AdbDevice) -> None:
    x, y = the(device.observe(), "Contacts").bounds.center
    assert device.perform(Tap(target=PointTarget(x=x, y=y))).ok
    assert device.observe().package == "com.google.android.contacts"


def test_a_touch_without_an_effect_is_reported(device: AdbDevice) -> None:
    device.observe()
    result = device.perform(Tap(target=PointTarget(x=540, y=1200)))
    assert result.ok
    assert "nothing changed" in result.detail


def test_waiting_waits(device: AdbDevice) -> None:
    began = time.monotonic()
    assert device.perform(Wait(seconds=0.3)).ok
    assert time.monotonic() - began >= 0.3


def test_the_keyboard_is_recognised_and_left_as_it_was(device: AdbDevice, sim_phone: Any) -> None:
    before = sim_phone.shell("settings get secure default_input_method")
    screen = tapped(device, the(opened(device, "Contacts"), "Create contact"))
    screen = tapped(device, the(screen, "Last name", Role.FIELD))
    assert screen.keyboard_shown
    assert [e for e in screen.elements if e.window is Window.KEYBOARD]
    device.perform(TypeText(text=HARD, target=the(screen, "Last name", Role.FIELD)))
    device.close()
    assert sim_phone.shell("settings get secure default_input_method") == before


def test_closing_twice_is_closing_once(device: AdbDevice) -> None:
    device.close()
    device.close()
