"""Lenient mode: puts lines that were not indented into their blocks, and drops lines that only say "end"."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.lang.ast import Action, ForEach, FunctionDef, If, Repeat, RepeatUntil, Statement, Try, While, Within
from agentprog.lang.phrases.markers import CaseLine, ElseIfLine, ElseLine, InputLine, OnErrorLine, ReturnsLine
from agentprog.lang.phrases.parts import Declared
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.lines import LogicalLine, Notes
from agentprog.lang.source.repairs import is_end_mark

_WINDOW = 200
"""The most lines that a block without indentation takes."""
_ARMS = ElseIfLine | ElseLine | OnErrorLine | CaseLine
_OPENERS = If | _ARMS | ForEach | FunctionDef | Repeat | RepeatUntil | Try | While | Within


class Adopter:
    """Moves the rows of one program into their blocks."""

    def __init__(self, known: Declared, notes: Notes) -> None:
        self.known = known
        self.notes = notes
        self.seen: dict[int, Statement] = {}

    def adopt(self, rows: Sequence[LogicalLine]) -> list[LogicalLine]:
        """Returns the rows with every block filled. Only a block header that ends with a colon takes lines."""
        found: list[LogicalLine] = []
        ends = any(is_end_mark(row.piece.plain) for row in rows)
        at = 0
        while at < len(rows):
            row = rows[at]
            at += 1
            if ends and not row.children and is_end_mark(row.piece.plain):
                self.notes.mend("end", f"{row.piece.raw!r} was dropped: indentation ends a block", row.piece.span())
                continue
            if self._is_bare_opener(row):
                count = self._reach(row, rows[at : at + _WINDOW], ends=ends)
                row.children = list(rows[at : at + count])
                at += count
                if count:
                    self.notes.mend("body", f"the next {count} line(s) were put under this block", row.piece.span())
            row.children = self.adopt(row.children)
            found.append(row)
        return found

    def _statement(self, row: LogicalLine) -> Statement:
        """The statement of a row without its block. The result is cached by row."""
        found = self.seen.get(id(row))
        if found is None:
            found = self.seen[id(row)] = recognise(row.piece, self.known, children=bool(row.children))
        return found

    def _is_bare_opener(self, row: LogicalLine) -> bool:
        """True if a row is a block header with a colon and nothing under it."""
        if row.children or not row.piece.plain.endswith(":"):
            return False
        statement = self._statement(row)
        if isinstance(statement, Action) or not isinstance(statement, _OPENERS):
            return False
        return not (isinstance(statement, ElseLine) and statement.inline)

    def _reach(self, row: LogicalLine, rows: Sequence[LogicalLine], *, ends: bool) -> int:
        """The number of following rows that belong to this block."""
        end = self._end_mark(rows) if ends else None
        if end is not None:
            return end
        statement = self._statement(row)
        if isinstance(statement, FunctionDef):
            return self._task_reach(rows)
        if isinstance(statement, ForEach):
            return self._mentions(rows, statement.target.name)
        count = 0
        for follower in rows[:1]:
            count += not isinstance(self._statement(follower), _ARMS)
        return count

    def _end_mark(self, rows: Sequence[LogicalLine]) -> int | None:
        """The index of the "end" that closes this block. It skips the "end" of each block opened in between."""
        depth = 0
        for index, row in enumerate(rows):
            if is_end_mark(row.piece.plain):
                if depth == 0:
                    return index
                depth -= 1
            elif self._is_bare_opener(row) and not isinstance(self._statement(row), _ARMS):
                depth += 1
        return None

    def _task_reach(self, rows: Sequence[LogicalLine]) -> int:
        """Counts the rows of a task: up to its declared result, else up to the next task."""
        for index, row in enumerate(rows):
            statement = self._statement(row)
            if isinstance(statement, ReturnsLine):
                return index + 1
            if isinstance(statement, FunctionDef):
                return index
        declared = [isinstance(self._statement(row), InputLine) for row in rows]
        return len(rows) if any(declared) else min(1, len(rows))

    def _mentions(self, rows: Sequence[LogicalLine], name: str) -> int:
        """Counts the rows of a loop: at least one row, then the rows that use its variable. A branch stays with its
        `if`."""
        count = 0
        for row in rows:
            statement = self._statement(row)
            speaks = f"{{{name}" in row.piece.plain or isinstance(statement, _ARMS)
            if count and not speaks:
                break
            count += 1
        return count
