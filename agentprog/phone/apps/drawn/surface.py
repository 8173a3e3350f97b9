"""Common parts of the drawn apps: a surface without accessibility nodes, and a table of their contents."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import ClassVar

from agentprog.phone.apps.base import Activity, App, Context
from agentprog.phone.kernel.seeding import Seeder
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Text
from agentprog.phone.widgets.layout import Column, Stack

DATABASE = "drawn.db"
SCHEMA = """
CREATE TABLE IF NOT EXISTS marks (
  _id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE NOT NULL, value INTEGER NOT NULL DEFAULT 0
);
"""
INK, PAPER, ACCENT = "#1F2933", "#FAF7F0", "#0B6E4F"


class DrawnProcess(App):
    """The app for its activity: named values."""

    activities: ClassVar[tuple[type[Activity], ...]]
    names: ClassVar[tuple[str, ...]] = ()
    """The names from which an image draws the contents."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._db = ctx.database(DATABASE, SCHEMA)

    def marks(self) -> dict[str, int]:
        """All of them, in display order."""
        return {str(name): int(value) for name, value in self._db.execute("SELECT name, value FROM marks ORDER BY _id")}

    def mark(self, name: str, value: int) -> None:
        self._db.execute("UPDATE marks SET value = ? WHERE name = ?", (value, name))
        self.ctx.invalidate()

    @classmethod
    def drawn(cls, seeder: Seeder) -> Sequence[tuple[str, int]]:
        """The contents on a fresh phone."""
        del seeder  # names without numbers need no randomness
        return [(name, 0) for name in cls.names]

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        connection: sqlite3.Connection = seeder.database(DATABASE, SCHEMA)
        connection.executemany("INSERT INTO marks (name, value) VALUES (?,?)", cls.drawn(seeder))


class DrawnScreen(Activity):
    """One surface that fills the screen, with `picture` painted on it."""

    name: ClassVar[str] = ".MainActivity"
    surface: ClassVar[str] = "android.view.SurfaceView"
    app: DrawnProcess

    def background(self) -> str:
        return PAPER

    def build(self) -> Widget:
        inside = self.picture()
        inside.width = inside.height = MATCH
        inside.accessible = False
        return Stack([inside], class_name=self.surface, width=MATCH, height=MATCH)

    def picture(self) -> Widget:
        raise NotImplementedError

    def page(self, title: str, parts: Sequence[Widget]) -> Widget:
        """A page with a title, the layout of most drawn apps."""
        head = Text(title, size=26, font_weight="medium", color=INK, padding=pad(20, 18), width=MATCH)
        return Column([head, *parts], width=MATCH, height=MATCH, gap=6, fill=Fill(PAPER))
