"""Remembers results of scrolling: a drag that moved nothing found the end of its list."""

from __future__ import annotations

from dataclasses import replace

from agentprog.ports import Element

_Key = tuple[str, str, str, str]


class ScrollMemory:
    """Remembers for the lists of the current screen whether they continue above or below.

    A tree shows only visible parts, so its edges are a guess; the result of a scroll is evidence.
    """

    def __init__(self) -> None:
        self._page = ("", "")
        self._known: dict[_Key, dict[str, bool]] = {}

    def note(self, scroller: Element, direction: str, *, moved: bool) -> None:
        """Records whether a scroll moved the list."""
        if direction not in ("up", "down"):
            return
        facts = self._known.setdefault(self._key(scroller), {})
        ahead, behind = ("below", "above") if direction == "down" else ("above", "below")
        if moved:
            facts[behind] = True
            facts.pop(ahead, None)
        else:
            facts[ahead] = False

    def forget(self) -> None:
        """Forgets everything: the content may have changed."""
        self._known.clear()

    def apply(self, package: str, activity: str, elements: tuple[Element, ...]) -> tuple[Element, ...]:
        """The elements with the known facts about their lists. Another page forgets everything."""
        if (package, activity) != self._page:
            if self._page != ("", ""):
                self._known.clear()
            self._page = (package, activity)
        if not self._known:
            return elements
        return tuple(self._completed(element) if element.scrollable else element for element in elements)

    def _completed(self, element: Element) -> Element:
        facts = self._known.get(self._key(element))
        if not facts:
            return element
        return replace(
            element,
            more_above=facts.get("above", element.more_above),
            more_below=facts.get("below", element.more_below),
        )

    @staticmethod
    def _key(element: Element) -> _Key:
        return element.package, element.class_name, element.resource_id, f"{element.bounds.left},{element.bounds.top}"
