"""Proves a step: by the phone's own records before and after it, else by its screens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from agentprog.lang import ast
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.orders import orders_something
from agentprog.ports import Action, Element, Store, Tap, TypeText, Window, is_effect
from agentprog.ports.watching import Patience
from agentprog.runtime.grounding.entered import texts_kept
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.journal.events import Resolved
from agentprog.runtime.roles import StepDone
from agentprog.runtime.safety.risk import commits
from agentprog.runtime.step import Step
from agentprog.runtime.watching import nap
from agentprog.runtime.witness.case import Case, files_named
from agentprog.runtime.witness.changes import Contents
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.form_words import told_on_the_way
from agentprog.runtime.witness.intent import intent_of, stores_for
from agentprog.runtime.witness.judging import called_so, judge_stores
from agentprog.runtime.witness.screens import Seen, judge_screen
from agentprog.runtime.witness.states import alters, judge_setting
from agentprog.runtime.witness.uncompared import not_compared
from agentprog.runtime.witness.views import view_of

_JOURNAL_KEY = "kept"
_PATIENCE = 3.0
"""Seconds that an app may take to store an effect."""
_PAUSE = 0.6
"""Seconds between two readings of the records."""
_TOUCHES = ("tap", "double tap", "long press", "type", "clear")
_FRESH = 0.5
"""Seconds. An older screen is read again before it proves something."""


def begin(step: Step, pursuit: Pursuit) -> None:
    """Read the stores that the step may change, before its first action."""
    app = step.app()
    apps = (app,) if app else ()
    pursuit.intent = intent_of(step.record.asks, goal=pursuit.goal, values=pursuit.literals, apps=apps)
    if step.record.order:
        pursuit.opaque = "its line only passes on an order, and the next order may differ"
    if pursuit.arrived is not None:
        return
    seals = step.phone.stores.seals
    if step.replay is not None:
        following = step.following()
        if isinstance(following, Resolved) and following.what == _JOURNAL_KEY:
            pursuit.sealed = step.resolve(_JOURNAL_KEY, dict)
            seals.read(pursuit.sealed)
        return
    stores = stores_for(pursuit.intent, step.screen().package)
    pursuit.contents = step.phone.stores.read(stores, step.line)
    for file in files_named(pursuit.intent, pursuit.contents):
        pursuit.texts[file.id] = step.phone.stores.text_of(file, step.line) or ""
    if pursuit.contents and seals.key:
        case = Case(intent=pursuit.intent, before=pursuit.contents, after=pursuit.contents)
        removes = pursuit.intent.removes
        step.resolve(
            _JOURNAL_KEY, lambda: seals.write(case.before, lambda store: called_so(case, store) if removes else {})
        )


def prove(step: Step, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> Finding:
    """The witnesses' finding for a finished step, with the words of the step that no witness compares."""
    found = _prove(step, pursuit, done, before)
    aside = not_compared(pursuit.intent) if pursuit.intent is not None and pursuit.effects else ()
    return replace(found, aside=aside) if found.proven else found


def _prove(step: Step, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> Finding:
    if step.options.dry_run:
        return Finding(verdict=Verdict.PROVEN, note="dry run")
    if isinstance(step.row.node, ast.DirectUI) and step.row.node.command in _TOUCHES:
        found = _by_records(step, pursuit)
        return found if found is not None and found.verdict is Verdict.CONTRADICTED else _by_touch(pursuit)
    found = _in_time(step, pursuit)
    return found if found is not None else _if_done(step, pursuit, _by_looking(step, pursuit, done, before))


def recorded(step: Step, pursuit: Pursuit) -> bool:
    """True if the phone's records prove what the step orders, by an effect of the step's own actions."""
    found = _in_time(step, pursuit) if pursuit.effects and alters(step.record.asks) else None
    return found is not None and found.proven and not found.already


def _in_time(step: Step, pursuit: Pursuit) -> Finding | None:
    """The finding of the records. It reads them again while an app may still be storing an effect."""
    known = bool(pursuit.contents) or pursuit.sealed is not None
    patience = Patience(step.session.clock, _PATIENCE if known and pursuit.effects else 0.0)
    while True:
        found = _by_records(step, pursuit)
        if found is not None and (found.proven or not found.waits):
            return found
        if not nap(step, patience, _PAUSE):
            return found


def _if_done(step: Step, pursuit: Pursuit, found: Finding) -> Finding:
    """A finding without an action proves no ordered change, unless the setting was already right."""
    if pursuit.forbidden and found.proven and not found.already and orders_something([step.record.asks]):
        return replace(found, verdict=Verdict.UNKNOWN, note=f"the gate refused: {pursuit.forbidden}")
    if pursuit.effects or found.already or not found.proven or not alters(step.record.asks):
        return found
    return replace(found, verdict=Verdict.UNKNOWN, note="was on the screen before, and no action was made")


def _by_touch(pursuit: Pursuit) -> Finding:
    """The finding for a command that a model made because its target was unclear: a touch changed its page."""
    touched = [attempt for attempt in pursuit.attempts if attempt.ok and is_effect(attempt.action)]
    if any(attempt.changed for attempt in touched):
        return Finding(verdict=Verdict.PROVEN, note="changed the page")
    note = "it changed nothing on the screen" if touched else "nothing was touched"
    return Finding(verdict=Verdict.UNKNOWN, note=note)


def _by_looking(step: Step, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> Finding:
    """The finding from the current screen, repeated while the screen shows that work is under way."""
    if pursuit.effects and step.phone.eyes.age > _FRESH:
        step.phone.eyes.look_away()
    patience = Patience(step.session.clock, _PATIENCE)
    found = _by_screen(step, pursuit, done, before)
    while found.waits and nap(step, patience, _PAUSE):
        found = _by_screen(step, pursuit, done, before)
    return found


def _by_records(step: Step, pursuit: Pursuit) -> Finding | None:
    if pursuit.intent is None:
        return None
    stores = pursuit.contents or [Store(name) for name in (pursuit.sealed or {}).get("stores", ())]
    after: Contents = step.phone.stores.read(stores, step.line, fresh=True)
    if not after:
        return None
    before = pursuit.contents
    if pursuit.sealed is not None:
        before = step.phone.stores.seals.before(pursuit.sealed, after)
    screen = view_of(step.screen())
    case = Case(
        intent=pursuit.intent,
        before=before,
        after=after,
        text_of=lambda record: step.phone.stores.text_of(record, step.line),
        texts_before=pursuit.texts,
        readable=screen.says,
        typed=_typed(pursuit),
    )
    return judge_setting(pursuit.intent, before, after) or judge_stores(case)


def _by_screen(step: Step, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> Finding:
    last = step.screen()
    pursuit.look(last, step.record.shifts)
    purpose = pursuit.intent or intent_of(step.record.asks, goal=pursuit.goal, values=pursuit.literals)
    seen = Seen(
        intent=purpose,
        last=last,
        views=pursuit.views,
        before=before,
        typed=_typed(pursuit),
        entered=texts_kept(pursuit.made, last),
        touched=tuple(target.label for target in _touched(pursuit)),
        claimed=done.evidence,
        vanished=done.gone,
        lasting=pursuit.lasting,
        acts=pursuit.effects,
        forms=_forms_kept(_arrived(pursuit)),
        form_words=told_on_the_way(pursuit.made, last),
        removals=sum(yes for yes, _ in groupby(_is_confirmed(action, risk) for action, risk in pursuit.done)),
        resumed=pursuit.resumed,
        shifts=step.record.shifts,
        year=step.kit.now().year,
        known=lambda shown, name: step.phone.one_person(shown, name, last.package),
    )
    return judge_screen(seen)


def _is_confirmed(action: Action, risk: str) -> bool:
    """True if the step confirmed a dialog that asks about removing."""
    target = action.target if isinstance(action, Tap) else None
    return risk == Risk.DELETE and isinstance(target, Element) and target.window is Window.DIALOG


def _arrived(pursuit: Pursuit) -> list[tuple[Action, str]]:
    """Actions of the step that certainly reached the app; a tap just before the app closed may not have."""
    attempts = pursuit.attempts[len(pursuit.attempts) - len(pursuit.done) :]
    return [action for attempt, action in zip(attempts, pursuit.done, strict=True) if attempt.ok]


def _forms_kept(done: Sequence[tuple[Action, str]]) -> tuple[frozenset[str], ...]:
    """The texts of each saved form, in order."""
    forms: list[frozenset[str]] = []
    typed: set[str] = set()
    for action, risk in done:
        if isinstance(action, TypeText):
            typed.add(action.text)
        elif typed and commits(action, risk):
            forms.append(frozenset(typed))
            typed = set()
    return tuple(forms)


def _typed(pursuit: Pursuit) -> tuple[str, ...]:
    """The texts that the step typed, in order."""
    return tuple(
        attempt.action.text for attempt in pursuit.attempts if isinstance(attempt.action, TypeText) and attempt.ok
    )


def _touched(pursuit: Pursuit) -> Iterator[Element]:
    """The tapped elements, in order."""
    for attempt in pursuit.attempts:
        if attempt.ok and isinstance(attempt.action, Tap) and isinstance(attempt.action.target, Element):
            yield attempt.action.target
