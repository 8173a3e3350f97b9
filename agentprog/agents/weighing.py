"""Rules of code for or against a move, in nats added to the model's score.

Each holds for any app; none decides alone, and a confident model outweighs them.
"""

from __future__ import annotations

from agentprog.agents.knowing import (
    alters,
    begins_another,
    is_overflow,
    leaves,
    likeness,
    switch_meant,
    telling_words,
    too_long_for,
    undoes,
    words_of,
)
from agentprog.agents.moves import BACK, LEAST, MOST, Possible
from agentprog.agents.screen_text import AGREES, DECLINES
from agentprog.agents.standing import Standing
from agentprog.identity import says
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.recipients import recipients_in
from agentprog.ports import UNLABELLED, Action, Drag, Element, Tap, TypeText, Window, describe
from agentprog.runtime.roles import StepContext
from agentprog.runtime.safety.risk import asks_for, commits
from agentprog.runtime.witness.states import wanted_end, wanted_state

_BEARS_VALUE = 3.0
"""Bonus for tapping an element that shows a value which the step still needs."""

_ANSWERS = 2.0
"""Bonus for agreeing, and penalty for declining, when a question appeared after a move of this step."""

_COMPLETE = 3.0
"""Bonus for a button that saves the entries, once every value of the step is entered."""

_EARLY = 1.0
"""Penalty for a saving button while a value is pending and a field is empty. Not higher, since a date may have no
field."""

_LEFT_OVER = 7.5
"""Bonus for going back while the app shows a page of an earlier step and no value of this step."""

_SOMEBODY_ELSES = 7.5
"""Further bonus for going back in a step with a recipient: a message field attracts, and the open page may be another
person's."""

_AGAIN = 1.0
"""Penalty for repeating a move that led to the same screen; grows with the square of the repeats. A confirmation that
ends another dialog each time leads to another screen and has no penalty; a circle soon ends."""

_VANISHED = 3.0
"""Bonus for `done` when the thing that the step opened has disappeared, or its text in an editor was saved."""

_SAID_AND_DONE = 1.5
"""Bonus for `done` when the last tapped button has the step's verb and has disappeared: "Start"."""

_THROWS_AWAY = 3.0
"""Penalty for leaving a page with unsaved entries of this step."""

_TAKES_BACK = 3.0
"""Penalty for Undo, Redo and similar buttons that the step does not mention."""

_MISPLACED = 3.0
"""Penalty for typing a sentence, or a text that contains another value, into a field for searching or for a name."""

_BEGINS = 3.0
"""Penalty for a button that begins something new, in a step that replies or removes."""

_ALIKE = 3.0
"""Bonus for the only item or tab that shares a word with the step, on a screen without fields to fill in."""

_UNSAID = 3.0
"""Penalty for a switch whose label shares no word with the step, and for any switch in a step about an amount."""

_NAMELESS = 2.0
"""Penalty for a button without words."""

_END = 3.0
"""Bonus for moving a slider to the end that the step names."""

_ANOTHERS = 3.0
"""Penalty for editing or removing on a page that shows none of the step's names."""

_HIDDEN = 3.0
"""Bonus for the menu of further actions on the page of the thing to remove, while no button there removes it."""

_ENDS = {"most": MOST, "least": LEAST}

_STATE = 4.0
"""Bonus for the switch that the step names while it is in the other state."""


def weights(moves: tuple[Possible, ...], context: StepContext, standing: Standing) -> list[float]:
    """The amount added to each move's score."""
    alike = (
        {}
        if any(e.editable for e in context.seen.screen.elements)
        else likeness(context.goal.step, context.seen.screen, context.seen.app or "")
    )
    return [_of_done(context, standing) if move.is_done else _of(move, context, standing, alike) for move in moves]


def as_wanted(context: StepContext) -> Element | None:
    """The step's switch, if it is in the wanted state; None if that is unknown."""
    state = wanted_state(context.goal.step)
    switch = None if state is None else switch_meant(context.goal.step, context.seen.screen, context.seen.app or "")
    return switch if switch is not None and switch.checked is state else None


def _of_done(context: StepContext, standing: Standing) -> float:
    if standing.vanished or (standing.saved and standing.form_open):
        return _VANISHED
    return _SAID_AND_DONE if _shows_result(context) else 0.0


def _shows_result(context: StepContext) -> bool:
    last = context.tried.attempts[-1] if context.tried.attempts else None
    if last is None or not last.changed or not isinstance(last.action, Tap):
        return False
    target = last.action.target
    if not isinstance(target, Element) or words_of(target.label) != words_of(context.goal.step.split(" ", 1)[0]):
        return False
    return not any(e.label == target.label or e.resource_id == AGREES for e in context.seen.screen.elements)


def _of(move: Possible, context: StepContext, standing: Standing, alike: dict[int, float]) -> float:
    action = move.action
    weight = -_again(action, context)
    if standing.form_open and leaves(action):
        weight -= _THROWS_AWAY
    if move.words == BACK and _leaves_remains(context, standing):
        weight += _LEFT_OVER + (_SOMEBODY_ELSES if recipients_in(context.goal.step) else 0.0)
    if isinstance(action, TypeText) and isinstance(action.target, Element):
        other_values = [value.text for value in standing.values if value.text != action.text]
        weight -= _MISPLACED if too_long_for(action.text, action.target.label, other_values) else 0.0
    if isinstance(action, Drag):
        end = wanted_end(context.goal.step)
        weight += _END if end is not None and move.words.endswith(_ENDS[end]) else 0.0
    if isinstance(action, Tap) and isinstance(action.target, Element):
        weight += _of_tap(action.target, context, standing)
        weight += 0.0 if action.target.selected else _ALIKE * alike.get(action.target.index, 0.0)
        if commits(action, "") and not standing.saved:
            weight += _of_keeping(context, standing)
    return weight


def _of_tap(element: Element, context: StepContext, standing: Standing) -> float:
    weight = _BEARS_VALUE if any(says(element.label, text) for text in standing.sought) else 0.0
    if standing.acted and not _asks_for_more(context, standing):
        weight += {AGREES: _ANSWERS, DECLINES: -_ANSWERS}.get(element.resource_id, 0.0)
    if element.label == UNLABELLED:
        weight -= _NAMELESS
    if undoes(element.label, context.goal.step):
        weight -= _TAKES_BACK
    if begins_another(element.label, context.goal.step):
        weight -= _BEGINS
    if alters(element.label) and element.window is Window.APP and _is_anothers(context, standing):
        weight -= _ANOTHERS
    if is_overflow(element.label) and _removes_out_of_sight(context, standing):
        weight += _HIDDEN
    if element.checkable and not any(says(element.label, value.text) for value in standing.values):
        weight += _of_switch(element, context)
    return weight


def _is_anothers(context: StepContext, standing: Standing) -> bool:
    names = (*(value.text for value in standing.values), *standing.names)
    read = [part for e in context.seen.screen.elements for part in (e.label, e.text)]
    return bool(names) and not any(says(part, name) for name in names for part in read)


def _removes_out_of_sight(context: StepContext, standing: Standing) -> bool:
    all_values_shown = not standing.pending and any(value.shown for value in standing.values)
    return (
        all_values_shown
        and asks_for(Risk.DELETE, [context.goal.step])
        and not any(e.clickable and asks_for(Risk.DELETE, [e.label]) for e in context.seen.screen.elements)
    )


def _asks_for_more(context: StepContext, standing: Standing) -> bool:
    """True if the dialog is a form that still lacks a value of the step, and not a question."""
    return bool(standing.pending) and any(e.editable and not e.text for e in context.seen.screen.elements)


def _of_keeping(context: StepContext, standing: Standing) -> float:
    if _asks_for_more(context, standing):
        return -_EARLY
    return _COMPLETE if standing.form_open and not standing.pending else 0.0


def _of_switch(element: Element, context: StepContext) -> float:
    state = wanted_state(context.goal.step)
    if state is not None and element == switch_meant(context.goal.step, context.seen.screen, context.seen.app or ""):
        return _STATE if element.checked is not state else -_STATE
    level = state is None and wanted_end(context.goal.step) is not None
    return -_UNSAID if level or not telling_words(context.goal.step) & words_of(element.label) else 0.0


def _leaves_remains(context: StepContext, standing: Standing) -> bool:
    return context.tried.left_over and not any(value.shown for value in standing.values)


def _again(action: Action | None, context: StepContext) -> float:
    """Penalty for a move that was made here before without success."""
    times = context.tried.repeated.get(describe(action), 0) if action is not None else 0
    return _AGAIN * times * times
