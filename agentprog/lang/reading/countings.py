"""Loops that count downwards or in steps, which STP has no words for: finds the loop that says the same."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from agentprog.lang.ast import Action, Compute, Expr, ForEach, Negative, Number, Range, Semantic, Statement
from agentprog.lang.kinds.slots import number_of
from agentprog.lang.phrases.parts import LineParts
from agentprog.lang.phrases.wording import ExpressionWriter
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.reading.paraphrases import other_words
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.reading.word_order import Slip
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.words import Words

_MOST_ROUNDS = 20
"""A loop of more numbers is a `while` in the advice."""
_TO_OR_FROM = re.compile(r"\d|\{")


def counted(line: LineParts, statement: Statement) -> Slip | None:
    """The loop that `For {i} from 1 to 10 step 2:` or `For {i} from 10 down to 1:` means."""
    asks = isinstance(statement, ForEach) and isinstance(statement.items, Semantic | Compute)
    if not (line.opens or line.children) or not (asks or isinstance(statement, Action)):
        return None
    if line.app is not None or not _TO_OR_FROM.search(line.core.plain):
        return None
    head, step = _without_step(line.core)
    up, down = _without_down(head)
    found: Statement | None = recognise(up, line.known, children=True)
    if isinstance(found, Action):
        other = other_words(replace(line, core=up))
        found = other.statement if other else None
    if not isinstance(found, ForEach) or not isinstance(found.items, Range) or (step is None and not down):
        return None
    by = step or 1.0
    return _loop(line, found, found.items, -abs(by) if down else by)


def _without_step(core: Piece) -> tuple[Piece, float | None]:
    """The head of a loop without the words for its step, and the step."""
    for pattern in core.words.countings:
        found = pattern.match(core.plain)
        step = literal(number_of(core.cut(*found.span("step")))) if found else None
        if found and step:
            return core.cut(0, found.end("loop")), step
    return core, None


@lru_cache(maxsize=8)
def _down_regex(words: Words) -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{any_of(words.all('counting', 'down'))})", re.IGNORECASE)


def _without_down(head: Piece) -> tuple[Piece, bool]:
    found = _down_regex(head.words).search(head.plain)
    if found is None:
        return head, False
    return head.instead(head.raw[: found.start()] + head.raw[found.end() :]), True


def _loop(line: LineParts, found: ForEach, bounds: Range, step: float) -> Slip | None:
    words, text = line.words, as_list(literal(bounds.low), literal(bounds.high), step)
    target = f"{{{found.target.name}}}"
    if text:
        written = words.written("foreach", target=target, items=text)
        return Slip(recognise(line.whole.instead(written), line.known, children=True), written)
    writer = ExpressionWriter(words.language)
    ends, sign = (">=", "-") if step < 0 else ("<=", "+")
    head = words.written("while", condition=f"{target} {ends} {writer.expression(bounds.high)}")
    amount = words.figures.written(f"{abs(step):g}")
    change = words.written("assign", target=target, value=f"{target} {sign} {amount}")
    first = words.written("assign", target=target, value=writer.expression(bounds.low))
    return Slip(found, head, f" Write `{first}` above it, and `{change}` as its last line.")


def literal(bound: Expr | None) -> float | None:
    """The bound, if it is a number of the program's text."""
    if isinstance(bound, Negative):
        inner = literal(bound.operand)
        return None if inner is None else -inner
    return float(bound.value) if isinstance(bound, Number) else None


def as_list(low: float | None, high: float | None, step: float) -> str:
    """The numbers from one to another as a list in brackets; empty for a variable, no number or too many of them."""
    if low is None or high is None or any(number != int(number) for number in (low, high, step)):
        return ""
    first, last, by = int(low), int(high), int(step)
    numbers = range(first, last + (1 if by > 0 else -1), by)
    return f"[{', '.join(map(str, numbers))}]" if 0 < len(numbers) <= _MOST_ROUNDS else ""
