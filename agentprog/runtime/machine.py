"""The machine: fetches the row under the program counter, runs it, and moves the counter by the operation it gave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from agentprog.errors import AgentProgError, Infeasible, ModelNotConfigured, RunError, Stop
from agentprog.lang import ast
from agentprog.lang.table import Row, Table
from agentprog.runtime.amending import Amendments
from agentprog.runtime.context.builder import ContextBuilder
from agentprog.runtime.context.mentions import literals_of
from agentprog.runtime.evaluation.expressions import Known, evaluate, template, truth
from agentprog.runtime.evaluation.store import Store
from agentprog.runtime.evaluation.world import NoWorld, RowWorld
from agentprog.runtime.grounding.counter import Carried
from agentprog.runtime.journal.events import Resolved, StepFinished, StepStarted
from agentprog.runtime.journal.rewind import Rewind, Trail
from agentprog.runtime.kit import Kit
from agentprog.runtime.operations import NodeKind, Operation, Transition, kind_of_node, transition
from agentprog.runtime.record import StepRecord
from agentprog.runtime.safety.steering import Place
from agentprog.runtime.state.frames import Frame
from agentprog.runtime.state.tree import ExecutionTree, TreeNode
from agentprog.runtime.state.values import CoercionError, Value, as_text
from agentprog.runtime.state.variables import Provenance, Scope

Handler = Callable[["Machine", Row, StepRecord], Operation]
R = TypeVar("R")


class Machine:
    """One run of one table. `run` returns at the program's end and raises what ends it otherwise."""

    def __init__(self, table: Table, kit: Kit, handlers: dict[type[Any], Handler]) -> None:
        self.table = table
        self.kit = kit
        self.frames: list[Frame] = [Frame(pc=table.start, scope=Scope())]
        self.store = Store(table, self.frames, kit.session)
        self.tree = ExecutionTree()
        self.context = ContextBuilder(self)
        self.trail = Trail(table)
        self.amendments = Amendments()
        self.last_file = ""
        self.carried: Carried | None = None
        """An action for a step to come that the answer before has given already."""
        self.returning: Known | None = None
        """What the `return` at hand gives its call."""
        self._handlers = handlers
        self._frame_count = 0

    # ------------------------------------------------------------ the cycle

    def run(self) -> None:
        """Until the program ends."""
        while True:
            if self.frame.pc is not None:
                self._step(self.table[self.frame.pc])
            elif not self.leave_function(None):
                return

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def _step(self, row: Row) -> None:
        self.kit.session.cancel.check()
        self.kit.session.meter.check_time()
        self._halt(row)
        record = self._begin(row)
        try:
            operation = self._handlers[type(row.node)](self, row, record)
        except CoercionError as exc:
            error = RunError(f"line {row.line}: {exc}", line=row.line)
            self._finish(record, "", failed=str(exc))
            raise error from exc
        except Rewind as back:
            self._finish(record, "rewind")
            self.frame.pc = back.entry
            return
        except (RunError, Infeasible) as exc:
            self._finish(record, "", failed=str(exc))
            if self.amendments.apply(self, row, record, exc):
                return
            raise (_placed(exc, row) if isinstance(exc, RunError) else exc) from exc
        except (AgentProgError, Stop) as exc:
            self._finish(record, "", failed=str(exc))
            raise
        if record.committed:
            self.amendments.done(record)
        self._finish(record, operation.value)
        self.trail.passed(row, frame=self.frame.id)
        self._move(row, operation)

    def _halt(self, row: Row) -> None:
        """Wait here while a person holds the run. What they did on the phone meanwhile is seen by a new look."""
        session = self.kit.session
        place = Place(line=row.line, text=self.kit.listing.statement(row))
        heard = session.halt(session.meter.spent.steps, place)
        if heard:
            self.carried = None
        if any(remark.taken_over for remark in heard):
            self.kit.handset.look_away()

    def _begin(self, row: Row) -> StepRecord:
        session = self.kit.session
        spent = session.meter.spent
        spent.steps += 1
        sentence = self.kit.listing.statement(row)
        record = StepRecord(
            step=spent.steps,
            row=row,
            sentence=self.kit.listing.sentence(row),
            text=sentence,
            started=session.meter.elapsed,
            model_calls=spent.model_calls,
            tokens=spent.tokens,
            money=spent.money,
            unpriced=spent.unpriced,
            actions=0,
        )
        cursor = self.frame.cursors.get(row.index)
        self._hang_up(row, record, again=cursor is not None)
        session.emit(
            StepStarted(
                at=0.0,
                step=record.step,
                node=row.node.id,
                line=row.line,
                kind=type(row.node).__name__,
                text=sentence,
                depth=row.depth + len(self.frames) - 1,
                iteration=cursor.iteration if cursor is not None else 0,
            )
        )
        return record

    def _finish(self, record: StepRecord, operation: str, *, failed: str = "") -> None:
        session, row = self.kit.session, record.row
        spent = session.meter.spent
        if failed:
            record.status, record.detail = "failed", failed
        node = self.tree.current
        if node.step == record.step:
            node.status, node.result = record.status, record.detail
        self.context.ended(record)
        session.emit(
            StepFinished(
                at=0.0,
                step=record.step,
                node=row.node.id,
                line=row.line,
                kind=type(row.node).__name__,
                operation=operation,
                status=record.status,
                tier=record.tier.value,
                seconds=round(session.meter.elapsed - record.started, 4),
                actions=record.actions,
                model_calls=spent.model_calls - record.model_calls,
                tokens=spent.tokens - record.tokens,
                money=round(spent.money - record.money, 9),
                unpriced=spent.unpriced - record.unpriced,
                detail=record.detail,
            )
        )

    # ------------------------------------------------------------ the counter

    def _move(self, row: Row, operation: Operation) -> None:
        """Apply the operation table to the counter."""
        loop = self.table.loop_around(row.index)
        kind = kind_of_node(row.node)
        frame = self.frame
        match transition(kind, operation, line=row.line, in_loop=loop is not None):
            case Transition.SAME | Transition.CALL:
                return  # of a call, the handler has pushed the frame: its counter stands at the task's first entry
            case Transition.NEXT:
                if kind is NodeKind.LOOP:
                    self._close_loop(row.index)
                frame.pc = row.after
            case Transition.ENTER:
                self._open_block(row)
                frame.pc = row.body if row.body is not None else row.index if kind is NodeKind.LOOP else row.after
            case Transition.OTHERWISE:
                frame.pc = self._otherwise(row)
            case Transition.LEAVE_LOOP if loop is not None:
                self._close_loop(loop)
                frame.pc = self.table[loop].after
            case Transition.NEXT_ROUND:
                frame.pc = loop
            case Transition.LEAVE_FUNCTION:
                result, self.returning = self.returning, None
                self.leave_function(result)
            case _:
                del self.frames[1:]
                self.frame.pc = None

    def _otherwise(self, row: Row) -> int | None:
        """Where a condition that does not hold leads: to the next one, into the else block, or behind it all."""
        if row.orelse is None:
            return row.after
        other = self.table[row.orelse]
        if not isinstance(other.node, ast.Otherwise):
            return other.index
        self.tree.open(frame=self.frame.id, row=other.index)
        return other.body if other.body is not None else other.after

    def enter_function(self, definition: Row, scope: Scope, *, call: Row, app: str | None) -> None:
        """Push a frame for a task of the program; the handler has bound its inputs."""
        deepest = self.kit.session.meter.limits.depth
        if len(self.frames) > deepest:
            raise RunError(
                f"line {call.line}: calls nest more than {deepest} deep", hint="Does the task call itself without end?"
            )
        self._frame_count += 1
        self.frames.append(
            Frame(pc=definition.body, scope=scope, id=self._frame_count, task=definition, call=call, app=app)
        )
        self.tree.open(frame=self._frame_count, row=definition.index)

    def leave_function(self, result: Known | None) -> bool:
        """Pop the frame and give the call its result; False when it was the program itself, which has then ended."""
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
            self.store.set(call.capture, known, frame.call, step=self.kit.session.meter.spent.steps)
        self.frame.pc = frame.call.after
        return True

    def _declared(self, function: ast.FunctionDef, call: Row) -> Known | None:
        """What `task returns` names: one value, or an object of several; a name that was never set is nothing."""
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

    def _hang_up(self, row: Row, record: StepRecord, *, again: bool) -> None:
        if again:
            return
        frame = self.frame.id
        node = TreeNode(
            parent=None, step=record.step, line=row.line, text=record.sentence, kind=kind_of_node(row.node).value
        )
        self.tree.enter(node, frame=frame, parent=row.parent if row.parent is not None else -1)
        if kind_of_node(row.node) is NodeKind.LOOP:
            self.tree.open(frame=frame, row=row.index)

    def _open_block(self, row: Row) -> None:
        frame = self.frame.id
        if kind_of_node(row.node) is not NodeKind.LOOP:
            self.tree.open(frame=frame, row=row.index)
            return
        cursor = self.frame.cursors[row.index]
        node = TreeNode(
            parent=None,
            step=self.kit.session.meter.spent.steps,
            line=row.line,
            text=self.kit.listing.statement(row),
            kind="round",
            iteration=cursor.iteration,
        )
        self.tree.begin_round(node, frame=frame, row=row.index)

    def _close_loop(self, loop: int) -> None:
        self.frame.cursors.pop(loop, None)
        self.tree.leave_loop(frame=self.frame.id, row=loop)

    # ------------------------------------------------------------ for handlers

    def value(self, expr: ast.Expr, row: Row, record: StepRecord) -> Known:
        """The value of an expression on this row. Raises CoercionError or what asking the world raises."""
        return evaluate(expr, RowWorld(self, row, record))

    def holds(self, expr: ast.Expr, row: Row, record: StepRecord) -> bool:
        """Whether a condition holds on this row."""
        return bool(truth(expr, RowWorld(self, row, record)).value)

    def text(self, expr: ast.Template, row: Row, record: StepRecord) -> str:
        """A template with values in it."""
        return as_text(template(expr, RowWorld(self, row, record)).value)

    def constant(self, expr: ast.Expr) -> Known:
        """The value of an expression that stands on no row, such as the default of an input."""
        return evaluate(expr, NoWorld())

    def literals(self, expr: ast.Template, row: Row, record: StepRecord) -> tuple[str, ...]:
        """What a sentence mentions literally, its variables' values first of all."""
        values = [self.store.lookup(ref, row).value for ref in expr.refs]
        return literals_of(self.text(expr, row, record), values)

    def app_of(self, row: Row, record: StepRecord) -> str | None:
        """The app this row runs in: its own scope, else the scope its task was called from."""
        app = self.table.apps.get(row.node.id)
        return self.text(app, row, record) if app is not None else self.frame.app

    def resolve(self, record: StepRecord, what: str, produce: Callable[[], Value]) -> Value:
        """An answer from outside the program: made and recorded once, read from the journal in a second life."""
        replay = self.kit.session.replaying
        if replay is not None:
            found = replay.take(Resolved, record.row.node.id)
            if found.what == what:
                return found.value
            raise RunError(f"line {record.row.line}: the journal has {found.what!r} where {what!r} belongs")
        value = produce()
        self.kit.session.emit(Resolved(at=0.0, step=record.step, node=record.row.node.id, what=what, value=value))
        return value

    def need(self, role: R | None, row: Row, what: str) -> R:
        """The role, or the error that says which line asks for it and what to configure."""
        if role is None:
            raise ModelNotConfigured(
                f"line {row.line} {what}, and this run has no model for it: {self.kit.listing.statement(row)}",
                hint="Name a model with --model (or AGENTPROG_MODEL), or write the step so exactly that it needs none.",
            )
        return role


def _placed(error: RunError, row: Row) -> RunError:
    """The same error, saying where it happened."""
    if error.line or error.message.startswith(("line ", "PC")):
        return error
    return RunError(f"line {row.line}: {error.message}", hint=error.hint, evidence=error.evidence, line=row.line)
