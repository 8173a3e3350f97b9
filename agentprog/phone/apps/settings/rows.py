"""The rows of the settings pages."""

from __future__ import annotations

from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, Toggle
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.theme import Theme


def row(theme: Theme, title: str, summary: str = "", action: Callback | None = None, *, icon: str = "") -> Row:
    """A row with title and summary; the row takes taps and has no id."""
    parts: list[Widget] = []
    if icon:
        disc = Stack(
            [Icon(icon, size=22, color=theme.text, align="center", align_vertical="center", accessible=False)],
            id="android:id/icon",
            class_name="android.widget.ImageView",
            width=44,
            height=44,
            fill=Fill(theme.raised, radius=22),
        )
        parts.append(disc)
    words: list[Widget] = [Text(title, id="android:id/title", size=19, color=theme.text if action else theme.hint)]
    if summary:
        words.append(Text(summary, id="android:id/summary", size=14, color=theme.muted, lines=3))
    parts.append(Column(words, weight=1, gap=2, class_name="android.widget.RelativeLayout"))
    return Row(parts, width=MATCH, gap=18, padding=pad(24, 15), on_click=action, enabled=action is not None)


def toggle_row(theme: Theme, title: str, on: bool, action: Callback, summary: str = "", *, icon: str = "") -> Row:
    """A row with a switch at its end."""
    with_switch = row(theme, title, summary, action, icon=icon)
    switch = Toggle(theme, "switch", id="android:id/switch_widget", checked=on)
    with_switch.children = [*with_switch.children, switch]
    return with_switch


def main_switch(theme: Theme, title: str, on: bool, action: Callback) -> Widget:
    """The coloured bar with the page's own switch."""
    return Row(
        [
            Text(title, id="switch_text", size=18, color=theme.text, weight=1),
            Toggle(theme, "switch", id="android:id/switch_widget", checked=on),
        ],
        id="main_switch_bar",
        class_name="android.widget.LinearLayout",
        width=MATCH,
        margin=pad(16, 8),
        padding=pad(20, 16),
        fill=Fill(theme.container if on else theme.raised, radius=28),
        on_click=action,
        checkable=True,
        checked=on,
    )


def heading(theme: Theme, text: str) -> Widget:
    return Text(text, id="android:id/title", size=14, color=theme.primary, font_weight="medium", padding=pad(24, 12))
