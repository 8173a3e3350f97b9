"""The rows of each page that a step has seen, in order, to find added and removed rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import pairwise

from agentprog.frozen import frozen
from agentprog.identity import Match, keyed, match, says, title_of, without_initials
from agentprog.ports import Element, Role, Screen, Window
from agentprog.runtime.state.belief import covered

_HEAD = 0.35
"""The upper part of a screen that holds its title, as a share of its height."""
_FEWEST_PARTS = 2
_MOST = 12
"""Views kept of one page."""
_LONG_AGO = -1
"""Scroll count of a view from an earlier step: the number of scrolls since then is unknown."""


@frozen
class Line:
    """A readable thing on a page. `item`: it can be opened or chosen, like a row of a list; `head`: it names the page's
    subject; `top`: it is in the upper part of the page, and may be a button."""

    texts: tuple[str, ...]
    item: bool = False
    head: bool = False
    top: bool = False

    def fits(self, value: str) -> Match:
        """How the line's texts match a value; the first of several texts in a label is the row's name."""
        return max((match(value, text) for text in (self.called, *self.texts)), default=Match.NONE)

    def says(self, value: str) -> bool:
        return any(says(text, value) for text in self.texts)

    @property
    def called(self) -> str:
        """The first part of its label."""
        return title_of(self.texts[0]) if self.texts else ""

    @property
    def parts(self) -> frozenset[str]:
        """The parts of the row's label."""
        return frozenset(self.texts[0].split(", ")) if self.texts else frozenset()

    def nests(self, other: Line) -> bool:
        """True if one of the two lines contains all texts of the other."""
        return self.parts <= other.parts or other.parts <= self.parts


@frozen
class View:
    """A page as it was at one time, without fields, keyboard and the system's bars. `above`, `below`: the page
    continues there outside of the screen. `about`: its title and selected tab, which distinguish lists."""

    place: str
    lines: tuple[Line, ...]
    above: bool = False
    below: bool = False
    about: tuple[str, ...] = ()
    shifts: int = field(default=0, compare=False)
    """Actions before it that may have scrolled a list."""

    @property
    def whole(self) -> bool:
        """True if the whole page is on the screen."""
        return not (self.above or self.below)

    def says(self, value: str) -> bool:
        """True if the page shows the value."""
        return any(line.says(value) for line in self.lines)

    def count(self, value: str) -> int:
        """The number of lines that show the value."""
        return sum(line.says(value) for line in self.lines)

    def rows(self, value: str) -> int:
        """The number of list rows with this name."""
        return sum(line.item and line.fits(value) is Match.EQUAL for line in self.lines)

    def has(self, row: Line) -> bool:
        """True if a row of another view is here. A row that is cut off at the edge of its list must share at least two
        texts.
        """
        if row in self.lines:
            return True
        shorter = (min(line.parts, row.parts, key=len) for line in self.lines if line.item and line.nests(row))
        return any(len(parts) >= _FEWEST_PARTS for parts in shorter)

    def joins(self, row: Line, other: Line) -> bool:
        """True if two rows of another view are neighbours here. The second may have been cut off there; then its name
        is enough if nothing else differs.
        """
        items = [line for line in self.lines if line.item]
        return any(
            item == row and below.called == other.called and below.nests(other) for item, below in pairwise(items)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rows of its lists, in order."""
        return tuple(line.texts[0] for line in self.lines if line.item)

    def rows_gone(self, now: View) -> tuple[str, ...]:
        """The names of rows that a later view of the same list no longer has: those between two remaining rows, with
        fewer rows in their place. If both views show the whole list, all missing rows.
        """
        old, new = self.names, now.names
        if self.about != now.about:
            return ()
        whole = self.whole and now.whole
        found: list[str] = []
        for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            inside = start > 0 and end < len(old)
            if kind in ("delete", "replace") and end - start > last - first and (inside or whole):
                found += [name for name in old[start:end] if name not in new]
        return tuple(found)


def view_of(screen: Screen) -> View:
    """The readable texts of a screen, outside of fields that were typed into."""
    lists = [e for e in screen.elements if e.scrollable and e.window in (Window.APP, Window.DIALOG)]
    lines = tuple(
        Line(texts=_texts(node), item=_is_item(node), head=_is_head(node, screen), top=_is_top(node, screen))
        for node in screen.elements
        if not node.editable
        and not node.scrollable
        and node.window not in (Window.KEYBOARD, Window.SYSTEM)
        and node.texts
    )
    above, below = any(e.more_above for e in lists), any(e.more_below for e in lists)
    return View(place=screen.place, lines=lines, above=above, below=below, about=_about(screen))


def _texts(element: Element) -> tuple[str, ...]:
    """The readable texts of an element, each once. The initial beside the first row of a letter is left out, since it
    moves."""
    return tuple(dict.fromkeys(map(without_initials, element.texts)))


def _about(screen: Screen) -> tuple[str, ...]:
    heads = [e for e in screen.elements if _is_head(e, screen) and not e.editable and not e.scrollable and e.texts]
    title = min(heads, key=lambda e: (e.bounds.top, e.bounds.left), default=None)
    tabs = [e.label for e in screen.elements if e.role is Role.TAB and e.selected and e.window is Window.APP]
    return (*([title.texts[0]] if title is not None else []), *tabs)


def _is_item(element: Element) -> bool:
    """True for a row with a text of its own. For a row that is cut off only the id may be known, which all
    rows share.
    """
    tail = element.resource_id.rpartition("/")[2]
    if keyed(element.label) == keyed(tail) and not (element.text or element.description):
        return False
    return element.role is Role.ITEM or (element.container is not None and (element.clickable or element.checkable))


def _is_head(element: Element, screen: Screen) -> bool:
    return _stands_above(element, screen) and not element.clickable


def _is_top(element: Element, screen: Screen) -> bool:
    return _stands_above(element, screen) and not _is_item(element)


def _stands_above(element: Element, screen: Screen) -> bool:
    above = element.bounds.top < screen.height * _HEAD and element.container is None
    return above and element.window is Window.APP


@dataclass(slots=True)
class Views:
    """The pages that a step has seen, each with its views in order. A dialog's texts belong to the dialog, and the rows
    behind it still exist."""

    _seen: dict[str, list[View]] = field(default_factory=lambda: defaultdict(list))
    _before: dict[str, Screen] = field(default_factory=dict)

    def recall(self, before: Mapping[str, Screen]) -> None:
        """Add the latest views of earlier steps, if nothing lasting was done since."""
        self._before = dict(before)

    def look(self, screen: Screen, *, shifts: int = 0, lasting: bool = False) -> None:
        """Record this screen. `shifts` is the number of possible list scrolls so far. `lasting`: the step has made a
        lasting change; before that, this screen replaces the recalled view of its page.
        """
        if covered(screen):
            return
        if not lasting:
            self._before.pop(screen.place, None)
        view, pages = replace(view_of(screen), shifts=shifts), self._seen[screen.place]
        if not pages or pages[-1] != view:
            pages.append(view)
            del pages[1:-_MOST]

    def at(self, screen: Screen) -> tuple[View, ...]:
        """Views of this screen's page, the earliest first; none under a dialog."""
        return () if covered(screen) else tuple(self._seen.get(screen.place, ()))

    def since(self, screen: Screen) -> tuple[View, ...]:
        """Views of this screen's page from before the step acted there; none under a dialog."""
        seen = self.at(screen)
        return (*self._recalled(screen.place), *seen) if seen else ()

    def _recalled(self, place: str) -> tuple[View, ...]:
        screen = self._before.get(place)
        return (replace(view_of(screen), shifts=_LONG_AGO),) if screen is not None else ()

    @property
    def every(self) -> tuple[View, ...]:
        """All views of all pages."""
        return tuple(view for views in self._seen.values() for view in views)

    @property
    def pages(self) -> tuple[tuple[View, ...], ...]:
        """The views of each page since before the step's first action, the earliest view first."""
        return tuple((*self._recalled(place), *views) for place, views in self._seen.items())

    @property
    def places(self) -> tuple[str, ...]:
        """The pages, in the order of their first view."""
        return tuple(self._seen)
