"""AndroidWorld's environment as a phone: its screens, its actions, its clock, the time of a look."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agentprog.app.androidworld import EnvDevice
from agentprog.app.androidworld.reading import as_dump
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.ports import (
    Action,
    ClearText,
    Drag,
    Element,
    LongPress,
    OpenApp,
    OpenLink,
    OpenNotifications,
    Pinch,
    PointTarget,
    PressKey,
    ReadClipboard,
    Rotate,
    Scroll,
    ScrollTo,
    SetClipboard,
    StopApp,
    Swipe,
    Tap,
    TypeText,
    Wait,
    WaitUntil,
    WakeUp,
)

CONTACTS = "com.google.android.contacts"
pytestmark = pytest.mark.usefixtures("android_world")


@pytest.fixture
def device(env: Any) -> EnvDevice:
    env.phone.handle.start_app(CONTACTS)
    env.phone.handle.advance(2)
    return EnvDevice(env)


def named(device: EnvDevice, label: str) -> Element:
    return next(element for element in device.observe().elements if label in (element.label, element.hint))


def field(device: EnvDevice) -> Element:
    """The first field of a new contact."""
    device.perform(Tap(target=named(device, "Create contact")))
    return next(element for element in device.observe().elements if element.editable)


def test_the_phone_reports_its_model_version_and_language(device: EnvDevice) -> None:
    info = device.info
    assert (info.model, info.android, info.sdk, info.language) == ("Pixel 6", "13", 33, "en-US")


def test_a_state_becomes_a_screen(device: EnvDevice) -> None:
    screen = device.observe(screenshot=True)
    assert screen.package == CONTACTS
    assert any(element.label == "Create contact" for element in screen.elements)
    assert screen.screenshot is not None
    assert (screen.screenshot.width, screen.screenshot.height) == (1080, 2400)


def test_the_time_of_a_screen_is_the_phones(device: EnvDevice) -> None:
    assert device.observe().taken_at.strftime("%Y-%m-%d") == "2023-10-15"


def test_apps_are_those_installed_and_opened_by_package(device: EnvDevice, env: Any) -> None:
    labels = {app.label for app in device.apps()}
    assert {"Contacts", "Markor"} <= labels
    assert "OsmAnd" not in labels
    assert device.perform(OpenApp(name="the Markor app")).ok
    assert env.done[-1].app_name == "net.gsantner.markor"
    assert device.observe().package == "net.gsantner.markor"
    refused = device.perform(OpenApp(name="Mars Rover Control"))
    assert not refused.ok
    assert "no app called" in refused.detail


def test_text_is_typed_without_an_enter_and_replaces_the_old_text(device: EnvDevice, env: Any) -> None:
    first = field(device)
    device.perform(TypeText(text="Ada L", target=first))
    device.perform(TypeText(text="Grace", target=first))
    assert env.phone.handle.state()["editor"]["text"] == "Grace"
    device.perform(TypeText(text=" H", target=None, replace=False))
    assert env.phone.handle.state()["editor"]["text"] == "Grace H"
    assert "keyboard_enter" not in [action.action_type for action in env.done]
    device.perform(ClearText(target=first))
    assert env.phone.handle.state()["editor"]["text"] == ""


def test_letters_that_no_key_has_arrive(device: EnvDevice, env: Any) -> None:
    first = field(device)
    assert device.perform(TypeText(text="Zoë 你好", target=first)).ok
    assert env.phone.handle.state()["editor"]["text"] == "Zoë 你好"


@pytest.mark.parametrize(
    "action",
    [
        LongPress(target=PointTarget(x=540, y=1200)),
        PressKey(key="recents"),
        PressKey(key="back"),
        Swipe(direction="up"),
        Swipe(direction="left", target=PointTarget(x=540, y=1200)),
        Scroll(direction="down"),
        Scroll(direction="up", target=PointTarget(x=540, y=1200)),
        Drag(start=PointTarget(x=540, y=1500), end=PointTarget(x=540, y=900)),
        OpenLink(url="https://example.org/?a=1&b='2'"),
        OpenNotifications(),
        Rotate(orientation="landscape"),
        StopApp(name="Contacts"),
        WakeUp(),
        Wait(seconds=0),
    ],
    ids=lambda action: type(action).__name__,
)
def test_every_action_of_an_agent_is_performed(device: EnvDevice, action: Action) -> None:
    assert device.perform(action).ok
    device.observe()


def test_the_clipboard_goes_through_the_helper_app(device: EnvDevice) -> None:
    assert device.perform(SetClipboard(text="copied")).ok
    assert device.perform(ReadClipboard()).value == "copied"
    assert device.observe().package == CONTACTS


def test_a_pinch_is_refused_in_words(device: EnvDevice) -> None:
    refused = device.perform(Pinch(direction="in"))
    assert (refused.ok, refused.detail) == (False, "AndroidWorld has no way to do Pinch")


def test_waiting_and_scrolling_end_where_they_should(device: EnvDevice) -> None:
    assert device.perform(WaitUntil(text="Create contact", seconds=5)).ok
    assert not device.perform(WaitUntil(text="never there", seconds=0.2)).ok
    assert not device.perform(ScrollTo(text="never there")).ok


def test_a_look_at_a_screen_at_rest_is_one_look(device: EnvDevice, env: Any) -> None:
    """AndroidWorld's own waiting looks three times, half a second apart."""
    device.observe()
    before = env.looks
    device.observe()
    assert env.looks == before + 1


def test_a_forest_keeps_its_tree_and_hides_invisible_nodes() -> None:
    nodes = [
        _node(0, "android.widget.FrameLayout", (0, 0, 1080, 2400), children=[1, 3]),
        _node(1, "android.widget.ListView", (0, 0, 1080, 2000), children=[2], scrollable=True),
        _node(2, "android.widget.TextView", (0, 0, 1080, 100), text="Ada \x01& <Grace>"),
        _node(3, "android.widget.Button", (0, 2000, 1080, 2100), text="hidden", visible=False),
    ]
    forest = SimpleNamespace(windows=[SimpleNamespace(tree=SimpleNamespace(nodes=nodes))])
    dump = as_dump(SimpleNamespace(forest=forest, ui_elements=[]))
    elements = read_elements(read_hierarchy(dump), size=(1080, 2400)).elements
    row = next(element for element in elements if element.label == "Ada & <Grace>")
    assert row.container == next(element.index for element in elements if element.scrollable)
    assert "hidden" not in dump


def _node(
    number: int,
    kind: str,
    box: tuple[int, int, int, int],
    *,
    children: list[int] | None = None,
    text: str = "",
    scrollable: bool = False,
    visible: bool = True,
) -> Any:
    flags = dict.fromkeys(("checkable", "checked", "clickable", "long_clickable", "focused", "selected"), False)
    return SimpleNamespace(
        unique_id=number,
        child_ids=children or [],
        bounds_in_screen=SimpleNamespace(left=box[0], top=box[1], right=box[2], bottom=box[3]),
        class_name=kind,
        text=text,
        content_description="",
        view_id_resource_name="",
        package_name="org.example",
        hint_text="",
        is_enabled=True,
        is_password=False,
        is_scrollable=scrollable,
        is_visible_to_user=visible,
        **{f"is_{name}": value for name, value in flags.items()},
    )
