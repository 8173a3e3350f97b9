"""Waits while the phone shows that work is under way, without a model call."""

from __future__ import annotations

from agentprog.ports import Element, Screen, Window
from agentprog.ports.watching import Patience
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.grounding.recovery import Last
from agentprog.runtime.step import Step
from agentprog.runtime.watching import nap

_PATIENCE = 8.0
"""Most seconds that the screen may show work under way."""
_PAUSE = 0.5
"""Seconds between two looks meanwhile."""
_ELLIPSES = ("…", "...")
_LONGEST = 40
_PROGRESS = "ProgressBar"


def settled(step: Step, pursuit: Pursuit) -> None:
    """Look repeatedly while the last action's work is under way."""
    if step.replay is not None or pursuit.last is None or not pursuit.last.done.attempt.changed:
        return
    patience = Patience(step.session.clock, _PATIENCE)
    while under_way(pursuit.last, step.screen()) and nap(step, patience, _PAUSE):
        pass


def under_way(last: Last, screen: Screen) -> bool:
    """True if the screen shows a new short text that ends with an ellipsis, or a new progress bar, that cannot be
    touched. Android's design guide asks for the ellipsis in every language.
    """
    before = {_known_as(element) for element in last.before.elements}
    return any(_is_waiting_sign(element) and _known_as(element) not in before for element in screen.elements)


def _is_waiting_sign(element: Element) -> bool:
    if element.window not in (Window.APP, Window.DIALOG) or element.clickable or element.editable:
        return False
    text = element.text.strip()
    waits = 1 < len(text) <= _LONGEST and text.endswith(_ELLIPSES)
    return waits or element.class_name.endswith(_PROGRESS)


def _known_as(element: Element) -> tuple[str, str, str]:
    return element.class_name, element.resource_id, element.text
