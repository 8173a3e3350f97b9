"""Writes an action to the journal: the intent before it, the outcome after it."""

from __future__ import annotations

from agentprog.ports import Action, ActionResult, OpenApp, Screen, describe
from agentprog.runtime.handset.aims import came_of_it
from agentprog.runtime.handset.done import Cleared, Done, Order
from agentprog.runtime.handset.entry import Entry, entry_of
from agentprog.runtime.handset.observing import Eyes
from agentprog.runtime.journal.codec import to_data
from agentprog.runtime.journal.events import ActionDone, ActionIntended
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import Attempt
from agentprog.runtime.session import Session


class Accounts:
    """Journal entries for the actions of one run, counted from 1."""

    def __init__(self, eyes: Eyes, session: Session) -> None:
        self._eyes = eyes
        self._session = session
        self._number = 0

    def count(self, record: StepRecord, number: int | None = None) -> None:
        """Count an action that begins; `number` is its number in a journal that is read again."""
        self._number = self._number + 1 if number is None else number
        self._session.meter.spent.actions += 1
        record.actions += 1

    def intend(self, record: StepRecord, order: Order, screen: Screen, *, cleared: Cleared, dry: bool) -> None:
        """Record an action before it is sent to the phone."""
        self.count(record)
        self._session.emit(
            ActionIntended(
                at=0.0,
                step=record.step,
                node=record.row.node.id,
                action=self._number,
                what=to_data(order.action),
                text=describe(order.action),
                why=order.why,
                risk=cleared.risk,
                to=list(cleared.to),
                says=cleared.says,
                about=list(cleared.about),
                expectation=order.expectation,
                before=screen.signature,
                package=screen.package,
                dry=dry,
            )
        )

    def outcome(
        self,
        record: StepRecord,
        action: Action,
        result: ActionResult,
        *,
        before: str,
        expectation: str,
        interrupted: bool = False,
        unknown: bool = False,
        witnessed: bool = False,
        risk: str = "",
    ) -> Done:
        """Look at the phone and record the outcome. `before` is the signature of the screen of the decision."""
        last_screen = self._eyes.last
        after = self._eyes.observe(record)
        if isinstance(action, OpenApp) and result.ok:
            self._eyes.opened(after)
        shown = after.shows(expectation) if expectation else None
        changed, entry = after.signature != before, Entry.NONE
        if last_screen is not None and last_screen.signature == before:
            changed, entry = came_of_it(action, last_screen, after), entry_of(action, last_screen, after)
        self._session.emit(
            ActionDone(
                at=0.0,
                step=record.step,
                node=record.row.node.id,
                action=self._number,
                ok=result.ok,
                changed=changed,
                detail=result.detail,
                seconds=round(result.seconds, 4),
                before=before,
                after=after.signature,
                package=after.package,
                shown=shown,
                interrupted=interrupted,
                unknown=unknown,
                witnessed=witnessed,
                entry=entry.value,
            )
        )
        return Done(
            attempt=Attempt(action=action, ok=result.ok, detail=result.detail, changed=changed),
            before=before,
            after=after.signature,
            shown=shown,
            risk=risk,
            interrupted=interrupted,
            unknown=unknown,
            witnessed=witnessed,
            entry=entry,
            value=result.value,
        )
