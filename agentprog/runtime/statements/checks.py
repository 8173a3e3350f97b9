"""Verify and wait: postconditions with three outcomes, and patience with a limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentprog.errors import NeedsHuman, RunError
from agentprog.lang import ast
from agentprog.lang.table import Row
from agentprog.ports import OpenApp
from agentprog.ports.watching import Patience, Scrolled, watch
from agentprog.runtime.context.mentions import literals_of, refs_of
from agentprog.runtime.evaluation.world import look
from agentprog.runtime.grounding.step import ground
from agentprog.runtime.grounding.watching import nap, scroll_to
from agentprog.runtime.journal.events import Recovering, Resolved
from agentprog.runtime.journal.rewind import Rewind
from agentprog.runtime.operations import Operation
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.roles import StepDone
from agentprog.runtime.state.values import as_text, to_number
from agentprog.runtime.statements.flow import node_of

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

EVIDENCE = "evidence"
_PAUSE = 0.5
_NAP = 0.25


def verify(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """Verified goes on and proves what was done before it; failed ends the run; unverifiable is remembered."""
    node = node_of(row, ast.Verify)
    if isinstance(node.condition, ast.Semantic):
        holds = _in_words(machine, row, record, node.condition)
    else:
        holds = _patiently(machine, row, record, node.condition, machine.kit.options.verify_seconds)
    if holds is None:
        record.status = "unverifiable"
        machine.kit.ledger.unverifiable.append(row.line)
        return Operation.CONTINUE
    if not holds and machine.trail.doubted:
        holds = _found_after_all(machine, row, record, node.condition)
    if not holds and _unseen(machine, record, node.condition):
        return Operation.CONTINUE
    if not holds:
        raise RunError(f"line {row.line}: this does not hold: {record.text}", line=row.line)
    machine.trail.doubted = ""
    record.status = "verified"
    values = [machine.store.lookup(ref, row).value for ref in refs_of(node)]
    machine.kit.ledger.confirmed(literals_of(record.text, values))
    return Operation.CONTINUE


def _found_after_all(machine: Machine, row: Row, record: StepRecord, condition: ast.Expr) -> bool:
    """Whether what an interrupted action was to bring about is on the phone after all: its app is opened again and gone
    through to its end. True: it was done. Raises Rewind when it is nowhere: then it was not, and the way to it is gone
    again; of what was to be sent or paid a person is asked first."""
    trail, handset = machine.trail, machine.kit.handset
    name = trail.app or machine.app_of(row, record)
    if isinstance(condition, ast.OnScreen) and name and _shown_somewhere(machine, row, record, condition, name):
        return True
    doubted, asks = trail.doubted, bool(trail.doubted_risk) or not (isinstance(condition, ast.OnScreen) and name)
    if asks and machine.resolve(record, "done", lambda: handset.ask_whether_done(doubted)):
        return True
    why = f"the run was interrupted before this was done: {doubted}"
    entry = trail.back_from_doubt(row, frame=machine.frame.id)
    if entry is None:
        raise NeedsHuman(f"line {row.line}: {why}, and it cannot be done again safely")
    record.status, record.detail = "rewound", why
    if machine.kit.session.replaying is None:
        routine = f"go back to line {machine.table[entry].line}"
        machine.kit.session.emit(Recovering(at=0.0, step=record.step, gap=why, routine=routine))
    raise Rewind(entry, why)


def _shown_somewhere(machine: Machine, row: Row, record: StepRecord, condition: ast.OnScreen, app: str) -> bool:
    """Whether the text is in the app's list, all of which is looked at."""
    handset = machine.kit.handset
    handset.act(record, OpenApp(name=app), why=EVIDENCE)
    wanted = machine.text(condition.text, row, record)

    def shown() -> bool:
        return bool(machine.resolve(record, "on screen", lambda: handset.current(record).shows(wanted)))

    search = scroll_to(machine, record, shown, why=EVIDENCE)
    if search.found or search.last is Scrolled.AT_END:
        return search.found
    raise NeedsHuman(f"line {row.line}: the end of the list was not seen: is this done? {machine.trail.doubted}")


def _in_words(machine: Machine, row: Row, record: StepRecord, condition: ast.Semantic) -> bool | None:
    """Judged where the run is; when that screen cannot tell, once more after looking for one that can."""
    record.rises_to(Tier.SEMANTIC)
    words = machine.text(condition.text, row, record)
    record.text = words
    holds, evidence = look(machine, row, record, words)
    if holds is None and machine.kit.roles.grounder is not None and not machine.kit.options.dry_run:
        literals = machine.literals(condition.text, row, record)
        goal = f"Without changing anything, show the screen that tells whether {words}"

        def told() -> StepDone | None:
            nonlocal holds, evidence
            holds, evidence = look(machine, row, record, words)
            return None if holds is None else StepDone(reason="the screen tells", evidence=evidence)

        ground(machine, row, record, goal=goal, literals=literals, arrived=told)
    record.detail = evidence
    return holds


def _patiently(machine: Machine, row: Row, record: StepRecord, condition: ast.Expr, seconds: float) -> bool:
    """Ask again until it holds or the time is over; what the screen does not decide is asked once."""
    session, patience = machine.kit.session, Patience(machine.kit.session.clock, seconds)
    patient = machine.kit.handset.there and not machine.kit.options.dry_run and _watches(condition)

    def again() -> bool:
        replay = session.replaying
        if not patient or replay is not None:
            return patient and replay is not None and isinstance(replay.peek(), Resolved)
        return nap(machine, patience, _PAUSE)

    return watch(lambda: machine.holds(condition, row, record), again)


def _watches(condition: ast.Expr) -> bool:
    """Whether the condition's value can change by waiting."""
    if isinstance(condition, ast.OnScreen | ast.Semantic):
        return True
    if isinstance(condition, ast.Not):
        return _watches(condition.operand)
    return isinstance(condition, ast.Logic) and any(_watches(operand) for operand in condition.operands)


def _unseen(machine: Machine, record: StepRecord, condition: ast.Expr) -> bool:
    """Whether this is a dry run, whose screen never comes to show what its steps would have done."""
    if not (machine.kit.options.dry_run and _watches(condition)):
        return False
    record.status, record.detail = "not done", "dry run: the screen is as it was"
    return True


def wait(machine: Machine, row: Row, record: StepRecord) -> Operation:
    """A time, or until something holds: then a time limit, whose end is a failure."""
    node = node_of(row, ast.Wait)
    if node.seconds is not None:
        seconds = float(to_number(machine.value(node.seconds, row, record).value))
        machine.resolve(record, "waited", lambda: _sleep(machine, seconds))
        return Operation.CONTINUE
    if node.until is not None and not _patiently(machine, row, record, node.until, machine.kit.options.appear_seconds):
        if _unseen(machine, record, node.until):
            return Operation.CONTINUE
        limit = machine.kit.options.appear_seconds
        raise RunError(f"line {row.line}: waited {limit:g} seconds, and it did not come: {as_text(record.sentence)}")
    return Operation.CONTINUE


def _sleep(machine: Machine, seconds: float) -> bool:
    """In short naps, so that a cancel is heard; nothing in a dry run."""
    patience = Patience(machine.kit.session.clock, 0.0 if machine.kit.options.dry_run else seconds)
    while nap(machine, patience, _NAP):
        pass
    return True
