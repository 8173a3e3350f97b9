"""`agentprog trace cost`: the calls of a run, added up."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentprog.cli.tree import load_all
from agentprog.runtime.journal.events import ModelCalled, StepFinished, StepStarted
from agentprog.runtime.journal.folder import RunFolder


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    folder = RunFolder.create(tmp_path / "runs", instruction="add milk", now=datetime(2026, 1, 1, tzinfo=UTC))
    where = {"step": 1, "node": "n", "line": 3, "kind": "Action"}
    for event in (
        ModelCalled(
            at=0, model="openai:big", purpose="plan", prompt=900, cached=0, completion=60, seconds=2, money=0.01
        ),
        StepStarted(at=1, text="add milk", **where),  # type: ignore[arg-type]
        ModelCalled(at=1, model="x:small", purpose="ground", prompt=1500, cached=1400, completion=9, seconds=1),
        StepFinished(at=2, operation="", status="verified", tier="semantic", seconds=1, **where),  # type: ignore[arg-type]
    ):
        folder.append(event, durable=False)
    folder.close()
    return tmp_path / "runs"


def shown(runs: Path, *words: str) -> str:
    done = CliRunner().invoke(load_all(), ["trace", "cost", "last", "--run-dir", str(runs), *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_calls_are_added_up_by_line(runs: Path) -> None:
    planning, line, total = shown(runs).splitlines()[1:]
    assert planning.split()[:2] == ["0", "1"]
    assert "$0.0100" in planning
    assert "add milk" in line
    assert "1,500" in line
    assert "unknown" in line, "a price that nobody knows is not nothing"
    assert "$0.0100 and 1 calls of unknown price" in total


@pytest.mark.parametrize(("by", "names"), [("purpose", ["plan", "ground"]), ("model", ["openai:big", "x:small"])])
def test_the_cost_is_grouped_as_requested(runs: Path, by: str, names: list[str]) -> None:
    data = json.loads(shown(runs, "--by", by, "--json"))
    assert [row["name"] for row in data[f"by_{by}"]] == names
    assert [row["money"] for row in data[f"by_{by}"]] == [0.01, None]
    assert data["total"]["prompt"] == 2400
