"""One document: editing and view mode."""

from __future__ import annotations

import posixpath
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.chooser import share
from agentprog.phone.apps.markor.notes import MarkorProcess
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import HorizontalScroll, ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState

_PREFIXES = (
    ("Check list", "checkbox", "- [ ] "),
    ("Unordered list", "list", "- "),
    ("Quote", "quote", "> "),
    ("Heading", "heading", "# "),
)
_WRAPS = (("Bold", "bold", "**"), ("Italic", "italic", "_"), ("Inline code", "code", "`"))


class Document:
    """An open file: its text, undo history and widgets. The editor and two tabs use it."""

    def __init__(self, screen: Activity, app: MarkorProcess, path: str) -> None:
        self._screen = screen
        self._app = app
        self.path = path
        self.saved = app.notebook.read(path)
        self.edit = EditState(text=self.saved, multi_line=True, action=0, on_change=self._changed)
        self._past: list[str] = [self.saved]
        self._future: list[str] = []
        self.scroll = ScrollState()
        self._bar_scroll = ScrollState(axis="horizontal")
        self.viewing = False

    @property
    def name(self) -> str:
        return posixpath.splitext(posixpath.basename(self.path))[0]

    def _changed(self, text: str) -> None:
        self._past.append(text)
        self._future.clear()
        self._screen.ctx.invalidate()

    def undo(self) -> None:
        if len(self._past) > 1:
            self._future.append(self._past.pop())
            self.edit.load(self._past[-1])
            self._screen.ctx.invalidate()

    def redo(self) -> None:
        if self._future:
            self._past.append(self._future.pop())
            self.edit.load(self._past[-1])
            self._screen.ctx.invalidate()

    def save(self) -> None:
        if self.edit.text != self.saved or not self._app.notebook.exists(self.path):
            self._app.notebook.write(self.path, self.edit.text)
            self.saved = self.edit.text

    def reload(self) -> None:
        self.saved = self._app.notebook.read(self.path)
        self.edit.load(self.saved)
        self._screen.ctx.invalidate()

    def body(self) -> list[Widget]:
        """The editor with its action bar, or the view."""
        t = self._screen.t
        if self.viewing:
            text = Text(self.edit.text or " ", size=17, color=t.text, padding=pad(16, 12), width=MATCH)
            text.class_name = "android.view.View"
            view = ScrollView(text, scroll=self.scroll, weight=1, id="document__fragment_view_webview")
            view.class_name = "android.webkit.WebView"
            return [view]
        field = TextField(
            self.edit, id="document__fragment__edit__highlighting_editor", look="plain", size=17, color=t.text,
            accent=t.primary, max_lines=0, padding=pad(12, 10), height=MATCH,
        )  # fmt: skip
        scroller = ScrollView(
            field, scroll=self.scroll, weight=1, fill_view=True, id="document__fragment__edit__scroll"
        )
        return [scroller, self._actions()]

    def _actions(self) -> Widget:
        t = self._screen.t
        items: list[tuple[str, str, Callback]] = []
        for name, icon, mark in _PREFIXES:
            items.append((name, icon, lambda mark=mark: self._prefix(mark)))  # type: ignore[misc]
        for name, icon, mark in _WRAPS:
            items.append((name, icon, lambda mark=mark: self._wrap(mark)))  # type: ignore[misc]
        items.append(("Delete lines", "delete", self._delete_line))
        icons: list[Widget] = [
            Icon(icon, desc=name, size=22, width=52, height=48, color=t.text, on_click=act, on_long_click=act)
            for name, icon, act in items
        ]
        bar = HorizontalScroll(
            Row(icons), scroll=self._bar_scroll, id="document__fragment__edit__text_actions_bar__scrolling_parent"
        )
        return Stack([bar], width=MATCH, fill=Fill(t.raised))

    def _line(self) -> tuple[int, int]:
        """Start and end of the cursor's line."""
        start = self.edit.text.rfind("\n", 0, self.edit.end) + 1
        end = self.edit.text.find("\n", self.edit.end)
        return start, len(self.edit.text) if end < 0 else end

    def _prefix(self, mark: str) -> None:
        start, _ = self._line()
        cursor, text = self.edit.end, self.edit.text
        if text.startswith(mark, start):
            new, shift = text[:start] + text[start + len(mark) :], -len(mark)
        else:
            new, shift = text[:start] + mark + text[start:], len(mark)
        self.edit.replace(new)
        self.edit.start = self.edit.end = max(0, cursor + shift)

    def _wrap(self, mark: str) -> None:
        low, high = sorted((self.edit.start, self.edit.end))
        inside = self.edit.text[low:high]
        self.edit.insert(f"{mark}{inside}{mark}")
        self.edit.start = self.edit.end = low + len(mark) + len(inside)

    def _delete_line(self) -> None:
        start, end = self._line()
        self.edit.replace(self.edit.text[:start] + self.edit.text[end + 1 :])
        self.edit.start = self.edit.end = min(start, len(self.edit.text))

    def actions(self) -> list[Item]:
        """The toolbar's buttons."""
        if self.viewing:
            return [Item(title="Edit mode", id="action_edit", icon="edit", action=self.toggle_view)]
        return [
            Item(title="Undo", id="action_undo", icon="undo", action=self.undo),
            Item(title="Redo", id="action_redo", icon="redo", action=self.redo),
            Item(title="Save", id="action_save", icon="save", action=self.save),
            Item(title="Search", id="action_search", icon="search", action=self._ask_search),
            Item(title="View mode", id="action_preview", icon="eye", action=self.toggle_view),
        ]

    def _ask_search(self) -> None:
        state, screen = EditState(action=3), self._screen

        def body() -> Widget:
            return TextField(state, id="search_edit_text", hint="Search", color=screen.t.text, accent=screen.t.primary)

        alert = Alert(theme=screen.t, title="Search", body=body, positive=("OK", lambda: self._select(state.text)))
        alert.negative = ("Cancel", lambda: None)
        screen.alert(alert, focus=state)

    def _select(self, words: str) -> None:
        """Select the next match after the cursor; after the last match, start again from the beginning."""
        text, query = self.edit.text.casefold(), words.casefold()
        found = text.find(query, self.edit.end)
        found = text.find(query) if found < 0 else found
        if not query or found < 0:
            self._screen.ctx.toast("No results")
            return
        self._screen.focus_on(self.edit)
        self.edit.start, self.edit.end = found, found + len(query)

    def toggle_view(self) -> None:
        self.viewing = not self.viewing
        self.scroll.offset = 0
        self._screen.blur()

    def menu(self) -> list[Item]:
        return [
            Item(title="Share", action=lambda: share(self._screen, self.edit.text)),
            Item(title="Info", action=self._info),
            Item(title="Reload", action=self.reload),
        ]

    def _info(self) -> None:
        words, lines = len(self.edit.text.split()), self.edit.text.count("\n") + 1
        text = f"{self.path}\nLines: {lines}\nWords: {words}\nCharacters: {len(self.edit.text)}"
        self._screen.alert(Alert(theme=self._screen.t, title="Info", message=text, positive=("OK", lambda: None)))


class DocumentScreen(Activity):
    """`path` in the extras names the file, which is saved on leaving."""

    name: ClassVar[str] = ".activity.DocumentActivity"
    app: MarkorProcess

    def create(self) -> None:
        path = self.intent.extras.get("path") or self.intent.data.removeprefix("file://")
        self.document = Document(self, self.app, path)

    def pause(self) -> None:
        self.document.save()

    def build(self) -> Widget:
        d = self.document
        bar = toolbar(
            self.t,
            d.name,
            up=self.finish,
            actions=d.actions(),
            overflow=lambda: self.menu(d.menu()),
            title_id="note__activity__text_note_title",
        )
        return Column([bar, *d.body()])
