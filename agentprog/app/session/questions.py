"""A run's questions to a person, as data with an id: everybody present sees them, and the first answer wins."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from agentprog.errors import NeedsHuman, UsageError
from agentprog.frozen import field, frozen
from agentprog.runtime.safety.budget import CancelToken
from agentprog.runtime.safety.interaction import Consent, Interaction, RiskyAction
from agentprog.runtime.safety.proposal import Approval, Proposal

T = TypeVar("T", str, bool, Consent)
Kind = Literal["ask", "confirm", "permit", "manifest", "take over"]
_LOOK = 0.1
EDITED = "edit:\n"
"""The beginning of an answer to a manifest that contains a replacement program."""
_WORDS = {"yes": True, "no": False, "true": True, "false": False}


@frozen
class Question:
    """A question. `kind` is the type of its answer: a text, yes or no, a consent (once, run, no), or a person's remark
    after using the phone. The answer to a manifest is yes, no, or a replacement program (see `EDITED`). `about` has the
    facts of a risky action, or the manifest with its pending part."""

    id: str
    kind: Kind
    text: str
    about: Mapping[str, Any] = field(default_factory=dict)


@frozen
class Answer:
    """An answer with its author."""

    question: str
    value: str | bool
    by: str


class AnsweredAlready(UsageError):
    """Somebody answered before: the message names them and their answer."""


class AnsweredElsewhere(Exception):
    """Signal to the attendant: another person has answered the question."""


class Questions:
    """An Interaction. The `attendant` is asked first; meanwhile anybody may `answer`. `elsewhere`: other people may be
    connected, so the run waits for them.
    """

    def __init__(
        self, attendant: Interaction, cancel: CancelToken, *, elsewhere: Callable[[], bool], changed: Callable[[], None]
    ) -> None:
        self._attendant = attendant
        self._cancel = cancel
        self._elsewhere = elsewhere
        self._changed = changed
        self._state = threading.Condition()
        self._asked: dict[str, Question] = {}
        self._answers: dict[str, Answer] = {}

    @property
    def open(self) -> tuple[Question, ...]:
        """The unanswered questions."""
        with self._state:
            return tuple(question for id, question in self._asked.items() if id not in self._answers)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers, in their order."""
        with self._state:
            return tuple(self._answers.values())

    def answer(self, id: str, value: str | bool, *, by: str) -> Answer:
        """Answer a question. Raises AnsweredAlready, and UsageError for an unknown question or an unfit value."""
        with self._state:
            question = self._asked.get(id)
            if question is None:
                raise UsageError(f"there is no question {id!r}", hint="It may belong to another run.")
            earlier = self._answers.get(id)
            if earlier is not None:
                raise AnsweredAlready(f"{earlier.by} has answered already: {earlier.value}", hint=question.text)
            answer = Answer(question=id, value=_fitting(question, value), by=by)
            self._answers[id] = answer
            self._state.notify_all()
        self._changed()
        return answer

    # ------------------------------------------------------------ the run's side

    def tell(self, text: str) -> None:
        self._attendant.tell(text)

    def ask(self, question: str) -> str:
        return str(self._put("ask", question, lambda: self._attendant.ask(question)))

    def confirm(self, question: str) -> bool:
        return bool(self._put("confirm", question, lambda: self._attendant.confirm(question)))

    def permit(self, action: RiskyAction) -> Consent:
        about = {
            **dataclasses.asdict(action),
            "lost": action.loses,
            "why": action.why,
            "rest": action.rest,
            "together": action.together,
        }
        return Consent(str(self._put("permit", action.question, lambda: self._attendant.permit(action), about)))

    def approve(self, proposal: Proposal) -> Approval:
        def ask() -> str:
            return answer_of(self._attendant.approve(proposal))

        return approval_of(str(self._put("manifest", proposal.question, ask, proposal.to_json())))

    def take_over(self, reason: str) -> str:
        return str(self._put("take over", reason, lambda: self._attendant.take_over(reason)))

    def _put(
        self, kind: Kind, text: str, ask: Callable[[], T], about: Mapping[str, Any] | None = None
    ) -> str | bool | Consent:
        with self._state:
            question = Question(id=f"q{len(self._asked) + 1}", kind=kind, text=text, about=about or {})
            self._asked[question.id] = question
        self._changed()
        try:
            self._ask_here(question, ask)
            return self._waited_for(question)
        finally:
            with self._state:  # an unanswered question is closed now
                self._answers.setdefault(question.id, Answer(question=question.id, value="", by="nobody"))
            self._changed()

    def _ask_here(self, question: Question, ask: Callable[[], T]) -> None:
        if hasattr(self._attendant, "closed"):
            self._attendant.closed = lambda: self._answered(question) is not None
        try:
            value = ask()
        except AnsweredElsewhere:
            return
        except NeedsHuman:
            if not self._elsewhere():
                raise
            return
        try:
            self.answer(question.id, value, by="the person at the run")
        except AnsweredAlready:
            return

    def _waited_for(self, question: Question) -> str | bool:
        """The question's answer, once there is one. Raises Cancelled."""
        while True:
            with self._state:
                answer = self._answers.get(question.id)
                if answer is not None:
                    return answer.value
                self._state.wait(_LOOK)
            self._cancel.check()

    def _answered(self, question: Question) -> Answer | None:
        with self._state:
            return self._answers.get(question.id)


def answer_of(approval: Approval) -> str:
    """An approval as the value of an answer."""
    return EDITED + approval.program if approval.yes and approval.program else "yes" if approval.yes else "no"


def approval_of(value: str) -> Approval:
    """The approval in an answer's value."""
    edited = value.startswith(EDITED)
    return Approval(yes=edited or value == "yes", program=value.removeprefix(EDITED) if edited else "")


def _fitting(question: Question, value: str | bool) -> str | bool:
    """The value in the type that the question needs. Raises UsageError."""
    if question.kind == "confirm":
        found = _WORDS.get(str(value).strip().casefold())
        if found is None:
            raise UsageError(f"{value!r} is neither yes nor no", hint=question.text)
        return found
    if question.kind == "manifest" and not str(value).startswith(EDITED):
        yes = _WORDS.get(str(value).strip().casefold())
        if yes is None:
            hint = f"Or {EDITED.strip()!r}, a line break, and the program to run instead."
            raise UsageError(f"{value!r} is neither yes nor no", hint=hint)
        return "yes" if yes else "no"
    if question.kind == "permit":
        try:
            return Consent(str(value).strip().casefold())
        except ValueError:
            raise UsageError(f"{value!r} is no consent", hint=f"There are: {', '.join(Consent)}.") from None
    return str(value)
