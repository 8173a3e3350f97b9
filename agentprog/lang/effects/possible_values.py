"""Possible values of a variable according to the text alone, with their sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from agentprog.frozen import frozen

_MOST = 200
"""The most values to list. With more, a variable counts as unknown."""


class Origin(StrEnum):
    """Sources of a value, the most trusted first. A value made of several has the least trusted source."""

    PERSON = "person"
    """The instruction, lines that a person wrote or approved, inputs, answers."""
    PLAN = "plan"
    """Lines that a model wrote."""
    FILE = "file"
    TOOL = "tool"
    MODEL = "model"
    SCREEN = "screen"


_TRUST = {origin: rank for rank, origin in enumerate(Origin)}


def least_trusted(origins: Iterable[Origin]) -> Origin:
    """The least trusted of these sources; PERSON if there are none."""
    return max(origins, key=_TRUST.__getitem__, default=Origin.PERSON)


@frozen
class Possible:
    """Possible values (texts, numbers, lists, objects). None: only the run shows the value."""

    values: tuple[Any, ...] = ()
    origin: Origin = Origin.PERSON

    @property
    def known(self) -> bool:
        return bool(self.values)

    @property
    def texts(self) -> tuple[str, ...]:
        """The distinct values as a person reads them."""
        return tuple(dict.fromkeys(map(plain, self.values)))


def unknown(origin: Origin) -> Possible:
    """A value that only the run shows."""
    return Possible(origin=origin)


def one_of(alternatives: Sequence[Possible]) -> Possible:
    """The values of an unknown one of these."""
    origin = least_trusted(possible.origin for possible in alternatives)
    if not all(possible.known for possible in alternatives):
        return unknown(origin)
    return _bounded([value for possible in alternatives for value in possible.values], origin)


def items_of(possible: Possible) -> Possible:
    """The values of a loop's variable in all rounds."""
    found: list[Any] = []
    for value in possible.values:
        if not isinstance(value, list):
            return unknown(possible.origin)
        found += value
    return _bounded(found, possible.origin)


def part_of(possible: Possible, key: str | int) -> Possible:
    """A part of a value: by an object's key, or by the index in a list."""
    found: list[Any] = []
    for value in possible.values:
        try:
            found.append(value[_key(value, key)])
        except (KeyError, IndexError, TypeError):
            return unknown(possible.origin)
    return _bounded(found, possible.origin)


def _key(value: Any, key: str | int) -> str | int:
    """The key in the object's spelling."""
    if isinstance(value, dict) and isinstance(key, str) and key not in value:
        return next((name for name in value if name.casefold() == key.casefold()), key)
    return key


def _bounded(values: list[Any], origin: Origin) -> Possible:
    unique: list[Any] = []
    for value in values:
        if value not in unique:
            unique.append(value)
        if len(unique) > _MOST:
            return unknown(origin)
    return Possible(values=tuple(unique), origin=origin)


def plain(value: Any) -> str:
    """A value as it appears in a sentence."""
    if isinstance(value, list):
        return ", ".join(map(plain, value))
    if isinstance(value, dict):
        return ", ".join(f"{name}: {plain(part)}" for name, part in value.items())
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)
