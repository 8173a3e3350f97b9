"""For every exit status of docs/cli.md there is a command line that ends with it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from agentprog.cli.main import status_of
from agentprog.cli.reference import reference
from agentprog.errors import AgentProgError, Stop
from agentprog.ports import Outcome, OutcomeKind
from tests.devices.smart_socket import smart_socket

LINES = {
    0: "run fine.stp",
    1: "run gone.stp",
    2: "check nowhere.stp",
    3: "observe",
    4: 'run "do something"',
    6: "run asks.stp",
}
WITH_A_PHONE = {5, 7, 8, 130}
"""A budget, effects, a judgement and Ctrl-C need a run on a phone: tests/e2e and tests/runtime/test_outcomes.py."""


def documented() -> set[int]:
    table = reference().partition("## Exit status")[2].partition("## agentprog")[0]
    return {int(status) for status in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)}


def family(kind: type) -> set[int]:
    return {kind.exit_code}.union(*(family(child) for child in kind.__subclasses__()))


def test_the_documented_exit_codes_are_those_of_errors_and_outcomes() -> None:
    outcomes = {Outcome(kind=kind, reason="").exit_code for kind in OutcomeKind}
    assert documented() == family(AgentProgError) | family(Stop) | outcomes
    assert documented() == LINES.keys() | WITH_A_PHONE


@pytest.mark.parametrize("status", LINES)
def test_each_exit_status_has_a_command_line(
    status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fine.stp").write_text("Set {answer} to 1\n", encoding="utf-8")
    (tmp_path / "gone.stp").write_text('Read the text of "gone.txt", record as {x}\n', encoding="utf-8")
    (tmp_path / "asks.stp").write_text('Ask user "Which day?", record as {day}\n', encoding="utf-8")
    with smart_socket() as server:
        monkeypatch.setenv("ADB_SERVER_SOCKET", server.env["ADB_SERVER_SOCKET"])
        assert status_of([*shlex.split(LINES[status]), "--json"]) == status
    document = json.loads(capsys.readouterr().out)
    assert document.get("exit_code", (document.get("error") or {}).get("exit_code")) == status
