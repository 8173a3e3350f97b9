"""Finding and listing the runs of a folder."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from agentprog.app.runs.finding import find_run
from agentprog.app.runs.listing import list_runs
from agentprog.errors import UsageError
from agentprog.runtime.journal.events import RunFinished, RunStarted
from agentprog.runtime.journal.folder import RunFolder


def leave_run(base: Path, instruction: str, *, hour: int, finished: bool = True) -> Path:
    now = datetime(2026, 1, 1, hour, tzinfo=UTC)
    folder = RunFolder.create(base, instruction=instruction, now=now)
    started = RunStarted(at=0, run=folder.name, instruction=instruction, started_at=now.isoformat())
    folder.append(started, durable=False)
    if finished:
        end = RunFinished(at=1, outcome="verified", reason="it is there", exit_code=0, totals={"actions": 3})
        folder.append(end, durable=False)
    folder.close()
    return folder.path


def test_runs_are_listed_with_their_ends(tmp_path: Path) -> None:
    leave_run(tmp_path, "Add Ada", hour=1)
    leave_run(tmp_path, "Text Bob", hour=2, finished=False)
    (tmp_path / "notes").mkdir()
    first, second = list_runs(tmp_path)
    assert (first.instruction, first.outcome, first.totals) == ("Add Ada", "verified", {"actions": 3})
    assert (second.instruction, second.outcome) == ("Text Bob", "")


def test_a_dry_run_is_listed_as_one(tmp_path: Path) -> None:
    folder = RunFolder.open(leave_run(tmp_path, "Add Ada", hour=1, finished=False))
    folder.append(RunFinished(at=1, outcome="completed", reason="dry run", exit_code=0, dry=True), durable=False)
    folder.close()
    assert list_runs(tmp_path)[0].outcome == "dry run"


def test_a_dry_run_that_did_not_reach_its_end_is_listed_with_its_outcome(tmp_path: Path) -> None:
    folder = RunFolder.open(leave_run(tmp_path, "Add Ada", hour=1, finished=False))
    folder.append(RunFinished(at=1, outcome="failed", reason="no phone", exit_code=3, dry=True), durable=False)
    folder.close()
    assert list_runs(tmp_path)[0].outcome == "dry run, failed"


def test_a_damaged_run_is_listed_as_unreadable(tmp_path: Path) -> None:
    (leave_run(tmp_path, "Add Ada", hour=1) / "manifest.json").write_text("{", encoding="utf-8")
    (only,) = list_runs(tmp_path)
    assert only.outcome == "unreadable"
    assert "manifest" in only.reason


def test_no_folder_means_no_runs(tmp_path: Path) -> None:
    assert list_runs(tmp_path / "nowhere") == ()


def test_a_run_is_found_by_part_of_its_name_by_path_and_as_the_last(tmp_path: Path) -> None:
    ada = leave_run(tmp_path, "Add Ada", hour=1)
    bob = leave_run(tmp_path, "Text Bob", hour=2)
    assert find_run(tmp_path, "add-ada").path == ada
    assert find_run(tmp_path, str(ada)).path == ada
    assert find_run(tmp_path, "last").path == bob


def test_an_ambiguous_or_unknown_name_is_refused(tmp_path: Path) -> None:
    leave_run(tmp_path, "Add Ada", hour=1)
    leave_run(tmp_path, "Add Bob", hour=2)
    with pytest.raises(UsageError, match="names 2 runs"):
        find_run(tmp_path, "add-")
    with pytest.raises(UsageError, match=r"no run in .* is called 'carol'"):
        find_run(tmp_path, "carol")


def test_a_list_reads_only_the_end_of_a_journal(tmp_path: Path) -> None:
    path = leave_run(tmp_path, "Add Ada", hour=1)
    journal = path / "events.jsonl"
    journal.write_bytes(b'{"damaged in the middle\n' * 20_000 + journal.read_bytes())
    (only,) = list_runs(tmp_path)
    assert (only.outcome, only.totals) == ("verified", {"actions": 3})


def test_a_run_that_goes_on_after_its_end_is_not_finished(tmp_path: Path) -> None:
    path = leave_run(tmp_path, "Add Ada", hour=1)
    folder = RunFolder.open(path)
    folder.append(RunStarted(at=2, run=folder.name, instruction="Add Ada", started_at=""), durable=False)
    folder.close()
    assert list_runs(tmp_path)[0].outcome == ""


def test_a_last_line_that_was_cut_off_is_no_end(tmp_path: Path) -> None:
    path = leave_run(tmp_path, "Add Ada", hour=1)
    journal = path / "events.jsonl"
    journal.write_bytes(journal.read_bytes()[:-5])
    assert list_runs(tmp_path)[0].outcome == ""


def test_a_last_line_that_is_no_json_makes_a_run_unreadable(tmp_path: Path) -> None:
    path = leave_run(tmp_path, "Add Ada", hour=1)
    with (path / "events.jsonl").open("ab") as journal:
        journal.write(b"nonsense\n")
    assert list_runs(tmp_path)[0].outcome == "unreadable"
