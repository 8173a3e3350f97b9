"""From an instruction to a checked program: ask the planner, read its text leniently, feed problems back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agentprog.errors import ModelReplyInvalid
from agentprog.lang.ast import Program
from agentprog.lang.check import check_text
from agentprog.lang.diagnostics import Diagnostic, render_diagnostics
from agentprog.runtime.roles import Planner, PlanRequest

_REPAIRS = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """`text` is the program as the model wrote it, `notes` what was mended or is doubtful in it."""

    text: str
    program: Program
    notes: tuple[str, ...] = ()
    attempts: int = 1


def plan(instruction: str, planner: Planner, *, apps: tuple[str, ...], now: datetime, repairs: int = _REPAIRS) -> Plan:
    """A program for the instruction. Raises ModelError; ModelReplyInvalid when its text stays wrong after repairs."""
    draft, shown = "", ""
    problems: tuple[str, ...] = ()
    for attempt in range(1, repairs + 2):
        request = PlanRequest(instruction=instruction, apps=apps, now=now, draft=draft, problems=problems)
        draft = planner.plan(request)
        report = check_text(draft, mode="lenient", name="program", known_apps=apps)
        program, wrong = report.parsed.program, [found for found in report.diagnostics if found.severity == "error"]
        if program is not None and not wrong:
            repairs_made = (repair.message for repair in report.parsed.repairs)
            notes = (*repairs_made, *(_line(doubt) for doubt in report.diagnostics))
            return Plan(text=draft, program=program, notes=notes, attempts=attempt)
        problems = tuple(_line(diagnostic) for diagnostic in wrong) or ("There is no program in it.",)
        shown = render_diagnostics(wrong, draft, "program") or "the reply holds no program"
    raise ModelReplyInvalid(
        f"the model wrote no program that can be run, after {repairs + 1} attempts:\n{shown}",
        hint="Say the task more plainly, try another model, or write the program by hand.",
        evidence=draft,
    )


def _line(diagnostic: Diagnostic) -> str:
    """A diagnostic as one line for a model."""
    advice = f" ({diagnostic.suggestion})" if diagnostic.suggestion else ""
    return f"line {diagnostic.span.line}: {diagnostic.message}{advice}"
