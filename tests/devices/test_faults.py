"""Every trap of a real phone, made over the wire by the simulated one, is recognised, mended or said."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agentprog.devices import AdbDevice, open_device
from agentprog.devices.acting.keyboard import AUTOMATION_KEYBOARD
from agentprog.devices.automation.server import StockCaller
from agentprog.devices.link.conditions import Condition, of_error
from agentprog.devices.real_device import DEFAULT_TIMEOUT
from agentprog.errors import AutomationLost, DeviceError, DeviceLocked, DeviceTimeout, InjectionDenied
from agentprog.ports import CaptureKind, Element, OpenApp, PointTarget, PressKey, Role, Screen, Tap, TypeText, Window

TIMEOUT = 3.0
HARD = 'héllo "$x" 你好 😀'


@pytest.fixture
def phone(sim_phone: Any) -> Any:
    return sim_phone


@pytest.fixture
def connect(phone: Any) -> Iterator[Callable[..., AdbDevice]]:
    made: list[AdbDevice] = []

    def make(timeout: float = TIMEOUT) -> AdbDevice:
        env = {"ANDROID_ADB_SERVER_PORT": str(phone.server.port)}
        # What is not in the tree is missing here; reading it from pixels is tested in test_ocr.py.
        made.append(open_device(phone.serial, env=env, timeout=timeout, ocr=False))
        return made[-1]

    yield make
    phone.handle.clear_fault()
    for device in made:
        device.close()


@pytest.fixture
def device(connect: Callable[[], AdbDevice]) -> AdbDevice:
    return connect()


def kinds(screen: Screen) -> list[CaptureKind]:
    return [issue.kind for issue in screen.issues]


def the(screen: Screen, label: str) -> Element:
    return next(e for e in screen.elements if e.label == label)


def met(device: AdbDevice, condition: Condition, *, mended: bool = False) -> bool:
    """Whether the device has written this trap down."""
    return any(entry.condition is condition and entry.mended is mended for entry in device.health)


def contacts(device: AdbDevice) -> Screen:
    assert device.perform(OpenApp(name="Contacts")).ok
    return device.observe()


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
    assert "not known whether it was done" in result.detail
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
def test_ui_automation_lost_for_good_is_said(device: AdbDevice, phone: Any, fault: str) -> None:
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


def test_a_server_that_will_not_start_is_said(connect: Callable[[], AdbDevice], phone: Any) -> None:
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


def test_an_adbd_that_opens_no_service_leaves_the_tree_and_is_said(device: AdbDevice, phone: Any) -> None:
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


@pytest.mark.parametrize(("fault", "unknown"), [("no_current_focus", False), ("focus_null", True)])
def test_the_app_in_front_is_known_without_a_focus_line(
    device: AdbDevice, phone: Any, fault: str, unknown: bool
) -> None:
    contacts(device)
    phone.handle.set_fault(fault)
    assert device.observe().package == "com.google.android.contacts"
    assert met(device, Condition.FOCUS_UNKNOWN) is unknown


def test_windows_in_any_order_read_the_same(device: AdbDevice, phone: Any) -> None:
    before = contacts(device)
    phone.handle.set_fault("shuffled_windows")
    time.sleep(0.3)
    after = device.observe()
    assert [e.descriptor for e in after.elements if e.window is Window.APP] == [
        e.descriptor for e in before.elements if e.window is Window.APP
    ]


@pytest.mark.parametrize(
    ("fault", "condition"),
    [
        ("empty_hierarchy", Condition.NULL_ROOT),
        ("empty_hierarchy_active", Condition.NO_NODES),
        ("stack_overflow", Condition.DEEP_TREE),
    ],
)
def test_a_missing_tree_is_an_issue(device: AdbDevice, phone: Any, fault: str, condition: Condition) -> None:
    contacts(device)
    phone.handle.set_fault(fault)
    time.sleep(0.3)
    screen = device.observe()
    assert CaptureKind.NO_TREE in kinds(screen)
    assert not [e for e in screen.elements if e.window is Window.APP]
    assert screen.package == "com.google.android.contacts"
    assert met(device, condition)


def test_a_tree_too_deep_for_the_server_is_read_less_deep(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("stack_overflow", times=1)
    time.sleep(0.3)
    assert the(device.observe(), "Create contact")
    assert met(device, Condition.DEEP_TREE, mended=True)


def test_an_app_without_nodes_is_an_issue_and_is_waited_for_only_once(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("no_nodes", {"package": "com.google.android.contacts"})
    time.sleep(0.3)
    assert CaptureKind.NO_TREE in kinds(device.observe())
    began = time.monotonic()
    assert CaptureKind.NO_TREE in kinds(device.observe())
    assert time.monotonic() - began < 1
    assert met(device, Condition.NO_NODES)


def test_a_tree_that_stays_behind_is_noticed_and_mended(connect: Callable[[], AdbDevice], phone: Any) -> None:
    phone.handle.set_fault("u2_killed")  # only a server of one's own may be started anew
    device = connect()
    contacts(device)
    phone.handle.set_fault("stale_hierarchy")
    time.sleep(0.3)
    device.observe()  # the server keeps the first tree that it is asked for
    phone.handle.start_app("com.simplemobiletools.smsmessenger")
    phone.handle.advance(2)
    time.sleep(0.3)
    screen = device.observe()
    assert screen.package == "com.simplemobiletools.smsmessenger"
    assert met(device, Condition.STALE_TREE, mended=True)
    phone.handle.clear_fault()
    assert the(device.observe(), "conversations fab")


def test_refused_input_is_an_error_with_the_switch_to_turn(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("injection_denied")
    with pytest.raises(InjectionDenied, match="USB debugging"):
        device.perform(Tap(target=PointTarget(x=500, y=500)))
    assert CaptureKind.INJECTION_DENIED in kinds(device.observe())
    assert met(device, Condition.INJECTION_DENIED)
    phone.handle.clear_fault()
    device.perform(PressKey(key="home"))
    assert CaptureKind.INJECTION_DENIED not in kinds(device.observe())


def test_a_phone_that_keeps_its_settings_from_adb_stays_on_all_the_same(
    connect: Callable[..., AdbDevice], phone: Any
) -> None:
    phone.handle.shell("settings put global stay_on_while_plugged_in 0; settings put system screen_off_timeout 5000")
    phone.handle.set_fault("settings_refused")
    device = connect()
    assert met(device, Condition.SETTINGS_REFUSED, mended=True)
    phone.handle.advance(4)
    time.sleep(2.5)  # by then the key was pressed
    phone.handle.advance(4)
    assert phone.handle.state()["awake"] is True


def test_a_phone_that_keeps_its_keyboards_from_adb_says_so_at_once(
    connect: Callable[..., AdbDevice], phone: Any
) -> None:
    device = connect()
    device.perform(Tap(target=the(contacts(device), "Create contact")))
    field = the(device.observe(), "First name")
    for fault in ("set_text_ignored", "clipboard_denied", "settings_refused"):
        phone.handle.set_fault(fault)
    began = time.monotonic()
    result = device.perform(TypeText(text=HARD, target=field))
    assert not result.ok
    assert "refuses to change the keyboard" in result.detail
    assert met(device, Condition.KEYBOARD_REFUSED)
    assert time.monotonic() - began < 4
    assert device.perform(TypeText(text="plain", target=field)).ok


def test_lost_touches_are_seen_to_change_nothing(device: AdbDevice, phone: Any) -> None:
    screen = contacts(device)
    phone.handle.set_fault("touches_lost", {"count": 1})
    result = device.perform(Tap(target=the(screen, "Create contact")))
    assert "nothing changed" in result.detail
    assert "there is no touchable window" in result.detail
    assert met(device, Condition.TOUCH_LOST)


def test_a_touch_that_arrives_and_changes_nothing_is_not_called_lost(device: AdbDevice, phone: Any) -> None:
    heading = the(contacts(device), "Contacts")
    phone.handle.set_fault("touches_lost", {"count": 1})
    device.perform(Tap(target=heading))
    lost = device.health
    for _ in range(2):
        result = device.perform(Tap(target=heading))
        assert result.detail == "the phone took it, and nothing changed"
    assert device.health == lost


@pytest.mark.parametrize(
    ("faults", "text"),
    [
        (["set_text_ignored"], HARD),
        (["set_text_ignored", "clipboard_denied"], "plain text, 100 %s & 'quoted' $HOME"),
        (["set_text_ignored", "clipboard_denied", "text_dropped"], "every letter of this arrives"),
        (["set_text_ignored", "clipboard_denied"], HARD),
    ],
    ids=["clipboard", "keys", "dropped keys", "keyboard"],
)
def test_text_arrives_where_the_usual_way_is_closed(
    device: AdbDevice, phone: Any, faults: list[str], text: str
) -> None:
    device.perform(Tap(target=the(contacts(device), "Create contact")))
    keyboard = phone.shell("settings get secure default_input_method")
    for fault in faults:
        phone.handle.set_fault(fault)
    result = device.perform(TypeText(text=text, target=the(device.observe(), "First name")))
    assert result.ok, result.detail
    assert met(device, Condition.TEXT_LOST, mended=True)
    assert met(device, Condition.CLIPBOARD_DENIED, mended=True) is ("clipboard_denied" in faults)
    phone.handle.clear_fault()
    assert the(device.observe(), "First name").text == text
    assert phone.shell("settings get secure default_input_method") == keyboard


def test_text_that_cannot_arrive_is_said_and_the_keyboard_put_back(device: AdbDevice, phone: Any) -> None:
    device.perform(Tap(target=the(contacts(device), "Create contact")))
    keyboard = phone.shell("settings get secure default_input_method")
    for fault in ("set_text_ignored", "clipboard_denied", "install_restricted", "broadcast_ignored"):
        phone.handle.set_fault(fault)
    try:
        result = device.perform(TypeText(text=HARD, target=the(device.observe(), "First name")))
    except DeviceError as exc:
        assert exc.hint  # noqa: PT017
    else:
        assert not result.ok
        assert "did not arrive" in result.detail
        assert met(device, Condition.TEXT_LOST)
        assert met(device, Condition.CLIPBOARD_DENIED)
    assert phone.shell("settings get secure default_input_method") == keyboard


def test_a_keyboard_left_switched_by_a_killed_run_is_put_back(connect: Callable[[], AdbDevice], phone: Any) -> None:
    before = phone.shell("settings get secure default_input_method")
    lent = connect()
    with lent._keyboard.borrowed():
        assert phone.shell("settings get secure default_input_method") == AUTOMATION_KEYBOARD
        connect()
        assert phone.shell("settings get secure default_input_method") == before


def test_a_secure_app_gives_its_tree_and_no_picture(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("secure_window", {"package": "com.google.android.contacts"})
    screen = device.observe(screenshot=True)
    assert screen.screenshot is None
    assert kinds(screen) == [CaptureKind.SECURE]
    assert met(device, Condition.SECURE)
    assert the(screen, "Create contact")


def test_a_null_screenshot_is_taken_another_way(device: AdbDevice, phone: Any) -> None:
    phone.handle.set_fault("screenshot_null")
    phone.handle.set_fault("screencap_garbage")
    screen = device.observe(screenshot=True)
    assert screen.screenshot is not None
    assert screen.screenshot.media_type == "image/png"


def test_a_failed_screenshot_is_an_issue_and_never_a_black_picture(device: AdbDevice, phone: Any) -> None:
    phone.handle.set_fault("screenshot_null")
    phone.handle.set_fault("screencap_fails")
    screen = device.observe(screenshot=True)
    assert screen.screenshot is None
    assert kinds(screen) == [CaptureKind.NO_SCREENSHOT]
    assert met(device, Condition.SCREENSHOT_FAILED)


def test_a_dark_screen_is_asleep_and_shows_nothing(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("sleep")
    screen = device.observe(screenshot=True)
    assert CaptureKind.ASLEEP in kinds(screen)
    assert met(device, Condition.ASLEEP)
    assert screen.elements == ()
    assert screen.screenshot is None


def test_a_locked_screen_says_so_and_is_unlocked_by_the_next_action(device: AdbDevice, phone: Any) -> None:
    phone.handle.set_fault("lock")
    assert CaptureKind.LOCKED in kinds(device.observe(screenshot=True))
    assert met(device, Condition.LOCKED)
    assert contacts(device).issues == ()


def test_a_permission_dialog_is_a_dialog_over_the_app(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault(
        "permission_dialog",
        {"package": "com.google.android.contacts", "permission": "android.permission.READ_CONTACTS"},
    )
    time.sleep(0.3)
    screen = device.observe()
    assert screen.package.endswith("permissioncontroller")
    assert met(device, Condition.PERMISSION_DIALOG)
    assert [e for e in screen.elements if e.window is Window.DIALOG and e.role is Role.BUTTON]


def test_an_app_that_does_not_respond_is_a_dialog_of_the_systems(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("anr", {"package": "com.google.android.contacts"})
    time.sleep(0.3)
    screen = device.observe()
    assert {"Close app", "Wait"} <= {e.label for e in screen.elements if e.window is Window.DIALOG}
    assert met(device, Condition.NOT_RESPONDING)


def test_a_screen_that_never_rests_is_read_all_the_same(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("never_idle")
    time.sleep(0.3)
    began = time.monotonic()
    assert the(device.observe(), "Create contact")
    assert time.monotonic() - began < 5


def test_a_stopwatch_that_never_stops_is_read_while_it_moves(device: AdbDevice, phone: Any) -> None:
    assert device.perform(OpenApp(name="Clock")).ok
    device.perform(Tap(target=the(device.observe(), "Stopwatch")))
    phone.handle.set_fault("u2_slow", {"milliseconds": 60})  # as slow as a real phone, or two reads fall in one tick
    device.perform(Tap(target=the(device.observe(), "Start")))
    assert the(device.observe(), "Pause")
    assert met(device, Condition.NEVER_IDLE, mended=True)


def test_a_turned_phone_has_its_width_and_height_exchanged(device: AdbDevice, phone: Any) -> None:
    contacts(device)
    phone.handle.set_fault("rotate", {"rotation": 1})
    time.sleep(0.3)
    screen = device.observe(screenshot=True)
    tapped = device.perform(Tap(target=the(screen, "Create contact")))
    opened = device.observe().activity
    phone.handle.set_fault("rotate", {"rotation": 0})
    assert tapped.ok
    assert opened.endswith("ContactEditorActivity")
    assert screen.screenshot is not None
    assert (screen.screenshot.width, screen.screenshot.height) == (2400, 1080)
    assert (screen.width, screen.height, screen.rotation) == (2400, 1080, 1)
    assert met(device, Condition.ROTATED)
    assert all(e.bounds.right <= 2400 and e.bounds.bottom <= 1080 for e in screen.elements)


def test_a_slow_link_only_takes_longer(device: AdbDevice, phone: Any) -> None:
    phone.handle.set_fault("slow_link", {"milliseconds": 150})
    assert the(contacts(device), "Create contact")


def test_the_windows_of_another_display_are_left_out(device: AdbDevice, phone: Any) -> None:
    before = contacts(device)
    phone.handle.set_fault("second_display")
    time.sleep(0.3)
    screen = device.observe()
    assert [e.descriptor for e in screen.elements] == [e.descriptor for e in before.elements]
    assert met(device, Condition.SEVERAL_DISPLAYS)


def test_a_hint_is_no_content(device: AdbDevice) -> None:
    device.perform(Tap(target=the(contacts(device), "Create contact")))
    field = the(device.observe(), "First name")
    assert (field.text, field.hint) == ("", "First name")
    assert met(device, Condition.HINT_AS_TEXT)


def test_emoji_that_the_dump_garbles_are_read(device: AdbDevice, phone: Any) -> None:
    device.perform(Tap(target=the(contacts(device), "Create contact")))
    assert device.perform(TypeText(text="Ada 😀", target=the(device.observe(), "First name"))).ok
    assert the(device.observe(), "First name").text == "Ada 😀"
    assert met(device, Condition.EMOJI_GARBLED, mended=True)


def test_an_app_that_is_not_there_is_said(device: AdbDevice) -> None:
    result = device.perform(OpenApp(name="Nonexistent Thing"))
    assert not result.ok
    assert "no app called" in result.detail
    assert met(device, Condition.APP_MISSING)


def test_a_lock_with_a_pin_is_the_owners_to_open(device: AdbDevice, phone: Any) -> None:
    phone.handle.set_fault("pin_lock")
    phone.handle.set_fault("sleep")
    assert CaptureKind.LOCKED in kinds(device.observe())
    with pytest.raises(DeviceLocked, match="only its owner") as caught:
        device.perform(PressKey(key="home"))
    assert of_error(caught.value) is Condition.LOCKED
    phone.handle.clear_fault("pin_lock")
    assert device.perform(PressKey(key="home")).ok


def test_a_phone_that_refuses_our_channel_is_driven_by_the_stock_client(device: AdbDevice, phone: Any) -> None:
    screen = contacts(device)
    phone.handle.set_fault("no_keep_alive")
    time.sleep(0.3)
    assert [e.descriptor for e in device.observe().elements] == [e.descriptor for e in screen.elements]
    assert isinstance(device._automation._caller, StockCaller)
    assert device.perform(Tap(target=the(screen, "Create contact"))).ok
    assert device.observe().activity.endswith("ContactEditorActivity")
