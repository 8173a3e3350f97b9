"""Reports a loop from 1 to the number of items of a list whose number is used as a position: positions begin at 0."""

from __future__ import annotations

from agentprog.lang.ast import AddTo, Apply, Assign, Expr, ForEach, Number, Program, Range, Ref, Repeat, Statement
from agentprog.lang.check.report import Findings
from agentprog.lang.check.values.defined import all_defined_by
from agentprog.lang.visit import statements, walk
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import words

_ROUND = "loop.iteration"


class PositionsPass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report
        self.counted = _counted(program)

    def run(self) -> None:
        for loop in statements(self.program):
            if isinstance(loop, ForEach) and isinstance(loop.items, Range) and _is_one(loop.items.low):
                self._loop(loop, loop.target.name, self._list_of(loop.items.high))
            elif isinstance(loop, Repeat):
                self._loop(loop, _ROUND, self._list_of(loop.times))

    def _list_of(self, count: Expr) -> str:
        """The list whose number of items this is; empty for any other number."""
        if isinstance(count, Ref) and not count.path:
            return self.counted.get(count.name, "")
        return _measured(count)

    def _loop(self, loop: ForEach | Repeat, counter: str, items: str) -> None:
        if not items or any(isinstance(line, AddTo) and line.target.name == items for line in statements(loop)):
            return
        for node in walk(loop):
            if isinstance(node, Ref) and node.name == items and _is_at(node, counter):
                self._report(node, counter, items, limits=isinstance(loop, ForEach))
                return

    def _report(self, ref: Ref, counter: str, items: str, *, limits: bool) -> None:
        language = self.program.header.language
        written = str(words(language).table(language)["forms"]["foreach"]["canonical"]).replace("[<noun> ]", "")
        each = fill(written, {"target": "{item}", "items": f"{{{items}}}"})
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
