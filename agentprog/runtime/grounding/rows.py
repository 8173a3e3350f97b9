"""Places of read items in their list over several screens: equal rows differ by place, a row on two screens counts
once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from agentprog.frozen import field, frozen
from agentprog.identity import says
from agentprog.ports import Element, Role, Screen, Window
from agentprog.runtime.evaluation.arithmetic import equal
from agentprog.runtime.state.values import Value, as_text

SCROLLED = 0.6
"""About the share of a list's height that one scroll moves. It only decides between equally good alignments of two
pages."""
_NEAR = 6
"""Pixels within which two places are the same."""
_MOST_ANCHORS = 160
_MISSED = 3.0
"""Nats: the cost of a missing text."""
_SPREAD = 50.0
"""Pixels: the standard deviation assumed for scroll distances."""
_ODDEST = 6.0
"""Nats: the greatest cost of a distance."""
_CLEAR = 1.0
"""Nats: the lead over the second move that makes a move certain."""


@frozen
class Page:
    """One screen of a list. `places` are the tops of its items in pixels, -1 if an item was not found. `anchors` are
    the texts inside scrolling lists with their tops. `top` and `height` belong to the list; `end`: the list ends on
    this page.
    """

    items: list[Value]
    places: list[int]
    anchors: list[tuple[str, int]] = field(default_factory=list)
    top: int = 0
    height: int = 0
    end: bool = False
    rows: list[Row] = field(default_factory=list)


class Row(NamedTuple):
    """A row of a list that is wholly on the screen, read or not. Rows of one layout share their `make`."""

    label: str
    top: int
    bottom: int
    make: str


def page_of(screen: Screen, items: list[Value]) -> Page:
    """The reading of this screen, with the places of its items."""
    lists = [e for e in screen.elements if e.scrollable and e.window in (Window.APP, Window.DIALOG)]
    largest = max(lists, key=lambda e: e.bounds.width * e.bounds.height, default=None)
    inside = [
        e for e in screen.elements
        if e.window in (Window.APP, Window.DIALOG) and not e.scrollable and (e.label or e.text)
        and (largest is None or e.container == largest.index or largest.bounds.contains(*e.bounds.center))
    ]  # fmt: skip
    inside.sort(key=lambda e: (e.bounds.top, e.bounds.left))
    top = largest.bounds.top if largest is not None else 0
    # A row cut off at the upper edge has no place here; the screen before showed it whole.
    anchors = [(f"{e.label}\n{e.text}", e.bounds.top) for e in inside if e.bounds.top > top + 1][:_MOST_ANCHORS]
    height = largest.bounds.height if largest is not None else screen.height
    return Page(
        items=items, places=_places(items, inside), anchors=anchors, top=top, height=height, end=at_end(screen),
        rows=_rows(inside, largest) if largest is not None else [],
    )  # fmt: skip


def _rows(inside: Sequence[Element], around: Element) -> list[Row]:
    """The whole rows of a screen. A row cut off at an edge of the list is whole on the screen before or after."""
    edge = around.bounds
    low = edge.top + 1 if around.more_above else edge.top
    high = edge.bottom - 1 if around.more_below else edge.bottom
    return [
        Row(e.label, e.bounds.top, e.bounds.bottom, f"{e.resource_id} {e.class_name} {e.bounds.left} {e.bounds.width}")
        for e in inside
        if e.role is Role.ITEM and e.container == around.index and low <= e.bounds.top and e.bounds.bottom <= high
    ]


def at_end(screen: Screen) -> bool:
    """True if no list on the screen has more below."""
    return not any(element.scrollable and element.more_below for element in screen.elements)


def _places(items: Sequence[Value], elements: Sequence[Element]) -> list[int]:
    """The top of each item's row: the next element after the previous item's that shows the item's text."""
    found: list[int] = []
    begin = 0
    for item in items:
        leaves = [text for text in _leaves(item) if text]
        at = next((i for i in range(begin, len(elements)) if _has_texts(elements[i], leaves)), None)
        if at is None and leaves:
            at = next((i for i in range(begin, len(elements)) if _has_texts(elements[i], leaves[:1])), None)
        found.append(elements[at].bounds.top if at is not None else -1)
        begin = at + 1 if at is not None else begin
    return found


def _has_texts(element: Element, texts: Sequence[str]) -> bool:
    element_texts = element.texts
    return bool(texts) and all(any(says(part, text) for part in element_texts) for text in texts)


def _leaves(item: Value) -> list[str]:
    match item:
        case Mapping():
            return [text for part in item.values() for text in _leaves(part)]
        case list():
            return [text for part in item for text in _leaves(part)]
        case None:
            return []
        case _:
            return [as_text(item)]


class Merger:
    """Pages of one list, top to bottom, as one list."""

    def __init__(self) -> None:
        self.items: list[Value] = []
        self._tops: list[int | None] = []
        """Place of each item in the whole list; None if unknown."""
        self._last: Page | None = None
        self._offset = 0
        self._known = False
        """True if the position of the last page is known."""
        self.doubts = 0
        """Pages of rows that look alike, where it is open how many of them are new."""
        self.gaps = 0
        """Number of pages without a common row with the page before: rows between them may be missing."""
        self._seen: list[tuple[Row, int | None]] = []
        """The rows of all pages, with the place of each page; None if unknown."""
        self._makes: set[str] = set()
        """Make-up of the rows that were read."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """Rows of the same layout as the read rows that no page's reading contains."""
        found = [
            row.label for row, offset in self._seen
            if row.make in self._makes and not any(_is_of(item, top, row, offset) for item, top in self._placed())
        ]  # fmt: skip
        return tuple(dict.fromkeys(found))

    def _placed(self) -> Iterator[tuple[Value, int | None]]:
        return zip(self.items, self._tops, strict=True)

    def add(self, page: Page) -> int:
        """Add the next page; returns the number of new items."""
        count, known = self._add(page), self._known
        self._makes |= {row.make for row in page.rows for at in page.places if row.top - _NEAR <= at < row.bottom}
        self._seen += [(row, self._offset if known else None) for row in page.rows]
        return count

    def _add(self, page: Page) -> int:
        before = len(self.items)
        moved = None if self._last is None else shift(self._last, page)
        if self._last is None or (moved is not None and all(place >= 0 for place in page.places)):
            self._known = True
            self._offset += moved or 0
            self.doubts += self._last is not None and ambiguous(self._last, page)
            for item, place in zip(page.items, page.places, strict=True):
                if moved is not None and before and 0 <= place <= page.top + 1:
                    continue  # the page before showed it whole
                top = place + self._offset if place >= 0 else None
                if top is None or not self._has(item, top):
                    self._put(item, top)
        else:
            self._known = False
            self._follow_on(page)
        self._last = page
        return len(self.items) - before

    def _has(self, item: Value, top: int) -> bool:
        return any(
            known_top is not None and abs(known_top - top) <= _NEAR and equal(known, item)
            for known, known_top in zip(self.items, self._tops, strict=True)
        )

    def _put(self, item: Value, top: int | None) -> None:
        """Insert the item at its place: a row between two known rows does not go to the end."""
        at = len(self.items)
        while top is not None and at > 0 and (known_top := self._tops[at - 1]) is not None and known_top > top + _NEAR:
            at -= 1
        self.items.insert(at, item)
        self._tops.insert(at, top)

    def _follow_on(self, page: Page) -> None:
        """Join without places: at the longest run of items that ends the first list and begins the second."""
        size = overlap(self.items, page.items)
        if not size and self.items:
            self.gaps += 1
        for item in page.items[size:]:
            self.items.append(item)
            self._tops.append(None)


def _is_of(item: Value, top: int | None, row: Row, offset: int | None) -> bool:
    """True if an item was read from a row: the place is the row's, or, if unknown, the row shows the item's text."""
    if top is not None and offset is not None:
        return row.top + offset - _NEAR <= top < row.bottom + offset
    leaves = [text for text in _leaves(item) if text]
    return any(says(row.label, text) for text in leaves)


def overlap(earlier: Sequence[Value], later: Sequence[Value]) -> int:
    """The number of items that end the first list and begin the second."""
    for size in range(min(len(earlier), len(later)), 0, -1):
        if all(equal(a, b) for a, b in zip(earlier[-size:], later[:size], strict=True)):
            return size
    return 0


def shift(earlier: Page, later: Page) -> int | None:
    """Pixels by which the list moved up between two pages; None if they have nothing in common."""
    ranked = _ranked(earlier, later)
    return ranked[0][1] if ranked else None


def ambiguous(earlier: Page, later: Page) -> bool:
    """True if rows that look alike leave the scrolled distance uncertain."""
    ranked = _ranked(earlier, later)
    return len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _CLEAR


def _ranked(earlier: Page, later: Page) -> list[tuple[float, int]]:
    """Every shift that maps a text of the earlier page to an equal one of the later, likeliest first. Texts at the
    expected place support a shift, rare ones most. Missing texts count against it, and so does a distance unlike a
    scroll's, unless the list reached its end.
    """
    labels = [label for label, _ in (*earlier.anchors, *later.anchors)]
    if not labels or not later.anchors:
        return []
    alike = sum((count / len(labels)) ** 2 for count in Counter(labels).values())
    worth = -math.log(max(alike, 1e-9)) + 0.01
    usual = SCROLLED * earlier.height
    found: list[tuple[float, int]] = []
    tops: dict[str, list[int]] = {}
    for name, later_top in later.anchors:
        tops.setdefault(name, []).append(later_top)
    moves = {top - later_top for label, top in earlier.anchors for later_top in tops.get(label, ())}
    for move in moves:
        fits, should = _fit(earlier.anchors, later.anchors, move)
        if move < -_NEAR or not fits or fits * 2 < should:
            continue
        off = abs(move - usual) if move > usual or not later.end else 0.0
        odd = min(_ODDEST, (off / _SPREAD) ** 2 / 2) if move > _NEAR else 0.0
        found.append((fits * worth - (should - fits) * _MISSED - odd, move))
    return sorted(found, key=lambda row: (-row[0], abs(row[1] - usual)))


def _fit(earlier: Sequence[tuple[str, int]], later: Sequence[tuple[str, int]], move: int) -> tuple[int, int]:
    """The number of the first page's texts that are on the second after this shift, and the number expected."""
    low, high = min(top for _, top in later), max(top for _, top in later)
    expected = [(label, top - move) for label, top in earlier if low - _NEAR <= top - move <= high + _NEAR]
    places: dict[str, list[int]] = {}
    for label, top in later:
        places.setdefault(label, []).append(top)
    fits = sum(1 for label, top in expected if any(abs(top - place) <= _NEAR for place in places.get(label, ())))
    return fits, len(expected)


def as_page(data: Mapping[str, Any], items: list[Value]) -> Page:
    """The page from its journal data."""
    anchors = [(str(label), int(top)) for label, top in data.get("anchors", ())]
    places = [int(place) for place in data.get("places", ())] or [-1] * len(items)
    if len(places) != len(items):
        places = [-1] * len(items)
    top, height = int(data.get("top", 0)), int(data.get("height", 0))
    rows = [Row(str(label), int(top), int(bottom), str(make)) for label, top, bottom, make in data.get("rows", ())]
    return Page(
        items=items, places=places, anchors=anchors, top=top, height=height, end=bool(data.get("end")), rows=rows
    )  # fmt: skip


def as_data(page: Page) -> dict[str, Any]:
    """The page as data for a journal, without its items."""
    anchors = [list(anchor) for anchor in page.anchors]
    rows = [list(row) for row in page.rows]
    return {"places": page.places, "anchors": anchors, "top": page.top, "height": page.height, "rows": rows}
