"""Predicates of hypotheses: facts that the phone itself can confirm or refute, without a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentprog.frozen import frozen
from agentprog.identity import One, canon, resolve, same, says
from agentprog.ports import Element, Screen, Window


@frozen
class ForegroundApp:
    """This package is in front."""

    package: str


@frozen
class TextPresent:
    """This text can be read on the screen."""

    text: str


@frozen
class FieldValue:
    """The field with this label, and this id if given, holds this text."""

    label: str
    value: str
    resource_id: str = ""


@frozen
class ClipboardHolds:
    """This text is on the clipboard."""

    text: str


@frozen
class SettingIs:
    """A switch with this label is `on` or `off`, a row shows this value; `rotation` is how the screen is held."""

    name: str
    value: str


Predicate = ForegroundApp | TextPresent | FieldValue | ClipboardHolds | SettingIs
_ORIENTATIONS = ("portrait", "landscape", "upside down", "landscape right")


def orientation(screen: Screen) -> str:
    """The screen's orientation for a rotation in quarter turns."""
    return _ORIENTATIONS[screen.rotation % 4]


def check(predicate: Predicate, screen: Screen, clipboard: str | None = None) -> bool | None:
    """True if the phone confirms the predicate; None if it cannot decide (the field is missing, the
    clipboard unknown).
    """
    match predicate:
        case ForegroundApp(package=package):
            return screen.package == package if screen.package else None
        case TextPresent(text=text):
            return screen.shows(text)
        case FieldValue(value=value):
            field = field_of(predicate, screen)
            return None if field is None or field.password else field.text == value
        case ClipboardHolds(text=text):
            return None if clipboard is None else clipboard == text
        case SettingIs(name="rotation", value=value):
            return orientation(screen) == value
        case SettingIs(name=name, value=value):
            return _setting(name, value, screen)


def field_of(predicate: FieldValue, screen: Screen) -> Element | None:
    """The predicate's field, if the screen has it."""
    fields = [element for element in screen.elements if element.editable]
    for element in fields:
        if predicate.resource_id and element.resource_id == predicate.resource_id:
            return element
    for element in fields:
        names = (element.label, element.hint, element.description)
        if not predicate.resource_id and any(same(predicate.label, name) for name in names):
            return element
    return None


def _setting(name: str, value: str, screen: Screen) -> bool | None:
    found = resolve(name, [e for e in screen.elements if e.window is not Window.KEYBOARD], lambda e: e.names)
    for element in (found.item,) if isinstance(found, One) else found.items if found is not None else ():
        if element.checkable and canon(value) in ("on", "off"):
            return element.checked == (canon(value) == "on")
        rest = element.label.partition(", ")[2]
        if rest:
            return says(rest, value)
    return None


def subject(predicate: Predicate | None) -> tuple[str, str] | None:
    """The subject of a predicate, which can have only one value at a time."""
    match predicate:
        case FieldValue(label=label, resource_id=resource_id):
            return "field", resource_id or label
        case ClipboardHolds():
            return "clipboard", ""
        case SettingIs(name=name):
            return "setting", name
        case _:
            return None


def predicate_data(predicate: Predicate | None) -> dict[str, Any] | None:
    """The predicate as plain data, for events."""
    match predicate:
        case ForegroundApp(package=package):
            return {"foreground": package}
        case TextPresent(text=text):
            return {"text": text}
        case FieldValue(label=label, value=value, resource_id=resource_id):
            return {"field": label, "value": value} | ({"id": resource_id} if resource_id else {})
        case ClipboardHolds(text=text):
            return {"clipboard": text}
        case SettingIs(name=name, value=value):
            return {"setting": name, "value": value}
        case None:
            return None


def predicate_from(data: Mapping[str, Any] | None) -> Predicate | None:
    """The predicate in this data; None if there is none."""
    found = {key: str(value) for key, value in (data or {}).items()}
    match found:
        case {"foreground": package}:
            return ForegroundApp(package=package)
        case {"text": text}:
            return TextPresent(text=text)
        case {"field": label, "value": value}:
            return FieldValue(label=label, value=value, resource_id=found.get("id", ""))
        case {"clipboard": text}:
            return ClipboardHolds(text=text)
        case {"setting": name, "value": value}:
            return SettingIs(name=name, value=value)
        case _:
            return None
