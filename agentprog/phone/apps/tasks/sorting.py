"""The sheet that chooses grouping and sorting of the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.tasks.ordering import GROUPS, NAMES, SORTS, Order
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Overlay


class SortSheet:
    """Two rows; each opens the list of its modes over the sheet."""

    def __init__(self, screen: Activity, order: Order, done: Callable[[Order], object]) -> None:
        self._screen = screen
        self._order = order
        self._done = done

    def show(self) -> None:
        self._screen.sheet(self._content)

    def _content(self) -> Widget:
        order = self._order
        return self._panel(
            [
                self._row("Grouping", NAMES[order.group], "list", partial(self._choose, GROUPS, grouping=True)),
                self._row("Sorting", NAMES[order.sort], "sort", partial(self._choose, SORTS, grouping=False)),
            ]
        )

    def _panel(self, rows: list[Widget]) -> Widget:
        panel = Column(rows, width=MATCH, padding=pad(0, 12, bottom=24), absorbs=True)
        panel.fill = Fill(self._screen.t.surface, radius=16)
        return Stack([panel], width=MATCH)

    def _row(self, title: str, value: str, icon: str, on_click: Callback) -> Widget:
        t = self._screen.t
        words = Column([Text(title, size=16, color=t.text), Text(value, size=14, color=t.muted)], weight=1)
        row = Row([Icon(icon, color=t.muted, accessible=False), words], width=MATCH, gap=20, padding=pad(20, 12))
        row.class_name, row.on_click = "android.view.View", on_click
        return row

    def _choose(self, modes: Sequence[int], *, grouping: bool) -> None:
        def content() -> Widget:
            return self._panel([self._mode(mode, partial(pick, mode)) for mode in modes])

        def pick(mode: int) -> None:
            self._order = replace(self._order, group=mode) if grouping else replace(self._order, sort=mode)
            self._screen.close(overlay)
            self._done(self._order)

        overlay: Overlay = self._screen.sheet(content)

    def _mode(self, mode: int, on_click: Callback) -> Widget:
        label = Text(NAMES[mode], size=16, color=self._screen.t.text, width=MATCH, padding=pad(20, 14))
        label.on_click = on_click
        return label
