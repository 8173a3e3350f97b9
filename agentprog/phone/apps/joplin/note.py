"""One note: its page, its text editor behind the pencil button, and its actions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.joplin.page import checked, page
from agentprog.phone.apps.joplin.store import JoplinProcess, Note
from agentprog.phone.widgets.bars import Item
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Text, Toggle, fab, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState

TOUCHABLE = "android.widget.Button"


class JoplinScreen(Activity):
    """The one activity's interface for its parts."""

    app: JoplinProcess

    def leave(self) -> None:
        raise NotImplementedError

    def ask(self, question: str, agreed: Callback) -> None:
        """Ask a question with the buttons OK and Cancel."""
        alert = Alert(theme=self.t, message=question, positive=("OK", agreed), negative=("Cancel", lambda: None))
        self.alert(alert)


class NoteScreen:
    """Saves typed text when the person touches the tick or Back, and when the app leaves the front."""

    def __init__(self, screen: JoplinScreen, note: Note) -> None:
        self._screen = screen
        self._note = note
        self.editing = not note.id
        self.title = EditState(text=note.title, action=0)
        self.body = EditState(text=note.body, multi_line=True, action=0)
        self._scroll = ScrollState()

    def build(self) -> Widget:
        return Column([self._bar(), self._heading(), Stack(self._content(), weight=1, width=MATCH)])

    def save(self) -> None:
        """Write the changes. An empty new note is not saved."""
        now = replace(self._note, title=self.title.text.strip(), body=self.body.text)
        if now != self._note and (now.id or now.title or now.body.strip()):
            self._note = self._screen.app.store.save(now, self._screen.ctx.now_ms())

    def back(self) -> None:
        """Go from the text to the page, and from the page to the list."""
        self.save()
        if self.editing and self._note.id:
            self._show_page()
        else:
            self._screen.blur()
            self._screen.leave()

    # Parts

    def _bar(self) -> Widget:
        t, store = self._screen.t, self._screen.app.store
        parts: list[Widget] = [icon_button("back", "Back", self.back, color=t.on_inverse, class_name=TOUCHABLE)]
        name = Text(store.folder(self._note.folder), size=18, color=t.on_inverse, lines=1, weight=1, padding=pad(8, 12))
        name.on_click = self._move
        parts.append(name)
        if self.editing:
            parts.append(icon_button("check", "", self._finish, color=t.on_inverse, class_name=TOUCHABLE))
        more = icon_button("more", "Actions", self._more, color=t.on_inverse, class_name=TOUCHABLE)
        return Row([*parts, more], width=MATCH, height=56, fill=Fill(t.inverse), class_name="android.view.ViewGroup")

    def _heading(self) -> Widget:
        t = self._screen.t
        field = TextField(self.title, hint="Add title", look="plain", size=20, color=t.text, accent=t.primary, weight=1)
        field.hint_color = t.muted
        if not self._note.todo:
            return Row([field], width=MATCH, padding=pad(16, 4))
        box = Toggle(t, checked=bool(self._note.completed), on_click=self._complete, width=40)
        return Row([box, field], width=MATCH, padding=pad(8, 4))

    def _content(self) -> list[Widget]:
        t = self._screen.t
        if self.editing:
            field = TextField(self.body, hint="Add body", look="plain", size=16, color=t.text, accent=t.primary)
            field.hint_color, field.max_lines, field.min_lines = t.muted, 0, 12
            return [ScrollView(Column([field], width=MATCH, padding=pad(16, 4)), scroll=self._scroll)]
        shown = ScrollView(page(t, self.body.text, self._check), scroll=self._scroll)
        shown.class_name = "android.webkit.WebView"
        return [shown, fab(t, "edit", "Edit", self._edit)]

    # Actions

    def _edit(self) -> None:
        self.editing = True
        self._screen.focus_on(self.body)

    def _finish(self) -> None:
        self.save()
        if self._note.id:
            self._show_page()

    def _show_page(self) -> None:
        self.editing = False
        self.title.load(self._note.title)
        self._screen.blur()

    def _check(self, number: int) -> None:
        self.body.load(checked(self.body.text, number))
        self.save()

    def _complete(self) -> None:
        now = self._screen.ctx.now_ms()
        self._change(completed=0 if self._note.completed else now)

    def _change(self, *, todo: bool | None = None, completed: int = 0, folder: str = "") -> None:
        self.save()
        changed = replace(
            self._note,
            todo=self._note.todo if todo is None else todo,
            completed=completed,
            folder=folder or self._note.folder,
        )
        if changed.id:
            changed = self._screen.app.store.save(changed, self._screen.ctx.now_ms())
        self._note = changed

    def _move(self) -> None:
        folders = self._screen.app.store.folders()

        def choose(row: int) -> None:
            self._change(completed=self._note.completed, folder=folders[row][0])

        rows = [title for _, title in folders]
        self._screen.alert(Alert(theme=self._screen.t, title="Move to notebook", rows=rows, on_choose=choose))

    def _more(self) -> None:
        turn = "Convert to note" if self._note.todo else "Convert to todo"
        items = [Item(title=turn, action=partial(self._change, todo=not self._note.todo))]
        if self._note.id:
            items += [
                Item(title="Properties", action=self._properties),
                Item(title="Delete", action=self._ask_delete),
            ]
        self._screen.menu(items)

    def _properties(self) -> None:
        kind, note = ("To-do" if self._note.todo else "Note"), self._note
        words = f"{kind} in {self._screen.app.store.folder(note.folder)}\n{len(note.body.split())} words"
        self._screen.alert(
            Alert(theme=self._screen.t, title="Note properties", message=words, positive=("OK", lambda: None))
        )

    def _ask_delete(self) -> None:
        def delete() -> None:
            self._screen.app.store.delete(self._note.id)
            self._screen.blur()
            self._screen.leave()

        self._screen.ask("Delete note?", delete)
