"""Invariants of a phone at any moment: its tree, its pixels, its dumps, its touches and its databases agree."""

from __future__ import annotations

import sqlite3
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from PIL import ImageChops

from agentprog.phone.records import Dialect, Rect, UiNode
from agentprog.phone.system.accessibility import escape
from agentprog.phone.system.capture import ScreenCapture
from agentprog.phone.system.inside import Window
from agentprog.phone.system.phone import SimPhone
from agentprog.phone.widgets.base import Widget

# Rows whose text is a name in the app's own storage: package and id of the text, short name of the database, query.
_SHOWN = (
    ("com.simplemobiletools.calendar.pro", "event_item_title", "events", "SELECT title FROM events"),
    ("com.flauschcode.broccoli", "card_text_view_title", "broccoli", "SELECT title FROM recipes"),
    ("com.flauschcode.broccoli", "card_text_view_category_name", "broccoli", "SELECT name FROM categories"),
    ("com.simplemobiletools.smsmessenger", "conversation_address", "mmssms",
     "SELECT address FROM canonical_addresses"),
)  # fmt: skip
_MARKOR_TITLE = "net.gsantner.markor:id/opoc_filesystem_item__title"
_SMALLEST = 12  # pixels: what is lower or narrower shows no letter


def disagreements(phone: SimPhone, *, pixels: bool = True) -> list[str]:
    """The violations, in words; empty if there are none. `pixels` also draws the screen, the slowest check."""
    found = [*_tree(phone), *_dumps(phone), *_touches(phone), *_storage(phone)]
    return [*found, *_pixels(phone)] if pixels else found


def nodes(phone: SimPhone) -> Iterator[UiNode]:
    """Every node of every window."""
    stack = list(reversed(phone.accessibility.tree()))
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def _words(node: UiNode) -> str:
    name = node.text or node.description or node.resource_id or node.class_name
    return f"{name!r} of {node.package} at {tuple(node.bounds)}"


def _tree(phone: SimPhone) -> Iterator[str]:
    """Nodes lie on the screen and inside their parents; at most one field has the focus."""
    info = phone.display.info
    screen = Rect(0, 0, info.width, info.height)
    for node in nodes(phone):
        if node.bounds.empty or node.bounds.clip(screen) != node.bounds:
            yield f"{_words(node)} reaches beyond the screen"
        for i, child in enumerate(node.children):
            if child.index != i or child.bounds.clip(node.bounds) != child.bounds:
                yield f"{_words(child)} does not lie in {_words(node)}"
    focused = [node for node in nodes(phone) if node.focused]
    if len(focused) > 1:
        yield f"{len(focused)} fields are focused"


def _key(node: UiNode) -> tuple[str, ...]:
    b = node.bounds
    bounds = f"[{b.left},{b.top}][{b.right},{b.bottom}]"
    return node.class_name, _plain(node.text), _plain(node.description), node.resource_id, bounds


def _plain(text: str) -> str:
    """A text as the dump returns it."""
    return ET.fromstring(f'<a t="{escape(text)}"/>').get("t") or ""


def _dumps(phone: SimPhone) -> Iterator[str]:
    """The u2 dump has the tree's nodes, no more and no less; the shell's has those of the window in focus."""
    expected = sorted(_key(node) for node in nodes(phone))
    for dialect in (Dialect.U2, Dialect.SHELL):
        try:
            root = ET.fromstring(phone.accessibility.dump(dialect, max_depth=500))
        except ET.ParseError as exc:
            yield f"the {dialect.value} dump is no XML: {exc}"
            continue
        names = ("class", "text", "content-desc", "resource-id", "bounds")
        dumped = sorted(tuple(node.get(name) or "" for name in names) for node in root.iter("node"))
        if dialect is Dialect.U2 and dumped != expected:
            yield f"the dump and the tree differ: {sorted(set(dumped) ^ set(expected))[:4]}"
        if dialect is Dialect.SHELL and not set(dumped) <= set(expected):
            yield f"the shell's dump has strangers: {sorted(set(dumped) - set(expected))[:4]}"


def _touches(phone: SimPhone) -> Iterator[str]:
    """A finger on a clickable node reaches it, or something the tree shows above it."""
    known = {id(widget): node for node in nodes(phone) for widget, _ in [phone.accessibility.widget(node.token)]}
    for node in nodes(phone):
        if not (node.clickable and node.enabled):
            continue
        widget, window = phone.accessibility.widget(node.token)
        x, y = node.bounds.center
        path, hit = phone.touch.under(x, y)
        if widget in path or hit is not window:
            continue
        target = next((w for w in reversed(path) if w.takes_touch), None)
        if target is None:
            yield f"a tap on {_words(node)} reaches nothing"
        elif id(target) not in known and not target.absorbs:
            yield f"a tap on {_words(node)} reaches what the tree does not show: {target.class_name} {target.id!r}"


def _covered(phone: SimPhone, window: Window, rect: Rect) -> bool:
    """True if a higher window covers part of a rectangle."""
    windows = phone.window_manager.windows()
    return any(not w.bounds.clip(rect).empty for w in windows[windows.index(window) + 1 :])


def _pixels(phone: SimPhone) -> Iterator[str]:
    """Every text of the tree is drawn, and an incremental drawing equals a full one."""
    image = phone.capture.image()
    fresh = ScreenCapture(phone).image()
    if image.size != fresh.size or ImageChops.difference(image, fresh).getbbox() is not None:
        box = ImageChops.difference(image, fresh).getbbox() if image.size == fresh.size else image.size
        yield f"the kept picture differs from a fresh one in {box}"
    if phone.capture.secure():
        return
    for node in nodes(phone):
        widget, window = phone.accessibility.widget(node.token)
        if not _legible(node, widget) or _covered(phone, window, node.bounds):
            continue
        low_high = image.crop(node.bounds).getextrema()
        if all(isinstance(pair, tuple) and pair[0] == pair[1] for pair in low_high):
            yield f"nothing is drawn where {_words(node)} should stand"


def _legible(node: UiNode, widget: Widget) -> bool:
    width, height = node.bounds.right - node.bounds.left, node.bounds.bottom - node.bounds.top
    whole = widget.rect == node.bounds and width >= _SMALLEST and height >= _SMALLEST
    return whole and any(char.isalnum() for char in node.text)


def _storage(phone: SimPhone) -> Iterator[str]:
    """Names in lists are names in storage, and every database is sound."""
    texts: dict[tuple[str, str], set[str]] = {}
    for node in nodes(phone):
        if node.text:
            texts.setdefault((node.package, node.resource_id), set()).add(node.text)
    databases = phone.storage.databases()
    for package, name, database, query in _SHOWN:
        shown = texts.get((package, f"{package}:id/{name}"), set())
        if shown and database in databases:
            stored = _column(phone.storage.host_path(databases[database]), query)
            stored |= _people(phone) if name == "conversation_address" else set()
            missing = {text for text in shown if not all(part in stored for part in _parts(text, stored))}
            if missing:
                yield f"{package} shows {sorted(missing)} which its {database} does not hold"
    notes = texts.get(("net.gsantner.markor", _MARKOR_TITLE), set()) - {".."}
    if notes:
        folder = phone.storage.host_path("/storage/emulated/0")
        absent = notes - {path.name for path in folder.rglob("*")}
        if absent:
            yield f"Markor shows {sorted(absent)} which are no files"
    for path in databases.values():
        with closing(sqlite3.connect(f"file:{phone.storage.host_path(path)}?mode=ro", uri=True)) as db:
            if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                yield f"{path} is damaged"


def _parts(text: str, stored: set[str]) -> list[str]:
    """A conversation with several people shows their names with commas between."""
    return [text] if text in stored else text.split(", ")


def _people(phone: SimPhone) -> set[str]:
    path = phone.storage.databases().get("contacts2")
    return _column(phone.storage.host_path(path), "SELECT display_name FROM contacts") if path else set()


def _column(path: Path, query: str) -> set[str]:
    """Stored names, as lists show them too: without line breaks."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        return {str(row[0]) for row in db.execute(query) if row[0] is not None}
