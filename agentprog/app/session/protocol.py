"""The protocol of a session over a socket: lines of JSON, a reply to each request, version 1.

A request has an `id`, which its reply repeats, and `do`; the first is `hello`, with the token. A reply has `ok` and, if
that is false, `error` (kind, message, hint). `watch` has no further reply: from then on lines follow with `event` and
its number `n`, `question`, `answered`, `state` (at each change of it) and finally `ended`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from agentprog.app.session.session import RunSession
from agentprog.errors import AgentProgError, UsageError
from agentprog.runtime.journal.codec import event_to_data
from agentprog.runtime.safety.steering import Breakpoint, Moment

VERSION: Final = 1
MOST: Final = 1_000_000
"""Most bytes of a line."""


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: int = 0


class Hello(_Request):
    """`name` is shown to others as the author of an answer."""

    do: Literal["hello"]
    version: int
    token: str
    name: str = Field(default="somebody", max_length=80)


class Bare(_Request):
    do: Literal["state", "pause", "go_on", "step", "over", "take_over"]


class RunTo(_Request):
    do: Literal["run_to"]
    line: int = Field(ge=1)


class Tell(_Request):
    do: Literal["tell"]
    text: str


class HandBack(_Request):
    do: Literal["hand_back"]
    note: str = ""


class Cancel(_Request):
    do: Literal["cancel"]
    reason: str = "cancelled"


class AnswerOne(_Request):
    do: Literal["answer"]
    question: str
    value: str | bool


class Stop(BaseModel):
    """A breakpoint: at a line, or at a moment where `line` is 0."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    line: int = Field(default=0, ge=0)
    condition: str = ""
    moment: Moment | None = None
    once: bool = False

    def breakpoint(self) -> Breakpoint:
        return Breakpoint(line=self.line, condition=self.condition, moment=self.moment, once=self.once)


class BreakAt(_Request):
    do: Literal["break_at"]
    breakpoints: tuple[Stop, ...]


class SetOne(_Request):
    do: Literal["set"]
    name: str
    value: Any


class Amend(_Request):
    do: Literal["amend"]
    text: str


class Events(_Request):
    """`events` requests past events; `watch` also requests all later ones."""

    do: Literal["events", "watch"]
    since: int = Field(default=0, ge=0)


Request = Hello | Bare | RunTo | Tell | HandBack | Cancel | AnswerOne | BreakAt | SetOne | Amend | Events
_READ: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="do")])


def read(line: bytes) -> Request:
    """A request. Raises UsageError with the request's fault."""
    try:
        return _READ.validate_json(line)
    except ValidationError as exc:
        problem = exc.errors(include_input=False)[0]
        where = ".".join(str(part) for part in problem["loc"][1:])
        fault = f"{where} {problem['msg']}".strip()
        raise UsageError(
            f"not a request of version {VERSION}: {fault}", hint="docs/session.md lists the requests."
        ) from None


def done(session: RunSession, request: Request, by: str) -> dict[str, Any]:
    """Carry out a request; returns the reply's fields besides `id` and `ok`. Raises AgentProgError."""
    match request:
        case Bare(do="state"):
            return {"state": session.state()}
        case Bare():
            simple: dict[str, Callable[[], None]] = {
                "pause": session.pause,
                "go_on": session.go_on,
                "step": session.step,
                "over": session.over,
                "take_over": session.take_over,
            }
            simple[request.do]()
        case Tell():
            session.tell(request.text)
        case HandBack():
            session.hand_back(request.note)
        case Cancel():
            session.cancel(request.reason)
        case AnswerOne():
            session.answer(request.question, request.value, by=by)
        case BreakAt():
            session.break_at(point.breakpoint() for point in request.breakpoints)
        case RunTo():
            session.run_to(request.line)
        case SetOne():
            session.set(request.name, request.value)
        case Amend():
            session.amend(request.text)
        case Events():
            found = session.events(request.since)
            return {"events": [{"n": numbered.n, "event": event_to_data(numbered.event)} for numbered in found]}
        case Hello():
            return {"version": VERSION, "state": session.state()}
    return {}


def refused(id: int, problem: AgentProgError) -> dict[str, Any]:
    """The reply to a failed request."""
    error = {"kind": type(problem).__name__, "message": problem.message, "hint": problem.hint}
    return {"id": id, "ok": False, "error": error}
