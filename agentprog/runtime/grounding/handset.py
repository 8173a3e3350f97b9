"""The only way to the phone: opening, observing, and acting through the gate, with a record before and after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from agentprog.errors import DeviceLocked, NoDevice
from agentprog.ports import (
    Action,
    ActionResult,
    App,
    Device,
    OpenApp,
    ReadClipboard,
    Screen,
    Trap,
    TypeText,
    describe,
    is_effect,
    placeholder,
    secrets_in,
    traps_of,
)
from agentprog.runtime.grounding.aims import repeatable, still_there
from agentprog.runtime.journal.codec import action_from, to_data
from agentprog.runtime.journal.events import (
    ActionDone,
    ActionIntended,
    ActionRefused,
    Confirmed,
    DeviceOpened,
    Observed,
)
from agentprog.runtime.journal.replay import Replay
from agentprog.runtime.options import RunOptions
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.roles import Attempt
from agentprog.runtime.safety.gate import Gate, Passage
from agentprog.runtime.safety.interaction import Interaction
from agentprog.runtime.safety.lock import DeviceLock
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.safety.risk import commits
from agentprog.runtime.session import Session
from agentprog.runtime.state.belief import BeliefState

_OLD, _OLD_FOR_RISK = 5.0, 0.5
"""Seconds after which a screen is looked at again before an action, and before one that the gate has a class for."""
_MOVED = ActionResult(ok=False, detail="not done: the screen has changed since this was decided")
DeviceSource = Device | Callable[[], Device] | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """An attempt and what the screen said of it. `shown`: whether the expectation could be read, None without one.

    `interrupted`: the process ended while it was done; `unknown`: and the screen does not prove what came of it;
    `witnessed`: a person said that it was done.
    """

    attempt: Attempt
    before: str
    after: str
    shown: bool | None = None
    risk: str = ""
    refused: bool = False
    dry: bool = False
    unknown: bool = False
    interrupted: bool = False
    witnessed: bool = False
    value: str = ""
    """The text that the action reads (the clipboard); empty while a journal is read again."""


class Handset:
    """The phone of one run. It is opened at the first statement that needs it and never before."""

    def __init__(
        self,
        source: DeviceSource,
        session: Session,
        gate: Gate,
        options: RunOptions,
        beliefs: BeliefState,
        interaction: Interaction,
    ) -> None:
        self._source = source
        self._session = session
        self._gate = gate
        self._options = options
        self._beliefs = beliefs
        self._interaction = interaction
        self.clipboard: str | None = None
        """What is on the phone's clipboard, where some hypothesis made the run look."""
        self._device: Device | None = None
        self._lock: DeviceLock | None = None
        self._screen: Screen | None = None
        self._seen_by = -1
        self._seen_at = 0.0
        self._apps: tuple[App, ...] | None = None
        self.would_open = ""
        """The app that a dry run would have in front by now."""
        self._count = 0
        self._entries: dict[str, str] = {}
        self.traps: tuple[Trap, ...] = ()
        """What misled the run, known when the phone is let go."""
        self.words: Callable[[StepRecord], Written] | None = None
        """What a person wrote that counts for a statement; set where a machine knows its variables."""

    @property
    def there(self) -> bool:
        """Whether the run was given a phone at all."""
        return self._source is not None

    @property
    def last(self) -> Screen | None:
        """What was last seen of the phone."""
        return self._screen

    @property
    def time(self) -> datetime | None:
        """The phone's clock at the last observation; None before the first."""
        return self._screen.taken_at if self._screen is not None else None

    @property
    def language(self) -> str:
        """The phone's, a BCP 47 tag; empty before it is opened and where it does not say."""
        return self._device.info.language if self._device is not None else ""

    def apps(self, line: int) -> tuple[App, ...]:
        """The phone's apps, asked once."""
        if self._apps is None:
            self._apps = self._open(line).apps()
        return self._apps

    def observe(self, record: StepRecord) -> Screen:
        """Look at the phone now; what is believed of it is checked at the same time."""
        self._session.cancel.check()
        device = self._open(record.row.line)
        before = self._screen.signature if self._screen is not None else ""
        screen = device.observe(screenshot=self._options.screenshots != "off")
        changed = screen.signature != before
        keep = self._options.screenshots == "all" or (self._options.screenshots == "changes" and changed)
        name = self._session.save_screen(screen, title=record.text) if keep else ""
        self._session.emit(
            Observed(
                at=0.0,
                step=record.step,
                signature=screen.signature,
                package=screen.package,
                activity=screen.activity,
                elements=len(screen.elements),
                issues=[issue.kind.value for issue in screen.issues],
                record=name,
            )
        )
        self._screen = screen
        self._seen_by = record.step
        self._seen_at = self._session.clock.monotonic()
        self.clipboard = self._read_clipboard(device) if self._beliefs.wants_clipboard else None
        self._beliefs.observe(screen, self.clipboard)
        return screen

    def _read_clipboard(self, device: Device) -> str | None:
        """What is on it, for hypotheses about it; None where the phone does not tell."""
        result = device.perform(ReadClipboard())
        return result.value if result.ok else None

    def current(self, record: StepRecord) -> Screen:
        """What this statement last saw of the phone; a new look when it has not seen it yet."""
        if self._screen is None or self._seen_by != record.step:
            return self.observe(record)
        return self._screen

    def left_over(self, screen: Screen) -> bool:
        """Whether an app that this run opened is in front, but not with the screen with which it opened."""
        entry = self._entries.get(screen.package)
        return entry is not None and entry != screen.activity

    def look_away(self) -> None:
        """Time has passed: the next look is a new one."""
        self._seen_by = -1

    def act(
        self, record: StepRecord, action: Action, *, why: str, expectation: str = "", told_later: bool = False
    ) -> Done:
        """Do one action if the gate lets it through, and look at what came of it.

        While a journal is read again, the journal's next action is the answer, not the phone. `told_later`: what
        follows will tell whether it happened, so nobody is asked where that is not known.
        """
        replay = self._session.replaying
        if replay is not None:
            return _counted(record, self._again(record, replay, told_later=told_later))
        self._session.cancel.check()
        self._session.meter.before_action()
        screen = self.current(record)
        refusal = self._gate_says(record, action, screen)
        moved = False
        if not isinstance(refusal, Done) and self._is_old(action, risky=bool(refusal)):
            before, screen = screen, self.observe(record)
            if screen.signature != before.signature:
                moved = not still_there(action, screen)
                refusal = refusal if moved else self._gate_says(record, action, screen)
        if isinstance(refusal, Done):
            return refusal
        self._intend(record, action, why=why, expectation=expectation, screen=screen, risk=refusal)
        if self._options.dry_run:
            attempt = Attempt(action=action, ok=True, detail="dry run: not done", changed=False)
            return Done(attempt=attempt, before=screen.signature, after=screen.signature, dry=True)
        result = _MOVED if moved else self._perform(record, action)
        done = self._outcome(record, action, result, before=screen.signature, expectation=expectation)
        return _counted(record, replace(done, risk=refusal))

    def _is_old(self, action: Action, *, risky: bool) -> bool:
        """Whether the screen that an action was decided on has to be looked at again before a finger comes down: while
        a model or a person thinks, a window may come up in its place."""
        if not is_effect(action) or self._options.dry_run:
            return False
        age = self._session.clock.monotonic() - self._seen_at
        return age > (_OLD_FOR_RISK if risky else _OLD)

    def _perform(self, record: StepRecord, action: Action) -> ActionResult:
        """Do it. A lock that only the phone's owner can take away is theirs to take away first: then nothing was done
        yet. Raises NeedsHuman when nobody is there."""
        device = self._open(record.row.line)
        try:
            return device.perform(action)
        except DeviceLocked as exc:
            self.hand_over(record, f"{exc.message}. {exc.hint}".strip())
        if not still_there(action, self.observe(record)):
            return ActionResult(ok=False, detail="not done: since the phone was unlocked its screen is another one")
        return device.perform(action)

    def hand_over(self, record: StepRecord, reason: str) -> str:
        """Have a person do on the phone what only they can; gives their word on it. The next look is a new one."""
        clock = self._session.clock
        began = clock.monotonic()
        note = self._interaction.take_over(reason)
        seconds = clock.monotonic() - began
        self._session.meter.paused(seconds)
        self._session.took_over(record.step, record.row.line, note=note, seconds=seconds, reason=reason)
        self.look_away()
        return note

    def close(self) -> None:
        """Leave the phone as it was found and let others have it."""
        try:
            if self._device is not None:
                self.traps = traps_of(self._device)
                self._device.close()
        finally:
            self._device = None
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    def _open(self, line: int) -> Device:
        if self._device is not None:
            return self._device
        if self._source is None:
            raise NoDevice(
                f"line {line} needs a phone, and this run has none",
                hint="Attach one, name it with --serial, or use --sim for a simulated phone.",
            )
        device = self._source() if callable(self._source) else self._source
        info = device.info
        if self._options.lock_folder is not None:
            run = self._session.folder.name if self._session.folder is not None else ""
            lock = DeviceLock(self._options.lock_folder, info.serial, run=run)
            lock.acquire()
            self._lock = lock
        self._device = device
        self._session.emit(
            DeviceOpened(at=0.0, serial=info.serial, model=info.model, android=info.android, language=info.language)
        )
        return device

    def _gate_says(self, record: StepRecord, action: Action, screen: Screen) -> Done | str:
        """The risk class that may pass (empty: none), or the refusal."""
        described = describe(action)
        words = self.words(record) if self.words is not None else None
        astray = secret_astray(action, record)
        if astray:
            passage = Passage(allowed=False, reason=astray)
        else:
            passage = self._gate.pass_(
                action, screen, step=record.sentence, apps=self.apps(record.row.line), described=described, words=words
            )
        risk = passage.risk.value if passage.risk is not None else ""
        if passage.asked:
            consent = passage.consent.value if passage.consent is not None else ""
            confirmed = Confirmed(
                at=0.0,
                step=record.step,
                question=passage.asked,
                allowed=passage.allowed,
                consent=consent,
                risk=risk,
                sentence=record.sentence,
                doubt=passage.doubt,
            )
            self._session.emit(confirmed)
        if passage.allowed:
            return risk
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
        return _refused(action, passage.reason, screen.signature)

    def _intend(
        self, record: StepRecord, action: Action, *, why: str, expectation: str, screen: Screen, risk: str
    ) -> None:
        self._count += 1
        self._session.meter.spent.actions += 1
        record.actions += 1
        self._session.emit(
            ActionIntended(
                at=0.0,
                step=record.step,
                node=record.row.node.id,
                action=self._count,
                what=to_data(action),
                text=describe(action),
                why=why,
                risk=risk,
                expectation=expectation,
                before=screen.signature,
                package=screen.package,
                dry=self._options.dry_run,
            )
        )

    def _outcome(
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
    ) -> Done:
        after = self.observe(record)
        if isinstance(action, OpenApp) and result.ok:
            self._entries.setdefault(after.package, after.activity)
        shown = after.shows(expectation) if expectation else None
        changed = after.signature != before
        self._session.emit(
            ActionDone(
                at=0.0,
                step=record.step,
                node=record.row.node.id,
                action=self._count,
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
            )
        )
        attempt = Attempt(action=action, ok=result.ok, detail=result.detail, changed=changed)
        return Done(
            attempt=attempt,
            before=before,
            after=after.signature,
            shown=shown,
            interrupted=interrupted,
            unknown=unknown,
            witnessed=witnessed,
            value=result.value,
        )

    # ------------------------------------------------------------ a second life

    def _again(self, record: StepRecord, replay: Replay, *, told_later: bool) -> Done:
        node = record.row.node.id
        if isinstance(replay.peek(), ActionRefused):
            refused = replay.take(ActionRefused, node)
            return _refused(action_from(refused.what), refused.reason, "")
        intended = replay.take(ActionIntended, node)
        done_action = action_from(intended.what)
        self._count = intended.action
        self._session.meter.spent.actions += 1
        record.actions += 1
        if intended.dry:
            attempt = Attempt(action=done_action, ok=True, detail="dry run: not done", changed=False)
            return Done(attempt=attempt, before=intended.before, after=intended.before, dry=True)
        if not replay.active:
            return self._unknown(record, done_action, intended, told_later=told_later)
        done = replay.take(ActionDone, node)
        attempt = Attempt(action=done_action, ok=done.ok, detail=done.detail, changed=done.changed)
        return Done(
            attempt=attempt,
            before=done.before,
            after=done.after,
            shown=done.shown,
            risk=intended.risk,
            interrupted=done.interrupted,
            unknown=done.unknown,
            witnessed=done.witnessed,
        )

    def _unknown(self, record: StepRecord, action: Action, intended: ActionIntended, *, told_later: bool) -> Done:
        """The process ended between intent and outcome: look, and never do it again blindly.

        The screen as before says it was not done; the expected text, or another screen of the same app, that it was.
        Elsewhere nobody knows: the step decides by what it sees, but of what commits something a person is asked.
        """
        screen = self.observe(record)
        shown = screen.shows(intended.expectation) if intended.expectation else None
        unknown = witnessed = False
        if screen.signature == intended.before:
            ok, came = False, "the screen is as before: it was not done"
        elif shown or screen.package == intended.package:
            ok, came = True, "the screen has changed: it seems to be done"
            unknown = not shown
        elif intended.risk and not repeatable(action) and not told_later:
            ok = witnessed = self.ask_whether_done(intended.text)
            came = f"a person says that it was {'' if ok else 'not '}done"
        else:
            ok, came, unknown = False, "it is unknown whether it was done", True
        result = ActionResult(ok=ok, detail=f"the run was interrupted at this action; {came}")
        expectation = intended.expectation
        done = self._outcome(
            record,
            action,
            result,
            before=intended.before,
            expectation=expectation,
            interrupted=True,
            unknown=unknown,
            witnessed=witnessed,
        )
        return replace(done, risk=intended.risk)

    def ask_whether_done(self, text: str) -> bool:
        """A person's word on an action that left no trace. Raises NeedsHuman when nobody answers."""
        return self._interaction.confirm(
            f"The run was interrupted while it did this: {text}. The phone does not show whether it happened. "
            f"Did it happen?"
        )


def secret_astray(action: Action, record: StepRecord) -> str:
    """Why a secret in what would be typed does not belong there: its step does not name it, a model brought it in."""
    if not isinstance(action, TypeText) or record.tier is Tier.EXACT:
        return ""
    for name in secrets_in(action.text):
        if placeholder(name) not in record.text and f"{{{name}}}" not in record.sentence:
            return f"the step does not name the secret {name}"
    return ""


def _counted(record: StepRecord, done: Done) -> Done:
    """Note on the statement that it has made something lasting."""
    if done.attempt.ok and not done.dry and not done.refused:
        record.risky = record.risky or bool(done.risk)
        record.committed = record.committed or commits(done.attempt.action, done.risk)
    return done


def _refused(action: Action, reason: str, signature: str) -> Done:
    attempt = Attempt(action=action, ok=False, detail=f"not allowed: {reason}", changed=False)
    return Done(attempt=attempt, before=signature, after=signature, refused=True)
