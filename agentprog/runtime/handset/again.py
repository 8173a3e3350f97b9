"""Actions of a resumed run: the journal gives their outcomes, so they are not repeated."""

from __future__ import annotations

from agentprog.ports import Action, ActionResult, repeatable
from agentprog.runtime.handset.accounts import Accounts
from agentprog.runtime.handset.aims import came_into_its_field
from agentprog.runtime.handset.done import Done, refused, rehearsed
from agentprog.runtime.handset.entry import Entry
from agentprog.runtime.handset.observing import Eyes
from agentprog.runtime.journal.codec import action_from
from agentprog.runtime.journal.events import ActionDone, ActionIntended, ActionRefused
from agentprog.runtime.journal.replay import Replay
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import Attempt
from agentprog.runtime.safety.interaction import Interaction


class Again:
    """Answers instead of the phone while a journal is read again."""

    def __init__(self, eyes: Eyes, accounts: Accounts, interaction: Interaction) -> None:
        self._eyes = eyes
        self._accounts = accounts
        self._interaction = interaction

    def act(self, record: StepRecord, replay: Replay, *, told_later: bool) -> Done:
        """The journal's next action, with its outcome. `told_later`: see `Order`."""
        node = record.row.node.id
        if isinstance(replay.peek(), ActionRefused):
            refusal = replay.take(ActionRefused, node)
            return refused(action_from(refusal.what), refusal.reason, "", refusal.risk)
        intended = replay.take(ActionIntended, node)
        action = action_from(intended.what)
        self._accounts.count(record, intended.action)
        if intended.dry:
            return rehearsed(action, intended.before)
        if not replay.active:
            return self._unknown(record, action, intended, told_later=told_later)
        done = replay.take(ActionDone, node)
        return Done(
            attempt=Attempt(action=action, ok=done.ok, detail=done.detail, changed=done.changed),
            before=done.before,
            after=done.after,
            shown=done.shown,
            risk=intended.risk,
            interrupted=done.interrupted,
            unknown=done.unknown,
            witnessed=done.witnessed,
            entry=Entry(done.entry),
        )

    def _unknown(self, record: StepRecord, action: Action, intended: ActionIntended, *, told_later: bool) -> Done:
        """The process ended between intent and outcome: look at the phone, and never repeat the action blindly.

        The former screen, or a field without the typed text, means that the action was not made. The expected text, or
        another screen of the same app, means that it was. On any other screen the step decides; a person is asked about
        an action that sends, saves or removes something.
        """
        screen = self._eyes.observe(record)
        shown = screen.shows(intended.expectation) if intended.expectation else None
        entered = came_into_its_field(action, screen)
        unknown = witnessed = False
        if screen.signature == intended.before:
            ok, account = False, "the screen is as before: it was not done"
        elif entered is False:
            ok, account = False, "its field does not hold the text: it was not done"
        elif shown or screen.package == intended.package:
            ok, account = True, "the screen has changed: it seems to be done"
            unknown = not (shown or entered)
        elif intended.risk and not repeatable(action) and not told_later:
            ok = witnessed = self.ask_whether_done(intended.text)
            account = f"a person says that it was {'' if ok else 'not '}done"
        else:
            ok, account, unknown = False, "it is unknown whether it was done", True
        return self._accounts.outcome(
            record,
            action,
            ActionResult(ok=ok, detail=f"the run was interrupted at this action; {account}"),
            before=intended.before,
            expectation=intended.expectation,
            interrupted=True,
            unknown=unknown,
            witnessed=witnessed,
            risk=intended.risk,
        )

    def ask_whether_done(self, text: str) -> bool:
        """A person's answer about an action that left no trace. Raises NeedsHuman when nobody answers."""
        return self._interaction.confirm(
            f"The run was interrupted while it did this: {text}. The phone does not show whether it happened. "
            f"Did it happen?"
        )
