"""Markor's dialogs: new file, rename, folder chooser."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from functools import partial

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.markor.notes import NOTEBOOK, MarkorProcess
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, Toggle
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.overlay import Alert, Overlay
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import EditState, ScrollState

TYPES = (("Markdown", ".md"), ("Plain Text", ".txt"), ("todo.txt", ".todo.txt"), ("AsciiDoc", ".adoc"), ("CSV", ".csv"))
TEMPLATES = (("Empty file", ""), ("To-do list", "- [ ] \n"), ("Checklist", "- [ ] one\n- [ ] two\n"))


class NewFile:
    """The new-file dialog. OK creates a file and opens it, Folder creates a folder."""

    def __init__(self, screen: Activity, folder: str, opened: Callable[[str], object]) -> None:
        self._screen = screen
        self._folder = folder
        self._opened = opened
        self._type = self._template = 0
        self._bom = False
        app = screen.app
        self._notebook = app.notebook  # type: ignore[attr-defined]
        self.name = EditState()
        self.ext = EditState(text=".md")

    def show(self) -> None:
        self._screen.alert(
            Alert(
                theme=self._screen.t,
                body=self._body,
                positive=("OK", self._create),
                negative=("Cancel", lambda: None),
                neutral=("Folder", self._make_folder),
            ),
            focus=self.name,
        )

    def _body(self) -> Widget:
        t = self._screen.t

        def field(state: EditState, name: str, hint: str, weight: float) -> TextField:
            return TextField(state, id=name, hint=hint, color=t.text, accent=t.primary, weight=weight)

        first = Row(
            [
                field(self.name, "new_file_dialog__name", "my_note", 3),
                field(self.ext, "new_file_dialog__ext", "", 1),
            ],
            width=MATCH,
        )
        bom = Toggle(t, "checkbox", text="UTF-8 BOM", checked=self._bom, id="new_file_dialog__utf8_bom")
        bom.on_click = self._toggle_bom
        rows: list[Widget] = [
            first,
            self._spinner("Type", "new_file_dialog__type", TYPES[self._type][0], self._choose_type),
            self._spinner("Template", "new_file_dialog__template", TEMPLATES[self._template][0], self._choose_template),
            bom,
        ]
        return Column(rows, width=MATCH, gap=6)

    def _spinner(self, label: str, name: str, value: str, choose: Callable[[], object]) -> Widget:
        t = self._screen.t
        box = Row(
            [
                Text(value, id="android:id/text1", size=16, color=t.text, weight=1),
                Icon("dropdown", size=20, color=t.muted, accessible=False),
            ],
            id=name,
            class_name="android.widget.Spinner",
            weight=1,
            height=44,
            on_click=choose,
        )
        return Row([Text(label, size=14, color=t.muted, width=88), box], width=MATCH)

    def _toggle_bom(self) -> None:
        self._bom = not self._bom

    def _choose_type(self) -> None:
        def chosen(i: int) -> None:
            self._type = i
            self.ext.load(TYPES[i][1])

        self._screen.alert(Alert(theme=self._screen.t, rows=[n for n, _ in TYPES], on_choose=chosen))

    def _choose_template(self) -> None:
        def chosen(i: int) -> None:
            self._template = i

        self._screen.alert(Alert(theme=self._screen.t, rows=[n for n, _ in TEMPLATES], on_choose=chosen))

    def _title(self) -> str:
        return self.name.text.strip().replace("/", "-") or "my_note"

    def _create(self) -> None:
        path = posixpath.join(self._folder, self._title() + self.ext.text.strip())
        if not self._notebook.exists(path):
            head = "﻿" if self._bom else ""
            self._notebook.write(path, head + TEMPLATES[self._template][1])
        self._opened(path)

    def _make_folder(self) -> None:
        self._notebook.make_folder(posixpath.join(self._folder, self._title()))
        self._screen.ctx.invalidate()


def rename(screen: Activity, app: MarkorProcess, path: str, done: Callable[[], object]) -> None:
    """Ask for a new name; the dialog reports a name that is taken."""
    state = EditState(text=posixpath.basename(path))
    complaint = [""]

    def body() -> Widget:
        t = screen.t
        parts: list[Widget] = [TextField(state, id="new_name", color=t.text, accent=t.primary)]
        if complaint[0]:
            parts.append(Text(complaint[0], id="dialog_message", size=14, color=t.error))
        return Column(parts, width=MATCH)

    def accept() -> None:
        target = posixpath.join(posixpath.dirname(path), state.text.strip().replace("/", "-"))
        if not state.text.strip() or (target != path and app.notebook.exists(target)):
            complaint[0] = "A file with this name already exists" if state.text.strip() else "Enter a name"
            screen.ctx.invalidate()
            return
        screen.close(overlay)
        app.notebook.rename(path, target)
        done()

    alert = Alert(
        theme=screen.t,
        title="Rename",
        body=body,
        stays=True,
        positive=("OK", accept),
        negative=("Cancel", lambda: screen.close(overlay)),
    )
    overlay = screen.alert(alert, focus=state)
    state.select_all()


class FolderChooser:
    """The dialog that picks the target of a move or copy."""

    def __init__(self, screen: Activity, app: MarkorProcess, verb: str, done: Callable[[str], object]) -> None:
        self._screen = screen
        self._app = app
        self._verb = verb
        self._done = done
        self._here = NOTEBOOK
        self._scroll = ScrollState()
        self._overlay = Overlay(content=self._content, max_width=380)

    def show(self) -> None:
        self._screen.show(self._overlay)

    def _go(self, path: str) -> None:
        self._here = path
        self._scroll.offset = 0
        self._screen.ctx.invalidate()

    def _close(self) -> None:
        self._screen.close(self._overlay)

    def _accept(self) -> None:
        self._close()
        self._done(self._here)

    def _rows(self) -> list[tuple[str, str]]:
        notes = self._app.notebook.list(self._here, sort="Name", folders_first=True, reverse=False)
        above = [("..", posixpath.dirname(self._here))] if self._here != NOTEBOOK else []
        return above + [(n.name, n.path) for n in notes if n.folder]

    def _row(self, name: str, path: str) -> Widget:
        t = self._screen.t
        icon = Icon("folder", size=24, color=t.primary, accessible=False)
        label = Text(name, id="opoc_filesystem_item__title", size=16, color=t.text, weight=1)
        row = Row([icon, label], id="opoc_filesystem_item__root", width=MATCH, height=56, gap=14, padding=pad(20))
        row.on_click, row.desc = partial(self._go, path), f"Folder {name}"
        return row

    def _content(self) -> Widget:
        t, rows = self._screen.t, self._rows()
        title = Text(f"{self._verb} → {posixpath.basename(self._here)}", id="ui__filesystem_dialog__title", size=20)
        title.color, title.padding = t.text, pad(20, 16)
        listing = ListView(lambda i: self._row(*rows[i]), count=len(rows), row_height=56, scroll=self._scroll)
        listing.id, listing.height = "ui__filesystem_dialog__list", 360
        home = Icon("home", desc="Home", id="ui__filesystem_dialog__home", width=48, height=48, color=t.text)
        home.on_click = partial(self._go, NOTEBOOK)
        cancel = Button("Cancel", t, id="ui__filesystem_dialog__button_cancel", on_click=self._close)
        accept = Button("Select this folder", t, id="ui__filesystem_dialog__button_ok", on_click=self._accept)
        buttons = Row([home, spacer(weight=1), cancel, accept], width=MATCH, padding=pad(8, 8))
        fill = Fill(t.surface, radius=8, elevation=6)
        panel = Column([title, listing, buttons], width=MATCH, fill=fill, absorbs=True)
        return Stack([panel], width=MATCH)
