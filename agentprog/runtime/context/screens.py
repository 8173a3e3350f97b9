"""Fits a screen into a budget: elements that the step mentions stay, distant ones go first."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace

from agentprog.identity import canon, says
from agentprog.ports import CaptureIssue, CaptureKind, Element, Role, Screen, Window
from agentprog.runtime.context.sections import Fitted
from agentprog.runtime.context.tokens import Tokens

MOST = 120
"""Most elements in a prompt."""
MOST_TO_READ = 500
"""Most elements in a prompt that reads data off the screen."""
_LONGEST_TEXT = 1200
"""Most characters of one text of an element in a prompt."""
_LONGEST_VALUE = 1000
_SHORT = 4
"""Least characters of a value that is searched for: shorter ones occur by chance."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_CONTROLS = (Role.BUTTON, Role.TAB, Role.FIELD, Role.SWITCH, Role.CHECKBOX, Role.RADIO, Role.SPINNER, Role.SLIDER)
_SHOWN = (Window.APP, Window.DIALOG)


def within(
    screen: Screen, budget: int, tokens: Tokens, *, mentioned: Sequence[str], most: int = MOST
) -> tuple[Screen, Fitted]:
    """The screen with as many elements as the budget allows, and the number of omitted elements.

    Elements that prompts never show (the keyboard's, the system's) cost nothing and stay. `mentioned` are the texts of
    the question: values first, then its sentence.
    """
    shown = [element for element in screen.elements if element.window in _SHOWN]
    written = {element.index: line_of(element) for element in shown}
    costs = {index: tokens.of(line + "\n") for index, line in written.items()}
    total = sum(costs.values())
    if total <= budget and len(shown) <= most:
        return screen, Fitted(lines=tuple(written.values()), tokens=total)
    room = budget - tokens.of(_note(len(shown), len(shown)) + "\n")
    included: set[int] = set()
    for element in _by_worth(shown, mentioned)[:most]:
        if costs[element.index] <= room:
            included.add(element.index)
            room -= costs[element.index]
    left_out = len(shown) - len(included)
    chosen = tuple(e for e in screen.elements if e.window not in _SHOWN or e.index in included)
    issue = CaptureIssue(kind=CaptureKind.SHORTENED, detail=_note(left_out, len(shown)))
    lines = tuple(written[element.index] for element in chosen if element.window in _SHOWN)
    cost = sum(costs[index] for index in included)
    return replace(screen, elements=chosen, issues=(*screen.issues, issue)), Fitted(
        lines=lines, tokens=cost, left_out=left_out
    )


def line_of(element: Element) -> str:
    """The approximate prompt line of an element; slightly longer than the real one, so that the budget holds."""
    states = (element.checked, element.selected, element.focused, element.more_above, element.more_below)
    notes = " (on, off)" * (sum(states) + (not element.enabled) + element.checkable)
    label = element.label[:_LONGEST_TEXT]
    more = [part[:_LONGEST_TEXT] for part in (element.text, element.description, element.hint) if part != element.label]
    return (
        " ".join((f'[{element.index}] {element.role.value} "{label}"', *filter(None, (*more, element.place)))) + notes
    )


def without_tools(screen: Screen) -> Screen:
    """The screen without the icons of its bars, whose names are for screen readers and not content of the page. If
    there is nothing else, they stay.
    """
    content = tuple(element for element in screen.elements if not _is_tool(element))
    return replace(screen, elements=content) if content else screen


def _is_tool(element: Element) -> bool:
    icon = element.role in (Role.BUTTON, Role.IMAGE) and bool(element.description) and not element.text
    return icon and element.clickable and element.container is None and element.window is Window.APP


def _note(left_out: int, total: int) -> str:
    return f"{left_out} of {total} elements are not shown, those farthest from what is asked about; scroll or search"


def _by_worth(shown: Sequence[Element], mentioned: Sequence[str]) -> list[Element]:
    """Mentioned elements, then dialogs, the focus and scrolling elements, then controls, then the rest by distance."""
    values = [text[:_LONGEST_VALUE] for text in mentioned[:-1] if text.strip()]
    words = set(_WORD.findall(canon(mentioned[-1]))) if mentioned else set()
    texts = {element.index: _element_text(element) for element in shown}
    indexes = {index for index, text in texts.items() if any(_names(text, value) for value in values)}
    anchors = sorted({e.bounds.center[1] for e in shown if e.index in indexes} or {min(e.bounds.top for e in shown)})
    inside = {e.index for e in shown if e.container is not None}

    def worth(element: Element) -> tuple[int, int, int]:
        middle = element.bounds.center[1]
        at = bisect(anchors, middle)
        distance = min(abs(middle - anchor) for anchor in anchors[max(0, at - 1) : at + 1])
        if element.index in indexes:
            rank = 0
        elif element.window is Window.DIALOG or element.focused or element.more_above or element.more_below:
            rank = 1
        elif element.role in _CONTROLS and element.index not in inside:
            rank = 2
        elif words & set(_WORD.findall(texts[element.index])):
            rank = 3
        else:
            rank = 4
        return rank, distance, element.index

    return sorted(shown, key=worth)


def _element_text(element: Element) -> str:
    return canon(f"{element.label} {element.text} {element.description}"[:_LONGEST_TEXT])


def _names(text: str, value: str) -> bool:
    """True if the element shows the value, or is a cell of the requested row."""
    return says(text, value) or (len(text) >= _SHORT and says(value, text))
