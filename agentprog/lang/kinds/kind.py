"""One kind of statement: which slots of its pattern fill which fields, and how to write it again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from agentprog.frozen import frozen
from agentprog.lang.ast import Ref, Statement
from agentprog.lang.phrases.parts import LineParts
from agentprog.lang.phrases.references import whole_ref
from agentprog.lang.phrases.wording import ExpressionWriter
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import Words

Steps = Callable[[Piece], tuple[Statement, ...]]
"""Parses the statements on the rest of the line: one, or several joined by `and then`."""


@frozen
class Fit:
    """A line with the slots of the pattern that it matches."""

    line: LineParts
    slots: Mapping[str, Piece]
    form: str
    steps: Steps

    @property
    def words(self) -> Words:
        return self.line.words

    def tail(self, name: str) -> Piece:
        """The line from a slot to its end, with its capture and without a block's colon."""
        rest = self.line.rest
        end = len(rest) - 1 if self.line.colon else len(rest)
        return rest.cut(self.slots[name].offset - rest.offset, end)

    def target(self) -> Ref | None:
        """The variable for the result: named in the sentence, else after it."""
        piece = self.slots.get("target")
        return whole_ref(piece) if piece is not None else self.line.capture


@dataclass(frozen=True, slots=True)
class Slot:
    """Reads and writes one slot. `read` returns None to refuse the text, and then the next pattern is tried. `write`
    returns None if this form has no words for the value, and then another form of the kind is tried."""

    read: Callable[[Piece], Any]
    write: Callable[[ExpressionWriter, Any], str | None]


Maker = Callable[[Fit], Statement | None]
Texts = Callable[[ExpressionWriter, Any], Mapping[str, str]]
_REQUIRED = re.compile(r"\[[^\[\]]*\]")


@frozen
class Kind:
    """One form of the word tables, and the statement that it makes. Each slot is named as the field that it fills."""

    form: str
    node: type[Statement] | None = None
    """The statement that this form makes and writes. None: `make` reads it, and another form writes it."""
    slots: Mapping[str, Slot] = field(default_factory=dict)
    always: Mapping[str, Any] = field(default_factory=dict)
    """Fields that follow from the form itself: `tap` sets the command."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Values of fields whose slot is missing."""
    app: bool = True
    """True if an app scope may stand before it. Otherwise a line with one is a step."""
    result: Literal["no", "may", "must", "ask"] = "no"
    """If a variable after the line takes a result: never, optionally or always. `ask`: `make` decides."""
    block: bool = False
    """True if it may end with a colon."""
    make: Maker | None = None
    """Replaces reading slot by slot."""
    texts: Texts | None = None
    """Replaces writing field by field."""

    def read(self, fit: Fit) -> Statement | None:
        """The statement; None if the line does not fit this kind."""
        line = fit.line
        if line.app is not None and not self.app:
            return None
        if self.result == "no" and line.capture is not None:
            return None
        return self.make(fit) if self.make is not None else self._made(fit)

    def _made(self, fit: Fit) -> Statement | None:
        fields: dict[str, Any] = {**self.always, **self.defaults}
        for name, slot in self.slots.items():
            piece = fit.slots.get(name)
            if piece is not None:
                fields[name] = slot.read(piece)
                if fields[name] is None:
                    return None
        if self.result != "no" and not self._captured(fit, fields):
            return None
        assert self.node is not None, self.form
        return self.node(span=fit.line.span, **fields)

    def _captured(self, fit: Fit, fields: dict[str, Any]) -> bool:
        """Adds the variable for the result. False if a required one is missing, or if there are two."""
        named, capture = fields.get("capture"), fit.line.capture
        if (named is not None and capture is not None) or (named is capture is None and self.result == "must"):
            return False
        fields["capture"] = named if named is not None else capture
        if self.node is not None and "returns" in self.node.__dataclass_fields__:
            fields["returns"] = fit.line.returns
        return True

    def written(self, writer: ExpressionWriter, statement: Statement) -> str | None:
        """The canonical text, without scope and result; None if another form of this kind must write it."""
        canonical = writer.canonical(self.form)
        if not canonical or any(getattr(statement, name) != value for name, value in self.always.items()):
            return None
        texts = dict(self._texts(writer, statement))
        required = re.findall(r"<(\w+)>", _REQUIRED.sub("", canonical))
        if any(texts.get(name) is None for name in required):
            return None
        return fill(canonical, {name: text or "" for name, text in texts.items()})

    def _texts(self, writer: ExpressionWriter, statement: Statement) -> Mapping[str, str | None]:
        if self.texts is not None:
            return self.texts(writer, statement)
        found: dict[str, str | None] = {}
        for name, slot in self.slots.items():
            value = getattr(statement, name)
            value = self.defaults.get(name) if value is None else value
            found[name] = None if value is None else slot.write(writer, value)
        return found
