"""A recorded run repeated on a phone: without a model if the phone is the same, and only up to the first difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agentprog.app.authorship import book
from agentprog.app.authorship.scribe import written
from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.replays.likeness import Unlike, aligned, alike, reads_the_same
from agentprog.app.replays.regression import compare
from agentprog.app.replays.replaying import replay
from agentprog.app.settings.model import Settings
from agentprog.errors import UsageError
from agentprog.lang.check import check_text
from agentprog.models.scripted import ScriptedModel
from agentprog.ports import Element, PressKey, Screen, Tap
from agentprog.runtime.journal.events import ModelCalled, ProgramReady
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.conftest import FakePhone

Change = Callable[[str, str, str], None]
NOTE = "Call Grete Hermann at +4915550001"


def test_a_run_is_replayed_without_a_model(job: Job, recorded: RunFolder) -> None:
    phone = FakePhone(notes=["Milk"])
    done = replay(replace(job, device=phone), recorded)
    assert done.outcome.kind == "verified"
    assert done.answer == "Grete Hermann is noted"
    assert phone.notes == ["Milk", NOTE]
    again = RunFolder.open(done.folder)
    assert again.path != recorded.path
    assert not [event for event in again.events() if isinstance(event, ModelCalled)]
    assert again.manifest()["replay"] == {"of": recorded.name, "repeated": 4, "asked": []}
    ready = next(event for event in again.events() if isinstance(event, ProgramReady))
    assert ready.source == "model"


DELETING = 'Open the "Notes" app\nTap "Milk"\nTap "Delete"\n'


def test_lines_that_a_model_wrote_are_a_models_when_they_are_done_again(job: Job, tmp_path: Path) -> None:
    given = Program(text=DELETING, name="delete.stp", folder=tmp_path)
    run = RunFolder.open(launch(replace(job, device=FakePhone(notes=["Milk"]), program=given, task="")).folder)
    written(DELETING)
    phone = FakePhone(notes=["Milk"])
    done = replay(replace(job, device=phone), run)
    assert (done.outcome.kind, phone.actions) == ("needs human", [])
    assert f"agentprog approve {run.path / 'program.stp'}" in done.outcome.reason
    found = check_text(DELETING).parsed.program
    assert found is not None
    book.approve(found, run.path / "program.stp")
    again = replay(replace(job, device=phone), run)
    assert (again.outcome.kind, len(phone.actions)) == ("verified", 3)


def test_an_offline_replay_approves_nothing(job: Job, tmp_path: Path) -> None:
    given = Program(text=DELETING, name="delete.stp", folder=tmp_path)
    run = launch(replace(job, device=FakePhone(notes=["Milk"]), program=given, task="")).folder
    written(DELETING)
    assert compare(run).same
    found = check_text(DELETING).parsed.program
    assert found is not None
    assert book.mine(found, run / "program.stp") == frozenset()


def test_another_screen_stops_it_before_anything_is_done_there(job: Job, recorded: RunFolder, change: Change) -> None:
    change("events.jsonl", '"label":"Save"', '"label":"Keep"')
    phone = FakePhone(notes=["Milk"])
    done = replay(replace(job, device=phone), recorded)
    assert done.outcome.kind == "needs human"
    assert done.outcome.exit_code == 6
    assert 'there is no button "Keep"' in done.outcome.reason
    assert "line 1" in done.outcome.reason
    assert phone.notes == ["Milk"]


def test_a_model_takes_the_step_over_where_the_phone_differs(
    job: Job, recorded: RunFolder, change: Change, scripted: ScriptedModel
) -> None:
    change("events.jsonl", '"label":"Save"', '"label":"Keep"')
    phone = FakePhone(notes=["Milk"])
    done = replay(replace(job, device=phone, model=scripted), recorded)
    assert done.outcome.kind == "verified"
    assert phone.notes == ["Milk", NOTE]
    calls = [event.purpose for event in RunFolder.open(done.folder).events() if isinstance(event, ModelCalled)]
    assert calls == ["ground", "ground"]
    assert RunFolder.open(done.folder).manifest()["replay"]["asked"] == [1]


def test_a_verdict_holds_for_no_other_screen(job: Job, recorded: RunFolder) -> None:
    phone = FakePhone(notes=["Eggs"])
    done = replay(replace(job, device=phone), recorded)
    assert done.outcome.kind == "needs human"
    assert "line 2: the screen shows a different text than in the recorded run" in done.outcome.reason


def test_every_action_passes_the_gate(job: Job, scripted: ScriptedModel, tmp_path: Path) -> None:
    text = 'Open the "Chat" app\nType "+15550001" into "Number"\nType "hello" into "Message"\nTap "Send"\n'
    program = Program(text=text, name="chat.stp", folder=tmp_path)
    done = launch(
        replace(job, program=program, settings=job.settings.but(policy=Policy(default=Rule.ALLOW)), device=FakePhone())
    )
    assert done.ok
    phone = FakePhone()
    strict = job.settings.but(policy=Policy(apps=("Notes",)))
    again = replay(replace(job, device=phone, settings=strict), RunFolder.open(done.folder))
    assert again.outcome.kind == "infeasible"
    assert phone.messages == []


def test_an_exact_command_stays_in_its_app(job: Job, tmp_path: Path) -> None:
    program = Program(text='Open the "Notes" app\nTap "New"\nPress back\n', name="n.stp", folder=tmp_path)
    first = launch(replace(job, program=program, device=FakePhone()))
    assert first.outcome.error is None
    phone = FakePhone()
    phone.popup = "Rate this app"
    done = replay(replace(job, device=phone), RunFolder.open(first.folder))
    assert done.outcome.reason == "line 2: there is no element \"New\" on the screen; there is 'Later'"
    assert phone.page == "notes"
    assert phone.popup == "Rate this app"


EXACT = 'Open the "Notes" app\nTap "New"\nType "Tea" into "Title"\nTap "Save"\n'


@pytest.fixture
def exact(job: Job, tmp_path: Path) -> RunFolder:
    """A run of exact lines alone."""
    program = Program(text=EXACT, name="tea.stp", folder=tmp_path)
    return RunFolder.open(launch(replace(job, program=program, device=FakePhone())).folder)


def test_exact_lines_are_repeated_in_a_replay(job: Job, exact: RunFolder) -> None:
    phone = FakePhone()
    done = replay(replace(job, device=phone), exact)
    assert phone.notes == ["Tea"]
    assert RunFolder.open(done.folder).manifest()["replay"] == {"of": exact.name, "repeated": 4, "asked": []}


_SAVED = (
    '"label":"Save","bounds":[0,200,1080,290],"package":"org.notes","clickable":true}},"text":"tap button \\"Save\\""'
)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (_SAVED, _SAVED.replace("Save", "Keep"), 'the recorded run did this: tap button "Keep"'),
        (
            '"package":"org.notes","dry"',
            '"package":"org.chat","dry"',
            "in org.notes; the recorded run did it in org.chat",
        ),
        ('"why":"direct"', '"why":"a model"', "the recorded run did nothing here"),
    ],
)
def test_an_exact_line_with_another_recorded_action_is_not_repeated(
    job: Job, exact: RunFolder, scripted: ScriptedModel, old: str, new: str, why: str
) -> None:
    journal = exact.path / "events.jsonl"
    *before, saved, after = journal.read_text(encoding="utf-8").rpartition('{"type":"Tap",')
    assert old in saved + after
    journal.write_text("".join(before) + (saved + after).replace(old, new), encoding="utf-8")
    phone = FakePhone()
    done = replay(replace(job, device=phone), exact)
    assert (done.outcome.kind, phone.notes) == ("needs human", [])
    assert "line 4: the replay wants to tap button" in done.outcome.reason
    assert why in done.outcome.reason
    done = replay(replace(job, device=phone, model=scripted), exact)
    assert phone.notes == ["Tea"], "with a model the line stands for itself"
    assert RunFolder.open(done.folder).manifest()["replay"]["asked"] == [4]


def test_a_redacted_or_resumed_run_is_not_done_again(job: Job, recorded: RunFolder) -> None:
    recorded.update_manifest(redacted=True)
    with pytest.raises(UsageError, match="redacted copy"):
        replay(job, recorded)


def test_the_settings_of_this_computer_name_no_model(job: Job, recorded: RunFolder) -> None:
    assert Settings(run_dir=job.settings.run_dir).model is None
    done = replay(replace(job, device=FakePhone(notes=["Milk"])), recorded)
    assert done.ok


def screen_of(phone: FakePhone) -> Screen:
    return phone.observe()


def element(screen: Screen, label: str) -> Element:
    return next(found for found in screen.elements if found.label == label)


def test_a_replayed_action_finds_its_element_at_the_new_place() -> None:
    before, now = FakePhone(notes=["A", "B"]), FakePhone(notes=["Z", "A", "B"])
    before.page = now.page = "notes"
    target = element(screen_of(before), "B")
    found = aligned(Tap(target=target), screen_of(before), screen_of(now))
    assert isinstance(found, Tap)
    assert found.target == element(screen_of(now), "B")
    assert found.target != target


def test_a_new_dialog_is_in_the_way() -> None:
    before, now = FakePhone(), FakePhone()
    now.popup = "Rate this app"
    with pytest.raises(Unlike, match="a dialog is in the way"):
        aligned(PressKey(key="back"), screen_of(before), screen_of(now))


def test_half_of_the_names_make_a_screen_the_same() -> None:
    before, now = FakePhone(notes=list("abcd")), FakePhone(notes=list("abcx"))
    before.page = now.page = "notes"
    alike(screen_of(before), screen_of(now))
    now.notes = list("wxyz")
    with pytest.raises(Unlike, match="lacks"):
        alike(screen_of(before), screen_of(now), at_least=0.8)
    assert not reads_the_same([screen_of(before)], screen_of(now))
    assert reads_the_same([screen_of(before)], screen_of(before))


def test_a_question_beyond_the_recorded_ones_stops_the_replay(job: Job, recorded: RunFolder) -> None:
    journal = recorded.path / "events.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not ('"ModelCalled"' in line and '"judge"' in line)]
    assert len(kept) == len(lines) - 1
    journal.write_text("\n".join(kept) + "\n", encoding="utf-8")
    done = replay(replace(job, device=FakePhone(notes=["Milk"])), recorded)
    assert done.outcome.kind == "needs human"
    why = "the replay stops at line 2: the recorded run made no further model call here (judge)"
    assert why in done.outcome.reason
