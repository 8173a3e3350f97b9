"""Reports `and`, `or` and `not` between values that are neither true nor false: `Set {best} to {name} and {score}`
gives true, and neither the name nor the score, and `If {a} or {b} is 0` compares the last variable only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from agentprog.frozen import replace
from agentprog.lang.ast import (
    AddTo,
    Argument,
    Arithmetic,
    Assign,
    Between,
    Compare,
    Expr,
    IsEmpty,
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
from agentprog.lang.check.values.held import Kinds, kinds_held
from agentprog.lang.phrases.wording import ExpressionWriter
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
        values = {id(node) for value in _values(self.program) for node in walk(value)}
        for node in walk(self.program):
            if isinstance(node, Logic) and id(node) not in values and self._is_new(node):
                self._compared(node)

    def _compared(self, found: Logic) -> None:
        """Reports variables in front of a comparison that compares only the last of them, unless one holds a truth."""
        for at, test in enumerate(found.operands):
            owner = _owner(test)
            before = [*takewhile(lambda one: isinstance(one, Ref), reversed(found.operands[:at]))][::-1]
            truths = any("truth" in self._kinds(one) for one in before)
            if before and owner is not None and not truths:
                writer = ExpressionWriter(self.program.header.language)
                each = tuple(_about(test, one) for one in [*before, owner])
                hint = (
                    f"did you mean `{writer.expression(Logic(op=found.op, operands=each))}`? For true or false write "
                )
                message = f"this compares only {owner}: {before[0]} alone is true or false"
                self.report.add("STP231", message, found.span, f"{hint}{self._alone(before[0])}")

    def _kinds(self, one: Expr) -> Kinds:
        return self.known.get(one.name, frozenset()) if isinstance(one, Ref) and not one.path else frozenset()

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
        message = "this is true or false, but its variables hold other values"
        sure = "and" if isinstance(found, Logic) and found.op == "and" else ""
        hint = f'did you mean `"{raw}"`? ' if sure and all(isinstance(one, Ref) for one in operands) else ""
        self.report.add(
            "STP231",
            message,
            found.span,
            f"{hint}For true or false write a condition, such as {self._alone(operands[0])}",
        )

    def _alone(self, one: Expr) -> str:
        """The test whether a value is true, in words."""
        return f"`{one} {self.words.operator('EQ')} {self.words.operator('TRUE')}`"


def _values(program: Program) -> Iterator[Expr]:
    """The values that lines keep, pass on or show."""
    for node in walk(program):
        if isinstance(node, Assign | AddTo | RemoveFrom | Argument | Return) and node.value is not None:
            yield node.value
        elif isinstance(node, Tell):
            yield node.message


def _owner(test: Expr) -> Ref | None:
    """The variable that a comparison compares."""
    owner = test.left if isinstance(test, Compare) else test.operand if isinstance(test, IsEmpty | Between) else None
    return owner if isinstance(owner, Ref) else None


def _about(test: Expr, owner: Expr) -> Expr:
    """The same comparison of another variable."""
    if isinstance(test, IsEmpty | Between):
        return replace(test, operand=owner)
    return replace(test, left=owner) if isinstance(test, Compare) else test


def _operands(found: Logic | Not) -> Iterator[Expr]:
    for one in found.operands if isinstance(found, Logic) else (found.operand,):
        if isinstance(one, Logic | Not):
            yield from _operands(one)
        else:
            yield one
