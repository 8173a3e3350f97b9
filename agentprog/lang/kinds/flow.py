"""Builders of branches, loops and jumps."""

from __future__ import annotations

import re
from dataclasses import replace

from agentprog.lang.ast import (
    Apply,
    Arithmetic,
    Boolean,
    Branch,
    Break,
    Compute,
    Continue,
    Expr,
    ForEach,
    FunctionDef,
    If,
    Number,
    Otherwise,
    Ref,
    Repeat,
    RepeatUntil,
    Return,
    Semantic,
    Statement,
    Stop,
    Template,
    While,
    Within,
)
from agentprog.lang.reading.expressions import condition, exact, exact_value, is_condition
from agentprog.lang.reading.markers import ElseIfLine, ElseLine, Marker
from agentprog.lang.reading.recognise import (
    BLOCK_FORMS,
    Declared,
    Found,
    LineParts,
    action,
    builds,
    match_forms,
    recognise,
    take_apart,
)  # fmt: skip
from agentprog.lang.reading.references import prose, ref_at, variable_name
from agentprog.lang.source.text import Piece, top_level, without_word
from agentprog.lang.vocabulary.words import words

# ------------------------------------------------------------------------------------------------ branches


def _is_idiom(piece: Piece) -> bool:
    return re.sub(r"\s+", " ", piece.plain.casefold()) in words().idioms


def _whole_condition(found: Found) -> Piece:
    """The condition of a block, with what was taken for a capture at its end."""
    return found.slots["condition"] if found.line.capture is None else found.tail("condition")


@builds("if", "elif")
def _if(found: Found) -> Statement | None:
    line = found.line
    tail = _whole_condition(found) if line.opens else found.tail("condition")
    parts: Split | None = (tail, None, None) if line.opens else _split_inline(tail)
    if parts is None:
        test = exact(found.slots["condition"])
        if test is None or not is_condition(test) or isinstance(test, Ref | Boolean):
            return None
        parts = (found.slots["condition"], None, None)
    if _is_idiom(parts[0]) or not len(parts[0]):
        return None
    body = (_step(parts[1], line.known),) if parts[1] is not None else ()
    other = _otherwise(parts[2], line)
    branch = Branch(condition=condition(parts[0]), body=body, span=line.span)
    if found.form == "elif":
        return ElseIfLine(branch=branch, orelse=other, span=line.span)
    return If(branches=(branch,), orelse=other, span=line.span)


def _otherwise(piece: Piece | None, line: LineParts) -> Otherwise | None:
    if piece is None:
        return None
    return Otherwise(body=(_step(piece, line.known),), span=piece.span())


def _step(piece: Piece, known: Declared) -> Statement:
    """The step of a one-line construct. What only makes sense on a line of its own is a sentence here."""
    found = recognise(piece, known)
    return action(take_apart(piece, known)) if isinstance(found, Marker | FunctionDef) else found


Split = tuple[Piece, Piece | None, Piece | None]


def _split_inline(tail: Piece) -> Split | None:
    """Condition, step and the step of `otherwise` of a one-line if; None when the line has no step."""
    marks = [at for at in top_level(tail.plain, ",:") if tail.plain[at] == "," or tail.plain[at + 1 : at + 2] == " "]
    for at in marks[:6]:
        test = exact(tail.cut(0, at))
        if test is not None and is_condition(test):
            return _with_else(tail.cut(0, at), tail.cut(at + 1))
    if marks:
        return _with_else(tail.cut(0, marks[0]), tail.cut(marks[0] + 1))
    for word in words().all("inline", "then"):
        at = tail.plain.casefold().find(f" {word} ") if tail.plain.isascii() else tail.plain.find(f" {word} ")
        if at > 0:
            return _with_else(tail.cut(0, at), tail.cut(at))
    return None


def _with_else(test: Piece, rest: Piece) -> Split | None:
    then = without_word(rest, words().all("inline", "then"))
    if not len(then) or not len(test):
        return None
    names = "|".join(re.escape(word) for word in words().all("inline", "else"))
    behind = re.compile(rf"[;,.]\s{{0,4}}(?:{names})\b\s{{0,2}}[,:]?\s{{0,4}}(?=\S)", re.IGNORECASE)
    for at in top_level(then.plain, ";,.")[:12]:
        found = behind.match(then.plain, at)
        if found and at > 0:
            return test, then.cut(0, at), then.cut(found.end())
    return test, then, None


@builds("else")
def _else(found: Found) -> Statement:
    return ElseLine(branch=Otherwise(span=found.line.span), span=found.line.span)


@builds("else_inline")
def _else_inline(found: Found) -> Statement | None:
    line = found.line
    if line.opens or line.app is not None:
        return None
    body = _step(found.tail("rest"), line.known)
    return ElseLine(branch=Otherwise(body=(body,), span=line.span), inline=True, span=line.span)


# ------------------------------------------------------------------------------------------------ loops


def _count(piece: Piece) -> Expr | None:
    number = words().meaning("numbers", piece.plain)
    if number is not None:
        return Number(value=number, span=piece.span())
    found = exact(piece)
    return found if isinstance(found, Ref | Number | Arithmetic | Apply | Compute | Semantic) else None


@builds("repeat")
def _repeat(found: Found) -> Statement | None:
    times = _count(found.slots["times"])
    return None if times is None else Repeat(times=times, span=found.line.span)


def _bare(piece: Piece | None) -> Ref | None:
    """A variable without a path."""
    if piece is None:
        return None
    found = ref_at(piece)
    return found[0] if found and not found[0].path and found[1] == len(piece) else None


def _singular(noun: str) -> str:
    """The variable that a noun names: the last word before its description."""
    head = re.split(r"\s(?:in|on|of|from|with|that|which|who|whose|inside|under|for|at|by|named|called)\s", noun)[0]
    word = re.findall(r"[^\W\d]\w*", head)[-1:] or ["item"]
    return variable_name(word[0])


def items_value(piece: Piece) -> Expr:
    found = exact_value(piece)
    if found is not None and not isinstance(found, Template):
        return found
    text = prose(piece)
    if piece.plain.startswith("{"):
        return Compute(text=text, span=piece.span())
    return Semantic(text=text, span=piece.span())


@builds("foreach", "foreach_captured")
def _for_each(found: Found) -> Statement | None:
    line = found.line
    if (line.capture is None) == (found.form == "foreach_captured"):
        return None
    noun = found.slots.get("noun")
    items = items_value(found.slots["items"])
    if not line.opens and isinstance(items, Semantic | Compute):
        return None
    named = found.slots.get("target")
    target = _bare(named) if named is not None else line.capture
    if target is None and named is None and noun is not None:
        return ForEach(target=Ref(name=_singular(noun.raw), span=noun.span()), items=items, span=line.span)
    if target is None or target.path:
        return None
    return ForEach(target=target, items=items, noun=noun.raw if noun is not None else "", span=line.span)


@builds("foreach_things")
def _for_each_thing(found: Found) -> Statement | None:
    line = found.line
    piece = found.slots["items"]
    if not line.opens or line.capture is not None or piece.plain.startswith("{"):
        return None
    target = Ref(name=_singular(piece.raw), span=piece.span())
    return ForEach(target=target, items=Semantic(text=prose(piece), span=piece.span()), span=line.span)


@builds("while", "until")
def _while(found: Found) -> Statement | None:
    line = found.line
    test = condition(_whole_condition(found))
    if not line.opens and isinstance(test, Semantic):
        return None
    kind = While if found.form == "while" else RepeatUntil
    return kind(condition=test, span=line.span)


@builds("forever")
def _forever(found: Found) -> Statement | None:
    if not found.line.opens:
        return None
    return While(condition=Boolean(value=True, span=found.line.span), span=found.line.span)


@builds("within")
def _within(found: Found) -> Statement:
    return Within(app=found.line.app, span=found.line.span)


_LOOPS_BY_COMMA = frozenset({"repeat", "foreach"})
_LOOPS_BY_COLON = frozenset({"repeat", "foreach", "foreach_captured", "while", "until"})


@builds("inline_loop")
def inline_loop(found: Found) -> Statement | None:
    """`Repeat 3 times: S`, `For each {x} in {l}, S`: a loop and its only step on one line."""
    line = found.line
    rest = line.rest
    starts = words().patterns(rest.plain)
    if not any(pattern.form in BLOCK_FORMS for pattern in starts):
        return None
    for at in top_level(rest.plain, ",:")[:4]:
        colon = rest.plain[at] == ":"
        head, body = rest.cut(0, at), rest.cut(at + 1)
        if not len(body):
            return None
        opener = replace(line, core=head, rest=head, colon=False, capture=None, children=colon)
        loop = match_forms(opener, _LOOPS_BY_COLON if colon else _LOOPS_BY_COMMA)
        if isinstance(loop, Repeat | ForEach | While | RepeatUntil):
            return replace(loop, body=(_step(body, line.known),))
    return None


# ------------------------------------------------------------------------------------------------ jumps


@builds("break", "continue")
def _jump(found: Found) -> Statement | None:
    line = found.line
    if line.app is not None or line.capture is not None:
        return None
    return Break(span=line.span) if found.form == "break" else Continue(span=line.span)


@builds("return")
def _return(found: Found) -> Statement | None:
    if found.line.app is not None or found.line.capture is not None:
        return None
    piece = found.slots.get("value")
    result = None if piece is None else exact_value(piece)
    return None if piece is not None and result is None else Return(value=result, span=found.line.span)


@builds("stop")
def _stop(found: Found) -> Statement | None:
    if found.line.app is not None or found.line.capture is not None:
        return None
    piece = found.slots.get("reason")
    reason = None if piece is None else exact_value(piece) or prose(piece)
    return Stop(reason=reason, span=found.line.span)
