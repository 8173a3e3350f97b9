"""An observation of the phone: its elements, its pixels, and what could not be captured."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

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
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    @property
    def empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    def contains(self, x: int, y: int) -> bool:
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
    """What an element is to a person, one word that a model reads as it stands."""

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
"""The label of an element that says nothing of what it is."""


class Window(StrEnum):
    """Which window an element belongs to."""

    APP = "app"
    DIALOG = "dialog"
    KEYBOARD = "keyboard"
    SYSTEM = "system"


@dataclass(frozen=True, kw_only=True, slots=True)
class Element:
    """One thing on the screen that can be read or acted on.

    `label` is what to call it: its own text or description, else the merged text of what it contains, else a name made
    from its resource id. `text` is what the screen shows (for a field, its content, without the hint), `hint` the
    placeholder of a field. `index` counts from 1 in reading order and holds for this observation only. `container`
    is the index of the scrolling element around it. `place` tells elements of equal label apart ("row of
    'Bob'", "2nd from top"); empty when the label is unique.
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
    """How it is known: from the accessibility tree, or read from pixels, which may err in single characters."""
    side: Literal["", "left", "right"] = ""
    """Of the scrolling list around it, where what is said stands on sides, as in a conversation."""
    covered: bool = False
    """Whether something of the same window is painted over it, as a drawer over a page."""
    more_left: bool = False
    more_right: bool = False
    """Of a list whose things stand side by side: whether it goes on there."""
    marks: tuple[str, ...] = ()
    """Of a row of a list: what it bears and others like it do not, by the app's own names: `unread dot`."""
    said_by: str = ""
    """Of what is said in a conversation of several: who said it, where that is written by it or by what is above."""
    heavy: bool = False
    """Of a row of a list: printed in heavier letters than others like it, as what was not read yet."""

    @property
    def texts(self) -> tuple[str, ...]:
        """What can be read of it, each text once; a field's placeholder is not."""
        return tuple(dict.fromkeys(text for text in (self.label, self.text, self.description) if text))

    @property
    def names(self) -> tuple[str, ...]:
        """What it is called: all that it says, and the first of several things in a label, "Wi-Fi" of "Wi-Fi, off"."""
        first = title_of(self.label)
        return (*self.texts, first) if first and first != self.label else self.texts

    @property
    def descriptor(self) -> str:
        """Role and label as a model names it: `button "Save"`. Unique on a screen together with `place`."""
        name = f'{self.role.value} "{self.label}"'
        return f"{name} ({self.place})" if self.place else name


class CaptureKind(StrEnum):
    """Why an observation is less than the whole truth."""

    SECURE = "secure"
    NO_TREE = "no tree"
    READ_BY_OCR = "read from pixels"
    TIMED_OUT = "timed out"
    ASLEEP = "asleep"
    LOCKED = "locked"
    NO_SCREENSHOT = "no screenshot"
    INJECTION_DENIED = "injection denied"
    SHORTENED = "shortened"
    """All was captured; elements were left out of this copy of it, which is told within a budget."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CaptureIssue:
    kind: CaptureKind
    detail: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Screenshot:
    """Encoded pixels of the whole screen; `width` and `height` are those of the image."""

    data: bytes = field(repr=False)
    media_type: str
    width: int
    height: int


@dataclass(frozen=True, kw_only=True, slots=True)
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
        """What stays the same while one screen is shown, whatever its elements say."""
        return f"{self.package}/{self.activity}"

    @property
    def signature(self) -> str:
        """A short hash of what a person would call the same screen: elements, texts and states. Pixels count only
        where the tree has nothing: there they are all that changes."""
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
        """The pixel that a model means by a place on this screen's picture; None for a place outside of it."""
        return space.native(across, down, sent=self.sent, screen=(self.width, self.height))

    def named(self, x: int, y: int, space: Space) -> tuple[float, float]:
        """The place on this screen's picture by which a model names that pixel."""
        return space.model(x, y, sent=self.sent, screen=(self.width, self.height))

    @property
    def sent(self) -> tuple[int, int]:
        """Width and height of the picture a model gets; the screen's own where there is none."""
        shot = self.screenshot
        return (shot.width, shot.height) if shot is not None else (self.width, self.height)

    def shows(self, text: str) -> bool:
        """Whether the text is readable on the screen now, in whole words: the app's and its dialogs', not the bars of
        the system."""
        return shows(self.elements, text)

    def answers(self, question: str, text: str) -> bool:
        """Whether the text is read here as the answer to a question: it is shown, and the question does not say it
        itself; or it is "on" or "off", and a switch stands so, which no text says."""
        stands = {"on" if element.checked else "off" for element in self.elements if element.checkable}
        return canon(text) in stands or (self.shows(text) and not says(question, text))


def shows(elements: Iterable[Element], text: str) -> bool:
    """Whether one of the elements says the text in whole words. The keyboard's keys and the system's bars aside: what
    they say (the battery, the time) is said whatever happens."""
    return any(
        says(part, text)
        for element in elements
        if element.window not in (Window.KEYBOARD, Window.SYSTEM) and not element.covered
        for part in element.texts
    )
