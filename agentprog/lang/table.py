"""Compiles a program to a flat, immutable table of lines with the places control may go to.

The program counter of a run is an index into the table. The table itself holds nothing of a run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from agentprog.frozen import frozen
from agentprog.lang.ast import (
    Action,
    AskAI,
    Assign,
    Call,
    Case,
    DirectUI,
    Extract,
    FunctionDef,
    If,
    Line,
    Loop,
    Otherwise,
    Program,
    Statement,
    Try,
    Within,
)  # fmt: skip
from agentprog.lang.resolve import AppOf, resolve_apps
from agentprog.lang.tiers import Tier, tier_of
from agentprog.lang.uses import Uses
from agentprog.lang.visit import Arm, arms


@frozen
class Row:
    """One line. An `if` or a `switch` has no row of its own; each of its branches has one."""

    index: int
    node: Statement | Arm
    kind: str
    """See `kind_of`. Branches: `if`, `else if`, `else`, `case`."""
    tier: Tier
    line: int
    depth: int
    """Number of enclosing blocks."""
    task: str = ""
    """The enclosing task, as written; empty: the program itself."""
    parent: int | None = None
    """The enclosing loop, branch, scope or task. An arm has its statement's parent."""
    next: int | None = None
    """The next row in the same block, without the other arms of this statement."""
    body: int | None = None
    """The first row of its block."""
    orelse: int | None = None
    """For a branch: the next branch of the same `if`, tried when this condition fails. For a `try`: its `on error`."""
    after: int | None = None
    """The row that follows once this row is finished: `next`, else the enclosing loop (for its next round) or `try`,
    else the row after the enclosing construct. None: the end of the frame."""


@frozen
class Table:
    """A compiled program."""

    program: Program
    rows: tuple[Row, ...]
    start: int | None
    """The first row of the program; None if it has no steps."""
    tasks: Mapping[str, int]
    """The row of each task, by its lower-case name (`str.casefold`)."""
    apps: AppOf
    """The app of each line, by node id."""
    by_id: Mapping[str, int]
    uses: Uses
    """How later lines use the values that a line reads."""

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> Row:
        return self.rows[index]

    def task(self, name: str) -> Row | None:
        """The row of the task that a call names."""
        found = self.tasks.get(name.casefold())
        return None if found is None else self.rows[found]

    def loop_around(self, index: int) -> int | None:
        """The innermost enclosing loop in the same frame; None outside loops."""
        for around in self.around(self.rows[index]):
            if isinstance(self.rows[around].node, FunctionDef):
                return None
            if isinstance(self.rows[around].node, Loop):
                return around
        return None

    def around(self, row: Row) -> tuple[int, ...]:
        """The enclosing loops, branches, scopes and task, innermost first."""
        found: list[int] = []
        while row.parent is not None:
            found.append(row.parent)
            row = self.rows[row.parent]
        return tuple(found)


_CALLED: Mapping[type[Line], str] = {
    Action: "step",
    DirectUI: "command",
    Within: "app",
    FunctionDef: "task",
    Call: "run task",
    Assign: "set",
    Extract: "read screen",
    AskAI: "ask model",
}
"""The words of docs/language.md for kinds whose class has another name."""


def kind_of(node: Line) -> str:
    """The kind of a line in the words of docs/language.md."""
    name = _CALLED.get(type(node), type(node).__name__)
    return "".join(
        (" " if at and sign.isupper() and not name[at - 1].isupper() else "") + sign.lower()
        for at, sign in enumerate(name)
    )


def _arm_kind(arm: Arm, number: int) -> str:
    if isinstance(arm, Otherwise):
        return "else"
    return "case" if isinstance(arm, Case) else "else if" if number else "if"


@dataclass(slots=True)
class _Draft:
    """A row whose neighbours are not known yet."""

    node: Statement | Arm
    kind: str
    depth: int
    task: str
    parent: int | None
    next: int | None = None
    body: int | None = None
    orelse: int | None = None


class _Compiler:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.drafts: list[_Draft] = []
        self.tasks: dict[str, int] = {}

    def compile(self) -> Table:
        main = tuple(s for s in self.program.body if not isinstance(s, FunctionDef))
        start = self._block(main, None, 0, "")
        for statement in self.program.body:
            if isinstance(statement, FunctionDef):
                self._block((statement,), None, 0, statement.name)
        afters = self._afters()
        rows = tuple(self._row(index, draft, afters[index]) for index, draft in enumerate(self.drafts))
        return Table(
            program=self.program,
            rows=rows,
            start=start,
            tasks=MappingProxyType(self.tasks),
            apps=resolve_apps(self.program),
            by_id=MappingProxyType({row.node.id: row.index for row in rows}),
            uses=Uses(self.program),
        )

    def _add(self, node: Statement | Arm, kind: str, parent: int | None, depth: int, task: str) -> int:
        self.drafts.append(_Draft(node, kind, depth, task, parent))
        return len(self.drafts) - 1

    def _block(self, body: tuple[Statement, ...], parent: int | None, depth: int, task: str) -> int | None:
        """Adds a block and returns its first row."""
        first: int | None = None
        previous: list[int] = []
        for statement in body:
            begin, members = self._statement(statement, parent, depth, task)
            first = begin if first is None else first
            for index in previous:
                self.drafts[index].next = begin
            previous = members
        return first

    def _statement(self, statement: Statement, parent: int | None, depth: int, task: str) -> tuple[int, list[int]]:
        """Adds a statement. Returns its first row and all its rows at this level: one, or the branches of an `if`."""
        if isinstance(statement, If):
            kinds = [_arm_kind(arm, number) for number, arm in enumerate(arms(statement))]
            members = self._arms(arms(statement), kinds, parent, depth, task)
            return members[0], members
        index = self._add(statement, kind_of(statement), parent, depth, task)
        if isinstance(statement, FunctionDef):
            self.tasks[statement.name.casefold()] = index
        self.drafts[index].body = self._block(getattr(statement, "body", ()), index, depth + 1, task)
        members = self._arms(arms(statement), ["on error"], parent, depth, task)
        if members:
            self.drafts[index].orelse = members[0]
        return index, [index, *members]

    def _arms(self, found: tuple[Arm, ...], kinds: list[str], parent: int | None, depth: int, task: str) -> list[int]:
        """Adds a statement's arms, each linked to the next, and returns their rows."""
        members: list[int] = []
        for arm, kind in zip(found, kinds, strict=False):
            index = self._add(arm, kind, parent, depth, task)
            if members:
                self.drafts[members[-1]].orelse = index
            members.append(index)
            self.drafts[index].body = self._block(arm.body, index, depth + 1, task)
        return members

    def _afters(self) -> list[int | None]:
        """`after` of every row. One pass is enough, because parents precede their blocks."""
        found: list[int | None] = []
        for draft in self.drafts:
            if draft.next is not None:
                found.append(draft.next)
            elif draft.parent is None or isinstance(self.drafts[draft.parent].node, FunctionDef):
                found.append(None)
            elif isinstance(self.drafts[draft.parent].node, Loop | Try):
                found.append(draft.parent)
            else:
                found.append(found[draft.parent])
        return found

    @staticmethod
    def _row(index: int, draft: _Draft, after: int | None) -> Row:
        return Row(
            index=index,
            node=draft.node,
            kind=draft.kind,
            tier=tier_of(draft.node),
            line=draft.node.span.line,
            depth=draft.depth,
            task=draft.task,
            parent=draft.parent,
            next=draft.next,
            body=draft.body,
            orelse=draft.orelse,
            after=after,
        )


def compile_program(program: Program) -> Table:
    """Compiles a program. Tasks follow the program's own lines; of tasks with the same name, the last counts."""
    return _Compiler(program).compile()
