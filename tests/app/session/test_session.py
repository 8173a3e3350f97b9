"""A run that several threads hold, ask and change in one process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from agentprog import Agent
from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.launch import resume as go_on
from agentprog.app.launching.programs import Program
from agentprog.app.session.questions import AnsweredAlready, Questions
from agentprog.app.session.session import RunSession
from agentprog.app.settings.model import Settings
from agentprog.errors import Cancelled, NeedsHuman, UsageError
from agentprog.ports import OutcomeKind
from agentprog.runtime.journal.events import Asked, ModelCalled, Paused, Remarked, RunFinished, VariableSet
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.budget import CancelToken
from agentprog.runtime.safety.interaction import Consent, NobodyThere, RiskyAction
from agentprog.runtime.safety.steering import Breakpoint, Moment

COUNT = "Set {n} to 0\nRepeat 3 times:\n    Calculate {n} + 1, record as {n}\nSet {answer} to {n}\n"
ASK = 'Ask user "Which day?", record as {day}\nSet {answer} to {day}\n'
WANTED = RiskyAction(action='tap button "Send"', risk="send", step="send it", app="Chat")

MakeSession = Callable[[str], RunSession]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[MakeSession]:
    made: list[RunSession] = []

    def session(text: str) -> RunSession:
        made.append(RunSession(Job(settings=Settings(run_dir=tmp_path / "runs"), program=Program(text=text))))
        return made[-1]

    yield session
    for one in made:
        one.cancel("the test is over")
        if not one.ended:
            one.wait(10)


def until(session: RunSession, holds: Callable[[], bool]) -> None:
    session.wait_for_news(lambda: not holds(), 10)
    assert holds()


def held(session: RunSession) -> None:
    until(session, lambda: session.place is not None)


def test_a_session_is_held_changed_and_runs_to_its_end(make: MakeSession) -> None:
    session = make(COUNT)
    session.break_at([Breakpoint(line=3, condition="{n} is 1")])
    session.start(launch)
    held(session)
    assert session.state()["held"] == {
        "line": 3,
        "text": "Calculate {n} + 1, record as {n}",
        "action": "",
        "within": False,
        "moment": None,
    }
    (stop,) = session.state()["breakpoints"]
    assert (stop["line"], stop["condition"], stop["moment"], stop["once"]) == (3, "{n} is 1", None, False)
    session.set("n", 10)
    session.amend(COUNT.replace("Set {answer} to {n}", "Set {answer} to {n} + 100"))
    session.go_on()
    done = session.wait(10)
    assert done is not None
    assert done.answer == 10 + 2 + 100
    assert session.state()["outcome"] == "completed"


def test_events_are_numbered_as_the_journal_numbers_them(make: MakeSession, tmp_path: Path) -> None:
    session = make(COUNT)
    session.start(launch)
    done = session.wait(10)
    assert done is not None
    journal = RunFolder.open(done.folder).events()
    assert [event.event for event in session.events()] == list(journal)
    assert [event.n for event in session.events(since=len(journal) - 2)] == [len(journal) - 1, len(journal)]
    assert session.name == done.folder.name


def test_a_run_that_goes_on_keeps_its_numbers(make: MakeSession) -> None:
    first = make(ASK)
    first.start(launch)
    done = first.wait(10)
    assert done is not None
    assert done.outcome.kind is OutcomeKind.NEEDS_HUMAN
    folder = RunFolder.open(done.folder)
    before = len(folder.events())
    again = RunSession(Job(settings=Settings(run_dir=done.folder.parent)))
    again.attended = True
    again.start(lambda job: go_on(job, folder), past=folder)
    until(again, lambda: bool(again.questions.open))
    (question,) = again.questions.open
    again.answer(question.id, "Friday", by="a page")
    ended = again.wait(10)
    assert ended is not None
    assert ended.answer == "Friday"
    assert [event.n for event in again.events()] == list(range(1, len(folder.events()) + 1))
    assert again.events(before)[0].n == before + 1


def test_an_agent_pauses_and_remarks_through_its_session(tmp_path: Path) -> None:
    """An Agent is built on the same session."""
    agent = Agent(program=COUNT, run_dir=tmp_path / "runs")
    session = agent.session
    agent.pause()
    assert session.paused
    thread = threading.Thread(target=agent.run_sync)
    thread.start()
    held(session)
    session.tell("be quick")
    session.step()
    until(session, lambda: sum(isinstance(event.event, Paused) for event in session.events()) == 2)
    agent.go_on()
    thread.join(10)
    assert agent.result is not None
    assert agent.result.answer == 3
    assert [event.event.text for event in session.events() if isinstance(event.event, Remarked)] == ["be quick"]
    assert agent.session is not session, "one session is one run"


def test_a_refused_change_leaves_the_run_as_it_was(make: MakeSession) -> None:
    session = make(COUNT)
    with pytest.raises(UsageError, match="it can be changed only before a statement"):
        session.set("n", 1)
    with pytest.raises(UsageError, match="exact condition"):
        session.break_at([Breakpoint(line=1, condition="the note is there")])
    session.pause()
    session.start(launch)
    held(session)
    with pytest.raises(UsageError, match="cannot continue with this program"):
        session.amend("Set {answer} to {nothing}\n")
    session.go_on()
    done = session.wait(10)
    assert done is not None
    assert done.answer == 3
    assert not [
        event for event in session.events() if isinstance(event.event, VariableSet) and event.event.name == "nothing"
    ]


def test_a_session_runs_once_and_reports_an_error_from_before_its_start(make: MakeSession, tmp_path: Path) -> None:
    session = make("Do nothing {to}")
    session.start(launch)
    with pytest.raises(UsageError):
        session.wait(10)
    assert session.ended
    with pytest.raises(UsageError, match="has run already"):
        session.run(launch)


def test_the_first_answer_to_a_question_counts_and_the_second_is_refused(make: MakeSession) -> None:
    session = make(ASK)
    session.attended = True
    session.start(launch)
    until(session, lambda: bool(session.questions.open))
    (question,) = session.questions.open
    assert (question.kind, question.text) == ("ask", "Which day?")
    assert session.state()["questions"][0]["id"] == question.id
    assert session.answer(question.id, "Monday", by="a page").by == "a page"
    with pytest.raises(AnsweredAlready, match="a page has answered already: Monday"):
        session.answer(question.id, "Tuesday", by="an editor")
    done = session.wait(10)
    assert done is not None
    assert done.answer == "Monday"
    assert session.questions.open == ()
    assert any(isinstance(event.event, Asked) for event in session.events())


def test_a_question_in_an_unattended_session_ends_the_run(make: MakeSession) -> None:
    session = make(ASK)
    session.start(launch)
    done = session.wait(10)
    assert done is not None
    assert done.outcome.kind is OutcomeKind.NEEDS_HUMAN
    assert isinstance(session.events()[-1].event, RunFinished)


def test_a_waiting_question_ends_when_the_run_is_cancelled(make: MakeSession) -> None:
    session = make(ASK)
    session.attended = True
    session.start(launch)
    until(session, lambda: bool(session.questions.open))
    session.cancel("enough")
    done = session.wait(10)
    assert done is not None
    assert done.outcome.kind is OutcomeKind.INTERRUPTED
    assert session.questions.open == ()
    with pytest.raises(AnsweredAlready, match="nobody"):
        session.answer("q1", "late", by="a page")


class Slow(NobodyThere):
    """A person in the run's thread, who is slower than another."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.closed: Callable[[], bool] = lambda: False
        self.go = threading.Event()

    def permit(self, wanted: RiskyAction) -> Consent:
        self.asked.set()
        assert self.go.wait(10)
        return Consent.NO


def test_an_answer_from_elsewhere_counts_when_the_person_here_is_slower() -> None:
    slow = Slow()
    questions = Questions(slow, CancelToken(), elsewhere=lambda: True, changed=lambda: None)
    given: list[Consent] = []
    thread = threading.Thread(target=lambda: given.append(questions.permit(WANTED)))
    thread.start()
    assert slow.asked.wait(10)
    assert not slow.closed()
    (question,) = questions.open
    assert question.about["risk"] == "send"
    questions.answer(question.id, "once", by="a page")
    assert slow.closed()
    slow.go.set()
    thread.join(10)
    assert given == [Consent.ONCE]


@pytest.mark.parametrize(
    ("call", "kind", "wrong", "right", "value"),
    [
        (lambda q: q.confirm("Is it sent?"), "confirm", "maybe", "yes", True),
        (lambda q: q.permit(WANTED), "permit", "yes", "run", Consent.RUN),
        (lambda q: q.take_over("a captcha"), "take over", None, "solved", "solved"),
    ],
)
def test_an_answer_has_to_fit_its_question(call: Any, kind: str, wrong: str | None, right: str, value: object) -> None:
    questions = Questions(NobodyThere(), CancelToken(), elsewhere=lambda: True, changed=lambda: None)
    given: list[object] = []
    thread = threading.Thread(target=lambda: given.append(call(questions)))
    thread.start()
    while not questions.open:
        thread.join(0.02)
    (question,) = questions.open
    assert question.kind == kind
    if wrong is not None:
        with pytest.raises(UsageError):
            questions.answer(question.id, wrong, by="a page")
    questions.answer(question.id, right, by="a page")
    thread.join(10)
    assert given == [value]


def test_an_absent_person_is_not_waited_for() -> None:
    cancel = CancelToken()
    with pytest.raises(NeedsHuman):
        Questions(NobodyThere(), cancel, elsewhere=lambda: False, changed=lambda: None).ask("Who?")
    cancel.cancel("enough")
    with pytest.raises(Cancelled):
        Questions(NobodyThere(), cancel, elsewhere=lambda: True, changed=lambda: None).ask("Who?")


def test_a_session_steps_over_runs_to_a_line_and_waits_for_a_moment(make: MakeSession) -> None:
    session = make("Set {n} to 0\nSet {m} to 1\nSet {k} to 2\n" + ASK)
    session.break_at([Breakpoint(moment=Moment.PERSON)])
    session.pause()
    session.start(launch)
    held(session)
    session.over()
    until(session, lambda: session.place is not None and session.place.line == 2)
    session.run_to(4)
    until(session, lambda: session.place is not None and session.place.line == 4)
    session.go_on()
    until(session, lambda: session.place is not None and session.place.moment is Moment.PERSON)
    assert session.state()["held"]["moment"] == "needs a person"
    assert session.questions.open == ()


def test_a_breakpoint_that_waits_for_nothing_or_for_both_is_refused(tmp_path: Path) -> None:
    session = RunSession(Job(settings=Settings(run_dir=tmp_path / "runs"), program=Program(text=COUNT)))
    for wrong in (Breakpoint(), Breakpoint(line=1, moment=Moment.MODEL)):
        with pytest.raises(UsageError, match="a line or for a moment"):
            session.break_at([wrong])


def test_a_session_pauses_before_a_model_call(tmp_path: Path) -> None:
    model = tmp_path / "model.toml"
    model.write_text("[[rule]]\npattern = '(?s).'\nreply = '{\"answer\": \"blue\"}'\n", encoding="utf-8")
    settings = Settings(run_dir=tmp_path / "runs", model=f"scripted:{model}")
    session = RunSession(Job(settings=settings, program=Program(text='Ask AI "Which colour?", record as {answer}\n')))
    session.break_at([Breakpoint(moment=Moment.MODEL)])
    session.start(launch)
    held(session)
    assert session.place is not None
    assert session.place.moment is Moment.MODEL
    assert [event.event for event in session.events() if isinstance(event.event, ModelCalled)] == []
    session.cancel("seen")
    session.wait(10)
