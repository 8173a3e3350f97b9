"""Builders of blocks, jumps and calls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from agentprog.lang.ast import (
    Apply,
    Argument,
    Arithmetic,
    Boolean,
    Branch,
    Break,
    Call,
    Compute,
    Continue,
    Expr,
    ForEach,
    FunctionDef,
    If,
    Number,
    Otherwise,
    Parameter,
    Ref,
    Repeat,
    RepeatUntil,
    Return,
    Semantic,
    Statement,
    Stop,
    Template,
    UseTool,
    While,
    Within,
)
from agentprog.lang.expressions import condition, exact, exact_value, is_condition, value
from agentprog.lang.lines import (
    BLOCK_FORMS,
    Found,
    Known,
    Line,
    action,
    builds,
    match_forms,
    recognise,
    take_apart,
    type_name,
)  # fmt: skip
from agentprog.lang.references import parse_ref, prose, ref_at, variable_name, whole_quoted
from agentprog.lang.text import Piece, enclosed, top_level
from agentprog.lang.words import words

# ------------------------------------------------------------------------------------------------ markers


@dataclass(frozen=True, kw_only=True, slots=True)
class ElseIfLine(Statement):
    """A branch that has not found its `if` yet. Markers never leave the parser."""

    branch: Branch
    orelse: Otherwise | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ElseLine(Statement):
    branch: Otherwise
    inline: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class InputLine(Statement):
    inputs: tuple[Parameter, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ReturnsLine(Statement):
    returns: tuple[Ref, ...]


Marker = ElseIfLine | ElseLine | InputLine | ReturnsLine

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


def _otherwise(piece: Piece | None, line: Line) -> Otherwise | None:
    if piece is None:
        return None
    return Otherwise(body=(_step(piece, line.known),), span=piece.span())


def _step(piece: Piece, known: Known) -> Statement:
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
    then = _strip_word(rest, words().all("inline", "then"))
    if not len(then) or not len(test):
        return None
    names = "|".join(re.escape(word) for word in words().all("inline", "else"))
    behind = re.compile(rf"[;,.]\s{{0,4}}(?:{names})\b\s{{0,2}}[,:]?\s{{0,4}}(?=\S)", re.IGNORECASE)
    for at in top_level(then.plain, ";,.")[:12]:
        found = behind.match(then.plain, at)
        if found and at > 0:
            return test, then.cut(0, at), then.cut(found.end())
    return test, then, None


def _strip_word(piece: Piece, candidates: tuple[str, ...]) -> Piece:
    for word in candidates:
        start = f"{word} " if word.isascii() else word
        if piece.plain[: len(start)].casefold() == start:
            return piece.cut(len(word))
    return piece


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


# ------------------------------------------------------------------------------------------------ functions


def name_of(piece: Piece) -> str:
    """The text of a name, with or without quotes."""
    text = whole_quoted(piece)
    return str(text) if text is not None else piece.raw


@builds("function")
def _function(found: Found) -> Statement | None:
    line = found.line
    if line.app is not None or line.capture is not None:
        return None
    params = found.slots.get("params")
    inputs = parse_parameters(params) if params is not None else ()
    name = name_of(found.slots["name"])
    return None if inputs is None or not name else FunctionDef(name=name, inputs=inputs, span=line.span)


_PARAM_TAIL = re.compile(
    r"\s*(?:\(([^()]{0,60})\)|:\s*([\w ]{1,40}))?\s*(?:(?:=|default(?: value)?(?: is)?)\s*(.+))?", re.DOTALL
)


def parse_parameters(piece: Piece) -> tuple[Parameter, ...] | None:
    """`{a} (Text), {b} (Number) = 3`; None when it is something else."""
    cuts = [-1, *top_level(piece.plain, ","), len(piece)]
    found: list[Parameter] = []
    for start, end in pairwise(cuts):
        part = piece.cut(start + 1, end)
        part = _strip_word(part, words().all("arguments", "and"))
        ref = ref_at(part)
        tail = _PARAM_TAIL.fullmatch(part.plain, ref[1]) if ref else None
        if not ref or ref[0].path or not tail:
            return None
        default = value(part.cut(*tail.span(3))) if tail.group(3) else None
        kind = type_name(tail.group(1) or tail.group(2) or "")
        found.append(Parameter(name=ref[0].name, type=kind, default=default, span=part.span()))
    return tuple(found)


@builds("task_input")
def _task_input(found: Found) -> Statement | None:
    inputs = parse_parameters(found.slots["params"])
    return None if inputs is None else InputLine(inputs=inputs, span=found.line.span)


@builds("task_returns")
def _task_returns(found: Found) -> Statement | None:
    refs = prose(found.tail("refs")).refs
    return ReturnsLine(returns=refs, span=found.line.span) if refs else None


# ------------------------------------------------------------------------------------------------ calls


@lru_cache(maxsize=1)
def _argument_regex() -> re.Pattern[str]:
    signs = "|".join(
        re.escape(sign) + (r"(?!\w)" if sign[-1].isalnum() and sign.isascii() else "")
        for sign in words().all("arguments", "equals")
    )
    joiners = "|".join(re.escape(word) for word in words().all("arguments", "and"))
    key = r"\{[^{}]{1,80}\}|\"[^\"\\]{1,80}\"|'[^']{1,80}'|[^\W\d]\w{0,60}(?: \w{1,30}){0,2}?"
    return re.compile(
        rf"(?:^|[,;]\s{{0,8}}(?:(?:{joiners})\s{{1,8}})?|\s{{1,8}}(?:{joiners})\s{{1,8}})"
        rf"(?P<key>{key})\s{{0,8}}(?P<sign>{signs})\s{{0,8}}(?=\S)",
        re.IGNORECASE,
    )


def _pairs(piece: Piece) -> Iterator[tuple[Piece, Piece]]:
    """Key and value pieces of `{a} is 1, "b" as 2 and c = 3`, as far as the text is made of them."""
    hits = _outside(piece.plain, _argument_regex().finditer(piece.plain))
    if not hits or hits[0].start() != 0:
        return
    for hit, follower in zip(hits, [*hits[1:], None], strict=True):
        end = follower.start() if follower else len(piece)
        yield piece.cut(*hit.span("key")), piece.cut(hit.end(), end)


def _outside(text: str, found: Iterable[re.Match[str]]) -> list[re.Match[str]]:
    """The matches that begin outside quotes and brackets."""
    stretches = [*enclosed(text), (len(text) + 1, len(text) + 1)]
    kept: list[re.Match[str]] = []
    number = 0
    for hit in found:
        while stretches[number][1] <= hit.start():
            number += 1
        if hit.start() <= stretches[number][0]:
            kept.append(hit)
    return kept


def parse_arguments(piece: Piece) -> tuple[Argument, ...] | None:
    """Named values; None when the text is not made of them."""
    found: list[Argument] = []
    for key, content in _pairs(piece):
        inside = parse_ref(key.plain[1:-1]) if key.plain.startswith("{") else None
        name = inside[0] if inside else variable_name(name_of(key))
        found.append(Argument(name=name, value=value(content), span=key.span()))
    return tuple(found) or None


def parse_pairs(piece: Piece) -> tuple[tuple[str, Expr, Piece], ...]:
    """Keys and values of an object in words."""
    return tuple((name_of(key).strip("{}"), value(content), key) for key, content in _pairs(piece))


@builds("call", "call_named")
def _call(found: Found) -> Statement | None:
    line = found.line
    if line.app is not None:
        return None
    name = name_of(found.slots["name"])
    if found.form == "call_named" and name.casefold() not in line.known.tasks:
        return None
    piece = found.slots.get("args")
    args = parse_arguments(piece) if piece is not None else ()
    if args is None:
        return None
    return Call(name=name, args=args, capture=line.capture, span=line.span)


@builds("use_tool")
def _use_tool(found: Found) -> Statement | None:
    piece = found.slots.get("args")
    args = parse_arguments(piece) if piece is not None else ()
    if args is None or found.line.app is not None:
        return None
    return UseTool(name=name_of(found.slots["name"]), args=args, capture=found.line.capture, span=found.line.span)


__all__ = ["ElseIfLine", "ElseLine", "InputLine", "Marker", "ReturnsLine", "inline_loop"]
