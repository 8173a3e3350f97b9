"""The properties of each end of a run."""

from __future__ import annotations

from agentprog.errors import ModelError
from agentprog.ports import ENDS, Outcome, OutcomeKind


def test_every_kind_of_end_has_its_properties() -> None:
    assert set(ENDS) == set(OutcomeKind)


def test_only_a_run_that_can_be_resumed_offers_it() -> None:
    assert {kind.value for kind, end in ENDS.items() if end.resumable} == {
        "interrupted", "needs human", "out of budget", "failed",
    }  # fmt: skip
    assert all(end.resumable for end in ENDS.values() if end.offered)
    assert not ENDS[OutcomeKind.FAILED].offered


def test_the_error_of_a_failed_run_gives_its_exit_status() -> None:
    failed = Outcome(kind=OutcomeKind.FAILED, reason="no answer", error=ModelError("no answer"))
    assert failed.exit_code == ModelError.exit_code
    assert Outcome(kind=OutcomeKind.UNVERIFIED, reason="").exit_code == 7
