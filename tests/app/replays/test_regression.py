"""A recorded run again, offline: the same course, and every difference seen."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.replays.regression import compare
from agentprog.app.replays.regression_files import write_test
from agentprog.errors import DeviceGone, ModelUnreachable, UsageError
from agentprog.models.scripted import ScriptedModel
from agentprog.ports import Action, ModelReply, ModelRequest
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.interaction import NobodyThere
from tests.app.conftest import TASK
from tests.runtime.conftest import FakePhone

Change = Callable[[str, str, str], None]


def test_nothing_changed_is_the_same_course_with_the_same_prompts(recorded: RunFolder) -> None:
    found = compare(recorded.path)
    assert found.same, found.text
    assert found.notes == ()
    assert '    tap button "Save"' in found.recorded
    assert found.recorded[-1] == "answer: Grete Hermann is noted"


def test_a_changed_program_is_shown_as_a_difference(recorded: RunFolder, change: Change) -> None:
    change("program.stp", "is noted", "is kept")
    found = compare(recorded.path)
    assert not found.same
    assert "-answer: Grete Hermann is noted" in found.difference
    assert "+answer: Grete Hermann is kept" in found.difference


def test_a_reply_that_leads_to_another_action_is_shown(recorded: RunFolder, change: Change) -> None:
    change("models/0004.json", r"\"action\": \"tap\"", r"\"action\": \"long_press\"")
    found = compare(recorded.path)
    assert not found.same
    assert any('the run wants to long press button "Save"' in line for line in found.difference)


def test_a_changed_prompt_is_noted_and_answered_by_its_turn(recorded: RunFolder, change: Change) -> None:
    change("models/0002.json", "You operate an Android phone", "You drive an Android phone")
    found = compare(recorded.path)
    assert found.same
    assert found.notes == ("a prompt is not as recorded, and got the next recorded reply: line 1 (ground)",)


def test_a_step_more_than_was_recorded_has_no_answer(recorded: RunFolder, change: Change) -> None:
    change("program.stp", "If the note", 'In the "Notes" app, delete the note "Milk"\nIf the note')
    found = compare(recorded.path)
    assert any("asks the model (ground), and the recorded run has no answer left for it" in d for d in found.difference)


def test_a_written_test_needs_no_other_file(recorded: RunFolder, tmp_path: Path) -> None:
    test = write_test(recorded, tmp_path / "kept")
    for path in sorted(recorded.path.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    names = runpy.run_path(str(test))
    names["test_the_run_takes_the_course_that_was_recorded"]()
    assert test.name == "test_keep_in_mind_to_call_grete_hermann_at_49.py"
    program = tmp_path / "kept" / "program.stp"
    program.write_text(program.read_text(encoding="utf-8").replace("is noted", "is not"), encoding="utf-8")
    with pytest.raises(AssertionError, match="does not go as recorded"):
        names["test_the_run_takes_the_course_that_was_recorded"]()


def test_a_test_does_not_overwrite(recorded: RunFolder, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not empty") as caught:
        write_test(recorded, tmp_path)
    assert caught.value.hint == "Name a folder that is not there yet."


class Answers(NobodyThere):
    def ask(self, question: str) -> str:
        return "Ida"


def exact(job: Job, text: str, folder: Path) -> RunFolder:
    done = launch(replace(job, program=Program(text=text, name="exact.stp", folder=folder), interaction=Answers()))
    return RunFolder.open(done.folder)


def test_people_files_and_tools_answer_as_they_did(job: Job, tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("Ada\n", encoding="utf-8")
    text = (
        'Ask user "Who?", record as {who}\nRead the text of "names.txt", record as {names}\n'
        'Use tool "double" with n = 4, record as {eight}\nTell user "{who} {names} {eight}"\n'
    )
    run = exact(replace(job, tools={"double": lambda n: 2 * n}), text, tmp_path)
    found = compare(run.path)
    assert found.same, found.text
    assert any("says: Ida Ada" in line for line in found.recorded)
    test = write_test(run, tmp_path / "kept")
    (tmp_path / "names.txt").write_text("Eve\n", encoding="utf-8")
    assert compare(test.parent).same
    assert not compare(run.path).same


def test_a_question_that_nobody_answered_finds_nobody_again(job: Job, tmp_path: Path) -> None:
    program = Program(text='Ask user "Who?", record as {who}\n', name="ask.stp", folder=tmp_path)
    done = launch(replace(job, program=program))
    assert done.outcome.kind == "needs human"
    assert compare(done.folder).same


def test_a_phone_that_was_lost_is_lost_again(job: Job, scripted: ScriptedModel) -> None:
    phone = FakePhone()

    def unplugged(action: Action) -> bool:
        raise DeviceGone("the phone fake-1 is gone")

    phone.before_action = unplugged
    done = launch(replace(job, device=phone, task="x", model=scripted))
    assert done.outcome.exit_code == 3
    assert compare(done.folder).same


class Hesitant(ScriptedModel):
    """Leaves every question without an answer once."""

    silent = False

    def complete(self, request: ModelRequest) -> ModelReply:
        self.silent = not self.silent
        if self.silent:
            raise ModelUnreachable("no answer within 300 s")
        return super().complete(request)


@pytest.mark.usefixtures("scripted")
def test_a_question_that_was_answered_the_second_time_is_answered(job: Job, tmp_path: Path) -> None:
    model = Hesitant(tmp_path / "script.toml", id="scripted:notes")
    done = launch(replace(job, device=FakePhone(notes=["Milk"]), task=TASK, model=model))
    assert done.outcome.kind == "verified", done.outcome
    found = compare(done.folder)
    assert found.same, found.text


def test_a_run_that_cannot_be_repeated_names_the_reason(recorded: RunFolder, change: Change) -> None:
    change("manifest.json", '"models"', '"modelz"')
    with pytest.raises(UsageError, match="abilities: an earlier version"):
        compare(recorded.path)


CHOOSING = r"""
[capabilities]
small = true
schema = false

[[rule]]
purpose = "plan"
reply = 'In the "Notes" app, add the note "Eggs"'

[[rule]]
choose = ['^done', 'type .*Eggs', '"Save"', '"New"', '']
"""


def test_choices_of_a_small_model_are_chosen_again(job: Job, tmp_path: Path) -> None:
    (tmp_path / "choosing.toml").write_text(CHOOSING, encoding="utf-8")
    model = ScriptedModel(tmp_path / "choosing.toml", id="scripted:small")
    done = launch(replace(job, task="Keep in mind to buy eggs", model=model))
    run = RunFolder.open(done.folder)
    records = [path.read_text(encoding="utf-8") for path in (run.path / "models").glob("*.json")]
    assert any('"scores"' in record for record in records)
    found = compare(run.path)
    assert found.same, found.text
    assert found.notes == ()
