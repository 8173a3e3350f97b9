"""What a step is proven by: the phone's own records before and after it, else what it saw on the screen."""

from __future__ import annotations

from agentprog.ports import Drag, Store, Swipe, TypeText
from agentprog.ports.watching import Patience
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.journal.events import Resolved
from agentprog.runtime.roles import StepDone
from agentprog.runtime.safety.risk import commits
from agentprog.runtime.step import Step
from agentprog.runtime.watching import nap
from agentprog.runtime.witness.case import Case
from agentprog.runtime.witness.changes import Kept
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.judging import called_so, judge_stores
from agentprog.runtime.witness.meant import meant_by, stores_for
from agentprog.runtime.witness.screens import Seen, judge_screen
from agentprog.runtime.witness.states import judge_setting
from agentprog.runtime.witness.views import view_of

_KEPT = "kept"
_PATIENCE, _PAUSE = 3.0, 0.6
"""Seconds that an app may take to write down what it was told, and between two readings meanwhile."""


def begin(step: Step, pursuit: Pursuit) -> None:
    """Read what the step may change, before it does anything."""
    app = step.app()
    apps = (app,) if app else ()
    pursuit.meant = meant_by(step.record.sentence, goal=pursuit.goal, values=pursuit.literals, apps=apps)
    if pursuit.arrived is not None:
        return
    seals = step.phone.stores.seals
    if step.replay is not None:
        following = step.following()
        if isinstance(following, Resolved) and following.what == _KEPT:
            pursuit.sealed = step.resolve(_KEPT, dict)
            seals.read(pursuit.sealed)
        return
    stores = stores_for(pursuit.meant, step.screen().package)
    pursuit.kept = step.phone.stores.read(stores, step.line)
    if pursuit.kept and seals.key:
        case = Case(meant=pursuit.meant, before=pursuit.kept, after=pursuit.kept)
        removes = pursuit.meant.removes
        step.resolve(_KEPT, lambda: seals.write(case.before, lambda store: called_so(case, store) if removes else {}))


def prove(step: Step, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> Finding:
    """What the witnesses say of a finished step."""
    if step.options.dry_run:
        return Finding(verdict=Verdict.PROVEN, note="dry run")
    known = bool(pursuit.kept) or pursuit.sealed is not None
    patience = Patience(step.session.clock, _PATIENCE if known and pursuit.effects else 0.0)
    while True:
        found = _by_records(step, pursuit)
        if found is not None and (found.proven or not found.waits):
            return found
        if not nap(step, patience, _PAUSE):
            break
    return found if found is not None else _by_screen(step, pursuit, done, before)


def _by_records(step: Step, pursuit: Pursuit) -> Finding | None:
    if pursuit.meant is None:
        return None
    stores = pursuit.kept or [Store(name) for name in (pursuit.sealed or {}).get("stores", ())]
    after: Kept = step.phone.stores.read(stores, step.line, fresh=True)
    if not after:
        return None
    before = pursuit.kept
    if pursuit.sealed is not None:
        before = step.phone.stores.seals.before(pursuit.sealed, after)
    screen = view_of(step.screen())
    case = Case(
        meant=pursuit.meant,
        before=before,
        after=after,
        text_of=lambda record: step.phone.stores.text_of(record, step.line),
        readable=screen.says,
    )
    return judge_setting(pursuit.meant, before, after) or judge_stores(case)


def _by_screen(step: Step, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> Finding:
    last = step.screen()
    pursuit.look(last)
    meant = pursuit.meant or meant_by(step.record.sentence, goal=pursuit.goal, values=pursuit.literals)
    lasting = any(risk or commits(action, risk) or isinstance(action, Swipe | Drag) for action, risk in pursuit.done)
    seen = Seen(
        meant=meant,
        last=last,
        views=pursuit.views,
        before=before,
        typed=tuple(one.action.text for one in pursuit.attempts if isinstance(one.action, TypeText) and one.ok),
        claimed=done.evidence,
        vanished=done.gone,
        lasting=lasting,
        acts=pursuit.effects,
        resumed=pursuit.resumed,
        known=lambda shown, name: step.phone.one_person(shown, name, last.package),
    )
    return judge_screen(seen)
