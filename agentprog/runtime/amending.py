"""When the phone shows that a program assumed wrong, its rest may be written anew while it runs.

What has been executed stays as it is: the lines before the one that failed are kept word for word, so their nodes keep
their ids, and every frame, loop and call goes on where it stands. An effect that was committed is never done again.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agentprog.errors import AgentProgError, Infeasible, ModelError, RunError
from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.diagnostics import Diagnostic
from agentprog.lang.source.mend import number_ends
from agentprog.lang.table import Row, Table, compile_program
from agentprog.runtime.context.mentions import literals_of
from agentprog.runtime.grounding.scope import in_front
from agentprog.runtime.journal.events import ProgramAmended
from agentprog.runtime.journal.rewind import Trail
from agentprog.runtime.listing import Listing
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import AmendRequest
from agentprog.runtime.safety.risk import Risk, asks_for

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

MOST = 2
"""Amendments of one run, unless its options say otherwise."""
_ATTEMPTS = 3
_FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\n(.*?)(?:\n[ \t]*```|\Z)", re.DOTALL)
_ON_THE_PHONE = ast.Action | ast.DirectUI | ast.Extract | ast.Verify | ast.Wait


class _Unfit(Exception):
    """The amended text cannot take the place of the program; the message is for who wrote it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Fitted:
    """A new table with the places that the run's state stands at."""

    table: Table
    text: str
    entry: int
    places: dict[int, Row]
    """Old index to new entry, of calls, tasks and loops that are open."""


class Amendments:
    """Of one run: how many there were, and what had been committed before the last of them."""

    def __init__(self) -> None:
        self.count = 0
        self.committed: list[str] = []
        """Action statements, with their values, that have made something lasting."""
        self._before: tuple[str, ...] = ()
        self._from_line = 0

    def done(self, record: StepRecord) -> None:
        """A statement has ended that committed something."""
        if isinstance(record.row.node, ast.Action):
            self.committed.append(record.text)

    def already(self, row: Row, text: str) -> bool:
        """Whether a new line would do again what was committed before the program was amended."""
        if not self.count or row.line < self._from_line:
            return False
        return any(same_effect(text, other) for other in self._before)

    def apply(self, machine: Machine, row: Row, record: StepRecord, problem: AgentProgError | Infeasible) -> bool:
        """Amend the program and go on with it; False when that may not be, and the problem ends the run."""
        replay = machine.kit.session.replaying
        if replay is not None:
            event = replay.peek()
            if not isinstance(event, ProgramAmended):
                return False
            replay.take(ProgramAmended, row.node.id)
            fitted = fit(machine, row, event.text, apps=tuple(event.apps), first=event.line)
            self._swap(machine, fitted, event.line)
            return True
        if not self.may(machine, row, record, problem):
            return False
        apps = tuple(app.label for app in machine.kit.handset.apps(row.line))
        written = self._written(machine, row, problem, apps)
        if written is None:
            return False
        self._tell(machine, row, record, problem, written, apps)
        self._swap(machine, written, row.line)
        return True

    def may(self, machine: Machine, row: Row, record: StepRecord, problem: AgentProgError | Infeasible) -> bool:
        """Whether the program may be amended because of this problem."""
        options = machine.kit.options
        most = options.replans if options.replans is not None else MOST if options.source == "model" else 0
        wrong = isinstance(problem, Infeasible) or type(problem) is RunError
        if not wrong or self.count >= most or options.dry_run or machine.kit.roles.amender is None:
            return False
        # A step that sent, paid or deleted and then failed is no wrong assumption: nobody knows how much is done.
        return isinstance(row.node, _ON_THE_PHONE) and not record.risky and machine.kit.handset.there

    def _written(
        self, machine: Machine, row: Row, problem: AgentProgError | Infeasible, apps: tuple[str, ...]
    ) -> _Fitted | None:
        """A rest that fits, after at most so many attempts; None when none did."""
        amender = machine.kit.roles.amender
        lines = machine.kit.listing.text.splitlines()
        kept = "\n".join(lines[: row.line - 1])
        draft = ""
        problems: tuple[str, ...] = ()
        for _ in range(_ATTEMPTS):
            if amender is None:
                return None
            machine.kit.session.cancel.check()
            try:
                draft = _bare(amender.amend(self._request(machine, row, problem, apps, kept, draft, problems)))
            except ModelError:
                return None
            text = f"{kept}\n{draft}\n" if kept else f"{draft}\n"
            try:
                if text.split() == machine.kit.listing.text.split():
                    raise _Unfit("these are the lines that could not be done: write them otherwise, or leave them out")
                return fit(machine, row, text, apps=apps, first=row.line)
            except _Unfit as unfit:
                problems = tuple(str(unfit).splitlines())
        return None

    def _request(
        self,
        machine: Machine,
        row: Row,
        problem: AgentProgError | Infeasible,
        apps: tuple[str, ...],
        kept: str,
        draft: str,
        problems: tuple[str, ...],
    ) -> AmendRequest:
        screen = machine.kit.handset.last
        return AmendRequest(
            instruction=machine.kit.options.instruction,
            program=machine.kit.listing.numbered,
            kept=kept,
            line=row.line,
            problem=_said(problem),
            apps=apps,
            now=machine.kit.now(),
            done=tuple(self.committed[-20:]),
            variables=tuple(variable.preview(120) for variable in machine.frame.scope)[-20:],
            screen=screen,
            draft=draft,
            problems=problems,
            front=in_front(machine, screen, row.line) if screen is not None else "",
            language=machine.kit.handset.language,
        )

    def _tell(
        self,
        machine: Machine,
        row: Row,
        record: StepRecord,
        problem: AgentProgError | Infeasible,
        fitted: _Fitted,
        apps: tuple[str, ...],
    ) -> None:
        old = machine.kit.listing.text.splitlines()
        changes = difflib.unified_diff(old, fitted.text.splitlines(), "program.stp", "amended", lineterm="")
        folder = machine.kit.session.folder
        if folder is not None:
            folder.save_amended(fitted.text, number=self.count + 1)
        machine.kit.session.emit(
            ProgramAmended(
                at=0.0,
                step=record.step,
                node=row.node.id,
                line=row.line,
                reason=_said(problem),
                diff="\n".join(changes),
                text=fitted.text,
                apps=list(apps),
            )
        )

    def _swap(self, machine: Machine, fitted: _Fitted, line: int) -> None:
        """Put the new table in the old one's place, every frame standing where it stood."""
        self.count += 1
        self._before, self._from_line = tuple(self.committed), line
        old, new = machine.table, fitted.table
        machine.tree.moved({e.index: new.by_id[e.node.id] for e in old.rows if e.node.id in new.by_id})
        for frame in machine.frames:
            frame.cursors = {fitted.places[index].index: cursor for index, cursor in frame.cursors.items()}
            frame.task = fitted.places[frame.task.index] if frame.task is not None else None
            frame.call = fitted.places[frame.call.index] if frame.call is not None else None
        for caller, callee in zip(machine.frames, machine.frames[1:], strict=False):
            caller.pc = callee.call.index if callee.call is not None else caller.pc
        frame, around = machine.frame, _ancestors(new, new[fitted.entry])
        frame.cursors = {index: cursor for index, cursor in frame.cursors.items() if index in around}
        frame.pc = fitted.entry
        machine.table = new
        machine.store.use(new)
        machine.trail = Trail(new)
        machine.carried = None
        _account(machine, fitted.text, line)
        machine.kit.listing = Listing(fitted.text)
        machine.context.amended()


def _account(machine: Machine, text: str, line: int) -> None:
    """What the program said and says no more counts as not done: a run that gave something up is not verified."""
    gone = "\n".join(machine.kit.listing.text.splitlines()[line - 1 :])
    rest = "\n".join(text.splitlines()[line - 1 :])
    said = (literals_of(_without_app(sentence), ()) for sentence in gone.splitlines())
    lost = tuple(dict.fromkeys(value for values in said for value in values if value not in rest))
    if lost:
        machine.kit.ledger.effect(proven=False, line=line, text=gone, literals=lost)


def fit(machine: Machine, row: Row, text: str, *, apps: tuple[str, ...], first: int) -> _Fitted:
    """The amended text as a table in which everything that is open has its place. Raises _Unfit."""
    report = check_text(text, mode="lenient", name="program", known_apps=apps)
    wrong = [found for found in report.diagnostics if found.severity == "error"]
    if wrong or report.parsed.program is None:
        raise _Unfit("\n".join(_line(found) for found in wrong[:6]) or "there is no program in it")
    table = compile_program(report.parsed.program)
    places = {index: _place(machine.table[index], table) for index in _open(machine)}
    entry = next((e for e in table.rows if e.line >= first and e.task.casefold() == row.task.casefold()), None)
    if entry is None:
        raise _Unfit("nothing follows the lines that were kept: write what is still to be done")
    around = {machine.table[index].node.id for index in _ancestors(machine.table, row)}
    above = table[entry.parent].node.id if entry.parent is not None else None
    if above is not None and above not in around:
        raise _Unfit(f"line {entry.line} stands in another block than line {row.line} did: indent it as that was")
    return _Fitted(table=table, text=text, entry=entry.index, places=places)


def _ancestors(table: Table, row: Row) -> set[int]:
    """The loops, branches, scopes and task around an entry."""
    found: set[int] = set()
    while row.parent is not None:
        found.add(row.parent)
        row = table[row.parent]
    return found


def _open(machine: Machine) -> set[int]:
    """Entries of the old table that the run's state refers to: calls, tasks, and the loops it is in."""
    found: set[int] = set()
    for frame in machine.frames:
        found.update(frame.cursors)
        found.update(entry.index for entry in (frame.task, frame.call) if entry is not None)
    return found


def _place(old: Row, table: Table) -> Row:
    index = table.by_id.get(old.node.id)
    if index is None:
        raise _Unfit(f"line {old.line} is still being executed and may not change: keep it as it was")
    return table[index]


def same_effect(one: str, other: str) -> bool:
    """Whether two statements ask for the same lasting thing: equal words, or one kind of effect on the same values."""
    if _words(one) == _words(other):
        return True
    values = set(literals_of(_without_app(one), ()))
    if not values or values != set(literals_of(_without_app(other), ())):
        return False
    return any(asks_for(risk, [one]) and asks_for(risk, [other]) for risk in _LASTING)


_LASTING = (Risk.SEND, Risk.CALL, Risk.PAY, Risk.DELETE, Risk.INSTALL, Risk.SHARE)
_APP = re.compile(r"^\s*In the\b[^,]*,\s*", re.IGNORECASE)


def _without_app(sentence: str) -> str:
    return _APP.sub("", sentence)


def _words(sentence: str) -> str:
    return " ".join(re.sub(r"[^\w+@.]+", " ", _without_app(sentence).casefold()).split())


def _bare(answer: str) -> str:
    """The lines of an answer, without a fence around them or the numbers they were shown with."""
    fenced = _FENCE.search(answer)
    lines = (fenced[1] if fenced is not None else answer).rstrip().splitlines()
    while lines and not lines[0].strip():
        lines.pop(0)
    return "\n".join(line[cut:] for line, cut in zip(lines, number_ends(lines), strict=True))


def _said(problem: AgentProgError | Infeasible) -> str:
    return problem.reason if isinstance(problem, Infeasible) else problem.message


def _line(diagnostic: Diagnostic) -> str:
    advice = f" ({diagnostic.suggestion})" if diagnostic.suggestion else ""
    return f"line {diagnostic.span.line}: {diagnostic.message}{advice}"
