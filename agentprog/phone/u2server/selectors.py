"""UiSelector: finds the matching nodes of the active window."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from agentprog.phone.facade import UiNode
from agentprog.phone.u2server.rpc import BadParams, JavaError, JsonObject

Test = Callable[[UiNode], bool]
_PLUMBING = ("mask", "childOrSibling", "childOrSiblingSelector", "instance")


@dataclass(frozen=True, kw_only=True)
class Selector:
    """Tests for a node, the index among the matches, and the search below or beside it."""

    tests: tuple[Test, ...] = ()
    instance: int | None = None
    steps: tuple[tuple[str, Selector], ...] = ()
    source: JsonObject = field(default_factory=dict)

    def __str__(self) -> str:
        shown = {key: value for key, value in self.source.items() if key not in _PLUMBING[:3]}
        inner = ", ".join(f"{key.upper()}={value}" for key, value in shown.items())
        steps = "".join(f", {kind.upper()}={step}" for kind, step in self.steps)
        return f"UiSelector[{inner}{steps}]"


def parse_selector(raw: JsonObject) -> Selector:
    """Parse a client's selector. Raises BadParams for an unknown key or type."""
    tests: list[Test] = []
    for key, value in raw.items():
        if key not in _PLUMBING and value is not None:
            tests.append(_test(key, value))
    instance = raw.get("instance")
    if instance is not None and (isinstance(instance, bool) or not isinstance(instance, int)):
        raise BadParams("instance is not a number")
    return Selector(tests=tuple(tests), instance=instance, steps=tuple(_steps(raw)), source=raw)


def _steps(raw: JsonObject) -> Iterator[tuple[str, Selector]]:
    kinds, selectors = raw.get("childOrSibling") or [], raw.get("childOrSiblingSelector") or []
    if not isinstance(kinds, list) or not isinstance(selectors, list) or len(kinds) != len(selectors):
        raise BadParams("childOrSibling and childOrSiblingSelector do not fit together")
    for kind, selector in zip(kinds, selectors, strict=True):
        if kind not in ("child", "sibling") or not isinstance(selector, dict):
            raise BadParams(f"unknown relation {kind!r}")
        yield kind, parse_selector(selector)


def _test(key: str, value: object) -> Test:
    if key in _FLAGS:
        expected = bool(value)
        read = _FLAGS[key]
        return lambda node: read(node) == expected
    if key == "index":
        return lambda node: node.index == value
    attribute, _, comparison = _TEXTS.get(key, ("", "", ""))
    if not attribute or not isinstance(value, str):
        raise BadParams(f"unknown selector field {key!r}")
    return _text_test(_READERS[attribute], comparison, value)


def _text_test(read: Callable[[UiNode], str], comparison: str, value: str) -> Test:
    if comparison == "is":
        return lambda node: read(node) == value
    if comparison == "contains":
        # UiSelector ignores case for these two fields only.
        return lambda node: value.lower() in read(node).lower()
    if comparison == "starts":
        return lambda node: read(node).lower().startswith(value.lower())
    try:
        pattern = re.compile(value, re.DOTALL if "(?s)" in value else 0)
    except re.error as exc:
        raise JavaError("java.util.regex.PatternSyntaxException", f"{exc} near index 0 {value}") from exc
    return lambda node: pattern.fullmatch(read(node)) is not None


_READERS: dict[str, Callable[[UiNode], str]] = {
    "text": lambda node: node.text,
    "description": lambda node: node.description,
    "className": lambda node: node.class_name,
    "packageName": lambda node: node.package,
    "resourceId": lambda node: node.resource_id,
}
_HOW = {"": "is", "Contains": "contains", "StartsWith": "starts", "Matches": "matches"}
_TEXTS: dict[str, tuple[str, str, str]] = {
    attribute + suffix: (attribute, suffix, how) for attribute in _READERS for suffix, how in _HOW.items()
}
_FLAGS: dict[str, Callable[[UiNode], bool]] = {
    "checkable": lambda node: node.checkable,
    "checked": lambda node: node.checked,
    "clickable": lambda node: node.clickable,
    "longClickable": lambda node: node.long_clickable,
    "scrollable": lambda node: node.scrollable,
    "enabled": lambda node: node.enabled,
    "focusable": lambda node: node.focusable,
    "focused": lambda node: node.focused,
    "selected": lambda node: node.selected,
}


def walk(nodes: Sequence[UiNode]) -> Iterator[UiNode]:
    """All nodes in tree order: parents before children."""
    stack = list(reversed(nodes))
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def find_all(selector: Selector, roots: Sequence[UiNode]) -> list[UiNode]:
    """Every matching node, in tree order."""
    found = _matching(selector, walk(roots))
    for kind, step in selector.steps:
        parents = _parents(roots) if kind == "sibling" else {}
        around: dict[int, UiNode] = {}
        for node in found:
            scope = node.children if kind == "child" else _family(node, parents)
            for inner in walk(scope):
                around.setdefault(inner.token, inner)
        found = _matching(step, iter(around.values()))
        if step.steps:
            found = find_all(Selector(steps=step.steps), found)
    return found


def _matching(selector: Selector, nodes: Iterator[UiNode]) -> list[UiNode]:
    matches = [node for node in nodes if all(test(node) for test in selector.tests)]
    if selector.instance is None:
        return matches
    return matches[selector.instance : selector.instance + 1] if selector.instance >= 0 else []


def _parents(roots: Sequence[UiNode]) -> dict[int, UiNode]:
    return {child.token: node for node in walk(roots) for child in node.children}


def _family(node: UiNode, parents: dict[int, UiNode]) -> tuple[UiNode, ...]:
    """`fromParent` searches everything below the node's parent, including the node itself."""
    parent = parents.get(node.token)
    return parent.children if parent is not None else ()
