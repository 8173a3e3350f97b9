"""Cuts the excerpts of a finding to a terminal: a wrapped source line would part from the marks below it."""

from __future__ import annotations

import re

_EXCERPT = re.compile(r"^( *\d+ \| )(.*)\n( +\| )( *)(\^+)$", re.MULTILINE)


def fitted(text: str, width: int) -> str:
    """The text with each source line cut to the width, around the place that the marks below it mean."""
    return _EXCERPT.sub(lambda found: _cut(found, max(width - len(found[1]), 1)), text)


def _cut(found: re.Match[str], room: int) -> str:
    """The source line and its marks in `room` columns."""
    from rich.cells import cell_len, set_cell_size  # only a terminal needs it

    shown, before = found[2], len(found[4])
    while cell_len(found[2]) > room and before > room // 3:
        before, shown = before - cell_len(shown[0]), shown[1:]
    if shown != found[2]:
        before, shown = before + 1, f"…{shown}"
    if cell_len(shown) > room:
        shown = set_cell_size(shown, room - 1) + "…"
    return f"{found[1]}{shown}\n{found[3]}{' ' * before}{'^' * max(1, min(len(found[5]), room - before))}"
