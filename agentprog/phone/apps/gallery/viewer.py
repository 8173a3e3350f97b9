"""One picture over the whole screen; a swipe shows the next, a touch hides the bars."""

from __future__ import annotations

import posixpath
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.chooser import share
from agentprog.phone.apps.gallery.doing import GalleryScreen
from agentprog.phone.apps.gallery.store import BIN
from agentprog.phone.records import FileStat
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Direction, Fill, Widget
from agentprog.phone.widgets.controls import Picture, icon_button
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.theme import DARK, Theme

_BLACK = "#000000"


class Viewer(GalleryScreen):
    """Started with a picture of a folder, or by another app with a file."""

    name: ClassVar[str] = ".activities.ViewPagerActivity"

    def create(self) -> None:
        super().create()
        self.path = self.intent.extras.get("path") or self.intent.data.removeprefix("file://")
        self.folder = self.intent.extras.get("directory") or posixpath.dirname(self.path)
        self.bars = True

    @property
    def t(self) -> Theme:
        return DARK

    def background(self) -> str:
        return _BLACK

    def light_bars(self) -> bool:
        return False

    def build(self) -> Widget:
        found = self.ctx.storage.stat(self.path)
        data = self.ctx.storage.read(self.path) if found is not None else b""
        shown = Picture(data, whole=True, id="gestures_view", width=MATCH, height=MATCH)
        pager = Stack(
            [shown], id="view_pager", class_name="androidx.viewpager.widget.ViewPager", width=MATCH, height=MATCH
        )
        pager.on_click, pager.on_swipe, pager.swipes = self._toggle_bars, self._swiped, "lr"
        parts: list[Widget] = [pager]
        if self.bars and found is not None:
            top, bottom = self._top(), self._bottom(found)
            bottom.align_vertical = "end"
            parts += [top, bottom]
        return Stack(parts, fill=Fill(_BLACK), width=MATCH, height=MATCH)

    def _top(self) -> Widget:
        actions = [Item(title="Properties", icon="info", id="menu_properties", action=self._properties)]
        name = posixpath.basename(self.path)
        return toolbar(
            self.t, name, up=self.finish, actions=actions, overflow=self._menu, id="medium_viewer_toolbar", color=_BLACK
        )

    def _bottom(self, found: FileStat) -> Row:
        star = "star" if self.app.is_favorite(found.path) else "star_outline"
        button = partial(icon_button, color=self.t.text, class_name="android.widget.ImageView")
        buttons = [
            button("share", "Share", lambda: share(self, found.name), id="bottom_share"),
            button("delete", "Delete", lambda: self.ask_delete([found.path], self._gone), id="bottom_delete"),
        ]
        if self.folder != BIN:
            buttons.insert(0, button(star, "Toggle favorite", self._like, id="bottom_favorite"))
        for icon in buttons:
            icon.align = "center"
        cells = [Column([icon], weight=1, width=MATCH) for icon in buttons]
        return Row([*cells], id="bottom_actions_wrapper", width=MATCH, height=56, fill=Fill(_BLACK))

    def _menu(self) -> None:
        if self.folder == BIN:
            self.menu([Item(title="Restore this file", id="menu_restore_file", action=self._restore)])
            return
        copy, move = (partial(self.pick_folder, [self.path], keep=keep, done=done) for keep, done in (
            (True, self.ctx.invalidate), (False, self._gone)
        ))  # fmt: skip
        rename = partial(self.ask_rename, self.path, self._renamed)
        self.menu(
            [
                Item(title="Copy to", id="menu_copy_to", action=copy),
                Item(title="Move to", id="menu_move_to", action=move),
                Item(title="Rename", id="menu_rename", action=rename),
            ]
        )

    def _toggle_bars(self) -> None:
        self.bars = not self.bars

    def _swiped(self, direction: Direction) -> None:
        paths = [picture.path for picture in self.app.pictures(self.folder)]
        if self.path in paths:
            at = paths.index(self.path) + (1 if direction == "left" else -1)
            self.path = paths[max(0, min(at, len(paths) - 1))]

    def _properties(self) -> None:
        found = self.ctx.storage.stat(self.path)
        if found is not None:
            self.show_properties([found])

    def _like(self) -> None:
        self.app.like(self.path, not self.app.is_favorite(self.path))

    def _restore(self) -> None:
        self.app.restore(self.path)
        self._gone()

    def _renamed(self, path: str) -> None:
        self.path = path
        self.ctx.invalidate()

    def _gone(self) -> None:
        """The picture has been removed: show the next one, or the folder if it was the last."""
        left = self.app.pictures(self.folder)
        if left:
            self._renamed(left[0].path)
        else:
            self.finish()
