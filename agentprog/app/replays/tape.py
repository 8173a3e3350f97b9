"""The recorded model replies of a run, given again at the statement that asked for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from agentprog.agents import make_roles
from agentprog.app.launching.lazy_roles import LazyRoles, Part
from agentprog.app.replays.recording import Course, Recording
from agentprog.errors import ModelError
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import Capabilities, ModelReply, ModelRequest, ScoreRequest, Scores, Usage
from agentprog.runtime.roles import Roles

_LAST = 1.0
"""Score of a candidate that the recorded question did not have, below all others."""

Unanswered = Callable[[str], Exception]
"""Makes the exception for a question without a recorded answer, from the question's purpose."""
Check = Callable[[str], None]
"""Called with the purpose of a question that differs from the recorded one; may refuse it by raising."""


class Tape:
    """Answers a question with the reply recorded for it: for the same purpose, at the same execution of the same
    statement. It prefers the identical question, and otherwise takes the next one there and calls `differs`."""

    def __init__(self, recording: Recording, course: Course, *, unanswered: Unanswered, differs: Check) -> None:
        self._recording = recording
        self._course = course
        self._unanswered = unanswered
        self._differs = differs
        self._left = {key: list(calls) for key, calls in recording.calls.items()}

    def answer(self, request: ModelRequest | ScoreRequest) -> dict[str, Any]:
        """The record of the call. Raises the exception of `unanswered`, and ModelError if the recorded call failed."""
        left = self._left.get(self._course.key, [])
        scored = isinstance(request, ScoreRequest)
        candidates = [(call, self._recording.call(call)) for call in left if call.purpose == request.purpose]
        candidates = [
            (call, record) for call, record in candidates if "error" in record or ("scores" in record) == scored
        ]
        answered = [_asked(record) for _, record in candidates if "error" not in record]
        # A failed question that was answered later counts as answered.
        candidates = [
            (call, record) for call, record in candidates if "error" not in record or _asked(record) not in answered
        ]
        if not candidates:
            raise self._unanswered(request.purpose)
        identical = next((found for found in candidates if _asked(found[1]) == _wanted(request)), None)
        if identical is None:
            self._differs(request.purpose)
        call, record = identical or candidates[0]
        left.remove(call)
        if record.get("error"):
            raise ModelError(str(record["error"]).splitlines()[0])
        return record


class TapeModel:
    """A model that plays back replies. Its token counts are estimates, since its tokenizer is not available."""

    def __init__(self, id: str, capabilities: Capabilities, tape: Tape) -> None:
        self._id = id
        self._capabilities = replace(capabilities, tokenizer=False)
        self._tape = tape

    @property
    def id(self) -> str:
        return self._id

    @property
    def capabilities(self) -> Capabilities:
        return self._capabilities

    def complete(self, request: ModelRequest) -> ModelReply:
        record = self._tape.answer(request)
        reply = record["reply"]
        return ModelReply(text=reply["text"], finish=reply["finish"], usage=Usage(**record["usage"]))

    def score(self, request: ScoreRequest) -> Scores:
        record = self._tape.answer(request)
        known = dict(zip(record["request"]["candidates"], record["scores"], strict=True))
        lowest = min(known.values()) - _LAST
        values = tuple(known.get(candidate, lowest) for candidate in request.candidates)
        return Scores(values=values, usage=Usage(**record["usage"]))

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def close(self) -> None:
        """Does nothing: no resource is open."""


def taped_roles(recording: Recording, tape: Tape) -> Roles:
    """The roles of the recorded run, answered from the tape; no roles if it asked no model."""
    known = recording.models
    if not known:
        return Roles()

    def model(*names: str) -> TapeModel:
        model_ids = (recording.setup.get(name) for name in names)
        id = next((id for id in model_ids if id in known), next(iter(known)))
        return TapeModel(id, known[id], tape)

    def made(part: Part) -> Roles:
        key = {"plan": "plan_model", "judge": "judge_model", "believe": "belief_model", "act": "model"}[part]
        sees = part == "act" and recording.setup.get("locator_model") in known
        form: Literal["json", "python"] = "python" if recording.setup.get("form") == "python" else "json"
        return make_roles(model(key, "model"), eyes=model("locator_model") if sees else None, form=form)

    return LazyRoles(made).as_roles()


def _asked(record: dict[str, Any]) -> tuple[Any, ...]:
    request = record["request"]
    messages = [(message["role"], _text(message)) for message in request["messages"]]
    return messages, request.get("candidates")


def _wanted(request: ModelRequest | ScoreRequest) -> tuple[Any, ...]:
    candidates = list(request.candidates) if isinstance(request, ScoreRequest) else None
    return [(message.role, message.text) for message in request.messages], candidates


def _text(message: dict[str, Any]) -> str:
    """The text of a recorded message, without pictures."""
    if "parts" not in message:
        return str(message["text"])
    return "".join(str(part.get("text", "")) for part in message["parts"])
