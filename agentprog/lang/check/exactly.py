"""Checks the exact lines of a step: each must be exact, cause no effect that the step does not mention, and read every
captured result. See "Exact lines of a step" in docs/language.md."""

from __future__ import annotations

from collections.abc import Iterable

from agentprog.lang.ast import (
    Action,
    DirectUI,
    Exactly,
    If,
    Line,
    ReadElement,
    RepeatUntil,
    Statement,
    Switch,
    Target,
    Template,
    Verify,
    Wait,
)  # fmt: skip
from agentprog.lang.check.report import Pass
from agentprog.lang.effects.kinds import LASTING, Risk
from agentprog.lang.effects.orders import claims_in
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import arms, blocks, statements

_TOUCHES = ("tap", "double tap", "long press")
_MAY_STAND = DirectUI | Wait | Verify | ReadElement | If | RepeatUntil


class ExactlyPass(Pass):
    def run(self) -> None:
        for statement in statements(self.program):
            if isinstance(statement, Action) and statement.implementation is not None:
                self._block(statement, statement.implementation)

    def _block(self, step: Action, block: Exactly) -> None:
        ordered = _ordered(str(part) for part in (step.text, *step.details))
        if not block.body:
            self.report.add("STP108", "there are no exact lines here", block.span, "write them, or remove it")
        for line in statements(block):
            self._line(line)
            self._effects(line, ordered)
            for arm in (line, *arms(line)):
                if any(not body for body in blocks(arm) if not isinstance(arm, If)):
                    self.report.add("STP108", "this block is empty", arm.span, "write its lines, or remove it")
        read = [line.capture for line in statements(block) if isinstance(line, ReadElement)]
        for ref in (step.capture, *(other.ref for other in step.also)):
            if ref is not None and ref not in read:
                message = f"no exact line reads the result of the step: {ref}"
                self.report.add("STP133", message, block.span, f"end a line with `, record as {ref}`")

    def _line(self, line: Statement) -> None:
        brings_about = isinstance(line, Verify) and line.ensures
        if not isinstance(line, _MAY_STAND) or isinstance(line, Switch) or brings_about:
            message = "this is not allowed in the exact lines of a step"
            hint = "write exact commands, readings of an element, `wait`, `verify`, `if` or `repeat until`"
            self.report.add("STP131", message, line.span, hint)
            return
        lines: tuple[Line, ...] = arms(line) if isinstance(line, If) else (line,)
        for exact_line in lines:
            if tier_of(exact_line) != "exact":
                message = "this needs a model, so it is not exact"
                self.report.add("STP131", message, exact_line.span, 'compare with the screen: `"..." appears`')

    def _effects(self, line: Statement, ordered: frozenset[Risk]) -> None:
        touched = line.target if isinstance(line, DirectUI) and line.command in _TOUCHES else None
        label = touched.label if isinstance(touched, Target) else touched
        kinds = _ordered((f'tap "{label}"',)) if isinstance(label, Template) else frozenset()
        if kinds and kinds <= LASTING and not kinds & ordered:
            message = f"this may {min(kinds)}, but the words of its step do not mention it"
            self.report.add("STP132", message, line.span, "mention it in the step's own words, or leave out the line")


def _ordered(texts: Iterable[str]) -> frozenset[Risk]:
    """The effects that the verbs of these texts order."""
    return frozenset(kind for claim in claims_in("\n".join(texts)) for kind in claim.kinds)
