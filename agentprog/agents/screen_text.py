"""A screen as a model reads it: one short line per element, in reading order."""

from __future__ import annotations

from agentprog.ports import CaptureKind, Element, Role, Screen, Window

_LONGEST = 160
AGREES = "android:id/button1"
DECLINES = "android:id/button2"
"""Android's own ids of a dialog's positive and negative button, the same in every language (AlertDialog)."""

_STATEFUL = (Role.CHECKBOX, Role.SWITCH, Role.RADIO)


def shorten(text: str, longest: int = _LONGEST) -> str:
    """One line of at most `longest` characters."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def element_line(element: Element) -> str:
    """Such as `field "Phone": "+1 555" (focused)` or `switch "Wi-Fi": off`."""
    line = descriptor(element)
    if element.editable:
        line += f': "{"•" * 6 if element.password else shorten(element.text)}"' if element.text else ": empty"
    elif element.checkable or element.role in _STATEFUL:
        line += ": on" if element.checked else ": off"
    notes = [
        note
        for note, holds in (
            ("focused", element.focused and element.editable),
            ("selected", element.selected),
            ("agrees", element.resource_id == AGREES),
            ("declines", element.resource_id == DECLINES),
            ("disabled", not element.enabled),
            ("more above", element.more_above),
            ("more below", element.more_below),
        )
        if holds
    ]
    return f"{line} ({', '.join(notes)})" if notes else line


def descriptor(element: Element) -> str:
    """Role and label, the label cut to one line; with its place where labels repeat."""
    name = f'{element.role.value} "{shorten(element.label, 80)}"'
    return f"{name} ({element.place})" if element.place else name


def listed(screen: Screen) -> tuple[Element, ...]:
    """The elements that a model is shown: not the keyboard's keys, not the system's bars, no empty shells."""
    return tuple(
        element
        for element in screen.elements
        if element.window in (Window.APP, Window.DIALOG)
        and (element.label or element.text or element.scrollable)
        and not (element.role is Role.LIST and not (element.more_above or element.more_below))
    )


def unreadable(screen: Screen) -> bool:
    """Whether there is nothing to act on but the picture: a canvas, a game, a map, an app without a tree."""
    return not any(e.clickable or e.editable or e.checkable or e.long_clickable for e in listed(screen))


def screen_lines(screen: Screen, *, most: int = 120) -> tuple[str, ...]:
    """At most `most` lines; what was cut is said in the last one."""
    lines = [element_line(element) for element in listed(screen)]
    notes = [f"note: {issue.kind.value} {issue.detail}".rstrip() for issue in screen.issues]
    if any(issue.kind is CaptureKind.NO_TREE for issue in screen.issues):
        notes.append("note: the elements of this screen cannot be read")
    if len(lines) > most:
        notes.append(f"note: {len(lines) - most} more elements not shown")
    return tuple(lines[:most] + notes)
