"""Reports a loop from 1 to the number of items of a list whose number is used as a position: positions begin at 0."""

from __future__ import annotations

from agentprog.lang.ast import (
    AddTo,
    Apply,
    Assign,
    Compare,
    Expr,
    ForEach,
    ListExpr,
    Number,
    Program,
    Range,
    Ref,
    Repeat,
    Statement,
    While,
)  # fmt: skip
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.constants import literal_values
from agentprog.lang.check.values.defined import all_defined_by
from agentprog.lang.visit import statements, walk

_ROUND = "loop.iteration"


class PositionsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.counted = _counted(program)
        self.lengths = {
            name: len(value.items) for name, value in literal_values(program).items() if isinstance(value, ListExpr)
        }
        self.from_one = {
            line.target.name
            for line in statements(program)
            if isinstance(line, Assign) and isinstance(line.value, Number) and _is_one(line.value)
        }

    def run(self) -> None:
        for loop in statements(self.program):
            if isinstance(loop, ForEach) and isinstance(loop.items, Range) and _is_one(loop.items.low):
                self._loop(loop, loop.target.name, self._lists_of(loop.items.high))
            elif isinstance(loop, While) and isinstance(loop.condition, Compare):
                self._counting(loop, loop.condition)
            elif isinstance(loop, Repeat):
                self._loop(loop, _ROUND, self._lists_of(loop.times))

    def _counting(self, loop: While, test: Compare) -> None:
        """`While {k} <= {n}`, where {k} begins at 1 and {n} is a number of items."""
        counter = test.left if test.op == "<=" else test.right if test.op == ">=" else None
        limit = test.right if test.op == "<=" else test.left
        if isinstance(counter, Ref) and not counter.path and counter.name in self.from_one:
            self._loop(loop, counter.name, self._lists_of(limit))

    def _lists_of(self, count: Expr) -> frozenset[str]:
        """The lists whose last position a number passes: it is their number of items, or not less."""
        if isinstance(count, Number):
            return frozenset(name for name, length in self.lengths.items() if length <= count.value)
        return frozenset(
            {self.counted.get(count.name, "") if isinstance(count, Ref) and not count.path else _measured(count)} - {""}
        )

    def _loop(self, loop: ForEach | Repeat | While, counter: str, lists: frozenset[str]) -> None:
        added = {line.target.name for line in statements(loop) if isinstance(line, AddTo)}
        for node in walk(loop) if lists - added else ():
            if isinstance(node, Ref) and node.name in lists - added and _is_at(node, counter):
                self._report(node, counter, node.name, limits=not isinstance(loop, Repeat))
                return

    def _report(self, ref: Ref, counter: str, items: str, *, limits: bool) -> None:
        each = self.words.written("foreach", target="{item}", items=f"{{{items}}}")
        begins = f"positions begin at 0, {{{counter}}} at 1"
        message = f"{{{items}[{counter}]}} leaves out the first item and fails after the last: {begins}"
        ways = f", or let {{{counter}}} go from 0 to one less" if limits else ""
        self.report.add("STP213", message, ref.span, f"write `{each}` and {{item}} in it{ways}")


def _is_at(ref: Ref, counter: str) -> bool:
    """True for `{rows[i]}`: the number of the round alone is the position."""
    return any(
        isinstance(part, Ref) and ".".join((part.name, *map(str, part.path))) == counter for part in ref.path[:1]
    )


def _is_one(low: Expr) -> bool:
    return isinstance(low, Number) and low.value == 1


def _measured(value: Expr | None) -> str:
    counts = isinstance(value, Apply) and value.function == "count"
    operand = value.operand if counts and isinstance(value, Apply) else None
    return operand.name if isinstance(operand, Ref) and not operand.path else ""


def _counted(program: Program) -> dict[str, str]:
    """The variables that only ever hold the number of items of one list, each with that list."""
    found: dict[str, set[str]] = {}
    for statement in statements(program):
        for target in all_defined_by(statement):
            found.setdefault(target.name, set()).add(_value(statement))
    return {name: next(iter(lists)) for name, lists in found.items() if len(lists) == 1 and "" not in lists}


def _value(statement: Statement) -> str:
    return _measured(statement.value) if isinstance(statement, Assign) else ""
