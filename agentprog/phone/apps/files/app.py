"""The documents browser: roots, folders, search, selection, moving and deleting."""

from __future__ import annotations

import posixpath
import stat
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity, App, IntentFilter
from agentprog.phone.apps.chooser import share
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.opening import open_with
from agentprog.phone.apps.searching import Searching
from agentprog.phone.kernel.storage import PRIMARY
from agentprog.phone.records import FileStat, Intent
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, chip, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert, Overlay
from agentprog.phone.widgets.scroll import HorizontalScroll, ListView
from agentprog.phone.widgets.states import EditState, ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_DEVICE = "sdk_gphone_x86_64"
_DOWNLOADS = f"{PRIMARY}/Download"
_ROOTS = (("Recent", "clock", ""), ("Downloads", "download", _DOWNLOADS), (_DEVICE, "phone", PRIMARY))
_KINDS = {
    "Images": (".png", ".jpg", ".jpeg", ".gif", ".webp"),
    "Audio": (".mp3", ".m4a", ".ogg", ".wav"),
    "Videos": (".mp4", ".mkv", ".webm"),
    "Documents": (".txt", ".md", ".pdf", ".html", ".csv"),
}
_SORTS = (
    "Name (A to Z)",
    "Name (Z to A)",
    "Modified (newest first)",
    "Modified (oldest first)",
    "Size (largest first)",
)


class Browser(Searching):
    """The one activity; it also chooses the target folder of a move."""

    name: ClassVar[str] = "com.android.documentsui.files.FilesActivity"

    def create(self) -> None:
        super().create()
        self.folder = _DOWNLOADS
        self.scroller, self.chips, self.crumbs = (
            ScrollState(),
            ScrollState(axis="horizontal"),
            ScrollState(axis="horizontal"),
        )
        self.kind = ""
        self.sort = 0
        self.grid = False
        self.selected: set[str] = set()
        self.carry: tuple[str, tuple[str, ...]] | None = None

    def back(self) -> bool:
        if self.selected:
            self._unselect()
        elif self.searching:
            self.stop_searching()
        elif self.carry is not None:
            self._drop_carry()
        elif self.folder not in ("", PRIMARY, _DOWNLOADS):
            self._enter(posixpath.dirname(self.folder))
        else:
            return False
        return True

    # Current view

    def _entries(self) -> list[FileStat]:
        if self.searching and self.query.text:
            found = [f for f in self._everything() if self.query.text.casefold() in f.name.casefold()]
        elif self.folder:
            while self.ctx.storage.stat(self.folder) is None and self.folder != PRIMARY:
                self.folder = posixpath.dirname(self.folder)
            found = [f for f in self.ctx.storage.list(self.folder) if not f.name.startswith(".")]
        else:
            found = sorted((f for f in self._everything() if not stat.S_ISDIR(f.mode)), key=lambda f: -f.mtime)[:50]
        if self.kind:
            found = [f for f in found if f.name.lower().endswith(_KINDS[self.kind])]
        keys: tuple[Callable[[FileStat], object], ...] = (
            lambda f: f.name.casefold(),
            lambda f: f.name.casefold(),
            lambda f: -f.mtime,
            lambda f: f.mtime,
            lambda f: -f.size,
        )
        if self.folder or self.searching:
            found.sort(key=keys[self.sort], reverse=self.sort == 1)  # type: ignore[arg-type]
            found.sort(key=lambda f: not stat.S_ISDIR(f.mode))
        return found

    def _everything(self) -> list[FileStat]:
        found: list[FileStat] = []
        pending = [PRIMARY]
        while pending:
            for entry in self.ctx.storage.list(pending.pop()):
                if entry.name.startswith("."):
                    continue
                found.append(entry)
                if stat.S_ISDIR(entry.mode):
                    pending.append(entry.path)
        return found

    def _title(self) -> str:
        known = {path: name for name, _, path in _ROOTS}
        return known.get(self.folder, posixpath.basename(self.folder))

    def build(self) -> Widget:
        entries = self._entries()
        parts: list[Widget] = [self._top()]
        if not self.selected and self.carry is None:
            parts.append(self._chips())
        if not self.searching:
            parts.append(self._breadcrumb())
            parts.append(self._header())
        parts.append(self._listing(entries))
        if self.carry is not None:
            parts.append(self._pick_bar())
        return Column(parts)

    def _top(self) -> Widget:
        t = self.t
        if self.selected:
            return self._selection_bar()
        if self.searching:
            field = TextField(
                self.query, id="search_src_text", hint="Search this device", look="plain", weight=1, size=18
            )
            field.color, field.accent = t.text, t.primary
            back = icon_button("back", "Back", self.stop_searching, class_name="android.widget.ImageButton")
            return Row([back, field], id="toolbar", class_name="android.view.ViewGroup", width=MATCH, height=64)
        menu = icon_button("menu", "Show roots", self._open_drawer, class_name="android.widget.ImageButton", side=56)
        title = Text("Search this device", id="searchbar_title", size=17, color=t.muted, weight=1)
        title.on_click = self.search
        search = icon_button("search", "Search", self.search, id="option_menu_search")
        more = icon_button("more", "More options", self._menu, class_name="android.widget.ImageView", side=44)
        return Row(
            [menu, title, search, more], id="toolbar", class_name="android.view.ViewGroup", width=MATCH, height=56,
            margin=pad(12, 8), fill=Fill(t.raised, radius=28),
        )  # fmt: skip

    def _menu(self) -> None:
        items = [
            Item(title="New folder", id="option_menu_create_dir", action=self._ask_folder),
            Item(title="Sort by...", id="option_menu_sort", action=self._ask_sort),
            Item(title="Select all", id="option_menu_select_all", action=self._select_all),
        ]
        self.menu(items)

    def _open_drawer(self) -> None:
        def content() -> Widget:
            t = self.t
            rows: list[Widget] = [Text("Files", size=22, color=t.text, padding=pad(24, 28, bottom=16))]
            for name, icon, path in _ROOTS:
                label = Text(name, id="android:id/title", size=16, color=t.text, weight=1)
                row = Row([Icon(icon, color=t.muted, accessible=False), label], width=MATCH, height=56, gap=24)
                row.padding, row.on_click = pad(24), partial(leave, path)
                row.fill = Fill(t.container) if path == self.folder else None
                rows.append(row)
            listing = Column(rows, id="roots_list", width=MATCH, class_name="android.widget.ListView")
            return Stack([listing], id="drawer_roots", width=MATCH, height=MATCH, fill=Fill(t.surface), absorbs=True)

        def leave(path: str) -> None:
            self.close(overlay)
            self._enter(path)

        overlay = self.show(Overlay(content=content, anchor="start"))

    def _chips(self) -> Widget:
        chips: list[Widget] = [
            chip(self.t, name, partial(self._choose_kind, name), selected=name == self.kind) for name in _KINDS
        ]
        return HorizontalScroll(Row(chips, gap=8, padding=pad(14, 4)), scroll=self.chips, id="search_chip_group")

    def _choose_kind(self, kind: str) -> None:
        self.kind = "" if self.kind == kind else kind

    def _breadcrumb(self) -> Widget:
        t = self.t
        crumbs: list[tuple[str, str]] = []
        if self.folder.startswith(PRIMARY):
            base, name = (_DOWNLOADS, "Downloads") if self.folder.startswith(_DOWNLOADS) else (PRIMARY, _DEVICE)
            crumbs.append((name, base))
            rest = self.folder.removeprefix(base).strip("/")
            for part in rest.split("/") if rest else []:
                crumbs.append((part, posixpath.join(crumbs[-1][1], part)))
        cells: list[Widget] = []
        for i, (name, path) in enumerate(crumbs):
            if i:
                cells.append(Icon("right", size=16, color=t.muted, accessible=False))
            cells.append(
                Text(name, id="breadcrumb_text", size=15, color=t.primary, on_click=partial(self._enter, path))
            )
        strip = Row(cells, gap=6, padding=pad(18, 10))
        return HorizontalScroll(strip, scroll=self.crumbs, id="horizontal_breadcrumb")

    def _header(self) -> Widget:
        t = self.t
        words = f"Files in {self._title()}" if self.folder else "Recent files"
        title = Text(words, id="header_title", size=15, color=t.muted, weight=1)
        if self.grid:
            view = icon_button("list", "List view", self._flip_grid, id="sub_menu_list")
        else:
            view = icon_button("grid", "Grid view", self._flip_grid, id="sub_menu_grid")
        return Row([title, view], width=MATCH, padding=pad(18, 0, right=6))

    def _flip_grid(self) -> None:
        self.grid = not self.grid
        self.scroller.offset = 0

    def _listing(self, entries: Sequence[FileStat]) -> Widget:
        t = self.t
        if not entries:
            empty = Text("No items", id="message", size=17, color=t.muted, align="center", margin=pad(0, 120))
            return Column([empty], width=MATCH, weight=1)
        if self.grid:
            rows = (len(entries) + 1) // 2

            def pair(i: int) -> Widget:
                cells = [self._row(e) for e in entries[2 * i : 2 * i + 2]]
                for cell in cells:
                    cell.weight = 1
                cells += [Row([], weight=1)] * (2 - len(cells))
                return Row(list(cells), width=MATCH)

            return ListView(pair, count=rows, scroll=self.scroller, id="dir_list", weight=1)
        return ListView(
            lambda i: self._row(entries[i]),
            count=len(entries),
            row_height=72,
            scroll=self.scroller,
            id="dir_list",
            weight=1,
        )

    def _row(self, entry: FileStat) -> Row:
        t, folder = self.t, stat.S_ISDIR(entry.mode)
        chosen = entry.path in self.selected
        when = datetime.fromtimestamp(entry.mtime, UTC)
        line = f"{when:%b %-d}" if folder else f"{when:%b %-d}, {_size(entry.size)}, {_kind(entry.name)}"
        icon = "check" if chosen else "folder" if folder else "image" if _kind(entry.name) == "Image" else "file"
        words = Column(
            [
                Text(entry.name, id="android:id/title", size=16, color=t.text, lines=1),
                Text(line, id="metadata", size=13, color=t.muted, lines=1),
            ],
            weight=1,
        )
        parts: list[Widget] = [Icon(icon, id="icon_thumb", size=26, color=t.primary, width=44, height=44), words]
        if not folder and self.carry is None:
            desc = f"Preview the file {entry.name}"
            parts.append(Icon("eye", id="preview_icon", desc=desc, size=20, width=44, height=44, color=t.muted,
                              on_click=partial(self._open, entry)))  # fmt: skip
        return Row(
            parts, id="item_root", width=MATCH, height=72, gap=14, padding=pad(16), selected=chosen,
            fill=Fill(t.container) if chosen else None, on_click=partial(self._tap, entry),
            on_long_click=partial(self._select, entry),
        )  # fmt: skip

    # Actions

    def _tap(self, entry: FileStat) -> None:
        if self.selected:
            self._select(entry)
        elif stat.S_ISDIR(entry.mode):
            self._enter(entry.path)
        elif self.carry is None:
            self._open(entry)

    def _enter(self, path: str) -> None:
        self.folder, self.kind = path, ""
        self.scroller.offset = 0
        if self.searching:
            self.stop_searching()
        self.ctx.invalidate()

    def _open(self, entry: FileStat) -> None:
        mime = {"Text": "text/plain", "Image": "image/png", "Webpage": "text/html"}.get(_kind(entry.name), "*/*")
        intent = Intent(action="android.intent.action.VIEW", data=f"file://{entry.path}", mime_type=mime)
        if not open_with(self, intent):
            self.ctx.toast("Can’t open file")

    def _ask_sort(self) -> None:
        def chosen(i: int) -> None:
            self.sort = i

        self.alert(Alert(theme=self.t, title="Sort by", rows=_SORTS, chosen=self.sort, on_choose=chosen))

    def _ask_folder(self) -> None:
        base = self.folder or PRIMARY
        self._ask_name("New folder", "", lambda name: self.ctx.storage.mkdir(posixpath.join(base, name), parents=True))

    def _ask_name(self, title: str, value: str, done: Callable[[str], object]) -> None:
        state, t = EditState(text=value), self.t

        def body() -> Widget:
            return TextField(state, id="android:id/text1", color=t.text, accent=t.primary)

        def accept() -> None:
            name = state.text.strip().replace("/", "_")
            if name:
                done(name)
            self.ctx.invalidate()

        alert = Alert(theme=t, title=title, body=body, positive=("OK", accept), negative=("Cancel", lambda: None))
        self.alert(alert, focus=state)
        state.select_all()

    # Selection

    def _select(self, entry: FileStat) -> None:
        if self.carry is None:
            self.selected ^= {entry.path}
            self.ctx.invalidate()

    def _unselect(self) -> None:
        self.selected.clear()
        self.ctx.invalidate()

    def _select_all(self) -> None:
        self.selected = {e.path for e in self._entries()}
        self.ctx.invalidate()

    def _selection_bar(self) -> Widget:
        actions = [
            Item(title="Share", id="action_menu_share", icon="share", action=self._share),
            Item(title="Delete", id="action_menu_delete", icon="delete", action=self._ask_delete),
        ]
        title = f"{len(self.selected)} selected"
        return toolbar(
            self.t, title, up=self._unselect, up_icon="close", up_desc="Done", actions=actions,
            overflow=self._selection_menu,
        )  # fmt: skip

    def _selection_menu(self) -> None:
        items = [
            Item(title="Select all", id="action_menu_select_all", action=self._select_all),
            Item(title="Copy to…", id="action_menu_copy_to", action=partial(self._pick_up, "Copy")),
            Item(title="Move to…", id="action_menu_move_to", action=partial(self._pick_up, "Move")),
        ]
        if len(self.selected) == 1:
            items.append(Item(title="Rename", id="action_menu_rename", action=self._ask_rename))
        self.menu(items)

    def _share(self) -> None:
        names = "\n".join(sorted(self.selected))
        self._unselect()
        share(self, names)

    def _ask_rename(self) -> None:
        path = next(iter(self.selected))

        def done(name: str) -> None:
            target = posixpath.join(posixpath.dirname(path), name)
            if self.ctx.storage.stat(target) is not None or self.ctx.storage.stat(path) is None:
                self.snack("A file with this name already exists.")
                return
            self.ctx.storage.rename(path, target)
            self._unselect()

        self._ask_name("Rename", posixpath.basename(path), done)

    def _ask_delete(self) -> None:
        names = [posixpath.basename(p) for p in self.selected]
        found = self.ctx.storage.stat(next(iter(self.selected)))
        if len(names) > 1:
            title = f"Delete {len(names)} items?"
        elif found is not None and stat.S_ISDIR(found.mode):
            title = f'Delete folder "{names[0]}" and its contents?'
        else:
            title = f'Delete "{names[0]}"?'
        ok = ("OK", self._delete)
        self.alert(Alert(theme=self.t, message=title, positive=ok, negative=("Cancel", lambda: None)))

    def _delete(self) -> None:
        for path in self.selected:
            if self.ctx.storage.stat(path) is not None:
                self.ctx.storage.remove(path, recursive=True)
        self._unselect()

    # Moving

    def _pick_up(self, verb: str) -> None:
        self.carry = (verb, tuple(sorted(self.selected)))
        self._unselect()

    def _drop_carry(self) -> None:
        self.carry = None
        self.ctx.invalidate()

    def _pick_bar(self) -> Widget:
        verb = self.carry[0] if self.carry else ""
        cancel = Button("Cancel", self.t, id="android:id/button2", on_click=self._drop_carry)
        name = Text(self._title(), size=15, color=self.t.muted, weight=1, lines=1)
        place = Button(verb, self.t, kind="filled", id="android:id/button1", on_click=self._put_down)
        place.enabled = bool(self.folder)
        return Row([name, cancel, place], width=MATCH, gap=8, padding=pad(18, 10), fill=Fill(self.t.raised))

    def _put_down(self) -> None:
        if self.carry is None:
            return
        verb, paths = self.carry
        for path in paths:
            target = posixpath.join(self.folder, posixpath.basename(path))
            if self.ctx.storage.stat(path) is None:
                continue
            if self.ctx.storage.stat(target) is not None or target.startswith(path + "/"):
                self.snack("A file with this name already exists here.")
            elif verb == "Move":
                self.ctx.storage.rename(path, target)
            else:
                self._copy(path, target)
        self._drop_carry()

    def _copy(self, path: str, target: str) -> None:
        found = self.ctx.storage.stat(path)
        if found is not None and stat.S_ISDIR(found.mode):
            self.ctx.storage.mkdir(target, parents=True)
            for child in self.ctx.storage.list(path):
                self._copy(child.path, posixpath.join(target, child.name))
        elif found is not None:
            self.ctx.storage.write(target, self.ctx.storage.read(path), mtime=found.mtime)


def _size(count: int) -> str:
    if count < 1000:
        return f"{count} B"
    return f"{count / 1000:.2f} kB" if count < 1_000_000 else f"{count / 1_000_000:.2f} MB"


def _kind(name: str) -> str:
    suffix = posixpath.splitext(name)[1].lower()
    if suffix in _KINDS["Images"]:
        return "Image"
    if suffix in (".html", ".htm"):
        return "Webpage"
    if suffix in (".txt", ".md", ".csv"):
        return "Text"
    return f"{suffix[1:].upper()} file" if suffix else "File"


class FilesApp(App):
    package: ClassVar[str] = "com.google.android.documentsui"
    label: ClassVar[str] = "Files"
    version_name: ClassVar[str] = "13"
    version_code: ClassVar[int] = 33
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="folder", background="#1E88E5")
    launch: ClassVar[str] = Browser.name
    activities: ClassVar[tuple[type[Activity], ...]] = (Browser,)
    filters: ClassVar[tuple[IntentFilter, ...]] = (
        IntentFilter(action="android.intent.action.VIEW_DOWNLOADS", activity=Browser.name),
    )
    system: ClassVar[bool] = True

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#0B57D0", "#D3E3FD", "#F8FAFD")
