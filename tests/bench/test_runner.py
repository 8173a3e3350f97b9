"""Whole runs with the stand-in over real phones: the same every time, with any number at once, and after a kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentprog.bench.job import HELD, SHOWN, Models, run_job
from agentprog.bench.pool import Pool
from agentprog.bench.results import ResultsFile
from agentprog.bench.spec import JobSpec
from agentprog.cli.main import status_of
from tests.warm import kill, pid_of

pytestmark = [pytest.mark.phone, pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")]

ARGUMENTS = (
    *("bench", "run", "short", "--model", "stand-in", "--agent", "ours", "--agent", "summary", "--agent", "window"),
    *("--task", "ExpenseDelete", "--seeds", "4", "--slips", "0.2"),
)


def outcomes(folder: Path) -> dict[str, Any]:
    return {found.key: found.outcomes() for found in ResultsFile(folder).read()}


@pytest.fixture(autouse=True)
def _warm(warm: None) -> None:
    """Workers and phones start from an interpreter that has loaded the package."""


@pytest.fixture(scope="module")
def alone(warm_interpreter: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of all three episodes, one after the other."""
    folder = tmp_path_factory.mktemp("bench") / "alone"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.setattr(sys, "executable", warm_interpreter)
        status_of([*ARGUMENTS, "--out", str(folder)])
    return folder


def test_a_result_has_its_rules_and_its_cost(alone: Path) -> None:
    found = {result.key: result for result in ResultsFile(alone).read()}
    assert len(found) == 3
    ours = found["short/ExpenseDelete/4/ours/stand-in"]
    assert (ours.error, ours.stand_in, ours.rules["slips"]) == ("", True, 0.2)
    assert ours.prompts["ground"] >= 1
    assert ours.agentprog
    assert ours.static_tokens + ours.dynamic_tokens == ours.prompt_tokens > 0
    assert len(ours.growth) == ours.actions > 0
    assert ours.phone_seconds >= 2.0 * ours.actions, "each action takes its time on the phone's clock"
    assert ours.seconds >= ours.device_seconds > 0
    assert sum(ours.calls.values()) == ours.model_calls
    assert (alone / ours.run / SHOWN).read_bytes().startswith(b"\x89PNG")
    assert '"expenses"' in (alone / ours.run / HELD).read_text(encoding="utf-8")


def test_several_at_once_end_as_one_by_one_and_a_killed_run_goes_on(
    alone: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-m", "agentprog", *ARGUMENTS, "--jobs", "2", "--out", str(tmp_path / "killed")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    file = ResultsFile(tmp_path / "killed")
    try:
        deadline = time.monotonic() + 120
        while not file.read():
            assert process.poll() is None, "it ended before its first result"
            assert time.monotonic() < deadline
            time.sleep(0.05)
        workers = children(pid_of(process))
    finally:
        kill(process)
    before = {found.key: found.started_at for found in file.read()}
    assert 1 <= len(before) < 3, "it was killed in the middle"
    assert workers
    assert gone(workers), "workers end with the runner"

    status_of(command[3:])
    found = {each.key: each for each in file.read()}
    assert outcomes(tmp_path / "killed") == outcomes(alone)
    assert {key: found[key].started_at for key in before} == before, "what was done is not done again"
    lines = file.path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3

    size = len(lines)
    capsys.readouterr()
    status = status_of([*command[3:], "--json", "--quiet"])
    assert len(file.path.read_text(encoding="utf-8").splitlines()) == size
    summary = json.loads(capsys.readouterr().out)
    assert (summary["path"], summary["episodes"], status == 0) == (str(file.path.parent), 3, summary["right"] == 3)
    assert {result["key"] for result in summary["results"]} == set(found)

    assert status_of(["bench", "report", summary["path"], "--no-plots", "--json"]) == 0
    assert f"{summary['path']}/report.html" in json.loads(capsys.readouterr().out)["paths"]


def test_a_job_that_cannot_be_run_is_an_error_of_its_own(tmp_path: Path) -> None:
    spec = JobSpec(suite="short", task="ExpenseDelete", seed=1, agent="ours", model="llamacpp:nothing", folder=tmp_path)
    with Models() as models:
        found = run_job(spec, models=models)
    assert found.error.startswith("ModelNotConfigured")
    assert (found.score, found.outcome) == (0.0, "")


def test_a_worker_that_dies_costs_its_own_job_alone(tmp_path: Path) -> None:
    lost = JobSpec(suite="short", task="ExpenseDelete", seed=1, agent="ours", model="stand-in", folder=tmp_path)
    with Pool(1) as pool:
        threading.Thread(target=kill_worker, args=(pool,), daemon=True).start()
        found = {result.agent: result for result in pool.run([lost, replace(lost, agent="plan", model="nothing:x")])}
    assert found["ours"].error == "the worker of this job is gone: it ended with -9: it said nothing"
    assert "nothing" in found["plan"].error


def kill_worker(pool: Pool) -> None:
    """Kills the worker as soon as there is one."""
    while not (found := pool.workers()):
        time.sleep(0.01)
    os.kill(found[0], signal.SIGKILL)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("aw",), "there is no suite 'aw'"),
        (("short", "--task", "Nap"), "the suite short has no task 'Nap'"),
        (("short", "--agent", "theirs"), "there is no agent 'theirs'"),
        (("short", "--seeds", "1;2"), "--seeds takes whole numbers separated by commas, not '1;2'"),
        (("short", "--jobs", "0"), "'--jobs' / '-j' is '0': it must be at least 1"),
        (("short", "--slips", "1.5"), "'--slips' is '1.5': it must be at most 1"),
        (("short", "--model", "openai:x", "--slips", "0.1"), "--slips is for the stand-in"),
    ],
)
def test_an_impossible_order_is_reported_before_any_run(
    arguments: Sequence[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = arguments if "--model" in arguments else (*arguments, "--model", "stand-in")
    assert status_of(["bench", "run", *given, "--out", str(tmp_path / "out")]) == 2
    printed = capsys.readouterr().err
    assert message in " ".join(printed.split())
    assert "Traceback" not in printed
    assert not (tmp_path / "out").exists()


def children(pid: int) -> list[int]:
    """The descendants of a process."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found, new = [], [pid]
    while new:
        new = [child for child, parent in pairs if parent in new]
        found += new
    return found


def gone(pids: Sequence[int]) -> bool:
    """Whether all of them have ended within some seconds."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if not any(_runs(pid) for pid in pids):
            return True
        time.sleep(0.1)
    return False


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.strip().startswith("Z")
