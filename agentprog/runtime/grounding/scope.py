"""Entering the app that a statement runs in: an exact action, done and recorded by the machine itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentprog.errors import Infeasible
from agentprog.lang.table import Row
from agentprog.ports import App, OpenApp, Screen, choose_app
from agentprog.runtime.journal.events import ActionIntended, ActionRefused
from agentprog.runtime.record import StepRecord
from agentprog.runtime.safety.risk import risk_table
from agentprog.runtime.state.predicates import ForegroundApp

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

ENTER = "enter app"


def find_app(name: str, apps: tuple[App, ...]) -> App | None:
    """The installed app that is meant by a name; None where there is none, or several fit."""
    found = choose_app(name, apps)
    return found if isinstance(found, App) else None


def require_app(machine: Machine, name: str, line: int) -> App:
    """The installed app, or Infeasible with the nearest names, or those that it could be."""
    found = choose_app(name, machine.kit.handset.apps(line))
    if isinstance(found, App):
        return found
    if found.choices:
        raise Infeasible(f"line {line}: {found}.")
    hint = f' There is "{found.near[0]}".' if found.near else ""
    raise Infeasible(f'line {line}: the app "{name}" is not on this phone.{hint}')


def in_front(machine: Machine, screen: Screen, line: int) -> str:
    """What people call the app that is in front: its label, else its package; empty where nobody knows."""
    apps = machine.kit.handset.apps(line) if screen.package else ()
    return next((app.label for app in apps if app.package == screen.package), screen.package)


def is_aside(machine: Machine, name: str | None, screen: Screen, line: int) -> bool:
    """Whether another app is in front than the one of this name; a question of the system's over it counts as well."""
    if name is None or not screen.package:
        return False
    app = find_app(name, machine.kit.handset.apps(line))
    return app is None or app.package != screen.package


def enter_app(machine: Machine, row: Row, record: StepRecord) -> bool:
    """Bring the statement's app to the front unless it is there; nothing when it names none.

    False in a dry run that would have had to open it: its screens are not to be seen then.
    """
    name = machine.app_of(row, record)
    if name is None:
        return True
    handset = machine.kit.handset
    if handset.would_open == name.casefold():
        return False
    replay = machine.kit.session.replaying
    if replay is not None:
        following = replay.peek()
        refused = isinstance(following, ActionRefused) and following.what.get("type") == "OpenApp"
        opened = refused or (isinstance(following, ActionIntended) and following.why == ENTER)
        if opened and handset.act(record, OpenApp(name=name), why=ENTER).dry:
            handset.would_open = name.casefold()
            return False
        if machine.kit.session.replaying is not None:
            return True
    app = require_app(machine, name, row.line)
    screen = machine.kit.handset.current(record)
    if screen.package != app.package and screen.package not in _overlays():
        machine.kit.beliefs.leave(app.package)
        done = machine.kit.handset.act(record, OpenApp(name=app.label), why=ENTER)
        machine.tree.current.actions.append(f'open app "{app.label}"')
        if not done.attempt.ok and done.refused:
            raise Infeasible(f"line {row.line}: {done.attempt.detail}")
        if not done.attempt.ok:
            raise Infeasible(f'line {row.line}: the app "{name}" cannot be opened: {done.attempt.detail}')
        if done.dry:
            handset.would_open = name.casefold()
            return False
    if machine.kit.options.belief:
        in_front = ForegroundApp(package=app.package)
        seen = machine.kit.handset.current(record)
        machine.kit.beliefs.add(f'"{app.label}" is in front', screen=seen, predicate=in_front, step=record.step)
    return True


def _overlays() -> frozenset[str]:
    """Packages whose windows lie over an app that is still in front: permission questions, choosers."""
    return risk_table().system - {"com.android.systemui"}
