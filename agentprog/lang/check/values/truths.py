"""Reports `and`, `or` and `not` between values that are neither true nor false: `Set {best} to {name} and {score}`
gives true, and neither the name nor the score."""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.lang.ast import (
    AddTo,
    Argument,
    Arithmetic,
    Assign,
    Expr,
    Logic,
    Not,
    Number,
    Program,
    Ref,
    RemoveFrom,
    Return,
    Tell,
    Template,
)
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.held import kinds_held
from agentprog.lang.visit import walk


class TruthsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.known = kinds_held(program)
        self.reported = report.lines(("STP121", "STP210"))

    def run(self) -> None:
        for value in _values(self.program):
            found = next((node for node in walk(value) if isinstance(node, Logic | Not)), None)
            operands = list(_operands(found)) if found is not None and self._is_new(found) else []
            if found is not None and operands and self._are_no_conditions(operands):
                self._report(found, operands)

    def _is_new(self, found: Logic | Not) -> bool:
        return found.span.line > 0 and found.span.line not in self.reported

    def _are_no_conditions(self, operands: list[Expr]) -> bool:
        """True if an operand is surely no condition, or if no operand looks like one."""
        kinds = [self.known.get(one.name, frozenset()) for one in operands if isinstance(one, Ref) and not one.path]
        surely = any(kind and not kind & {"truth", "nothing", "other"} for kind in kinds)
        surely = surely or any(isinstance(one, Number | Template | Arithmetic) for one in operands)
        alone = len(operands) > 1 and all(isinstance(one, Ref) for one in operands)
        return surely or (alone and not any("truth" in kind for kind in kinds))

    def _report(self, found: Logic | Not, operands: list[Expr]) -> None:
        raw = self.report.raw(found)
        known = self.words
        test = f"`{operands[0]} {known.operator('EQ')} {known.operator('TRUE')}`"
        message = "this is true or false, but its variables hold other values"
        sure = "and" if isinstance(found, Logic) and found.op == "and" else ""
        hint = f'did you mean `"{raw}"`? ' if sure and all(isinstance(one, Ref) for one in operands) else ""
        self.report.add("STP231", message, found.span, f"{hint}For true or false write a condition, such as {test}")


def _values(program: Program) -> Iterator[Expr]:
    """The values that lines keep, pass on or show."""
    for node in walk(program):
        if isinstance(node, Assign | AddTo | RemoveFrom | Argument | Return) and node.value is not None:
            yield node.value
        elif isinstance(node, Tell):
            yield node.message


def _operands(found: Logic | Not) -> Iterator[Expr]:
    for one in found.operands if isinstance(found, Logic) else (found.operand,):
        if isinstance(one, Logic | Not):
            yield from _operands(one)
        else:
            yield one
