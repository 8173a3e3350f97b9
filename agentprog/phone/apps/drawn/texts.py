"""Drawn screens whose controls have words, readable from their pixels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.drawn.surface import ACCENT, INK, DrawnProcess, DrawnScreen
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.kernel.seeding import Seeder
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text
from agentprog.phone.widgets.layout import Column, Row, Stack

_SENT = "Sent"


def _painted(text: str, action: partial[None], *, filled: bool = True) -> Widget:
    """A painted button: a box with a word in it."""
    face = Text(text, size=18, color="#FFFFFF" if filled else ACCENT, padding=pad(18, 12), align_vertical="center")
    face.fill = Fill(ACCENT, radius=8) if filled else Fill(outline=ACCENT, radius=8)
    face.on_click = action
    return face


class Sheet(DrawnScreen):
    """A canvas: each item with its count, and buttons for one more and one less."""

    surface: ClassVar[str] = "android.view.SurfaceView"

    def picture(self) -> Widget:
        return self.page("Tally Sheet", [self._row(name, count) for name, count in self.app.marks().items()])

    def _row(self, name: str, count: int) -> Widget:
        label = Text(f"{name}: {count}", size=20, color=INK, padding=pad(0, 10))
        less = _painted(f"{name} less", partial(self._add, name, -1), filled=False)
        more = _painted(f"{name} more", partial(self._add, name, 1))
        return Column([label, Row([less, more], gap=16)], width=MATCH, padding=pad(20, 4))

    def _add(self, name: str, by: int) -> None:
        self.app.mark(name, max(0, self.app.marks()[name] + by))


class TallySheet(DrawnProcess):
    package: ClassVar[str] = "org.example.tallysheet"
    label: ClassVar[str] = "Tally Sheet"
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="sort", background="#0B6E4F")
    launch: ClassVar[str] = Sheet.name
    activities: ClassVar[tuple[type[Activity], ...]] = (Sheet,)
    names: ClassVar[tuple[str, ...]] = ("Herons", "Swallows", "Magpies", "Sparrows", "Jackdaws", "Wrens")

    @classmethod
    def drawn(cls, seeder: Seeder) -> Sequence[tuple[str, int]]:
        return [(name, seeder.rng.randint(2, 9)) for name in seeder.rng.sample(cls.names, 4)]


class Shelf(DrawnScreen):
    """A list as Flutter paints it without semantics: a tap on a row checks it."""

    surface: ClassVar[str] = "io.flutter.embedding.android.FlutterView"

    def picture(self) -> Widget:
        return self.page("Larder", [self._row(name, value) for name, value in self.app.marks().items()])

    def _row(self, name: str, ticked: int) -> Widget:
        box = Stack([], width=26, height=26, fill=Fill(ACCENT if ticked else "", radius=4, outline=ACCENT))
        box.children = [Icon("check", size=22, color="#FFFFFF", align="center")] if ticked else []
        label = Text(name, size=20, color=INK, weight=1)
        row = Row([box, label], gap=18, width=MATCH, padding=pad(22, 18))
        row.on_click = partial(self.app.mark, name, 0 if ticked else 1)
        return row


class Larder(DrawnProcess):
    package: ClassVar[str] = "org.example.larder"
    label: ClassVar[str] = "Larder"
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="todo", background="#B4552D")
    launch: ClassVar[str] = Shelf.name
    activities: ClassVar[tuple[type[Activity], ...]] = (Shelf,)
    names: ClassVar[tuple[str, ...]] = (
        "Oatmeal", "Lentils", "Vinegar", "Almonds", "Paprika", "Honey", "Noodles", "Raisins",
    )  # fmt: skip

    @classmethod
    def drawn(cls, seeder: Seeder) -> Sequence[tuple[str, int]]:
        return [(name, int(place < 2)) for place, name in enumerate(seeder.rng.sample(cls.names, 6))]


class Board(DrawnScreen):
    """A web page whose view exposes no nodes: choices, and a button that sends one."""

    surface: ClassVar[str] = "android.webkit.WebView"

    def create(self) -> None:
        self.chosen = ""

    def picture(self) -> Widget:
        marks = self.app.marks()
        question = Text("Which evening suits you for the choir?", size=19, color=INK, padding=pad(20, 8))
        if marks[_SENT]:
            return self.page("Notice Board", [question, Text("Thank you, noted.", size=20, padding=pad(20, 30))])
        choices = [self._choice(name) for name in marks if name != _SENT]
        send = _painted("Send my answer", partial(self._send))
        send.margin = pad(20, 24)
        return self.page("Notice Board", [question, *choices, send])

    def _choice(self, name: str) -> Widget:
        chosen = name == self.chosen
        dot = Stack([], width=24, height=24, fill=Fill(ACCENT if chosen else "", radius=12, outline=ACCENT))
        row = Row([dot, Text(name, size=20, color=INK)], gap=16, width=MATCH, padding=pad(22, 16))
        row.on_click = partial(self._choose, name)
        return row

    def _choose(self, name: str) -> None:
        self.chosen = name

    def _send(self) -> None:
        if self.chosen:
            self.app.mark(self.chosen, 1)
            self.app.mark(_SENT, 1)


class NoticeBoard(DrawnProcess):
    package: ClassVar[str] = "org.example.noticeboard"
    label: ClassVar[str] = "Notice Board"
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="globe", background="#2F5DA8")
    launch: ClassVar[str] = Board.name
    activities: ClassVar[tuple[type[Activity], ...]] = (Board,)
    names: ClassVar[tuple[str, ...]] = ("Monday", "Tuesday", "Thursday", "Friday", _SENT)
