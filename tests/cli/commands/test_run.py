"""The output of `agentprog run` at the end of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.app.launching.job import RunResult
from agentprog.cli.commands.run import show_result
from agentprog.cli.main import status_of
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


@pytest.mark.parametrize(("model", "labelled"), [("demo", True), ("scripted:other.toml", False)])
def test_a_run_with_the_recorded_model_is_labelled(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    model: str,
    labelled: bool,
) -> None:
    def stopped(*_args: object, **_options: object) -> RunResult:
        raise RunError("stopped by the test")

    monkeypatch.setattr("agentprog.cli.commands.run.launch", stopped)
    program = tmp_path / "a.stp"
    program.write_text('Press home\nTell user "hi"\n', encoding="utf-8")
    status_of(["run", "--model", model, str(program)])
    assert ("`demo` is a recording" in " ".join(capsys.readouterr().err.split())) is labelled
