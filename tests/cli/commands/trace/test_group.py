"""`agentprog trace`: every command of docs/traces.md, in its order, over a run on a simulated phone."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from agentprog.cli.main import status_of
from agentprog.runtime.journal.schema import event_schema, manifest_schema
from tests.e2e.conftest import Command, agentprog  # noqa: F401 - a fixture

DOCS = Path(__file__).resolve().parents[4] / "docs" / "traces.md"


def documented() -> list[list[str]]:
    """The command lines of the page's code blocks, in order."""
    blocks = DOCS.read_text(encoding="utf-8").split("```")[1::2]
    return [line.split() for block in blocks for line in block.splitlines()[1:] if line.strip()]


def schemas_hold(run: Path) -> dict[str, Any]:
    Draft202012Validator.check_schema(manifest_schema())
    manifest: dict[str, Any] = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    assert [error.message for error in Draft202012Validator(manifest_schema()).iter_errors(manifest)] == []
    assert set(manifest) <= set(manifest_schema()["properties"])
    assert set(manifest["setup"]) <= set(manifest_schema()["properties"]["setup"]["properties"])
    line = Draft202012Validator(event_schema())
    for text in (run / "events.jsonl").read_text(encoding="utf-8").splitlines():
        assert line.is_valid(json.loads(text)), text
    return manifest


@pytest.mark.slow
@pytest.mark.phone
def test_every_documented_command_has_the_documented_result(
    agentprog: Command,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    examples = DOCS.parents[1] / "examples"
    shutil.copytree(examples, tmp_path / "examples")
    printed: dict[str, str] = {}
    for words in documented():
        if words[0] == "pytest":
            (test,) = (tmp_path / words[1]).glob("test_*.py")
            assert "compare(Path(__file__).parent)" in test.read_text(encoding="utf-8")
            continue
        assert words[0] == "agentprog"
        line = words[1:]
        if line[:2] in (["trace", "replay"], ["trace", "export"]):
            runs = sorted(path.name for path in (tmp_path / "runs").iterdir())
            line[2] = runs[0]  # "hello" would name its replay too
        if (
            words[1] == "run" or words[2] == "replay"
        ):  # a separate process, because of the objects that it leaves to the collector
            done = agentprog(*line)
            assert done.returncode == 0, (line, done.stderr)
        else:
            assert status_of(line) == 0, line
        printed[" ".join(words[1:3])] = capsys.readouterr().out
    assert "verified" in printed["trace list"]
    assert "steps" in printed["trace show"]
    assert (tmp_path / "page.html").stat().st_size > 10_000
    names = zipfile.ZipFile(tmp_path / "hello.zip").namelist()
    assert any(name.endswith("/report.html") for name in names)
    assert not any("/phone/" in name for name in names)
    assert (tmp_path / "hello-redacted" / "events.jsonl").is_file()
    first, again = sorted((tmp_path / "runs").iterdir())
    assert schemas_hold(first)["outcome"]["kind"] == "verified"
    assert schemas_hold(again)["replay"]["of"] == first.name
    assert schemas_hold(tmp_path / "hello-redacted")["redacted"] is True


@pytest.fixture
def runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Two runs that need no phone: one succeeded, one failed."""
    (tmp_path / "sum.stp").write_text("Set {answer} to 3 + 4\n", encoding="utf-8")
    (tmp_path / "bad.stp").write_text('Read the text of "nowhere.txt", record as {x}\n', encoding="utf-8")
    for name in ("sum", "bad"):
        status_of(["run", str(tmp_path / f"{name}.stp"), "--run-dir", str(tmp_path / "runs"), "--quiet"])
    capsys.readouterr()
    return tmp_path / "runs"


def test_a_list_has_totals_and_reasons(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["trace", "list", "--run-dir", str(runs)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("completed" in line and "1 step" in line for line in lines)
    assert any("nowhere.txt" in line for line in lines)
    assert status_of(["trace", "list", "--run-dir", str(runs), "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {entry["outcome"] for entry in listed} == {"completed", "failed"}
    assert all({"seconds", "steps"} <= set(entry["totals"]) for entry in listed)


@pytest.mark.parametrize("command", ["show", "cost", "context", "report", "test", "export", "replay"])
def test_an_unknown_run_is_a_usage_error_with_the_nearest_name(
    command: str, runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(["trace", command, "summ", "--run-dir", str(runs)]) == 2
    printed = capsys.readouterr().err
    assert "no run in" in printed
    assert "Did you mean" in printed
    assert "_sum" in printed


def test_a_replay_prints_as_recorded_or_the_difference(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["trace", "test", "_sum", "--run-dir", str(runs)]) == 0
    assert "as recorded: " in capsys.readouterr().out
    program = next(runs.glob("*_sum")) / "program.stp"
    program.write_text("Set {answer} to 3 + 5\n", encoding="utf-8")
    assert status_of(["trace", "test", "_sum", "--run-dir", str(runs), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["same"] is False
    assert "+answer: 8" in found["difference"]


def test_a_failed_run_fails_again_and_that_is_the_same(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["trace", "test", "_bad", "--run-dir", str(runs)]) == 0


def test_the_schema_of_the_manifest_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["trace", "schema", "--manifest"]) == 0
    assert json.loads(capsys.readouterr().out) == manifest_schema()
