"""Finds faults in literal values: division by zero, missing indexes and keys."""

from __future__ import annotations

from collections.abc import Mapping

from agentprog.lang.ast import (
    Apply,
    Arithmetic,
    Assign,
    Expr,
    Filter,
    ForEach,
    ListExpr,
    Node,
    Number,
    ObjectExpr,
    Program,
    ReadTable,
    Ref,
    Sort,
    Statement,
    TableExpr,
    Template,
)  # fmt: skip
from agentprog.lang.check.report import Findings
from agentprog.lang.check.values.defined import all_defined_by
from agentprog.lang.diagnostics import did_you_mean
from agentprog.lang.visit import list_changed_by, statements, walk
from agentprog.lang.vocabulary.words import words

_CALCULATE = ("sum", "average")
_COMPARE = ("minimum", "maximum")


class ConstantsPass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report
        self.words = words(program.header.language)

    def run(self) -> None:
        literals = literal_values(self.program)
        self.rows = _tables(self.program)
        for node in walk(self.program):
            if isinstance(node, Arithmetic) and node.op in "/%" and _is_zero(node.right):
                self.report.add("STP212", "this divides by zero", node.right.span, "divide by another number")
            elif isinstance(node, Ref) and node.name in literals:
                self._path(node, literals[node.name])
            elif isinstance(node, Apply) and node.function in (*_CALCULATE, *_COMPARE):
                self._calculated(node, literals)

    def _calculated(self, node: Apply, literals: dict[str, Expr]) -> None:
        """Reports the sum or average of literal items that are no numbers: `the average of {marks}`, an object. The
        least or greatest item may be a text, but no object."""
        named = node.operand
        whole = named.name if isinstance(named, Ref) and not named.path else ""
        value = literals.get(whole) if whole else named
        text = self.report.text[named.span.start : named.span.end]
        if isinstance(value, ObjectExpr) and value.entries:
            numbers = [entry.value for entry in value.entries if isinstance(entry.value, Number)]
            written = ", ".join(self.report.text[number.span.start : number.span.end] for number in numbers)
            message = f"this calculates with {text}, an object: its items have a key and a value, and are not numbers"
            hint = "calculate with a list of numbers" + (f": `[{written}]`" if written else "")
            if node.function in _COMPARE:
                phrase, compute = self.words.operator(node.function.upper()), self.words.escaped("compute")
                hint += f'; for the key, write `{compute} "the key with {phrase} {text}"`'
            self.report.add("STP224", message, node.span, hint)
        elif whole in self.rows and value is None:
            message = f"this calculates with {text}, whose items are rows, and no numbers"
            part = f", such as {{{whole}.{self.rows[whole]}}}" if self.rows[whole] else ""
            self.report.add("STP224", message, node.span, f"calculate with one part of each row{part}")
        elif isinstance(value, ListExpr):
            compares = node.function in _COMPARE
            other = next((item for item in value.items if _is_no_number(item, texts=compares)), None)
            if other is not None:
                shown = self.report.text[other.span.start : other.span.end]
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


def _tables(program: Program) -> dict[str, str]:
    """The variables that hold nothing but tables, each with a column by which a line filters or sorts, or its first."""
    found = {entry.name: "" for entry in program.header.inputs if entry.type == "table"}
    others = {entry.name for entry in program.header.inputs} - set(found)
    others |= {parameter.name for task in program.functions.values() for parameter in task.inputs}
    for statement in statements(program):
        for ref in all_defined_by(statement):
            column = _column(statement, found) if not ref.path else None
            if column is None:
                others.add(ref.name)
            elif not found.get(ref.name):
                found[ref.name] = column
    return {name: column for name, column in found.items() if name not in others}


def _column(line: Statement, known: Mapping[str, str]) -> str | None:
    """A column of the table that a line makes, or an empty text; None if it makes none."""
    if isinstance(line, Filter | Sort):
        return line.key or known.get(line.source.name)
    made = line.value if isinstance(line, Assign) else None
    if isinstance(made, TableExpr):
        return made.columns[0] if made.columns else ""
    if isinstance(made, ListExpr) and made.items and all(isinstance(item, ObjectExpr) for item in made.items):
        return next((entry.key for item in made.items if isinstance(item, ObjectExpr) for entry in item.entries), "")
    if isinstance(made, Ref) and not made.path:
        return known.get(made.name)
    return "" if isinstance(line, ReadTable) else None


def _is_no_number(item: Expr, *, texts: bool) -> bool:
    """True for an object, a list, or a text without a digit unless texts are allowed."""
    text = item.constant if isinstance(item, Template) and not texts else None
    return isinstance(item, ListExpr | ObjectExpr) or (text is not None and not any(sign.isdigit() for sign in text))


def _is_zero(expr: Expr) -> bool:
    return isinstance(expr, Number) and expr.value == 0


def literal_values(program: Program) -> dict[str, Expr]:
    """Variables that the program sets exactly once, to a literal, and never changes."""
    assigned: dict[str, list[Expr | None]] = {}
    for statement in statements(program):
        for ref in changed(statement):
            whole = isinstance(statement, Assign) and not ref.path and ref is statement.target
            assigned.setdefault(ref.name, []).append(
                statement.value if whole and isinstance(statement, Assign) else None
            )
    for entry in program.header.inputs:
        assigned.setdefault(entry.name, []).append(None)
    for task in program.functions.values():
        for parameter in task.inputs:
            assigned.setdefault(parameter.name, []).append(None)
    return {
        name: values[0]
        for name, values in assigned.items()
        if len(values) == 1 and isinstance(values[0], ListExpr | ObjectExpr)
    }


def changed(statement: Statement) -> list[Ref]:
    """The references that a statement sets or changes."""
    places: list[Node | None] = [*all_defined_by(statement), getattr(statement, "target", None)]
    if getattr(statement, "capture", None) is None:
        places.append(getattr(statement, "source", None))
    if isinstance(statement, ForEach):
        places.append(list_changed_by(statement))
    return list({id(place): place for place in places if isinstance(place, Ref)}.values())
