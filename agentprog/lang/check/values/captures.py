"""Finds results captured by several variables. Only readings have parts for several variables."""

from __future__ import annotations

import re

from agentprog.lang.ast import Action, Ask, AskAI, Assign, Call, Extract, Ref, Span, Statement, UseTool
from agentprog.lang.check.values.defined import defined_by, used_by
from agentprog.lang.phrases.parts import listed
from agentprog.lang.phrases.references import ref_at
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.words import Words

_TAKES_TEXT = Action | Ask | AskAI | Assign | Call | Extract | UseTool
_LONGEST = 1000


def several_captured(statement: Statement, text: str, words: Words) -> tuple[Ref, ...]:
    """The variables at the end of a step that would each take its result; empty for fewer than two.

    Parses the step with only the first variable to recognise them.
    """
    if not isinstance(statement, _TAKES_TEXT) or getattr(statement, "capture", None) is not None:
        return ()
    line = text[statement.span.start : statement.span.end].split("\n", 1)[0].rstrip()
    if not line or len(line) > _LONGEST or line[-1] not in "}).!）。！":
        return ()
    span = statement.span
    piece = Piece(line, offset=span.start, line=span.line, column=span.column, vocabulary=words)
    start = piece.plain.find("{")
    while start >= 0:
        found = listed(piece.words).fullmatch(piece.plain, start)
        if found and _takes_first(piece, found):
            return _refs(piece, start)
        start = piece.plain.find("{", start + 1)
    return ()


def _takes_first(piece: Piece, found: re.Match[str]) -> bool:
    """True if the step with only the first variable sets that variable and does not use it."""
    statement_alone = recognise(piece.cut(0, found.end(1)))
    target = defined_by(statement_alone)
    if target is None or target.span.start != piece.offset + found.start():
        return False
    return all(ref.name != target.name for ref in used_by(statement_alone))


def _refs(piece: Piece, start: int) -> tuple[Ref, ...]:
    found: list[Ref] = []
    while start >= 0:
        ref = ref_at(piece, start)
        if ref is not None:
            found.append(ref[0])
        start = piece.plain.find("{", ref[1] if ref is not None else start + 1)
    return tuple(found)


def around(refs: tuple[Ref, ...]) -> Span:
    """The span from the first reference to the last."""
    first = refs[0].span
    return Span(start=first.start, end=refs[-1].span.end, line=first.line, column=first.column)
