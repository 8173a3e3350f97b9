"""Variables and data: assignments, lists, objects, tables, sums, and sentences that read or change data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from agentprog.lang import ast
from agentprog.lang.kinds.kind import Fit, Kind
from agentprog.lang.kinds.oneline import begins_order
from agentprog.lang.kinds.slots import EXACT_VALUE, FALLING, NAME, REF, VALUE, number_of, parse_pairs
from agentprog.lang.phrases.expressions import exact, exact_value, names_only, value
from agentprog.lang.phrases.parts import keeping, listed, type_name
from agentprog.lang.phrases.references import prose, whole_quoted, whole_ref
from agentprog.lang.phrases.wording import COMPARE_WORDS, ExpressionWriter, in_quotes
from agentprog.lang.source.text import Piece, top_level, without_word


def _set(fit: Fit, content: ast.Expr | None) -> ast.Statement | None:
    """Assigns a value to the target of a sentence."""
    target = fit.target()
    return None if target is None or content is None else ast.Assign(target=target, value=content, span=fit.line.span)


def _put_in(fit: Fit) -> ast.Statement | None:
    """Puts a number or a text into a variable."""
    content = exact(fit.slots["value"])
    return _set(fit, content) if isinstance(content, ast.Number | ast.Template) else None


def _answer(fit: Fit) -> ast.Statement | None:
    """`The answer is {x}`: assigns to {answer}."""
    content = exact_value(fit.slots["value"])
    return None if content is None else ast.Assign(target=ast.Ref(name="answer"), value=content, span=fit.line.span)


def _declare(fit: Fit) -> ast.Statement | None:
    return _set(fit, ast.Nothing())


def _empty_list(fit: Fit) -> ast.Statement | None:
    return _set(fit, ast.ListExpr())


def _new_list(fit: Fit) -> ast.Statement | None:
    content = exact_value(fit.slots["value"])
    is_single = isinstance(content, ast.Template | ast.Number)
    return _set(
        fit, ast.ListExpr(items=(content,), span=content.span) if content is not None and is_single else content
    )


def _record(fit: Fit) -> ast.Statement | None:
    """Keeps a value that is exact or one word. Other plain words are read off the phone."""
    target = fit.target()
    piece = fit.slots["value"]
    exactly = exact_value(piece)
    hint = fit.slots.get("returns")
    returns = "" if hint is None else type_name(hint.plain.strip("()"), fit.words)
    if target is None or exactly is not None or not re.search(r"\s", piece.plain):
        fits = not returns or returns == _LITERALS.get(type(exactly))
        return _set(fit, exactly or value(piece)) if fits else None
    return ast.Extract(what=prose(piece), capture=target, returns=returns, span=fit.line.span)


_LITERALS: dict[type[object], str] = {ast.Number: "number", ast.Template: "text", ast.ListExpr: "list"}
"""The types that a literal has by itself. No line turns any other value into another type."""


def _entries(fit: Fit) -> tuple[ast.Entry, ...]:
    pairs = parse_pairs(fit.slots["pairs"])
    return tuple(ast.Entry(key=key, value=content, span=piece.span()) for key, content, piece in pairs)


def _object(fit: Fit) -> ast.Statement | None:
    entries = _entries(fit)
    return _set(fit, ast.ObjectExpr(entries=entries, span=fit.slots["pairs"].span())) if entries else None


def _table(fit: Fit) -> ast.Statement | None:
    piece = fit.slots["columns"]
    listed = exact_value(piece)
    names: list[str] = []
    if isinstance(listed, ast.ListExpr):
        names = [str(item) for item in listed.items if isinstance(item, ast.Template)]
    elif isinstance(listed, ast.Template):
        names = [str(listed)]
    else:
        joiners = "|".join(rf"\b{re.escape(word)}\b" for word in piece.words.all("arguments", "and"))
        names = [part.strip() for part in re.split(rf",|{joiners}", piece.raw) if part.strip()]
    return _set(fit, ast.TableExpr(columns=tuple(names), span=piece.span())) if names else None


_CHANGES: dict[str, tuple[Literal["+", "-", "*", "/"], int]] = {
    "increase": ("+", 1),
    "decrease": ("-", 1),
    "multiply": ("*", 2),
    "divide": ("/", 2),
}
"""The operation of each verb on its variable, and the amount if the line names none: `double {n}`."""


def _change(fit: Fit) -> ast.Statement | None:
    """A variable changes; `divide {a} by 4, record as {b}` leaves it as it is, and {b} takes the result."""
    target = fit.target()
    piece = fit.slots.get("value")
    op, singular = _CHANGES[fit.form]
    share = None if piece is None or op not in "+-" else _share(piece, -1 if op == "-" else 1)
    if target is not None and share is not None:
        return _scaled(fit, target, share)
    amounts = (ast.Number(value=singular),) if piece is None else _amounts(piece)
    if piece is not None and target is not None and op in "+-" and _is_half(piece):
        amounts = (ast.Arithmetic(op="/", left=replace(target), right=ast.Number(value=2), span=piece.span()),)
    if target is None or not amounts or (len(amounts) > 1 and op not in "+-"):
        return None
    changed: ast.Expr = replace(target)
    for amount in amounts:
        changed = ast.Arithmetic(op=op, left=changed, right=amount, span=fit.line.span)
    return _result(fit, changed)


def _share(piece: Piece, sign: int) -> ast.Number | None:
    """The factor of a change by `10%` or `ten percent`: 1.1, or 0.9 where the sign is -1; None for any other text."""
    text = piece.plain.casefold()
    unit = next((word for word in piece.words.all("changing", "percent") if text.endswith(word)), "")
    figure = number_of(piece.cut(0, len(piece) - len(unit))) if unit else None
    if not isinstance(figure, ast.Number):
        return None
    return ast.Number(value=round(1 + sign * figure.value / 100, 10), span=piece.span())


def _scaled(fit: Fit, target: ast.Ref, share: ast.Number) -> ast.Statement | None:
    return _result(fit, ast.Arithmetic(op="*", left=replace(target), right=share, span=fit.line.span))


def _is_half(piece: Piece) -> bool:
    """True for the amount of `increase {x} by half`, which is half of {x}."""
    return piece.plain.casefold() in piece.words.all("changing", "half")


def _amounts(piece: Piece) -> tuple[ast.Expr, ...]:
    """The amounts of a change: several for `3 and 4` and `{a}, {b} and 5`; none for a text or a condition."""
    found = exact_value(piece)
    several: tuple[ast.Expr, ...] = ()
    if isinstance(found, ast.Logic) and found.op == "and" and names_only(found):
        several = found.operands
    elif isinstance(found, ast.ListExpr) and found.items and found.span.start == found.items[0].span.start:
        several = found.items
    amounts = several or (() if found is None else (found,))
    return () if any(isinstance(one, ast.Template | ast.Logic | ast.Not) for one in amounts) else amounts


def _result(fit: Fit, worked_out: ast.Expr) -> ast.Statement | None:
    """The variable behind the sentence takes what is worked out; without one, the variable that it changes."""
    target = fit.line.capture or fit.target()
    return None if target is None else ast.Assign(target=target, value=worked_out, span=fit.line.span)


def _add_to(fit: Fit) -> ast.Statement | None:
    """`Add 1 to {a}`; with `record as {b}` behind it, a sum."""
    target, amount = fit.target(), exact_value(fit.slots["value"])
    share = _share(fit.slots["value"], 1)
    if target is not None and share is not None and target.name not in fit.line.known.lists | fit.line.known.tables:
        return _scaled(fit, target, share)
    if target is None or amount is None:
        return None
    if fit.line.capture is None:
        return ast.AddTo(target=target, value=amount, span=fit.line.span)
    if isinstance(amount, ast.Template | ast.ListExpr | ast.ObjectExpr):
        return None
    return _result(fit, ast.Arithmetic(op="+", left=replace(target), right=amount, span=fit.line.span))


def _take_off(fit: Fit) -> ast.Statement | None:
    """`Take 5 off {price}` lowers a number, `Take "salt" off {list}` removes an item. For `Take {a} off {b}` it is
    uncertain which of them is meant."""
    target, piece = fit.target(), fit.slots["value"]
    amount, share = exact_value(piece), _share(piece, -1)
    listed = target is not None and target.name in fit.line.known.lists | fit.line.known.tables
    if target is None or (listed and isinstance(amount, ast.Number)):
        return None
    if share is not None and not listed:
        return _scaled(fit, target, share)
    if isinstance(amount, ast.Number):
        lowered = ast.Arithmetic(op="-", left=replace(target), right=amount, span=fit.line.span)
        return ast.Assign(target=target, value=lowered, span=fit.line.span)
    removes = amount is not None and (listed or isinstance(amount, ast.Template | ast.ListExpr))
    return ast.RemoveFrom(target=target, value=amount, span=fit.line.span) if amount is not None and removes else None


def _keep_in(fit: Fit) -> ast.Statement | None:
    """`Note {d} in {names}` adds to a list or a table of the program. Any other variable takes the value."""
    target, amount = fit.target(), exact_value(fit.slots["value"])
    known = fit.line.known
    if target is None or target.path or amount is None or target.name not in known.lists | known.tables:
        return None
    return ast.AddTo(target=target, value=amount, span=fit.line.span)


def _add_row(fit: Fit) -> ast.Statement | None:
    """`Add a row to {t} with "Ann", 5`: the values in the order of the columns, if the program knows the table."""
    target = fit.target()
    return None if target is None or target.name not in fit.line.known.tables else _add_to(fit)


def _add_pairs(fit: Fit) -> ast.Statement | None:
    target = fit.target()
    entries = _entries(fit)
    if target is None or not entries:
        return None
    return ast.AddTo(target=target, value=ast.ObjectExpr(entries=entries), span=fit.line.span)


# ---------------------------------------------------------------------------------------------------- filter


def _field(left: ast.Expr) -> str | None:
    """The column that a filter compares: `"price"` or `{item.price}`; empty for the item itself."""
    if isinstance(left, ast.Template):
        return left.constant or None
    if isinstance(left, ast.Ref) and left.name == "item" and all(isinstance(part, str) for part in left.path):
        return str(left.path[0]) if len(left.path) == 1 else ("" if not left.path else None)
    return None


def _sort_by_word(fit: Fit) -> ast.Statement | None:
    """Sorts by a bare word if the program uses it as a key. Otherwise (`by length`) the line becomes code."""
    key = fit.slots["key"].plain
    source = REF.read(fit.slots["source"])
    if source is None or key.casefold() not in fit.line.known.keys:
        return None
    falls = "descending" in fit.slots and bool(FALLING.read(fit.slots["descending"]))
    return ast.Sort(source=source, key=key, descending=falls, capture=fit.line.capture, span=fit.line.span)


def _filter(fit: Fit) -> ast.Statement | None:
    source = whole_ref(fit.slots["source"])
    test = exact(fit.slots["condition"])
    key = _field(test.left) if isinstance(test, ast.Compare) else None
    if source is None or not isinstance(test, ast.Compare) or key is None:
        return None
    line = fit.line
    return ast.Filter(source=source, key=key, op=test.op, value=test.right, capture=line.capture, span=line.span)


def _remove_rows(fit: Fit) -> ast.Statement | None:
    """`Remove the rows of {t} where "x" is 0`: keeps the others. Of an order a row without the value is neither."""
    kept = _filter(fit)
    opposite: Mapping[ast.CompareOp, ast.CompareOp] = {"==": "!=", "!=": "=="}
    if not isinstance(kept, ast.Filter) or kept.op not in opposite or kept.capture is not None:
        return None
    return replace(kept, op=opposite[kept.op])


def _filter_texts(writer: ExpressionWriter, statement: ast.Filter) -> Mapping[str, str]:
    left = in_quotes(statement.key) if statement.key else "{item}"
    test = f"{left} {writer.operator(COMPARE_WORDS[statement.op])} {writer.expression(statement.value, 5)}"
    return {"source": str(statement.source), "condition": test}


# ---------------------------------------------------------------------------------------------------- sentences


def _code(fit: Fit, target: ast.Ref) -> ast.Statement:
    text = prose(fit.line.core)
    return ast.Assign(target=target, value=ast.Compute(text=text, span=fit.line.core.span()), span=fit.line.span)


def _sentence(fit: Fit) -> ast.Statement | None:
    """Reads the whole sentence off the phone."""
    line = fit.line
    if line.capture is None:
        return None
    return ast.Extract(what=prose(line.core), capture=line.capture, returns=line.returns, span=line.span)


def _extract(fit: Fit) -> ast.Statement | None:
    """`read "..." from the screen, record as {x}`: reads the quoted sentence off the phone."""
    line = fit.line
    sentence = whole_quoted(fit.slots["what"])
    if line.capture is None or sentence is None:
        return None
    return ast.Extract(what=sentence, capture=line.capture, returns=line.returns, span=line.span)


def _calculate(fit: Fit) -> ast.Statement | None:
    capture = fit.line.capture
    if capture is None or fit.line.app is not None:
        return _sentence(fit)
    exactly = exact_value(fit.slots["value"])
    return _code(fit, capture) if exactly is None or _looks_in(exactly) else _set(fit, exactly)


def _looks_in(found: ast.Expr | None) -> bool:
    """True for `"pens" in {stock}` behind a verb: `in` says where to look, and compares nothing."""
    return isinstance(found, ast.Compare) and found.op == "in"


def _count(fit: Fit) -> ast.Statement | None:
    operand = whole_ref(fit.slots["value"])
    counted = None if operand is None else ast.Apply(function="count", operand=operand, span=fit.line.core.span())
    return _set(fit, counted)


def _get(fit: Fit) -> ast.Statement | None:
    exactly = exact_value(fit.slots["value"])
    if _looks_in(exactly) and fit.line.capture is not None:
        return _code(fit, fit.line.capture)
    if exactly is not None and not isinstance(exactly, ast.Template):
        return _set(fit, exactly)
    return _sentence(fit)


def _in_place(core: Piece, slot: Piece) -> bool:
    if listed(core.words).match(slot.plain) or any(_other_order(slot, at) for at in top_level(slot.plain, " ,")):
        return False
    start = slot.offset - core.offset
    around = (core.plain[:start].strip().casefold(), core.plain[start + len(slot) :].strip().casefold())
    return slot.plain.startswith("{") and any(verb in core.words.all("in_place", "verbs") for verb in around)


def _other_order(slot: Piece, at: int) -> bool:
    """True for `, open the till` and ` and tell me` from an offset on: an order that is not about the value."""
    rest = slot.cut(at + 1)
    order = without_word(rest, rest.words.all("arguments", "and"))
    verbs = tuple(rest.words.starts_of(frozenset(("data",))))
    joined = slot.plain[at] == "," or len(order) < len(rest)
    return joined and begins_order(order) and not order.plain.casefold().startswith(verbs)


def _data(fit: Fit) -> ast.Statement | None:
    """Becomes code if its operand is a variable; otherwise it reads off the phone."""
    line = fit.line
    refs = prose(fit.slots["value"]).refs
    if line.capture is not None:
        return _code(fit, line.capture) if refs else _sentence(fit)
    if line.app is None and refs and _in_place(line.core, fit.slots["value"]) and not _kept_elsewhere(fit, refs):
        return _code(fit, refs[0])
    return None


def _kept_elsewhere(fit: Fit, refs: tuple[ast.Ref, ...]) -> bool:
    """True if words of keeping stand before another variable at the end: `Filter {a} and put it into {b}`."""
    text = fit.slots["value"].plain.rstrip(" .")
    between = re.findall(r"\w+", text[: text.rfind("{")].rpartition("}")[2].casefold())
    count = sum(word in keeping(fit.words) for word in between)
    return text.endswith("}") and refs[-1].name != refs[0].name and count > 1


def _think(fit: Fit) -> ast.Statement | None:
    """A language task over variables, as a question to a model."""
    line = fit.line
    text = prose(line.core)
    if line.capture is None or not text.refs:
        return None
    return ast.AskAI(prompt=text, capture=line.capture, returns=line.returns, span=line.span)


KINDS = (
    Kind(form="assign", node=ast.Assign, slots={"target": REF, "value": VALUE}),
    Kind(form="assign_said", node=ast.Assign, slots={"target": REF, "value": EXACT_VALUE}),
    Kind(form="keep_in", app=False, result="may", make=_keep_in),
    Kind(form="put_in", app=False, make=_put_in),
    Kind(form="assign_answer", app=False, make=_answer),
    Kind(form="declare", result="may", make=_declare),
    Kind(form="empty_list", result="may", make=_empty_list),
    Kind(form="new_list", result="may", make=_new_list),
    Kind(form="record", make=_record),
    Kind(form="object", app=False, result="may", make=_object),
    Kind(form="table", app=False, result="may", make=_table),
    Kind(form="increase", app=False, result="may", make=_change),
    Kind(form="decrease", app=False, result="may", make=_change),
    Kind(form="multiply", app=False, result="may", make=_change),
    Kind(form="divide", app=False, result="may", make=_change),
    Kind(
        form="add_to",
        node=ast.AddTo,
        slots={"target": REF, "value": EXACT_VALUE},
        app=False,
        result="may",
        make=_add_to,
    ),
    Kind(form="add_pairs", app=False, result="may", make=_add_pairs),
    Kind(form="add_row", app=False, make=_add_row),
    Kind(form="take_off", app=False, make=_take_off),
    Kind(form="remove_rows", app=False, make=_remove_rows),
    Kind(form="remove_from", node=ast.RemoveFrom, slots={"target": REF, "value": EXACT_VALUE}, app=False),
    Kind(form="sort", node=ast.Sort, slots={"source": REF, "key": NAME, "descending": FALLING}, result="may"),
    Kind(form="sort_by_word", result="may", make=_sort_by_word),
    Kind(form="filter", node=ast.Filter, result="may", make=_filter, texts=_filter_texts),
    Kind(form="extract", result="must", make=_extract),
    Kind(form="calculate", result="must", make=_calculate),
    Kind(form="count", result="must", make=_count),
    Kind(form="get", result="must", make=_get),
    Kind(form="data", result="may", make=_data),
    Kind(form="think", app=False, result="must", make=_think),
)
