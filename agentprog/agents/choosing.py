"""The grounder for small models: code lists the possible moves, the model scores them.

Every move that the screen allows is put into words, and the model's likeliest continuation is chosen: it cannot name a
missing element or answer in a wrong form. Code decides what it can see itself: a text that has left its field and
stands on the screen was saved or sent.
"""

from __future__ import annotations

import json

from agentprog import ports
from agentprog.agents.knowing import alters, selects_all
from agentprog.agents.moves import BACK, DONE, Possible, possible_moves
from agentprog.agents.prompting import render
from agentprog.agents.screen_text import listed, screen_lines, shorten, unreadable
from agentprog.agents.seeing import look
from agentprog.agents.standing import Standing, standing_of
from agentprog.agents.weighing import as_wanted, weights
from agentprog.agents.whereabouts import moves_told, whereabouts
from agentprog.identity import Match, One, resolve, says
from agentprog.lang.effects.kinds import Risk
from agentprog.ports.answers import whole
from agentprog.runtime.roles import Act, Attempt, Move, StepContext, StepDone, StepStuck
from agentprog.runtime.safety.risk import asks_for

_AMONG = 0.5
"""Weight: half the overall likelihood of a move, half its likelihood among the possible moves; docs/measured.md has
both alone."""

_PATIENCE = 6
"""After this many moves that use no value of the step, `done` is offered: the value may be a state instead of a
text."""

_LOST = 8
"""Moves in a row that bring no value of the step nearer, after which the run asks a person. In 67 steps of episodes
that ended right there were at most six, in 76 others up to 21 (benchmarks/fruitless.py)."""

_TEXT_GRAMMAR = 'root ::= [^"\\n]+ "\\""'


class ChoosingGrounder:
    """Scores the possible moves with one model and takes the best."""

    def __init__(self, model: ports.Model, *, eyes: ports.Model | None = None) -> None:
        self._model = model
        self._eyes = eyes

    def next_move(self, context: StepContext) -> Move:
        standing = standing_of(context.goal.step, context.goal.literals, context.tried.attempts, context.seen.screen)
        if standing.landed:
            return StepDone(reason="what was entered has been taken over", evidence=last_typed(context.tried.attempts))
        if standing.vanished and not standing.pending and asks_for(Risk.DELETE, [context.goal.step]):
            return StepDone(reason="what was to be removed was opened, removed, and is gone")
        switch = as_wanted(context)
        if switch is not None:
            state = "on" if switch.checked else "off"
            return StepDone(reason=f'"{switch.label}" is {state}, as the step wants it', evidence=switch.label)
        chosen = _to_select(context, standing)
        if chosen is not None:
            return Act(action=ports.LongPress(target=chosen))
        if self._eyes is not None and unreadable(context.seen.screen):
            return _by_sight(self._eyes, context)
        moves = offered(context, standing)
        if not moves:
            return StepStuck(reason="nothing on this screen can be acted on")
        best = self._best(context, standing, moves)
        if best.is_done:
            return StepDone(reason="the model judged the step done", evidence=_evidence(standing))
        if standing.fruitless >= _LOST * (context.tried.helped + 1):
            return StepStuck(reason=f"{standing.fruitless} moves in a row brought nothing nearer that the step names.")
        if best.field is not None:
            text = self._text(context, standing, best)
            return Act(action=ports.TypeText(text=text, target=best.field), expectation=text)
        if best.action is None:
            return StepStuck(reason=f"no action belongs to {best.words}")
        expectation = best.action.text if isinstance(best.action, ports.TypeText) else ""
        return Act(action=best.action, expectation=expectation)

    def _best(self, context: StepContext, standing: Standing, moves: tuple[Possible, ...]) -> Possible:
        if len(moves) == 1:
            return moves[0]
        scores = self._model.score(
            ports.ScoreRequest(
                messages=_messages(context, standing),
                candidates=tuple(move.words for move in moves),
                purpose="ground",
                among=_AMONG,
            )
        )
        known = weights(moves, context, standing)
        weighed = [value + weight for value, weight in zip(scores.values, known, strict=True)]
        return moves[weighed.index(max(weighed))]

    def _text(self, context: StepContext, standing: Standing, move: Possible) -> str:
        """The words for a field when the step quotes none: the model writes them."""
        prompt = _messages(context, standing)
        name = move.words.removeprefix("type into ")
        question = render("write", step=context.goal.step, field=name, variables=list(context.background.variables))
        written = ports.ModelRequest(
            messages=(*prompt[:1], *question), purpose="write", max_tokens=200, grammar=_grammar(self._model)
        )
        return _unquoted(whole(self._model, written).text)


def _to_select(context: StepContext, standing: Standing) -> ports.Element | None:
    """The row to remove, if a long press may select it, as for files and notes. Tried once, only for a single value
    (the second may be the folder), and only on the one row with that name.
    """
    if len(standing.values) != 1 or not standing.pending or not asks_for(Risk.DELETE, [context.goal.step]):
        return None
    if any(isinstance(attempt.action, ports.LongPress) for attempt in context.tried.attempts):
        return None
    rows = (e for e in listed(context.seen.screen) if e.long_clickable and e.enabled and not e.editable)
    found = resolve(standing.pending[0], rows, lambda row: row.names)
    return found.item if isinstance(found, One) and found.match is Match.EQUAL else None


def _by_sight(eyes: ports.Model, context: StepContext) -> Move:
    """The move on a screen without elements: one touch of the target that the step's words describe."""
    if any(attempt.changed and isinstance(attempt.action, ports.Tap) for attempt in context.tried.attempts):
        return StepDone(reason="what the step means was touched, and the screen changed")
    found = look(eyes, context.seen.screen, context.goal.step)
    if found is None:
        return StepStuck(reason="this screen has no elements, and what the step means is not on its picture")
    return Act(action=ports.Tap(target=found))


def offered(context: StepContext, standing: Standing) -> tuple[Possible, ...]:
    """The moves worth scoring: those possible on this screen, except any that just had no effect, and `done` if it can
    be true."""
    vain = _in_vain(context.tried.attempts)
    moves = [
        move
        for move in possible_moves(
            context.seen.screen,
            values=[*(value.text for value in standing.values), *standing.names],
            pending=standing.pending,
            filled=standing.filled,
        )
        if move.action is None or ports.describe(move.action) not in vain
    ]
    if asks_for(Risk.DELETE, [context.goal.step]):
        moves = [move for move in moves if not _takes_more(move, context, standing)]
    opened = bool(context.tried.attempts) and isinstance(context.tried.attempts[-1].action, ports.OpenApp)
    if opened and not context.tried.left_over:  # back would only leave the app again
        moves = [move for move in moves if move.words != BACK]
    waited = standing.fruitless >= _PATIENCE
    closed = standing.saved or not standing.form_open
    if standing.acted and closed and (waited or not standing.pending):
        moves.append(Possible(words=DONE))
    return tuple(moves)


def _takes_more(move: Possible, context: StepContext, standing: Standing) -> bool:
    """True if a move of a removing step would affect a thing that the step does not name: select everything, remove
    while something else is selected, or deselect the target.
    """
    if not isinstance(move.action, ports.Tap | ports.LongPress) or not isinstance(move.action.target, ports.Element):
        return False
    target, texts_of_step = move.action.target, [*(value.text for value in standing.values), *standing.names]
    if not texts_of_step:
        return False
    if selects_all(target.label):
        return True
    chosen = [e for e in context.seen.screen.elements if _is_chosen(e)]
    if _is_chosen(target):
        return any(says(target.label, text) for text in texts_of_step)
    strange = any(not any(says(e.label, text) for text in texts_of_step) for e in chosen)
    return strange and alters(target.label)


def _is_chosen(element: ports.Element) -> bool:
    return element.selected and element.role is not ports.Role.TAB


def last_typed(attempts: tuple[Attempt, ...]) -> str:
    """The last typed text; empty if there is none."""
    texts = [a.action.text for a in attempts if isinstance(a.action, ports.TypeText)]
    return texts[-1] if texts else ""


def _in_vain(attempts: tuple[Attempt, ...]) -> frozenset[str]:
    """Moves without effect since the last change of the screen, and a switch that was just switched."""
    vain: set[str] = set()
    for attempt in reversed(attempts):
        if attempt.changed and attempt.ok:
            action = attempt.action
            if isinstance(action, ports.Tap) and isinstance(action.target, ports.Element) and action.target.checkable:
                vain.add(ports.describe(action))
            break
        vain.add(ports.describe(attempt.action))
    return frozenset(vain)


def _evidence(standing: Standing) -> str:
    shown = [value.text for value in standing.values if value.shown]
    return shown[-1] if shown else ""


def _messages(context: StepContext, standing: Standing) -> tuple[ports.Message, ...]:
    return render(
        "ground_small",
        step=f'In the "{context.seen.app}" app, {context.goal.step}' if context.seen.app else context.goal.step,
        pending=[shorten(text) for text in standing.pending],
        **moves_told(context),
        app=whereabouts(context.seen)["app"],
        screen=screen_lines(context.seen.screen, most=60),
        hints=list(context.background.hints),
    )


def _grammar(model: ports.Model) -> str | None:
    return _TEXT_GRAMMAR if model.capabilities.grammar else None


def _unquoted(text: str) -> str:
    """The model's text up to its closing quote, without escapes."""
    inner = text.strip().removeprefix('"').split('"', 1)[0]
    try:
        return str(json.loads(f'"{inner}"', strict=False))
    except json.JSONDecodeError:
        return inner
