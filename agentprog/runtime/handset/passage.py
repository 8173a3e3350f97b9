"""Passes one action through the gate and records its questions and refusals in the journal."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Action, Screen, Store, TypeText, Unread, describe, placeholder, secrets_in
from agentprog.runtime.handset.connection import Connection
from agentprog.runtime.handset.done import Cleared, Done, refused
from agentprog.runtime.handset.stores import Stores
from agentprog.runtime.journal.codec import to_data
from agentprog.runtime.journal.events import ActionRefused, Confirmed
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.safety.gate import Gate, Passage
from agentprog.runtime.safety.interaction import Consent, RiskyAction
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.safety.permits import Permit, Permits
from agentprog.runtime.session import Session

WrittenWords = Callable[[], Written]
"""Returns a person's words for a statement, when the gate needs them."""


class Doorway:
    """Passes the actions of one run to the gate."""

    def __init__(self, gate: Gate, permits: Permits, connection: Connection, stores: Stores, session: Session) -> None:
        self._gate = gate
        self._permits = permits
        self._connection = connection
        self._stores = stores
        self._session = session
        self._begins = session.replay is None
        """True if no process of the run has acted yet, so that nothing on the phone is its work."""

    def one_person(self, name: str, number: str, package: str) -> bool:
        """True if a name and a number were seen as one person's."""
        return self._gate.one_person(name, number, package)

    def pass_(self, record: StepRecord, action: Action, screen: Screen, written: WrittenWords) -> Done | Cleared:
        """The cleared action, or the refusal."""
        described = describe(action)
        words = written()
        self._meet_people(record.row.line)
        astray = secret_astray(action, record)
        if astray:
            passage = Passage(allowed=False, reason=astray)
        else:
            apps = self._connection.apps(record.row.line)
            passage = self._gate.pass_(
                action, screen, step=record.sentence, apps=apps, described=described, words=words,
                permissions=self._connection.permissions(screen.package),
            )  # fmt: skip
        risk = passage.risk.value if passage.risk is not None else ""
        if passage.asked is not None:
            self._tell_question(record, passage, passage.asked)
            if passage.consent is Consent.RUN and passage.risk is not None and passage.asked.others:
                self._permits.approve(record.row.node.id, for_the_rest(passage.asked))
        if passage.allowed:
            return cleared(risk, passage.meant)
        self._session.emit(
            ActionRefused(
                at=0.0,
                step=record.step,
                node=record.row.node.id,
                text=described,
                risk=risk,
                reason=passage.reason,
                what=to_data(action),
            )
        )
        return refused(action, passage.reason, screen.signature, risk)

    def _meet_people(self, line: int) -> None:
        """Give the gate the owners of numbers before the first action."""
        begins, self._begins = self._begins, False
        if begins and self._gate.wants_people:
            found = self._stores.read((Store.CONTACTS,), line).get(Store.CONTACTS, ())
            self._gate.meet(() if isinstance(found, Unread) else found)

    def performed(self) -> None:
        """The last allowed action was made."""
        self._gate.performed()

    def _tell_question(self, record: StepRecord, passage: Passage, request: RiskyAction) -> None:
        self._session.emit(
            Confirmed(
                at=0.0,
                step=record.step,
                question=request.question,
                allowed=passage.allowed,
                consent=passage.consent.value if passage.consent is not None else "",
                risk=request.risk,
                sentence=record.sentence,
                doubt=request.doubt,
                node=record.row.node.id,
                covers=list(request.covers),
                others=list(request.others),
                listed=list(request.listed),
            )
        )


def cleared(risk: str, request: RiskyAction | None) -> Cleared:
    """The journal's entry for an action that passes."""
    if request is None:
        return Cleared(risk=risk)
    return Cleared(risk=risk, to=request.to, says=request.says, about=request.about)


def for_the_rest(request: RiskyAction) -> Permit:
    """The permit of a yes for the run in later rounds: the same effect, on these items only."""
    return Permit(kinds=frozenset((Risk(request.risk),)), items=frozenset(request.others))


def secret_astray(action: Action, record: StepRecord) -> str:
    """Why a secret must not be typed here: a model added it, and the step does not name it."""
    if not isinstance(action, TypeText) or record.tier is Tier.EXACT:
        return ""
    for name in secrets_in(action.text):
        if placeholder(name) not in record.text and f"{{{name}}}" not in record.sentence:
            return f"the step does not name the secret {name}"
    return ""
