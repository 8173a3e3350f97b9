"""Classifies the windows of a dump: the app, a dialog over it, the keyboard, the system.

A dump holds all windows in no reliable order (the u2 server walks a hash set). So the package with the focus identifies
the app in front, or else the window that covers most of the display.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentprog.devices.hierarchy.nodes import Hierarchy, Node
from agentprog.devices.hierarchy.roles import is_actionable
from agentprog.frozen import frozen
from agentprog.ports import Bounds, Window

SYSTEM_UI = "com.android.systemui"
_KEYBOARD_PACKAGE = re.compile(r"inputmethod|\.ime(\.|$)|keyboard|\.pinyin|honeyboard|swiftkey", re.IGNORECASE)
_KEYBOARD_CLASS = re.compile(r"SoftInputWindow|KeyboardView")
_DIALOG_PACKAGES = re.compile(r"^android$|\.(permissioncontroller|packageinstaller)$")
_DIALOG_IDS = ("alertTitle", "parentPanel", "permission_message", "aerr_close", "buttonPanel")
_ORDER = {Window.DIALOG: 0, Window.APP: 1, Window.KEYBOARD: 2, Window.SYSTEM: 3}


@frozen
class WindowTree:
    """One window: its root and its part of the display."""

    kind: Window
    root: Node
    bounds: Bounds
    package: str


@frozen
class Desk:
    """The windows in the order of a person's attention, and their display."""

    windows: tuple[WindowTree, ...]
    display: Bounds
    keyboard: Bounds | None

    @property
    def front(self) -> WindowTree | None:
        """The window that has a person's attention."""
        return next((window for window in self.windows if window.kind in (Window.DIALOG, Window.APP)), None)


def arrange(
    hierarchy: Hierarchy, *, size: tuple[int, int] | None = None, focus: str = "", keyboards: Sequence[str] = ()
) -> Desk:
    """Sort the windows. `focus` is the package with the focus, and `keyboards` the packages of input methods, if
    known."""
    display = _display(hierarchy, size)
    area = max(1, display.width * display.height)
    windows = []
    for root in hierarchy.roots:
        bounds = root.bounds.clip(display)
        if bounds.empty:
            bounds = display
        package = root.package or next((node.package for node in root.walk() if node.package), "")
        share = bounds.width * bounds.height / area
        kind = _kind(root, package, share, keyboards)
        windows.append(WindowTree(kind=kind, root=root, bounds=bounds, package=package))

    def rank(window: WindowTree) -> tuple[int, int, int]:
        size_of = window.bounds.width * window.bounds.height
        return _ORDER[window.kind], int(bool(focus) and window.package != focus), -size_of

    windows.sort(key=rank)
    keyboard = next((_keyboard_area(w) for w in windows if w.kind is Window.KEYBOARD), None)
    return Desk(windows=tuple(windows), display=display, keyboard=keyboard)


def _display(hierarchy: Hierarchy, size: tuple[int, int] | None) -> Bounds:
    if size is not None and size[0] > 0 and size[1] > 0:
        return Bounds(0, 0, *size)
    bounds = [root.bounds for root in hierarchy.roots] or [Bounds(0, 0, 0, 0)]
    right, bottom = max(b.right for b in bounds), max(b.bottom for b in bounds)
    if right <= 0 or bottom <= 0:
        inner = [node.bounds for node in hierarchy.walk()] or bounds
        right, bottom = max(b.right for b in inner), max(b.bottom for b in inner)
    return Bounds(0, 0, max(1, right), max(1, bottom))


def _kind(root: Node, package: str, share: float, keyboards: Sequence[str]) -> Window:
    if package in keyboards or _KEYBOARD_PACKAGE.search(package) or _has_class(root, _KEYBOARD_CLASS):
        # An input method's settings page is a full-screen app like any other.
        return Window.KEYBOARD if share < 0.75 or _lies_low(root) else Window.APP
    if package == SYSTEM_UI:
        # A person looks at the open notification shade, the lock screen and the system's own dialogs, not at the bars.
        if share > 0.5:
            return Window.APP
        return Window.DIALOG if _is_alert(root) else Window.SYSTEM
    if share < 0.8 and any(is_actionable(node) for node in root.walk()):
        return Window.DIALOG
    if _DIALOG_PACKAGES.search(package) or _is_alert(root):
        return Window.DIALOG
    return Window.APP


def _has_class(root: Node, pattern: re.Pattern[str]) -> bool:
    """True if the root or one of its first layers has a class of this kind."""
    layer: tuple[Node, ...] = (root,)
    for _ in range(4):
        if any(pattern.search(node.class_name) for node in layer):
            return True
        layer = tuple(child for node in layer for child in node.children)[:8]
    return False


def _is_alert(root: Node) -> bool:
    """True if the outer layers have the ids of Android's alert dialogs."""
    layer: tuple[Node, ...] = (root,)
    for _ in range(6):
        if any(node.resource_id.endswith(_DIALOG_IDS) for node in layer):
            return True
        layer = tuple(child for node in layer for child in node.children)[:8]
    return False


def _content_area(window: WindowTree) -> Bounds | None:
    """The area covered by a window's readable and touchable nodes together."""
    parts = [
        node.bounds.clip(window.bounds)
        for node in window.root.walk()
        if node is not window.root and (node.text or node.description or node.clickable)
    ]
    parts = [part for part in parts if not part.empty]
    if not parts:
        return None
    return Bounds(
        min(p.left for p in parts), min(p.top for p in parts), max(p.right for p in parts), max(p.bottom for p in parts)
    )


def _lies_low(root: Node) -> bool:
    """True if everything in a tall window lies in its lower part, like the keys of a keyboard."""
    area = _content_area(WindowTree(kind=Window.KEYBOARD, root=root, bounds=root.bounds, package=""))
    return area is not None and area.top > root.bounds.top + root.bounds.height * 0.4


def _keyboard_area(window: WindowTree) -> Bounds:
    """The area that a keyboard hides. Its window may span the display although only its lower part is drawn."""
    area = _content_area(window)
    if area is None or window.bounds.top > 0:
        return window.bounds
    return Bounds(window.bounds.left, area.top, window.bounds.right, window.bounds.bottom)
