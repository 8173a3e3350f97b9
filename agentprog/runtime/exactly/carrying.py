"""Runs a step by its exact lines. A model takes over at a line that fails its check, and hands back once the line would
pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from agentprog.errors import RunError
from agentprog.lang import ast
from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Action, DoubleTap, Element, LongPress, NoElement, PressKey, Tap, TypeText, is_effect
from agentprog.runtime.exactly.guards import aim
from agentprog.runtime.exactly.lines import EXACTLY, Lines, SideExit
from agentprog.runtime.grounding.commanding import Unclear
from agentprog.runtime.grounding.counter import aim as aim_again
from agentprog.runtime.grounding.loop import finish, start, until_done
from agentprog.runtime.grounding.proving import prove
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.journal.events import SideExited
from agentprog.runtime.operations import Operation
from agentprog.runtime.record import Tier
from agentprog.runtime.roles import Act, Move, StepDone
from agentprog.runtime.safety.risk import commits
from agentprog.runtime.state.belief import covered
from agentprog.runtime.step import Step

_MOST_EXITS = 3
"""How often the lines of one step resume after a model; then the model finishes the step."""
_LATER, _DONE, _PAST = "behind", "done", "past"
_KINDS: Mapping[str, type] = {"type": TypeText, "tap": Tap, "double tap": DoubleTap, "long press": LongPress}
_TOUCHES = ("tap", "double tap", "long press")
_LIFTS = (Risk.GRANT, Risk.AGREE)
"""Effects of a button that answers a window in the way, such as a permission question. Such a touch is none of the
remaining lines."""


def carry_out(step: Step, block: ast.Exactly, *, goal: str, literals: tuple[str, ...]) -> tuple[Operation, bool]:
    """Do a step by its lines. Returns the operation that moves the counter, and whether the lines read the step's
    result.

    Raises RunError, naming the line, if a line fails its check and there is no model.
    """
    pursuit = Pursuit(goal=goal, literals=literals)
    before = start(step, pursuit)
    lines = Lines(step, block, pursuit)
    try:
        done = by_lines(step, lines, pursuit, before)
        finish(step, pursuit, done, before)
    finally:
        lines.leave()
    dry = step.options.dry_run and not lines.read
    return Operation(done.operation), lines.read or dry


def by_lines(step: Step, lines: Lines, pursuit: Pursuit, before: frozenset[str]) -> StepDone:
    """Run the lines, handing the step to the model at each line that fails its check, until it is done."""
    while True:
        found = lines.run()
        if isinstance(found, StepDone) and (unproven := _unproven(step, lines, pursuit, found, before)):
            found = SideExit(line=0, why=unproven)
        if isinstance(found, StepDone):
            return found
        lines.exits.append(found)
        step.session.emit(
            SideExited(at=0.0, step=step.record.step, line=found.line, why=found.why, source=lines.source)
        )
        may_return = sum(not exit_.gap for exit_ in lines.exits) <= _MOST_EXITS
        _hand_over(step, lines, pursuit, found, may_return=may_return)
        done = until_done(step, pursuit)
        pursuit.handed = None
        if done is not None:
            return done


def _unproven(step: Step, lines: Lines, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> str:
    """Why the step is unproven after all its lines, if a model may still finish it: nothing was committed, or a window
    that no line of the recipe knows asks about it. Else empty.
    """
    if pursuit.arrived is not None:
        return ""  # the step only had to read a value, and it did
    if step.roles.grounder is None or step.options.dry_run or not pursuit.effects:
        return ""
    if step.record.committed and lines.source == EXACTLY:
        return ""
    return str(step.resolve("unproven", lambda: _doubt(step, pursuit, done, before)))


def _doubt(step: Step, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> str:
    if step.record.committed and not covered(step.screen()):
        return ""
    found = prove(step, pursuit, done, before)
    return "" if found.proven else found.words or "nothing shows that the step is done"


def _hand_over(step: Step, lines: Lines, pursuit: Pursuit, exit_: SideExit, *, may_return: bool) -> None:
    where = f"line {exit_.line}" if exit_.line else f"line {step.line}"
    if step.roles.grounder is None:
        only = step.options.recipes == "only"
        way = "Run it without `--recipes only`, so that a model can" if only else "Name a model with --model to"
        raise RunError(
            f"{where}: {exit_.why}",
            hint=f"{way} finish the step, or change the line.",
            line=exit_.line or step.line,
        )
    step.record.rises_to(Tier.SEMANTIC)
    pursuit.remarks.extend(_account(lines, exit_))
    pursuit.handed = waiting = _Waiting(step, lines, pursuit, may_return=may_return and (exit_.gap or exit_.line > 0))
    waiting.foreseen()


def _account(lines: Lines, exit_: SideExit) -> Iterator[str]:
    """The account of the lines for the model: finished ones, the failed one, and the remaining ones."""
    if lines.done:
        yield "Done already, never again: " + "; ".join(lines.done) + "."
    left = [lines.written(place.node) for place in lines.places[lines.at :] if place.kind != "go"]
    if exit_.gap:
        yield f"This is yours, as it is not the same every time: {left[0]}."
    elif exit_.line and left:
        yield f"This could not be done as it is written: {left[0]} ({exit_.why})."
    elif not exit_.line:
        yield f"All its lines were run, but: {exit_.why}."
    if left[1:]:
        yield "Then these were to follow: " + "; ".join(left[1:]) + "."


class _Waiting:
    """The remaining lines while a model has the step. They resume at the failed line once that line would pass, or
    after it once the model has done it. They do not resume if the model has done another remaining line."""

    def __init__(self, step: Step, lines: Lines, pursuit: Pursuit, *, may_return: bool) -> None:
        self._step, self._lines, self._pursuit = step, lines, pursuit
        self._over = not may_return
        self._move: Move | None = None
        self._touches = self._filled = self._fits = self._passes = False
        self._made = len(pursuit.done)
        self._led = step.replay is not None or self._holds_behind()
        """True if the line after the failed one could run before the model made a move."""

    def foreseen(self) -> None:
        """Keep those further moves of the last answer that begin with the line now left to the model; the lines have
        done the moves before it. Without this move, ask a model."""
        pursuit, lines = self._pursuit, self._lines
        coming, pursuit.ahead = pursuit.ahead, []
        last, lines.last = lines.last, None
        if self._step.replay is not None or not lines.is_gap(lines.at):
            return
        pursuit.last = last or pursuit.last
        screen = self._step.screen()
        for at, move in enumerate(coming):
            action = aim_again(move.action, screen) if isinstance(move, Act) else None
            if action is not None and not isinstance(action, NoElement) and self._fills(action):
                pursuit.ahead = coming[at:]
                return

    def watch(self, move: Move) -> None:
        """Record the coming move. Its target can be identified only on the screen of the move. After a restart that
        screen is gone, so the move counts as one of the remaining lines.
        """
        self._move = move
        self._touches = self._fits = self._passes = False
        if isinstance(move, Act) and self._step.replay is not None:
            self._touches = is_effect(move.action)
        elif isinstance(move, Act):
            self._fits = self._fills(move.action)
            self._filled = self._filled or self._fits
            self._passes = not self._fits and self._first() and self._fills(move.action, self._lines.at + 1)
            self._touches = self._does(move.action)

    def taken_back(self) -> bool:
        """True if the lines resume. The finding is in the journal: a resumed run cannot look at this screen."""
        finding = self._step.resolve("lines", self._found)
        self._over = self._over or finding == "over"
        if finding in (_LATER, _DONE, _PAST):
            action = self._move.action if isinstance(self._move, Act) else None
            if finding == _PAST:
                self._lines.filled("")
            self._lines.filled(action.text if isinstance(action, TypeText) else "")
            self._filled = False
        return finding in ("go on", _LATER, _PAST)

    def _found(self) -> str:
        committed = [risk for action, risk in self._pursuit.done[self._made :] if commits(action, risk)]
        self._made = len(self._pursuit.done)
        strange = not self._fits and any(risk not in _LIFTS for risk in committed)
        if self._over or not isinstance(self._move, Act) or self._touches or strange:
            return "over"
        lines = self._lines
        if not lines.is_gap(lines.at) and self._holds(lines.at):
            return "go on"
        if self._filled and lines.is_gap(lines.at + 1):
            return _DONE
        if self._passes and self._holds_behind(lines.at + 1):
            return _PAST  # the first line only leads to the touch that the model has now made
        return _LATER if (self._filled or self._led_on()) and self._holds_behind() else "wait"

    def _holds(self, at: int) -> bool:
        return self._lines.passes(at)

    def _holds_behind(self, failed: int | None = None) -> bool:
        """True if the line after the failed one would pass its check; optional lines do not count."""
        lines = self._lines
        at = (lines.at if failed is None else failed) + 1
        while at < len(lines.places) and lines.places[at].kind == "unless":
            at = lines.places[at].to
        return at < len(lines.places) and not lines.is_gap(at) and self._holds(at)

    def _led_on(self) -> bool:
        """True if the model's move may replace the failed touch of a recipe and led to the next line: a touch, or
        before the first line going back, as a recipe may begin so. For a person's lines only the touch itself
        counts."""
        action = self._move.action if isinstance(self._move, Act) else None
        back = action == PressKey(key="back") and self._first()
        return self._leads() and (back or isinstance(action, Tap | DoubleTap | LongPress)) and not self._led

    def _first(self) -> bool:
        """True if the failed line is the first touch of a recipe, so that nothing of the recipe has been done."""
        return self._leads() and not self._lines.done and not self._lines.is_gap(self._lines.at)

    def _leads(self) -> bool:
        """True if the failed line is a touch of a recipe."""
        lines = self._lines
        node = lines.places[lines.at].node if lines.at < len(lines.places) else None
        return lines.source != EXACTLY and isinstance(node, ast.DirectUI) and node.command in _TOUCHES

    def _fills(self, action: Action, at: int | None = None) -> bool:
        """True if the action is of the kind of the line that was left to the model, on an element that an execution
        before allows for it."""
        nodes = self._lines.choices(self._lines.at if at is None else at)
        kinds = [node for node in nodes if isinstance(node, ast.DirectUI) and isinstance(action, _KINDS[node.command])]
        return any(self._like(action, node) for node in kinds)

    def _does(self, action: Action) -> bool:
        """True if the action is one of the remaining lines, resolved on this screen."""
        lines = self._lines
        nodes = [place.node for at, place in enumerate(lines.places) if at >= lines.at and not lines.is_gap(at)]
        return any(
            isinstance(node, ast.DirectUI) and node.command != "scroll to" and self._like(action, node)
            for node in nodes
        )

    def _like(self, action: Action, node: ast.DirectUI) -> bool:
        try:
            label = aim(self._step, node, app=None)
        except Unclear:
            return False
        target, labelled = getattr(action, "target", None), getattr(label, "target", None)
        if isinstance(target, Element) and isinstance(labelled, Element):
            return target.index == labelled.index
        return target is None and labelled is None and (action == label or type(action) is type(label) is TypeText)
