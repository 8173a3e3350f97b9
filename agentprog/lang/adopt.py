"""Lenient mode: blocks whose lines were not indented take them, and lines that only say "end" are dropped."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.lang.ast import Action, ForEach, FunctionDef, If, Repeat, RepeatUntil, Statement, While, Within
from agentprog.lang.lines import Known, recognise
from agentprog.lang.markers import ElseIfLine, ElseLine, InputLine, ReturnsLine
from agentprog.lang.mend import is_end_mark
from agentprog.lang.rows import Notes, Row

_WINDOW = 200
"""How many lines a block without indentation may take at most."""
_OPENERS = If | ElseIfLine | ElseLine | ForEach | FunctionDef | Repeat | RepeatUntil | While | Within


def adopt(rows: Sequence[Row], known: Known, notes: Notes) -> list[Row]:
    """The rows with every block in its place. Only headers that end with a colon take lines."""
    found: list[Row] = []
    ends = any(is_end_mark(row.piece.plain) for row in rows)
    at = 0
    while at < len(rows):
        row = rows[at]
        at += 1
        if ends and not row.children and is_end_mark(row.piece.plain):
            notes.mend("end", f"{row.piece.raw!r} was dropped: indentation ends a block", row.piece.span())
            continue
        if _is_bare_opener(row, known):
            count = _reach(row, rows[at : at + _WINDOW], known, ends=ends)
            row.children = list(rows[at : at + count])
            at += count
            if count:
                notes.mend("body", f"the next {count} line(s) were put under this block", row.piece.span())
        row.children = adopt(row.children, known, notes)
        found.append(row)
    return found


def _statement(row: Row, known: Known, *, children: bool = False) -> Statement:
    return recognise(row.piece, known, children=children or bool(row.children))


def _is_bare_opener(row: Row, known: Known) -> bool:
    """A block's header with a colon and nothing under it."""
    if row.children or not row.piece.plain.endswith(":"):
        return False
    statement = _statement(row, known)
    if isinstance(statement, Action) or not isinstance(statement, _OPENERS):
        return False
    return not (isinstance(statement, ElseLine) and statement.inline)


def _reach(row: Row, rows: Sequence[Row], known: Known, *, ends: bool) -> int:
    """How many of the following lines belong into this block."""
    end = _end_mark(rows, known) if ends else None
    if end is not None:
        return end
    statement = _statement(row, known)
    if isinstance(statement, FunctionDef):
        return _task_reach(rows, known)
    if isinstance(statement, ForEach):
        return _mentions(rows, statement.target.name, known)
    count = 0
    for follower in rows[:1]:
        count += not isinstance(_statement(follower, known), ElseIfLine | ElseLine)
    return count


def _end_mark(rows: Sequence[Row], known: Known) -> int | None:
    """The place of the "end" that closes this block, counting blocks opened in between."""
    depth = 0
    for index, row in enumerate(rows):
        if is_end_mark(row.piece.plain):
            if depth == 0:
                return index
            depth -= 1
        elif _is_bare_opener(row, known) and not isinstance(_statement(row, known), ElseIfLine | ElseLine):
            depth += 1
    return None


def _task_reach(rows: Sequence[Row], known: Known) -> int:
    """A task's lines reach to its declared result, else to the next task."""
    for index, row in enumerate(rows):
        statement = _statement(row, known)
        if isinstance(statement, ReturnsLine):
            return index + 1
        if isinstance(statement, FunctionDef):
            return index
    declared = [isinstance(_statement(row, known), InputLine) for row in rows]
    return len(rows) if any(declared) else min(1, len(rows))


def _mentions(rows: Sequence[Row], name: str, known: Known) -> int:
    """A loop takes the lines that speak of its variable, at least one; branches go with their `if`."""
    count = 0
    for row in rows:
        statement = _statement(row, known)
        speaks = f"{{{name}" in row.piece.plain or isinstance(statement, ElseIfLine | ElseLine)
        if count and not speaks:
            break
        count += 1
    return count
