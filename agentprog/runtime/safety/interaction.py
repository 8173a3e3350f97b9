"""How a run speaks with a person, and what it does when nobody is there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from agentprog.errors import NeedsHuman
from agentprog.runtime.safety.texts import visible


class Consent(StrEnum):
    """A person's answer to a risky action. `RUN`: also when this step wants it again, for the same reason."""

    ONCE = "once"
    RUN = "run"
    NO = "no"

    @classmethod
    def of(cls, answer: Consent | bool) -> Consent:
        """What a plain yes or no means."""
        if isinstance(answer, Consent):
            return answer
        return cls.ONCE if answer else cls.NO


@dataclass(frozen=True, kw_only=True, slots=True)
class RiskyAction:
    """What wants to be allowed: `action` on the phone, in `app`, of this class of `risk`, for this `step`.

    `doubt` says what nobody wrote (a recipient, an amount), empty: nobody asked for the effect at all. `written_by` is
    who wrote the step.
    """

    action: str
    risk: str
    step: str
    app: str
    doubt: str = ""
    written_by: str = ""

    @property
    def question(self) -> str:
        """In one sentence."""
        why = f"; {self.doubt}" if self.doubt else ", which nobody asked for"
        return visible(f'The step "{self.step}" wants to {self.action} ({self.risk}){why}. Allow it?')

    def __str__(self) -> str:
        return self.question


class Interaction(Protocol):
    """The person at the run. All but `tell` block until they are answered; NeedsHuman is raised when nobody is."""

    def tell(self, text: str) -> None: ...

    def ask(self, question: str) -> str:
        """The person's words."""
        ...

    def confirm(self, question: str) -> bool:
        """A person's yes or no about something that the phone does not show."""
        ...

    def permit(self, wanted: RiskyAction) -> Consent:
        """Whether a risky action may happen."""
        ...

    def take_over(self, reason: str) -> str:
        """Have a person do by hand what only they can; returns when they hand the phone back, with their word on it."""
        ...


class NobodyThere:
    """For runs without a person: what is told is kept by the events alone, a question ends the run."""

    def tell(self, text: str) -> None:
        del text

    def ask(self, question: str) -> str:
        raise NeedsHuman(f"the program asks: {question}")

    def confirm(self, question: str) -> bool:
        raise NeedsHuman(question)

    def permit(self, wanted: RiskyAction) -> Consent:
        raise NeedsHuman(wanted.question)

    def take_over(self, reason: str) -> str:
        raise NeedsHuman(reason)
