"""The program counter of a run: its position in the program, and the effect of each operation."""

from __future__ import annotations

from itertools import pairwise

from agentprog.errors import RunError
from agentprog.frozen import frozen
from agentprog.lang import ast
from agentprog.lang.round_variables import own_of_round
from agentprog.lang.table import Row, Table
from agentprog.ports import Screen
from agentprog.runtime.amendments import Amendments, Rounds
from agentprog.runtime.evaluation.expressions import Known
from agentprog.runtime.evaluation.store import Store
from agentprog.runtime.journal.rewind import Trail
from agentprog.runtime.listing import Listing
from agentprog.runtime.operations import NodeKind, Operation, Transition, kind_of_node, transition
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import Act, StepDone, Successor
from agentprog.runtime.session import Session
from agentprog.runtime.state.frames import Frame
from agentprog.runtime.state.tree import ExecutionTree, TreeNode
from agentprog.runtime.state.variables import Provenance, Scope

ERROR = "error"
"""The variable of an `on error` that holds the message."""
_ROUNDS = (NodeKind.LOOP, NodeKind.TRY)
"""Rows that control comes back to from the end of their block."""


@frozen
class Carried:
    """An action that came with the answer before, or the value of a reading, with its step and screen. `given` are that
    answer's verdicts on the conditions on the way, by their rows, and `because` their evidence. `offered` are the steps
    that its prompt listed.
    """

    line: int
    step: str
    screen: Screen
    act: Act | StepDone
    given: tuple[tuple[int, bool], ...] = ()
    because: str = ""
    offered: tuple[Successor, ...] = ()


class Course:
    """The position of one run: its table, frames, variables and tree, and values passed from one row to a later one."""

    def __init__(self, table: Table, listing: Listing, session: Session) -> None:
        self.table = table
        self.listing = listing
        self._session = session
        self.frames: list[Frame] = [Frame(pc=table.start, scope=Scope())]
        self.store = Store(table, self.frames, session)
        self.tree = ExecutionTree()
        self.trail = Trail(table)
        self.amendments = Amendments()
        self.last_file = ""
        self.carried: Carried | None = None
        """An action for a later step, given by an earlier answer."""
        self.returning: Known | None = None
        """The value that the current `return` gives its call."""
        self._frame_count = 0
        self._of_rounds: tuple[Table, dict[int, frozenset[str]]] = (table, {})

    def own_of_round(self, loop: Row) -> frozenset[str]:
        """The variables that each round of a loop sets itself."""
        if self._of_rounds[0] is not self.table:
            self._of_rounds = (self.table, {})
        known = self._of_rounds[1]
        if loop.index not in known:
            known[loop.index] = own_of_round(self.table, loop)
        return known[loop.index]

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    # ------------------------------------------------------------ the counter

    def move(self, row: Row, operation: Operation) -> None:
        """Apply the operation table to the counter."""
        loop = self.table.loop_around(row.index)
        kind = kind_of_node(row.node)
        frame = self.frame
        match transition(kind, operation, line=row.line, in_loop=loop is not None):
            case Transition.SAME | Transition.CALL:
                return  # a call's handler has pushed the frame; its counter is at the task's first row
            case Transition.NEXT:
                if kind in _ROUNDS:
                    self._close_loop(row.index)
                frame.pc = row.after
            case Transition.ENTER:
                self._open_block(row)
                frame.pc = row.body if row.body is not None else row.index if kind in _ROUNDS else row.after
            case Transition.OTHERWISE:
                frame.pc = self._otherwise(row)
            case Transition.LEAVE_LOOP if loop is not None:
                self._forget_inside(loop)
                self._close_loop(loop)
                frame.pc = self.table[loop].after
            case Transition.NEXT_ROUND if loop is not None:
                self._forget_inside(loop)
                frame.pc = loop
            case Transition.LEAVE_FUNCTION:
                result, self.returning = self.returning, None
                self.leave_function(result)
            case _:
                del self.frames[1:]
                self.frame.pc = None

    def _otherwise(self, row: Row) -> int | None:
        """The row after a condition that does not hold: the next condition, the else block, or the row after the
        construct.
        """
        if row.orelse is None:
            return row.after
        alternative = self.table[row.orelse]
        if not isinstance(alternative.node, ast.Otherwise):
            return alternative.index
        self.tree.open(frame=self.frame.id, row=alternative.index)
        return alternative.body if alternative.body is not None else alternative.after

    def enter_function(self, definition: Row, scope: Scope, *, call: Row, app: str | None) -> None:
        """Push a frame for a task of the program; the handler has bound its inputs."""
        deepest = self._session.meter.limits.depth
        if len(self.frames) > deepest:
            raise RunError(
                f"line {call.line}: calls nest more than {deepest} deep",
                hint="Check that the task stops calling itself.",
            )
        self._frame_count += 1
        self.frames.append(
            Frame(pc=definition.body, scope=scope, id=self._frame_count, task=definition, call=call, app=app)
        )
        self.tree.open(frame=self._frame_count, row=definition.index)

    def leave_function(self, result: Known | None) -> bool:
        """Pop the frame and give the call its result. False if the frame was the program itself, which has
        ended then.
        """
        frame = self.frame
        if frame.call is None or frame.task is None:
            frame.pc = None
            return False
        if result is None and isinstance(frame.task.node, ast.FunctionDef):
            result = self._declared(frame.task.node, frame.call)
        self.tree.leave_loop(frame=frame.id, row=frame.task.index)
        self.frames.pop()
        call = frame.call.node
        if isinstance(call, ast.Call) and call.capture is not None:
            known = result or Known(None)
            self.store.set(call.capture, known, frame.call, step=self._session.meter.spent.steps)
        self.frame.pc = frame.call.after
        return True

    def _declared(self, function: ast.FunctionDef, call: Row) -> Known | None:
        """The values named in `task returns`: one value, or an object of several; an unset name counts as nothing."""
        found = {ref.name: self.frame.scope.get(ref.name) for ref in function.returns}
        if not found:
            return None
        if len(function.returns) == 1:
            ref = function.returns[0]
            return self.store.lookup(ref, call) if found[ref.name] is not None else Known(None)
        values = {name: variable.value if variable is not None else None for name, variable in found.items()}
        ranks = [variable.provenance for variable in found.values() if variable is not None]
        return Known(values, max(ranks, key=list(Provenance).index, default=Provenance.PROGRAM))

    # ------------------------------------------------------------ the tree

    def hang_up(self, record: StepRecord) -> None:
        """Give a row that begins its place in the tree, unless it is a loop that begins its next round."""
        row, frame = record.row, self.frame
        if row.index in frame.cursors:
            return
        kind = kind_of_node(row.node)
        node = TreeNode(parent=None, step=record.step, line=row.line, text=record.sentence, kind=kind.value)
        self.tree.enter(node, frame=frame.id, parent=row.parent if row.parent is not None else -1)
        if kind in _ROUNDS:
            self.tree.open(frame=frame.id, row=row.index)

    def _open_block(self, row: Row) -> None:
        frame = self.frame.id
        if kind_of_node(row.node) not in _ROUNDS:
            self.tree.open(frame=frame, row=row.index)
            return
        cursor = self.frame.cursors[row.index]
        node = TreeNode(
            parent=None,
            step=self._session.meter.spent.steps,
            line=row.line,
            text=self.listing.statement(row),
            kind="round",
            iteration=cursor.iteration,
        )
        self.tree.begin_round(node, frame=frame, row=row.index)

    def _forget_inside(self, index: int) -> None:
        """Forget loops and tries inside a row's block when the block is left."""
        frame = self.frame
        outside = {at: cursor for at, cursor in frame.cursors.items() if index not in self.table.around(self.table[at])}
        frame.cursors = outside

    # ------------------------------------------------------------ a failed step

    def lasts(self, text: str) -> None:
        """A statement did something irreversible: no `try` around it may begin again."""
        for frame, row in self._running():
            for index in self.table.around(row):
                if isinstance(self.table[index].node, ast.Try) and index in frame.cursors:
                    frame.cursors[index].lasting = text

    def recover(self, problem: str, *, step: int) -> bool:
        """Continue after a failure: with the next try of a `try` around the statement, or with its `on error`. False if
        neither exists.
        """
        for depth, (frame, row) in reversed(list(enumerate(self._running()))):
            for index in self.table.around(row):
                cursor = frame.cursors.get(index)
                if cursor is None or not isinstance(self.table[index].node, ast.Try):
                    continue
                tries_again = cursor.iteration < (cursor.total or 1) and not cursor.lasting
                if tries_again or self.table[index].orelse is not None:
                    self._unwind(depth, index, problem if tries_again else "", problem=problem, step=step)
                    return True
        return False

    def _running(self) -> list[tuple[Frame, Row]]:
        """Each frame with its current row; for a caller, the row of its call."""
        at = [callee.call for callee in self.frames[1:]]
        at.append(self.table[self.frame.pc] if self.frame.pc is not None else None)
        return [(frame, row) for frame, row in zip(self.frames, at, strict=True) if row is not None]

    def _unwind(self, depth: int, index: int, failed_try: str, *, problem: str, step: int) -> None:
        """Set the counter to a `try` of that frame, to begin again, or to its `on error`."""
        del self.frames[depth + 1 :]
        self._forget_inside(index)
        self.carried = None
        row, frame = self.table[index], self.frame
        self.trail.passed(row, frame=frame.id)
        if failed_try:
            frame.cursors[index].failed = failed_try
            frame.pc = index
            return
        self._close_loop(index)
        frame.pc = row.orelse
        self.store.set(ast.Ref(name=ERROR), Known(problem), row, step=step)

    def _close_loop(self, loop: int) -> None:
        self.frame.cursors.pop(loop, None)
        self.tree.leave_loop(frame=self.frame.id, row=loop)

    @property
    def rounds(self) -> Rounds:
        """The current round of every open loop, in the callers too. A repeated `try` counts as no round."""
        return {
            (frame.id, self.table[index].node.id): cursor.iteration
            for frame in self.frames for index, cursor in frame.cursors.items()
            if not isinstance(self.table[index].node, ast.Try)
        }  # fmt: skip

    # ------------------------------------------------------------ another program

    @property
    def held(self) -> set[int]:
        """Rows that the run's state refers to: calls, tasks, and the loops it is in."""
        found: set[int] = set()
        for frame in self.frames:
            found.update(frame.cursors)
            found.update(row.index for row in (frame.task, frame.call) if row is not None)
        return found

    def swap(self, table: Table, listing: Listing, *, places: dict[int, Row], row: Row) -> None:
        """Replace the table and continue at a `row` of the new one. `places` maps each row in use to its
        replacement.
        """
        old, self.table, self.listing = self.table, table, listing
        self.tree.moved({e.index: table.by_id[e.node.id] for e in old.rows if e.node.id in table.by_id})
        for frame in self.frames:
            frame.cursors = {places[index].index: cursor for index, cursor in frame.cursors.items()}
            frame.task = places[frame.task.index] if frame.task is not None else None
            frame.call = places[frame.call.index] if frame.call is not None else None
        for caller, callee in pairwise(self.frames):
            caller.pc = callee.call.index if callee.call is not None else caller.pc
        around = set(table.around(row))
        self.frame.cursors = {index: cursor for index, cursor in self.frame.cursors.items() if index in around}
        self.frame.pc = row.index
        self.store.use(table)
        self.trail = Trail(table)
        self.carried = None
