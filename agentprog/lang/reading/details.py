"""Lines under a step in plain words: its details, or lines of their own that stand there by mistake."""

from __future__ import annotations

from typing import Any

from agentprog.lang.ast import (
    Action,
    Ask,
    Break,
    Continue,
    DirectUI,
    Extract,
    If,
    OnError,
    Semantic,
    Statement,
    Stop,
    Tell,
    Template,
    Try,
    Verify,
    Wait,
)
from agentprog.lang.kinds.table import BLOCKS
from agentprog.lang.phrases.markers import CaseLine, ElseIfLine, ElseLine, Marker, OnErrorLine
from agentprog.lang.phrases.parts import Declared, take_apart
from agentprog.lang.phrases.references import prose
from agentprog.lang.reading.recognise import action, is_escaped, recognise
from agentprog.lang.source.lines import LogicalLine
from agentprog.lang.source.text import Piece
from agentprog.lang.tiers import tier_of
from agentprog.lang.vocabulary.words import Words

_COMMANDS = DirectUI | Tell | Ask | Wait | Verify | Break | Continue | Stop
"""Constructs that nobody writes as a detail of a step."""
_HEADS = frozenset(("repeat", "foreach", "foreach_captured", "while", "until", "function"))
"""Forms of loops and tasks."""


def detail(piece: Piece, known: Declared) -> Template:
    """A line under a step: prose; `do: "..."` undoes escapes, as it does for a step."""
    line = take_apart(piece, known)
    if is_escaped(line) and line.app is None and line.capture is None:
        return action(line).text
    return prose(piece)


def begins_a_block(row: LogicalLine, known: Declared) -> bool:
    """`Repeat for question 1 to n`: the first word of a loop or a task, with a line of its own below it."""
    first = row.piece.plain.partition(" ")[0].casefold()
    below = (is_line(child, known, steps=True) for child in row.children)
    return first in row.piece.words.starts_of(_HEADS) and any(below)


def is_line(row: LogicalLine, known: Declared, *, steps: bool) -> bool:
    """Whether it is a construct, or a step in an app of its own. `steps`: so is any exact line."""
    found = recognise(row.piece, known, children=bool(row.children))
    if row.children:
        return _is_block(found)
    exactly = steps and not isinstance(found, Action | Extract | Marker) and tier_of(found) == "exact"
    return exactly or isinstance(found, _COMMANDS) or found.app is not None


def _is_block(statement: Statement) -> bool:
    return isinstance(statement, (*BLOCKS, ElseIfLine, ElseLine, CaseLine, OnErrorLine))


def comments_of(row: LogicalLine) -> dict[str, Any]:
    """The comments of a row, by the fields of a statement."""
    found: dict[str, Any] = {}
    if row.before:
        found["before"] = tuple(row.before)
    if row.beside:
        found["beside"] = row.beside
    if row.after:
        found["after"] = tuple(row.after)
    return found


def failing(statement: Statement, above: Statement | None, known: Words) -> OnErrorLine | None:
    """Reads `If that fails:` right below a `try` as its `on error`."""
    if not isinstance(statement, If) or not isinstance(above, Try) or above.handler is not None:
        return None
    branch = statement.branches[0]
    question = str(branch.condition.text) if isinstance(branch.condition, Semantic) else ""
    if known.outcome(question) != "failed":
        return None
    return OnErrorLine(arm=OnError(body=branch.body, span=statement.span), span=statement.span)


def try_above(known: Words) -> str:
    """The advice for an `on error` without its `try`."""
    return f"write `{known.canonical('try_once')}` above the steps, and indent them under it"


def joined(row: LogicalLine, source: str) -> Piece:
    """A line and the lines below it as one, with commas between them."""
    first, last = row.piece, row.children[-1].piece
    text = list(source[first.offset : last.offset + len(last)])
    end = len(first)
    for child in row.children:
        begin = child.piece.offset - first.offset
        for at in range(end, begin):
            text[at] = " "
        if text[end - 1] not in ",:，：" and begin > end:
            text[end] = ","
        end = begin + len(child.piece)
    starts = tuple((r.piece.offset - r.piece.column + 1, r.piece.line) for r in [row, *row.children])
    return Piece(
        "".join(text),
        offset=first.offset,
        line=first.line,
        column=first.column,
        starts=starts,
        vocabulary=first.words,
    )
