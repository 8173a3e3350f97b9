"""State that survives a rebuild of the widgets: a field's text, and a container's scroll position."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

InputType = Literal["text", "number", "decimal", "phone", "email", "password"]
GO, SEARCH, SEND, NEXT, DONE = 2, 3, 4, 5, 6
_ALLOWED = {"number": "0123456789", "decimal": "0123456789.", "phone": "0123456789+*#()- .,;/N"}
# Android's fling physics (OverScroller): friction, and the exponent of its deceleration curve.
_FRICTION = 0.015
_DECELERATION = math.log(0.78) / math.log(0.9)


@dataclass(eq=False, kw_only=True)
class EditState:
    """A field's content: text and selection.

    `action` is the editor action of its enter key (0: plain newline).
    """

    text: str = ""
    input_type: InputType = "text"
    multi_line: bool = False
    action: int = DONE
    max_length: int = 0
    on_change: Callable[[str], object] | None = None
    on_action: Callable[[int], object] | None = None
    on_focus: Callable[[bool], object] | None = None
    start: int = -1
    end: int = -1

    def __post_init__(self) -> None:
        if self.start < 0:
            self.start = self.end = len(self.text)

    def accepts(self, text: str) -> str:
        """The part of a text that this kind of field accepts."""
        if not self.multi_line:
            text = text.replace("\r", "").replace("\n", " ")
        allowed = _ALLOWED.get(self.input_type)
        return text if allowed is None else "".join(c for c in text if c in allowed)

    def insert(self, text: str) -> None:
        """Replace the selection, as typing does."""
        accepted = self.accepts(text)
        low, high = sorted((self.start, self.end))
        if self.max_length:
            accepted = accepted[: max(0, self.max_length - len(self.text) + high - low)]
        self._become(self.text[:low] + accepted + self.text[high:], low + len(accepted))

    def replace(self, text: str) -> None:
        accepted = self.accepts(text)
        accepted = accepted[: self.max_length] if self.max_length else accepted
        self._become(accepted, len(accepted))

    def delete(self, before: int, after: int = 0) -> None:
        low, high = sorted((self.start, self.end))
        if low == high:
            low, high = max(0, low - before), min(len(self.text), high + after)
        self._become(self.text[:low] + self.text[high:], low)

    def move(self, by: int) -> None:
        self.start = self.end = min(max(0, self.end + by), len(self.text))

    def select_all(self) -> None:
        self.start, self.end = 0, len(self.text)

    def end_of_text(self) -> None:
        self.start = self.end = len(self.text)

    def load(self, text: str) -> None:
        """Set the content without calling listeners."""
        self.text = text
        self.end_of_text()

    def _become(self, text: str, cursor: int) -> None:
        changed = text != self.text
        self.text, self.start, self.end = text, cursor, cursor
        if changed and self.on_change:
            self.on_change(text)

    def shown(self) -> str:
        return "•" * len(self.text) if self.input_type == "password" else self.text


@dataclass(eq=False, kw_only=True)
class Fling:
    """A running fling: its start, distance and duration."""

    began: float
    origin: float
    distance: float
    seconds: float


@dataclass(eq=False, kw_only=True)
class ScrollState:
    """A container's scroll position in pixels. Layout sets `limit` and `viewport`."""

    offset: float = 0
    limit: float = 0
    viewport: int = 0
    axis: Literal["vertical", "horizontal"] = "vertical"
    to_end: bool = False
    reveal: int | None = None
    fling: Fling | None = None

    def clamp(self) -> None:
        self.offset = min(max(0.0, self.offset), max(0.0, self.limit))

    def by(self, pixels: float) -> bool:
        """Scroll within the limits. True if it moved."""
        before = self.offset
        self.offset += pixels
        self.clamp()
        return self.offset != before

    def throw(self, velocity: float, now: float, density: int) -> None:
        """Start a fling with a velocity in pixels a second (positive: towards the content's end)."""
        coefficient = 9.80665 * 39.37 * density * 0.84
        strength = math.log(max(1e-6, 0.35 * abs(velocity) / (_FRICTION * coefficient)))
        seconds = math.exp(strength / (_DECELERATION - 1))
        distance = _FRICTION * coefficient * math.exp(_DECELERATION / (_DECELERATION - 1) * strength)
        self.fling = Fling(
            began=now,
            origin=self.offset,
            distance=math.copysign(distance, velocity),
            seconds=min(max(seconds, 0.02), 3.0),
        )

    def animate(self, now: float) -> bool:
        """Advance a running fling to a time. True while it runs."""
        fling = self.fling
        if fling is None:
            return False
        part = min(1.0, max(0.0, (now - fling.began) / fling.seconds))
        self.offset = fling.origin + fling.distance * (1 - (1 - part) ** 2.4)
        self.clamp()
        if part >= 1.0 or self.offset in (0.0, float(self.limit)):
            self.fling = None
        return self.fling is not None
