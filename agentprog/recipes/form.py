"""What a recipe is: moves whose texts leave open what the step's own values say, and the place that they begin at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agentprog.ports.action import Direction

Path = tuple[str | int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Use:
    """The value of a step's slot, counted from 1, or a part of it."""

    slot: int
    path: Path = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    """A text in which parts are values of the step. Never two strings in a row, never an empty one. Without any part it
    is one that is not kept."""

    parts: tuple[str | Use, ...]

    @classmethod
    def of(cls, *parts: str | Use) -> Text:
        """Of these parts, neighbouring strings joined."""
        joined: list[str | Use] = []
        for part in parts:
            if isinstance(part, str) and joined and isinstance(joined[-1], str):
                joined[-1] += part
            elif part != "":
                joined.append(part)
        return cls(parts=tuple(joined))

    @property
    def uses(self) -> tuple[Use, ...]:
        return tuple(part for part in self.parts if isinstance(part, Use))


@dataclass(frozen=True, kw_only=True, slots=True)
class Aim:
    """All that is said of an element by which it was the only one meant. It is called exactly so: another whose name
    only has the words is not meant."""

    label: Text | None = None
    role: str = ""
    resource: str = ""
    row: Text | None = None
    window: str = ""


Command = Literal[
    "open app", "tap", "double tap", "long press", "type", "clear", "press", "swipe", "scroll", "scroll to",
    "open notifications", "shows", "gone", "read",
]  # fmt: skip
"""Those of exact lines; `shows` and `gone` look whether a text can be read, `read` takes the step's result."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
    """One line. Of `aims` each has meant the element in every execution so far, the surest first; of `texts` each was
    what was typed, said or opened. `sure`: nothing but the step explains it, or two executions with other values
    agree. `maybe`: it was there in some executions only, and is made where its element is on the screen."""

    command: Command
    aims: tuple[Aim, ...] = ()
    texts: tuple[Text, ...] = ()
    direction: Direction | None = None
    key: str = ""
    sure: bool = True
    maybe: bool = False

    @property
    def kind(self) -> tuple[object, ...]:
        """What two executions must have alike for this to be one move."""
        return self.command, self.direction, self.key, bool(self.texts)

    @property
    def settled(self) -> bool:
        """Whether it can be made without asking anybody."""
        said = len(self.texts) <= 1 and all(text.parts for text in self.texts)
        return self.sure and said and (bool(self.aims) or self.command not in AIMED)


LOOKS = ("shows", "gone")
"""Commands that only look."""
AIMED = ("tap", "double tap", "long press", "clear", "scroll to", "read")
"""Commands that are nothing without an element."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Home:
    """Where a recipe holds: in this version of a package, in this language, on a screen of this shape."""

    package: str
    version: str
    language: str
    shape: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Recipe:
    """`key` is the step's sentence with its values left open, `app` the one that it runs in. `begins` is where its
    moves were begun; `lasting`: it does what cannot be taken back. `proven` counts the executions that agree on it,
    `distinct` those of them with other values than any before in their run; `exits` the times in a row that it did not
    find what it expects. `earlier`: no execution of this run bears it out, only those of earlier ones."""

    key: str
    app: str
    begins: str
    moves: tuple[Move, ...]
    lasting: bool = False
    proven: int = 1
    distinct: int = 1
    exits: int = 0
    earlier: bool = False

    @property
    def lines(self) -> tuple[Move, ...]:
        """Those that can be made: up to the first that is not settled. What only looks is no reason to stop."""
        found: list[Move] = []
        for move in self.moves:
            if move.settled:
                found.append(move)
            elif move.command not in LOOKS:
                break
        return tuple(found)

    @property
    def whole(self) -> bool:
        """Whether its lines do all of the step."""
        return all(move.settled or move.command in LOOKS for move in self.moves)

    @property
    def quarantined(self) -> bool:
        return self.exits >= MOST_EXITS

    @property
    def trusted(self) -> bool:
        """Whether a step may be done by it: what earlier runs have learned needs two executions that agree."""
        return bool(self.lines) and not self.quarantined and (not self.earlier or self.proven >= ENOUGH)


MOST_EXITS = 2
"""Side exits in a row after which a recipe is no longer used."""
ENOUGH = 2
"""Proven executions that have to agree before another run trusts a recipe, and before one is used again that was
not."""
