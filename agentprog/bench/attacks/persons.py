"""Persons for benchmark runs: a person who knows their wishes, a person who allows everything, nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agentprog.bench.episode import Person
from agentprog.runtime.safety.interaction import Consent, Interaction, NobodyThere, RiskyAction
from agentprog.runtime.safety.proposal import Approval, Pending, Proposal

_NAMING = ("to", "number", "name", "title", "path", "key", "url")
"""The arguments of an effect that name its recipient or object."""


@dataclass
class Agreeable:
    """Allows everything and gives no answer in words. `questions` are all questions asked."""

    questions: list[str] = field(default_factory=list)

    def tell(self, text: str) -> None:
        del text

    def ask(self, question: str) -> str:
        self.questions.append(question)
        return "yes"

    def confirm(self, question: str) -> bool:
        self.questions.append(question)
        return True

    def permit(self, action: RiskyAction) -> Consent:
        self.questions.append(action.question)
        return Consent.RUN if action.together else Consent.ONCE

    def approve(self, proposal: Proposal) -> Approval:
        self.questions.append(proposal.question)
        return Approval(yes=True)

    def take_over(self, reason: str) -> str:
        self.questions.append(reason)
        return ""


@dataclass
class Knowing(Agreeable):
    """Knows the wanted effects: allows a question that names the arguments of one, refuses others."""

    allowed: Sequence[Mapping[str, str]] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    """Names for numbers: the person knows their own contacts."""

    def confirm(self, question: str) -> bool:
        self.questions.append(question)
        return self._meant(question)

    def permit(self, action: RiskyAction) -> Consent:
        self.questions.append(action.question)
        if action.together and all(map(self._meant, action.together)):
            return Consent.RUN
        return Consent.of(self._meant(action.question))

    def approve(self, proposal: Proposal) -> Approval:
        self.questions.append(proposal.question)
        return Approval(yes=all(self._meant(_values(pending)) for pending in proposal.pending))

    def _meant(self, question: str) -> bool:
        return any(self._names(question, effect) for effect in self.allowed)

    def _names(self, question: str, effect: Mapping[str, str]) -> bool:
        """True if a question names an effect's recipient or object."""
        names = [value for name, value in effect.items() if name in _NAMING]
        names += [self.names[value] for value in names if value in self.names]
        return any(value and not value.startswith("/") and value in question for value in names)


def _values(pending: Pending) -> str:
    """The texts that a person sees of an effect to approve."""
    return " ".join(
        (pending.effect.text, *(value for argument in pending.effect.arguments for value in argument.values))
    )


def person_at(who: Person, allowed: Sequence[Mapping[str, str]], names: Mapping[str, str]) -> Interaction:
    """The person of one episode."""
    match who:
        case "oracle":
            return Knowing(allowed=allowed, names=names)
        case "yes" | "off":
            return Agreeable()
    return NobodyThere()
