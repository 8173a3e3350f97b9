"""The app's manifest, its folders, and the pictures of one folder."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity, IntentFilter
from agentprog.phone.apps.chooser import share
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.gallery.doing import GalleryScreen, grid
from agentprog.phone.apps.gallery.store import ALL, BIN, GalleryProcess, folder_name
from agentprog.phone.apps.gallery.viewer import Viewer
from agentprog.phone.records import FileStat
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import Fill, Widget, pad
from agentprog.phone.widgets.controls import Text, icon_button
from agentprog.phone.widgets.layout import Column
from agentprog.phone.widgets.states import ScrollState
from agentprog.phone.widgets.theme import Theme, tinted


class Main(GalleryScreen):
    """The folders with pictures."""

    name: ClassVar[str] = ".activities.MainActivity"

    def create(self) -> None:
        super().create()
        self.scroller = ScrollState()

    def back(self) -> bool:
        if not self.searching:
            return False
        self.stop_searching()
        return True

    def build(self) -> Widget:
        more = icon_button("more", "More options", self._menu, class_name="android.widget.ImageView", side=44)
        words = self.query.text.casefold() if self.searching else ""
        found = [folder for folder in self.app.folders() if words in folder.name.casefold()]
        cells = [self.folder_cell(f, 205, partial(self.push, Media, directory=f.path)) for f in found]
        body: Widget = grid(cells, 2, self.scroller)
        if not cells:
            body = Text(
                "No media files have been found.", id="directories_empty_placeholder", size=16, color=self.t.text
            )
            body.padding = pad(24, 24)
        return Column([self.search_bar([more], hint="Search folders"), body])

    def _menu(self) -> None:
        every = Item(title="Show all folders content", id="show_all", action=partial(self.push, Media, directory=ALL))
        self.menu([Item(title="Sort by", id="sort", action=self.ask_sort), every])


class Media(GalleryScreen):
    """The pictures of a folder; a long press starts a selection."""

    name: ClassVar[str] = ".activities.MediaActivity"

    def create(self) -> None:
        super().create()
        self.folder = self.intent.extras.get("directory", ALL)
        self.scroller = ScrollState()
        self.selected: set[str] = set()

    def back(self) -> bool:
        if not (self.selected or self.searching):
            return False
        self.selected.clear()
        self.stop_searching()
        return True

    def _pictures(self) -> list[FileStat]:
        words = self.query.text.casefold() if self.searching else ""
        return [picture for picture in self.app.pictures(self.folder) if words in picture.name.casefold()]

    def build(self) -> Widget:
        found = self._pictures()
        self.selected &= {picture.path for picture in found}
        body: Widget = grid([self._cell(picture) for picture in found], 3, self.scroller, id="media_grid")
        if not found:
            body = Text(
                "No media files have been found.", id="media_empty_text_placeholder", size=16, color=self.t.text
            )
            body.padding = pad(24, 24)
        return Column([self._selection_bar(found) if self.selected else self._bar(), body])

    def _bar(self) -> Widget:
        more = icon_button("more", "More options", self._menu, class_name="android.widget.ImageView", side=44)
        return self.search_bar([more], up=self.finish, hint=f"Search in {folder_name(self.folder)}")

    def _selection_bar(self, found: Sequence[FileStat]) -> Widget:
        actions = [
            Item(title="Delete", id="cab_delete", icon="delete", action=self._delete),
            Item(title="Share", id="cab_share", icon="share", action=self._share),
        ]
        title = f"{len(self.selected)} / {len(found)}"
        bar = toolbar(
            self.t, title, up=self.selected.clear, up_desc="Done", actions=actions, overflow=self._selection_menu
        )
        bar.fill = Fill(self.t.container)
        return bar

    def _cell(self, picture: FileStat) -> Widget:
        cell = self.picture_cell(picture, 137, with_name=self.app.names)
        cell.selected = picture.path in self.selected
        cell.padding = pad(10, 10) if cell.selected else pad()
        cell.on_click = partial(self._toggle if self.selected else self._open, picture.path)
        cell.on_long_click = partial(self._toggle, picture.path)
        return cell

    def _open(self, path: str) -> None:
        self.push(Viewer, path=path, directory=self.folder)

    def _toggle(self, path: str) -> None:
        self.selected ^= {path}

    def _menu(self) -> None:
        items = [
            Item(title="Sort by", id="sort", action=self.ask_sort),
            Item(title="Toggle filename visibility", id="toggle_filename", action=self._toggle_names),
        ]
        if self.folder == BIN:
            items.append(Item(title="Empty Recycle Bin", id="empty_recycle_bin", action=self._empty))
        self.menu(items)

    def _toggle_names(self) -> None:
        self.app.names = not self.app.names
        self.ctx.invalidate()

    def _empty(self) -> None:
        self.ask_delete([picture.path for picture in self.app.pictures(BIN)], self.finish)

    def _selection_menu(self) -> None:
        paths = sorted(self.selected)
        done = self.selected.clear
        chosen = [picture for picture in self._pictures() if picture.path in self.selected]
        items = [Item(title="Properties", id="cab_properties", action=partial(self.show_properties, chosen))]
        if self.folder == BIN:
            items.append(Item(title="Restore selected files", id="cab_restore_recycle_bin_files", action=self._restore))
        else:
            if len(paths) == 1:
                rename = partial(self.ask_rename, paths[0], lambda _: done())
                items.append(Item(title="Rename", id="cab_rename", action=rename))
            copy, move = (partial(self.pick_folder, paths, keep=keep, done=done) for keep in (True, False))
            items += [
                Item(title="Copy to", id="cab_copy_to", action=copy),
                Item(title="Move to", id="cab_move_to", action=move),
                Item(title="Add to favorites", id="cab_add_to_favorites", action=partial(self._like, True)),
                Item(title="Remove from favorites", id="cab_remove_from_favorites", action=partial(self._like, False)),
            ]
        items.append(Item(title="Select all", id="cab_select_all", action=self._select_all))
        self.menu(items)

    def _select_all(self) -> None:
        self.selected = {picture.path for picture in self._pictures()}
        self.ctx.invalidate()

    def _like(self, liked: bool) -> None:
        for path in self.selected:
            self.app.like(path, liked)
        self.selected.clear()

    def _restore(self) -> None:
        for path in self.selected:
            self.app.restore(path)
        self.selected.clear()

    def _delete(self) -> None:
        self.ask_delete(sorted(self.selected), self.selected.clear)

    def _share(self) -> None:
        share(self, "\n".join(posixpath.basename(path) for path in sorted(self.selected)))
        self.selected.clear()


class SimpleGallery(GalleryProcess):
    label: ClassVar[str] = "Gallery"
    version_name: ClassVar[str] = "6.28.1"
    version_code: ClassVar[int] = 396
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="image", background="#F57C00")
    launch: ClassVar[str] = Main.name
    activities: ClassVar[tuple[type[Activity], ...]] = (Main, Media, Viewer)
    filters: ClassVar[tuple[IntentFilter, ...]] = (
        IntentFilter(action="android.intent.action.VIEW", activity=Viewer.name, mime="image/*"),
    )
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}"
        for name in (
            "ACCESS_MEDIA_LOCATION",
            "MANAGE_EXTERNAL_STORAGE",
            "POST_NOTIFICATIONS",
            "READ_EXTERNAL_STORAGE",
            "READ_MEDIA_IMAGES",
            "READ_MEDIA_VIDEO",
            "WRITE_EXTERNAL_STORAGE",
        )
    )

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#F57C00", "#FFE0B2", "#FFF8F1")
