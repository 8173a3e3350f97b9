"""The output of `agentprog run` at the end of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.app.launching.job import RunResult
from agentprog.cli.commands.run import show_result
from agentprog.errors import AgentProgError, ModelUnreachable, RunError
from agentprog.ports import Outcome, OutcomeKind


@pytest.mark.parametrize(
    ("error", "resumable"), [(ModelUnreachable("no answer"), True), (RunError("no such field"), False)]
)
def test_a_run_that_only_its_model_failed_prints_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], error: AgentProgError, resumable: bool
) -> None:
    outcome = Outcome(kind=OutcomeKind.FAILED, reason=error.message, error=error)
    (tmp_path / "program.stp").write_text("", encoding="utf-8")
    status = show_result(RunResult(outcome=outcome, folder=tmp_path, totals={}), as_json=False)
    assert status == error.exit_code
    printed = " ".join(capsys.readouterr().err.split())
    assert ("To continue it: agentprog resume" in printed) is resumable


@pytest.mark.parametrize(("answer", "shown"), [(29.0, "29"), (["Ada", "Omar"], "Ada, Omar"), (True, "true")])
def test_an_answer_is_printed_as_a_person_writes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], answer: object, shown: str
) -> None:
    outcome = Outcome(kind=OutcomeKind.COMPLETED, reason="", answer=answer)
    show_result(RunResult(outcome=outcome, folder=tmp_path, totals={}), as_json=False)
    assert capsys.readouterr().out == f"{shown}\n"
