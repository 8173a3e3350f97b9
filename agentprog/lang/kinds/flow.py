"""Branches, loops and jumps."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from dataclasses import replace

from agentprog.lang import ast
from agentprog.lang.kinds.kind import Fit, Kind, Slot
from agentprog.lang.kinds.oneline import Split, commands, elses, is_idiom, split_inline
from agentprog.lang.kinds.screen import without_question
from agentprog.lang.kinds.slots import CONDITION, COUNT, EXACT_VALUE, ITEMS, NOUN, REF, WORDS, last_condition
from agentprog.lang.phrases.expressions import (
    bare_items,
    exact,
    exact_value,
    excludes,
    is_condition,
    items_value,
    value,
)
from agentprog.lang.phrases.markers import CaseLine, ElseIfLine, ElseLine, OnErrorLine
from agentprog.lang.phrases.references import prose, ref_at, variable_name
from agentprog.lang.phrases.tokens import tokenize
from agentprog.lang.phrases.wording import ExpressionWriter
from agentprog.lang.source.text import QUOTED, Piece, top_level, without_word
from agentprog.lang.visit import walk

# ---------------------------------------------------------------------------------------------------- branches


def _whole_condition(fit: Fit) -> Piece:
    """The condition of a block, including a variable at its end that looked like a capture."""
    return fit.slots["condition"] if fit.line.capture is None else fit.tail("condition")


def _if(fit: Fit) -> ast.Statement | None:
    line = fit.line
    if "asked" in fit.slots:
        parts = _verb_first(fit)
    else:
        tail = _whole_condition(fit) if line.opens else fit.tail("condition")
        parts = _opening(tail, fit) if line.opens else split_inline(tail, fit)
    if parts is None and "asked" in fit.slots:
        return None
    if parts is None:
        test = exact(fit.slots["condition"])
        if test is None or not is_condition(test) or isinstance(test, ast.Ref | ast.Boolean):
            return None
        parts = (fit.slots["condition"], None, None)
    if is_idiom(parts[0]) or not len(parts[0]):
        return None
    body = fit.steps(parts[1]) if parts[1] is not None else ()
    orders = fit.steps(parts[2]) if parts[2] else ()
    other = None if parts[2] is None else ast.Otherwise(body=orders, span=parts[2].span())
    branch = ast.Branch(condition=last_condition(parts[0]), body=body, span=line.span)
    if fit.form == "elif":
        return ElseIfLine(branch=branch, orelse=other, span=line.span)
    if fit.form == "unless":
        branch = replace(branch, condition=opposite(branch.condition))
    return ast.If(branches=(branch,), orelse=other, span=line.span)


def _verb_first(fit: Fit) -> Split | None:
    """`Ist {x} größer als 3, ...`: a condition that begins with its verb, if it is exact and has a step."""
    line = fit.line
    parts = _opening(line.rest, fit) if line.opens else split_inline(line.rest, fit)
    test = None if parts is None else exact(parts[0])
    return parts if test is not None and is_condition(test) and not isinstance(test, ast.Ref) else None


def _open_else(tail: Piece, fit: Fit) -> Split | None:
    """`If C, S; otherwise:`: the parts of a line whose block is its `otherwise`."""
    begin = next((at for at, end, _ in elses(tail) if end >= len(tail)), 0)
    parts = split_inline(tail.cut(0, begin), fit) if begin else None
    return None if parts is None or parts[2] is not None else (parts[0], parts[1], tail.cut(len(tail)))


def _opening(tail: Piece, fit: Fit) -> Split:
    """The parts of a line with a block: by itself it is the whole condition."""
    return _open_else(tail, fit) or _command_above_block(tail, fit) or (tail, None, None)


def _command_above_block(tail: Piece, fit: Fit) -> Split | None:
    """`If C, S` above indented lines: its command S is the first line of the branch."""
    test = exact(tail)
    parts = None if test is not None and is_condition(test) else split_inline(tail, fit)
    order = None if parts is None else parts[1]
    if order is None or not len(order):
        return None
    steps = fit.steps(order)
    plain = fit.line.colon and any(isinstance(step, ast.Action) for step in steps)
    return parts if not plain and commands(order, steps) else None


def _if_texts(writer: ExpressionWriter, statement: ast.If) -> Mapping[str, str]:
    return {"condition": writer.condition(statement.branches[0].condition)}


def _elif_texts(writer: ExpressionWriter, statement: ElseIfLine) -> Mapping[str, str]:
    return {"condition": writer.condition(statement.branch.condition)}


def opposite(test: ast.Expr) -> ast.Expr:
    """The negated condition."""
    return test.operand if isinstance(test, ast.Not) else ast.Not(operand=test, span=test.span)


def _unless_texts(writer: ExpressionWriter, statement: ast.If) -> Mapping[str, str]:
    """Writes `unless` only for a condition in plain words, since `not judge "..."` reads badly."""
    test = statement.branches[0].condition
    plain = isinstance(test, ast.Not) and isinstance(test.operand, ast.Semantic | ast.Compute)
    return {"condition": writer.condition(test.operand)} if plain and isinstance(test, ast.Not) else {}


def _else(fit: Fit) -> ast.Statement:
    return ElseLine(branch=ast.Otherwise(span=fit.line.span), span=fit.line.span)


def _else_inline(fit: Fit) -> ast.Statement | None:
    line = fit.line
    if line.colon:
        return None
    rest = without_word(fit.tail("rest"), fit.words.all("inline", "then"))
    body = fit.steps(rest)
    if line.children and not commands(rest, body):
        return None
    return ElseLine(branch=ast.Otherwise(body=body, span=line.span), inline=True, span=line.span)


# ---------------------------------------------------------------------------------------------------- cases


def _switch(fit: Fit) -> ast.Statement | None:
    """The subject must be exact, since each case reads it again."""
    subject = exact(fit.slots["subject"])
    inside = [] if subject is None else list(walk(subject))
    asks = any(isinstance(node, ast.Semantic | ast.Compute) for node in inside)
    if subject is None or asks or not fit.line.opens or not any(isinstance(node, ast.Ref) for node in inside):
        return None
    return ast.Switch(subject=subject, branches=(), span=fit.line.span)


def _switch_texts(writer: ExpressionWriter, statement: ast.Switch) -> Mapping[str, str]:
    return {"subject": writer.expression(statement.subject)}


def case_of(subject: ast.Expr, line: CaseLine) -> ast.Case:
    """The branch of a switch for this line."""
    tests = tuple(ast.Compare(op="==", left=_copy(subject), right=value, span=value.span) for value in line.values)
    condition = tests[0] if len(tests) == 1 else ast.Logic(op="or", operands=tests, span=line.span)
    return ast.Case(condition=condition, body=line.body, span=line.span)


_LITERAL = re.compile(rf"{QUOTED}|(?<![\w.])-?\d+(?:[.,]\d+)*")
_MOST_BEFORE = 4
"""Words in front of the values of a case, or signs of a script without spaces."""
_OTHER_THAN_EQUAL = ("NE", "LT", "LE", "GT", "GE", "NOT", "CONTAINS", "STARTS", "ENDS", "IN", "BETWEEN", "NEITHER")


def case_meant(piece: Piece) -> str:
    """The advice for a line of a switch that names its values in words that make no case: `is "a":`, `"b":`."""
    found = list(_LITERAL.finditer(piece.plain))
    if not found:
        return ""
    known, values = piece.words, piece.cut(found[0].start(), found[-1].end())
    lead, rest = piece.plain[: found[0].start()].strip(), piece.plain[found[-1].end() :].strip(" :").casefold()
    other = [word for kind in _OTHER_THAN_EQUAL for word in known.all("operators", kind)]
    if (
        exact_value(values) is None
        or len(lead.split()) > _MOST_BEFORE
        or rest not in ("", *known.all("operators", "EQ"))
    ):
        return ""
    if re.search(rf"(?<!\w)(?:{'|'.join(map(re.escape, other))})(?!\w)", lead, re.IGNORECASE):
        return f"a case is one value; for other tests write `{known.written('if')}` in place of the switch"
    return f"write `{known.written('case', values=values.raw)}`"


def _copy(expr: ast.Expr) -> ast.Expr:
    """A copy with new nodes, since every node needs its own id."""
    return copy.deepcopy(expr)


def _case(fit: Fit) -> ast.Statement | None:
    line = fit.line
    piece = fit.slots["values"]
    body: tuple[ast.Statement, ...] = ()
    if not line.opens:
        marks = top_level(piece.plain, ":")
        if not marks:
            return None
        piece, body = piece.cut(0, marks[0]), fit.steps(piece.cut(marks[0] + 1))
    found = _alternatives(piece) or exact_value(piece) or (value(piece) if not re.search(r"\s", piece.plain) else None)
    if found is None or not len(piece) or (is_condition(found) and not isinstance(found, ast.Boolean | ast.Ref)):
        return None
    listed = isinstance(found, ast.ListExpr) and piece.plain[:1] != "["
    values = found.items if isinstance(found, ast.ListExpr) and listed else (found,)
    return CaseLine(values=values, body=body, span=line.span)


def _alternatives(piece: Piece) -> ast.ListExpr | None:
    """The values of `case "a" or "b"`."""
    found = exact(piece)
    either = isinstance(found, ast.Logic) and found.op == "or" and not any(map(is_condition, found.operands))
    return ast.ListExpr(items=found.operands, span=found.span) if either and isinstance(found, ast.Logic) else None


def _case_texts(writer: ExpressionWriter, line: CaseLine) -> Mapping[str, str]:
    return {"values": ", ".join(writer.expression(item) for item in line.values)}


# ---------------------------------------------------------------------------------------------------- errors


def _try(fit: Fit) -> ast.Statement | None:
    """Needs a block: `try the other door` is a step."""
    piece = fit.slots.get("times")
    times = None if piece is None else COUNT.read(piece)
    if not fit.line.opens or (piece is not None and times is None):
        return None
    return ast.Try(times=times, span=fit.line.span)


def _on_error(fit: Fit) -> ast.Statement | None:
    rest = fit.tail("rest") if "rest" in fit.slots else None
    if rest is None and not fit.line.opens:
        return None
    body = () if rest is None else fit.steps(rest)
    held = fit.slots.get("held")
    named = _pathless(fit.slots.get("target") if held is None else held.cut(1, len(held) - 1))
    if held is not None and named is None:
        return None
    if named is not None:  # `catch {e}:` gives the message a name of its own
        body = (ast.Assign(target=named, value=ast.Ref(name="error", span=named.span), span=named.span), *body)
    return OnErrorLine(arm=ast.OnError(body=body, span=fit.line.span), span=fit.line.span)


# ---------------------------------------------------------------------------------------------------- loops


def _pathless(piece: Piece | None) -> ast.Ref | None:
    """The variable, if it has no path."""
    if piece is None:
        return None
    found = ref_at(piece)
    return found[0] if found and not found[0].path and found[1] == len(piece) else None


def _singular(noun: str) -> str:
    """The variable's name for a noun: the last word before its description."""
    head = re.split(r"\s(?:in|on|of|from|with|that|which|who|whose|inside|under|for|at|by|named|called)\s", noun)[0]
    word = re.findall(r"[^\W\d]\w*", head)[-1:] or ["item"]
    return variable_name(word[0])


def _for_each(fit: Fit) -> ast.Statement | None:
    line = fit.line
    if (line.capture is None) == (fit.form == "foreach_captured"):
        return None
    noun = fit.slots.get("noun")
    items = items_value(fit.slots["items"])
    if not line.opens and isinstance(items, ast.Semantic | ast.Compute):
        return None
    named = fit.slots.get("target")
    target = _pathless(named) if named is not None else line.capture
    if target is None and named is None and noun is not None:
        name = _singular(noun.raw)
        more = "" if noun.raw == name else noun.raw
        return ast.ForEach(target=ast.Ref(name=name, span=noun.span()), items=items, noun=more, span=line.span)
    if target is None or target.path:
        return None
    return ast.ForEach(target=target, items=items, noun=noun.raw if noun is not None else "", span=line.span)


def _for_each_listed(fit: Fit) -> ast.Statement | None:
    """`For each kid in ["Ann", "Bob"]:`, `For each kid in {kids}, but not "Bob":`: a loop without braces, if the line
    itself lists the items, or those that are left out."""
    items = fit.slots["items"]
    listed = isinstance(exact_value(items), ast.ListExpr) or (items.plain.startswith("{") and excludes(tokenize(items)))
    return _for_each(fit) if fit.line.opens and listed else None


_BOUNDS = ast.Number | ast.Ref | ast.Arithmetic | ast.Apply | ast.Negative | ast.Compute


def _for_each_number(fit: Fit) -> ast.Statement | None:
    """Counts from one number to another. A text, a list and a condition are no bounds: `in {l} until {n} is 2`."""
    named = fit.slots.get("target")
    target = _pathless(named) if named is not None else fit.line.capture
    low, high = exact(fit.slots["low"]), exact(fit.slots["high"])
    in_words = fit.form != "foreach_range"
    if target is None or target.path or low is None or high is None or (in_words and not fit.line.opens):
        return None
    if not isinstance(low, _BOUNDS) or not isinstance(high, _BOUNDS):
        return None
    items = ast.Range(low=low, high=high, span=fit.slots["low"].span())
    return ast.ForEach(target=target, items=items, span=fit.line.span)


def _for_each_thing(fit: Fit) -> ast.Statement | None:
    line = fit.line
    piece = fit.slots["items"]
    if not line.opens or piece.plain.startswith("{"):
        return None
    listed = exact_value(piece)
    before = fit.line.core.plain[: piece.offset - fit.line.core.offset].rstrip().casefold()
    if listed is not None or bare_items(piece, loose=before.endswith(fit.words.reference_of)):
        items = listed or ast.Semantic(text=prose(piece), span=piece.span())
        return ast.ForEach(target=ast.Ref(name="item", span=piece.span()), items=items, span=line.span)
    target = ast.Ref(name=_singular(piece.raw), span=piece.span())
    return ast.ForEach(target=target, items=ast.Semantic(text=prose(piece), span=piece.span()), span=line.span)


def _while(fit: Fit) -> ast.Statement | None:
    line = fit.line
    test = last_condition(_whole_condition(fit))
    if not line.opens and isinstance(test, ast.Semantic):
        return None
    kind = ast.While if fit.form == "while" else ast.RepeatUntil
    return kind(condition=test, span=line.span)


def _counted(fit: Fit) -> ast.Statement | None:
    """`repeat 5`, `twice:`, `3 times:`: a loop without the words of a loop or of its count, above its steps."""
    times = COUNT.read(fit.slots["times"])
    return ast.Repeat(times=times, span=fit.line.span) if times is not None and fit.line.opens else None


def _forever(fit: Fit) -> ast.Statement | None:
    if not fit.line.opens:
        return None
    return ast.While(condition=ast.Boolean(value=True, span=fit.line.span), span=fit.line.span)


def _given_back(piece: Piece) -> ast.Expr | None:
    """An exact value, or the truth of an exact condition: `return whether "Home" appears`."""
    asked = without_question(piece)
    behind = piece.cut(len(piece) - len(asked))
    test = exact(behind if behind.raw == asked else piece.instead(asked))
    return test if test is not None and is_condition(test) else exact_value(piece)


_GIVEN_BACK = Slot(_given_back, EXACT_VALUE.write)
_EACH = {"noun": NOUN, "target": REF, "items": ITEMS}
KINDS = (
    Kind(form="else_inline", app=False, result="ask", make=_else_inline),
    Kind(form="else_bare", app=False, result="ask", make=_else_inline),
    Kind(form="elif", node=ElseIfLine, result="ask", block=True, make=_if, texts=_elif_texts),
    Kind(form="else", node=ElseLine, result="ask", block=True, make=_else),
    Kind(form="unless", node=ast.If, result="ask", block=True, make=_if, texts=_unless_texts),
    Kind(form="if", node=ast.If, result="ask", block=True, make=_if, texts=_if_texts),
    Kind(form="in_case", result="ask", block=True, make=_if),
    Kind(form="switch", node=ast.Switch, block=True, make=_switch, texts=_switch_texts),
    Kind(form="case", node=CaseLine, app=False, block=True, make=_case, texts=_case_texts),
    Kind(form="try", node=ast.Try, slots={"times": COUNT}, block=True, make=_try),
    Kind(form="try_once", node=ast.Try, block=True, make=_try),
    Kind(form="on_error", node=OnErrorLine, app=False, block=True, make=_on_error),
    Kind(form="on_error_inline", app=False, make=_on_error),
    Kind(form="repeat", node=ast.Repeat, slots={"times": COUNT}, block=True),
    Kind(form="repeat_counted", block=True, make=_counted),
    Kind(form="foreach", node=ast.ForEach, slots=_EACH, block=True, make=_for_each),
    Kind(form="foreach_range", block=True, make=_for_each_number),
    Kind(form="foreach_counted", result="may", block=True, make=_for_each_number),
    Kind(form="foreach_bounds", block=True, make=_for_each_number),
    Kind(form="foreach_noun", block=True, make=_for_each),
    Kind(form="foreach_listed", block=True, make=_for_each_listed),
    Kind(form="foreach_captured", result="must", block=True, make=_for_each),
    Kind(form="foreach_things", block=True, make=_for_each_thing),
    Kind(
        form="forever",
        node=ast.While,
        always={"condition": ast.Boolean(value=True)},
        result="ask",
        block=True,
        make=_forever,
    ),
    Kind(form="while", node=ast.While, slots={"condition": CONDITION}, result="ask", block=True, make=_while),
    Kind(form="until", node=ast.RepeatUntil, slots={"condition": CONDITION}, result="ask", block=True, make=_while),
    Kind(form="break", node=ast.Break, app=False),
    Kind(form="continue", node=ast.Continue, app=False),
    Kind(form="return", node=ast.Return, slots={"value": _GIVEN_BACK}, app=False),
    Kind(form="stop", node=ast.Stop, slots={"reason": WORDS}, app=False),
    Kind(form="stop_bare", app=False, make=lambda fit: ast.Stop(span=fit.line.span)),
    Kind(form="within", node=ast.Within, block=True),
)
