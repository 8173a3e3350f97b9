"""An observation of the phone: its elements, its pixels, and the gaps of the capture."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from agentprog.frozen import frozen
from agentprog.identity import canon, says, title_of
from agentprog.ports.space import Space


@dataclass(frozen=True, slots=True)
class Bounds:
    """A rectangle in native pixels; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return max(0, self.right - self.left)

    @property
    def height(self) -> int:
        return max(0, self.bottom - self.top)

    @property
    def center(self) -> tuple[int, int]:
        """The middle, as x and y in pixels."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    @property
    def empty(self) -> bool:
        """True if the rectangle has no area."""
        return self.right <= self.left or self.bottom <= self.top

    def contains(self, x: int, y: int) -> bool:
        """True if the point is inside; the right and the bottom edge are outside."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    def clip(self, other: Bounds) -> Bounds:
        """The part of this rectangle inside `other`; may be `empty`."""
        return Bounds(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


class Role(StrEnum):
    """The kind of an element, one word that prompts use as it is."""

    BUTTON = "button"
    FIELD = "field"
    TEXT = "text"
    ITEM = "item"
    CHECKBOX = "checkbox"
    SWITCH = "switch"
    RADIO = "radio"
    TAB = "tab"
    SLIDER = "slider"
    SPINNER = "spinner"
    IMAGE = "image"
    LIST = "list"
    OTHER = "element"


UNLABELLED = "unlabelled"
"""The label of an element without any name."""


class Window(StrEnum):
    """The window that an element belongs to."""

    APP = "app"
    DIALOG = "dialog"
    KEYBOARD = "keyboard"
    SYSTEM = "system"


@frozen
class Element:
    """One thing on the screen that can be read or acted on.

    `label` is its name: its own text or description, else the merged text of its contents, else a name made from its
    resource id. `text` is the visible text (for a field, its content, without the hint), `hint` the placeholder of a
    field. `index` counts from 1 in reading order and holds for this observation only. `container` is the index of the
    scrolling element around it. `place` tells elements of equal label apart ("row of 'Bob'", "2nd from top"); empty
    when the label is unique.
    """

    index: int
    role: Role
    label: str
    bounds: Bounds
    text: str = ""
    hint: str = ""
    description: str = ""
    resource_id: str = ""
    class_name: str = ""
    package: str = ""
    place: str = ""
    window: Window = Window.APP
    container: int | None = None
    clickable: bool = False
    long_clickable: bool = False
    editable: bool = False
    checkable: bool = False
    checked: bool = False
    scrollable: bool = False
    focused: bool = False
    selected: bool = False
    enabled: bool = True
    password: bool = False
    more_above: bool = False
    more_below: bool = False
    origin: Literal["tree", "ocr"] = "tree"
    """Source of the element: the accessibility tree, or pixels, where single characters may be wrong."""
    side: Literal["", "left", "right"] = ""
    """In a conversation: the side of the scrolling list on which the text lies."""
    covered: bool = False
    """True if another element of the same window is painted over it, for example a drawer over a page."""
    more_left: bool = False
    more_right: bool = False
    """For a list with items side by side: True if it continues on the right."""
    marks: tuple[str, ...] = ()
    """For a list row: ids of marks that it shows and most rows do not, for example `unread dot`."""
    said_by: str = ""
    """For a message in a group conversation: its sender, if shown on the message or above it."""
    heavy: bool = False
    """For a list row: printed in heavier letters than similar rows, as unread items are."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Its readable texts, each once, without a field's placeholder."""
        return tuple(dict.fromkeys(text for text in (self.label, self.text, self.description) if text))

    @property
    def names(self) -> tuple[str, ...]:
        """Its names: all of its texts, and the first part of a label with commas, "Wi-Fi" of "Wi-Fi, off"."""
        first = title_of(self.label)
        return (*self.texts, first) if first and first != self.label else self.texts

    @property
    def descriptor(self) -> str:
        """Role and label as a model names it: `button "Save"`. Unique on a screen together with `place`."""
        name = f'{self.role.value} "{self.label}"'
        return f"{name} ({self.place})" if self.place else name


class CaptureKind(StrEnum):
    """Why an observation is incomplete."""

    SECURE = "secure"
    NO_TREE = "no tree"
    READ_BY_OCR = "read from pixels"
    TIMED_OUT = "timed out"
    ASLEEP = "asleep"
    LOCKED = "locked"
    NO_SCREENSHOT = "no screenshot"
    INJECTION_DENIED = "injection denied"
    SHORTENED = "shortened"
    """The capture was complete; elements were left out of this copy to fit a budget."""


@frozen
class CaptureIssue:
    kind: CaptureKind
    detail: str = ""


@frozen
class Screenshot:
    """Encoded pixels of the whole screen; `width` and `height` are those of the image."""

    data: bytes = field(repr=False)
    media_type: str
    width: int
    height: int


@frozen
class Screen:
    """One observation. `taken_at` is the phone's own clock, timezone aware."""

    package: str
    activity: str
    width: int
    height: int
    taken_at: datetime
    elements: tuple[Element, ...]
    rotation: int = 0
    keyboard_shown: bool = False
    issues: tuple[CaptureIssue, ...] = ()
    screenshot: Screenshot | None = None
    hierarchy: str = field(default="", repr=False)

    @property
    def place(self) -> str:
        """The part of the screen's identity that does not depend on the texts of its elements."""
        return f"{self.package}/{self.activity}"

    @property
    def signature(self) -> str:
        """A short hash, equal for screens that a person would call the same: elements, texts and states.

        Pixels count only if the tree is empty: nothing else changes then.
        """
        parts = [self.package, self.activity, str(self.keyboard_shown)]
        parts += [
            f"{e.role}|{e.label}|{e.text}|{e.checked}|{e.selected}|{e.focused}|{e.bounds.top}"
            for e in self.elements
            if e.window is not Window.SYSTEM
        ]
        if self.screenshot is not None and any(issue.kind is CaptureKind.NO_TREE for issue in self.issues):
            parts.append(hashlib.sha256(self.screenshot.data).hexdigest())
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    def element(self, index: int) -> Element:
        """The element with that index. Raises KeyError."""
        for element in self.elements:
            if element.index == index:
                return element
        raise KeyError(index)

    def native(self, across: float, down: float, space: Space) -> tuple[int, int] | None:
        """The pixel for a model's coordinates on this screen's picture; None for a place outside of it."""
        return space.native(across, down, sent=self.sent, screen=(self.width, self.height))

    def named(self, x: int, y: int, space: Space) -> tuple[float, float]:
        """The model's coordinates for a pixel."""
        return space.model(x, y, sent=self.sent, screen=(self.width, self.height))

    @property
    def sent(self) -> tuple[int, int]:
        """Width and height of the picture sent to a model; the screen's own if there is none."""
        shot = self.screenshot
        return (shot.width, shot.height) if shot is not None else (self.width, self.height)

    def shows(self, text: str) -> bool:
        """True if the text is visible now, in whole words, in the app or its dialogs. System bars do not count."""
        return shows(self.elements, text)

    def answers(self, question: str, text: str) -> bool:
        """True if the screen shows the text as the answer to a question.

        The text is shown and is not a part of the question; or it is "on" or "off", and a switch has this state, which
        no text shows.
        """
        stands = {"on" if element.checked else "off" for element in self.elements if element.checkable}
        return canon(text) in stands or (self.shows(text) and not says(question, text))


def shows(elements: Iterable[Element], text: str) -> bool:
    """True if one of the elements has the text in whole words.

    The keyboard's keys and the system's bars do not count: their texts (battery, time) appear whatever happens.
    """
    return any(
        says(part, text)
        for element in elements
        if element.window not in (Window.KEYBOARD, Window.SYSTEM) and not element.covered
        for part in element.texts
    )
