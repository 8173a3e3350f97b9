"""Reads the fields of a header from its YAML: title, language, inputs, apps, budget."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from agentprog.frozen import frozen
from agentprog.lang.ast import Expr, Header, Input, Ref, Span, Template
from agentprog.lang.diagnostics import did_you_mean
from agentprog.lang.phrases.expressions import exact_value
from agentprog.lang.phrases.parts import type_name
from agentprog.lang.phrases.references import prose, variable_name, whole_quoted
from agentprog.lang.reading.nodes import VALUE_TAG, Node
from agentprog.lang.reading.sheet import Sheet
from agentprog.lang.source.lines import Notes, SourceLine
from agentprog.lang.source.text import Piece, top_level
from agentprog.lang.vocabulary.words import LANGUAGES, Words

BUDGETS = ("actions", "calls", "tokens", "money", "seconds", "iterations")
_BUDGET_NAMES = {"steps": "actions", "model_calls": "calls", "time": "seconds", "minutes": "minutes", "cost": "money"}
_KEYS = ("title", "language", "inputs", "apps", "budget")
_KEY_NAMES = {"name": "title", "description": "title", "input": "inputs", "parameters": "inputs", "app": "apps"}
_INPUT_FIELDS = ("type", "description", "default")
_MORE_FIELDS = ("required", "example")
"""Fields of an input in other formats. They are accepted and ignored, but an input without a default must be given."""
_REQUIRED = ("true", "yes", "y", "1", "on")


@frozen
class _Named:
    """A name with its place and its value. A bare name has the value None."""

    name: str
    where: Piece
    value: Node | None = None


class HeaderReader:
    """Reads the lines of a header; every fault becomes a diagnostic."""

    def __init__(self, notes: Notes, vocabulary: Words) -> None:
        self.vocabulary = vocabulary
        self.notes = notes
        self.sheet = Sheet([], vocabulary)
        self.fields: dict[str, Node] = {}

    def read(self, lines: list[SourceLine]) -> Header:
        self.sheet = Sheet(lines, self.vocabulary)
        written: set[str] = set()
        for key, value in self.sheet.fields(self.notes):
            self._field(key, value, written)
        return Header(
            title=self._scalar("title"),
            language=self._language(),
            inputs=tuple(self._inputs()),
            apps=tuple(entry.name for entry in self._listed("apps") if entry.name),
            budget=tuple(self._budget()),
            comments=tuple(self.sheet.comments()),
            span=self._span(lines),
        )

    @staticmethod
    def _span(lines: list[SourceLine]) -> Span:
        if not lines:
            return Span()
        first, last = lines[0], lines[-1]
        return Span(start=first.offset, end=last.offset + len(last.text), line=first.number, column=1)

    def _field(self, key: Node, value: Node, written: set[str]) -> None:
        written_name = self._text(key).casefold().replace(" ", "_")
        name = _KEY_NAMES.get(written_name, written_name)
        where = self._piece(key).span()
        if name not in _KEYS:
            hint = did_you_mean(name, _KEYS) or "the keys are " + ", ".join(_KEYS)
            self.notes.report("STP112", f"the header has no key {name!r}", where, hint)
        elif written_name in written:
            self.notes.report("STP111", f"the header has {written_name!r} twice", where, "remove one")
        else:
            self.fields.setdefault(name, value)
        written.add(written_name)

    def _piece(self, node: Node) -> Piece:
        return self.sheet.piece(node.start, node.end)

    def _text(self, node: Node) -> str:
        """The text that the author meant: without escapes if it is quoted, else unchanged. `{name}` gives the name."""
        if node.items is not None:
            key, value = next(iter(node.items), (None, node))
            inner = key or value
            return "" if inner is node else self._text(inner)
        unquoted = not node.style and "\n" not in self.sheet.text[node.start : node.end]
        return self._piece(node).raw if unquoted else node.text

    def _scalar(self, name: str) -> str:
        node = self.fields.get(name)
        if node is not None and node.items is not None:
            self.notes.report("STP111", f"the {name} is one text", self._piece(node).span(), "put it in quotes")
            return ""
        return "" if node is None else self._text(node)

    def _language(self) -> str:
        found = self._scalar("language").casefold() or "en"
        if found in LANGUAGES:
            return found
        where = self._piece(self.fields["language"]).span()
        self.notes.report("STP111", f"no words for the language {found!r}", where, "use one of " + ", ".join(LANGUAGES))
        return "en"

    def _listed(self, field: str) -> Iterator[_Named]:
        """The entries of a list of names, written as items, as pairs, or with commas between them."""
        node = self.fields.get(field)
        if node is None or node.empty:
            return
        if node.items is None:
            yield from self._between_commas(field, node)
        for key, value in node.entries():
            if key is None and value.items is not None:
                self.notes.report("STP111", "a list within a list", self._piece(value).span(), "write one list")
                continue
            entry = key or value
            yield _Named(name=self._text(entry), where=self._piece(entry), value=value if key else None)

    def _between_commas(self, field: str, node: Node) -> Iterator[_Named]:
        piece = self._piece(node)
        if node.style:
            yield _Named(name=node.text, where=piece)
        elif "\n" in self.sheet.text[node.start : node.end]:
            hint = "put a dash before each"
            self.notes.report("STP111", f"the lines under {field!r} are not a list", piece.span(), hint)
        else:
            cuts = [-1, *top_level(piece.plain, ","), len(piece)]
            parts = (piece.cut(start + 1, end) for start, end in pairwise(cuts))
            yield from (_Named(name=part.raw, where=part) for part in parts if len(part))

    def _budget(self) -> Iterator[tuple[str, int | float]]:
        for limit in self._listed("budget"):
            if limit.value is None:
                self.notes.report("STP111", "a budget is `name: number`", limit.where.span())
                continue
            written_name = limit.name.casefold().replace(" ", "_")
            name = _BUDGET_NAMES.get(written_name, written_name)
            factor = 60 if name == "minutes" else 1
            name = "seconds" if name == "minutes" else name
            if name not in BUDGETS:
                hint = did_you_mean(name, BUDGETS) or "the limits are " + ", ".join(BUDGETS)
                self.notes.report("STP112", f"there is no budget of {name!r}", limit.where.span(), hint)
                continue
            number = re.fullmatch(r"\d{1,15}(\.\d{1,9})?", self._text(limit.value).replace("_", ""))
            if not number:
                where = limit.where if limit.value.empty else self._piece(limit.value)
                self.notes.report("STP119", f"the budget {name!r} is not a number", where.span())
                continue
            amount = float(number.group()) if number.group(1) else int(number.group())
            yield name, amount * factor

    def _inputs(self) -> Iterator[Input]:
        seen: set[str] = set()
        for entry in self._declared():
            name = variable_name(entry.name.strip("{}"))
            if not name.isidentifier():
                message = f"{name!r} cannot be the name of an input"
                self.notes.report("STP111", message, entry.where.span())
            elif name in seen:
                message = f"the input {name!r} is declared twice"
                self.notes.report("STP114", message, entry.where.span(), "remove one")
            else:
                seen.add(name)
                yield self._input(name, entry)

    def _declared(self) -> Iterator[_Named]:
        """The declared inputs: bare names, or items with a `name` field, such as `- {name: day, type: date}`."""
        node = self.fields.get("inputs")
        whole = [value for key, value in (node.items or ()) if key is None and self._own_name(value)] if node else []
        for value in whole:
            name = self._own_name(value)
            if name is not None:
                yield _Named(name=self._text(name), where=self._piece(name), value=value)
        if not whole:
            yield from self._listed("inputs")

    def _own_name(self, item: Node) -> Node | None:
        fields = {self._text(key).casefold(): value for key, value in item.items or () if key is not None}
        known = {"name", *_INPUT_FIELDS, *_MORE_FIELDS}
        return fields.get("name") if len(fields) > 1 and set(fields) <= known else None

    def _input(self, name: str, entry: _Named) -> Input:
        kind, description = "", ""
        default: Expr | None = None
        value, optional = entry.value, None
        if value is not None and value.items is None and not value.empty:
            kind = self._type(value)
        for key, part in value.entries() if value is not None else ():
            field = self._text(key).casefold() if key is not None else ""
            if field == "type":
                kind = self._type(part)
            elif field == "description":
                description = self._text(part)
            elif field == "default":
                default = self._default(part)
            elif field == "required" and self._text(part).casefold() not in _REQUIRED:
                optional = part
            elif field != "name" and field not in _MORE_FIELDS:
                hint = did_you_mean(field, _INPUT_FIELDS) or ", ".join(_INPUT_FIELDS)
                where = self._piece(part if key is None else key).span()
                self.notes.report("STP112", f"an input has no {field!r}", where, hint)
        if optional is not None and default is None:
            message, hint = (
                "an input without a default must be given",
                "write a default in its place, such as `default: 0`",
            )
            self.notes.report("STP112", message, self._piece(optional).span(), hint)
        return Input(name=name, type=kind, description=description, default=default, span=entry.where.span())

    def _default(self, node: Node) -> Expr:
        """Parses a default value as a line of the program would, except for escapes that only YAML knows."""
        piece = self._piece(node)
        if node.items is not None and not node.flow:
            hint = "write [one, two], or {name: value}"
            self.notes.report("STP111", "a default of several values needs brackets", piece.span(), hint)
        if node.tag == VALUE_TAG:
            inner = piece.instead(node.text)
            return exact_value(inner) or prose(inner)
        if node.style:
            found = whole_quoted(piece)
            with_names = found is not None and any(isinstance(part, Ref) for part in found.parts)
            return found if found is not None and with_names else Template.of(node.text, span=piece.span())
        return exact_value(piece) or prose(piece)

    def _type(self, node: Node) -> str:
        name = type_name(self._text(node), self.vocabulary)
        outer = name.split(" of ")[0]
        if name and self.vocabulary.meaning("types", outer) is None:
            known = [word for table in self.vocabulary.tables.values() for word in table["types"]]
            hint = did_you_mean(name, known) or "text, number, boolean, list, object, table, image or date"
            self.notes.report("STP113", f"{name!r} is not a type", self._piece(node).span(), hint)
        return name
