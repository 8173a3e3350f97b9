"""Loops of other languages whose condition stands below their steps: `repeat` ... `until C`, `do` ... `while C`."""

from __future__ import annotations

from agentprog.lang.ast import Boolean, RepeatUntil, While
from agentprog.lang.kinds.flow import opposite
from agentprog.lang.phrases.parts import Declared
from agentprog.lang.phrases.wording import ExpressionWriter
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.lines import LogicalLine
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.words import Words


def tested_below(row: LogicalLine, below: LogicalLine | None, known: Declared) -> RepeatUntil | None:
    """The loop of a row and of the line below its block, still without its steps. As in STP, they run at least once."""
    if below is None or not row.children or below.children or not _repeats(row, known):
        return None
    heads = (_with_verb(below.piece, form) for form in ("until", "while"))
    loops = (recognise(piece, known, children=True) for piece in (below.piece, *heads) if piece is not None)
    found = next((one for one in loops if isinstance(one, While | RepeatUntil)), None)
    if found is None or isinstance(found.condition, Boolean):
        return None
    test = found.condition if isinstance(found, RepeatUntil) else opposite(found.condition)
    return RepeatUntil(condition=test, span=row.piece.span())


def _with_verb(piece: Piece, form: str) -> Piece | None:
    """`bis {x} > 3` as `Wiederhole bis {x} > 3`: a loop whose canonical head begins before the words of the line."""
    head = piece.words.canonical(form).partition("<")[0]
    cut = next((at for at in range(1, len(head)) if piece.plain.casefold().startswith(head[at:].casefold())), 0)
    if not cut or not head[cut:].strip():
        return None
    return piece.instead(head[:cut] + piece.raw, -cut)


def _repeats(row: LogicalLine, known: Declared) -> bool:
    """True for a loop without a condition, and for `do` alone above its steps."""
    if row.piece.plain.rstrip(": ").casefold() in row.piece.words.all("escape", "action"):
        return True
    found = recognise(row.piece, known, children=True)
    return isinstance(found, While) and isinstance(found.condition, Boolean)


def in_stp(loop: RepeatUntil, words: Words) -> str:
    """The head of the loop with its condition, as STP writes it."""
    return words.written("until", condition=ExpressionWriter(words.language).condition(loop.condition))
