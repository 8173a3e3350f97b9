"""Makes one action on the phone: gate, journal, device, journal."""

from __future__ import annotations

from agentprog import ports
from agentprog.errors import DeviceLocked
from agentprog.runtime.handset.accounts import Accounts
from agentprog.runtime.handset.again import Again
from agentprog.runtime.handset.aims import still_there
from agentprog.runtime.handset.connection import Connection, DeviceSource
from agentprog.runtime.handset.done import Done, Order, rehearsed
from agentprog.runtime.handset.observing import Eyes
from agentprog.runtime.handset.passage import Doorway, WrittenWords
from agentprog.runtime.handset.stores import Stores
from agentprog.runtime.options import RunOptions
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import Seen
from agentprog.runtime.safety.gate import Gate
from agentprog.runtime.safety.interaction import Interaction
from agentprog.runtime.safety.permits import Permits
from agentprog.runtime.safety.risk import commits, lasts
from agentprog.runtime.safety.steering import Moment
from agentprog.runtime.session import Session
from agentprog.runtime.state.belief import BeliefState

_OLD = 5.0
"""Age in seconds after which the run reads the screen again before an action."""
_OLD_FOR_RISK = 0.5
"""The same age before a risky action."""
_MOVED = ports.ActionResult(ok=False, detail="not done: the screen has changed since this was decided")


class Handset:
    """The phone of one run: its connection, the eyes on it, and the one way to touch it."""

    def __init__(
        self,
        source: DeviceSource,
        session: Session,
        gate: Gate,
        permits: Permits,
        options: RunOptions,
        beliefs: BeliefState,
        interaction: Interaction,
    ) -> None:
        self.connection = Connection(source, session, options)
        self.eyes = Eyes(self.connection, session, options, beliefs)
        self.stores = Stores(self.connection, session, options)
        self._doorway = Doorway(gate, permits, self.connection, self.stores, session)
        self._accounts = Accounts(self.eyes, session)
        self.again = Again(self.eyes, self._accounts, interaction)
        self._session = session
        self._options = options
        self._interaction = interaction
        self.would_open = ""
        """The app that a dry run would have in front by now."""

    def seen(self, screen: ports.Screen, *, app: str | None, line: int) -> Seen:
        """A screen for a model's question, for a statement of this line in this app."""
        return Seen(
            screen=screen,
            app=app,
            now=screen.taken_at,
            front=self.eyes.in_front(screen, line),
            aside=self.eyes.is_aside(app, screen, line),
            language=self.connection.language,
        )

    def one_person(self, name: str, number: str, package: str) -> bool:
        """True if a name and a number belong to one person, as far as the run has seen them together."""
        return self._doorway.one_person(name, number, package)

    def act(self, record: StepRecord, order: Order, written: WrittenWords) -> Done:
        """Make one action if the gate allows it, and look at the result.

        While a journal is replayed, its next action is the answer, not the phone. `written` is read only when the gate
        needs it.
        """
        replay = self._session.replaying
        if replay is not None:
            return _counted(record, self.again.act(record, replay, told_later=order.told_later))
        self._session.cancel.check()
        self._session.meter.before_action()
        action, screen = order.action, self.eyes.current(record)
        passed = self._doorway.pass_(record, action, screen, written)
        moved = False
        if not isinstance(passed, Done) and commits(action, passed.risk):
            self._session.met(Moment.EFFECT, ports.describe(action))
        if not isinstance(passed, Done) and self._is_old(action, risky=bool(passed.risk)):
            before, screen = screen, self.eyes.observe(record)
            if screen.signature != before.signature:
                moved = not still_there(action, screen)
                passed = passed if moved else self._doorway.pass_(record, action, screen, written)
        if isinstance(passed, Done):
            return passed
        dry = self._options.dry_run
        self._accounts.intend(record, order, screen, cleared=passed, dry=dry)
        if dry:
            return rehearsed(action, screen.signature)
        if lasts(action, passed.risk):
            self.eyes.pages.clear()
        result = _MOVED if moved else self._perform(record, action)
        if result.ok:
            self._doorway.performed()
        done = self._accounts.outcome(
            record, action, result, before=screen.signature, expectation=order.expectation, risk=passed.risk
        )
        return _counted(record, done)

    def _is_old(self, action: ports.Action, *, risky: bool) -> bool:
        """True if the screen of the decision is too old: while a model or a person thinks, a window may come up."""
        if not ports.is_effect(action) or self._options.dry_run:
            return False
        return self.eyes.age > (_OLD_FOR_RISK if risky else _OLD)

    def _perform(self, record: StepRecord, action: ports.Action) -> ports.ActionResult:
        """Make the action. If only the phone's owner can unlock it, wait for them first; nothing has been done yet.
        Raises NeedsHuman when nobody is there.
        """
        device = self.connection.open(record.row.line)
        try:
            return device.perform(action)
        except DeviceLocked as exc:
            self.hand_over(record, f"{exc.message}. {exc.hint}".strip())
        if not still_there(action, self.eyes.observe(record)):
            return ports.ActionResult(ok=False, detail="not done: after the unlock the phone shows another screen")
        return device.perform(action)

    def hand_over(self, record: StepRecord, reason: str) -> str:
        """Ask a person to act on the phone where only they can; returns their remark. The next look is a new one."""
        self._session.met(Moment.PERSON, reason)
        clock = self._session.clock
        began = clock.monotonic()
        note = self._interaction.take_over(reason)
        record.shifts += 1  # the run does not see the person's actions
        seconds = clock.monotonic() - began
        self._session.meter.paused(seconds)
        self._session.took_over(record.step, record.row.line, note=note, seconds=seconds, reason=reason)
        self.eyes.handed_back()
        return note


def _counted(record: StepRecord, done: Done) -> Done:
    """Note on the statement that it has made something lasting, or may have scrolled a list."""
    if not done.dry and not done.refused:
        record.shifts += ports.ActionTrait.SHIFTS in ports.TRAITS[type(done.attempt.action)]
    if done.attempt.ok and not done.dry and not done.refused:
        record.risky = record.risky or bool(done.risk)
        record.committed = record.committed or commits(done.attempt.action, done.risk)
    return done
