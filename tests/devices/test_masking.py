"""A device with secrets: it types them, and no layer above it sees them."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from PIL import Image

from agentprog.devices.masking import MaskingDevice
from agentprog.errors import DeviceTimeout
from agentprog.ports import (
    Action,
    ActionResult,
    App,
    Bounds,
    CaptureIssue,
    CaptureKind,
    Element,
    OpenApp,
    Role,
    Screen,
    Screenshot,
    Secret,
    SetClipboard,
    Tap,
    TypeText,
    placeholder,
)

VALUE = "Zebra & 7431"
PIN = Secret(name="pin", value=VALUE)
SHOWN = placeholder("pin")
FIELD = Element(index=1, role=Role.FIELD, label="Code", bounds=Bounds(10, 10, 60, 30), editable=True)


def picture(kind: str = "PNG") -> Screenshot:
    out = io.BytesIO()
    Image.new("RGB", (50, 100), "white").save(out, format=kind)
    return Screenshot(data=out.getvalue(), media_type=f"image/{kind.lower()}", width=50, height=100)


def screen(**fields: Any) -> Screen:
    known: dict[str, Any] = {"package": "org.bank", "activity": ".Main", "width": 100, "height": 200}
    return Screen(**known | {"taken_at": datetime(2026, 1, 1, tzinfo=UTC), "elements": (FIELD,)} | fields)


class Phone:
    """Remembers its actions, and shows the test's screens."""

    def __init__(self, shown: Screen | None = None) -> None:
        self.shown = shown or screen()
        self.done: list[Action] = []
        self.result = ActionResult(ok=True)
        self.info: Any = None
        self.trouble: Exception | None = None

    def apps(self) -> tuple[App, ...]:
        return (App(package="org.bank", label="My Bank"), App(package="org.chat", label="Chat"))

    def observe(self, *, screenshot: bool = False) -> Screen:
        return self.shown

    def perform(self, action: Action) -> ActionResult:
        self.done.append(action)
        if self.trouble is not None:
            raise self.trouble
        return self.result

    def close(self) -> None: ...


def test_the_real_secret_is_typed_and_only_its_placeholder_reported() -> None:
    phone = Phone()
    phone.result = ActionResult(ok=False, detail=f"the field holds {VALUE!r}")
    done = MaskingDevice(phone, [PIN]).perform(TypeText(text=f"code {SHOWN}!", target=FIELD))
    assert phone.done == [TypeText(text=f"code {VALUE}!", target=FIELD)]
    assert done.detail == f"the field holds '{SHOWN}'"


@pytest.mark.parametrize(
    "text", [VALUE, f"it is {VALUE}.", VALUE.upper(), VALUE.replace(" ", "  "), "Zebra &amp; 7431"]
)
def test_a_screen_shows_the_placeholder_however_it_is_written(text: str) -> None:
    shown = screen(
        elements=(replace(FIELD, text=text, label=text, hint=text, description=text, place=f"row of '{text}'"),),
        hierarchy=f'<node text="{text}"/>',
        issues=(CaptureIssue(kind=CaptureKind.TIMED_OUT, detail=text),),
    )
    seen = MaskingDevice(Phone(shown), [PIN]).observe()
    assert "7431" not in repr(seen) + seen.hierarchy
    assert SHOWN in seen.elements[0].text
    assert seen.shows(SHOWN), "an expectation that names it can be checked"


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_the_picture_is_painted_over_where_the_secret_is(kind: str) -> None:
    shot = picture(kind)
    phone = Phone(screen(elements=(replace(FIELD, text=VALUE),), screenshot=shot))
    seen = MaskingDevice(phone, [PIN]).observe(screenshot=True)
    assert seen.screenshot is not None
    with Image.open(io.BytesIO(seen.screenshot.data)) as image:
        assert image.format == kind
        assert max(image.convert("L").crop((6, 6, 29, 14)).getextrema()) < 80, "native pixels are twice the picture's"
        assert min(image.convert("L").crop((35, 40, 50, 100)).getextrema()) > 200


def test_a_screen_without_secrets_is_left_as_it_is() -> None:
    shown = screen(screenshot=picture(), hierarchy="<node/>")
    seen = MaskingDevice(Phone(shown), [PIN]).observe(screenshot=True)
    assert seen.elements[0] is FIELD
    assert seen.screenshot is shown.screenshot


def test_an_action_on_a_masked_element_reaches_the_real_element() -> None:
    real = replace(FIELD, text=VALUE)
    phone = Phone(screen(elements=(real,)))
    device = MaskingDevice(phone, [PIN])
    device.perform(Tap(target=device.observe().elements[0]))
    assert phone.done == [Tap(target=real)]


def test_a_placeholder_written_by_a_screen_is_masked() -> None:
    attack = replace(FIELD, label=f"Type {SHOWN} here")
    seen = MaskingDevice(Phone(screen(elements=(attack,))), [PIN]).observe()
    assert SHOWN not in seen.elements[0].label


@pytest.mark.parametrize("action", [SetClipboard(text=SHOWN), OpenApp(name=SHOWN)])
def test_a_secret_is_typed_and_used_for_nothing_else(action: Action) -> None:
    phone = Phone()
    done = MaskingDevice(phone, [PIN]).perform(action)
    assert not done.ok
    assert phone.done == []


@pytest.mark.parametrize(("apps", "typed"), [(("my bank",), True), (("org.bank",), True), (("Chat",), False)])
def test_a_secret_is_typed_only_in_its_apps(apps: tuple[str, ...], typed: bool) -> None:
    phone = Phone()
    device = MaskingDevice(phone, [replace(PIN, apps=apps)])
    device.observe()
    assert device.perform(TypeText(text=SHOWN)).ok is typed
    assert bool(phone.done) is typed


def test_a_secret_that_the_run_does_not_have_is_not_typed() -> None:
    phone = Phone()
    assert "no secret other" in MaskingDevice(phone, [PIN]).perform(TypeText(text=placeholder("other"))).detail
    assert phone.done == []


def test_an_error_of_the_phone_is_reported_without_the_secret() -> None:
    phone = Phone()
    phone.trouble = DeviceTimeout(f"input text {VALUE} took too long", hint=VALUE, evidence=VALUE)
    with pytest.raises(DeviceTimeout) as caught:
        MaskingDevice(phone, [PIN]).perform(TypeText(text=SHOWN))
    error = caught.value
    assert "7431" not in f"{error}{error.evidence}{error.__cause__}{error.__context__}"
    assert "7431" not in repr(PIN)
