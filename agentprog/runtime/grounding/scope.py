"""Enters the app of a statement: an exact action, made and recorded by the machine itself."""

from __future__ import annotations

from agentprog.errors import Infeasible
from agentprog.identity import canon
from agentprog.ports import App, OpenApp, choose_app
from agentprog.runtime.journal.events import ActionIntended, ActionRefused
from agentprog.runtime.rehearsal import NotKnown
from agentprog.runtime.safety.risk import risk_table
from agentprog.runtime.state.predicates import ForegroundApp
from agentprog.runtime.step import Step

ENTER = "enter app"


def require_app(step: Step, name: str) -> App:
    """The installed app. Raises Infeasible with the nearest names, or with all matching apps if several match."""
    found = choose_app(name, step.apps())
    if isinstance(found, App):
        return found
    if found.choices:
        raise Infeasible(f"line {step.line}: {found}.")
    hint = f' There is "{found.near[0]}".' if found.near else ""
    raise Infeasible(f'line {step.line}: the app "{name}" is not on this phone.{hint}')


def enter_app(step: Step) -> bool:
    """Bring the statement's app to the front, if it names an app and another one is there.

    False in a dry run that would have to open the app: then its screens cannot be seen.
    """
    name = step.app()
    if name is None:
        return True
    if step.phone.would_open == canon(name):
        return False
    if step.replay is not None:
        following = step.following()
        refused = isinstance(following, ActionRefused) and following.what.get("type") == "OpenApp"
        opened = refused or (isinstance(following, ActionIntended) and following.why == ENTER)
        if opened and step.act(OpenApp(name=name), why=ENTER).dry:
            step.phone.would_open = canon(name)
            return False
        if step.replay is not None:
            return True
    app = require_app(step, name)
    screen = step.screen()
    if screen.package != app.package and screen.package not in overlays():
        step.notes.beliefs.leave(app.package)
        done = step.act(OpenApp(name=app.label), why=ENTER)
        step.course.tree.current.actions.append(f'open app "{app.label}"')
        if not done.attempt.ok and done.refused:
            raise Infeasible(f"line {step.line}: {done.attempt.detail}")
        if not done.attempt.ok:
            raise Infeasible(f'line {step.line}: the app "{name}" cannot be opened: {done.attempt.detail}')
        if done.dry:
            step.phone.would_open = canon(name)
            return False
    if step.options.belief:
        in_front = ForegroundApp(package=app.package)
        seen = step.screen()
        step.notes.beliefs.add(f'"{app.label}" is in front', screen=seen, predicate=in_front, step=step.record.step)
    return True


def face_app(step: Step) -> None:
    """Bring the statement's app to the front, for a look at its screen. Raises NotKnown in a dry run that would have to
    open the app.
    """
    if not enter_app(step):
        raise NotKnown("its app is not in front, so its screen is not known")


def overlays() -> frozenset[str]:
    """Packages whose windows lie over an app that is still in front: permission questions, choosers."""
    return risk_table().system - {"com.android.systemui"}
