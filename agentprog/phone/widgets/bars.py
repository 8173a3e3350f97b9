"""Bars around a screen: toolbar, contextual bar, bottom navigation, tabs, snackbar."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.frozen import frozen
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, icon_button
from agentprog.phone.widgets.layout import Column, Row, spacer
from agentprog.phone.widgets.theme import Theme


@frozen
class Item:
    """A toolbar action, a menu row or a navigation tab."""

    title: str
    action: Callback
    icon: str = ""
    id: str = ""
    enabled: bool = True


def toolbar(
    theme: Theme,
    title: str,
    *,
    up: Callback | None = None,
    up_icon: str = "back",
    up_desc: str = "Navigate up",
    actions: Sequence[Item] = (),
    overflow: Callback | None = None,
    id: str = "toolbar",
    color: str = "",
    title_id: str = "",
    subtitle: str = "",
) -> Row:
    """The bar at the top of a screen. A toolbar's title is a TextView without an id, as AppCompat makes it."""
    ink = theme.text
    children: list[Widget] = []
    if up is not None:
        children.append(icon_button(up_icon, up_desc, up, color=ink, class_name="android.widget.ImageButton", side=56))
    heading = Text(title, size=22, color=ink, lines=1, id=title_id)
    words: list[Widget] = [heading] if title else []
    if subtitle:
        words.append(Text(subtitle, size=13, color=ink, lines=1))
    left = 4 if up is not None else 16
    name = Column(words, weight=1, padding=pad(left=left), class_name="android.view.ViewGroup")
    children.append(name if len(words) > 1 else _bare(heading, left) if title else spacer(weight=1))
    children += [icon_button(a.icon, a.title, a.action, id=a.id, color=ink) for a in actions]
    if overflow is not None:
        children.append(
            icon_button("more", "More options", overflow, color=ink, class_name="android.widget.ImageView", side=44)
        )
    return Row(
        children,
        id=id,
        class_name="android.view.ViewGroup",
        width=MATCH,
        height=64,
        fill=Fill(color or theme.background),
    )


def _bare(heading: Text, left: float) -> Text:
    heading.weight, heading.margin = 1, pad(left=left)
    return heading


def bottom_navigation(theme: Theme, items: Sequence[Item], selected: int, *, id: str = "bottom_nav") -> Row:
    """Material bottom navigation: the item frame takes taps and holds label, id and selection."""
    return Row(
        [_tab(theme, item, i == selected) for i, item in enumerate(items)],
        id=id,
        class_name="android.widget.FrameLayout",
        width=MATCH,
        height=76,
        fill=Fill(theme.raised),
    )


def _tab(theme: Theme, item: Item, selected: bool) -> Column:
    color = theme.on_container if selected and not theme.dark else theme.text if selected else theme.muted
    icon = Icon(item.icon, color=color, width=60, height=32, align="center")
    icon.fill = Fill(theme.container, radius=16) if selected else None
    label = Text(item.title, size=12, color=theme.text, font_weight="medium" if selected else "regular", align="center")
    return Column(
        [icon, label],
        gap=3,
        pack="center",
        weight=1,
        height=MATCH,
        class_name="android.widget.FrameLayout",
        id=item.id,
        desc=item.title,
        on_click=item.action,
        selected=selected,
    )


def tabs(theme: Theme, items: Sequence[Item], selected: int, *, id: str = "tabs") -> Row:
    """A row of text tabs, the selected one underlined."""
    children: list[Widget] = []
    for i, item in enumerate(items):
        color = theme.primary if i == selected else theme.muted
        label = Text(item.title, size=14, font_weight="medium", color=color, align="center", margin=pad(0, 13))
        line = Widget(width=MATCH, height=3, fill=Fill(theme.primary if i == selected else ""), accessible=False)
        children.append(
            Column(
                [label, line],
                weight=1,
                id=item.id,
                desc=item.title,
                on_click=item.action,
                selected=i == selected,
            )
        )
    return Row(children, id=id, width=MATCH, class_name="android.widget.HorizontalScrollView")


def snackbar(theme: Theme, text: str, action: Item | None = None) -> Row:
    """A message at the bottom of a screen, inside the app's own window."""
    children: list[Widget] = [
        Text(text, id="snackbar_text", size=14, color=theme.on_inverse, weight=1, padding=pad(16, 14))
    ]
    if action is not None:
        children.append(
            Button(action.title, theme, id="snackbar_action", on_click=action.action, color=theme.container)
        )
    return Row(
        children,
        class_name="android.widget.FrameLayout",
        width=MATCH,
        margin=pad(8, 8),
        align_vertical="end",
        fill=Fill(theme.inverse, radius=4, elevation=4),
        absorbs=True,
    )
