"""The app's manifest and its one screen. It stores nothing: the clipboard belongs to the system."""

from __future__ import annotations

from typing import ClassVar

from agentprog.phone.apps.base import Activity, App
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.widgets.bars import toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Text
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row
from agentprog.phone.widgets.states import EditState


class ClipperMain(Activity):
    """A field to type into, and the clipboard's content."""

    name: ClassVar[str] = ".Main"

    def create(self) -> None:
        self.typed = EditState(multi_line=True)

    def build(self) -> Widget:
        t, content = self.t, self.ctx.clipboard()
        field = TextField(self.typed, id="text", hint="Text to copy", color=t.text, accent=t.primary, look="box")
        field.min_lines = 3
        buttons = Row(
            [
                Button("Copy", t, kind="filled", id="copy", on_click=self._copy),
                Button("Paste", t, kind="tonal", id="paste", on_click=self._paste),
                Button("Clear", t, id="clear", on_click=self._clear),
            ],
            gap=8,
        )
        label = Text("On the clipboard", id="label", size=14, color=t.muted, margin=pad(top=16))
        shown = Text(content or "The clipboard is empty", id="clipboard", size=16, color=t.text if content else t.hint)
        shown.width, shown.padding, shown.fill = MATCH, pad(16, 14), Fill(t.raised, radius=12)
        body = Column([field, buttons, label, shown], width=MATCH, gap=12, padding=pad(20, 8))
        return Column([toolbar(t, "Clipper"), body])

    def _copy(self) -> None:
        if not self.typed.text:
            self.ctx.toast("Nothing to copy")
            return
        self.ctx.copy(self.typed.text)
        self.ctx.toast("Text is copied into clipboard.")
        self.blur()

    def _paste(self) -> None:
        self.typed.replace(self.ctx.clipboard())

    def _clear(self) -> None:
        self.typed.replace("")


class Clipper(App):
    package: ClassVar[str] = "ca.zgrs.clipper"
    label: ClassVar[str] = "Clipper"
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="paste", background="#455A64")
    launch: ClassVar[str] = ClipperMain.name
    activities: ClassVar[tuple[type[Activity], ...]] = (ClipperMain,)
