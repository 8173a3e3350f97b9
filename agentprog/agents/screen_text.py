"""A screen as text for a model: one short line for each element, in reading order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from agentprog.agents.controls.months import month_in, month_line
from agentprog.identity import canon
from agentprog.ports import CaptureKind, Element, Role, Screen, Window

_LONGEST = 160
_LONGEST_WHOLE = 1200
AGREES = "android:id/button1"
"""Android's id of a dialog's positive button (AlertDialog), the same in every language."""
DECLINES = "android:id/button2"
"""Android's id of a dialog's negative button."""

_FEWEST = 8
"""At least this many similar elements in a row become one line."""
_STATEFUL = (Role.CHECKBOX, Role.SWITCH, Role.RADIO)
_LIST = Role.LIST
_VALUED = (Role.SLIDER, Role.SPINNER)
"""Roles whose text is a value."""
_APPS = (Window.APP, Window.DIALOG)


def shorten(text: str, longest: int = _LONGEST) -> str:
    """One line of at most `longest` characters."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def broken(text: str, longest: int = _LONGEST) -> str:
    r"""Like `shorten`, with line breaks as `\n`, so that paragraphs stay visible."""
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    joined = re.sub(r"\n{3,}", "\n\n", "\n".join(lines))
    return (joined if len(joined) <= longest else joined[: longest - 1] + "…").replace("\n", r"\n")


def element_line(element: Element, *, whole: bool = False) -> str:
    """One element in words, such as `field "Phone": "+1 555" (focused)` or `switch "Wi-Fi": off`.

    `whole` leaves out no readable text: neither long texts nor texts besides the label.
    """
    line = _described(element) if whole else descriptor(element)
    longest = _LONGEST_WHOLE if whole else _LONGEST
    if element.editable:
        content = "•" * 6 if element.password else broken(element.text, longest)
        line += f': "{content}"' if element.text else ": empty"
    elif element.role in _VALUED and element.text and element.text != element.label:
        line += f": {shorten(element.text)}"
    elif element.checkable or element.role in _STATEFUL:
        line += ": on" if element.checked else ": off"
    notes = _notes(element)
    return f"{line} ({', '.join(notes)})" if notes else line


def _notes(element: Element) -> list[str]:
    notes = []
    if element.focused and element.editable:
        notes.append("focused")
    if element.selected:
        notes.append("selected")
    if element.side:
        notes.append(f"on the {element.side}" + (f", by {element.said_by}" if element.said_by else ""))
    notes += element.marks
    if element.heavy:
        notes.append("in bold")
    if element.resource_id == AGREES:
        notes.append("agrees")
    if element.resource_id == DECLINES:
        notes.append("declines")
    if not element.enabled:
        notes.append("disabled")
    if element.more_above:
        notes.append("more above")
    if element.more_below:
        notes.append("more below")
    if element.more_left:
        notes.append("more to the left")
    if element.more_right:
        notes.append("more to the right")
    return notes


def descriptor(element: Element) -> str:
    """Role and label, the label cut to one line; with its place if several elements share it."""
    name = element.role + f' "{shorten(element.label, 80)}"'
    return f"{name} ({element.place})" if element.place else name


def _described(element: Element) -> str:
    """Role and words: the whole label, and the further words of text, description and hint."""
    label = " ".join(element.label.split())
    aside = element.hint if element.editable else "" if element.role in _VALUED else element.text
    known = {"", element.label, element.text if element.role in _VALUED else ""}
    further_texts = (element.description, aside) if element.editable else (aside, element.description)
    if label.endswith("…"):
        whole = (" ".join(further_text.split()) for further_text in further_texts)
        label = next((further_text for further_text in whole if further_text.startswith(label[:-1])), label)
    if not element.editable and "\n" in element.text.strip() and _compared(element.text) == _compared(label):
        label = broken(element.text, _LONGEST_WHOLE)
    known_text, more = "", []
    adding = [further_text for further_text in further_texts if further_text not in known]
    if adding:
        known_text = _compared(label)
    for line in (line for further_text in adding for line in further_text.splitlines()):
        if (folded := _compared(line)) and folded not in known_text:
            more.append(_counted(_without(label, " ".join(line.split()))))
            known_text += "\n" + folded
    line = element.role + f' "{_counted(label)}"' + (f" ({element.place})" if element.place else "")
    return f"{line}, {'; '.join(more)}" if more else line


def _without(label: str, line: str) -> str:
    """A merged line without the pieces that repeat the label."""
    pieces = line.split(", ")
    rest = [piece for piece in pieces if _compared(piece) != _compared(label)]
    return ", ".join(rest) if rest else line


def _compared(text: str) -> str:
    """The text as words: merged labels put commas between parts."""
    return " ".join(canon(text).replace(",", " ").split())


def _counted(text: str) -> str:
    """The text; for a very long one its beginning and its length."""
    return text if len(text) <= _LONGEST_WHOLE else f"{shorten(text, _LONGEST_WHOLE)} ({len(text)} characters)"


def goes_on(element: Element) -> bool:
    """True if a list is known to continue on some side."""
    return element.more_above or element.more_below or element.more_left or element.more_right


def listed(screen: Screen, *, whole: bool = False) -> tuple[Element, ...]:
    """The elements that a model sees: no keys of the keyboard, no system bars, no empty containers.

    With `whole` also lists that do not say whether they continue: they may, and sideways.
    """
    return tuple(
        element
        for element in screen.elements
        if element.window in _APPS
        and not element.covered
        and (element.label or element.text or element.scrollable)
        and (whole or element.role is not _LIST or goes_on(element))
    )


def unreadable(screen: Screen) -> bool:
    """True if only the picture can be used: a canvas, a game, a map, an app without a tree."""
    return not any(e.clickable or e.editable or e.checkable or e.long_clickable for e in listed(screen))


def drawn(screen: Screen) -> bool:
    """True if the tree has no actionable element; there may be words read from pixels."""
    return not any(
        e.clickable or e.editable or e.checkable or e.long_clickable for e in listed(screen) if e.origin == "tree"
    )


def gathered(elements: Sequence[Element]) -> tuple[tuple[Element, ...], ...]:
    """The elements. A group holds the elements of one month, or many elements that differ only in their place."""
    month = month_in(elements)
    if month is not None:
        first, last = month
        return (*_gathered(elements[:first]), tuple(elements[first:last]), *_gathered(elements[last:]))
    return _gathered(elements)


def _gathered(elements: Sequence[Element]) -> tuple[tuple[Element, ...], ...]:
    found: list[tuple[Element, ...]] = []
    for _, group in groupby(elements, key=_alike):
        alike = tuple(group)
        found += [alike] if len(alike) >= _FEWEST else [(element,) for element in alike]
    return tuple(found)


def _alike(element: Element) -> tuple[object, ...]:
    states = (
        element.checked,
        element.selected,
        element.focused,
        element.enabled,
        element.window,
        element.side,
        element.marks,
        element.said_by,
        element.heavy,
    )
    unique = element.index if not element.place or element.text or element.editable or element.scrollable else 0
    return (unique, element.role, element.label, element.description, *states)


def group_line(group: Sequence[Element], *, whole: bool = False, numbered: bool = False) -> str:
    """One line for similar elements: their role and their states."""
    first = group[0]
    if len(group) == 1:
        return element_line(first, whole=whole)
    if month_in(group) is not None:
        return month_line(group, numbered=numbered)
    rows = len({element.bounds.top for element in group})
    even = len(group) % rows == 0 and len({element.bounds.left for element in group}) == len(group) // rows
    arrangement = f"{rows} rows of {len(group) // rows}, row by row" if even else f"{len(group)} of them"
    return element_line(replace(first, place=arrangement), whole=whole)


def screen_lines(screen: Screen, *, most: int = 120, whole: bool = False) -> tuple[str, ...]:
    """At most `most` lines; the last one reports what was left out."""
    lines = [group_line(group, whole=whole) for group in gathered(listed(screen))]
    notes = [f"note: {issue.kind.value} {issue.detail}".rstrip() for issue in screen.issues]
    under = sum(element.covered for element in screen.elements)
    if under:
        notes.append(f"note: {under} more elements lie under what is in front, out of reach until that is closed")
    kinds = {issue.kind for issue in screen.issues}
    if CaptureKind.NO_TREE in kinds and CaptureKind.READ_BY_OCR not in kinds:
        notes.append("note: the elements of this screen cannot be read")
    if len(lines) > most:
        notes.append(f"note: {len(lines) - most} more elements not shown")
    return tuple(lines[:most] + notes)
