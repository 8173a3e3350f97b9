"""Shows a program's tree and its compiled table."""

from __future__ import annotations

from agentprog.lang.ast import Action, If, Program, Statement, Switch
from agentprog.lang.resolve import resolve_apps
from agentprog.lang.table import Row, Table, kind_of
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import arms
from agentprog.lang.writing.unparse import Unparser


def show_tree(program: Program) -> str:
    """The tree: one line per node with its kind, tier, app and text."""
    return "\n".join(_Tree(program).lines())


class _Tree:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.writer = Unparser(program)
        self.apps = resolve_apps(program)
        self.found: list[str] = []

    def lines(self) -> list[str]:
        self.found = [self.program.name or "program"]
        self._block(self.program.body, "")
        return self.found

    def _block(self, body: tuple[Statement, ...], prefix: str) -> None:
        for number, statement in enumerate(body):
            last = number == len(body) - 1
            self._statement(statement, prefix, last)

    def _put(self, prefix: str, last: bool, text: str) -> str:
        self.found.append(f"{prefix}{'└── ' if last else '├── '}{text}")
        return prefix + ("    " if last else "│   ")

    def _statement(self, statement: Statement, prefix: str, last: bool) -> None:
        if isinstance(statement, If):
            about = f" {self.writer.line(statement)}" if isinstance(statement, Switch) else ""
            inner = self._put(prefix, last, f"{kind_of(statement)}{self._app(statement)}{about}")
            self._arms(statement, inner)
            return
        kind = kind_of(statement)
        text = self.writer.line(statement)
        inner = self._put(prefix, last, f"{kind} [{tier_of(statement)}]{self._app(statement)} {text}")
        if isinstance(statement, Action):
            self._below(statement, inner)
        self._block(getattr(statement, "body", ()), inner)
        self._arms(statement, inner)

    def _below(self, statement: Action, prefix: str) -> None:
        """Adds a step's details and exact lines."""
        exactly = statement.implementation
        for number, detail in enumerate(statement.details):
            last = exactly is None and number == len(statement.details) - 1
            self._put(prefix, last, f"· {detail}")
        if exactly is not None:
            self._block(exactly.body, self._put(prefix, True, self.writer.exactly()))

    def _arms(self, statement: Statement, prefix: str) -> None:
        found = arms(statement)
        for number, arm in enumerate(found):
            text = self.writer.arm(arm, first=number == 0)
            deeper = self._put(prefix, number == len(found) - 1, f"[{tier_of(arm)}] {text}")
            self._block(arm.body, deeper)

    def _app(self, statement: Statement) -> str:
        app = self.apps.get(statement.id)
        return f" ({app})" if app is not None and statement.app is None else ""


_COLUMNS = ("index", "line", "kind", "tier", "parent", "next", "body", "else", "after", "app", "text")


def show_table(table: Table) -> str:
    """The compiled table: one line per row, columns aligned."""
    writer = Unparser(table.program)
    rows = [_COLUMNS, *[_row(row, table, writer) for row in table.rows]]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_COLUMNS) - 1)]
    return "\n".join(
        "  ".join([*[cell.ljust(width) for cell, width in zip(row, widths, strict=False)], row[-1]]).rstrip()
        for row in rows
    )


def table_rows(table: Table) -> list[dict[str, str]]:
    """The table's rows as data, for views with their own table."""
    writer = Unparser(table.program)
    return [dict(zip(_COLUMNS, _row(row, table, writer), strict=True)) for row in table.rows]


def _row(row: Row, table: Table, writer: Unparser) -> tuple[str, ...]:
    places = (row.parent, row.next, row.body, row.orelse, row.after)
    app = table.apps.get(row.node.id)
    node = row.node
    text = writer.line(node) if isinstance(node, Statement) else writer.arm(node, first=row.kind == "if")
    return (
        str(row.index),
        str(row.line),
        row.kind,
        row.tier,
        *("-" if place is None else str(place) for place in places),
        "" if app is None else str(app),
        "  " * row.depth + text,
    )
