"""A resumed run continues at its line, also with a program whose later lines were changed."""

from __future__ import annotations

import pytest

from agentprog.errors import ModelUnreachable, UsageError
from agentprog.ports import OutcomeKind
from agentprog.runtime.journal.events import (
    ActionIntended,
    ProgramReady,
    RunFinished,
)
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.replay import ResumeMismatch
from agentprog.runtime.journal.resume import digest, load
from agentprog.runtime.roles import Roles
from tests.runtime.resuming.lives import Killed, first_life, fresh, kill_at, second_life


def test_a_run_that_needed_a_human_goes_on_where_it_was(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    program = 'In the "Notes" app, add the note "Milk"\nask user "Done?", record as {answer}\n'
    assert lab.run(program, folder=folder, interactive=False).kind is OutcomeKind.NEEDS_HUMAN
    outcome, second = second_life(new_lab, lab.phone, folder.path)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert outcome.answer == "yes"
    assert lab.phone.notes == ["Milk"]
    assert second.grounder.contexts == []
    assert sum(isinstance(event, ActionIntended) for event in folder.events()) == 4


def test_a_run_with_an_unreachable_model_resumes_at_the_same_step(new_lab, tmp_path) -> None:
    class Silent:
        def next_move(self, context):
            raise ModelUnreachable("no answer")

    lab, folder = new_lab(), fresh(tmp_path)
    program = 'set {n} to 1\nIn the "Notes" app, add the note "Milk"\n'
    lab.roles = Roles(grounder=Silent())
    assert lab.run(program, folder=folder).kind is OutcomeKind.FAILED
    outcome, _ = second_life(new_lab, lab.phone, folder.path)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"]


def test_a_finished_run_is_not_resumed(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    first_life(lab, folder)
    assert any(isinstance(event, RunFinished) for event in folder.events())
    with pytest.raises(UsageError, match="has ended: verified"):
        load(RunFolder.open(folder.path))


def test_a_changed_program_is_refused(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 20)
    assert first_life(lab, folder)
    path = folder.path / "program.stp"
    text = path.read_text(encoding="utf-8")
    for executed in ("set {n} to 0\n", "set {n} to {n} + 1"):
        path.write_text(text.replace(executed, executed.replace("n", "m")), encoding="utf-8")
        with pytest.raises(UsageError, match=r"has changed since its run began: line .* was executed"):
            load(RunFolder.open(folder.path))
    path.write_text(text + "break the loop\n", encoding="utf-8")
    with pytest.raises(UsageError, match="has errors now"):
        load(RunFolder.open(folder.path))
    path.write_text("---\ninputs:\n  day: {type: text, default: x}\n---\n" + text, encoding="utf-8")
    with pytest.raises(UsageError, match="inputs of the program have changed"):
        load(RunFolder.open(folder.path))


def test_a_resumed_run_uses_the_changed_lines_after_its_position(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 40)
    assert first_life(lab, folder)
    path = folder.path / "program.stp"
    text = path.read_text(encoding="utf-8")
    text = "# changed\n\n" + text.replace('delete the note "Milk"', 'delete the note "Tea"')
    path.write_text(text, encoding="utf-8")
    outcome, second = second_life(new_lab, lab.phone, folder.path)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert second.events.all[0] == folder.events()[40]
    assert [event.digest for event in folder.events() if isinstance(event, ProgramReady)][-1] == digest(text)


def test_a_changed_program_may_be_resumed_again_and_changed_again(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 30)
    assert first_life(lab, folder)
    path = folder.path / "program.stp"
    original = path.read_text(encoding="utf-8")
    for life in range(1, 4):
        path.write_text("# changed\n" * life + original, encoding="utf-8")
        again = RunFolder.open(folder.path)
        kill_at(again, 12)
        kept = load(again, known_apps=("Notes", "Chat"))
        with pytest.raises(Killed):
            new_lab(phone=lab.phone).run(kept.text, folder=again, journal=kept.journal)
        again.close()
    outcome, _second = second_life(new_lab, lab.phone, folder.path)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Eggs", "Tea"]


def test_a_statement_put_among_those_executed_stops_the_resumed_run(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 40)
    assert first_life(lab, folder)
    path = folder.path / "program.stp"
    path.write_text("set {z} to 1\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    done = len(lab.phone.actions)
    outcome, _second = second_life(new_lab, lab.phone, folder.path)
    assert isinstance(outcome.error, ResumeMismatch)
    assert outcome.exit_code == 2
    assert len(lab.phone.actions) == done


def test_a_run_without_a_program_cannot_be_resumed(tmp_path) -> None:
    folder = fresh(tmp_path)
    with pytest.raises(UsageError, match="nothing to resume"):
        load(RunFolder.open(folder.path))
