"""Touches that only open a form, found from the screens before and after."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agentprog.ports import Action, Bounds, Element, PressKey, Role, Screen, Tap, Window
from agentprog.runtime.handset.entry import Entry, entry_of
from tests.runtime.conftest import NOTES


def element(label: str, top: int, *, role: Role = Role.BUTTON, wide: int = 200, **more: object) -> Element:
    return Element(
        index=1, role=role, label=label, bounds=Bounds(800, top, 800 + wide, top + 100), clickable=True, **more
    )  # type: ignore[arg-type]


def field(label: str, top: int = 600, text: str = "", *, hint: str = "", window: Window = Window.APP) -> Element:
    bounds = Bounds(0, top, 1000, top + 100)
    return Element(
        index=1, role=Role.FIELD, label=text or label, hint=hint or label, text=text, bounds=bounds, editable=True,
        window=window,
    )  # fmt: skip


PLUS = element("Create contact", 1900)


def screen(*elements: Element) -> Screen:
    taken_at = datetime(2026, 5, 2, tzinfo=UTC)
    return Screen(elements=elements, width=1080, height=2340, package=NOTES, activity=".Main", taken_at=taken_at)


LIST = screen(element("Ann Reed", 400, role=Role.ITEM), field("Search contacts", 100), PLUS)
FORM = screen(field("First name"), field("Phone", 800))


@pytest.mark.parametrize(
    ("action", "before", "after", "entry"),
    [
        (Tap(target=PLUS), LIST, FORM, Entry.EMPTY),
        (Tap(target=PLUS), LIST, screen(field("First name", text="Ann")), Entry.FILLED),
        (Tap(target=PLUS), LIST, LIST, Entry.NONE),
        (Tap(target=PLUS), LIST, screen(field("Search contacts")), Entry.NONE),
        (Tap(target=element("Ann Reed", 400, role=Role.ITEM)), LIST, FORM, Entry.NONE),
        (Tap(target=replace(PLUS, checkable=True)), LIST, FORM, Entry.NONE),
        (Tap(target=element("Send", 600)), screen(field("To", text="Ann")), screen(field("Message")), Entry.NONE),
        (Tap(target=element("Send", 100, wide=100)), screen(field("To", text="Ann")), FORM, Entry.NONE),
        (Tap(target=element("Send", 300)), screen(field("To", text="Ann")), FORM, Entry.NONE),
        (PressKey(key="enter"), LIST, FORM, Entry.NONE),
        (Tap(target=element("Save", 100)), FORM, LIST, Entry.LEFT),
        (PressKey(key="back"), FORM, LIST, Entry.LEFT),
        (Tap(target=PLUS), FORM, screen(replace(PLUS, window=Window.DIALOG)), Entry.NONE),
    ],
)
def test_a_touch_only_opens_a_form_if_it_cannot_have_saved(
    action: Action, before: Screen, after: Screen, entry: Entry
) -> None:
    assert entry_of(action, before, after) is entry
