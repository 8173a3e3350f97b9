"""The compiled program: one immutable row a statement, with where the program counter can go from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agentprog.lang import ast
from agentprog.runtime.operations import NodeKind

END = -1
"""No row: the end of the function, or of the program."""

RowNode = ast.Statement | ast.Branch


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """`next` follows it, `enter` begins its block, `otherwise` is a condition's else. `parent` is the row of the block
    it stands in, `loop` the innermost loop around it (END: none). `app` is the scope it runs in, None when none is
    named in its block or an enclosing one."""

    index: int
    node: RowNode
    kind: NodeKind
    parent: int
    loop: int
    depth: int
    next: int
    enter: int = END
    otherwise: int = END
    app: ast.Template | None = None

    @property
    def line(self) -> int:
        return self.node.span.line

    @property
    def id(self) -> str:
        return self.node.id


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """Rows in source order; `start` is the first of the program, `functions` the define row of each task."""

    program: ast.Program
    rows: tuple[Row, ...]
    start: int
    functions: Mapping[str, int]

    def __getitem__(self, index: int) -> Row:
        return self.rows[index]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Place:
    """Where a block stands: what its rows inherit."""

    parent: int = END
    loop: int = END
    depth: int = 0
    app: ast.Template | None = None


_KINDS: Mapping[type[ast.Statement], NodeKind] = {
    ast.Repeat: NodeKind.LOOP,
    ast.ForEach: NodeKind.LOOP,
    ast.While: NodeKind.LOOP,
    ast.RepeatUntil: NodeKind.LOOP,
    ast.Within: NodeKind.BLOCK,
    ast.FunctionDef: NodeKind.DEFINE,
    ast.Call: NodeKind.CALL,
    ast.Break: NodeKind.BREAK,
    ast.Continue: NodeKind.SKIP,
    ast.Return: NodeKind.RETURN,
    ast.Stop: NodeKind.STOP,
}


class _Builder:
    """Numbers the rows of a block backwards from what follows it, since a row must know its successor."""

    def __init__(self) -> None:
        self.rows: dict[int, Row] = {}
        self.functions: dict[str, int] = {}
        self._count = 0

    def block(self, body: Sequence[ast.Statement], follow: int, place: _Place) -> int:
        """Compile a block that goes on at `follow`; returns its first row."""
        firsts = self._reserve(body)
        apps = _scopes(body, place.app)
        for position, statement in enumerate(body):
            after = firsts[position + 1] if position + 1 < len(body) else follow
            self._statement(statement, firsts[position], after, place, apps[position])
        return firsts[0] if firsts else follow

    def _reserve(self, body: Sequence[ast.Statement]) -> list[int]:
        firsts = []
        for statement in body:
            firsts.append(self._count)
            self._count += len(statement.branches) if isinstance(statement, ast.If) else 1
        return firsts

    def _statement(
        self, statement: ast.Statement, index: int, after: int, place: _Place, app: ast.Template | None
    ) -> None:
        if isinstance(statement, ast.If):
            self._condition(statement, index, after, place, app)
            return
        kind = _KINDS.get(type(statement), NodeKind.STEP)
        enter = END
        if isinstance(statement, ast.FunctionDef):
            self.functions[statement.name] = index
            enter = self.block(statement.body, END, _Place(parent=index, depth=place.depth + 1))
        elif isinstance(statement, ast.Within):
            inside = _Place(parent=index, loop=place.loop, depth=place.depth + 1, app=app)
            enter = self.block(statement.body, after, inside)
        elif isinstance(statement, ast.Repeat | ast.ForEach | ast.While | ast.RepeatUntil):
            inside = _Place(parent=index, loop=index, depth=place.depth + 1, app=app)
            enter = self.block(statement.body, index, inside)
        self.rows[index] = Row(
            index=index,
            node=statement,
            kind=kind,
            parent=place.parent,
            loop=place.loop,
            depth=place.depth,
            next=after,
            enter=enter,
            app=app,
        )

    def _condition(self, statement: ast.If, index: int, after: int, place: _Place, app: ast.Template | None) -> None:
        parent = place.parent
        for offset, branch in enumerate(statement.branches):
            row = index + offset
            last = offset + 1 == len(statement.branches)
            inside = _Place(parent=row, loop=place.loop, depth=place.depth + 1, app=app)
            enter = self.block(branch.body, after, inside)
            otherwise = row + 1
            if last:
                otherwise = self.block(statement.orelse.body, after, inside) if statement.orelse else after
            self.rows[row] = Row(
                index=row,
                node=branch,
                kind=NodeKind.CONDITION,
                parent=parent,
                loop=place.loop,
                depth=place.depth,
                next=after,
                enter=enter,
                otherwise=otherwise,
                app=app,
            )
            parent = row


def _scopes(body: Sequence[ast.Statement], outer: ast.Template | None) -> list[ast.Template | None]:
    """The app of each statement of a block: its own, else the last one named before it in the block, else outside."""
    scopes: list[ast.Template | None] = []
    current = outer
    for statement in body:
        if statement.app is not None:
            current = statement.app
        elif isinstance(statement, ast.DirectUI) and statement.command == "open app" and statement.target is not None:
            current = statement.target
        scopes.append(statement.app if isinstance(statement, ast.Within) else current)
        if isinstance(statement, ast.Within):
            current = scopes[-2] if len(scopes) > 1 else outer
    return scopes


def build_table(program: ast.Program) -> Table:
    """The table of a checked program."""
    builder = _Builder()
    start = builder.block(program.body, END, _Place())
    rows = tuple(builder.rows[index] for index in range(len(builder.rows)))
    return Table(program=program, rows=rows, start=start, functions=builder.functions)
