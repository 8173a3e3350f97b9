"""The app's manifest and its file list."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity, IntentFilter
from agentprog.phone.apps.chooser import share
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.markor.dialogs import FolderChooser, NewFile, rename
from agentprog.phone.apps.markor.editor import Document, DocumentScreen
from agentprog.phone.apps.markor.notes import NOTEBOOK, SORTS, MarkorProcess, Note, Notebook
from agentprog.phone.kernel.seeding import Seeder, pools
from agentprog.phone.records import Intent
from agentprog.phone.widgets.bars import Item, bottom_navigation, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, Toggle, fab
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import EditState, ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_PACKAGE = "net.gsantner.markor"
_ALL_FILES = "android.permission.MANAGE_EXTERNAL_STORAGE"
_WELCOMED = "/data/data/net.gsantner.markor/shared_prefs/app_settings.xml"
_TABS = (
    ("Files", "folder", "nav_notebook"),
    ("To-Do", "todo", "nav_todo"),
    ("QuickNote", "bolt", "nav_quicknote"),
    ("More", "more", "nav_more"),
)
_STEPS = 5


class MarkorMain(Activity):
    """Files, and the three other tabs."""

    name: ClassVar[str] = ".activity.MainActivity"
    app: MarkorProcess

    def create(self) -> None:
        self.folder = NOTEBOOK
        self.tab = 0
        self.list_scroll = ScrollState()
        self.selected: set[str] = set()
        self.sort, self.reverse, self.folders_first = "Name", False, True
        self.documents = {
            1: Document(self, self.app, f"{NOTEBOOK}/todo.txt"),
            2: Document(self, self.app, f"{NOTEBOOK}/quicknote.md"),
        }
        self.step = 0 if not self.ctx.storage.host_path(_WELCOMED).exists() else _STEPS

    def pause(self) -> None:
        self._leave_document()

    def _leave_document(self) -> None:
        document = self.documents.get(self.tab)
        if document is not None and document.edit.text != document.saved:
            document.save()

    def back(self) -> bool:
        if self.selected:
            self._unselect()
        elif self.tab:
            self._open_tab(0)
        elif self.folder != NOTEBOOK:
            self._enter(posixpath.dirname(self.folder))
        else:
            return False
        return True

    def build(self) -> Widget:
        if self.step < _STEPS:
            return self._welcome()
        parts: list[Widget] = [self._top()]
        if self.tab in self.documents:
            parts += self.documents[self.tab].body()
        else:
            parts.append(self._files() if self.tab == 0 else self._more())
        items = [Item(title=n, icon=i, id=d, action=partial(self._open_tab, k)) for k, (n, i, d) in enumerate(_TABS)]
        parts.append(bottom_navigation(self.t, items, self.tab, id="bottom_navigation_bar"))
        return Column(parts)

    def _welcome(self) -> Widget:
        t = self.t
        label = "DONE" if self.step == _STEPS - 1 else "NEXT"
        title = Text("Welcome to Markor", size=26, color=t.text, align="center", margin=pad(24, 120))
        hint = Text("Notes and to-do lists in plain text files", size=16, color=t.muted, align="center")
        button = Text(label, id=label.lower(), size=15, color=t.primary, font_weight="medium", padding=pad(24, 18))
        button.class_name, button.on_click, button.align = "android.widget.Button", self._next_step, "end"
        return Column([title, hint, Stack([], weight=1), button], width=MATCH)

    def _next_step(self) -> None:
        self.step += 1
        if self.step == _STEPS:
            self.ctx.storage.write(_WELCOMED, b"<map/>")
            if not self.ctx.granted(_ALL_FILES):
                self._ask_access()
        self.ctx.invalidate()

    def _ask_access(self) -> None:
        """The person gives this permission on a page of Settings, which only the Back key leaves."""
        page = Intent(action="android.settings.MANAGE_APP_ALL_FILES_ACCESS_PERMISSION", data=f"package:{_PACKAGE}")
        words = "Markor needs access to the files on this phone to show and edit your notes."
        ok = ("OK", lambda: self.ctx.start(page))
        self.alert(Alert(theme=self.t, title="File access", message=words, positive=ok), cancelable=False)

    # Top

    def _top(self) -> Widget:
        if self.selected:
            return self._selection_bar()
        if self.tab in self.documents:
            document = self.documents[self.tab]
            return toolbar(
                self.t, _TABS[self.tab][0], actions=document.actions(), overflow=lambda: self.menu(document.menu())
            )
        if self.tab == 3:
            return toolbar(self.t, "More")
        title = "Markor" if self.folder == NOTEBOOK else f"> {posixpath.basename(self.folder)}"
        actions = [
            Item(title="Go to", id="action_go_to", icon="forward", action=self._go_to),
            Item(title="Sort by", id="action_sort", icon="sort", action=self._choose_sort),
            Item(title="Search", id="action_search", icon="search", action=self._ask_search),
        ]
        return toolbar(self.t, title, actions=actions, overflow=self._overflow)

    def _overflow(self) -> None:
        self.menu([Item(title="Settings", id="action_settings", action=lambda: self._open_tab(3))])

    def _go_to(self) -> None:
        places = [("Notebook", NOTEBOOK), ("Documents", posixpath.dirname(NOTEBOOK))]
        items = [Item(title=name, action=partial(self._enter, path)) for name, path in places]
        items.append(Item(title="Favourites", action=self._show_favourites))
        self.menu(items)

    def _show_favourites(self) -> None:
        paths = [p for p in self.app.notebook.favourites() if self.app.notebook.exists(p)]
        names = [posixpath.basename(p) for p in paths] or ["No favourites"]

        def chosen(i: int) -> None:
            if paths:
                folder = self.app.notebook.is_folder(paths[i])
                self._enter(paths[i]) if folder else self._open(paths[i])

        self.alert(Alert(theme=self.t, title="Favourites", rows=names, on_choose=chosen))

    def _flip_favourites(self) -> None:
        self.app.notebook.flip_favourites(self.selected)
        self._unselect()

    def _choose_sort(self) -> None:
        def flag(name: str) -> None:
            setattr(self, name, not getattr(self, name))
            self.ctx.invalidate()

        def by(sort: str) -> None:
            self.sort = sort
            self.ctx.invalidate()

        items = [Item(title=name, action=partial(by, name)) for name in SORTS]
        items.append(Item(title="Folder first", action=lambda: flag("folders_first")))
        items.append(Item(title="Reverse order", action=lambda: flag("reverse")))
        self.menu(items)

    def _ask_search(self) -> None:
        state = EditState(action=3)

        def body() -> Widget:
            return TextField(state, id="search_edit_text", hint="Search", color=self.t.text, accent=self.t.primary)

        alert = Alert(
            theme=self.t, title="Search", body=body, positive=("OK", lambda: self._search(state.text.strip()))
        )
        alert.negative = ("Cancel", lambda: None)
        self.alert(alert, focus=state)

    def _search(self, words: str) -> None:
        found = self.app.notebook.find(words) if words else []
        rows = found or ["No results"]

        def chosen(i: int) -> None:
            if found:
                self._open(f"{NOTEBOOK}/{found[i]}")

        self.alert(Alert(theme=self.t, title=f"Search: {words}", rows=rows, on_choose=chosen))

    def _open_tab(self, tab: int) -> None:
        self._leave_document()
        self.tab = tab
        self._unselect()
        if tab in self.documents:
            self.documents[tab].reload()
        self.blur()

    # Files

    def _notes(self) -> tuple[Note, ...]:
        return self.app.notebook.list(
            self.folder, sort=self.sort, folders_first=self.folders_first, reverse=self.reverse
        )

    def _files(self) -> Widget:
        notes = self._notes()
        above = 1 if self.folder != NOTEBOOK else 0

        def row(i: int) -> Widget:
            return self._up_row() if i < above else self._row(notes[i - above])

        listing = ListView(
            row, count=len(notes) + above, row_height=68, scroll=self.list_scroll, id="ui__filesystem_dialog__list"
        )
        layers: list[Widget] = [listing]
        if not self.selected:
            layers.append(fab(self.t, "add", "Create a new file or folder", self._new, id="fab_add_new_item"))
        return Stack(
            layers, weight=1, width=MATCH, id="main__view_pager", class_name="androidx.viewpager.widget.ViewPager"
        )

    def _line(self, icon: str, title: str, second: str) -> list[Widget]:
        t = self.t
        words = Column(
            [
                Text(title, id="opoc_filesystem_item__title", size=17, color=t.text, lines=1, important=False),
                Text(second, id="opoc_filesystem_item__description", size=13, color=t.muted, lines=1, important=False),
            ],
            weight=1,
            important=False,
        )
        return [Icon(icon, size=28, color=t.primary, id="opoc_filesystem_item__image", important=False), words]

    def _row(self, note: Note) -> Widget:
        chosen = note.path in self.selected
        kind = "Folder" if note.folder else "File"
        desc = f"{'Selected ' if chosen else ''}{kind} {note.name} {note.line}"
        return Row(
            self._line("check" if chosen else "folder" if note.folder else "file", note.name, note.line),
            id="opoc_filesystem_item__root", desc=desc, width=MATCH, height=68, gap=18, padding=pad(18),
            fill=Fill(self.t.container) if chosen else None, selected=chosen,
            on_click=partial(self._tap, note), on_long_click=partial(self._select, note),
        )  # fmt: skip

    def _up_row(self) -> Widget:
        parent = posixpath.dirname(self.folder)
        return Row(
            self._line("folder", "..", parent), id="opoc_filesystem_item__root", desc=f"Folder .. {parent}",
            width=MATCH, height=68, gap=18, padding=pad(18), on_click=partial(self._enter, parent),
        )  # fmt: skip

    def _tap(self, note: Note) -> None:
        if self.selected:
            self._select(note)
        elif note.folder:
            self._enter(note.path)
        else:
            self._open(note.path)

    def _enter(self, folder: str) -> None:
        self.folder = folder
        self.list_scroll.offset = 0
        self.ctx.invalidate()

    def _open(self, path: str) -> None:
        self.push(DocumentScreen, path=path)

    def _new(self) -> None:
        NewFile(self, self.folder, self._open).show()

    # Selection

    def _select(self, note: Note) -> None:
        self.selected ^= {note.path}
        self.ctx.invalidate()

    def _unselect(self) -> None:
        self.selected.clear()
        self.ctx.invalidate()

    def _selection_bar(self) -> Widget:
        only_path = next(iter(self.selected)) if len(self.selected) == 1 else None
        star = Item(title="Favourite", id="action_favourite", icon="star", action=self._flip_favourites)
        actions = [
            star,
            Item(title="Delete", id="action_delete_selected_items", icon="delete", action=self._ask_delete),
        ]
        if only_path is not None:
            first = Item(
                title="Rename", id="action_rename_selected_item", icon="edit", action=partial(self._rename, only_path)
            )
            info = Item(
                title="Details", id="action_info_selected_item", icon="info", action=partial(self._details, only_path)
            )
            actions = [first, info, *actions]
        return toolbar(self.t, "", up=self._unselect, actions=actions, overflow=self._selection_menu)

    def _selection_menu(self) -> None:
        paths = sorted(self.selected)
        items = [
            Item(title="Move", id="action_move_selected_items", action=lambda: self._relocate("Move", paths)),
            Item(title="Copy", id="action_copy_selected_items", action=lambda: self._relocate("Copy", paths)),
            Item(title="Share", id="action_share_files", action=lambda: self._share(paths)),
            Item(title="Select all", id="action_select_all", action=self._select_all),
        ]
        self.menu(items)

    def _select_all(self) -> None:
        self.selected = {n.path for n in self._notes()}
        self.ctx.invalidate()

    def _share(self, paths: Sequence[str]) -> None:
        self._unselect()
        share(self, "\n".join(self.app.notebook.read(p) for p in paths))

    def _rename(self, path: str) -> None:
        rename(self, self.app, path, self._unselect)

    def _details(self, path: str) -> None:
        note = next(n for n in self._notes() if n.path == path)
        text = f"{note.path}\n{note.line}"
        self.alert(Alert(theme=self.t, title=note.name, message=text, positive=("OK", lambda: None)))

    def _ask_delete(self) -> None:
        items = "this item" if len(self.selected) == 1 else "these items"
        names = "\n".join(posixpath.basename(p) for p in sorted(self.selected))
        self.alert(
            Alert(
                theme=self.t,
                title="Confirm Delete",
                message=f"Do you really want to delete {items}?\n\n{names}",
                positive=("OK", self._delete),
                negative=("Cancel", lambda: None),
            )
        )

    def _delete(self) -> None:
        for path in self.selected:
            self.app.notebook.delete(path)
        self._unselect()

    def _relocate(self, verb: str, paths: Sequence[str]) -> None:
        def done(folder: str) -> None:
            for path in paths:
                target = posixpath.join(folder, posixpath.basename(path))
                if target == path or self.app.notebook.exists(target) or target.startswith(path + "/"):
                    self.ctx.toast(f"{posixpath.basename(path)} is already there")
                elif verb == "Move":
                    self.app.notebook.rename(path, target)
                else:
                    self.app.notebook.copy(path, target)
            self._unselect()

        FolderChooser(self, self.app, verb, done).show()

    # More

    def _more(self) -> Widget:
        t = self.t
        first = Toggle(t, "checkbox", text="Folder first", checked=self.folders_first, size=16, margin=pad(16, 8))
        first.on_click = self._toggle_first
        about = Text(f"Markor v{self.app.version_name}", size=15, color=t.muted, padding=pad(16, 12))
        return Column([first, about], weight=1, width=MATCH)

    def _toggle_first(self) -> None:
        self.folders_first = not self.folders_first
        self.ctx.invalidate()


class ShareInto(Activity):
    """Creates a new note from text shared into Markor."""

    name: ClassVar[str] = ".activity.DocumentRelayActivity"
    app: MarkorProcess

    def build(self) -> Widget:
        return Column([Text("Share into Markor", size=18, color=self.t.text, padding=pad(24, 24))])

    def resume(self) -> None:
        text = self.intent.extras.get("android.intent.extra.TEXT", "")
        stamp = self.ctx.now().strftime("%Y-%m-%dT%H%M%S")
        path = f"{NOTEBOOK}/share_{stamp}.md"
        self.app.notebook.write(path, text)
        self.ctx.start(Intent(component=f"{self.app.package}/{DocumentScreen.name}", extras={"path": path}))
        self.finish()


class Markor(MarkorProcess):
    package: ClassVar[str] = _PACKAGE
    label: ClassVar[str] = "Markor"
    version_name: ClassVar[str] = "2.10.9"
    version_code: ClassVar[int] = 146
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="note", background="#B00020")
    launch: ClassVar[str] = MarkorMain.name
    activities: ClassVar[tuple[type[Activity], ...]] = (MarkorMain, DocumentScreen, ShareInto)
    filters: ClassVar[tuple[IntentFilter, ...]] = (
        IntentFilter(action="android.intent.action.SEND", activity=ShareInto.name, mime="text/plain"),
        IntentFilter(
            action="android.intent.action.VIEW", activity=DocumentScreen.name, schemes=("file",), mime="text/*"
        ),
        IntentFilter(
            action="android.intent.action.EDIT", activity=DocumentScreen.name, schemes=("file",), mime="text/*"
        ),
    )
    permissions: ClassVar[tuple[str, ...]] = (_ALL_FILES,)
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}" for name in ("WRITE_EXTERNAL_STORAGE", "READ_EXTERNAL_STORAGE", "RECORD_AUDIO")
    )

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#A51C30", "#F7D6D9", "#FFFBFA")

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Create notes from the pools, dated in the last two weeks."""
        notebook = Notebook(seeder.storage)
        notebook.prepare()
        words, rng = pools()["notes"], seeder.rng
        now = int(seeder.clock.now().timestamp())
        for note in rng.sample(words, min(len(words), int(seeder.option("notes", 0)))):
            path = f"{NOTEBOOK}/{note['name']}"
            seeder.storage.write(path, note["text"].encode(), mtime=now - rng.randint(3600, 14 * 86400))
        if not seeder.option("first_run", True):
            seeder.storage.write(_WELCOMED, b"<map/>")
            seeder.grant(*cls.permissions)
