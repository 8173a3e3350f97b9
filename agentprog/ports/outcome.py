"""How a run ended: seven honest ends and one for programs that never touched a phone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from agentprog.errors import AgentProgError


class OutcomeKind(StrEnum):
    VERIFIED = "verified"
    COMPLETED = "completed"
    """Ran to its end without any effect on a device: nothing to verify."""
    UNVERIFIED = "finished unverified"
    FAILED = "failed"
    INFEASIBLE = "infeasible"
    NEEDS_HUMAN = "needs human"
    OUT_OF_BUDGET = "out of budget"
    INTERRUPTED = "interrupted"


_EXIT = {
    OutcomeKind.VERIFIED: 0,
    OutcomeKind.COMPLETED: 0,
    OutcomeKind.FAILED: 1,
    OutcomeKind.OUT_OF_BUDGET: 5,
    OutcomeKind.NEEDS_HUMAN: 6,
    OutcomeKind.UNVERIFIED: 7,
    OutcomeKind.INFEASIBLE: 8,
    OutcomeKind.INTERRUPTED: 130,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Proof:
    """What became of one effect: `text` is the statement, `witness` what told (a store of the phone such as `messages`,
    or `screen`), `detail` in a few words what it said, or what is missing."""

    line: int
    text: str
    proven: bool
    witness: str = ""
    detail: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """`reason` is one sentence for a person; `answer` the program's `{answer}`, None when it set none.

    `did` is how many effects the run had on the phone, `saw` how many readings it took off it; `proofs` says of each
    effect what told of it. `dry`: a dry run, which did nothing on the phone. `error` is what ended a run that failed by
    an error of the tree: its exit code is then the run's (3, 4).
    """

    kind: OutcomeKind
    reason: str
    answer: Any = None
    error: AgentProgError | None = None
    did: int = 0
    saw: int = 0
    proofs: tuple[Proof, ...] = ()
    dry: bool = False

    @property
    def exit_code(self) -> int:
        return self.error.exit_code if self.error is not None else _EXIT[self.kind]
