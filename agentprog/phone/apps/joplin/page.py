"""Renders a note's Markdown as Joplin's page: headings, lists, check boxes, lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from agentprog.phone.widgets.base import MATCH, Widget, pad
from agentprog.phone.widgets.controls import Text, Toggle
from agentprog.phone.widgets.layout import Column, Row
from agentprog.phone.widgets.theme import Theme

_HEADING = re.compile(r"(#{1,6})\s+(.+)")
_BOX = re.compile(r"\s*[-*+] \[([ xX])\] (.*)")
_ITEM = re.compile(r"(\s*)(?:[-*+]|(\d+)\.) (.*)")
_MARKS = re.compile(r"\*\*(.+?)\*\*|__(.+?)__|\*(\S.*?)\*|`(.+?)`|\[(.+?)\]\(.*?\)")
_SIZES = (26, 22, 19, 17, 16, 16)
_VIEW = "android.view.View"


def page(theme: Theme, body: str, check: Callable[[int], object]) -> Widget:
    """The page of a body; `check` gets the line number of a touched box."""
    lines = [_line(theme, number, line, check) for number, line in enumerate(body.splitlines()) if line.strip()]
    return Column(lines, width=MATCH, padding=pad(16, 12, bottom=96), gap=8, class_name=_VIEW)


def checked(body: str, number: int) -> str:
    """The body with the box of that line toggled."""
    lines = body.split("\n")
    found = _BOX.match(lines[number])
    if found is not None:
        at = found.start(1)
        sign = "x" if found[1] == " " else " "
        lines[number] = lines[number][:at] + sign + lines[number][at + 1 :]
    return "\n".join(lines)


def _line(theme: Theme, number: int, line: str, check: Callable[[int], object]) -> Widget:
    if found := _BOX.match(line):
        box = Toggle(theme, text=_plain(found[2]), checked=found[1] != " ", size=16, width=MATCH)
        box.on_click = partial(check, number)
        return box
    if found := _HEADING.match(line):
        size = _SIZES[len(found[1]) - 1]
        return Text(_plain(found[2]), size=size, font_weight="bold", color=theme.text, class_name=_VIEW, width=MATCH)
    if found := _ITEM.match(line):
        mark = Text(f"{found[2]}." if found[2] else "•", size=16, color=theme.text, class_name=_VIEW)
        words = Text(_plain(found[3]), size=16, color=theme.text, class_name=_VIEW, weight=1)
        return Row([mark, words], gap=8, width=MATCH, padding=pad(8 + 6 * len(found[1]), 0), class_name=_VIEW)
    return Text(_plain(line), size=16, color=theme.text, class_name=_VIEW, width=MATCH)


def _plain(text: str) -> str:
    """Text without the marks for bold, italics, code and links."""
    return _MARKS.sub(lambda found: next(part for part in found.groups() if part is not None), text)
