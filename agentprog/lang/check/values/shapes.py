"""Reports uses that do not fit the shape of a value: a part that it has not, whole rows where a part of each row is
meant, a single value added to a table.

`{item.name}` in a list of texts fails in the first round. A text looked for among rows that a model reads off the
screen, and a sum of rows, need a part of each row. Rows of a table have columns, whose names hold no stray sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from agentprog.lang.ast import (
    Action,
    AddTo,
    Apply,
    Assign,
    Compare,
    Expr,
    Extract,
    Filter,
    ForEach,
    Line,
    ListExpr,
    Number,
    ObjectExpr,
    Program,
    Ref,
    Sort,
    Statement,
    TableExpr,
    Template,
)
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.constants import changed
from agentprog.lang.uses import Uses
from agentprog.lang.visit import all_defined_by, expressions, item_parts, lines, statements, walk

_INSIDE = ("in", "contains")
_CALCULATE = ("sum", "average")
_STRAY = re.compile(r"""["“”„«»「」『』\[\]{}、]""")


class ShapesPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.uses = Uses(program)
        self.rows = self._read_whole()
        self.columns = self._tables()

    def run(self) -> None:
        for found in self.uses.impossible():
            message = f"{found.ref} asks for {found.part!r}, but its value has {found.actual}"
            hint = (
                f'give it objects, such as {{"{found.part}": "..."}}, or read it without a type, so that it has parts'
            )
            self.report.add("STP217", message, found.ref.span, hint)
        self._items()
        for loop in statements(self.program):
            if isinstance(loop, ForEach) and not isinstance(loop.items, Ref):
                self._lost(loop)
        for line in lines(self.program):
            if isinstance(line, AddTo) and not line.target.path and line.target.name in self.columns:
                self._row(line, self.columns[line.target.name])
            for node in expressions(line):
                if isinstance(node, Compare) and node.op in _INSIDE and self.rows:
                    self._compared(node)
                elif isinstance(node, Apply) and node.function in _CALCULATE:
                    self._calculated(line, node)
                elif isinstance(node, TableExpr):
                    self._names(node)

    def _lost(self, loop: ForEach) -> None:
        """Reports a part of an item that no line of its round reads, where no variable holds the list."""
        parts = item_parts(loop)
        own = {id(part) for part in parts}
        refs = [node for node in walk(loop) if isinstance(node, Ref) and id(node) not in own] if parts else []
        read = [ref.path for ref in refs if ref.name == loop.target.name and ref is not loop.target]
        lost = next((part for part in parts if not any(one[:1] in ((), part.path[:1]) for one in read)), None)
        if lost is not None:
            message = f"{lost} is lost at the end of the round: the items of this loop are in no variable"
            self.report.add("STP230", message, lost.span, "set a variable to the list above, and loop over it")

    def _items(self) -> None:
        """`For each {x} in {prices}:`, then `{prices[x]}`, where {prices} is an object."""
        objects = _only_objects(self.program)
        for loop in statements(self.program):
            if not isinstance(loop, ForEach) or not isinstance(loop.items, Ref) or loop.items.name not in objects:
                continue
            item = loop.target.name
            for ref in () if loop.items.path or self._set_twice(item) else _whole_items(loop, item):
                message = f"{{{item}}} is an item of the object {loop.items}: it has a key and a value"
                self.report.add("STP217", message, ref.span, f"write {{{item}.key}} or {{{item}.value}}")

    def _set_twice(self, name: str) -> bool:
        return sum(ref.name == name for line in statements(self.program) for ref in all_defined_by(line)) > 1

    def _calculated(self, line: Line, node: Apply) -> None:
        """Reports `the average of {dear}` where the items of {dear} have parts: rows of a table are no numbers."""
        rows = node.operand
        if not isinstance(rows, Ref) or rows.path or any(found.span == node.span for found in self.report.found):
            return
        shape = self.uses.of_name(line, rows.name)
        if shape.many and shape.parts:
            part = next((part for part in shape.parts if part.kind == "number"), shape.parts[0])
            message = f"this calculates with {rows}, whose items are rows with parts, and no numbers"
            hint = f"calculate with one part of each row, such as {{{rows.name}.{part.name}}}"
            self.report.add("STP224", message, node.span, hint)

    def _compared(self, node: Compare) -> None:
        item, rows = (node.left, node.right) if node.op == "in" else (node.right, node.left)
        if not isinstance(rows, Ref) or rows.path or rows.name not in self.rows or self._is_a_row(item, rows.name):
            return
        loop = self.words.written("foreach", target="{row}", items=str(rows))
        message = f"this compares {item} with whole rows of {rows}, as a model reads them off the screen"
        hint = (
            f"compare one part of each row: `{loop}`, and in it {{row.name}}, for example; "
            f"or read only that part, and write (list of text) after {rows}"
        )
        self.report.add("STP226", message, node.span, hint)

    def _is_a_row(self, item: Expr, rows: str) -> bool:
        """True for the item of a loop over the rows, and for an item by its number."""
        if not isinstance(item, Ref):
            return isinstance(item, ListExpr)
        loops = (
            line for line in statements(self.program) if isinstance(line, ForEach) and line.target.name == item.name
        )
        return item.name == rows or any(isinstance(loop.items, Ref) and loop.items.name == rows for loop in loops)

    def _read_whole(self) -> frozenset[str]:
        """The variables that only readings of many things set, without a type, and of which no line uses a part."""
        found: set[str] = set()
        others: set[str] = {entry.name for entry in self.program.header.inputs}
        for statement in statements(self.program):
            for ref in all_defined_by(statement):
                (found if self._reads_rows(statement, ref) else others).add(ref.name)
        return frozenset(found - others)

    def _reads_rows(self, statement: Statement, ref: Ref) -> bool:
        if not isinstance(statement, Extract | Action) or statement.returns or statement.also or ref.path:
            return False
        shape = self.uses.of_name(statement, ref.name)
        text = str(statement.text)
        several = self.words.lexicon(text).regex("several").search(text)
        return not shape.parts and not shape.kind and (shape.many or several is not None)

    def _names(self, table: TableExpr) -> None:
        bad = next((name for name in table.columns if _STRAY.search(name)), None)
        if bad is not None:
            message = f"the table gets a column named {bad}: its name contains a quote, a bracket or a bullet"
            self.report.add("STP214", message, table.span, 'write only the names, each in quotes: `"name", "price"`')

    def _row(self, line: AddTo, columns: tuple[str, ...]) -> None:
        if not _is_single(line.value):
            return
        value = self.report.raw(line.value)
        row = ", ".join(f'"{name}": {value if at == 0 else "..."}' for at, name in enumerate(columns))
        message = f"{value} is one value, but {line.target} is a table, whose rows have columns"
        self.report.add("STP227", message, line.value.span, f"add a row in place of the value: `{{{row}}}`")

    def _tables(self) -> dict[str, tuple[str, ...]]:
        """The variables that lines set to nothing but one empty table, or to its filtered or sorted rows."""
        found: dict[str, tuple[str, ...]] = {}
        others: set[str] = {entry.name for entry in self.program.header.inputs}
        for statement in statements(self.program):
            for ref in () if isinstance(statement, AddTo) else changed(statement):
                made = statement.value if isinstance(statement, Assign) and not ref.path else None
                columns = made.columns if isinstance(made, TableExpr) else _chosen(statement, found)
                if columns and ref.name not in found:
                    found[ref.name] = columns
                else:
                    others.add(ref.name)
        return {name: columns for name, columns in found.items() if name not in others and columns}


def _only_objects(program: Program) -> set[str]:
    """The variables that lines set to nothing but an object."""
    objects: set[str] = set()
    others: set[str] = set()
    for statement in statements(program):
        is_object = isinstance(statement, Assign) and isinstance(statement.value, ObjectExpr)
        for ref in all_defined_by(statement):
            if not ref.path:
                (objects if is_object else others).add(ref.name)
    return objects - others


def _whole_items(loop: Statement, item: str) -> Iterator[Ref]:
    """The whole item as a part of a text, or as a key of another value. A step in plain words may have it as it is."""
    steps = {id(line.text) for line in statements(loop) if isinstance(line, Action)}
    for node in walk(loop):
        if id(node) in steps:
            continue
        texts = node.parts if isinstance(node, Template) else node.path if isinstance(node, Ref) else ()
        yield from (ref for ref in texts if isinstance(ref, Ref) and ref.name == item and not ref.path)


def _chosen(line: Statement, known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The columns of the rows that a line filters or sorts into another variable."""
    return known.get(line.source.name, ()) if isinstance(line, Filter | Sort) and not line.source.path else ()


def _is_single(value: Expr) -> bool:
    """True for a text, a number and a part of another value; a whole variable may hold a row."""
    named = isinstance(value, Ref) and bool(value.path) and isinstance(value.path[-1], str)
    return named or isinstance(value, Template | Number)
