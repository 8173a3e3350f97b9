"""How a run ends: one place that counts what was proven and turns exceptions into outcomes."""

from __future__ import annotations

from dataclasses import dataclass

from agentprog.errors import AgentProgError, Cancelled, Infeasible, NeedsHuman, OutOfBudget, Stop
from agentprog.ports import Outcome, OutcomeKind
from agentprog.runtime.state.values import Value


@dataclass(frozen=True, kw_only=True, slots=True)
class Unproven:
    """An effecting step without evidence so far."""

    line: int
    text: str
    literals: tuple[str, ...]


class Ledger:
    """What the run has done to the phone, and how much of it was proven."""

    def __init__(self) -> None:
        self.effects = 0
        self.unproven: list[Unproven] = []
        self.unverifiable: list[int] = []
        self._more = 0

    def effect(self, *, proven: bool, line: int, text: str, literals: tuple[str, ...] = ()) -> None:
        """A step that changed something on the phone has ended."""
        self.effects += 1
        if proven:
            return
        if len(self.unproven) < 1000:
            self.unproven.append(Unproven(line=line, text=text, literals=literals))
        else:
            self._more += 1

    @property
    def open(self) -> int:
        """Effects that nothing has proven so far."""
        return len(self.unproven) + self._more

    def confirmed(self, literals: tuple[str, ...]) -> None:
        """A Verify held: it proves the effect just before it, and all that speak of the same values."""
        if not self.unproven:
            return
        said = {literal.casefold() for literal in literals}
        self.unproven = [
            effect for effect in self.unproven[:-1] if not said & {literal.casefold() for literal in effect.literals}
        ]

    def finished(self, answer: Value) -> Outcome:
        """The outcome of a program that ran to its end."""
        if self.effects == 0 and not self.unverifiable:
            reason = "ran to its end, without an effect on a phone"
            return Outcome(kind=OutcomeKind.COMPLETED, reason=reason, answer=answer)
        open_lines = sorted({effect.line for effect in self.unproven})
        if open_lines or self._more:
            lines = ", ".join(str(line) for line in open_lines[:5])
            reason = f"ran to its end, but the phone shows no evidence for line {lines}"
            return Outcome(kind=OutcomeKind.UNVERIFIED, reason=reason, answer=answer)
        if self.unverifiable:
            lines = ", ".join(str(line) for line in self.unverifiable[:5])
            reason = f"ran to its end, but what line {lines} asks to verify cannot be told from the screen"
            return Outcome(kind=OutcomeKind.UNVERIFIED, reason=reason, answer=answer)
        return Outcome(kind=OutcomeKind.VERIFIED, reason="every effect was seen on the phone", answer=answer)


_STOPS: tuple[tuple[type[Stop], OutcomeKind], ...] = (
    (Cancelled, OutcomeKind.INTERRUPTED),
    (OutOfBudget, OutcomeKind.OUT_OF_BUDGET),
    (NeedsHuman, OutcomeKind.NEEDS_HUMAN),
    (Infeasible, OutcomeKind.INFEASIBLE),
)


def ended_by(error: Stop | AgentProgError, answer: Value = None) -> Outcome:
    """The outcome of a run that an exception ended."""
    if isinstance(error, Stop):
        for kind, outcome in _STOPS:
            if isinstance(error, kind):
                return Outcome(kind=outcome, reason=error.reason, answer=answer)
        return Outcome(kind=OutcomeKind.INTERRUPTED, reason=error.reason, answer=answer)
    return Outcome(kind=OutcomeKind.FAILED, reason=error.message, answer=answer, error=error)
