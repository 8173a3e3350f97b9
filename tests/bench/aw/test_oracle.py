"""The oracle through the real adb server and the stock client. All tasks and seeds: `agentprog bench oracle`.

tests/phone/apps/test_oracles.py tests its work on the six apps.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agentprog.app.phones.simulator import simulated_phone
from agentprog.bench.aw.oracle import Hand
from agentprog.bench.aw.oracle.solutions import SOLUTIONS
from agentprog.bench.aw.task import Instance
from agentprog.bench.aw.tasks import AW_EXTEND, FRESH, SHORT
from agentprog.bench.episode import Rules
from agentprog.bench.proof import prove
from agentprog.bench.results import ResultsFile
from agentprog.bench.suites import SUITES, Extended
from agentprog.cli.main import status_of
from agentprog.phone.client import PhoneHandle

EXTENDED = {task.name: task for suite in SUITES.values() for task in suite.tasks if isinstance(task, Extended)}
TRIED = (
    *("MarkorFetchNoteAndSms", "SimpleCalendarDeleteEventsLong", "EventsOfDay", "SmsReplyNewest", "NoteMove"),
    *("WifiSwitch", "BrightnessLimit", "TimerRun", "FileMove"),
    *("FreshLastWordNote", "FreshCategorySum", "FreshReplyUnread"),
)

Bed = tuple[PhoneHandle, Hand]


def test_every_task_has_a_solution() -> None:
    assert set(SOLUTIONS) == {task.name for task in (*AW_EXTEND, *SHORT, *FRESH)} == set(EXTENDED)


@pytest.fixture(scope="module")
def module_bed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bed]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("state")))
        with simulated_phone(image="empty") as phone:
            port = int(phone.environment["ANDROID_ADB_SERVER_PORT"])
            yield phone.handle, Hand.on(phone.serial, adb_port=port)


@pytest.fixture
def bed(module_bed: Bed) -> Bed:
    """One phone for all tests, reset before each."""
    module_bed[0].reset()
    return module_bed


@pytest.mark.phone
@pytest.mark.parametrize("name", TRIED)
def test_the_oracle_solves_every_tried_task(name: str, bed: Bed) -> None:
    found = prove(EXTENDED[name], 3, Rules(), *bed)
    assert found.score.value == 1.0, (found.lost, found.score.wrong)


@pytest.mark.phone
def test_a_lost_oracle_reports_the_reason(bed: Bed) -> None:
    real = EXTENDED["NoteDelete"].task

    def misled(chance: random.Random) -> Instance:
        return replace(real.make(chance), facts={"name": "nowhere.md"})

    found = prove(Extended(task=replace(real, make=misled)), 3, Rules(), *bed)
    assert found.lost == "scrolled to the end without finding it"
    assert found.score.value == 0.0


@pytest.mark.phone
def test_the_command_counts_the_solved_instances(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", "oracle", "--task", "StopwatchRun", "--out", str(tmp_path / "out")]
    assert status_of(command) == 0
    assert "1 of 1 instances solved by the oracle" in capsys.readouterr().out
    (kept,) = ResultsFile(tmp_path / "out").read()
    assert (kept.key, kept.score, kept.outcome) == ("short/StopwatchRun/1/oracle/none", 1.0, "done")
    assert status_of([*command, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["right"], printed["results"]) == (1, [kept.model_dump(mode="json")])
    assert status_of(["bench", "oracle", "--task", "Nap"]) == 2
    printed = capsys.readouterr().err
    assert "there is no task 'Nap'" in printed
    assert "`agentprog bench list`" in printed
    assert status_of(["bench", "oracle", "--task", "stopwatchrum"]) == 2
    assert "Did you mean StopwatchRun" in capsys.readouterr().err
