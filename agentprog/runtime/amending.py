"""Replaces the rest of a program during the run, when the phone contradicts its assumptions.

Executed lines stay: the lines before the failing one are kept word for word, so their nodes keep their ids, and every
frame, loop and call continues at its place. A committed effect is never repeated.
"""

from __future__ import annotations

import difflib
import re

from agentprog.errors import AgentProgError, Infeasible, ModelError, ModelReplyCut
from agentprog.frozen import frozen, replace
from agentprog.identity import says
from agentprog.lang.check import check_text
from agentprog.lang.diagnostics import Diagnostic
from agentprog.lang.parser import Mode
from agentprog.lang.source.repairs import number_ends
from agentprog.lang.table import Row, Table, compile_program
from agentprog.runtime.context.builder import ContextBuilder
from agentprog.runtime.course import Course
from agentprog.runtime.evaluation.mentions import literals_of
from agentprog.runtime.journal.events import ProgramAmended
from agentprog.runtime.kit import Kit
from agentprog.runtime.listing import Listing
from agentprog.runtime.roles import AmendRequest
from agentprog.runtime.session import Session
from agentprog.runtime.step import Step
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.intent import without_app

_ATTEMPTS = 3
_FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\n(.*?)(?:\n[ \t]*```|\Z)", re.DOTALL)


class Unfit(Exception):
    """The amended text cannot replace the rest of the program; the message is for the author of the text."""


@frozen
class Fitted:
    """A new table, with the row at which each part of the run's state continues."""

    table: Table
    text: str
    row: Row
    places: dict[int, Row]
    """Old index to new row, of calls, tasks and loops that are open."""


def amend(step: Step, problem: AgentProgError | Infeasible) -> bool:
    """Amend the program and continue. False if amending is not allowed or fails; then the problem ends the run."""
    replay = step.replay
    if replay is not None:
        event = replay.peek()
        if not isinstance(event, ProgramAmended):
            return False
        replay.take(ProgramAmended, step.row.node.id)
        fitted = fit(step.course, step.row, event.text, apps=tuple(event.apps), first=event.line)
        swap(step.kit, step.contexts, fitted, event.line, by_model=True)
        return True
    if not step.may_be_amended(problem):
        return False
    apps = tuple(app.label for app in step.apps())
    written = _written(step, problem, apps)
    if written is None:
        return False
    tell(step.session, step.course, step.row, written, reason=_problem_text(problem), apps=apps)
    swap(step.kit, step.contexts, written, step.line, by_model=True)
    return True


def _written(step: Step, problem: AgentProgError | Infeasible, apps: tuple[str, ...]) -> Fitted | None:
    """Replacement lines that fit, after a limited number of attempts; None if no attempt fits."""
    program, amender = step.course.listing.text, step.roles.amender
    before = "\n".join(program.splitlines()[: step.line - 1])
    request = _request(step, problem, apps)
    for _ in range(_ATTEMPTS):
        if amender is None:
            return None
        step.session.cancel.check()
        try:
            draft = _plain_lines(amender.amend(request))
        except ModelReplyCut as cut:
            request = replace(request, draft=cut.evidence, problems=("it was too long and broke off: write less",))
            continue
        except ModelError:
            return None
        text = f"{before}\n{draft}\n" if before else f"{draft}\n"
        try:
            if text.split() == program.split():
                raise Unfit("these lines failed before: write them differently, or leave them out")
            return fit(step.course, step.row, text, apps=apps, first=step.line)
        except Unfit as unfit:
            request = replace(request, draft=draft, problems=tuple(str(unfit).splitlines()))
    return None


def _request(step: Step, problem: AgentProgError | Infeasible, apps: tuple[str, ...]) -> AmendRequest:
    eyes, course = step.phone.eyes, step.course
    screen = eyes.last
    return AmendRequest(
        instruction=step.options.instruction,
        program=course.listing.numbered,
        line=step.line,
        problem=_problem_text(problem),
        apps=apps,
        now=step.kit.now(),
        done=tuple(deed.text for deed in course.amendments.committed[-20:]),
        variables=tuple(variable.preview(120) for variable in course.frame.scope)[-20:],
        screen=screen,
        front=eyes.in_front(screen, step.line) if screen is not None else "",
        language=step.phone.connection.language,
    )


def tell(session: Session, course: Course, row: Row, fitted: Fitted, *, reason: str, apps: tuple[str, ...]) -> None:
    """Record that the program changes from this row on."""
    old = course.listing.text.splitlines()
    changes = difflib.unified_diff(old, fitted.text.splitlines(), "program.stp", "amended", lineterm="")
    if session.folder is not None:
        session.folder.save_amended(fitted.text, number=course.amendments.count + 1)
    session.emit(
        ProgramAmended(
            at=0.0,
            step=session.meter.spent.steps,
            node=row.node.id,
            line=row.line,
            reason=reason,
            diff="\n".join(changes),
            text=fitted.text,
            apps=list(apps),
        )
    )


def swap(kit: Kit, contexts: ContextBuilder, fitted: Fitted, line: int, *, by_model: bool) -> None:
    """Replace the program at work from this line on; every frame keeps its place.

    Lines that a model left out count as not done; a person may leave lines out.
    """
    kit.course.amendments.amended(line, by_model=by_model)
    if by_model:
        _account(kit, fitted.text, line)
    kit.course.swap(fitted.table, Listing(fitted.text), places=fitted.places, row=fitted.row)
    contexts.amended()


def _account(kit: Kit, text: str, line: int) -> None:
    """Lines that were removed count as not done: a run that gave something up is not verified."""
    removed_text = "\n".join(kit.course.listing.text.splitlines()[line - 1 :])
    rest = "\n".join(text.splitlines()[line - 1 :])
    values_of_lines = (literals_of(without_app(sentence), ()) for sentence in removed_text.splitlines())
    lost = tuple(dict.fromkeys(value for values in values_of_lines for value in values if not says(rest, value)))
    if lost:
        found = Finding(verdict=Verdict.UNKNOWN, missing=lost, note="was given up when the program was amended")
        kit.notes.ledger.effect(found, line=line, text=removed_text, literals=lost)


def fit(course: Course, at: Row, text: str, *, apps: tuple[str, ...], first: int, mode: Mode = "lenient") -> Fitted:
    """The amended text as a table in which every open frame, loop and call keeps its place. The run is `at` a row of
    the old table and continues at the `first` line or after it. Raises Unfit.
    """
    report = check_text(text, mode=mode, name="program", known_apps=apps)
    wrong = [found for found in report.diagnostics if found.severity == "error"]
    if wrong or report.parsed.program is None:
        raise Unfit("\n".join(_line(found) for found in wrong[:6]) or "there is no program in it")
    old, table = course.table, compile_program(report.parsed.program)
    places = {index: _place(old[index], table) for index in course.held}
    task = at.task.casefold()
    row = next((row for row in table.rows if row.line >= first and row.task.casefold() == task), None)
    if row is None:
        raise Unfit("nothing follows the kept lines: write the lines that are still to do")
    around = {old[index].node.id for index in old.around(at)}
    above = table[row.parent].node.id if row.parent is not None else None
    if above is not None and above not in around:
        raise Unfit(f"line {row.line} is in another block than line {at.line} was: indent it the same way")
    return Fitted(table=table, text=text, row=row, places=places)


def _place(old: Row, table: Table) -> Row:
    index = table.by_id.get(old.node.id)
    if index is None:
        raise Unfit(f"line {old.line} is still being executed and may not change: keep it as it was")
    return table[index]


def _plain_lines(answer: str) -> str:
    """The lines of an answer, without a surrounding fence and without line numbers."""
    fenced = _FENCE.search(answer)
    lines = (fenced[1] if fenced is not None else answer).rstrip().splitlines()
    while lines and not lines[0].strip():
        lines.pop(0)
    return "\n".join(line[cut:] for line, cut in zip(lines, number_ends(lines), strict=True))


def _problem_text(problem: AgentProgError | Infeasible) -> str:
    return problem.reason if isinstance(problem, Infeasible) else problem.message


def _line(diagnostic: Diagnostic) -> str:
    advice = f" ({diagnostic.suggestion})" if diagnostic.suggestion else ""
    return f"line {diagnostic.span.line}: {diagnostic.message}{advice}"
