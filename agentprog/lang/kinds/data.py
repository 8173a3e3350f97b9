"""Builders of variables and data: assignments, lists, objects, tables, sums, and data sentences."""

from __future__ import annotations

import re
from dataclasses import replace

from agentprog.lang.ast import (
    AddTo,
    Apply,
    Arithmetic,
    AskAI,
    Assign,
    Compare,
    Compute,
    Entry,
    Expr,
    Extract,
    Filter,
    ListExpr,
    Nothing,
    Number,
    ObjectExpr,
    Ref,
    RemoveFrom,
    Sort,
    Statement,
    TableExpr,
    Template,
)
from agentprog.lang.kinds.tasks import name_of, parse_pairs
from agentprog.lang.reading.expressions import exact, exact_value, value
from agentprog.lang.reading.recognise import Found, builds
from agentprog.lang.reading.references import prose, whole_quoted, whole_ref
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.words import words


def _target(found: Found) -> Ref | None:
    """The variable that takes the result: named in the sentence, else behind it."""
    piece = found.slots.get("target")
    return whole_ref(piece) if piece is not None else found.line.capture


@builds("assign")
def _assign(found: Found) -> Statement | None:
    target = _target(found)
    if target is None or found.line.capture is not None:
        return None
    return Assign(target=target, value=value(found.slots["value"]), span=found.line.span)


@builds("declare")
def _declare(found: Found) -> Statement | None:
    target = _target(found)
    return None if target is None else Assign(target=target, value=Nothing(), span=found.line.span)


@builds("empty_list")
def _empty_list(found: Found) -> Statement | None:
    target = _target(found)
    return None if target is None else Assign(target=target, value=ListExpr(), span=found.line.span)


@builds("new_list")
def _new_list(found: Found) -> Statement | None:
    target = _target(found)
    content = exact_value(found.slots["value"])
    if target is None or content is None:
        return None
    one = ListExpr(items=(content,), span=content.span) if isinstance(content, Template | Number) else content
    return Assign(target=target, value=one, span=found.line.span)


@builds("record")
def _record(found: Found) -> Statement | None:
    target = _target(found)
    if target is None or found.line.capture is not None:
        return None
    piece = found.slots["value"]
    exactly = exact_value(piece)
    if exactly is not None:
        return Assign(target=target, value=exactly, span=found.line.span)
    if not re.search(r"\s", piece.plain):
        return Assign(target=target, value=value(piece), span=found.line.span)
    return Extract(what=prose(piece), capture=target, span=found.line.span)


@builds("object")
def _object(found: Found) -> Statement | None:
    target = _target(found)
    pairs = parse_pairs(found.slots["pairs"])
    if target is None or not pairs or found.line.app is not None:
        return None
    entries = tuple(Entry(key=key, value=content, span=piece.span()) for key, content, piece in pairs)
    made = ObjectExpr(entries=entries, span=found.slots["pairs"].span())
    return Assign(target=target, value=made, span=found.line.span)


@builds("table")
def _table(found: Found) -> Statement | None:
    target = _target(found)
    piece = found.slots["columns"]
    listed = exact_value(piece)
    names: list[str] = []
    if isinstance(listed, ListExpr):
        names = [str(item) for item in listed.items if isinstance(item, Template)]
    elif isinstance(listed, Template):
        names = [str(listed)]
    else:
        names = [part.strip() for part in re.split(r",|\band\b", piece.raw) if part.strip()]
    if target is None or not names or found.line.app is not None:
        return None
    made = TableExpr(columns=tuple(names), span=piece.span())
    return Assign(target=target, value=made, span=found.line.span)


@builds("increase", "decrease")
def _change(found: Found) -> Statement | None:
    target = _target(found)
    piece = found.slots.get("value")
    amount = Number(value=1) if piece is None else exact(piece)
    if target is None or amount is None or found.line.app is not None:
        return None
    changed = Arithmetic(
        op="+" if found.form == "increase" else "-", left=replace(target), right=amount, span=found.line.span
    )
    return Assign(target=target, value=changed, span=found.line.span)


@builds("add_to", "remove_from")
def _add_or_remove(found: Found) -> Statement | None:
    target = _target(found)
    content = exact_value(found.slots["value"])
    if target is None or content is None or found.line.app is not None or found.line.capture is not None:
        return None
    kind = AddTo if found.form == "add_to" else RemoveFrom
    return kind(target=target, value=content, span=found.line.span)


@builds("add_pairs")
def _add_pairs(found: Found) -> Statement | None:
    target = _target(found)
    pairs = parse_pairs(found.slots["pairs"])
    if target is None or not pairs or found.line.app is not None:
        return None
    entries = tuple(Entry(key=key, value=content, span=piece.span()) for key, content, piece in pairs)
    return AddTo(target=target, value=ObjectExpr(entries=entries), span=found.line.span)


@builds("sort")
def _sort(found: Found) -> Statement | None:
    source = whole_ref(found.slots["source"])
    key = found.slots.get("key")
    direction = found.slots.get("direction")
    if source is None:
        return None
    falling = direction is not None and words().meaning("directions", direction.plain) == "descending"
    return Sort(
        source=source,
        key=name_of(key) if key is not None else "",
        descending=falling,
        capture=found.line.capture,
        span=found.line.span,
    )


def _field(left: Expr) -> str | None:
    """The column that a filter compares: `"price"` or `{item.price}`; empty for the item itself."""
    if isinstance(left, Template):
        return left.constant or None
    if isinstance(left, Ref) and left.name == "item" and all(isinstance(part, str) for part in left.path):
        return str(left.path[0]) if len(left.path) == 1 else ("" if not left.path else None)
    return None


@builds("filter")
def _filter(found: Found) -> Statement | None:
    source = whole_ref(found.slots["source"])
    test = exact(found.slots["condition"])
    if source is None or not isinstance(test, Compare):
        return None
    key = _field(test.left)
    if key is None:
        return None
    return Filter(
        source=source, key=key, op=test.op, value=test.right, capture=found.line.capture, span=found.line.span
    )


# ------------------------------------------------------------------------------------------------ sentences


def _code(found: Found, target: Ref) -> Statement:
    text = prose(found.line.core)
    return Assign(target=target, value=Compute(text=text, span=found.line.core.span()), span=found.line.span)


def _extract(found: Found) -> Statement | None:
    if found.line.capture is None:
        return None
    return Extract(
        what=prose(found.line.core), capture=found.line.capture, returns=found.line.returns, span=found.line.span
    )


@builds("extract")
def _extract_quoted(found: Found) -> Statement | None:
    """`read "..." from the screen, record as {x}`: the sentence in quotes."""
    line = found.line
    what = whole_quoted(found.slots["what"])
    if line.capture is None or what is None:
        return None
    return Extract(what=what, capture=line.capture, returns=line.returns, span=line.span)


@builds("calculate")
def _calculate(found: Found) -> Statement | None:
    capture = found.line.capture
    if capture is None or found.line.app is not None:
        return _extract(found)
    exactly = exact_value(found.slots["value"])
    if exactly is None:
        return _code(found, capture)
    return Assign(target=capture, value=exactly, span=found.line.span)


@builds("count")
def _count(found: Found) -> Statement | None:
    operand = whole_ref(found.slots["value"])
    if operand is None or found.line.capture is None:
        return None
    counted = Apply(function="count", operand=operand, span=found.line.core.span())
    return Assign(target=found.line.capture, value=counted, span=found.line.span)


@builds("get")
def _get(found: Found) -> Statement | None:
    capture = found.line.capture
    if capture is None:
        return None
    exactly = exact_value(found.slots["value"])
    if exactly is not None and not isinstance(exactly, Template):
        return Assign(target=capture, value=exactly, span=found.line.span)
    return _extract(found)


def _in_place(core: Piece, slot: Piece) -> bool:
    verb = core.plain[: slot.offset - core.offset].strip().casefold()
    return slot.plain.startswith("{") and verb in words().all("in_place", "verbs")


@builds("data")
def _data(found: Found) -> Statement | None:
    line = found.line
    refs = prose(found.slots["value"]).refs
    if line.capture is not None:
        return _code(found, line.capture) if refs else _extract(found)
    if line.app is None and refs and _in_place(line.core, found.slots["value"]):
        return _code(found, refs[0])
    return None


@builds("think")
def _think(found: Found) -> Statement | None:
    line = found.line
    if line.capture is None or line.app is not None or not prose(line.core).refs:
        return None
    return AskAI(prompt=prose(line.core), capture=line.capture, returns=line.returns, span=line.span)
