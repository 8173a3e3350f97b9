"""The app's manifest, its list of notes, its notebooks, and actions on several notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.joplin.note import TOUCHABLE, JoplinScreen, NoteScreen
from agentprog.phone.apps.joplin.ordering import choices, choose, ordered
from agentprog.phone.apps.joplin.store import DATABASE, PACKAGE, SCHEMA, JoplinProcess, JoplinStore, Note
from agentprog.phone.apps.searching import Searching
from agentprog.phone.kernel.seeding import Seeder, pools
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, Toggle, divider, fab, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.overlay import Alert, Overlay
from agentprog.phone.widgets.scroll import ListView, ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_ALL = "All notes"
_GROUP = "android.view.ViewGroup"
_DAY_MS = 86_400_000


class Main(Searching, JoplinScreen):
    """The one activity: a list of notes, or a note, or the title of a notebook."""

    name: ClassVar[str] = ".MainActivity"

    def create(self) -> None:
        super().create()
        self.folder = ""
        self.note: NoteScreen | None = None
        self.naming: tuple[str, EditState] | None = None
        self.selected: set[str] = set()
        self.adding = False
        self.scroller, self.places = ScrollState(), ScrollState()

    def pause(self) -> None:
        if self.note is not None:
            self.note.save()

    def back(self) -> bool:
        if self.note is not None:
            self.note.back()
        elif self.naming is not None:
            self._stop_naming()
        elif self.adding:
            self.adding = False
        elif self.selected:
            self.selected.clear()
        elif self.searching:
            self.stop_searching()
        elif self.folder:
            self._go("")
        else:
            return False
        return True

    def leave(self) -> None:
        self.note = None

    def typed(self) -> None:
        self.scroller.offset = 0
        super().typed()

    def build(self) -> Widget:
        if self.note is not None:
            return self.note.build()
        if self.naming is not None:
            return self._naming(self.naming[1])
        bar = self._selection_bar() if self.selected else self._search_bar() if self.searching else self._bar()
        return Column([bar, Stack(self._body(), weight=1, width=MATCH)])

    # Bars

    def _header(self, parts: Sequence[Widget]) -> Widget:
        return Row(list(parts), width=MATCH, height=56, fill=Fill(self.t.inverse), class_name=_GROUP)

    def _button(self, icon: str, words: str, action: Callback) -> Icon:
        return icon_button(icon, words, action, color=self.t.on_inverse, class_name=TOUCHABLE)

    def _title(self, words: str) -> Text:
        return Text(words, size=20, color=self.t.on_inverse, lines=1, weight=1, margin=pad(8, 0))

    def _bar(self) -> Widget:
        title = self._title(self.app.store.folder(self.folder) or _ALL)
        return self._header(
            [
                self._button("menu", "Sidebar", self._sidebar),
                title,
                self._button("search", "Search", self.search),
                self._button("sort", "Sort notes by", self._sort),
            ]
        )

    def _search_bar(self) -> Widget:
        field = TextField(self.query, hint="Search", look="plain", weight=1, size=18, color=self.t.on_inverse)
        field.accent, field.hint_color = self.t.on_inverse, self.t.on_inverse
        clear = self._button("close", "Clear", partial(self.query.replace, ""))
        return self._header([self._button("back", "Back", self.stop_searching), field, clear])

    def _selection_bar(self) -> Widget:
        move = Text("Move to notebook...", size=16, color=self.t.on_inverse, weight=1, padding=pad(8, 12))
        move.on_click = self._ask_place
        done = self._button("back", "Back", self.selected.clear)
        return self._header([done, move, self._button("delete", "Delete", self._ask_delete)])

    def _sort(self) -> None:
        def chosen(row: int) -> None:
            choose(self.app.store, row)
            self.ctx.invalidate()

        rows = choices(self.app.store)
        self.alert(Alert(theme=self.t, title="Sort notes by", rows=rows, on_choose=chosen))

    # Notebooks

    def _sidebar(self) -> None:
        overlay = Overlay(content=lambda: self._drawer(lambda: self.close(overlay)), anchor="start")
        self.show(overlay)

    def _drawer(self, close: Callback) -> Widget:
        rows = [self._place(_ALL, "home", not self.folder, (close, partial(self._go, "")), None)]
        for number, title in self.app.store.folders():
            on_hold = (close, partial(self._folder_menu, number, title))
            rows.append(
                self._place(title, "folder", number == self.folder, (close, partial(self._go, number)), on_hold)
            )
        on_new = (close, partial(self._name_folder, "", ""))
        rows += [divider(self.t), self._place("New Notebook", "add", False, on_new, None)]
        listed = ScrollView(Column(rows, width=MATCH), scroll=self.places, weight=1)
        return Column([listed], width=MATCH, height=MATCH, fill=Fill(self.t.surface), absorbs=True)

    def _place(
        self,
        title: str,
        icon: str,
        chosen: bool,
        tap: tuple[Callback, Callback],
        hold: tuple[Callback, Callback] | None,
    ) -> Widget:
        label = Text(title, size=16, color=self.t.text, lines=1, weight=1)
        sign = Icon(icon, color=self.t.muted, accessible=False)
        row = Row([sign, label], width=MATCH, height=48, gap=16, padding=pad(20, 0), class_name=TOUCHABLE)
        row.fill = Fill(self.t.container) if chosen else None
        row.on_click = partial(_both, *tap)
        row.on_long_click = partial(_both, *hold) if hold else None
        return row

    def _go(self, folder: str) -> None:
        self.folder = folder
        self.scroller.offset = 0
        self.ctx.invalidate()

    def _folder_menu(self, number: str, title: str) -> None:
        def chosen(row: int) -> None:
            if row == 0:
                self._name_folder(number, title)
            else:
                question = f'Delete notebook "{title}"?\n\nAll notes within this notebook will also be deleted.'
                self.ask(question, partial(self._delete_folder, number))

        self.alert(Alert(theme=self.t, title=f"Notebook: {title}", rows=("Edit", "Delete"), on_choose=chosen))

    def _delete_folder(self, number: str) -> None:
        self.app.store.delete_folder(number)
        if self.folder == number:
            self._go("")

    def _name_folder(self, number: str, title: str) -> None:
        field = EditState(text=title, on_action=lambda _: self._keep_folder())
        self.naming = (number, field)
        self.focus_on(field)

    def _naming(self, title: EditState) -> Widget:
        keep = self._button("check", "", self._keep_folder)
        head = [self._button("back", "Back", self._stop_naming), self._title("Edit notebook"), keep]
        field = TextField(
            title, hint="Enter notebook title", look="line", size=18, color=self.t.text, margin=pad(16, 16)
        )
        field.accent, field.hint_color = self.t.primary, self.t.muted
        return Column([self._header(head), field])

    def _stop_naming(self) -> None:
        self.naming = None
        self.blur()

    def _keep_folder(self) -> None:
        if self.naming is None:
            return
        number, field = self.naming
        title = field.text.strip()
        is_used = any(
            found.casefold() == title.casefold() and other_number != number
            for other_number, found in self.app.store.folders()
        )
        if not title or is_used:
            words = f'A notebook with this title already exists: "{title}"' if title else "Please enter a title"
            self.alert(Alert(theme=self.t, message=words, positive=("OK", lambda: None)))
            return
        folder = self.app.store.save_folder(number, title, self.ctx.now_ms())
        self._stop_naming()
        self._go(folder)

    # The list

    def _shown(self) -> list[Note]:
        store = self.app.store
        if self.searching:
            return store.search(self.query.text)
        return ordered(store, [note for note in store.notes() if self.folder in ("", note.folder)])

    def _body(self) -> list[Widget]:
        notes = self._shown()
        parts: list[Widget] = []
        if notes:
            listing = ListView(partial(self._line, notes), count=len(notes) + 1, scroll=self.scroller)
            listing.class_name = "android.widget.ScrollView"
            parts.append(listing)
        elif not self.searching:
            words = "There are currently no notes. Create one by clicking on the (+) button."
            parts.append(Text(words, size=16, color=self.t.muted, width=MATCH, padding=pad(24, 24)))
        if not self.searching and not self.selected:
            parts.append(self._add_buttons() if self.adding else fab(self.t, "add", "Add new", self._add))
        return parts

    def _line(self, notes: Sequence[Note], i: int) -> Widget:
        """A row; the last row has space below it, so that the round button covers no row."""
        if i == len(notes):
            return spacer(height=96)
        note, t = notes[i], self.t
        words = Text(note.heading, size=16, color=t.hint if note.completed else t.text, lines=2, weight=1)
        parts: list[Widget] = [words]
        if note.todo:
            box = Toggle(t, checked=bool(note.completed), desc=f"to-do: {note.heading}", width=40)
            box.on_click = partial(self._complete, note)
            parts.insert(0, box)
        row = Row(parts, width=MATCH, min_height=56, padding=pad(8 if note.todo else 16, 8, right=16))
        row.class_name, row.selected = _GROUP, note.id in self.selected
        row.fill = Fill(t.container) if row.selected else None
        row.on_click = partial(self._toggle if self.selected else self._open, note)
        row.on_long_click = partial(self._toggle, note)
        return Column([row, divider(t)], width=MATCH, class_name=_GROUP)

    def _add(self) -> None:
        self.adding = True

    def _add_buttons(self) -> Widget:
        """The round button's two buttons, over the list; a touch beside them closes them."""
        rows: list[Widget] = [spacer(weight=1)]
        for title, icon, todo in (("New to-do", "checkbox", True), ("New note", "note", False)):
            label = Text(title, size=16, color=self.t.text, align_vertical="center", padding=pad(12, 8))
            label.fill = Fill(self.t.raised, radius=5, elevation=2)
            sign = Icon(icon, color=self.t.on_container, width=44, height=44, fill=Fill(self.t.container, radius=12))
            row = Row([spacer(weight=1), label, sign], width=MATCH, gap=16, padding=pad(20, 6), class_name=TOUCHABLE)
            row.desc, row.on_click = title, partial(self._new, todo=todo)
            rows.append(row)
        close = fab(self.t, "close", "Add new", self._fold)
        veil = Column([*rows, spacer(height=88)], width=MATCH, height=MATCH, on_click=self._fold)
        return Stack([veil, close], width=MATCH, height=MATCH)

    def _fold(self) -> None:
        self.adding = False

    # Actions on notes

    def _new(self, *, todo: bool) -> None:
        """Create a note in the current notebook; without one, in the first notebook, which is created if needed."""
        self.adding = False
        folders = self.app.store.folders()
        where = self.folder or (folders[0][0] if folders else "")
        if not where:
            self.alert(Alert(theme=self.t, message="To create a note, first create a notebook.", positive=_OK))
            return
        self.note = NoteScreen(self, Note(folder=where, todo=todo))
        self.focus_on(self.note.title)

    def _open(self, note: Note) -> None:
        self.blur()
        self.note = NoteScreen(self, note)

    def _toggle(self, note: Note) -> None:
        self.selected ^= {note.id}

    def _complete(self, note: Note) -> None:
        now = self.ctx.now_ms()
        self.app.store.save(replace(note, completed=0 if note.completed else now), now)

    def _ask_place(self) -> None:
        folders = self.app.store.folders()
        rows = [title for _, title in folders]

        def chosen(row: int) -> None:
            question = f'Move {len(self.selected)} notes to notebook "{rows[row]}"?'
            self.ask(question, partial(self._move, folders[row][0]))

        self.alert(Alert(theme=self.t, title="Move to notebook", rows=rows, on_choose=chosen))

    def _move(self, folder: str) -> None:
        for number in sorted(self.selected):
            found = self.app.store.get(number)
            if found is not None:
                self.app.store.save(replace(found, folder=folder), self.ctx.now_ms())
        self.selected.clear()

    def _ask_delete(self) -> None:
        def delete() -> None:
            for number in sorted(self.selected):
                self.app.store.delete(number)
            self.selected.clear()

        self.ask("Delete these notes?" if len(self.selected) > 1 else "Delete note?", delete)


_OK: tuple[str, Callback] = ("OK", lambda: None)


def _both(first: Callback, second: Callback) -> None:
    first()
    second()


class Joplin(JoplinProcess):
    package: ClassVar[str] = PACKAGE
    label: ClassVar[str] = "Joplin"
    version_name: ClassVar[str] = "3.0.3"
    version_code: ClassVar[int] = 2097740
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="note", background="#1565C0")
    launch: ClassVar[str] = Main.name
    activities: ClassVar[tuple[type[Activity], ...]] = (Main,)
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}"
        for name in ("ACCESS_COARSE_LOCATION", "ACCESS_FINE_LOCATION", "CAMERA", "POST_NOTIFICATIONS", "RECORD_AUDIO")
    )

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#0D47A1", "#D7E3FF")

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Create notebooks with notes and to-dos from the pools, changed in the days before now."""
        store, rng, now = JoplinStore(seeder.database(DATABASE, SCHEMA)), seeder.rng, seeder.clock.now_ms()
        words = pools()
        count = int(seeder.option("notes", 0))
        folders = [store.save_folder("", title, now) for title in ("Home", "Ideas", "Work")] if count else []
        titles = rng.sample(words["tasks"], min(count, len(words["tasks"])))
        for title in titles:
            todo = rng.random() < 0.4
            body = "" if todo else "\n".join(f"- {item}" for item in rng.sample(words["events"], 3))
            when = now - rng.randint(1, 20 * _DAY_MS)
            store.save(Note(folder=rng.choice(folders), title=title, body=body, todo=todo, created=when), when)
