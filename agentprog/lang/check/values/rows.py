"""Reports whole rows where a part of each row is meant: a text that is looked for among rows that a model reads off the
screen, and a sum or an average of rows.
"""

from __future__ import annotations

from agentprog.lang.ast import Action, Apply, Compare, Expr, Extract, ForEach, Line, ListExpr, Program, Ref, Statement
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.defined import all_defined_by
from agentprog.lang.uses import Uses
from agentprog.lang.visit import expressions, lines, statements

_INSIDE = ("in", "contains")
_CALCULATE = ("sum", "average")


class RowsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.uses = Uses(program)
        self.rows = self._read_whole()

    def run(self) -> None:
        for line in lines(self.program):
            for node in expressions(line):
                if isinstance(node, Compare) and node.op in _INSIDE and self.rows:
                    self._compared(node)
                elif isinstance(node, Apply) and node.function in _CALCULATE:
                    self._calculated(line, node)

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
        text = str(statement.what if isinstance(statement, Extract) else statement.text)
        several = self.words.lexicon(text).regex("several").search(text)
        return not shape.parts and not shape.kind and (shape.many or several is not None)
