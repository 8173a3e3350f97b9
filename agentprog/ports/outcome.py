"""The ways a run can end: seven after using a phone, and one for programs that never touched one."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal

from agentprog.errors import AgentProgError
from agentprog.frozen import frozen


class OutcomeKind(StrEnum):
    VERIFIED = "verified"
    COMPLETED = "completed"
    """The program ended without any effect on a device: nothing to verify."""
    UNVERIFIED = "finished unverified"
    FAILED = "failed"
    INFEASIBLE = "infeasible"
    NEEDS_HUMAN = "needs human"
    OUT_OF_BUDGET = "out of budget"
    INTERRUPTED = "interrupted"


@frozen
class End:
    """The properties of a kind of end. `resumable`: the run can be resumed; `offered`: its last line says how. `tone`
    is its colour on pages."""

    exit_code: int
    tone: Literal["good", "plain", "bad"] = "plain"
    resumable: bool = False
    offered: bool = False


ENDS: Mapping[OutcomeKind, End] = {
    OutcomeKind.VERIFIED: End(exit_code=0, tone="good"),
    OutcomeKind.COMPLETED: End(exit_code=0, tone="good"),
    OutcomeKind.FAILED: End(exit_code=1, tone="bad", resumable=True),
    OutcomeKind.OUT_OF_BUDGET: End(exit_code=5, resumable=True, offered=True),
    OutcomeKind.NEEDS_HUMAN: End(exit_code=6, resumable=True, offered=True),
    OutcomeKind.UNVERIFIED: End(exit_code=7),
    OutcomeKind.INFEASIBLE: End(exit_code=8, tone="bad"),
    OutcomeKind.INTERRUPTED: End(exit_code=130, resumable=True, offered=True),
}


@frozen
class Proof:
    """The verdict on one effect: `text` is the statement, `witness` the source (a store of the phone such as
    `messages`, or `screen`).

    `detail` gives in a few words the evidence of the witness, or the missing part.
    """

    line: int
    text: str
    proven: bool
    witness: str = ""
    detail: str = ""


@frozen
class Outcome:
    """`reason` is one sentence for a person; `answer` the program's `{answer}`, None if it set none.

    `did` counts the run's effects on the phone, `saw` its readings; `proofs` has the verdict on each effect. `dry`: a
    dry run, which did nothing on the phone. `error` is the error that ended a failed run; its exit code (3, 4) becomes
    the run's.
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
        """The exit status of the command line: see docs/cli.md."""
        return self.error.exit_code if self.error is not None else ENDS[self.kind].exit_code
