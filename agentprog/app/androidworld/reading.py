"""Converts AndroidWorld's observations to a hierarchy dump: from its forest, else from its flat list of elements."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import quoteattr

from agentprog.ports import Bounds

_FLAGS = ("checkable", "checked", "clickable", "long_clickable", "scrollable", "focused", "selected")


def as_dump(state: Any) -> str:
    """The state's screen as an XML dump."""
    windows = [_window(window.tree.nodes) for window in state.forest.windows] if state.forest is not None else []
    inside = "".join(windows) or _flat(state.ui_elements)
    return f"<hierarchy rotation='0'>{inside}</hierarchy>"


def _window(nodes: Any) -> str:
    """A window's nodes, children inside their parents. AndroidWorld gives them as a list, the root first."""
    known = {node.unique_id: node for node in nodes}
    child_ids = {child for node in nodes for child in node.child_ids}

    def written(node: Any) -> str:
        if not node.is_visible_to_user:
            return ""
        children = "".join(written(known[child]) for child in node.child_ids if child in known)
        return _node(node, _bounds(node.bounds_in_screen, "left", "top", "right", "bottom"), children)

    return "".join(written(node) for node in nodes if node.unique_id not in child_ids)


def _flat(elements: Any) -> str:
    """A window for each package, its elements inside."""
    windows: dict[str, list[str]] = {}
    for element in elements:
        box = element.bbox_pixels
        if box is None or element.is_visible is False:
            continue
        bounds = _bounds(box, "x_min", "y_min", "x_max", "y_max")
        if not bounds.empty:
            windows.setdefault(element.package_name or "", []).append(_node(element, bounds, ""))
    roots = (f"<node package={quoteattr(name)} class='android.widget.FrameLayout'" for name in windows)
    return "".join(f"{root}>{''.join(inside)}</node>" for root, inside in zip(roots, windows.values(), strict=True))


def _bounds(box: Any, *sides: str) -> Bounds:
    return Bounds(*(int(getattr(box, side)) for side in sides))


def _node(found: Any, bounds: Bounds, children: str) -> str:
    names = (getattr(found, key, None) for key in ("view_id_resource_name", "resource_name", "resource_id"))
    attributes = {
        "text": found.text or "",
        "content-desc": found.content_description or "",
        "resource-id": next(filter(None, names), ""),
        "class": found.class_name or "",
        "package": found.package_name or "",
        "hint": found.hint_text or "",
        "password": str(bool(getattr(found, "is_password", False))).lower(),
        "enabled": str(found.is_enabled is not False).lower(),
        "bounds": f"[{bounds.left},{bounds.top}][{bounds.right},{bounds.bottom}]",
        **{flag.replace("_", "-"): str(bool(getattr(found, f"is_{flag}"))).lower() for flag in _FLAGS},
    }
    written = " ".join(f"{key}={quoteattr(_printable(value))}" for key, value in attributes.items())
    return f"<node {written}>{children}</node>"


def _printable(text: str) -> str:
    """The text without the control characters that XML cannot contain."""
    return "".join(letter for letter in text if letter >= " " or letter in "\n\t")
