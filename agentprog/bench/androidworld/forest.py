"""Converts a dump of `uiautomator` into the accessibility forest that AndroidWorld's environment reads."""

from __future__ import annotations

from typing import Any

from lxml import etree

from agentprog.devices.hierarchy.nodes import parse_bounds

_FLAGS = {
    "checkable": "is_checkable",
    "checked": "is_checked",
    "clickable": "is_clickable",
    "enabled": "is_enabled",
    "focusable": "is_focusable",
    "focused": "is_focused",
    "long-clickable": "is_long_clickable",
    "password": "is_password",
    "scrollable": "is_scrollable",
    "selected": "is_selected",
}
_TEXTS = {
    "text": "text",
    "content-desc": "content_description",
    "resource-id": "view_id_resource_name",
    "class": "class_name",
    "package": "package_name",
    "hint": "hint_text",
}


def fill_forest(forest: Any, dump: bytes) -> Any:
    """Fill an `AndroidAccessibilityForest`: one window for each root of the dump. Raises ValueError for a text that is
    not a dump."""
    try:
        hierarchy = etree.fromstring(dump, etree.XMLParser(recover=True, huge_tree=True))
    except etree.XMLSyntaxError as exc:
        raise ValueError(f"no dump of the screen: {dump[:200]!r}") from exc
    if hierarchy is None or hierarchy.tag != "hierarchy":
        raise ValueError(f"no dump of the screen: {dump[:200]!r}")
    for number, root in enumerate(hierarchy.iterchildren("node")):
        window = forest.windows.add(id=number, is_active=not number, is_focused=not number)
        _fill_bounds(window.bounds_in_screen, root)
        _add(window.tree, root, 0)
    return forest


def _add(tree: Any, node: Any, depth: int) -> int:
    """Add a node and its children; returns its number."""
    added = tree.nodes.add(unique_id=len(tree.nodes), depth=depth)
    _fill_bounds(added.bounds_in_screen, node)
    for attribute, field in _TEXTS.items():
        setattr(added, field, node.get(attribute) or "")
    for attribute, field in _FLAGS.items():
        setattr(added, field, node.get(attribute) == "true")
    added.is_visible_to_user = node.get("visible-to-user", "true") == "true"
    added.is_editable = (node.get("class") or "").endswith("EditText")
    number: int = added.unique_id
    for child in node.iterchildren("node"):
        added.child_ids.append(_add(tree, child, depth + 1))
    return number


def _fill_bounds(rect: Any, node: Any) -> None:
    bounds = parse_bounds(node.get("bounds", ""))
    rect.left, rect.top, rect.right, rect.bottom = bounds.left, bounds.top, bounds.right, bounds.bottom
