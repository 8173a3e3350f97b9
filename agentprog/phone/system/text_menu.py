"""The small bar over a long-pressed field: cut, copy, paste, select all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agentprog.phone.records import Rect
from agentprog.phone.system.inside import System
from agentprog.phone.widgets.base import Callback, Fill, Metrics, Widget, pad
from agentprog.phone.widgets.controls import Text
from agentprog.phone.widgets.layout import Row
from agentprog.phone.widgets.states import EditState


class TextMenu:
    """Open for one field, until something else is touched, or its text or selection changes."""

    def __init__(self, phone: System) -> None:
        self._phone = phone
        self.edit: EditState | None = None
        self._as_opened = ("", 0, 0)

    def open(self, edit: EditState) -> None:
        """Offers the actions for a field's selection."""
        self.edit, self._as_opened = edit, (edit.text, edit.start, edit.end)

    def close(self) -> bool:
        """Close the menu; True if it was open."""
        was_open = self.shown()
        self.edit = None
        return was_open

    def shown(self) -> bool:
        edit = self.edit
        if edit is None or self._phone.window_manager.focused_edit() is not edit:
            return False
        return (edit.text, edit.start, edit.end) == self._as_opened and bool(self._items(edit))

    def _items(self, edit: EditState) -> Sequence[tuple[str, Callable[[EditState, str], None]]]:
        """Labels, each with its effect on the field and its selection."""
        low, high = sorted((edit.start, edit.end))
        items: list[tuple[str, Callable[[EditState, str], None]]] = []
        if high > low and edit.input_type != "password":
            items += [("Cut", self._cut), ("Copy", self._copy)]
        if self._phone.clipboard.get():
            items.append(("Paste", self._paste))
        if edit.text and high - low < len(edit.text):
            items.append(("Select all", self._select_all))
        return items

    def _cut(self, edit: EditState, chosen: str) -> None:
        self._phone.clipboard.set(chosen)
        edit.insert("")

    def _copy(self, edit: EditState, chosen: str) -> None:
        self._phone.clipboard.set(chosen)
        edit.start = edit.end = max(edit.start, edit.end)

    def _paste(self, edit: EditState, chosen: str) -> None:
        edit.insert(self._phone.clipboard.get() or "")

    def _select_all(self, edit: EditState, chosen: str) -> None:
        edit.select_all()
        self.open(edit)

    def place(self, m: Metrics, field: Rect, screen: Rect) -> tuple[Widget, Rect]:
        """The bar above a field, or below it where there is no room above."""
        edit, theme = self.edit, self._phone.theme()
        if edit is None:
            raise ValueError("no field has the menu")
        cells: list[Widget] = []
        for label, action in self._items(edit):
            cell = Text(label, id="android:id/floating_toolbar_menu_item_text", size=15, color=theme.text)
            cell.padding, cell.on_click = pad(16, 13), self._acting(edit, action)
            cell.desc, cell.class_name = label, "android.widget.TextView"
            cells.append(cell)
        bar = Row(
            cells, id="android:id/floating_toolbar_menu_item_row", fill=Fill(theme.raised, radius=22, elevation=4)
        )
        width, height = bar.measure(m, screen.right - screen.left, screen.bottom)
        left = min(max(screen.left, (field.left + field.right - width) // 2), screen.right - width)
        gap = m.px(8)
        top = field.top - height - gap
        if top < screen.top + m.px(32):
            top = min(field.bottom + gap, screen.bottom - height)
        bounds = Rect(left, top, left + width, top + height)
        bar.place(m, bounds)
        return bar, bounds

    def _acting(self, edit: EditState, action: Callable[[EditState, str], None]) -> Callback:
        def act() -> None:
            low, high = sorted((edit.start, edit.end))
            self.edit = None
            action(edit, edit.text[low:high])

        return act
