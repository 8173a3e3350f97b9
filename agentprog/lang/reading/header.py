"""The header between `---` lines: a small part of YAML (maps, lists, flow forms, scalars), and what it means."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agentprog.lang.ast import Expr, Header, Input, Span
from agentprog.lang.diagnostics import did_you_mean
from agentprog.lang.phrases.expressions import exact_value
from agentprog.lang.phrases.parts import type_name
from agentprog.lang.phrases.references import prose, variable_name, whole_quoted
from agentprog.lang.source.lines import LineReader, LogicalLine, Notes, SourceLine
from agentprog.lang.source.text import Piece, top_level, unclosed
from agentprog.lang.vocabulary.words import LANGUAGES, Words

BUDGETS = ("actions", "calls", "tokens", "money", "seconds", "iterations")
_BUDGET_NAMES = {"steps": "actions", "model_calls": "calls", "time": "seconds", "minutes": "minutes", "cost": "money"}
_KEYS = ("title", "language", "inputs", "apps", "budget")
_KEY_NAMES = {"name": "title", "description": "title", "input": "inputs", "parameters": "inputs", "app": "apps"}
_CLOSED_BY = {"{": "}", "[": "]", "(": ")"}
_FENCE = re.compile(r"-{3,}\s*(?:#.*)?")


def split_header(lines: list[SourceLine], notes: Notes) -> tuple[list[SourceLine] | None, list[SourceLine]]:
    """The lines between the fences, and the lines of the program."""
    first = next((i for i, line in enumerate(lines) if line.text.strip("\ufeff \t") and not _comment(line)), None)
    if first is None or not _FENCE.fullmatch(lines[first].text.strip("\ufeff \t")):
        return None, lines
    for index in range(first + 1, len(lines)):
        if _FENCE.fullmatch(lines[index].text.strip()):
            return [*lines[:first], *lines[first + 1 : index]], lines[index + 1 :]
    line = lines[first]
    span = Span(start=line.offset, end=line.offset + len(line.text), line=line.number, column=1)
    notes.structure("STP110", "rule", "the header is never closed", span, "end it with a line of three dashes")
    return None, [*lines[:first], *lines[first + 1 :]]


_LANGUAGE = re.compile(r"\s*language\s*:\s*[\"']?(\w+)[\"']?\s*(?:#.*)?", re.IGNORECASE)


def said_language(head: Iterable[SourceLine]) -> str:
    """The language that a header names, if there are words for it; else an empty text. It is known before the rest of
    the header is read: values there are in its words."""
    found = (match.group(1).casefold() for line in head if (match := _LANGUAGE.fullmatch(line.text)))
    return next((code for code in found if code in LANGUAGES), "")


def _comment(line: SourceLine) -> bool:
    return line.text.lstrip("\ufeff \t").startswith("#")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Item:
    """One `key: value` or `- value` of a block or of a flow form. A part may be empty."""

    key: Piece | None
    value: Piece
    rows: tuple[LogicalLine, ...] = ()


_KEY = re.compile(r"(\"[^\"]*\"|'[^']*'|[^:\"'\[{]{1,80}?)\s*:(?:\s+|$)")


def _item(piece: Piece, rows: tuple[LogicalLine, ...] = ()) -> _Item:
    if piece.plain.startswith("- ") or piece.plain == "-":
        return _Item(key=None, value=piece.cut(1), rows=rows)
    found = _KEY.match(piece.plain)
    if found:
        return _Item(key=piece.cut(*found.span(1)), value=piece.cut(found.end()), rows=rows)
    return _Item(key=None, value=piece, rows=rows)


def _flow(piece: Piece) -> Iterator[_Item]:
    """The items of `[a, b]` or `{a: 1}`; a bare text is its only item."""
    text = piece.plain
    inside = piece.cut(1, len(piece) - 1) if text[:1] in "[{" and text[:1] and text[-1:] in "]}" else piece
    cuts = [-1, *top_level(inside.plain, ","), len(inside)]
    for start, end in itertools.pairwise(cuts):
        part = inside.cut(start + 1, end)
        if len(part):
            yield _item(part) if text[:1] == "{" else _Item(key=None, value=part)


def _items(item: _Item) -> list[_Item]:
    """What is below an item: its rows, else what its value lists."""
    if item.rows:
        return [_item(row.piece, tuple(row.children)) for row in item.rows]
    return list(_flow(item.value)) if len(item.value) else []


def _text(piece: Piece) -> str:
    found = whole_quoted(piece)
    return str(found) if found is not None else piece.raw


class HeaderReader:
    """Reads the header's rows into a `Header`; every fault becomes a diagnostic."""

    def __init__(self, source: str, notes: Notes, vocabulary: Words) -> None:
        self.source = source
        self.vocabulary = vocabulary
        self.notes = notes
        self.fields: dict[str, _Item] = {}

    def read(self, lines: list[SourceLine]) -> Header:
        rows, leftover = LineReader(self.source, lines, self.notes, self.vocabulary).read()
        comments = [text for text in leftover if text]
        for row in rows:
            comments += row.comments()
            self._field(_item(row.piece, tuple(row.children)))
        return Header(
            title=self._scalar("title"),
            language=self._language(),
            inputs=tuple(self._inputs()),
            apps=tuple(self._apps()),
            budget=tuple(self._budget()),
            comments=tuple(comments),
            span=self._span(lines),
        )

    @staticmethod
    def _span(lines: list[SourceLine]) -> Span:
        if not lines:
            return Span()
        first, last = lines[0], lines[-1]
        return Span(start=first.offset, end=last.offset + len(last.text), line=first.number, column=1)

    def _field(self, item: _Item) -> None:
        if item.key is None:
            message = "this header line is not `key: value`"
            self.notes.report("STP111", message, item.value.span(), "the keys are " + ", ".join(_KEYS))
            return
        name = _text(item.key).strip().casefold().replace(" ", "_")
        name = _KEY_NAMES.get(name, name)
        if not self._closed(item):
            return
        if name in _KEYS:
            self.fields.setdefault(name, item)
        else:
            hint = did_you_mean(name, _KEYS) or "the keys are " + ", ".join(_KEYS)
            self.notes.report("STP112", f"the header has no key {name!r}", item.key.span(), hint)

    def _closed(self, item: _Item) -> bool:
        """Whether every bracket of a field is closed; the first that is not becomes a diagnostic."""
        at = unclosed(item.value.plain) if item.value.plain[:1] in tuple("[{") else None
        if at is not None:
            sign = item.value.plain[at]
            where = item.value.cut(at, at + 1).span()
            self.notes.report("STP111", f"this {sign} is never closed", where, f"end the list with {_CLOSED_BY[sign]}")
        rows = [_item(row.piece, tuple(row.children)) for row in item.rows]
        return all([at is None, *(self._closed(row) for row in rows)])

    def _scalar(self, name: str) -> str:
        item = self.fields.get(name)
        return _text(item.value) if item is not None else ""

    def _language(self) -> str:
        found = self._scalar("language").casefold() or "en"
        if found in LANGUAGES:
            return found
        item = self.fields["language"]
        self.notes.report(
            "STP111", f"no words for the language {found!r}", item.value.span(), "use one of " + ", ".join(LANGUAGES)
        )
        return "en"

    def _apps(self) -> Iterator[str]:
        item = self.fields.get("apps")
        for app in _items(item) if item is not None else ():
            name = _text(app.value if app.key is None else app.key)
            if name:
                yield name

    def _budget(self) -> Iterator[tuple[str, int | float]]:
        item = self.fields.get("budget")
        for limit in _items(item) if item is not None else ():
            if limit.key is None:
                self.notes.report("STP111", "a budget is `name: number`", limit.value.span())
                continue
            name = _text(limit.key).casefold().replace(" ", "_")
            name = _BUDGET_NAMES.get(name, name)
            factor = 60 if name == "minutes" else 1
            name = "seconds" if name == "minutes" else name
            if name not in BUDGETS:
                hint = did_you_mean(name, BUDGETS) or "the limits are " + ", ".join(BUDGETS)
                self.notes.report("STP112", f"there is no budget of {name!r}", limit.key.span(), hint)
                continue
            number = re.fullmatch(r"\d{1,15}(\.\d{1,9})?", limit.value.plain.replace("_", ""))
            if not number:
                self.notes.report(
                    "STP119",
                    f"the budget {name!r} is not a number",
                    (limit.value if len(limit.value) else limit.key).span(),
                )
                continue
            amount = float(number.group()) if number.group(1) else int(number.group())
            yield name, amount * factor

    def _inputs(self) -> Iterator[Input]:
        item = self.fields.get("inputs")
        seen: set[str] = set()
        for entry in _items(item) if item is not None else ():
            key = entry.key if entry.key is not None else entry.value
            name = variable_name(_text(key).strip("{}"))
            if not name.isidentifier():
                self.notes.report("STP111", f"{name!r} cannot be the name of an input", key.span())
            elif name in seen:
                self.notes.report("STP114", f"the input {name!r} is declared twice", key.span(), "remove one")
            else:
                seen.add(name)
                yield self._input(name, key, entry)

    def _input(self, name: str, key: Piece, entry: _Item) -> Input:
        kind, description = "", ""
        default: Expr | None = None
        described = entry.rows or entry.value.plain[:1] == "{"
        if entry.key is not None and not described and len(entry.value):
            kind = self._type(entry.value)
        for part in _items(entry) if described and entry.key is not None else ():
            field = _text(part.key).casefold() if part.key is not None else ""
            if field == "type":
                kind = self._type(part.value)
            elif field == "description":
                description = _text(part.value)
            elif field == "default":
                default = exact_value(part.value) or prose(part.value)
            elif field not in ("required", "example"):
                where = part.key if part.key is not None else part.value
                hint = did_you_mean(field, ("type", "description", "default"))
                self.notes.report(
                    "STP112", f"an input has no {field!r}", where.span(), hint or "type, description, default"
                )
        return Input(name=name, type=kind, description=description, default=default, span=key.span())

    def _type(self, piece: Piece) -> str:
        name = type_name(_text(piece), piece.words)
        outer = name.split(" of ")[0]
        if name and self.vocabulary.meaning("types", outer) is None:
            known = [word for table in self.vocabulary.tables.values() for word in table["types"]]
            self.notes.report(
                "STP113",
                f"{name!r} is not a type",
                piece.span(),
                did_you_mean(name, known) or "text, number, boolean, list, object, table, image or date",
            )
        return name
