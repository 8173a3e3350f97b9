"""Reports a column name with a stray quote or bracket, and a single value added to a table, whose rows have columns."""

from __future__ import annotations

import re
from collections.abc import Mapping

from agentprog.lang import ast
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.constants import changed
from agentprog.lang.visit import statements, walk

_STRAY = re.compile(r"""["“”„«»「」『』\[\]{}、]""")


class TablesPass(Pass):
    def __init__(self, program: ast.Program, report: Findings) -> None:
        super().__init__(program, report)
        self.columns = self._tables()

    def run(self) -> None:
        for node in walk(self.program):
            if isinstance(node, ast.TableExpr):
                self._names(node)
            elif isinstance(node, ast.AddTo) and not node.target.path and node.target.name in self.columns:
                self._row(node, self.columns[node.target.name])

    def _names(self, table: ast.TableExpr) -> None:
        bad = next((name for name in table.columns if _STRAY.search(name)), None)
        if bad is not None:
            message = f"the table gets a column named {bad}: its name contains a quote, a bracket or a bullet"
            self.report.add("STP214", message, table.span, 'write only the names, each in quotes: `"name", "price"`')

    def _row(self, line: ast.AddTo, columns: tuple[str, ...]) -> None:
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
            for ref in () if isinstance(statement, ast.AddTo) else changed(statement):
                made = statement.value if isinstance(statement, ast.Assign) and not ref.path else None
                columns = made.columns if isinstance(made, ast.TableExpr) else _chosen(statement, found)
                if columns and ref.name not in found:
                    found[ref.name] = columns
                else:
                    others.add(ref.name)
        return {name: columns for name, columns in found.items() if name not in others and columns}


def _chosen(line: ast.Statement, known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The columns of the rows that a line filters or sorts into another variable."""
    return known.get(line.source.name, ()) if isinstance(line, ast.Filter | ast.Sort) and not line.source.path else ()


def _is_single(value: ast.Expr) -> bool:
    """True for a text, a number and a part of another value; a whole variable may hold a row."""
    named = isinstance(value, ast.Ref) and bool(value.path) and isinstance(value.path[-1], str)
    return named or isinstance(value, ast.Template | ast.Number)
