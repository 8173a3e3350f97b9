"""Saves and restores the gate's knowledge: names and numbers seen together, a person's answers, the last allowed
action."""

from __future__ import annotations

from collections.abc import Iterable

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Event
from agentprog.runtime.journal.codec import action_from
from agentprog.runtime.journal.events import ActionIntended, ActionRefused, Confirmed, SeenTogether
from agentprog.runtime.safety.gate import Gate, Shown
from agentprog.runtime.safety.interaction import Consent
from agentprog.runtime.safety.parties import Sighting
from agentprog.runtime.safety.permits import Permit, Permits


def seen(sight: Sighting, step: int) -> SeenTogether:
    """The event that records a sight."""
    return SeenTogether(
        at=0.0,
        step=step,
        package=sight.package,
        rows=[{"numbers": sorted(numbers), "said": text} for numbers, text in sight.rows],
        names=list(sight.names),
        numbers=sorted(sight.numbers),
    )


def know_again(gate: Gate, permits: Permits, journal: Iterable[Event]) -> None:
    """Restores the gate's knowledge in a resumed run."""
    confirmed: Confirmed | None = None
    for event in journal:
        match event:
            case SeenTogether():
                rows = tuple((frozenset(row["numbers"]), str(row["said"])) for row in event.rows)
                gate.saw(
                    Sighting(
                        package=event.package, rows=rows, names=tuple(event.names), numbers=frozenset(event.numbers)
                    )
                )
            case Confirmed():
                confirmed = event
            case ActionIntended():
                gate.forget_once()
                if confirmed is not None and confirmed.allowed and confirmed.risk:
                    consent = Consent(confirmed.consent) if confirmed.consent else Consent.ONCE
                    risk = Risk(confirmed.risk)
                    shown = Shown(
                        risk=risk, step=confirmed.sentence, doubt=confirmed.doubt, covers=tuple(confirmed.covers)
                    )
                    gate.consented(consent, shown, rounds=bool(confirmed.others), listed=confirmed.listed)
                    if consent is Consent.RUN and confirmed.others:
                        permits.approve(
                            confirmed.node, Permit(kinds=frozenset((risk,)), items=frozenset(confirmed.others))
                        )
                gate.let_through(action_from(event.what), Risk(event.risk) if event.risk else None, event.package)
                confirmed = None
            case ActionRefused():
                gate.forget_once()
                confirmed = None
