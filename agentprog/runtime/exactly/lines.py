"""Runs the exact lines of a step in order, each after its check, until a line fails its check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from agentprog.errors import Infeasible, OutOfBudget
from agentprog.frozen import frozen
from agentprog.identity import is_piece, piece
from agentprog.lang import ast
from agentprog.lang.visit import statements
from agentprog.ports import Action, DoubleTap, Element, LongPress, NoElement, PressKey, Tap, Wanted
from agentprog.ports.watching import Patience
from agentprog.recipes.aiming import by_value, is_called_so, meets, stands_on
from agentprog.recipes.aiming import shown_by as shown_alone
from agentprog.recipes.explaining import is_cut_off
from agentprog.recipes.form import Move, Values
from agentprog.recipes.writing import Parts, plainly
from agentprog.runtime.exactly.guards import aim, described, holds, names_value
from agentprog.runtime.exactly.places import Place, places_of
from agentprog.runtime.grounding.commanding import Unclear
from agentprog.runtime.grounding.doing import note
from agentprog.runtime.grounding.halting import halted
from agentprog.runtime.grounding.patience import patiently, sleep
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.grounding.reading import element_known
from agentprog.runtime.grounding.recovery import Last
from agentprog.runtime.handset.done import Done
from agentprog.runtime.journal.events import Resolved
from agentprog.runtime.pointing import description_of, find, is_shown, several_of, shown_by
from agentprog.runtime.roles import Act, StepDone
from agentprog.runtime.safety.risk import commits
from agentprog.runtime.state.values import CoercionError, to_number
from agentprog.runtime.state.variables import Variable
from agentprog.runtime.step import Step
from agentprog.runtime.watching import nap, scroll_both_ways

T = TypeVar("T")
Source = Literal["exactly", "recipe"]
"""The origin of the lines: the program, or an earlier execution of the step."""
EXACTLY: Source = "exactly"
_EXIT = "side exit"
_TOUCHES = (Tap, DoubleTap, LongPress)
_PAUSE = 0.5
_OPEN_ENDED = 1000


@frozen
class SideExit:
    """The position and reason at which the lines stop; the line itself did nothing. `line` 0: all lines were run and
    the step is still not done, or a model has to do the line (`gap`)."""

    line: int
    why: str
    gap: bool = False


class _Exit(Exception):
    """Raised by a line, caught by `Lines.run`."""


class Lines:
    """The lines of one execution of a step. Their position is one number, equal in a resumed run."""

    def __init__(
        self,
        step: Step,
        block: ast.Exactly,
        pursuit: Pursuit,
        *,
        parts: Parts | None = None,
        values: Values = MappingProxyType({}),
    ) -> None:
        """`parts` are the lines of a recipe with their moves, for these values of the step; a recipe may end before the
        step does, and leave lines to the model. `at` is the current position, `ran` the number of lines run so far,
        without those of the model."""
        node = step.row.node
        assert isinstance(node, ast.Action | ast.Extract)
        self.at = self.ran = 0
        self.places = places_of(block.body)
        self.done: list[str] = []
        self.exits: list[SideExit] = []
        self.source: Source = EXACTLY if parts is None else "recipe"
        self._parts, self._values = parts or Parts(block=block, gaps=(), whole=True), values
        self._results = [ref for ref in (node.capture, *(extra.ref for extra in node.also)) if ref is not None]
        if parts is not None and not any(isinstance(line, ast.ReadElement) for line in statements(block)):
            self._results = []
        self._unread = list(self._results)
        self.app = step.app()
        self.last: Last | None = None
        """The latest action of the lines since a model had the step."""
        self._step, self._node, self._pursuit = step, node, pursuit
        self._rounds: Counter[int] = Counter()
        self._shown = self._vanishing = ""
        scope = step.course.frame.scope
        names = {line.capture.name for line in statements(block) if isinstance(line, ast.ReadElement)}
        names -= {ref.name for ref in self._results}
        self._hidden: dict[str, Variable | None] = {name: scope.own(name) for name in sorted(names)}

    @property
    def reads(self) -> bool:
        """True if the lines have to read the step's values."""
        return bool(self._results)

    @property
    def read(self) -> bool:
        """True if the lines have read all of the step's values."""
        return bool(self._results) and not self._unread

    def run(self) -> SideExit | StepDone:
        """Run from the current position to the end, or to a line that fails its check."""
        while self.at < len(self.places):
            place = self.places[self.at]
            if self._pursuit.attempts:
                halted(self._step, self._pursuit)
            self._step.session.cancel.check()
            self._step.session.meter.check_time()
            self._look()
            if self.is_gap(self.at):
                return SideExit(line=0, why="this is not the same every time", gap=True)
            try:
                following = self._run(place)
            except _Exit as exit_:
                return SideExit(line=self.line_of(place.node), why=str(exit_))
            if following is None:
                return StepDone(reason="dry run: only the first action is known")
            self.at = following
            self.ran += place.kind == "do"
        if self._unread:
            return SideExit(line=0, why=f"no line has read {self._unread[0]}")
        if not self._parts.whole:
            return SideExit(line=0, why="the rest of it is not the same every time")
        return StepDone(reason="its exact lines were run", evidence=self._shown, gone=self._vanishing)

    def is_gap(self, at: int) -> bool:
        """True if a model does the line at this position."""
        return bool(self.choices(at))

    def choices(self, at: int) -> Sequence[ast.Statement]:
        """The descriptions of a line that a model does; empty for other lines."""
        return next((gap for gap in self._parts.gaps if at < len(self.places) and self.places[at].node is gap[0]), ())

    def filled(self, typed: str) -> None:
        """Record that the model has done the line at the current position; the typed text may prove the step."""
        self._shown = typed or self._shown
        self.done.append(self.written(self.places[self.at].node))
        self.at += 1

    def line_of(self, node: ast.Line) -> int:
        """The program's line number of a line; for a recipe, the line number of its step."""
        return node.span.line if self.source == EXACTLY else self._step.line

    def written(self, node: ast.Line) -> str:
        """A line in its author's words: as written in the program, or in the words of a recipe."""
        return self._step.course.listing.written(node) if self.source == EXACTLY else plainly(node)

    def aimed(self, node: ast.DirectUI) -> Action:
        """The line as an action on the current screen. Raises Unclear, also if another value of the step names another
        element."""
        action = aim(self._step, node, app=self.app, whole=self.source != EXACTLY)
        target, move = getattr(action, "target", None), self._move(node)
        if isinstance(target, Element) and move is not None:
            screen = self._step.screen()
            pointed_at = (meets(aim_, self._values, screen, touch=True) for aim_ in move.aims if by_value(aim_))
            if any(aim_ is not None and aim_.index != target.index for aim_ in pointed_at):
                raise Unclear("two values of the step name different elements")
        return action

    def passes(self, at: int) -> bool:
        """True if the line at this position would pass its check now; does not wait."""
        node = self.places[at].node
        move = self._move(node)
        try:
            if move is not None and move.command == "stands":
                return self._stands(move)
            if isinstance(node, ast.DirectUI) and node.command != "scroll to":
                return bool(self.aimed(node))
        except Unclear:
            return False
        return holds(self._step, node, app=self.app, whole=self.source != EXACTLY)

    def leave(self) -> None:
        """Remove the variables of the lines and restore those of the frame that they hid."""
        scope = self._step.course.frame.scope
        for name, variable in self._hidden.items():
            if variable is None:
                scope.remove(name)
            else:
                scope.set(variable)

    # ------------------------------------------------------------ one line

    def _run(self, place: Place) -> int | None:
        """Run one line; returns the next position, or None if a dry run ends here. Raises _Exit."""
        if place.kind == "go":
            return place.to
        if place.condition is not None:
            return self._steer(place, place.condition)
        match place.node:
            case ast.DirectUI(command="scroll to") as node:
                self._scroll_to(node)
            case ast.DirectUI() as node:
                if not self._is_so(node) and not self._command(node):
                    return None
            case ast.Verify() as node:
                self._verify(node)
            case ast.Wait() as node:
                self._wait(node)
            case ast.ReadElement() as node:
                self._read(node)
        return self.at + 1

    def _steer(self, place: Place, condition: ast.Expr) -> int:
        if place.kind == "unless":
            return self.at + 1 if self._meant(place.node, condition) else place.to
        self._rounds[self.at] += 1
        most = self._step.session.meter.limits.iterations or _OPEN_ENDED
        if self._step.holds(condition):
            self._rounds[self.at] = 0
            return self.at + 1
        if self._rounds[self.at] >= most:
            line = self.line_of(place.node)
            raise OutOfBudget(f"the loop of line {line} has run {most} times, which is its limit")
        return place.to

    def _meant(self, node: ast.Line, condition: ast.Expr) -> bool:
        """True if a condition holds: for a recipe, if the element is on the screen, not only its name."""
        step, move = self._step, self._move(node)
        if move is None:
            return step.holds(condition)
        is_shown = step.resolve("there", lambda: any(meets(aim, self._values, step.screen()) for aim in move.aims))
        return bool(is_shown) is not isinstance(condition, ast.Not)

    def _move(self, node: ast.Line) -> Move | None:
        """The move of a recipe's line."""
        return next((move for line, move in self._parts.moves if line is node), None)

    def _is_so(self, node: ast.DirectUI) -> bool:
        """True if the touch would turn an element that is as the touch should make it: then the line does nothing."""
        move = self._move(node)
        if move is None or move.was is None:
            return False
        already_so = bool(self._step.resolve("already so", lambda: self._turned(node, move)))
        if already_so:
            self.done.append(self.written(node))
        return already_so

    def _turned(self, node: ast.DirectUI, move: Move) -> bool:
        action = self._in_time(lambda: self.aimed(node))
        target = getattr(action, "target", None)
        return isinstance(target, Element) and target.checked is not move.was

    def _command(self, node: ast.DirectUI) -> bool:
        """Do a command; False in a dry run."""
        while True:
            done = self._act(node)
            if done.dry:
                return False
            if done.refused:
                raise Infeasible(f"line {self.line_of(node)}: {done.attempt.detail}")
            if done.attempt.ok or not self._again(done):
                break
        if not done.attempt.ok and not done.unknown:
            raise self._exit(done.attempt.detail or "the phone could not do it")
        if node.command == "open app":
            self.app = done.attempt.action.name if hasattr(done.attempt.action, "name") else self.app
        self.done.append(self.written(node))
        return True

    def _act(self, node: ast.DirectUI) -> Done:
        step = self._step
        live = step.replay is None
        action: Action = PressKey(key="home")
        if live or isinstance(step.following(), Resolved):
            action = self._guarded(lambda: self.aimed(node))
        seen = step.screen() if step.replay is None else None
        done = step.act(action, why=self.source, told_later=self._told_later())
        note(step, self._pursuit, Act(action=done.attempt.action), done, seen)
        self.last = Last(done=done, before=seen) if seen is not None else None
        self._look()
        return done

    def _look(self) -> None:
        """Record the screen for the step's proof."""
        if self._step.replay is None:
            self._pursuit.look(self._step.screen(), self._step.record.shifts)

    def _again(self, done: Done) -> bool:
        """True if an interrupted action is made again: it certainly was not made, or making it twice does no harm. A
        person decides about an irreversible action without a trace."""
        if not done.interrupted:
            return False
        if done.unknown and commits(done.attempt.action, done.risk):
            if self._told_later():
                return False
            words = self.written(self.places[self.at].node)
            return not self._step.resolve("done", lambda: self._step.phone.again.ask_whether_done(words))
        return True

    def _guarded(self, aimed: Callable[[], Action]) -> Action:
        """The line as an action, once the screen passes its checks. Raises _Exit and records it."""
        step = self._step
        if step.replay is not None:
            raise _Exit(step.resolve(_EXIT, lambda: ""))
        found = self._in_time(aimed)
        if isinstance(found, Unclear):
            raise self._exit(str(found))
        return found

    def _in_time(self, checked: Callable[[], T]) -> T | Unclear:
        """The result once the screen passes its checks, or why it does not in time."""
        step = self._step
        patience = Patience(step.session.clock, 0.0 if step.options.dry_run else step.options.verify_seconds)
        while True:
            try:
                return checked()
            except Unclear as unclear:
                found = unclear
            if not nap(step, patience, _PAUSE):
                return found

    def _exit(self, reason: str) -> _Exit:
        return _Exit(self._step.resolve(_EXIT, lambda: reason))

    def _told_later(self) -> bool:
        """True if the next line searches a text that shows whether this line has worked."""
        following = self.places[self.at + 1].node if self.at + 1 < len(self.places) else None
        return isinstance(following, ast.Verify) and isinstance(following.condition, ast.OnScreen)

    # ------------------------------------------------------------ looking

    def _scroll_to(self, node: ast.DirectUI) -> None:
        step = self._step
        target = description_of(step, node.target) if node.target is not None else ""

        several: set[str] = set()

        def shown() -> bool:
            several.add(several_of(step, target))
            return bool(step.resolve("on screen", lambda: is_shown(step, target)))

        direction = node.direction or "down"
        search = scroll_both_ways(step, shown, direction=direction, why=self.source)
        if not search.found and self.source != EXACTLY:  # the screen may have moved either way
            search = scroll_both_ways(step, shown, direction="up" if direction == "down" else "down", why=self.source)
        if not search.found and not step.options.dry_run:
            raise _Exit(max(several) or "it was not found by scrolling to the end")
        self.done.append(self.written(node))

    def _stands(self, move: Move) -> bool:
        """True if an element shows the move's text alone. Raises Unclear if none does."""
        if not stands_on(self._step.screen(), move.texts[0].filled(self._values) or ""):
            raise Unclear("no element shows it alone")
        return True

    def _verify(self, node: ast.Verify) -> None:
        step, condition, move = self._step, node.condition, self._move(node)
        if move is not None and move.command == "stands":
            if not step.resolve("stands", lambda: self._in_time(lambda: self._stands(move)) is True):
                raise _Exit("no element shows it alone")
            return
        if not patiently(step, condition, step.options.verify_seconds) and not step.options.dry_run:
            raise _Exit("it does not hold")
        if isinstance(condition, ast.OnScreen):
            self._shown = step.text(condition.text)
        elif isinstance(condition, ast.Not) and isinstance(condition.operand, ast.OnScreen):
            self._vanishing = step.text(condition.operand.text)

    def _wait(self, node: ast.Wait) -> None:
        step = self._step
        seconds = None if node.seconds is None else float(to_number(step.value(node.seconds).value))
        limit = step.options.appear_seconds if seconds is None else seconds
        if node.until is None:
            step.resolve("waited", lambda: sleep(step, limit))
        elif not patiently(step, node.until, limit) and not step.options.dry_run:
            raise _Exit(f"waited {limit:g} seconds, and it did not appear")

    def _read(self, node: ast.ReadElement) -> None:
        step = self._step
        read: dict[str, Any] = step.resolve("element", lambda: self._shown_by(node))
        if "text" not in read:
            raise _Exit(read["why"])
        try:
            known = element_known(read["text"], node.returns, self._returns(node), name=node.capture.name)
        except CoercionError as exc:
            raise _Exit(str(exc)) from exc
        if known is None:
            raise _Exit(f"it does not clearly show {node.returns}")
        step.notes.ledger.reading()
        step.set(node.capture, known)
        self._unread = [ref for ref in self._unread if ref != node.capture]
        self.done.append(self.written(node))

    def _returns(self, node: ast.ReadElement) -> str:
        return self._node.returns if node.capture == self._node.capture else ""

    def _shown_by(self, node: ast.ReadElement) -> dict[str, str]:
        step = self._step
        patience = Patience(step.session.clock, step.options.verify_seconds)
        while True:
            target = description_of(step, node.target)
            found: Element | NoElement = find(step, target)
            obstacle = str(found) if isinstance(found, NoElement) else self._unread_because(node, target, found)
            if isinstance(found, Element) and not obstacle:
                return {"text": shown_by(found) if self.source == EXACTLY else shown_alone(found)}
            if not nap(step, patience, _PAUSE):
                return {"why": obstacle}

    def _unread_because(self, node: ast.ReadElement, target: Wanted | str, found: Element) -> str:
        """Why a line of a recipe may not read this element; empty if it may."""
        screen, move, last = self._step.screen(), self._move(node), self.last
        if not self._is(node, target, found):
            return f"{found.descriptor} is like it"
        if move is None:
            return ""
        text = shown_alone(found)
        others_found = (meets(e, self._values, screen, reads=True) for e in move.aims)
        if not any(map(str.isalnum, text)):
            return "its element shows no letter and no number"
        if is_cut_off(text):
            return "its text is cut off"
        if move.place and move.place != screen.place:
            return "another page is open"
        if last is not None and not last.done.attempt.changed and isinstance(last.done.attempt.action, _TOUCHES):
            return "the touch before it changed nothing"
        differ = any(e is not None and self._part(e, node) != self._part(found, node) for e in others_found)
        return "the elements that showed its value differ now" if differ else ""

    def _part(self, element: Element, node: ast.ReadElement) -> str | None:
        """The text of an element, or the piece of it that the line reads."""
        text = shown_alone(element)
        return piece(text, node.returns) if is_piece(node.returns) else text

    def _is(self, node: ast.ReadElement, target: Wanted | str, found: Element) -> bool:
        """True if the line may read this element: its names must match exactly, for a line of the program only if a
        value of the step names it."""
        exact = names_value(self._step, node.target) if self.source == EXACTLY else isinstance(target, Wanted)
        return not exact or is_called_so(described(self._step, node.target), found, self._step.screen(), reads=True)
