"""Finds faults in literal values: division by zero, missing indexes and keys."""

from __future__ import annotations

from agentprog.lang.ast import (
    AddTo,
    Apply,
    Arithmetic,
    Assign,
    Compare,
    Expr,
    ForEach,
    ListExpr,
    Node,
    Number,
    ObjectExpr,
    Program,
    Ref,
    RemoveFrom,
    Statement,
    Template,
)  # fmt: skip
from agentprog.lang.check.report import Pass
from agentprog.lang.diagnostics import did_you_mean
from agentprog.lang.visit import all_defined_by, list_changed_by, statements, walk

_CALCULATE = ("sum", "average")
_COMPARE = ("minimum", "maximum")


class ConstantsPass(Pass):
    def run(self) -> None:
        literals = literal_values(self.program)
        for node in walk(self.program):
            if isinstance(node, Arithmetic) and node.op in "/%" and _is_zero(node.right):
                self.report.add("STP212", "this divides by zero", node.right.span, "divide by another number")
            elif isinstance(node, Ref) and node.name in literals:
                self._path(node, literals[node.name])
            elif isinstance(node, AddTo | RemoveFrom) and isinstance(node.value, Compare):
                self._compared(node.value)
            elif isinstance(node, Apply) and node.function in (*_CALCULATE, *_COMPARE):
                self._calculated(node, literals)

    def _compared(self, value: Compare) -> None:
        """Reports a comparison of two literals that goes into a list: `Remove "a" is not "b" from {l}`."""
        sides = (value.left, value.right)
        if all(isinstance(side, Number) or (isinstance(side, Template) and not side.refs) for side in sides):
            hint = f"did you mean `{self.report.raw(value.left)}`?"
            self.report.add("STP305", "this compares two fixed values, and is no item of a list", value.span, hint)

    def _calculated(self, node: Apply, literals: dict[str, Expr]) -> None:
        """Reports the sum or average of literal items that are no numbers: `the average of {marks}`, an object. The
        least or greatest item may be a text, but no object."""
        named = node.operand
        value = literals.get(named.name) if isinstance(named, Ref) and not named.path else named
        text = self.report.raw(named)
        if isinstance(value, ObjectExpr) and value.entries:
            numbers = [entry.value for entry in value.entries if isinstance(entry.value, Number)]
            written = ", ".join(self.report.raw(number) for number in numbers)
            message = f"this calculates with {text}, an object: its items have a key and a value, and are not numbers"
            hint = "calculate with a list of numbers" + (f": `[{written}]`" if written else "")
            if node.function in _COMPARE:
                phrase, compute = self.words.operator(node.function.upper()), self.words.escaped("compute")
                hint += f'; for the key, write `{compute} "the key with {phrase} {text}"`'
            self.report.add("STP224", message, node.span, hint)
        elif isinstance(value, ListExpr):
            compares = node.function in _COMPARE
            other = next((item for item in value.items if _is_no_number(item, texts=compares)), None)
            if other is not None:
                shown = self.report.raw(other)
                message = f"this calculates with {text}, whose item {shown} is not a number"
                hint = "calculate with a list of numbers, such as `[1, 2.5]`"
                key = other.entries[0].key if isinstance(other, ObjectExpr) and other.entries else ""
                if isinstance(named, Ref) and key:
                    hint += f", or with one part of each item, such as {{{named.unbraced}.{key}}}"
                self.report.add("STP224", message, node.span, hint)

    def _path(self, ref: Ref, value: Expr) -> None:
        """Follows a reference into a literal and reports the first missing index or key."""
        for part in ref.path:
            if isinstance(value, ListExpr) and isinstance(part, int):
                if not -len(value.items) <= part < len(value.items):
                    message = f"{{{ref.name}}} has {len(value.items)} items: there is no [{part}]"
                    self.report.add("STP213", message, ref.span, "items are counted from 0")
                    return
                value = value.items[part]
            elif isinstance(value, ObjectExpr) and isinstance(part, str):
                entries = {entry.key: entry.value for entry in value.entries}
                if part not in entries:
                    listed = "it has " + (", ".join(entries) or "none")
                    message = f"{{{ref.name}}} has no key {part!r}"
                    self.report.add("STP213", message, ref.span, did_you_mean(part, entries) or listed)
                    return
                value = entries[part]
            else:
                return


def _is_no_number(item: Expr, *, texts: bool) -> bool:
    """True for an object, a list, or a text without a digit unless texts are allowed."""
    text = item.constant if isinstance(item, Template) and not texts else None
    return isinstance(item, ListExpr | ObjectExpr) or (text is not None and not any(sign.isdigit() for sign in text))


def _is_zero(expr: Expr) -> bool:
    return isinstance(expr, Number) and expr.value == 0


def literal_values(program: Program) -> dict[str, Expr]:
    """Variables that the program sets exactly once, to a literal, and never changes."""
    return {
        name: values[0]
        for name, values in values_given(program).items()
        if len(values) == 1 and isinstance(values[0], ListExpr | ObjectExpr)
    }


def values_given(program: Program, *, but: tuple[type[Statement], ...] = ()) -> dict[str, list[Expr | None]]:
    """By variable, each value that a statement, except those of some types, gives it. None stands for a value that no
    line shows: an input, a result, a changed part."""
    found: dict[str, list[Expr | None]] = {entry.name: [None] for entry in program.header.inputs}
    found |= {entry.name: [None] for task in program.functions.values() for entry in task.inputs}
    for statement in statements(program):
        for ref in () if isinstance(statement, but) else changed(statement):
            whole = isinstance(statement, Assign) and not ref.path and ref is statement.target
            value = statement.value if whole and isinstance(statement, Assign) else None
            found.setdefault(ref.name, []).append(value)
    return found


def changed(statement: Statement) -> list[Ref]:
    """The references that a statement sets or changes."""
    places: list[Node | None] = [*all_defined_by(statement), getattr(statement, "target", None)]
    if getattr(statement, "capture", None) is None:
        places.append(getattr(statement, "source", None))
    if isinstance(statement, ForEach):
        places.append(list_changed_by(statement))
    return list({id(place): place for place in places if isinstance(place, Ref)}.values())
