"""Predicts and verifies: adds each action's expected effects to the beliefs, and asks a model when the phone
contradicts them.
"""

from __future__ import annotations

from agentprog import ports
from agentprog.runtime.grounding.recovery import BACK, DISMISS, REDO, RELAUNCH, Gap, Last, Recovered, mend
from agentprog.runtime.handset.done import Done
from agentprog.runtime.roles import Act, BeliefContext, Revision
from agentprog.runtime.safety.risk import commits
from agentprog.runtime.state.belief import Belief, Lifetime
from agentprog.runtime.state.predicates import ClipboardHolds, FieldValue, SettingIs, TextPresent
from agentprog.runtime.step import Step

REWIND = "rewind"
MOST_ASKED = 3
"""Most questions to a model about its beliefs in one step."""
_TYPES = (ports.TypeText, ports.ClearText, ports.Wait)
_DECLINES = "android:id/button2"


def predict(step: Step, move: Act, done: Done) -> tuple[str, ...]:
    """Add the action's expected effects and the model's changes to the beliefs, and check them on the screen. Returns
    the errors in the model's changes.
    """
    if not step.options.belief or step.replay is not None or done.dry:
        return ()
    beliefs, screen = step.notes.beliefs, step.screen()
    beliefs.acted(screen, changes_pages=_changes_pages(done))
    wrong = beliefs.apply(move.beliefs, screen, step=step.record.step)
    if move.expectation:
        beliefs.add(
            f'after {ports.describe(move.action)}: "{move.expectation}" can be read',
            screen=screen,
            lifetime=Lifetime.ACTION,
            predicate=TextPresent(text=move.expectation),
            step=step.record.step,
        )
    if done.attempt.ok:
        _of_action(step, move.action, screen)
    beliefs.observe(screen, step.phone.eyes.clipboard)
    return wrong


def _changes_pages(done: Done) -> bool:
    """True if an action succeeded and may lead to another page; typing does not."""
    screen_changed = done.shown if done.shown is not None else done.attempt.changed
    return done.attempt.ok and screen_changed and not isinstance(done.attempt.action, _TYPES)


def _of_action(step: Step, action: ports.Action, screen: ports.Screen) -> None:
    """Add the effects that the runtime itself expects of an action."""
    beliefs = step.notes.beliefs
    match action:
        case ports.TypeText(text=text, target=ports.Element() as field, replace=True) if not field.password:
            predicate = FieldValue(label=field.label, value=text, resource_id=field.resource_id)
            statement = f'{field.descriptor} holds "{text}"'
            beliefs.add(statement, screen=screen, lifetime=Lifetime.SCREEN, predicate=predicate, step=step.record.step)
        case ports.ClearText(target=ports.Element() as field):
            beliefs.supersede(FieldValue(label=field.label, value="", resource_id=field.resource_id))
        case ports.OpenApp() | ports.StopApp() | ports.PressKey(key="home"):
            beliefs.leave(screen.package)
        case ports.SetClipboard(text=text):
            statement = f'"{text}" is on the clipboard'
            beliefs.add(statement, lifetime=Lifetime.RUN, predicate=ClipboardHolds(text=text), step=step.record.step)
        case ports.Rotate(orientation=name):
            statement = f"the screen is held {name}"
            beliefs.add(
                statement,
                lifetime=Lifetime.RUN,
                predicate=SettingIs(name="rotation", value=name),
                step=step.record.step,
            )


def consult(step: Step, goal: str, last: Last | None) -> Recovered | str | None:
    """Ask a model about the beliefs if one other than the last action's own expectation was refuted, no routine of code
    fits, and that expectation failed too. Returns the recovery, a remark for the grounder, or None if there is nothing
    to ask.
    """
    gaps = _gaps(step, last)
    believer = step.roles.believer
    if not gaps or believer is None or last is None or last.done.shown:
        return None
    screen, name = step.screen(), step.app()
    step.session.cancel.check()
    revision = believer.revise(
        BeliefContext(
            step=goal,
            seen=step.phone.seen(screen, app=name, line=step.line),
            last=ports.describe(last.action),
            expectation=last.expectation,
            gaps=tuple(gap.line for gap in gaps),
            beliefs=step.notes.beliefs.lines,
            believed=step.notes.beliefs.ids,
        )
    )
    wrong = step.notes.beliefs.apply(revision.changes, screen, step=step.record.step)
    gap = _routine(revision, screen, name or "", last)
    if gap is not None:
        return mend(step, gap, name or "")
    if revision.routine == REWIND:
        return Recovered(routine=RELAUNCH, remark=revision.gap)
    return " ".join((revision.gap, *wrong)).strip()


def _gaps(step: Step, last: Last | None) -> tuple[Belief, ...]:
    expected = TextPresent(text=last.expectation) if last is not None and last.expectation else None
    return tuple(gap for gap in step.notes.beliefs.take_gaps() if gap.predicate != expected)


def _routine(revision: Revision, screen: ports.Screen, app: str, last: Last) -> Gap | None:
    """The action of the routine that a model names; None if the routine has no action or must not be repeated."""
    match revision.routine:
        case "dismiss dialog":
            dialog = [e for e in screen.elements if e.window is ports.Window.DIALOG and e.clickable]
            declining = next((e for e in dialog if e.resource_id == _DECLINES), None)
            action: ports.Action = ports.Tap(target=declining) if declining is not None else ports.PressKey(key="back")
            return Gap(what=revision.gap, routine=DISMISS, action=action)
        case "relaunch app" if app:
            return Gap(what=revision.gap, routine=RELAUNCH, action=ports.OpenApp(name=app))
        case "navigate back":
            return Gap(what=revision.gap, routine=BACK, action=ports.PressKey(key="back"))
        case "redo" if not commits(last.action, last.done.risk) and not last.done.attempt.changed:
            return Gap(what=revision.gap, routine=REDO, action=last.action)
        case _:
            return None
