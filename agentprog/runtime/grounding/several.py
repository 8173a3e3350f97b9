"""Several moves in one answer: a move is made only if all moves before it had the expected result and its target is
there.
"""

from __future__ import annotations

from agentprog.frozen import frozen, replace
from agentprog.ports import Action, Drag, Element, NoElement, PressKey, Screen, Tap, TypeText, describe, named
from agentprog.ports.watching import Patience
from agentprog.runtime.grounding.counter import aim
from agentprog.runtime.grounding.proving import recorded
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.grounding.recovery import Last
from agentprog.runtime.roles import Act, Move, StepDone
from agentprog.runtime.state.predicates import FieldValue, check
from agentprog.runtime.step import Step
from agentprog.runtime.watching import nap
from agentprog.runtime.witness.views import view_of

MOST = 8
"""Most moves of one answer."""
_PATIENCE = 3.0
"""Seconds to wait for an expected text or page."""
_PAUSE = 0.5
"""Seconds between two looks."""


@frozen
class _Surprise:
    """The reason why a further move of an answer is not made."""

    why: str


def begin(pursuit: Pursuit, move: Move) -> None:
    """Keep the further moves of an answer for later."""
    pursuit.ahead = list(move.more[: MOST - 1]) if isinstance(move, Act) else []
    pursuit.cut = move.unusable if isinstance(move, Act) else ""


def led(pursuit: Pursuit, screen: Screen) -> Act | None:
    """The way that the reading of this page has named, as far as it begins here. It counts once."""
    taps = [Act(action=Tap(target=named(label))) for label in pursuit.way]
    pursuit.way = ()
    first = _aimed(taps[0].action, screen) if taps else None
    return replace(taps[0], action=first, more=tuple(taps[1:])) if first and not isinstance(first, _Surprise) else None


def following(step: Step, pursuit: Pursuit) -> Move | None:
    """The next move of the same answer. None if there is none left or the screen is not as expected; then the rest is
    dropped, and the next prompt says so.
    """
    if not pursuit.ahead:
        return None
    if _closed_keyboard(pursuit.last, step.screen()) and _is_elsewhere(pursuit.ahead[0], step.screen()):
        return Act(action=PressKey(key="back"))
    coming = pursuit.ahead.pop(0)
    patience = Patience(step.session.clock, _PATIENCE)
    while True:
        screen = step.screen()
        pursuit.look(screen, step.record.shifts)
        found = _ready(step, coming, pursuit, screen)
        if isinstance(found, Act) and _stands(found):
            return following(step, pursuit)
        if isinstance(found, StepDone) and pursuit.reads and pursuit.arrived is not None and pursuit.arrived() is None:
            found = _Surprise(why="This page does not show it")
            break
        if not isinstance(found, _Surprise):
            return found
        if not _may_come(step, pursuit.last, screen) or not nap(step, patience, _PAUSE):
            break
    if isinstance(coming, StepDone) and recorded(step, pursuit):
        return replace(coming, evidence="", gone="")  # an effect can be in the records without being on the screen
    pursuit.cut = f"Not done of your last answer: {_move_text(coming)}{_rest(pursuit)}. {found.why}."
    pursuit.ahead.clear()
    return None


def _closed_keyboard(last: Last | None, screen: Screen) -> bool:
    """True if the last action was to go back, and closed only the keyboard."""
    if last is None or last.action != PressKey(key="back") or not last.done.attempt.ok:
        return False
    return last.before.keyboard_shown and not screen.keyboard_shown and screen.place == last.before.place


def _is_elsewhere(coming: Act | StepDone, screen: Screen) -> bool:
    return isinstance(coming, Act) and isinstance(aim(coming.action, screen), NoElement)


def _may_come(step: Step, last: Last | None, screen: Screen) -> bool:
    """True if waiting may help: the action was made, and its page or text may still be on the way."""
    if last is None or not last.done.attempt.ok or last.done.interrupted or last.done.unknown:
        return False
    missed = bool(last.expectation) and not _shows(step, screen, last.expectation)
    return missed or screen.place != last.before.place


def _ready(step: Step, coming: Act | StepDone, pursuit: Pursuit, screen: Screen) -> Move | _Surprise:
    """The move, resolved on the current screen, or the reason against it."""
    surprise = _surprise(step, pursuit.last, screen)
    if surprise is not None:
        return surprise
    if isinstance(coming, StepDone):
        return _end(coming, screen, pursuit)
    aimed = _aimed(coming.action, screen)
    if isinstance(aimed, _Surprise):
        return aimed
    target = getattr(aimed, "target", None)
    if coming.state is not None and not (isinstance(target, Element) and target.checkable):
        return _Surprise(why=f"It cannot be seen whether {describe(aimed).removeprefix('tap ')} is on")
    return replace(coming, action=aimed, more=())


def _stands(move: Act) -> bool:
    """True if the switch of a move is in the wanted state already."""
    target = getattr(move.action, "target", None)
    return move.state is not None and isinstance(target, Element) and target.checked is move.state


def _surprise(step: Step, last: Last | None, screen: Screen) -> _Surprise | None:
    """The unexpected result of the last action, if there is one."""
    if last is None or last.done.interrupted or last.done.unknown:
        return _Surprise(why="Something else came in between")
    action_text = describe(last.action)
    if not last.done.attempt.ok:
        return _Surprise(why=f"It failed to {action_text}")
    if last.expectation:
        if not _shows(step, screen, last.expectation):
            return _Surprise(why=f'After "{action_text}" the text "{last.expectation}" cannot be read')
    elif not last.done.attempt.changed and not _holds(last.action, screen):
        return _Surprise(why=f'Nothing came of "{action_text}"')
    return None


def _shows(step: Step, screen: Screen, text: str) -> bool:
    """True if the screen shows the text, or a heading with the name of the person whose number it is."""
    heads = (head for line in view_of(screen).lines if line.head for head in line.texts)
    return screen.shows(text) or any(step.phone.one_person(head, text, screen.package) for head in heads)


def _holds(action: Action, screen: Screen) -> bool:
    """True if a field already holds the text to type, so that nothing has to change."""
    if not isinstance(action, TypeText) or not isinstance(action.target, Element):
        return False
    target = action.target
    return check(FieldValue(label=target.label, value=action.text, resource_id=target.resource_id), screen) is True


def _end(coming: StepDone, screen: Screen, pursuit: Pursuit) -> Move | _Surprise:
    """The step ends without a question only if its evidence is on the screen, or has disappeared from it."""
    if coming.evidence and not screen.shows(coming.evidence):
        return _Surprise(why=f'"{coming.evidence}" cannot be read')
    if coming.gone and (screen.shows(coming.gone) or not any(view.says(coming.gone) for view in pursuit.views.every)):
        return _Surprise(why=f'"{coming.gone}" has not gone')
    if not (coming.evidence or coming.gone):
        return _Surprise(why="Nothing was named that shows that the step is done")
    return coming


def _aimed(action: Action, screen: Screen) -> Action | _Surprise:
    """The action with its target on this screen, or the reason against it."""
    if isinstance(action, Drag):
        return _Surprise(why="What is dragged may lie elsewhere by now")
    aimed = aim(action, screen)
    if isinstance(aimed, NoElement):
        return _Surprise(why=f"Now {aimed}")
    target = getattr(aimed, "target", None)
    if isinstance(target, Element) and not target.enabled:
        return _Surprise(why=f"{target.descriptor} cannot be touched now")
    return aimed


def _move_text(move: Act | StepDone) -> str:
    return describe(move.action) if isinstance(move, Act) else "the end of the step"


def _rest(pursuit: Pursuit) -> str:
    return f" and {len(pursuit.ahead)} more behind it" if pursuit.ahead else ""
