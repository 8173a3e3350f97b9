"""The nodes of a hierarchy dump, typed but not yet judged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from agentprog.ports import Bounds

_BOUNDS = re.compile(r"\s*\[\s*(-?\d+)\s*,\s*(-?\d+)\s*\]\s*\[\s*(-?\d+)\s*,\s*(-?\d+)\s*\]")
_NOWHERE = Bounds(0, 0, 0, 0)
_FURTHEST = 1_000_000
"""Coordinates beyond this come from a broken dump and are clipped."""
_USUAL_LENGTH = 28
"""Bounds written in fewer characters cannot exceed that limit."""


class Node(NamedTuple):
    """One node of a dump. `visible` is False only if the dump says so; older dumpers do not report it.

    A named tuple, because a screen creates hundreds of them several times a second. Two nodes are equal only if they
    are the same object.
    """

    class_name: str
    package: str
    resource_id: str
    text: str
    description: str
    hint: str
    bounds: Bounds
    children: tuple[Node, ...]
    clickable: bool
    long_clickable: bool
    checkable: bool
    checked: bool
    scrollable: bool
    focused: bool
    selected: bool
    enabled: bool
    password: bool
    visible: bool

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)

    def walk(self) -> Iterator[Node]:
        """This node and everything below it, in document order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Hierarchy:
    """All windows of one dump. `problem` names a fault of the dump; it is empty if there is none."""

    roots: tuple[Node, ...]
    rotation: int | None = None
    problem: str = ""
    elsewhere: int = 0
    """How many windows of other displays were left out."""

    def walk(self) -> Iterator[Node]:
        for root in self.roots:
            yield from root.walk()


def clip(inner: Bounds, outer: Bounds) -> Bounds:
    """`inner.clip(outer)`, without a new rectangle if the inner one lies inside, as it nearly always does."""
    if (
        inner.left >= outer.left
        and inner.top >= outer.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    ):
        return inner
    return inner.clip(outer)


@lru_cache(maxsize=4096)
def parse_bounds(value: str) -> Bounds:
    """`[l,t][r,b]` as Bounds; an empty rectangle if it cannot be read."""
    match = _BOUNDS.match(value)
    if match is None:
        return _NOWHERE
    left, top, right, bottom = match.groups()
    if len(value) > _USUAL_LENGTH:
        return Bounds(*(max(-_FURTHEST, min(_FURTHEST, int(number[:12]))) for number in (left, top, right, bottom)))
    return Bounds(int(left), int(top), int(right), int(bottom))


_WRITTEN = (
    *("class", "package", "resource-id", "text", "content-desc", "hint", "bounds"),
    *("clickable", "long-clickable", "checkable", "checked", "scrollable", "focused", "selected", "enabled"),
    *("password", "visible-to-user"),
)
_new = tuple.__new__


def ordered(names: Sequence[str]) -> Callable[[Sequence[str]], tuple[str, ...]]:
    """A function that picks a node's values from the parser's attribute list (each name before its value).

    `names` are the attribute names. All are optional; missing values are empty. Older dumpers write `displayed` for
    `visible-to-user`.
    """
    places = {name: 2 * number + 1 for number, name in enumerate(names)}
    places.setdefault("visible-to-user", places.get("displayed", 0))
    empty = 2 * len(names)
    take = itemgetter(*(places.get(name) or empty for name in _WRITTEN))
    complete = all(places.get(name) for name in _WRITTEN)
    return take if complete else lambda attributes: take((*attributes, ""))


def make_node(tag: str, values: tuple[str, ...], children: tuple[Node, ...]) -> Node:
    """A node from the values that `ordered` picked from an XML element's attributes.

    It passes values by position: keyword arguments take three times as long, and a screen has hundreds of nodes.
    """
    # Unpacked in one step: each slice would cost as much as ten of the comparisons below.
    (name, package, identifier, text, description, hint, bounds, clickable, long_clickable, checkable, checked,
     scrollable, focused, selected, enabled, password, visible) = values  # fmt: skip
    return _new(Node, (
        name or (tag if tag != "node" else ""), package, identifier, text, description, hint, parse_bounds(bounds),
        children, clickable == "true", long_clickable == "true", checkable == "true", checked == "true",
        scrollable == "true", focused == "true", selected == "true", enabled != "false", password == "true",
        visible != "false",
    ))  # fmt: skip
