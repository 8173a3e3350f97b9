"""`agentprog trace context` and `trace schema`, over real runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from agentprog import Agent
from agentprog.cli.main import status_of
from agentprog.ports import OpenApp
from tests.runtime.context.two_apps import Phone, Script

STEP = 'create a contact named "Hana Ferreira" with the number "+10662908339"'
TASK = f"In the app of contacts, {STEP}"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    text = "".join(f"set {{v{n}}} to {n}\n" for n in range(200)) + f'In the "Contacts" app, {STEP}\n'
    for context in ("ours", "summary"):
        phone, script = Phone(), Script(program=text)
        phone.perform(OpenApp(name="Contacts"))
        agent = Agent(TASK, model=script, device=phone, run_dir=folder, context=context, steps=20)
        assert agent.run_sync().outcome.exit_code == 0
        assert phone.contacts == [("Hana Ferreira", "+10662908339")]
    return folder


def names(runs: Path) -> list[str]:
    return sorted(path.name for path in runs.iterdir())


def test_all_calls_of_a_run_with_the_size_of_each_section(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["trace", "context", names(runs)[0], "--run-dir", str(runs)]) == 0
    captured = capsys.readouterr()
    rows = [line for line in captured.out.splitlines() if " ground " in line]
    assert len(rows) == 5
    assert "program" in rows[0]
    assert "variables" in rows[0]
    assert "(-" in rows[0], "of two hundred variables some are dropped, and that is said"
    assert f"agentprog trace context {names(runs)[0]} CALL" in captured.err


def test_one_call_is_shown_with_its_whole_prompt_and_its_budget(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["trace", "context", names(runs)[0], "3", "--run-dir", str(runs)]) == 0
    out = capsys.readouterr().out
    assert "call 3, line 201: ground by script" in out
    assert re.search(r"^section +tokens +budget +kept +dropped +shortened", out, re.MULTILINE)
    assert "You operate an Android phone" in out
    assert 'Now: line 201: create a contact named "Hana Ferreira"' in out
    assert "--- reply" in out


def test_the_same_as_data(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["trace", "context", names(runs)[0], "--json", "--run-dir", str(runs)]) == 0
    calls = json.loads(capsys.readouterr().out)
    grounding = [call for call in calls if call["purpose"] == "ground"]
    assert {call["tokenizer"] for call in grounding} == {"estimate"}
    for call in grounding:
        for name, section in call["sections"].items():
            assert section["tokens"] <= section["budget"], name
    assert grounding[0]["sections"]["variables"]["dropped"] > 100
    assert status_of(["trace", "context", names(runs)[0], "3", "--json", "--run-dir", str(runs)]) == 0
    assert json.loads(capsys.readouterr().out)["record"]["request"]["messages"]


def test_a_baseline_has_no_plan_written_and_its_own_calls_are_shown(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(["trace", "context", names(runs)[1], "--json", "--run-dir", str(runs)]) == 0
    calls = json.loads(capsys.readouterr().out)
    assert {call["purpose"] for call in calls} == {"ground", "summary"}
    assert {call["manager"] for call in calls} == {"summary"}
    assert "program" not in calls[0]["sections"]
    assert (runs / names(runs)[1] / "program.stp").read_text(encoding="utf-8") == f"{TASK}\n"


def test_a_missing_call_is_reported(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["trace", "context", names(runs)[0], "999", "--run-dir", str(runs)]) == 2
    assert "has no model call 999: its calls are 1 to" in capsys.readouterr().err


def test_the_schema_of_events_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["trace", "schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert "ContextBuilt" in schema["$defs"]


@pytest.mark.parametrize(("wrong", "known"), [(["--without", "trees"], "retrieval"), (["--context", "mine"], "window")])
def test_an_unknown_choice_lists_the_known_ones(
    wrong: list[str], known: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(["run", "x", *wrong]) == 2
    assert known in capsys.readouterr().err
