"""Turns source text into rows: logical lines with indentation, comments and the rows indented under them."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

from agentprog.lang.ast import Span
from agentprog.lang.diagnostics import Diagnostic, Repair
from agentprog.lang.source.text import Piece, comment_start, open_brackets, plain
from agentprog.lang.vocabulary.words import Words

MAX_DEPTH = 100
TAB = 4
"""A tab reaches to the next multiple of this many columns."""
_MAX_JOINED = 2000
_MAX_FAILED_JOINS = 20


@dataclass(slots=True)
class SourceLine:
    """One line of the source, unchanged."""

    offset: int
    number: int
    text: str
    skip: int = 0
    """The length of a bullet after the indentation, which is not part of the program."""


@dataclass(slots=True)
class LogicalLine:
    """One logical line, also called a row."""

    piece: Piece
    indent: int
    before: list[str] = field(default_factory=list)
    beside: str = ""
    after: list[str] = field(default_factory=list)
    children: list[LogicalLine] = field(default_factory=list)

    def comments(self) -> list[str]:
        """Every comment of the row and of the rows under it, in order."""
        found = [text for text in [*self.before, self.beside] if text]
        for child in self.children:
            found += child.comments()
        return found + [text for text in self.after if text]


@dataclass(slots=True)
class Notes:
    """Diagnostics and repairs collected while parsing."""

    lenient: bool = False
    diagnostics: list[Diagnostic] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)

    def report(self, code: str, message: str, span: Span, suggestion: str = "") -> None:
        self.diagnostics.append(Diagnostic(code=code, message=message, span=span, suggestion=suggestion))

    def mend(self, kind: str, message: str, span: Span) -> None:
        self.repairs.append(Repair(kind=kind, message=message, span=span))

    def structure(self, code: str, kind: str, message: str, span: Span, suggestion: str = "") -> None:
        """Repairs a fault of structure in lenient mode; otherwise reports it."""
        if self.lenient:
            self.mend(kind, message, span)
        else:
            self.report(code, message, span, suggestion)


_LINE_END = re.compile(r"\r\n|\n|\r")


def source_lines(text: str) -> list[SourceLine]:
    """The lines of a text. A line feed, a carriage return or both together end a line."""
    lines: list[SourceLine] = []
    start = 0
    for number, end in enumerate(_LINE_END.finditer(text), start=1):
        lines.append(SourceLine(start, number, text[start : end.start()]))
        start = end.end()
    lines.append(SourceLine(start, len(lines) + 1, text[start:]))
    return lines


_INDENT = re.compile(r"[\s\ufeff]*")


def indentation(text: str) -> tuple[int, int]:
    """The width of the leading white space in columns, and its length in characters."""
    found = _INDENT.match(text)
    space = found.group() if found else ""
    if "\t" not in space:
        return len(space.replace("\ufeff", "")), len(space)
    width = 0
    for sign in space:
        width += TAB - width % TAB if sign == "\t" else 1
    return width, len(space)


class LineReader:
    """Builds rows from source lines, and nests them by indentation."""

    def __init__(self, source: str, lines: list[SourceLine], notes: Notes, vocabulary: Words | None = None) -> None:
        """`vocabulary` holds the words of the program's language; the default is English and Chinese."""
        self.source = source
        self.vocabulary = vocabulary
        self.lines = lines
        self.notes = notes
        self.top: list[LogicalLine] = []
        self.stack: list[LogicalLine] = []
        self.pending: list[tuple[int, str]] = []
        self.at = 0
        self.failed_joins = 0
        self.too_deep = False

    def read(self) -> tuple[list[LogicalLine], list[str]]:
        """The outermost rows, and the comments if the text has no row."""
        while self.at < len(self.lines):
            self._read_one()
        leftover = [text for _, text in self.pending]
        if self.top:
            self._comments_above(-1)
            for width, text in self.pending:
                self._owner(width).after.append(text)
            leftover = []
        return self.top, leftover

    def _read_one(self) -> None:
        line = self.lines[self.at]
        width, length = indentation(line.text)
        self.at += 1
        if length == len(line.text):
            if self.pending or self.top:
                self._blank()
            return
        start = length + line.skip
        body = line.text[start:]
        shadow = plain(body)
        comment = comment_start(shadow)
        if comment == 0:
            self.pending.append((width, body.rstrip()))
            return
        piece, remark = self._piece(line, start, body, shadow, comment)
        row = LogicalLine(piece=piece, indent=width, beside=remark)
        self._comments_above(width)
        row.before = [text for _, text in self.pending]
        self.pending = []
        self._hang(row)

    def _blank(self) -> None:
        if not self.pending or self.pending[-1][1]:
            self.pending.append((-1, ""))

    def _piece(self, line: SourceLine, start: int, body: str, shadow: str, comment: int | None) -> tuple[Piece, str]:
        end = len(body) if comment is None else comment
        remark = "" if comment is None else body[comment:].rstrip()
        whole = Piece(
            body[:end],
            offset=line.offset + start,
            line=line.number,
            column=start + 1,
            plain_text=shadow[:end],
            vocabulary=self.vocabulary,
        ).cut(0)
        if whole.plain[-1:] in "[{(," and open_brackets(whole.plain) > 0:
            return self._joined(whole), remark
        return whole, remark

    def _joined(self, first: Piece) -> Piece:
        """Joins the following lines to a line until its brackets are closed."""
        depth = open_brackets(first.plain)
        parts: list[tuple[int, int, int]] = []
        for index in range(self.at, min(len(self.lines), self.at + _MAX_JOINED)):
            if self.failed_joins >= _MAX_FAILED_JOINS:
                break
            line = self.lines[index]
            text = plain(line.text)
            comment = comment_start(text)
            text = text if comment is None else text[:comment]
            parts.append((line.offset, line.number, len(text)))
            if comment is not None:
                self.pending.append((0, line.text[comment:].rstrip()))
            depth += open_brackets(text) if _balanced_or_open(text) else _closing(text)
            if depth <= 0:
                self.at = index + 1
                return self._join(first, parts)
        self.failed_joins += 1
        self.notes.report("STP109", "this bracket is never closed", first.span(len(first) - 1), "close it")
        return first

    def _join(self, first: Piece, parts: list[tuple[int, int, int]]) -> Piece:
        end = parts[-1][0] + parts[-1][2]
        raw = list(self.source[first.offset : end])
        spans = [(first.offset, first.offset + len(first)), *[(offset, offset + size) for offset, _, size in parts]]
        for (_, stop), (follower, _) in itertools.pairwise(spans):
            for at in range(stop - first.offset, follower - first.offset):
                raw[at] = " "
        starts = ((first.offset - first.column + 1, first.line), *[(offset, number) for offset, number, _ in parts])
        whole = Piece(
            "".join(raw),
            offset=first.offset,
            line=first.line,
            column=first.column,
            starts=starts,
            vocabulary=first.words,
        )
        return whole.cut(0)

    def _comments_above(self, width: int) -> None:
        """Gives comments that stand deeper than the next row to the end of the block before it."""
        while self.pending and self.top:
            blanks = 1 if not self.pending[0][1] else 0
            if len(self.pending) <= blanks or self.pending[blanks][0] <= max(width, 0):
                return
            owner = self._owner(self.pending[blanks][0])
            owner.after += [text for _, text in self.pending[: blanks + 1]]
            del self.pending[: blanks + 1]

    def _owner(self, width: int) -> LogicalLine:
        """The last row of the deepest open block that is not deeper than `width`."""
        for row in reversed(self.stack):
            if row.indent <= max(width, 0):
                return row
        return self.stack[0]

    def _hang(self, row: LogicalLine) -> None:
        popped: LogicalLine | None = None
        while self.stack and row.indent < self.stack[-1].indent:
            popped = self.stack.pop()
        if popped is not None and self.stack and self.stack[-1].indent < row.indent:
            self._inconsistent(row, popped)
        if self.stack and self.stack[-1].indent == row.indent:
            self.stack.pop()
        if not self.stack and not self.top and row.indent:
            self._first_indented(row)
        if len(self.stack) >= MAX_DEPTH:
            self._deep(row)
            self.stack.pop()
        (self.stack[-1].children if self.stack else self.top).append(row)
        self.stack.append(row)

    def _inconsistent(self, row: LogicalLine, popped: LogicalLine) -> None:
        """Reports an indentation that matches no block. The row joins the nearest block that it is deeper than."""
        message = "this indentation fits no block above"
        self.notes.structure("STP102", "indentation", message, row.piece.span(), "align it with a line above")
        row.indent = popped.indent

    def _first_indented(self, row: LogicalLine) -> None:
        message = "the program begins with an indented line"
        self.notes.structure("STP101", "indentation", message, row.piece.span(), "begin at the left margin")

    def _deep(self, row: LogicalLine) -> None:
        if not self.too_deep:
            self.too_deep = True
            message = f"blocks are nested more than {MAX_DEPTH} deep"
            self.notes.report("STP104", message, row.piece.span(), "move the inner steps into a task")


def _balanced_or_open(text: str) -> bool:
    return open_brackets(text) >= 0


def _closing(text: str) -> int:
    """The balance of a line that closes more brackets than it opens."""
    opened = sum(text.count(sign) for sign in "[({")
    closed = sum(text.count(sign) for sign in "])}")
    return min(-1, opened - closed)
