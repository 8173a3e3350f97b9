"""Finds the days of the cells in a drawn month.

Some calendars draw their month as a picture under cells without words. Days of neighbouring months are paler, in
every language: the cells between them are the 1st to the last.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from statistics import median

from PIL import Image

from agentprog.frozen import frozen, replace
from agentprog.ports import Element, Screen

_DAYS = 7
_FEWEST = 28
_LENGTHS = range(28, 32)
_PALER = 1.3
"""Contrast of the month's own numbers, as a multiple of that of other months' numbers."""
_FAINT = 24
"""Least grey difference between a number and its background."""
_SPECK = 5
"""Least height of a number, in rows of pixels."""
_MARKED = 1.5
"""Height of a disc, as a multiple of the number in it."""
_MARGIN = 0.04
"""Margin of a cell that holds lines, as a share of the cell."""


@frozen
class _Number:
    """The drawing at the top of a cell: grey difference from its background, and height in pixels."""

    strength: int
    height: int


def with_days(screen: Screen) -> Screen:
    """The screen with the days of its drawn month as labels; unchanged if it has no drawn month or no picture."""
    cells = _cells(screen.elements)
    if screen.screenshot is None or not cells:
        return screen
    try:
        with Image.open(io.BytesIO(screen.screenshot.data)) as image:
            image.draft("L", image.size)  # of a JPEG, the brightness alone is decoded
            grey = image.convert("L")
    except OSError:  # the picture is cut off
        return screen
    scale = (grey.width / screen.width, grey.height / screen.height)
    found: dict[int, Element] = {}
    for month in cells:
        run = _run([_number(cell, grey, scale) for cell in month], screen.taken_at.day)
        if run is not None:
            found |= {cell.index: cell for cell in _named(month, *run)}
    return replace(screen, elements=tuple(found.get(e.index, e) for e in screen.elements)) if found else screen


def _cells(elements: Sequence[Element]) -> list[list[Element]]:
    """Grids of seven columns with cells without words."""
    alike: dict[tuple[str, str, str], list[Element]] = defaultdict(list)
    for element in elements:
        if element.clickable and not (element.text or element.description or element.covered):
            alike[element.class_name, element.resource_id, element.label].append(element)
    return [cells for cells in alike.values() if len(cells) >= _FEWEST and _is_grid(cells)]


def _is_grid(cells: Sequence[Element]) -> bool:
    rows = {cell.bounds.top for cell in cells}
    return len(cells) == _DAYS * len(rows) and all(
        before.bounds.top < after.bounds.top or before.bounds.left < after.bounds.left
        for before, after in pairwise(cells)
    )


def _number(cell: Element, grey: Image.Image, scale: tuple[float, float]) -> _Number:
    """The uppermost drawing in a cell."""
    across, down = scale
    box, margin = cell.bounds, (cell.bounds.width * _MARGIN, cell.bounds.height * _MARGIN)
    area = (
        int((box.left + margin[0]) * across),
        int((box.top + margin[1]) * down),
        int((box.right - margin[0]) * across),
        int((box.bottom - margin[1]) * down),
    )
    inside = grey.crop(area)
    counts = inside.histogram()
    ground = counts.index(max(counts))
    ink = inside.point([abs(level - ground) for level in range(256)])
    strongest = [ink.crop((0, y, ink.width, y + 1)).getextrema()[1] for y in range(ink.height)]
    return _uppermost([int(level) for level in strongest if isinstance(level, int | float)])


def _uppermost(rows: Sequence[int]) -> _Number:
    """The first connected rows of pixels; fewer rows than a letter has are specks."""
    for inked, band in groupby(rows, key=lambda strongest: strongest >= _FAINT):
        strengths = list(band)
        if inked and len(strengths) >= _SPECK:
            return _Number(strength=max(strengths), height=len(strengths))
    return _Number(strength=0, height=0)


def _run(drawn: Sequence[_Number], today: int) -> tuple[int, int] | None:
    """The first and the last cell of the month itself; None if the drawing does not look like a month.

    A day in a disc is as dark as its disc. It belongs to the month if the others leave a gap for it, or if it is today
    and would be the first or the last.
    """
    usual = median(number.height for number in drawn)
    marked = {at for at, number in enumerate(drawn) if number.height > usual * _MARKED}
    ordered = sorted(number.strength for at, number in enumerate(drawn) if number.strength and at not in marked)
    for least in (above for below, above in pairwise(ordered) if above >= below * _PALER):
        strong = {at for at, number in enumerate(drawn) if number.strength >= least and at not in marked}
        for days in (strong | marked, strong):
            first, last = min(days), max(days)
            edges = {at - first + 1 for at in (first, last) if at in marked}
            if len(days) in _LENGTHS and last - first + 1 == len(days) and first < _DAYS and edges <= {today}:
                return first, last
    return None


def _named(cells: Sequence[Element], first: int, last: int) -> Iterator[Element]:
    for at, cell in enumerate(cells[first:], start=first):
        after = at > last
        day = at - (last if after else first - 1)
        yield replace(cell, label=str(day), place="of the next month" if after else "")
