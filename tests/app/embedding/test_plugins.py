"""A package of another author adds a phone and a model: installed as a user would, without a network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = 'Tap "Count"\\nTap "Count"\\nVerify that "Taps: 2" appears\\n'
DRIVE = """
import sys
from pathlib import Path
from agentprog import Agent
given = {"task": "Count once", "model": "parrot:" + sys.argv[2]} if len(sys.argv) > 2 else {"program": PROGRAM}
result = Agent(device="paper:counter", run_dir=Path(sys.argv[1]), **given).run_sync()
print(result.outcome.kind, result.outcome.reason)
"""


@pytest.fixture(scope="module")
def installed(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with the example package beside this agentprog."""
    target = tmp_path_factory.mktemp("plugin")
    options = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(target))
    command = [sys.executable, "-m", "pip", "install", *options, str(checkout / "examples" / "plugin")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(target), str(checkout)])}


def python(environment: dict[str, str], *words: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_a_phone_of_another_package_is_driven(installed: dict[str, str], tmp_path: Path) -> None:
    done = python(installed, "-c", DRIVE.replace("PROGRAM", f'"""{PROGRAM}"""'), tmp_path / "runs", folder=tmp_path)
    assert done.stdout.startswith("verified"), done.stdout + done.stderr


def test_a_model_of_another_package_plans(installed: dict[str, str], tmp_path: Path) -> None:
    words = ('Tap "Count"',)
    code = DRIVE.replace("PROGRAM", '""')
    done = python(installed, "-c", code, tmp_path / "runs", *words, folder=tmp_path)
    (program,) = (tmp_path / "runs").glob("*/program.stp")
    assert program.read_text(encoding="utf-8").strip() == 'Tap "Count"', done.stdout + done.stderr


def test_a_model_of_another_package_can_be_recorded(installed: dict[str, str], tmp_path: Path) -> None:
    code = "from agentprog.models.registry import asked_id; print(asked_id('recording:tape.jsonl:parrot:hello'))"
    assert python(installed, "-c", code, folder=tmp_path).stdout.strip() == "parrot:hello"


@pytest.mark.slow
def test_a_missing_plugin_is_reported_with_the_available_ones(installed: dict[str, str], tmp_path: Path) -> None:
    run = ("-m", "agentprog", "run", "--run-dir", tmp_path / "runs")
    missing = python(installed, *run, "-s", "paper:notes", "-m", "parrot:hello", "count once", folder=tmp_path)
    assert missing.returncode == 3
    assert "There is one: paper:counter." in missing.stderr
    unknown = python(installed, *run, "--sim", "-m", "parot:hello", "count once", folder=tmp_path)
    assert unknown.returncode == 4
    assert "Did you mean parrot:hello?" in unknown.stderr


@pytest.mark.slow
def test_a_package_that_cannot_be_imported_is_named(installed: dict[str, str], tmp_path: Path) -> None:
    target = Path(installed["PYTHONPATH"].split(os.pathsep)[0])
    broken = tmp_path / "broken"
    info = broken / "agentprog_torn-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: agentprog-torn\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[agentprog.models]\ntorn = agentprog_torn:open\n", encoding="utf-8")
    environment = installed | {"PYTHONPATH": os.pathsep.join([str(broken), str(target), installed["PYTHONPATH"]])}
    done = python(environment, "-m", "agentprog", "plan", "-s", "paper:counter", "-m", "torn:x", "go", folder=tmp_path)
    assert done.returncode == 2
    assert "'torn' of the package agentprog-torn cannot be used" in done.stderr
