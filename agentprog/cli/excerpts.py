"""Cuts the excerpts of a finding to a terminal: a wrapped source line would part from the marks below it."""

from __future__ import annotations

import re

_SOURCE = re.compile(r"( *\d+ \| )(.*)")
_MARKS = re.compile(r"( +\| )( *)(\^+)")


def fitted(text: str, width: int) -> str:
    """The text with each source line cut to the width, around the place that the line of marks below it means."""
    lines = text.split("\n")
    for at in range(len(lines) - 1):
        source, marks = _SOURCE.fullmatch(lines[at]), _MARKS.fullmatch(lines[at + 1])
        if source and marks and len(source[1]) == len(marks[1]):
            room = max(width - len(source[1]), 1)
            shown, below = _cut(source[2], len(marks[2]), len(marks[3]), room)
            lines[at], lines[at + 1] = source[1] + shown, marks[1] + below
    return "\n".join(lines)


def _cut(source: str, before: int, marked: int, room: int) -> tuple[str, str]:
    """The source line and its marks in `room` columns; `before` columns precede the `marked` ones."""
    from rich.cells import cell_len, set_cell_size  # only a terminal needs it

    first = 0
    if cell_len(source) > room:
        dropped = 0
        while before - dropped > room // 3:
            dropped += cell_len(source[first])
            first += 1
        source, before = ("…" if first else "") + source[first:], before - dropped + (1 if first else 0)
        if cell_len(source) > room:
            source = set_cell_size(source, room - 1) + "…"
    return source, " " * before + "^" * max(1, min(marked, room - before))
