"""A run folder from another person is data: it brings no policy, no files' place, no model and no links."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch, resume
from agentprog.app.launching.programs import Program
from agentprog.app.replays.replaying import replay
from agentprog.app.runs.origin import GUARDED, admit, is_sent, setup_here
from agentprog.app.settings.model import Settings
from agentprog.errors import NeedsHuman, UsageError
from agentprog.runtime.journal.ending import DamagedJournal, ending_of
from agentprog.runtime.journal.events import ModelCalled
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.interaction import NobodyThere

PROGRAM = 'ask user "How many?", record as {n}\nsave {n} to "out.txt"\n'


class Person(NobodyThere):
    """Answers approvals with yes or no, and questions with 7."""

    def __init__(self, *, agrees: bool) -> None:
        self.agrees = agrees
        self.asked: list[str] = []

    def ask(self, question: str) -> str:
        return "7"

    def confirm(self, question: str) -> bool:
        self.asked.append(question)
        return self.agrees


@pytest.fixture
def job(tmp_path: Path) -> Job:
    settings = Settings(run_dir=tmp_path / "runs", workspace=tmp_path / "mine")
    (tmp_path / "mine").mkdir()
    return Job(settings=settings, program=Program(text=PROGRAM, name="count.stp", folder=tmp_path))


@pytest.fixture
def begun(job: Job) -> RunFolder:
    """A run that ended at its question."""
    return RunFolder.open(launch(job).folder)


def later(job: Job, **more: Any) -> Job:
    """A resumed run that gets only the folder of the runs."""
    return replace(job, program=None, settings=Settings(run_dir=job.settings.run_dir), **more)


def sent(begun: RunFolder, tmp_path: Path, **setup: Any) -> RunFolder:
    """The folder as another person would send it."""
    target = tmp_path / "sent"
    shutil.copytree(begun.path, target)
    manifest = json.loads((target / "manifest.json").read_text(encoding="utf-8"))
    manifest["setup"] |= setup
    (target / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return RunFolder.open(target)


def test_a_run_made_here_goes_on_as_it_was_allowed(begun: RunFolder, job: Job, tmp_path: Path) -> None:
    person = Person(agrees=False)
    assert resume(later(job, interaction=person), begun).outcome.error is None
    assert person.asked == []
    assert (tmp_path / "mine" / "out.txt").read_text(encoding="utf-8") == "7\n"


def test_a_folder_made_elsewhere_is_asked_about(begun: RunFolder, job: Job, tmp_path: Path) -> None:
    folder = sent(begun, tmp_path)
    with pytest.raises(NeedsHuman, match="did not make the run folder"):
        resume(later(job), folder)
    with pytest.raises(UsageError, match="made elsewhere"):
        resume(later(job, interaction=Person(agrees=False)), folder)
    with pytest.raises(NeedsHuman, match="did not make the run folder"):
        replay(later(job), folder)


def test_a_sent_runs_files_policy_and_models_count_for_nothing(begun: RunFolder, job: Job, tmp_path: Path) -> None:
    """It named the home folder as its workspace, and a file there was overwritten."""
    precious = tmp_path / "home" / "out.txt"
    precious.parent.mkdir()
    precious.write_text("kept", encoding="utf-8")
    evil = {
        "workspace": str(precious.parent),
        "policy": {"default": "allow"},
        "model": "openai:theirs",
        "secrets": ["pin"],
    }
    folder = sent(begun, tmp_path, **evil)
    assert not set(GUARDED) & set(setup_here(folder))
    resume(later(job, interaction=Person(agrees=True)), folder)
    assert precious.read_text(encoding="utf-8") == "kept"


def test_a_run_that_was_sent_stays_one_however_often_it_goes_on(begun: RunFolder, job: Job, tmp_path: Path) -> None:
    """After it had continued here, its instruction and its lines counted as the user's."""
    folder = sent(begun, tmp_path, sent=False)
    assert (is_sent(folder), is_sent(begun)) == (True, False)
    agreed = later(job, interaction=Person(agrees=True))
    done = replay(agreed, folder)
    assert is_sent(RunFolder.open(done.folder))
    resume(agreed, folder)
    assert is_sent(RunFolder.open(folder.path))
    resume(agreed, begun)
    assert not is_sent(begun)


def test_nor_does_a_manifest_that_was_changed_here(begun: RunFolder, tmp_path: Path) -> None:
    begun.update_manifest(setup={**begun.manifest()["setup"], "workspace": "/", "policy": {"default": "allow"}})
    assert setup_here(begun)["workspace"] == str(tmp_path / "mine")
    assert setup_here(begun)["policy"] != {"default": "allow"}


@pytest.mark.parametrize("name", ["events.jsonl", "files", "steps/0001.json"])
def test_a_folder_with_links_is_not_used(begun: RunFolder, tmp_path: Path, name: str) -> None:
    """Its journal is appended to: a link in its place wrote into any file of the user's."""
    folder = sent(begun, tmp_path)
    place = folder.path / name
    place.parent.mkdir(exist_ok=True)
    if place.is_dir():
        shutil.rmtree(place)
    place.unlink(missing_ok=True)
    place.symlink_to(tmp_path)
    with pytest.raises(UsageError, match="holds a link"):
        admit(folder, Person(agrees=True))
    with pytest.raises(UsageError, match="holds a link"):
        RunFolder.open(folder.path)


def test_a_folder_with_a_pipe_is_not_waited_for(begun: RunFolder, tmp_path: Path) -> None:
    """One damaged folder stopped every list of runs."""
    folder = sent(begun, tmp_path)
    folder.journal_path.unlink()
    os.mkfifo(folder.journal_path)
    with pytest.raises(UsageError, match="a special file"):
        RunFolder.open(folder.path)
    with pytest.raises(UsageError, match="cannot read"):
        ending_of(folder.path)


def test_a_journal_names_no_record_outside_of_its_folder(begun: RunFolder, tmp_path: Path) -> None:
    folder = sent(begun, tmp_path)
    numbers = {"prompt": 1, "cached": 0, "completion": 1, "seconds": 0.1}
    named = ModelCalled(at=0.0, model="m", purpose="p", record="../../victim", **numbers)
    folder.append(named, durable=False)
    folder.close()
    with pytest.raises(DamagedJournal, match="no run makes"):
        folder.events()


def test_a_state_that_cannot_be_written_stops_no_run(job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "state").write_text("a file", encoding="utf-8")
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))
    folder = RunFolder.open(launch(job).folder)
    with pytest.raises(NeedsHuman, match="did not make the run folder"):
        resume(later(job), folder)
