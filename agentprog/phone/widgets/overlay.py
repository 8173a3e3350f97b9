"""Windows over an app's screen: alert dialogs, popup menus, bottom sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agentprog.phone.records import Rect, WindowKind
from agentprog.phone.widgets.bars import Item
from agentprog.phone.widgets.base import MATCH, UNBOUNDED, Callback, Fill, Metrics, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, Toggle
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.scroll import ListView, ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState
from agentprog.phone.widgets.theme import Theme


@dataclass(eq=False, kw_only=True)
class Overlay:
    """One window over a screen. Every layout calls `content`; `anchor` is `center`, `bottom`, `menu` or `start` (a
    drawer)."""

    content: Callable[[], Widget]
    kind: WindowKind = WindowKind.DIALOG
    anchor: str = "center"
    cancelable: bool = True
    on_cancel: Callback | None = None
    focus: EditState | None = None
    max_width: float = 360
    dim: bool = True

    def frame(self, m: Metrics, room: Rect, root: Widget) -> Rect:
        """The window's rectangle within `room`, the area without keyboard and bars."""
        width = room.right - room.left
        if self.anchor == "start":
            return Rect(room.left, room.top, min(room.right, room.left + m.px(300)), room.bottom)
        if self.anchor == "bottom":
            height = root.measure(m, width, room.bottom - room.top)[1]
            return Rect(room.left, room.bottom - height, room.right, room.bottom)
        if self.anchor == "menu":
            w, h = root.measure(m, min(width, m.px(280)), room.bottom - room.top - m.px(16))
            top = room.top + m.px(6)
            return Rect(room.right - w - m.px(8), top, room.right - m.px(8), top + h)
        w = min(m.px(self.max_width), width - 2 * m.px(24))
        h = root.measure(m, w, room.bottom - room.top - 2 * m.px(16))[1]
        left, top = room.left + (width - w) // 2, (room.top + room.bottom - h) // 2
        return Rect(left, top, left + w, top + h)


@dataclass(eq=False, kw_only=True)
class Alert:
    """Texts and buttons of an alert dialog. The screen that shows it sets `close`; a button closes the dialog before it
    acts."""

    theme: Theme
    title: str = ""
    message: str = ""
    body: Callable[[], Widget] | None = None
    rows: Sequence[str] = ()
    chosen: int | None = None
    on_choose: Callable[[int], object] | None = None
    positive: tuple[str, Callback] | None = None
    negative: tuple[str, Callback] | None = None
    neutral: tuple[str, Callback] | None = None
    stays: bool = False
    title_id: str = "android:id/alertTitle"
    message_id: str = "android:id/message"
    close: Callback = field(default=lambda: None)
    scroll: ScrollState = field(default_factory=ScrollState)

    def build(self) -> Widget:
        t = self.theme
        parts: list[Widget] = []
        if self.title:
            parts.append(Text(self.title, id=self.title_id, size=22, color=t.text, margin=pad(24, 0, top=24)))
        if self.message:
            top = 16 if self.title else 24
            words = Text(self.message, id=self.message_id, size=14, color=t.muted, line_spacing=1.15)
            parts.append(ScrollView(words, scroll=self.scroll, height=-2, margin=pad(24, 0, top=top)))
        if self.body is not None:
            content = self.body()
            content.margin = pad(24, 0, top=16)
            parts.append(content)
        if self.rows:
            parts.append(self._list())
        buttons = self._buttons()
        parts.append(buttons if buttons.children else spacer(height=16))
        panel = Column(parts, width=MATCH, fill=Fill(t.surface if not t.dark else t.raised, radius=28, elevation=6))
        panel.id, panel.absorbs = "parentPanel", True
        return Stack([panel], id="android:id/content", width=MATCH)

    def _list(self) -> ListView:
        def row(i: int) -> Widget:
            if self.chosen is None:
                label = Text(self.rows[i], size=16, color=self.theme.text, align_vertical="center", padding=pad(24, 12))
                label.id, label.width, label.min_height = "android:id/text1", MATCH, 48
                label.on_click = lambda: self._choose(i)
                return label
            mark = Toggle(self.theme, "radio", text=self.rows[i], checked=i == self.chosen, size=16)
            mark.class_name, mark.id = "android.widget.CheckedTextView", "android:id/text1"
            mark.width, mark.padding, mark.on_click = MATCH, pad(24, 4), lambda: self._choose(i)
            return mark

        return ListView(
            row,
            count=len(self.rows),
            scroll=self.scroll,
            class_name="android.widget.ListView",
            id="select_dialog_listview",
            height=-2,
            margin=pad(top=12),
        )

    def _choose(self, i: int) -> None:
        if not self.stays:
            self.close()
        if self.on_choose:
            self.on_choose(i)

    def _buttons(self) -> Row:
        buttons: list[Widget] = []
        for name, number in ((self.neutral, 3), (self.negative, 2), (self.positive, 1)):
            if name is None:
                continue
            label, action = name
            if number != 3 and not any(w.weight for w in buttons):
                buttons.append(spacer(weight=1))
            button = Button(label, self.theme, id=f"android:id/button{number}")
            button.on_click = self._pressed(action)
            buttons.append(button)
        return Row(buttons, width=MATCH, class_name="android.widget.ScrollView", padding=pad(12, 12), gap=4)

    def _pressed(self, action: Callback) -> Callback:
        def press() -> None:
            if not self.stays:
                self.close()
            action()

        return press


def menu(theme: Theme, items: Sequence[Item], close: Callback) -> Widget:
    """The list of an overflow menu."""

    def row(i: int) -> Widget:
        item = items[i]
        title = Text(item.title, id="title", size=16, color=theme.text if item.enabled else theme.hint)
        title.align_vertical = "center"
        return Stack(
            [title],
            id="content",
            class_name="android.widget.LinearLayout",
            min_width=200,
            height=48,
            width=MATCH,
            padding=pad(16),
            on_click=_closing(close, item.action) if item.enabled else None,
            enabled=item.enabled,
        )

    state = ScrollState()
    content = ListView(row, count=len(items), scroll=state, class_name="android.widget.ListView", height=-2)
    content.width = _menu_width(items)
    content.fill = Fill(theme.surface if not theme.dark else theme.raised, radius=4, elevation=6)
    content.padding = pad(0, 8)
    return Stack([content])


def _menu_width(items: Sequence[Item]) -> float:
    m = Metrics(160)
    widest = max((Text(i.title, size=16).measure(m, UNBOUNDED, UNBOUNDED)[0] for i in items), default=0)
    return min(280, max(196, widest + 40))


def drawer(theme: Theme, title: str, items: Sequence[Item], chosen: str, close: Callback, *, id: str) -> Widget:
    """A navigation drawer: the app's name above its entries. `chosen` is the title of the current entry."""
    rows: list[Widget] = [Text(title, size=24, color=theme.primary, padding=pad(24, 36, bottom=20))]
    for item in items:
        label = Text(item.title, size=16, color=theme.text, weight=1, id="design_menu_item_text")
        label.class_name = "android.widget.CheckedTextView"
        icon = Icon(item.icon, color=theme.muted, accessible=False)
        row = Row([icon, label], id=item.id, width=MATCH, height=56, gap=24, padding=pad(24))
        row.on_click = _closing(close, item.action)
        row.fill = Fill(theme.container) if item.title == chosen else None
        rows.append(row)
    return Column(rows, id=id, width=MATCH, height=MATCH, fill=Fill(theme.surface), absorbs=True)


def _closing(close: Callback, action: Callback) -> Callback:
    def tap() -> None:
        close()
        action()

    return tap
