"""The accessibility tree of the windows, and its two XML dialects."""

from __future__ import annotations

from agentprog.phone.records import Dialect, NodeAction, Rect, UiNode, WindowKind
from agentprog.phone.system.inside import System, Window
from agentprog.phone.widgets.base import Widget

_HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_NAF_EXEMPT = ("GridView", "GridLayout", "ListView", "TableLayout")
_PAGE = 0.9


class Accessibility:
    """Trees are cached until something may have changed."""

    def __init__(self, phone: System) -> None:
        self._phone = phone
        self._cache: dict[bool, tuple[UiNode, ...]] = {}
        self._version = ""
        self._widgets: dict[int, tuple[Widget, Window]] = {}

    def version(self) -> str:
        self._phone.settle()
        return self._phone.version()

    def idle(self) -> bool:
        self._phone.settle()
        return not self._phone.moving() and not self._phone.knobs["never_idle"]

    def tree(self, *, active_only: bool = False) -> tuple[UiNode, ...]:
        version = self.version()
        if version != self._version:
            self._cache.clear()
            self._widgets.clear()
            self._version = version
        if active_only not in self._cache:
            self._cache[active_only] = self._build(active_only)
        return self._cache[active_only]

    def _build(self, active_only: bool) -> tuple[UiNode, ...]:
        manager = self._phone.window_manager
        windows = self._reported(manager.windows())
        if active_only:
            focus = manager.focused()
            windows = [w for w in windows if w is focus]
        screen = manager.screen_rect()
        roots = [self._node(w.root, 0, w, screen, 1) for w in windows]
        return tuple(r for r in roots if r is not None)

    def _reported(self, windows: list[Window]) -> list[Window]:
        """The windows visible to accessibility: none below a window that takes all touches."""
        found: list[Window] = []
        covered = False
        for window in reversed(windows):
            hidden = window.package == self._phone.knobs["no_nodes_package"]
            if window.accessible and not hidden and not (covered and window.kind is not WindowKind.KEYBOARD):
                found.append(window)
            covered = covered or window.modal
        return found[::-1]

    def _node(self, widget: Widget, index: int, window: Window, clip: Rect, order: int) -> UiNode | None:
        bounds = widget.rect.clip(clip)
        if not widget.accessible or bounds.empty:
            return None
        children: list[UiNode] = []
        for i, child in enumerate(widget.children):
            node = self._node(child, len(children), window, bounds, i + 1)
            if node is not None:
                children.append(node)
        token = len(self._widgets) + 1
        self._widgets[token] = (widget, window)
        edit, scroll = widget.edit, widget.scroll
        return UiNode(
            token=token,
            index=index,
            class_name=widget.class_name,
            package=widget.package or window.package,
            bounds=bounds,
            text=widget.accessible_text(),
            value=edit.text if edit else "",
            hint=widget.hint,
            description=widget.desc,
            resource_id=_full_id(widget.id, window.package),
            checkable=widget.checkable,
            checked=widget.checked,
            clickable=widget.on_click is not None or edit is not None,
            enabled=widget.enabled,
            focusable=widget.is_focusable or (scroll is not None and scroll.limit > 0),
            focused=edit is not None and window.surface is not None and window.surface.focus is edit,
            scrollable=scroll is not None and scroll.limit > 0,
            long_clickable=widget.on_long_click is not None or edit is not None,
            password=widget.password,
            selected=widget.selected,
            important=widget.important,
            editable=edit is not None,
            drawing_order=order,
            children=tuple(children),
        )

    def painted(self) -> tuple[tuple[str, Rect], ...]:
        """The readable or touchable elements of the front window that are hidden from every client."""
        self._phone.settle()
        focus = self._phone.window_manager.focused()
        if focus is None:
            return ()
        hidden = [w for top in focus.root.walk() if not top.accessible for w in top.walk()]
        by_widget = {id(w): (w.text or w.desc, w.rect) for w in hidden if (w.text or w.desc) and not w.rect.empty}
        return tuple(by_widget.values())

    def widget(self, token: int) -> tuple[Widget, Window]:
        """The widget and window of a node. Raises KeyError."""
        return self._widgets[token]

    def perform(self, token: int, action: NodeAction, text: str = "") -> bool:
        self.tree()
        found = self._widgets.get(token)
        if found is None or not found[0].enabled:
            return False
        done = self._perform(found[0], action, text)
        self._phone.invalidate()
        return done

    def _perform(self, widget: Widget, action: NodeAction, text: str) -> bool:
        if action in (NodeAction.SCROLL_FORWARD, NodeAction.SCROLL_BACKWARD):
            if widget.scroll is None:
                return False
            step = widget.scroll.viewport * _PAGE
            return widget.scroll.by(step if action is NodeAction.SCROLL_FORWARD else -step)
        if widget.edit is not None:
            self._phone.window_manager.focus(widget.edit)
            if action is NodeAction.SET_TEXT:
                widget.edit.replace(text)
            return True
        handler = widget.on_long_click if action is NodeAction.LONG_CLICK else widget.on_click
        if handler is None or action in (NodeAction.SET_TEXT, NodeAction.FOCUS):
            return False
        handler()
        return True

    def dump(
        self, dialect: Dialect, *, max_depth: int = 50, active_only: bool = False, compressed: bool = False
    ) -> str:
        u2 = dialect is Dialect.U2
        roots = self.tree(active_only=active_only or not u2)
        rotation = self._phone.display.info.rotation
        if u2:
            roots = tuple(sorted(roots, key=lambda r: sum(map(ord, r.package)) * 31 % 97))
        writer = _Writer(u2=u2, max_depth=max_depth, compressed=compressed)
        for root in roots:
            writer.node(root, 0, 1)
        newline = "\r\n" if u2 else ""
        if not writer.parts:
            return f'{_HEAD}{newline}<hierarchy rotation="{rotation}" />'
        return f'{_HEAD}{newline}<hierarchy rotation="{rotation}">{newline}{"".join(writer.parts)}</hierarchy>'


def _full_id(name: str, package: str) -> str:
    """A resource's full name. `#x` is an element of a web page: its HTML id, without a package."""
    if name.startswith("#"):
        return name[1:]
    if not name or ":" in name:
        return name
    return f"{package}:id/{name}"


_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}


def escape(text: str) -> str:
    """XML attribute text as the dumper writes it: UTF-16 units that XML 1.0 does not allow become dots."""
    return text if text.isascii() and text.isalnum() else text.translate(_WRITTEN)


def _forbidden(code: int) -> bool:
    return (
        code <= 0x8
        or code in (0xB, 0xC)
        or 0xE <= code <= 0x1F
        or 0x7F <= code <= 0x84
        or 0x86 <= code <= 0x9F
        or 0xD800 <= code <= 0xDFFF
        or 0xFDD0 <= code <= 0xFDDF
        or code >= 0xFFFE
    )


class _Written(dict[int, str]):
    """The text of each character, worked out the first time that it is written."""

    def __missing__(self, code: int) -> str:
        written = ".." if code > 0xFFFF else "." if _forbidden(code) else chr(code)
        self[code] = written
        return written


_WRITTEN = _Written({ord(char): entity for char, entity in _ENTITIES.items()})


class _Writer:
    """Writes nodes in the order of attributes that each dumper has."""

    def __init__(self, *, u2: bool, max_depth: int, compressed: bool) -> None:
        self.parts: list[str] = []
        self._u2 = u2
        self._max_depth = max_depth
        self._compressed = compressed

    def node(self, node: UiNode, index: int, depth: int) -> None:
        if self._compressed and not node.important:
            for i, child in enumerate(node.children):
                self.node(child, i, depth)
            return
        indent = "  " * depth if self._u2 else ""
        newline = "\r\n" if self._u2 else ""
        self.parts.append(f"{indent}<node{self._attributes(node, index)}")
        if node.children and depth < self._max_depth:
            self.parts.append(f">{newline}")
            for i, child in enumerate(node.children):
                self.node(child, i, depth + 1)
            self.parts.append(f"{indent}</node>{newline}")
        else:
            self.parts.append(f" />{newline}")

    def _attributes(self, n: UiNode, index: int) -> str:
        naf = ' NAF="true"' if _naf(n) else ""
        b = n.bounds
        flags = (
            f'checkable="{_bool(n.checkable)}" checked="{_bool(n.checked)}" clickable="{_bool(n.clickable)}" '
            f'enabled="{_bool(n.enabled)}" focusable="{_bool(n.focusable)}" focused="{_bool(n.focused)}" '
            f'scrollable="{_bool(n.scrollable)}" long-clickable="{_bool(n.long_clickable)}" '
            f'password="{_bool(n.password)}" selected="{_bool(n.selected)}"'
        )
        visible = ' visible-to-user="true"' if self._u2 else ""
        tail = f' drawing-order="{n.drawing_order}" hint="{escape(n.hint)}"'
        tail += ' display-id="0"' if self._u2 else ""
        return (
            f'{naf} index="{index}" text="{escape(n.text)}" resource-id="{escape(n.resource_id)}" '
            f'class="{n.class_name}" package="{n.package}" content-desc="{escape(n.description)}" '
            f'{flags}{visible} bounds="[{b.left},{b.top}][{b.right},{b.bottom}]"{tail}'
        )


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _naf(node: UiNode) -> bool:
    """Not accessibility friendly: clickable, without a text in or below it."""
    if not (node.clickable and node.enabled) or node.text or node.description:
        return False
    return not node.class_name.endswith(_NAF_EXEMPT) and not any(_speaks(child) for child in node.children)


def _speaks(node: UiNode) -> bool:
    return bool(node.text or node.description) or any(_speaks(child) for child in node.children)
