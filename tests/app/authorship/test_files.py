"""A file's run: its effects need an approval; a model's plan gains no rights in a file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from agentprog.app.authorship import book
from agentprog.app.authorship.scribe import written
from agentprog.app.launching.job import Job, RunResult
from agentprog.app.launching.launch import launch, resume
from agentprog.app.launching.programs import Program, check_program
from agentprog.app.session.questions import approval_of
from agentprog.app.session.session import RunSession
from agentprog.app.settings.model import Settings
from agentprog.cli.main import status_of
from agentprog.ports import Outcome, OutcomeKind
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.proposal import Approval, Proposal
from tests.runtime.conftest import FakePhone, Person

TEXT = 'Open the "Chat" app\nType "+16005550666" into "Number"\nType "hello" into "Message"\nTap "Send"\n'


class Asked(Person):
    """Gives the test's answers to proposals, and keeps the proposals."""

    def __init__(self, *, yes: bool) -> None:
        super().__init__(answers={"": "leave it"})
        self.yes, self.proposals = yes, list[Proposal]()

    def approve(self, wanted: Proposal) -> Approval:
        self.proposals.append(wanted)
        return Approval(yes=self.yes)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A model's program of this computer, in a file."""
    path = tmp_path / "x.stp"
    path.write_text(TEXT, encoding="utf-8")
    written(TEXT)
    return path


def job(file: Path, phone: FakePhone, **more: object) -> Job:
    settings = Settings(run_dir=file.parent / "runs")
    return Job(settings=settings, program=Program.read(file), device=phone, **more)  # type: ignore[arg-type]


def test_a_planned_file_gains_nothing(file: Path) -> None:
    """At 2c6f866 `plan > x.stp; run x.stp` sent to whomever the model had named."""
    phone = FakePhone()
    done = launch(job(file, phone))
    assert done.outcome.kind is OutcomeKind.NEEDS_HUMAN
    assert (phone.messages, phone.actions) == ([], [])
    assert f"agentprog approve {file}" in done.outcome.reason
    assert [one["kind"] for one in done.pending] == ["send"]
    assert done.manifest is not None
    assert json.dumps(done.manifest)


def test_a_file_without_a_models_lines_belongs_to_the_person_who_runs_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.stp"
    path.write_text(TEXT, encoding="utf-8")
    phone = FakePhone()
    assert launch(job(path, phone)).pending == ()
    assert phone.messages == [("+16005550666", "hello")]


def test_an_approved_file_is_the_users(file: Path) -> None:
    book.approve(check_program(Program.read(file)).program, file)
    phone = FakePhone()
    assert launch(job(file, phone)).outcome.kind is not OutcomeKind.NEEDS_HUMAN
    assert phone.messages == [("+16005550666", "hello")]


def test_a_yes_is_asked_for_once_and_stored(file: Path) -> None:
    person, phone = Asked(yes=True), FakePhone()
    launch(job(file, phone, interaction=person))
    launch(job(file, FakePhone(), interaction=person))
    assert len(person.proposals) == 1
    assert phone.messages == [("+16005550666", "hello")]
    file.write_text(TEXT.replace("0666", "0777"), encoding="utf-8")
    launch(job(file, FakePhone(), interaction=person))
    assert len(person.proposals) == 1, "a line that a person changed is theirs"


def test_a_no_does_nothing_and_is_not_stored(file: Path) -> None:
    person, phone = Asked(yes=False), FakePhone()
    assert launch(job(file, phone, interaction=person)).outcome.kind is OutcomeKind.INTERRUPTED
    assert phone.actions == []
    launch(job(file, phone, interaction=person))
    assert len(person.proposals) == 2


def test_a_text_in_code_is_its_authors(tmp_path: Path) -> None:
    phone = FakePhone()
    program = Program(text=TEXT, folder=tmp_path)
    done = launch(Job(settings=Settings(run_dir=tmp_path / "runs"), program=program, device=phone))
    assert done.pending == ()
    assert phone.messages == [("+16005550666", "hello")]


def test_a_resumed_run_keeps_the_authors_of_its_lines(file: Path) -> None:
    """Approvals given meanwhile, or by the folder, change nothing: the user's state decides."""
    person, phone = Asked(yes=True), FakePhone()

    def dies(action: object) -> bool:
        raise KeyboardInterrupt

    phone.before_action = dies  # type: ignore[assignment]
    first = launch(job(file, phone, interaction=person))
    assert first.outcome.kind is OutcomeKind.INTERRUPTED
    phone.before_action = lambda _action: True
    again = replace(job(file, phone, interaction=person), program=None)
    resume(again, RunFolder.open(first.folder))
    assert phone.messages == [("+16005550666", "hello")]
    assert (len(person.proposals), person.asked) == (1, [])


def test_the_session_asks_with_the_same_manifest_and_takes_a_program_for_an_answer(file: Path) -> None:
    phone, seen = FakePhone(), []
    session = RunSession(job(file, phone))
    session.attended = True
    session.start(launch)

    def answer() -> None:
        while not session.questions.open:
            assert not session.ended
            session.wait_for_news(lambda: not session.questions.open, 1.0)
        (question,) = session.questions.open
        seen.append(question)
        session.answer(question.id, "edit:\n" + TEXT.replace("0666", "0777"), by="a test")

    answer()
    done = session.wait(60)
    assert isinstance(done, RunResult)
    assert isinstance(done.outcome, Outcome)
    assert seen[0].kind == "manifest"
    assert seen[0].about["manifest"] == done.manifest
    assert phone.messages == [("+16005550777", "hello")]


def test_an_answer_to_a_manifest_is_yes_no_or_a_program() -> None:
    assert approval_of("yes") == Approval(yes=True)
    assert approval_of("no") == Approval(yes=False)
    assert approval_of("edit:\nTell user 1\n") == Approval(yes=True, program="Tell user 1\n")


def test_a_file_approved_by_the_command_runs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["approve", "--yes", str(file)]) == 0
    assert "send     line 4" in capsys.readouterr().out
    assert book.mine(check_program(Program.read(file)).program, file)
