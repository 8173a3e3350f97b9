"""The parts of a recipe: moves whose texts have slots for the step's values, and the page where they begin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import takewhile
from typing import Literal

from agentprog.frozen import frozen
from agentprog.ports import Role
from agentprog.ports.action import Direction

Path = tuple[str | int, ...]
_SLOT = re.compile(r"<(\d+)>")
"""A slot in the key of a sentence."""


@frozen
class Use:
    """A use of a value: the value of a slot, counted from 1, or a part of it. A path leads through objects and may end
    with a piece of a text. Slot 0 is the text of an element that the recipe reads."""

    slot: int
    path: Path = ()


Values = Mapping[Use, str]
"""The text of each value of the step, and of each part of a value."""


@frozen
class Text:
    """A text with slots for values of the step. It never contains an empty string, or two adjacent strings. Without
    parts, the stored recipe omits the text."""

    parts: tuple[str | Use, ...]

    @classmethod
    def of(cls, *parts: str | Use) -> Text:
        """The text with these parts; neighbouring strings are joined."""
        joined: list[str | Use] = []
        for part in parts:
            if isinstance(part, str) and joined and isinstance(joined[-1], str):
                joined[-1] += part
            elif part != "":
                joined.append(part)
        return cls(parts=tuple(joined))

    @property
    def uses(self) -> tuple[Use, ...]:
        """The pieces that come from values of the step, in order."""
        return tuple(part for part in self.parts if isinstance(part, Use))

    def filled(self, values: Values) -> str | None:
        """The text with these values; None if a value is missing."""
        found = [part if isinstance(part, str) else values.get(part) for part in self.parts]
        return None if any(part is None for part in found) else "".join(map(str, found))


@frozen
class Aim:
    """A description that fitted exactly one element. Names must match exactly: an element whose name merely contains
    the words does not fit."""

    label: Text | None = None
    role: str = ""
    resource: str = ""
    row: Text | None = None
    window: str = ""


Command = Literal[
    "open app", "tap", "double tap", "long press", "type", "clear", "press", "swipe", "scroll", "scroll to",
    "open notifications", "stands", "shows", "gone", "read",
]  # fmt: skip
"""The commands of exact lines, and four more. `shows` and `gone` check at the end whether a text is visible. `stands`
checks this before the next move. `read` reads the step's result."""


@frozen
class Move:
    """One line of a recipe. Each of `aims` has fitted the element in every execution so far, the most certain first.
    Each of `texts` was typed, checked or opened, or is the piece that was read from the element's text (empty: all of
    it). `sure`: only the step explains the texts and the element, or two executions with different values agree.
    `agreed`: only the agreement makes it sure. `maybe`: only some executions made this move; it is made if its element
    is on the screen. `place` is the page of the move. `was`: the touch turned its element, which was on (True) or off
    before. `varies`: executions chose other elements or texts, so that no agreement of later ones makes it sure."""

    command: Command
    aims: tuple[Aim, ...] = ()
    texts: tuple[Text, ...] = ()
    direction: Direction | None = None
    key: str = ""
    sure: bool = True
    maybe: bool = False
    place: str = ""
    agreed: bool = False
    was: bool | None = None
    varies: bool = False

    @property
    def kind(self) -> tuple[object, ...]:
        """Two moves can be one only if these properties are equal."""
        return self.command, self.direction, self.key, bool(self.texts)

    def settled(self, values: Values | None = None) -> bool:
        """True if the move needs no model: it is sure, and with these values all its possible texts are equal. Without
        values: true if a single slot determines its text."""
        if not self.sure or (not self.aims and self.command in AIMED) or not all(text.parts for text in self.texts):
            return False
        if values is not None and any(
            text is not None and not (text.filled(values) or "").strip()
            for aim in self.aims[:1]
            for text in (aim.label, aim.row)
        ):
            return False  # a value is missing or empty, so that anything would fit
        if (
            values is not None
            and len({aim.label.filled(values) for aim in self.aims if aim.label and aim.label.uses}) > 1
        ):
            return False
        if self.command == "read":
            return len(self.texts) <= 1
        if values is None:
            return len({text.uses[:1] and text.uses[0].slot for text in self.texts}) <= 1
        found = {text.filled(values) for text in self.texts}
        return len(found) <= 1 and None not in found


@frozen
class Sign:
    """One element as evidence for a condition. Its kind: an element has this name (`called`), the screen shows its
    words (`shown`), it is switched on (`checked`), or its text is `says`. `so`: the condition holds if this is true,
    else if it is false. `yes` and `no` count the judgements that agreed, by their verdict; `wrong`: one disagreed.
    `looks` are the states in which the element was seen; in any other state it decides nothing. `was`: whether it was
    true in every judgement, None if that differed. `aside`: the condition does not name it, so that another element may
    stand for the same; it never decides alone."""

    kind: Literal["called", "shown", "checked", "says"]
    aim: Aim
    says: Text | None = None
    so: bool = True
    yes: int = 0
    no: int = 0
    wrong: bool = False
    looks: tuple[str, ...] = ()
    was: bool | None = None
    aside: bool = False

    @property
    def what(self) -> tuple[object, ...]:
        """Two signs are the same if these properties are equal."""
        return self.kind, self.aim, self.says

    @property
    def sure(self) -> bool:
        """True if enough judgements of both verdicts agree with the sign and none disagrees."""
        return not (self.wrong or self.aside) and min(self.yes, self.no) >= ENOUGH


@frozen
class Column:
    """A value of each row, with its name; "" for a list of texts. `ways` are the parts of the row, counted from 0, and
    pieces of parts that were this value in every reading."""

    name: str
    ways: tuple[Path, ...]


@frozen
class RowForm:
    """The rows of one role: the number of their parts, and their values."""

    role: str
    cells: int
    columns: tuple[Column, ...]


@frozen
class Rows:
    """The form of a list. `span` is the left edge and the width of its rows. `taken` and `left` are the states of rows
    that a reading included or left out. `always` are checksums of the elements around the rows on every page,
    `controls` those of all buttons, fields and chosen elements on any page, `kinds` those of the kinds of texts beside
    and between the rows on any page."""

    resource: str
    forms: tuple[RowForm, ...]
    taken: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    span: tuple[int, ...] = ()


OF_THE_APP = (Role.BUTTON, Role.TAB, Role.SWITCH, Role.FIELD)
"""Roles whose names come from the app. Names of rows, check boxes and plain texts may come from the user."""
LOOKS = ("shows", "gone")
"""Commands that only check the screen."""
CHECKS = (*LOOKS, "stands")
"""Commands that do nothing. An execution with no other line found everything done already; it is no way to do it."""
GAPS = ("tap", "double tap", "long press", "type")
"""Commands that a model may do in place of a line; the lines continue afterwards."""
AIMED = ("tap", "double tap", "long press", "clear", "scroll to", "read")
"""Commands that need an element."""


@frozen
class Home:
    """The place where a recipe is valid: a version of a package, a language, and a shape of the screen."""

    package: str
    version: str
    language: str
    shape: str


@frozen
class Way:
    """Another way to begin: on the page `begins`, go back `backs` times, then continue with the move number `joins`."""

    begins: str
    backs: int = 0
    joins: int = 0


@frozen
class Steady:
    """A value that all executions so far had in this slot; the mark distinguishes it from others without revealing
    it."""

    slot: int
    mark: str


@frozen
class Recipe:
    """A recipe.

    `key` is the step's sentence with slots for its values, `app` its app. `begins` is the page where its moves begin;
    `ways` are other ways to begin. `lasting`: it has an irreversible effect. `proven` counts the executions that agree
    on it, `distinct` those with other values than earlier ones of their run, `exits` the failed checks in a row.
    `earlier`: no execution of this run confirms it, only earlier ones. `mark` distinguishes the values of its last
    execution from others without revealing them. If the key is a condition, `signs` may decide it on a screen that has
    the elements of `moves`. If it reads a list, `rows` says how. `heads` are elements of the page that have to show
    values of the step: no move contains these values, so the page decides what the moves are done to. `steady` are the
    values that never changed: what executions agreed on may depend on one of them.
    """

    key: str
    app: str
    begins: str
    moves: tuple[Move, ...]
    lasting: bool = False
    proven: int = 1
    distinct: int = 1
    exits: int = 0
    earlier: bool = False
    ways: tuple[Way, ...] = ()
    mark: str = ""
    signs: tuple[Sign, ...] = ()
    rows: Rows | None = None
    heads: tuple[Sign, ...] = ()
    steady: tuple[Steady, ...] = ()

    def ways_from(self, page: str, place: str) -> tuple[Way, ...]:
        """The ways to begin on this page, or by going back from exactly this place; empty if no execution began
        there."""
        ways = (Way(begins=self.begins), *self.ways)
        return tuple(way for way in ways if way.begins == (place if way.backs else page))

    @property
    def bound(self) -> bool:
        """True if every slot of the sentence affects a move or the page. Otherwise a different value in the unused slot
        would change nothing."""
        uses = {use.slot for move in self.moves if move.command not in LOOKS for use in uses_of(move)}
        uses |= {use.slot for head in self.heads if head.says is not None for use in head.says.uses}
        return all(int(number) in uses for number in _SLOT.findall(self.key))

    def course(self, values: Values | None = None, way: Way | None = None) -> Iterator[tuple[Move, bool]]:
        """The moves for this beginning, each with True if it can be made with these values; a model makes the others.
        Checks that cannot be made are left out."""
        if way is not None:
            yield from ((Move(command="press", key="back", place=way.begins), True) for _ in range(way.backs))
        same_steady = values is None or set(self.steady) <= set(steady_of(values))
        for move in self.moves[way.joins if way else 0 :]:
            settled = move.settled(values) and (same_steady or not move.agreed)
            if settled or move.command not in LOOKS:
                yield move, settled

    def lines(self, values: Values | None = None, way: Way | None = None) -> tuple[Move, ...]:
        """The moves before the first move that needs a model."""
        return tuple(move for move, _ in takewhile(lambda pair: pair[1], self.course(values, way)))

    def whole(self, values: Values | None = None) -> bool:
        """True if the recipe's lines do all of the step."""
        return all(settled or move.command in LOOKS for move, settled in self.course(values))

    @property
    def quarantined(self) -> bool:
        """True after several failed checks in a row: no run uses it until a new proof."""
        return self.exits >= MOST_EXITS

    @property
    def trusted(self) -> bool:
        """True if the recipe may do a step. A recipe of earlier runs needs two executions that agree."""
        if self.signs:
            return any(sign.sure for sign in self.signs)
        if self.rows is not None:
            return self.proven >= ENOUGH
        does = any(move.command not in CHECKS for move in self.lines())
        return self.bound and does and not self.quarantined and (not self.earlier or self.proven >= ENOUGH)


def uses_of(move: Move) -> Iterator[Use]:
    """The values that the move depends on."""
    texts = [*move.texts, *(text for aim in move.aims[:1] for text in (aim.label, aim.row) if text is not None)]
    return (use for text in texts for use in text.uses if use.slot)


def steady_of(values: Values) -> tuple[Steady, ...]:
    """The value of each slot by its mark."""
    whole = {
        use: text
        for use, text in values.items()
        if Use(slot=use.slot, path=use.path[:-1]) not in values or not use.path
    }
    slots = dict.fromkeys(use.slot for use in whole)
    return tuple(
        Steady(slot=slot, mark=mark_of(tuple(text for use, text in whole.items() if use.slot == slot)))
        for slot in slots
    )


def mark_of(values: tuple[str, ...]) -> str:
    """Two bytes of a checksum: many other values have the same."""
    return sha256(repr(values).encode()).hexdigest()[:4]


LONGEST = 4000
"""Most letters of a text, and most items of a list, in a recipe."""
MOST_EXITS = 2
"""Side exits in a row after which a recipe is no longer used."""
ENOUGH = 2
"""Number of agreeing proven executions after which another run trusts a recipe, or a recipe that failed is used
again."""
