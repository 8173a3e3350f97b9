"""Actions on pictures, from a folder and from a single picture: the app's dialogs."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from agentprog.phone.apps.gallery.store import BIN, FAVORITES, SORTS, Folder, GalleryProcess, folder_name, is_thrown
from agentprog.phone.apps.searching import SimpleSearching
from agentprog.phone.kernel.storage import PRIMARY
from agentprog.phone.records import FileStat
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Picture, Text, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import EditState, ScrollState

_CONFLICTS = ("Skip", "Overwrite", "Keep both")
_SKIP, _OVERWRITE, _KEEP_BOTH = range(len(_CONFLICTS))
_SHADE = "#202124"


class GalleryScreen(SimpleSearching):
    """A screen of the app."""

    app: GalleryProcess

    def ask_delete(self, paths: Sequence[str], done: Callback) -> None:
        pictures = f'"{posixpath.basename(paths[0])}"' if len(paths) == 1 else f"{len(paths)} items"
        words = f"Are you sure you want to move {pictures} into the Recycle Bin?"
        if is_thrown(paths[0]):
            words = f"Are you sure you want to delete {pictures}?"

        def delete() -> None:
            for path in paths:
                self.app.throw(path)
            done()

        self.alert(Alert(theme=self.t, message=words, positive=("Yes", delete), negative=("No", lambda: None)))

    def ask_rename(self, path: str, done: Callable[[str], object]) -> None:
        base, suffix = posixpath.splitext(posixpath.basename(path))
        name, extension = EditState(text=base), EditState(text=suffix.removeprefix("."))
        field = partial(TextField, color=self.t.text, accent=self.t.primary)

        def body() -> Widget:
            fields: list[Widget] = []
            for label, state, id in (
                ("Name", name, "rename_item_name"),
                ("Extension", extension, "rename_item_extension"),
            ):
                fields += [Text(label, size=13, color=self.t.muted), field(state, id=id, width=MATCH)]
            return Column(fields, width=MATCH, gap=4)

        def accept() -> None:
            chosen = ".".join(filter(None, (name.text.strip(), extension.text.strip())))
            target = posixpath.join(posixpath.dirname(path), chosen)
            if not name.text.strip() or "/" in chosen:
                self.ctx.toast("Filename contains invalid characters" if chosen else "Filename cannot be empty")
            elif target != path and self.ctx.storage.stat(target) is not None:
                self.ctx.toast(f'File "{chosen}" already exists')
            else:
                alert.close()
                self.app.put(path, target, keep=False)
                done(target)

        alert = Alert(theme=self.t, title="Rename", body=body, stays=True, positive=("OK", accept))
        alert.negative = ("Cancel", lambda: alert.close())
        self.alert(alert, focus=name)
        name.select_all()

    def show_properties(self, pictures: Sequence[FileStat]) -> None:
        size = ("Size", f"{sum(picture.size for picture in pictures) / 1024:.1f} kB")
        if len(pictures) == 1:
            only_picture = pictures[0]
            when = datetime.fromtimestamp(only_picture.mtime, UTC)
            lines = [("Name", only_picture.name), ("Path", posixpath.dirname(only_picture.path)), size]
            lines.append(("Last modified", f"{when:%d.%m.%Y, %H:%M}"))
        else:
            lines = [("Items selected", str(len(pictures))), size]

        def body() -> Widget:
            texts: list[Widget] = []
            for label, value in lines:
                texts.append(Text(label, id="property_label", size=13, color=self.t.muted))
                texts.append(Text(value, id="property_value", size=16, color=self.t.text, padding=pad(bottom=8)))
            return Column(texts, width=MATCH)

        self.alert(Alert(theme=self.t, title="Properties", body=body, positive=("OK", lambda: None)))

    def pick_folder(self, paths: Sequence[str], *, keep: bool, done: Callback) -> None:
        """Ask for the target folder of a copy or move (a folder with pictures, or any other), then do it."""
        folders = [folder for folder in self.app.folders() if folder.path not in (FAVORITES, BIN)]
        scroll = ScrollState()

        def chosen(target: str) -> None:
            alert.close()
            if all(posixpath.dirname(path) == target for path in paths):
                self.ctx.toast("Source and destination cannot be the same")
            else:
                self._place(list(paths), target, keep, done)

        def body() -> Widget:
            return grid([self.folder_cell(f, 150, partial(chosen, f.path)) for f in folders], 2, scroll, height=340)

        alert = Alert(theme=self.t, title="Select destination", body=body, positive=("OK", lambda: None))
        alert.negative = ("Cancel", lambda: None)
        alert.neutral = ("Other folder", partial(self._pick_any, posixpath.dirname(paths[0]), chosen))
        self.alert(alert)

    def _pick_any(self, start: str, done: Callable[[str], object]) -> None:
        """The chooser for any folder of the storage."""
        folder, scroll = [start if start.startswith(PRIMARY) else PRIMARY], ScrollState()

        def enter(path: str) -> None:
            folder[0], scroll.offset = path, 0
            self.ctx.invalidate()

        def body() -> Widget:
            t, above = self.t, folder[0]
            crumbs: list[Text] = []
            while True:
                crumbs.insert(0, Text(folder_name(above), id="breadcrumb_text", size=15, color=t.primary))
                crumbs[0].on_click = partial(enter, above)
                if above == PRIMARY:
                    break
                above = posixpath.dirname(above)
            inside = self.app.subfolders(folder[0])

            def row(i: int) -> Widget:
                name = Text(inside[i].name, id="list_item_name", size=16, color=t.text)
                count = Text(f"{len(self.ctx.storage.list(inside[i].path))} items", id="list_item_details", size=13)
                count.color = t.muted
                return Column([name, count], id="list_item_holder", width=MATCH, padding=pad(8, 8),
                              on_click=partial(enter, inside[i].path))  # fmt: skip

            add = icon_button(
                "add",
                "Create new folder",
                partial(self._ask_folder, folder[0], enter),
                id="filepicker_fab",
                color=t.text,
            )
            path = Row([Row([*crumbs], gap=12, weight=1), add], id="filepicker_breadcrumbs", width=MATCH)
            listing = ListView(row, count=len(inside), scroll=scroll, id="filepicker_list", height=300)
            return Column([path, listing], width=MATCH)

        alert = Alert(theme=self.t, title="Select a folder", body=body, positive=("OK", lambda: done(folder[0])))
        alert.negative = ("Cancel", lambda: None)
        self.alert(alert)

    def _ask_folder(self, above: str, done: Callable[[str], object]) -> None:
        state = EditState()

        def accept() -> None:
            if state.text.strip() and "/" not in state.text:
                folder = posixpath.join(above, state.text.strip())
                self.ctx.storage.mkdir(folder, parents=True)
                done(folder)

        field = partial(
            TextField, state, id="folder_name", hint="Folder name", color=self.t.text, accent=self.t.primary
        )
        alert = Alert(theme=self.t, title="Create new folder", body=field, positive=("OK", accept))
        alert.negative = ("Cancel", lambda: None)
        self.alert(alert, focus=state)

    def _place(self, paths: Sequence[str], folder: str, keep: bool, done: Callback, placed: int = 0) -> None:
        """Move or copy pictures one after the other; ask if a name is taken."""
        verb = "copied" if keep else "moved"
        if not paths:
            self.ctx.toast(f"Files {verb} successfully" if placed else f"No new items have been {verb}")
            done()
            return
        path, target = paths[0], posixpath.join(folder, posixpath.basename(paths[0]))

        def put(choice: int) -> None:
            if choice != _SKIP:
                self.app.put(path, target if choice == _OVERWRITE else self.app.free(target), keep=keep)
            self._place(paths[1:], folder, keep, done, placed + (choice != _SKIP))

        if self.ctx.storage.stat(target) is None:
            put(_OVERWRITE)
            return
        title = f'File "{posixpath.basename(target)}" already exists'
        self.alert(Alert(theme=self.t, title=title, rows=_CONFLICTS, on_choose=put), cancelable=False)

    def folder_cell(self, folder: Folder, side: float, tapped: Callback) -> Column:
        """A folder: its first picture, its name, and its number of pictures."""
        words: list[Widget] = [
            Text(folder.name, id="dir_name", size=14, color="#FFFFFF", lines=1),
            Text(str(len(folder.pictures)), id="photo_cnt", size=14, color="#FFFFFF"),
        ]
        bottom = Column(words, id="dir_bottom_holder", width=MATCH, padding=pad(12, 4), fill=Fill(_SHADE))
        shown = Picture(self.ctx.storage.read(folder.pictures[0].path), id="dir_thumbnail", width=MATCH, weight=1)
        return Column([shown, bottom], id="dir_holder", weight=1, height=side, on_click=tapped)

    def picture_cell(self, picture: FileStat, side: float, *, with_name: bool) -> Stack:
        """A picture in a grid. It has no words unless names are shown."""
        data = self.ctx.storage.read(picture.path)
        parts: list[Widget] = [Picture(data, id="medium_thumbnail", width=MATCH, height=MATCH)]
        if with_name:
            name = Text(
                picture.name, id="medium_name", size=12, color="#FFFFFF", lines=3, width=MATCH, padding=pad(4, 2)
            )
            name.fill, name.align_vertical = Fill(_SHADE), "end"
            parts.append(name)
        return Stack(parts, id="media_item_holder", weight=1, height=side)

    def ask_sort(self) -> None:
        def chosen(choice: int) -> None:
            self.app.sort = choice
            self.ctx.invalidate()

        self.alert(Alert(theme=self.t, title="Sort by", rows=SORTS, chosen=self.app.sort, on_choose=chosen))


def grid(
    cells: Sequence[Widget], columns: int, scroll: ScrollState, *, id: str = "directories_grid", height: float = 0
) -> ListView:
    """Cells in rows of `columns`; a height of 0 takes the remaining space."""

    def row(i: int) -> Widget:
        shown = list(cells[i * columns : (i + 1) * columns])
        return Row([*shown, *(Row([], weight=1) for _ in range(columns - len(shown)))], width=MATCH, gap=1)

    listing = ListView(row, count=-(-len(cells) // columns), scroll=scroll, id=id)
    listing.weight, listing.height = (0, height) if height else (1, MATCH)
    return listing
