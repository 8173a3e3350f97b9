"""The kinds of value that each variable of a program may hold, by all lines that set it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from agentprog.lang.ast import (
    AddTo,
    Apply,
    Arithmetic,
    Assign,
    Between,
    Boolean,
    Compare,
    Expr,
    FileExists,
    Filter,
    ForEach,
    IsEmpty,
    ListExpr,
    Logic,
    Negative,
    Not,
    Nothing,
    Number,
    ObjectExpr,
    OnScreen,
    Program,
    Range,
    ReadTable,
    Ref,
    RemoveFrom,
    Sort,
    Statement,
    TableExpr,
    Template,
)  # fmt: skip
from agentprog.lang.visit import all_defined_by, statements

Kind = Literal["number", "text", "truth", "list", "object", "nothing", "other"]
"""`list`: a list or a table. `nothing`: no value, or an empty text. `other`: a kind that the program does not show."""
Kinds = frozenset[Kind]

_OTHER: Kinds = frozenset(("other",))
_NUMBER: Kinds = frozenset(("number",))
_LIST: Kinds = frozenset(("list",))
_BY_FORM: tuple[tuple[type | tuple[type, ...], Kind], ...] = (
    ((Number, Negative, Arithmetic), "number"),
    ((Boolean, Compare, Between, IsEmpty, FileExists, OnScreen, Not, Logic), "truth"),
    ((ListExpr, Range, TableExpr), "list"),
    (ObjectExpr, "object"),
    (Nothing, "nothing"),
)
_TYPES: Mapping[str, Kind] = {
    "number": "number", "text": "text", "boolean": "truth", "list": "list", "table": "list", "object": "object"
}  # fmt: skip
_COUNTS = ("count", "sum", "average")
_LONGEST_CHAIN = 4
"""How often a value is followed from variable to variable."""


def kinds_held(program: Program, *, but: frozenset[str] = frozenset()) -> Mapping[str, Kinds]:
    """The kinds of each variable. A part or an item that a line sets does not count, nor do the lines of `but`, by
    their ids."""
    declared = [(entry.name, entry.type) for entry in program.header.inputs]
    declared += [(entry.name, entry.type) for task in program.functions.values() for entry in task.inputs]
    found: dict[str, Kinds] = {}
    for name, kind in declared:
        found[name] = found.get(name, frozenset()) | {_declared(kind)}
    counting = (line for line in statements(program) if line.id not in but)
    lines = [(ref.name, line) for line in counting for ref in all_defined_by(line) if not ref.path]
    fixed = dict(found)
    for _ in range(_LONGEST_CHAIN):
        following: dict[str, Kinds] = dict(fixed)
        for name, line in lines:
            following[name] = following.get(name, frozenset()) | _of_line(line, found)
        if following == found:
            break
        found = following
    return found


def _declared(kind: str) -> Kind:
    return _TYPES.get(kind.partition(" ")[0], "other")


def _of_line(line: Statement, known: Mapping[str, Kinds]) -> Kinds:
    """The kinds that a line gives its variable."""
    if isinstance(line, Assign):
        return kinds_of(line.value, known)
    if isinstance(line, ReadTable | Filter | Sort):
        return _LIST
    if isinstance(line, ForEach):
        items = line.items.items if isinstance(line.items, ListExpr) else ()
        return _NUMBER if isinstance(line.items, Range) else _joined(items, known) or _OTHER
    return frozenset((_declared(getattr(line, "returns", "") or ""),))


def kinds_of(value: Expr, known: Mapping[str, Kinds]) -> Kinds:
    """The kinds that an expression may have."""
    if isinstance(value, Ref):
        return _OTHER if value.path else known.get(value.name, _OTHER)
    if isinstance(value, Template):
        if len(value.parts) == 1 and isinstance(value.parts[0], Ref):
            return kinds_of(value.parts[0], known)
        return frozenset(("text" if value.parts else "nothing",))
    if isinstance(value, Apply):
        return _NUMBER if value.function in _COUNTS else _OTHER
    if isinstance(value, Arithmetic) and value.op == "+":
        sides = kinds_of(value.left, known) | kinds_of(value.right, known)
        return sides if sides in (_NUMBER, _LIST) else _OTHER
    return next((frozenset((kind,)) for form, kind in _BY_FORM if isinstance(value, form)), _OTHER)


def _joined(values: Iterable[Expr], known: Mapping[str, Kinds]) -> Kinds:
    return frozenset(kind for value in values for kind in kinds_of(value, known))


def taken_for_lists(program: Program) -> frozenset[str]:
    """The variables that a line takes for a list: it goes over them, changes their items, or sets them to a list."""
    found: set[str] = set()
    for line in statements(program):
        if isinstance(line, ForEach) and isinstance(line.items, Ref):
            found.add(line.items.name)
        elif isinstance(line, AddTo | RemoveFrom) or (isinstance(line, Assign) and isinstance(line.value, ListExpr)):
            found.add(line.target.name)
    return frozenset(found)


def made_as_lists(program: Program) -> frozenset[str]:
    """The variables that a line fills with a list or a table of the program."""
    filled = (
        line.target if isinstance(line, Assign) and isinstance(line.value, ListExpr | TableExpr)
        else line.capture if isinstance(line, ReadTable) else None
        for line in statements(program)
    )  # fmt: skip
    return frozenset(ref.name for ref in filled if ref is not None)


def lists_of(program: Program, known: Mapping[str, Kinds]) -> frozenset[str]:
    """The variables that hold lists only. A reading is a list if a line goes over it, counts it or adds to it."""
    over = [line.items if isinstance(line, ForEach) else line.target for line in statements(program)
            if isinstance(line, ForEach | AddTo)]  # fmt: skip
    treated = {place.name for place in over if isinstance(place, Ref) and not place.path}
    sure = {name for name, kinds in known.items() if kinds == _LIST}
    return frozenset(sure | {name for name in treated if known.get(name) in (_OTHER, _OTHER | _LIST)})
