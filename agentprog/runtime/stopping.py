"""The person of a run; a breakpoint on "needs a person" pauses before each question to them."""

from __future__ import annotations

from agentprog.runtime.safety.interaction import Consent, Interaction, RiskyAction
from agentprog.runtime.safety.proposal import Approval, Proposal
from agentprog.runtime.safety.steering import Moment
from agentprog.runtime.session import Session


class Stopping:
    """An Interaction that pauses at this breakpoint before each question. A message, and handing the phone over, do not
    pause.
    """

    def __init__(self, person: Interaction, session: Session) -> None:
        self._person = person
        self._session = session

    def tell(self, text: str) -> None:
        self._person.tell(text)

    def ask(self, question: str) -> str:
        self._session.met(Moment.PERSON, question)
        return self._person.ask(question)

    def confirm(self, question: str) -> bool:
        self._session.met(Moment.PERSON, question)
        return self._person.confirm(question)

    def permit(self, request: RiskyAction) -> Consent:
        self._session.met(Moment.PERSON, request.question)
        return self._person.permit(request)

    def approve(self, proposal: Proposal) -> Approval:
        self._session.met(Moment.PERSON, proposal.question)
        return self._person.approve(proposal)

    def take_over(self, reason: str) -> str:
        return self._person.take_over(reason)
