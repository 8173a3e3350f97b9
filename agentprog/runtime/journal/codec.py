"""Converts events, actions and moves to JSON data and back, so that a run can be read after its process has ended."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from typing import Any

from agentprog.ports import (
    ACTIONS,
    Action,
    Bounds,
    Element,
    Event,
    PointTarget,
    Role,
    Window,
)
from agentprog.runtime.journal.ending import DamagedJournal
from agentprog.runtime.journal.events import EVENTS
from agentprog.runtime.roles import Act, BeliefChange, Code, Move, Next, StepDone, StepStuck

_CLASSES: dict[str, type[Any]] = {
    cls.__name__: cls
    for cls in (
        *ACTIONS,
        *(PointTarget, Element, Act, BeliefChange, Code, Next, StepDone, StepStuck),
    )
}
_EVENT_CLASSES = {cls.__name__: cls for cls in EVENTS}


def to_data(item: Any) -> dict[str, Any]:
    """A dataclass as a dict with its class name under `type`; fields that hold their default are left out."""
    data: dict[str, Any] = {"type": type(item).__name__}
    for field in dataclasses.fields(item):
        value = getattr(item, field.name)
        if field.default is not dataclasses.MISSING and value == field.default:
            continue
        data[field.name] = _plain(value)
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, Bounds):
        return [value.left, value.top, value.right, value.bottom]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return to_data(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


def _part(value: Any) -> Any:
    if isinstance(value, dict) and "type" in value:
        return _build(value)
    return tuple(_part(item) for item in value) if isinstance(value, list) else value


def _build(data: dict[str, Any]) -> Any:
    fields = {key: _part(value) for key, value in data.items() if key != "type"}
    cls = _CLASSES[data["type"]]
    if cls is Element:
        fields["bounds"] = Bounds(*fields["bounds"])
        fields["role"] = Role(fields["role"])
        fields["window"] = Window(fields.get("window", Window.APP))
    return cls(**fields)


def action_from(data: dict[str, Any]) -> Action:
    """Decodes an action. Raises DamagedJournal."""
    found = _decode(data)
    if not isinstance(found, Action):
        raise DamagedJournal(f"the journal has {data.get('type')!r} where an action belongs")
    return found


def element_from(data: dict[str, Any]) -> Element:
    """Decodes an element. Raises DamagedJournal."""
    found = _decode(data)
    if not isinstance(found, Element):
        raise DamagedJournal(f"the journal has {data.get('type')!r} where an element belongs")
    return found


def move_from(data: dict[str, Any]) -> Move:
    """Decodes a move of the grounder. Raises DamagedJournal."""
    found = _decode(data)
    if not isinstance(found, Act | Code | StepDone | StepStuck):
        raise DamagedJournal(f"the journal has {data.get('type')!r} where a move belongs")
    return found


def _decode(data: dict[str, Any]) -> Any:
    try:
        return _build(data)
    except (KeyError, TypeError, ValueError) as exc:
        raise DamagedJournal(f"the journal holds a record that cannot be read: {exc!r}", evidence=str(data)) from exc


def event_to_data(event: Event) -> dict[str, Any]:
    """Encodes an event for one journal line: its class name under `type`, without empty fields."""
    data: dict[str, Any] = {"type": type(event).__name__}
    for field in dataclasses.fields(event):
        value = getattr(event, field.name)
        kind = str(field.type).split("[")[0]
        if value is None or (kind in _EMPTY and kind != "Any" and value == _EMPTY[kind]):
            continue
        data[field.name] = value
    return data


def event_from(data: dict[str, Any]) -> Event:
    """Decodes the event of one journal line. Raises DamagedJournal."""
    fields = {key: value for key, value in data.items() if key not in ("type", "n")}
    try:
        cls = _EVENT_CLASSES[data["type"]]
        for field in dataclasses.fields(cls):
            if field.name not in fields and field.default is dataclasses.MISSING:
                if field.default_factory is not dataclasses.MISSING:
                    continue
                fields[field.name] = _EMPTY.get(str(field.type).split("[")[0])
        return cls(**fields)
    except (KeyError, TypeError) as exc:
        raise DamagedJournal(f"the journal holds a line that is no event: {exc!r}", evidence=str(data)) from exc


def may_be_left_out(field: dataclasses.Field[Any]) -> bool:
    """True if journal lines leave the field out when it is empty."""
    kind = str(field.type)
    return kind.split("[")[0] in _EMPTY or kind.endswith("| None")


_EMPTY: dict[str, Any] = {"str": "", "list": [], "dict": {}, "Data": {}, "Any": None}
