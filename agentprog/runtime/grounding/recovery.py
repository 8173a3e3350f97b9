"""When the phone is not where the step thinks it is: known routines, bounded, recorded, before any model is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agentprog.ports import Action, OpenApp, PressKey, Screen, Tap
from agentprog.runtime.grounding.scope import find_app
from agentprog.runtime.journal.events import ActionIntended, Recovering
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import Attempt
from agentprog.runtime.safety.risk import risk_table

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

RECOVERY = "recovery"
MOST = 3
"""Recoveries of one step; more of them is no way to get on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Gap:
    """What the screen contradicts, the action that mends it, and what the grounder should know of it."""

    what: str
    routine: str
    action: Action
    remark: str


def find_gap(screen: Screen, *, app: str | None, label: str, attempts: Sequence[Attempt]) -> Gap | None:
    """A gap that a routine can close. `app` is the package that the step runs in, `label` its name; None: no app."""
    broken = _broken_dialog(screen)
    if broken is not None:
        return broken
    if app is None or screen.package == app or not _at_home(screen):
        return None
    if attempts and _left_on_purpose(attempts[-1]):
        return None
    return Gap(
        what=f'"{label}" is not in front any more',
        routine="relaunch app",
        action=OpenApp(name=label),
        remark=f"{label} was closed and has been opened again: what was typed and not saved may be lost. Look first.",
    )


def _broken_dialog(screen: Screen) -> Gap | None:
    """A window of the system that says an app has crashed or hangs."""
    table = risk_table()
    if screen.package not in table.broken_packages and not any(
        element.package in table.broken_packages for element in screen.elements
    ):
        return None
    said = next(
        (
            e.text or e.label
            for e in screen.elements
            if any(t in (e.text or e.label).casefold() for t in table.broken_texts)
        ),
        "",
    )
    if not said:
        return None
    for name in table.broken_buttons:
        for element in screen.elements:
            if element.clickable and element.label.casefold() == name.casefold():
                remark = f'The phone said "{said}"; that has been closed. Look what is left of the step.'
                return Gap(what=said, routine="dismiss dialog", action=Tap(target=element), remark=remark)
    return None


def _at_home(screen: Screen) -> bool:
    return any(mark in screen.package for mark in risk_table().launchers)


def _left_on_purpose(attempt: Attempt) -> bool:
    return isinstance(attempt.action, PressKey) and attempt.action.key in ("home", "recents")


def align(machine: Machine, record: StepRecord, attempts: Sequence[Attempt], recovered: int) -> str:
    """Close a gap where there is one; returns the remark for the grounder, empty when belief and screen agree."""
    session = machine.kit.session
    replay = session.replaying
    if replay is not None:
        following = replay.peek()
        if not isinstance(following, ActionIntended) or following.why != RECOVERY:
            return ""
        machine.kit.handset.act(record, PressKey(key="home"), why=RECOVERY)
        return "The app was opened again after a disturbance: look first."
    if not machine.kit.options.belief or machine.kit.options.dry_run or recovered >= MOST:
        return ""
    name = machine.app_of(record.row, record)
    app = find_app(name, machine.kit.handset.apps(record.row.line)) if name is not None else None
    screen = machine.kit.handset.current(record)
    package, label = (app.package, app.label) if app is not None else (None, "")
    gap = find_gap(screen, app=package, label=label, attempts=attempts)
    if gap is None:
        return ""
    session.emit(Recovering(at=0.0, step=record.step, gap=gap.what, routine=gap.routine))
    done = machine.kit.handset.act(record, gap.action, why=RECOVERY)
    machine.tree.current.actions.append(f"recovery: {gap.routine}")
    return gap.remark if done.attempt.ok else ""
