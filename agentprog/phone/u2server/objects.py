"""Objects: nodes found by a selector or an earlier id, and their description for clients."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

from agentprog.phone.facade import Rect, UiNode
from agentprog.phone.rig import Rig
from agentprog.phone.u2server.rpc import NOT_FOUND, JavaError, JsonObject
from agentprog.phone.u2server.selectors import Selector, find_all, parse_selector, walk

_POLL = 0.02
Target = JsonObject | str


class Objects:
    """Finds nodes in the active window."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._handles: dict[str, Callable[[], list[UiNode]]] = {}
        self._numbers = itertools.count(1)

    def roots(self) -> tuple[UiNode, ...]:
        """The active window's roots; UiObject searches no other window."""
        if self._rig.faults.strikes("empty_hierarchy_active") is not None:
            return ()
        return self._rig.phone.accessibility.tree(active_only=True)

    def all(self, target: Target) -> list[UiNode]:
        """Every matching node. Raises JavaError for an unknown id."""
        if isinstance(target, str):
            handle = self._handles.get(target)
            if handle is None:
                raise JavaError(NOT_FOUND, target)
            return handle()
        return find_all(parse_selector(target), self.roots())

    def one(self, target: Target) -> UiNode:
        """The first matching node. Raises JavaError with the selector's text."""
        found = self.all(target)
        if not found:
            words = target if isinstance(target, str) else str(parse_selector(target))
            raise JavaError(NOT_FOUND, words, "androidx.test.uiautomator.UiObject.getText(UiObject.java)")
        return found[0]

    def keep(self, find: Callable[[], list[UiNode]]) -> str:
        """Issue an id for the result of `find`, evaluated at each use."""
        name = f"{next(self._numbers):08x}-5eed-4000-8000-000000000000"
        self._handles[name] = find
        return name

    def forget(self, name: str) -> None:
        self._handles.pop(name, None)

    def names(self) -> list[str]:
        return list(self._handles)

    def within(self, scope: Target, selector: Selector) -> list[UiNode]:
        """The nodes that match the selector below the first node of `scope`."""
        return find_all(selector, self.one(scope).children)

    async def wait(self, target: Target, seconds: float, *, appears: bool) -> bool:
        """Wait until the object appears, or disappears; False on timeout."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds / self._rig.pace.speed
        while True:
            if bool(self.all(target)) == appears:
                return True
            if loop.time() >= deadline:
                return False
            await asyncio.sleep(min(_POLL, max(0.0, deadline - loop.time())))


def describe(node: UiNode) -> dict[str, object]:
    """ObjInfo, with the server's field names."""
    bounds = _rect(node.bounds)
    return {
        "bounds": bounds,
        "childCount": len(node.children),
        "className": node.class_name,
        "contentDescription": node.description or None,
        "packageName": node.package,
        "resourceName": node.resource_id or None,
        "text": node.text or None,
        "visibleBounds": bounds,
        "checkable": node.checkable,
        "checked": node.checked,
        "clickable": node.clickable,
        "enabled": node.enabled,
        "focusable": node.focusable,
        "focused": node.focused,
        "longClickable": node.long_clickable,
        "scrollable": node.scrollable,
        "selected": node.selected,
    }


def _rect(bounds: Rect) -> dict[str, int]:
    return {"bottom": bounds.bottom, "left": bounds.left, "right": bounds.right, "top": bounds.top}


def fingerprint(nodes: list[UiNode]) -> tuple[tuple[str, Rect], ...]:
    """The texts and positions of all nodes below, which change on a scroll."""
    return tuple((inner.text or inner.description, inner.bounds) for inner in walk(nodes))
