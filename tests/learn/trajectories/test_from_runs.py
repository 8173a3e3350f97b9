"""A run's folder read as the steps of an episode."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from agentprog.cli.main import status_of
from agentprog.learn.trajectories.from_runs import EpisodeFacts, steps_of
from agentprog.learn.trajectories.records import Verdict
from agentprog.learn.trajectories.store import picture, read_steps
from agentprog.ports import Action, Screen, Screenshot, Tap, TypeText, WakeUp, describe
from agentprog.runtime.journal.codec import to_data
from agentprog.runtime.journal.events import (
    ActionDone,
    ActionIntended,
    MoveDecided,
    Observed,
    ProgramReady,
    RunFinished,
    RunStarted,
)
from agentprog.runtime.journal.folder import RunFolder
from tests.agents.screens import NOW, element, screen

FORM = screen(element("field", "Name"), element("button", "Save"))
FULL = screen(element("field", "Name", text="Ann", focused=True), element("button", "Save"))
SHOT = Screenshot(data=b"\x89PNG pixels", media_type="image/png", width=1080, height=2400)


class Diary:
    """Writes a journal as a run does: the look after an action comes before the action's outcome."""

    def __init__(self, base: Path) -> None:
        self.folder = RunFolder.create(base, instruction="save Ann", now=NOW)
        self._count = 0
        self.note(RunStarted(at=0, run="r", instruction="save Ann", started_at=""))
        self.note(ProgramReady(at=0, text="save Ann", source="model", digest="d"))

    def note(self, event: object) -> None:
        self.folder.append(event, durable=False)  # type: ignore[arg-type]

    def look(self, seen: Screen) -> None:
        name = self.folder.save_screen(seen, title="")
        facts = {"signature": seen.signature, "package": seen.package, "activity": "", "elements": 1, "record": name}
        self.note(Observed(at=0, step=1, **facts))  # type: ignore[arg-type]

    def act(self, action: Action, after: Screen, *, ok: bool = True, reason: str = "") -> None:
        self._count += 1
        at = {"at": 0, "step": 1, "node": "n"}
        self.note(MoveDecided(**at, move={"type": "Act", "reason": reason}))  # type: ignore[arg-type]
        data = to_data(action)
        self.note(ActionIntended(**at, action=self._count, what=data, text=describe(action)))  # type: ignore[arg-type]
        self.look(after)
        self.note(ActionDone(**at, action=self._count, ok=ok, changed=ok))  # type: ignore[arg-type]

    def end(self, outcome: str) -> RunFolder:
        self.note(RunFinished(at=0, outcome=outcome, reason="", exit_code=0))
        self.folder.close()
        return self.folder


@pytest.fixture
def diary(tmp_path: Path) -> Diary:
    return Diary(tmp_path / "runs")


TOLD = EpisodeFacts(episode="e", source="run", task="t")


def test_each_action_is_recorded_with_the_screen_of_its_decision(diary: Diary) -> None:
    diary.look(FORM)
    diary.act(TypeText(text="Ann", target=FORM.elements[0]), FULL, reason="write the name")
    diary.act(Tap(target=FULL.elements[1]), FORM, reason="save it")
    steps = steps_of(diary.end("verified"), TOLD)
    assert [step.action.kind for step in steps] == ["click", "type", "click", "finished"]
    assert [step.low for step in steps] == ['tap field "Name"', "write the name", "save it", "finish"]
    assert steps[0].observation.spots[0].line == 'field "Name": empty'
    assert steps[2].observation.spots[0].line == 'field "Name": "Ann" (focused)'
    assert steps[2].box == (0, 200, 1080, 290)
    assert steps[0].history == []
    assert steps[1].history == ['tap field "Name"'], "on the same screen only this tells the text from the click"
    assert steps[2].history == ['tap field "Name"', 'type "Ann" into field "Name"']
    assert steps[3].history[-1] == 'tap button "Save"'
    assert {step.instruction for step in steps} == {"save Ann"}
    assert {step.app for step in steps} == {"org.example"}
    assert steps[0].verdict == Verdict(by="run", score=1.0)


def test_a_failed_run_has_no_end_and_the_verdict_zero(diary: Diary) -> None:
    diary.look(FORM)
    diary.act(Tap(target=FORM.elements[1]), FORM, ok=False)
    steps = steps_of(diary.end("failed"), TOLD)
    assert [step.action.kind for step in steps] == ["click"]
    assert steps[0].outcome is not None
    assert not steps[0].outcome.ok
    assert steps[0].verdict == Verdict(by="run", score=0.0)


def test_an_evaluators_verdict_replaces_the_runs_own(diary: Diary) -> None:
    diary.look(FORM)
    diary.act(Tap(target=FORM.elements[1]), FORM)
    wrong = Verdict(by="storage", score=0.0, wrong=["nothing was saved"])
    assert steps_of(diary.end("verified"), replace(TOLD, verdict=wrong))[0].verdict == wrong


def test_an_end_that_the_storage_calls_right_is_a_step_in_any_outcome(diary: Diary) -> None:
    diary.look(FORM)
    diary.act(Tap(target=FORM.elements[1]), FORM)
    right = Verdict(by="storage", score=1.0)
    assert steps_of(diary.end("unverified"), replace(TOLD, verdict=right))[-1].action.kind == "finished"


def test_an_action_that_no_paper_has_is_only_history(diary: Diary) -> None:
    diary.look(FORM)
    diary.act(WakeUp(), FORM)
    diary.act(Tap(target=FORM.elements[1]), FORM)
    steps = steps_of(diary.end("failed"), TOLD)
    assert [step.history for step in steps] == [["wake up"]]


def test_pictures_are_stored_by_their_digest_if_wanted(diary: Diary, tmp_path: Path) -> None:
    diary.look(replace(FORM, screenshot=SHOT))
    diary.act(Tap(target=FORM.elements[1]), FORM)
    folder = diary.end("failed")
    kept = steps_of(folder, TOLD, pictures=tmp_path)[0].observation.picture
    assert picture(tmp_path, kept) == SHOT.data
    assert steps_of(folder, TOLD)[0].observation.picture == ""


@pytest.mark.phone
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
def test_a_task_that_the_oracle_plays_is_collected_with_the_verdict_of_the_storage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = "learn collect --suite short --tasks ContactAdd --seeds 3 --out all/steps.jsonl --pictures --json"
    assert status_of(words.split()) == 0
    summary = json.loads(capsys.readouterr().out)
    steps = read_steps(Path(summary["path"]))
    assert (summary["episodes"], summary["right"], summary["steps"]) == (1, 1, len(steps))
    assert steps[-1].action.kind == "finished"
    assert {step.verdict.by for step in steps if step.verdict} == {"storage"}
    assert all(step.box is not None for step in steps if step.action.kind == "click")
    assert all(picture(Path("all"), step.observation.picture) for step in steps)
    played = str(next(Path("runs").iterdir()))
    assert status_of(["learn", "collect", played, "--out", "again.jsonl"]) == 0
    assert [step.action for step in read_steps(Path("again.jsonl"))] == [step.action for step in steps]
    assert status_of(["learn", "collect", played, "--out", "shown.jsonl", "--redact"]) == 0
    typed = {step.action.text for step in steps if step.action.kind == "type"}
    shown = Path("shown.jsonl").read_text(encoding="utf-8")
    assert typed
    assert not any(word in shown for text in typed for word in text.split())
