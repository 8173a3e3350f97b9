"""The requests that a tab may send over its socket: those of a session, and those of the page alone."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import ValidationError

from agentprog.app.session.protocol import Request, done, read
from agentprog.app.session.questions import AnsweredAlready, Question
from agentprog.app.session.session import RunSession, question_data
from agentprog.errors import AgentProgError, UsageError
from agentprog.studio.desk import Seat
from agentprog.studio.inspecting import lines_data, record, screen_data, watched
from agentprog.studio.lease import HeldByAnother
from agentprog.studio.requests import (
    NAMES,
    OURS,
    Answered,
    Asked,
    Drawn,
    Expect,
    Forget,
    HandBack,
    Lines,
    Look,
    Purpose,
    Record,
    Recorded,
    TakeOver,
    Touched,
)
from agentprog.studio.touching import action_of


class Changed(UsageError):
    """The question has changed since the person saw it."""


def asked(line: str) -> Asked | Request:
    """Parses a request. Raises UsageError with the reason."""
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("do") not in NAMES:
        return read(line.encode())
    try:
        return OURS.validate_python(data)
    except ValidationError as exc:
        problem = exc.errors(include_input=False)[0]
        raise UsageError(f"this is no request: {problem['msg']}", hint="Load the page again.") from None


def id_of(line: str) -> int:
    """The number of an unreadable request, so that its sender gets a reply; 0 if it has none."""
    try:
        data = json.loads(line)
    except ValueError:
        return 0
    found = data.get("id") if isinstance(data, dict) else None
    return found if isinstance(found, int) else 0


def fingerprint(question: Question) -> str:
    """Hash of a question's full text: an answer counts only for the question with the same hash."""
    data = json.dumps(question_data(question), sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(data.encode()).hexdigest()[:32]


def do(seat: Seat, request: Asked | Request, tab: str) -> dict[str, Any]:
    """Executes a tab's request; returns the reply's fields besides `id` and `ok`. Raises AgentProgError."""
    match request:
        case Look():
            return _look(seat, request)
        case Touched():
            return _touch(seat, request, tab)
        case TakeOver():
            seat.lease.take(tab)
            if seat.session is not None and not seat.session.yielded:
                seat.session.take_over()
        case HandBack():
            seat.lease.check(tab)
            seat.stop_listening()
            seat.lease.give_back(tab)
            if seat.session is not None:
                seat.session.hand_back(request.note)
        case Lines():
            return _lines(seat, request.index)
        case Record() | Expect() | Purpose() | Forget() | Recorded():
            return record(seat, request)
        case Answered():
            _answer(_run(seat), request, tab)
        case Drawn():
            pass
        case _:
            if request.do in ("go_on", "step", "over", "run_to"):  # each of them hands the phone back
                _let_go(seat, tab)
            return done(_run(seat), request, tab)
    return {}


def _let_go(seat: Seat, tab: str) -> None:
    if seat.lease.holder:
        seat.lease.check(tab)
        seat.stop_listening()
        seat.lease.give_back(tab)


def _run(seat: Seat) -> RunSession:
    if seat.session is None:
        raise UsageError("there is no run here", hint="Begin one.")
    return seat.session


def _touch(seat: Seat, request: Touched, tab: str) -> dict[str, Any]:
    seat.lease.check(tab)
    seat.frames.touched()
    action = action_of(request.touch)
    result = watched(seat, action, lambda: seat.held.touch(action, by=tab))
    seat.frames.touched()
    return {"done": result.ok, "detail": result.detail}


def _look(seat: Seat, request: Look) -> dict[str, Any]:
    phone = seat.held.phone
    later = phone.last if phone is not None and request.known is not None and phone.looks > request.known else None
    screen = later or seat.held.look()
    return {"screen": screen_data(screen), "looks": phone.looks if phone is not None else 0}


def _lines(seat: Seat, index: int) -> dict[str, Any]:
    screen = seat.held.phone.last if seat.held.phone is not None else None
    element = (
        next((element for element in screen.elements if element.index == index), None) if screen is not None else None
    )
    if screen is None or element is None:
        raise Changed("this is no longer on the screen", hint="Look again.")
    return lines_data(screen, element)


def _answer(session: RunSession, request: Answered, tab: str) -> None:
    question = next(
        (open_question for open_question in session.questions.open if open_question.id == request.question), None
    )
    if question is not None and fingerprint(question) != request.seen:
        raise Changed("the question has changed since it was shown", hint="Read it again.")
    session.answer(request.question, request.value, by=tab)


def status_of(problem: AgentProgError) -> int:
    """The HTTP status of an error: 409 if another tab was faster or has the phone."""
    return 409 if isinstance(problem, AnsweredAlready | HeldByAnother | Changed) else 400
