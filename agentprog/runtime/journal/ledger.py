"""The end of a run: the one place that counts proofs and turns exceptions into outcomes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agentprog.errors import AgentProgError, Cancelled, Infeasible, NeedsHuman, OutOfBudget, Stop
from agentprog.identity import same
from agentprog.ports import Outcome, OutcomeKind, Proof
from agentprog.runtime.state.values import Value
from agentprog.runtime.state.variables import Provenance
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.states import asks_for_effect

_MOST = 1000
"""Proofs kept; what lies beyond is counted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Unproven:
    """An effecting step without evidence so far."""

    line: int
    literals: tuple[str, ...]
    stands: bool = False
    """The phone's records say otherwise, or it is open what was made: no text that can be read settles it."""
    part_of: str = ""
    """The step's sentence, of which a part was done and seen: the same line, done again, may prove the whole."""


class Ledger:
    """The run's effects on the phone and its readings, with their proofs."""

    def __init__(self) -> None:
        self.did = 0
        self.saw = 0
        self._judged = 0
        self._last_judged: int | None = None
        self._stood = 0
        self._unborne = False
        self.proofs: list[Proof] = []
        self.unproven: list[Unproven] = []
        self.unverifiable: list[int] = []
        self._more = 0

    def effect(self, found: Finding, *, line: int, text: str, literals: tuple[str, ...] = ()) -> None:
        """A step that changed something on the phone has ended."""
        self.did += 1
        self._prove(found, line=line, text=text)
        if found.proven:
            self.unproven = [one for one in self.unproven if (one.line, one.part_of) != (line, text)]
            return
        if len(self.unproven) < _MOST:
            stands = found.stands or found.verdict is Verdict.CONTRADICTED
            part_of = text if found.part else ""
            self.unproven.append(Unproven(line=line, literals=literals, stands=stands, part_of=part_of))
        else:
            self._more += 1

    def stood(self, found: Finding, *, line: int, text: str) -> None:
        """A step has found the phone as it was to make it, and has done nothing."""
        self.saw += 1
        self._stood += 1
        self._prove(found, line=line, text=text)

    def _prove(self, found: Finding, *, line: int, text: str) -> None:
        if len(self.proofs) < _MOST:
            proof = Proof(line=line, text=text, proven=found.proven, witness=found.witness, detail=found.words)
            self.proofs.append(proof)

    def reading(self) -> None:
        """A value was read off the phone."""
        self.saw += 1

    def judged(self, step: int) -> None:
        """A condition of this step was judged on the phone; the program's later answers may rest on it. Repeated checks
        of one condition count once.
        """
        if step == self._last_judged:
            return
        self._last_judged = step
        self.saw += 1
        self._judged += 1

    def followed(self) -> None:
        """A value read from the phone chose the program's way; later answers rest on it, for example a count of
        matches.
        """
        self._judged += 1

    def answered(self, provenance: Provenance) -> None:
        """The program gave a message or its answer. An answer that only the program or a model knows has no evidence,
        unless it follows from a condition judged on the phone.
        """
        self._unborne = provenance in (Provenance.PROGRAM, Provenance.MODEL) and not self._judged

    @property
    def open(self) -> int:
        """Effects that nothing has proven so far."""
        return len(self.unproven) + self._more

    def confirmed(self, literals: tuple[str, ...]) -> None:
        """A verify held: it proves the effect just before it, and effects with the same values, except those that the
        phone's records contradict and those that may be of another kind.
        """
        if not self.unproven:
            return
        last = self.unproven[-1]

        def stays(effect: Unproven) -> bool:
            told = effect is last or any(same(one, other) for one in literals for other in effect.literals)
            return effect.stands or not told

        self.unproven = [effect for effect in self.unproven if stays(effect)]

    def finished(self, answer: Value, *, instruction: str = "") -> Outcome:
        """The outcome of a program that ran to its end. `instruction` is the person's if a model wrote the program: if
        it orders an effect, a program without one has not done it.
        """
        kind, reason = self._end()
        if kind is OutcomeKind.COMPLETED and instruction:
            if asks_for_effect(instruction):
                kind, reason = OutcomeKind.UNVERIFIED, "ran to its end, but did nothing of what was asked on the phone"
            elif self._unborne:
                kind, reason = OutcomeKind.UNVERIFIED, "ran to its end, but what it answers was read nowhere"
        return self.told(Outcome(kind=kind, reason=reason, answer=answer))

    def told(self, outcome: Outcome) -> Outcome:
        """An outcome with what the run did, saw, and can prove."""
        return replace(outcome, did=self.did, saw=self.saw, proofs=tuple(self.proofs))

    def _end(self) -> tuple[OutcomeKind, str]:
        if self.did == 0 and not self.unverifiable and not self._stood:
            return OutcomeKind.COMPLETED, "ran to its end, without an effect on a phone"
        open_lines = sorted({effect.line for effect in self.unproven})
        if open_lines or self._more:
            lines = ", ".join(str(line) for line in open_lines[:5])
            return OutcomeKind.UNVERIFIED, f"ran to its end, but the phone shows no evidence for line {lines}"
        if self.unverifiable:
            lines = ", ".join(str(line) for line in self.unverifiable[:5])
            reason = f"ran to its end, but what line {lines} reads or verifies no text of the screen bears out"
            return OutcomeKind.UNVERIFIED, reason
        return OutcomeKind.VERIFIED, "every effect was seen on the phone"


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
