"""The program in a prompt: whole if it fits, else an outline with the current block.

The text does not mark the current line and shows a long block in pages. So it stays equal over many calls, and a prompt
cache covers all of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from agentprog.lang import ast
from agentprog.lang.table import Row, Table
from agentprog.lang.visit import walk
from agentprog.runtime.context.sections import Fitted, count
from agentprog.runtime.context.tokens import Tokens
from agentprog.runtime.listing import Listing

_PAGE = 32
"""Lines of a long block that are shown at once."""
_AROUND = 4
"""Lines of the neighbouring pages that are shown too, so that the first and last line of a page have neighbours."""
_LONGEST = 120
"""Tokens of one line."""


class ProgramView:
    """The view of one program, for one budget in tokens."""

    def __init__(self, listing: Listing, table: Table, budget: int, tokens: Tokens) -> None:
        self._table = table
        self._budget = budget
        self._tokens = tokens
        cut = [tokens.cut(line, _LONGEST) for line in listing.lines]
        self._cut = sum(a is not b and a != b for a, b in zip(cut, listing.lines, strict=True))
        self._lines = cut
        self._costs = [tokens.of(line + "\n") for line in cut]
        self._whole = sum(self._costs) <= budget
        self._heads, self._ends = _shape(table)
        self._shown: dict[tuple[int | None, int], Fitted] = {}

    def prompt_text(self, row: Row) -> Fitted:
        """The program's text for a prompt while this row runs. Rows of one page have the same text."""
        if self._whole:
            return Fitted(lines=tuple(self._lines), tokens=sum(self._costs), shortened=self._cut)
        first, last = self._block(row)
        page = (row.line - first) // _PAGE
        key = (row.parent, page)
        if key not in self._shown:
            self._shown[key] = self._outline(row, first + page * _PAGE, first, last)
        return self._shown[key]

    def _block(self, row: Row) -> tuple[int, int]:
        """The first and the last line of the block that contains a row."""
        lines = [entry for entry in self._table.rows if entry.parent == row.parent and entry.task == row.task]
        return min(entry.line for entry in lines), max(self._ends[entry.index] for entry in lines)

    def _outline(self, row: Row, start: int, first: int, last: int) -> Fitted:
        """An outline. Lines enter it in order of importance: the row, its ancestors, its page, then the heads of other
        blocks.
        """
        page = range(max(first, start - _AROUND), min(last, start + _PAGE + _AROUND - 1) + 1)
        near = sorted(page, key=lambda line: abs(line - row.line))
        shown: set[int] = set()
        room = self._budget - self._gap_cost * 6
        for line in (row.line, *(self._table[index].line for index in self._table.around(row)), *near, *self._heads):
            if line in shown or not 1 <= line <= len(self._lines):
                continue
            cost = self._costs[line - 1] + (self._gap_cost if line in self._heads else 0)
            if cost <= room:
                shown.add(line)
                room -= cost
        lines = tuple(self._with_gaps(sorted(shown)))
        left_out = len(self._lines) - len(shown)
        return Fitted(lines=lines, tokens=count(lines, self._tokens), left_out=left_out, shortened=self._cut)

    @property
    def _gap_cost(self) -> int:
        return self._tokens.of(_gap(1000, 9999) + "\n")

    def _with_gaps(self, shown: list[int]) -> Iterable[str]:
        at = 1
        for line in [*shown, len(self._lines) + 1]:
            if line > at:
                yield _gap(at, line - 1)
            if line <= len(self._lines):
                yield self._lines[line - 1]
            at = line + 1


def _gap(first: int, last: int) -> str:
    return f"… line {first} is not shown" if first == last else f"… lines {first} to {last} are not shown"


def _shape(table: Table) -> tuple[tuple[int, ...], list[int]]:
    """The lines that open blocks, outermost first, and for each entry the last line of its block."""
    ends = [max(entry.line, _last_line(entry.node)) for entry in table.rows]
    for entry in reversed(table.rows):
        if entry.parent is not None:
            ends[entry.parent] = max(ends[entry.parent], ends[entry.index])
    openers = [entry for entry in table.rows if entry.body is not None]
    return tuple(entry.line for entry in sorted(openers, key=lambda entry: (entry.depth, entry.line))), ends


def _last_line(node: ast.Line) -> int:
    if not isinstance(node, ast.Action):
        return node.span.line
    below = walk(node.implementation) if node.implementation is not None else ()
    return max(node.span.line + len(node.details), *(line.span.line for line in below), 0)
