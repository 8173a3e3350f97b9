"""The oracle through the real adb server and the stock client. All tasks and seeds: `agentprog bench oracle`."""

from __future__ import annotations

import pytest

from agentprog.bench.aw.oracle.solutions import SOLUTIONS
from agentprog.bench.aw.proof import prove
from agentprog.bench.aw.tasks import AW_EXTEND, SHORT

TRIED = ("ContactsAddContactAndSms", "MarkorFetchNoteAndSms", "MarkorTodoList", "SimpleCalendarDeleteEventsLong")


def test_every_task_has_a_solution() -> None:
    assert set(SOLUTIONS) == {task.name for task in (*AW_EXTEND, *SHORT)}


def test_the_oracle_solves_what_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("state")))
    short = tuple(task for number, task in enumerate(SHORT) if number % 3 == 0)
    tasks = (*(task for task in AW_EXTEND if task.name in TRIED), *short)
    for proof in prove(tasks, [3]):
        assert proof.score.value == 1.0, (proof.task.name, proof.lost, proof.score.wrong)
