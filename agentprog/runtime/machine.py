"""The machine: fetches the row at the program counter, runs it, and moves the counter by the resulting operation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agentprog.errors import AgentProgError, Infeasible, RunError, Stop
from agentprog.lang import ast
from agentprog.lang.table import Row
from agentprog.runtime.amending import amend
from agentprog.runtime.changing import Changes
from agentprog.runtime.context.builder import ContextBuilder
from agentprog.runtime.evaluation.expressions import World
from agentprog.runtime.journal.events import StepFinished, StepStarted
from agentprog.runtime.journal.replay import ResumeMismatch
from agentprog.runtime.journal.rewind import Rewind
from agentprog.runtime.kit import Kit
from agentprog.runtime.operations import Operation
from agentprog.runtime.record import StepRecord
from agentprog.runtime.rehearsal import NotKnown, way_past
from agentprog.runtime.safety.steering import AtWork, Moment, Place
from agentprog.runtime.state.values import CoercionError
from agentprog.runtime.step import Handlers, Step


class Machine:
    """One run of one program. `run` returns at the program's end; any other end is raised."""

    def __init__(self, kit: Kit, handlers: Handlers, worlds: Callable[[Step], World]) -> None:
        self.kit = kit
        self.course = kit.course
        self.contexts = ContextBuilder(kit)
        self._handlers = handlers
        self._worlds = worlds

    def run(self) -> None:
        """Run until the program ends."""
        while True:
            at = self.course.frame.pc
            if at is not None:
                self._run(self.course.table[at])
            elif not self.course.leave_function(None):
                return

    def _run(self, row: Row) -> None:
        self.kit.session.cancel.check()
        self.kit.session.meter.check_time()
        row = self._halt(row)
        step = self._begin(row)
        record = step.record
        try:
            operation = self._handled(step)
        except Rewind as back:
            self._finish(record, "rewind")
            self.course.frame.pc = back.entry
            return
        except (RunError, Infeasible) as exc:
            self.kit.session.met(Moment.FAILED, str(exc))
            self._finish(record, "", failed=str(exc))
            if amend(step, exc) or self._recovered(record, exc):
                return
            raise (_placed(exc, row) if isinstance(exc, RunError) else exc) from exc
        except (AgentProgError, Stop) as exc:
            self._finish(record, "", failed=str(exc))
            raise
        if record.committed:
            self.course.amendments.done(record, self.course.rounds)
            self.course.lasts(record.text)
        self._finish(record, operation.value)
        self.course.trail.passed(row, frame=self.course.frame.id)
        self.course.move(row, operation)

    def _handled(self, step: Step) -> Operation:
        """The handler's result. In a resumed run a statement that failed before fails again."""
        row = step.row
        try:
            operation = self._handlers[type(row.node)](step) or Operation.CONTINUE
        except CoercionError as exc:
            raise RunError(f"line {row.line}: {exc}", line=row.line) from exc
        except NotKnown as exc:
            return self._passed_over(step, exc)
        except ResumeMismatch:
            self._fail_as_before(step)
            raise
        self._fail_as_before(step)
        return operation

    def _passed_over(self, step: Step, problem: NotKnown) -> Operation:
        """End a line that cannot be rehearsed as not done; returns the operation that leads past it."""
        operation, meaning = way_past(step.row.node)
        if isinstance(step.row.node, ast.Call):  # no frame was pushed, so the counter moves here
            self.course.frame.pc = step.row.after
        step.end("not done", f"dry run: {problem}{meaning}")
        return operation

    def _fail_as_before(self, step: Step) -> None:
        following = step.following()
        if isinstance(following, StepFinished) and following.step == step.record.step and following.status == "failed":
            raise RunError(following.detail, line=step.line)

    def _recovered(self, record: StepRecord, problem: RunError | Infeasible) -> bool:
        """True if a `try` around the statement continues with its next try, or with its `on error`."""
        if record.committed:
            self.course.lasts(record.text)
        return self.course.recover(str(problem), step=record.step)

    def _halt(self, row: Row) -> Row:
        """Wait while a person pauses the run, and make their changes; returns the row to continue at. Then look at the
        phone again: they may have used it.
        """
        session = self.kit.session
        changes = Changes(self.kit, self.contexts, row)
        row = changes.again()
        if session.replaying is None:
            session.steering.reached(row.line, changes.holds)
        place = Place(line=row.line, text=self.course.listing.statement(row))
        order = session.halt(session.meter.spent.steps, place, changes.apply)
        if order:
            self.course.carried = None
        if any(remark.taken_over for remark in order):
            self.kit.phone.eyes.handed_back()
        return changes.again()

    def _begin(self, row: Row) -> Step:
        session, course = self.kit.session, self.course
        spent = session.meter.spent
        spent.steps += 1
        record = StepRecord(
            step=spent.steps,
            row=row,
            sentence=course.listing.sentence(row),
            text=course.listing.statement(row),
            started=session.meter.elapsed,
            before=replace(spent),
        )
        course.hang_up(record)
        session.at_work = AtWork(
            step=record.step,
            place=Place(line=row.line, text=record.sentence, within=True),
            holds=Changes(self.kit, self.contexts, row).holds,
            look_away=self.kit.phone.eyes.handed_back,
        )
        cursor = course.frame.cursors.get(row.index)
        session.emit(
            StepStarted(
                at=0.0,
                step=record.step,
                node=row.node.id,
                line=row.line,
                kind=type(row.node).__name__,
                text=record.text,
                depth=row.depth + len(course.frames) - 1,
                iteration=cursor.iteration if cursor is not None else 0,
            )
        )
        return Step(record=record, kit=self.kit, contexts=self.contexts, worlds=self._worlds)

    def _finish(self, record: StepRecord, operation: str, *, failed: str = "") -> None:
        session, row = self.kit.session, record.row
        spent = session.meter.spent
        if failed:
            record.status, record.detail = "failed", failed
        node = self.course.tree.current
        if node.step == record.step:
            node.status, node.result = record.status, record.detail
        self.contexts.ended(record)
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
                model_calls=spent.model_calls - record.before.model_calls,
                tokens=spent.tokens - record.before.tokens,
                money=round(spent.money - record.before.money, 9),
                unpriced=spent.unpriced - record.before.unpriced,
                detail=record.detail,
                witness=record.witness,
            )
        )


def _placed(error: RunError, row: Row) -> RunError:
    """The same error, with its place in the program."""
    if error.line or error.message.startswith(("line ", "PC")):
        return error
    return RunError(f"line {row.line}: {error.message}", hint=error.hint, evidence=error.evidence, line=row.line)
