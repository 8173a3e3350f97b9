"""Builders of tasks, calls and tools, and of the named values that these take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from agentprog.lang.ast import (
    Argument,
    Call,
    Expr,
    FunctionDef,
    Parameter,
    Statement,
    UseTool,
)
from agentprog.lang.reading.expressions import value
from agentprog.lang.reading.markers import InputLine, ReturnsLine
from agentprog.lang.reading.recognise import (
    Found,
    builds,
    type_name,
)  # fmt: skip
from agentprog.lang.reading.references import parse_ref, prose, ref_at, variable_name, whole_quoted
from agentprog.lang.source.text import Piece, enclosed, top_level, without_word
from agentprog.lang.vocabulary.words import words


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
        part = without_word(part, words().all("arguments", "and"))
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
