"""Recovers when the phone contradicts the step: known routines, bounded and recorded, before any model is asked."""

from __future__ import annotations

import re

from agentprog import ports
from agentprog.frozen import frozen
from agentprog.identity import same, says
from agentprog.runtime.handset.done import Done
from agentprog.runtime.handset.observing import find_app
from agentprog.runtime.journal.events import ActionIntended, Recovering
from agentprog.runtime.safety.risk import risk_table
from agentprog.runtime.state.belief import ALERT_IDS
from agentprog.runtime.state.predicates import orientation
from agentprog.runtime.step import Step

RECOVERY = "recovery"
_LONG_WORD = re.compile(r"\w{4,}")
MOST = 3
"""Most recoveries of one step; further ones would not help."""
REDO = "redo"
RELAUNCH = "relaunch app"
DISMISS = "dismiss dialog"
BACK = "navigate back"
RESTORE = "restore field"
TURN = "turn back"
_QUIET = (ports.TypeText, ports.ClearText, ports.Scroll, ports.Swipe, ports.Wait)
"""Actions that bring about no dialog of the system."""
_LOSES = (RELAUNCH, BACK)
"""Routines that may lose the entered text."""


@frozen
class Last:
    """The step's last action, the screen of its decision, and the text expected after it (empty: none)."""

    done: Done
    before: ports.Screen
    expectation: str = ""

    @property
    def action(self) -> ports.Action:
        return self.done.attempt.action

    @property
    def missed(self) -> bool:
        """True if the expected text cannot be seen."""
        return self.done.shown is False


@frozen
class Gap:
    """A contradiction with the screen, its routine, and the routine's action."""

    what: str
    routine: str
    action: ports.Action


@frozen
class Recovered:
    """A routine that was carried out. `remark` is for the grounder; `redone` is the outcome of repeating the last
    action.
    """

    routine: str
    remark: str
    redone: Done | None = None

    @property
    def loses(self) -> bool:
        """True if earlier entries may be lost."""
        return self.routine in _LOSES


def find_gap(screen: ports.Screen, *, app: str | None, label: str, last: Last | None) -> Gap | None:
    """A gap that a routine can close. `app` is the package that the step runs in, `label` its name; None: no app."""
    broken = _broken_dialog(screen)
    if broken is not None:
        return broken
    covering = _covering_dialog(screen, last)
    if covering is not None:
        return covering
    if app is not None and screen.package != app:
        return _elsewhere(screen, label, last)
    if last is None or screen.package != last.before.package:
        return None
    return _turned(screen, last) or _wrong_field(screen, last) or _dropped(last)


def _broken_dialog(screen: ports.Screen) -> Gap | None:
    """A window of the system that says an app has crashed or hangs."""
    table = risk_table()
    if screen.package not in table.broken_packages and not any(
        element.package in table.broken_packages for element in screen.elements
    ):
        return None
    texts = (element.text or element.label for element in screen.elements)
    message = next((text for text in texts if any(says(text, mark) for mark in table.broken_texts)), "")
    button = _button(screen.elements, table.broken_buttons) if message else None
    return Gap(what=message, routine=DISMISS, action=ports.Tap(target=button)) if button is not None else None


def _covering_dialog(screen: ports.Screen, last: Last | None) -> Gap | None:
    """A system dialog over the app that the last action was not expected to open."""
    table = risk_table()
    dialog = [
        element
        for element in screen.elements
        if element.package in table.broken_packages
        and (element.window is ports.Window.DIALOG or element.resource_id in ALERT_IDS)
    ]
    if not dialog or not (last is None or last.missed or isinstance(last.action, _QUIET)):
        return None
    message = next((e.text or e.label for e in dialog if not e.clickable), "a dialog")
    button = _button(dialog, table.dismiss_buttons)
    action: ports.Action = ports.Tap(target=button) if button is not None else ports.PressKey(key="back")
    return Gap(what=f'"{message}" covers the app', routine=DISMISS, action=action)


def _button(elements: tuple[ports.Element, ...] | list[ports.Element], names: tuple[str, ...]) -> ports.Element | None:
    for name in names:
        for element in elements:
            if element.clickable and same(element.label, name):
                return element
    return None


def _elsewhere(screen: ports.Screen, label: str, last: Last | None) -> Gap | None:
    """The step's app is no longer in front: it closed, or another app covers it."""
    gap = f'"{label}" is not in front any more'
    if last is not None and _left_on_purpose(last):
        return None
    if any(mark in screen.package for mark in risk_table().launchers):
        return Gap(what=gap, routine=RELAUNCH, action=ports.OpenApp(name=label))
    if last is None or not last.missed or screen.package in risk_table().system:
        return None
    if isinstance(last.action, ports.PressKey):
        return Gap(what=gap, routine=RELAUNCH, action=ports.OpenApp(name=label))
    return Gap(what=gap, routine=BACK, action=ports.PressKey(key="back"))


def _left_on_purpose(last: Last) -> bool:
    action = last.action
    if isinstance(action, ports.PressKey) and action.key in ("home", "recents"):
        return True
    return isinstance(action, ports.OpenApp | ports.OpenLink) and last.done.attempt.ok


def _turned(screen: ports.Screen, last: Last) -> Gap | None:
    """The screen's orientation changed, and not by the step."""
    before = orientation(last.before)
    if (
        orientation(screen) == before
        or screen.activity != last.before.activity
        or isinstance(last.action, ports.Rotate)
    ):
        return None
    return Gap(what=f"the screen has turned from {before}", routine=TURN, action=_rotate(before))


def _rotate(name: str) -> ports.Rotate:
    if name == "landscape":
        return ports.Rotate(orientation="landscape")
    if name == "upside down":
        return ports.Rotate(orientation="upside down")
    return ports.Rotate(orientation="portrait" if name == "portrait" else "landscape right")


def _wrong_field(screen: ports.Screen, last: Last) -> Gap | None:
    """The text went into a wrong field, alone or too: restore that field's content."""
    action = last.action
    if not isinstance(action, ports.TypeText) or not isinstance(action.target, ports.Element):
        return None
    fields = {_name(element): element for element in last.before.elements if element.editable and not element.password}
    for element in screen.elements:
        old = fields.get(_name(element))
        if old is None or not element.editable or _name(element) == _name(action.target) or element.text == old.text:
            continue
        if action.text and _is_put_in(action.text, old.text, element.text):
            mend: ports.Action = (
                ports.TypeText(text=old.text, target=element) if old.text else ports.ClearText(target=element)
            )
            gap = f'"{action.text}" went into {element.descriptor}, which was not the target'
            return Gap(what=gap, routine=RESTORE, action=mend)
    return None


def _is_put_in(text: str, before: str, after: str) -> bool:
    """True if a field holds the text now, alone or inserted into its former content."""
    joined = (before[:at] + text + before[at:] for at in range(len(before) + 1))
    return same(after, text) or any(text == after for text in joined)


def _name(element: ports.Element) -> tuple[str, str]:
    return element.resource_id, element.hint or element.label if not element.resource_id else ""


def _dropped(last: Last) -> Gap | None:
    """The last action did not reach the app: nothing changed and the expected text is missing. An action that commits
    something is not repeated, since its effect may only be slow.
    """
    done = last.done
    if not last.missed or not done.attempt.ok or done.attempt.changed or done.risk or done.interrupted:
        return None
    return Gap(what=f"this action had no effect: {ports.describe(last.action)}", routine=REDO, action=last.action)


def steady(step: Step, words: str) -> bool:
    """Before a screen is read or judged, close windows over the app and open the app again if it is gone. A window that
    `words` mention stays. True if the app was opened again.
    """
    reopened = False
    while (recovered := align(step, None, step.record.recovered, words=words)) is not None:
        step.record.recovered += 1
        reopened = reopened or recovered.loses
    return reopened


def disturbed(step: Step, words: str) -> bool:
    """Recover before a judgement. True if a routine changed the screen, so that it must be read again."""
    before = step.record.recovered
    steady(step, words)
    return step.record.recovered > before


def align(step: Step, last: Last | None, recovered: int, *, words: str = "") -> Recovered | None:
    """Recover from a gap between belief and screen. None if there is no gap, or `words` are about it."""
    session = step.session
    replay = session.replaying
    name = step.app()
    if replay is not None:
        following = replay.peek()
        if not isinstance(following, ActionIntended) or not following.why.startswith(RECOVERY):
            return None
        routine = following.why.partition(": ")[2]
        return _carried_out(step, Gap(what="", routine=routine, action=ports.PressKey(key="home")), name or "")
    if not step.options.belief or step.options.dry_run or recovered >= MOST:
        return None
    app = find_app(name, step.apps()) if name is not None else None
    screen = step.screen()
    package, label = (app.package, app.label) if app is not None else (None, "")
    gap = find_gap(screen, app=package, label=label, last=last)
    if gap is None or (gap.routine == DISMISS and _is_about(words, gap.what)):
        return None
    return mend(step, gap, label)


def _is_about(words: str, dialog: str) -> bool:
    """True if the words are about this dialog: they mention dialogs and their texts, or use this dialog's own words."""
    if risk_table().broken_asked.search(words.casefold()):
        return True
    dialog_words = set(_LONG_WORD.findall(dialog.casefold()))
    return len(dialog_words & set(_LONG_WORD.findall(words.casefold()))) > 1  # one word may be the app's name


def mend(step: Step, gap: Gap, label: str) -> Recovered | None:
    """Carry out a routine; None if the phone could not."""
    step.session.emit(Recovering(at=0.0, step=step.record.step, gap=gap.what, routine=gap.routine))
    step.course.tree.current.actions.append(f"recovery: {gap.routine}")
    return _carried_out(step, gap, label)


def _carried_out(step: Step, gap: Gap, label: str) -> Recovered | None:
    done = step.act(gap.action, why=f"{RECOVERY}: {gap.routine}")
    if not done.attempt.ok:
        return None
    remark = {
        RELAUNCH: f"{label} was closed and has been opened again: what was not saved may be lost. Look first.",
        BACK: f"Something else had come before {label}; the run went back. Look what is left of the step.",
        DISMISS: f"A dialog lay over the app and has been closed ({gap.what}). Look what is left of the step.",
        RESTORE: "The last text had also gone into another field, which has been put back as it was.",
        TURN: "The screen had turned and has been turned back. Look first.",
    }.get(gap.routine, "")
    return Recovered(routine=gap.routine, remark=remark, redone=done if gap.routine == REDO else None)
