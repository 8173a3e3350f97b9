"""Rows for the papers' own training code."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from agentprog.errors import UsageError
from agentprog.learn.trajectories.exporting import ces_rows, export_rows, swirl_rows
from tests.learn.steps import step

HERE = importlib.util.find_spec("pyarrow") is not None


def test_ces_rows_are_of_the_planner_and_from_the_second_step_on_of_the_tracker() -> None:
    assert [row["data_source"] for row in ces_rows(step(0))] == ["planner"]
    planner, tracker = ces_rows(step(2))
    assert (planner["data_source"], tracker["data_source"]) == ("planner", "tracker")
    assert planner["reward_model"]["ground_truth"] == "click(point='(500, 150)')"
    assert planner["extra_info"]["bbox"] == [0, 100, 1000, 200]
    assert (planner["extra_info"]["height"], planner["extra_info"]["width"]) == (2000, 1000)
    assert "Task: save Ann" in planner["prompt"][-1]["content"]
    assert "Last action: step 1" in tracker["prompt"][-1]["content"]


def test_swirl_rows_ask_the_navigator_for_the_goal_and_the_interactor_for_the_step() -> None:
    navigator, interactor = swirl_rows(step(1))
    assert "Task: save Ann" in navigator["prompt"][-1]["content"]
    assert "Actions so far: step 0" in navigator["prompt"][-1]["content"]
    assert "Instruction: tap Save" in interactor["prompt"][-1]["content"]
    assert interactor["extra_info"]["low_level_instruction"] == "tap Save"


@pytest.mark.skipif(not HERE, reason="pyarrow is not installed: it comes with agentprog[learn]")
def test_the_rows_are_a_parquet_file(tmp_path: Path) -> None:
    from pyarrow import parquet

    assert export_rows("ces", [step(0), step(1)], tmp_path / "out" / "ces.parquet") == 3
    read = parquet.read_table(tmp_path / "out" / "ces.parquet").to_pylist()
    assert [row["data_source"] for row in read] == ["planner", "planner", "tracker"]
    assert read[0]["extra_info"]["bbox"] == [0, 100, 1000, 200]


def test_without_pyarrow_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"agentprog\[learn\]"):
        export_rows("ces", [step(0)], tmp_path / "x.parquet")
    with pytest.raises(UsageError, match="There are: ces, swirl"):
        export_rows("other", [], tmp_path / "x.parquet")
