"""Collects the proofs of a run and maps its end, also an exception, to an outcome."""

from __future__ import annotations

from agentprog.errors import AgentProgError, Cancelled, Infeasible, NeedsHuman, OutOfBudget, Stop
from agentprog.frozen import frozen, replace
from agentprog.identity import same
from agentprog.ports import Outcome, OutcomeKind, Proof
from agentprog.runtime.state.values import Value
from agentprog.runtime.state.variables import Provenance
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.states import asks_for_effect

_MOST = 1000
"""Limit of the kept proofs; further ones are only counted."""


@frozen
class Unproven:
    """A step with an effect that has no evidence yet."""

    line: int
    literals: tuple[str, ...]
    stands: bool = False
    """The phone's records contradict the effect, or leave open which record was made: no text on a screen settles it.
    """
    part_of: str = ""
    """The step's sentence, if a part of the effect was seen; repeating the same line may prove the rest."""


class Ledger:
    """The run's effects and readings, with their proofs."""

    def __init__(self) -> None:
        self.did = 0
        self.saw = 0
        self._judged = 0
        self._last_judged: int | None = None
        self._stood = 0
        self._unborne = False
        self._ran = "ran to its end"
        self.proofs: list[Proof] = []
        self.unproven: list[Unproven] = []
        self.unverifiable: list[int] = []
        self._more = 0
        self._aside: dict[int, tuple[str, ...]] = {}
        """The words that were not compared, by the line of the proven step."""

    def effect(self, found: Finding, *, line: int, text: str, literals: tuple[str, ...] = ()) -> None:
        """Records the end of a step that changed something on the phone."""
        self.did += 1
        self._prove(found, line=line, text=text)
        if found.proven:
            if found.aside:
                self._aside.setdefault(line, found.aside)
            self.unproven = [effect for effect in self.unproven if (effect.line, effect.part_of) != (line, text)]
            return
        if len(self.unproven) < _MOST:
            stands = found.stands or found.verdict is Verdict.CONTRADICTED
            part_of = text if found.part else ""
            self.unproven.append(Unproven(line=line, literals=literals, stands=stands, part_of=part_of))
        else:
            self._more += 1

    def stood(self, found: Finding, *, line: int, text: str) -> None:
        """Records a step that found its effect already present and did nothing."""
        self.saw += 1
        self._stood += 1
        self._prove(found, line=line, text=text)

    def _prove(self, found: Finding, *, line: int, text: str) -> None:
        if len(self.proofs) < _MOST:
            proof = Proof(line=line, text=text, proven=found.proven, witness=found.witness, detail=found.words)
            self.proofs.append(proof)

    def reading(self) -> None:
        """Records that a value was read from the phone."""
        self.saw += 1

    def judged(self, step: int) -> None:
        """Records a condition that was judged on the phone; later answers of the program may rest on it.

        Repeated checks of one condition count once.
        """
        if step == self._last_judged:
            return
        self._last_judged = step
        self.saw += 1
        self._judged += 1

    def followed(self) -> None:
        """Records that a value from the phone decided a branch; later answers rest on it, for example a count of
        matches."""
        self._judged += 1

    def answered(self, provenance: Provenance) -> None:
        """Records an answer or message of the program.

        An answer known only to the program or a model has no evidence, unless it follows from a condition judged on the
        phone.
        """
        self._unborne = provenance in (Provenance.PROGRAM, Provenance.MODEL) and not self._judged

    def stopped(self, line: int) -> None:
        """Records that this line of the program stopped it."""
        self._ran = f"stopped at line {line}"

    @property
    def open(self) -> int:
        """Number of effects without proof so far."""
        return len(self.unproven) + self._more

    def confirmed(self, literals: tuple[str, ...]) -> None:
        """Records that a verify held: it proves the effect just before it, and effects with the same values.

        Exceptions: effects that the phone's records contradict, and effects that may be of another kind.
        """
        if not self.unproven:
            return
        last = self.unproven[-1]

        def stays(effect: Unproven) -> bool:
            covered = effect is last or any(same(value, known) for value in literals for known in effect.literals)
            return effect.stands or not covered

        self.unproven = [effect for effect in self.unproven if stays(effect)]

    def finished(self, answer: Value, *, instruction: str = "") -> Outcome:
        """The outcome of a program that ran to its end. `instruction` is the person's if a model wrote the program.

        If the instruction orders an effect and the program has none, the outcome says so.
        """
        kind, reason = self._end()
        if kind is OutcomeKind.COMPLETED and instruction:
            if asks_for_effect(instruction):
                kind, reason = (
                    OutcomeKind.UNVERIFIED,
                    f"{self._ran}, but did none of the requested actions on the phone",
                )
            elif self._unborne:
                kind, reason = OutcomeKind.UNVERIFIED, f"{self._ran}, but its answer was not read from a screen"
        return self.completed(Outcome(kind=kind, reason=reason, answer=answer))

    def completed(self, outcome: Outcome) -> Outcome:
        """Adds the run's effects, readings and proofs to an outcome."""
        return replace(outcome, did=self.did, saw=self.saw, proofs=tuple(self.proofs))

    def _end(self) -> tuple[OutcomeKind, str]:
        if self.did == 0 and not self.unverifiable and not self._stood:
            return OutcomeKind.COMPLETED, f"{self._ran}, without an effect on a phone"
        open_lines = sorted({effect.line for effect in self.unproven})
        if open_lines or self._more:
            lines = ", ".join(str(line) for line in open_lines[:5])
            return OutcomeKind.UNVERIFIED, f"{self._ran}, but the phone shows no evidence for line {lines}"
        if self.unverifiable:
            lines = ", ".join(str(line) for line in self.unverifiable[:5])
            reason = f"{self._ran}, but no text on the screen confirms what line {lines} reads or verifies"
            return OutcomeKind.UNVERIFIED, reason
        return OutcomeKind.VERIFIED, f"every effect was seen on the phone{self._left_aside()}"

    def _left_aside(self) -> str:
        """Words that no witness compared in a verified run, for its last message; names at most three lines."""
        texts_of_lines = {line: ", ".join(f'"{text}"' for text in texts) for line, texts in self._aside.items()}
        lines = [f"line {line} ({texts})" for line, texts in texts_of_lines.items()]
        more = " and others" if len(lines) > 3 else ""
        return f"; not compared with it: {', '.join(lines[:3])}{more}" if lines else ""


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
