"""Several training runs in one table, over their seeds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agentprog.errors import UsageError
from agentprog.learn.training.compared import compared, compared_table, interval


def run(folder: Path, scores: dict[str, float], **setup: object) -> Path:
    folder.mkdir()
    (folder / "setup.json").write_text(json.dumps({"recipe": "ces", **setup}), encoding="utf-8")
    lines = [{"measured": name, "steps": 10, "type": sr, "gr": None, "sr": sr} for name, sr in scores.items()]
    (folder / "log.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return folder


def test_runs_that_differ_only_in_their_seed_are_one_row(tmp_path: Path) -> None:
    scored = [({"warm": 0.2, "end": end}, False) for end in (0.3, 0.4, 0.5)] + [({"warm": 0.2, "end": 0.2}, True)]
    folders = [run(tmp_path / str(n), scores, seed=n, shuffle=mixed) for n, (scores, mixed) in enumerate(scored)]
    rows = compared(folders)
    assert list(rows) == ["shuffle False", "shuffle True"]
    assert rows["shuffle False"]["end"] == pytest.approx([30, 40, 50])
    assert compared_table(rows).splitlines() == [
        "| SR, percent | warm | end |",
        "| --- | --- | --- |",
        "| shuffle False | 20.0, 20.0, 20.0: 20.0 ± 0.0 | 30.0, 40.0, 50.0: 40.0 ± 24.8 |",
        "| shuffle True | 20.0 | 20.0 |",
    ]


def test_the_interval_is_students_and_one_seed_has_no_interval() -> None:
    assert interval([30.0, 40.0, 50.0]) == pytest.approx((40.0, 24.84), abs=0.01)
    assert interval([1.0] * 10) == (1.0, 0.0)
    assert interval([7.0]) == (7.0, 0.0)


def test_a_folder_without_a_run_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no training run"):
        compared([tmp_path])
