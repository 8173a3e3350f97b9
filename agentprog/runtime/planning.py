"""From an instruction to a checked program: ask the planner, read its text leniently, feed problems back."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from datetime import datetime

from agentprog.errors import ModelReplyInvalid
from agentprog.lang.ast import Program, Statement
from agentprog.lang.check import check_text
from agentprog.lang.diagnostics import Diagnostic, render_diagnostics
from agentprog.lang.visit import walk
from agentprog.ports import App
from agentprog.runtime.grounding.scope import find_app
from agentprog.runtime.roles import Planner, PlanRequest

_REPAIRS = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """`text` is the program as the model wrote it, `notes` what was mended or is doubtful in it."""

    text: str
    program: Program
    notes: tuple[str, ...] = ()
    attempts: int = 1


def plan(instruction: str, planner: Planner, *, apps: tuple[App, ...], now: datetime, repairs: int = _REPAIRS) -> Plan:
    """A program for the instruction. Raises ModelError; ModelReplyInvalid when its text stays wrong after repairs.

    An app that is not on the phone is told to the planner like any other problem, but is the run's to judge in the end.
    """
    labels = tuple(app.label for app in apps)
    draft, shown = "", ""
    problems: tuple[str, ...] = ()
    for attempt in range(1, repairs + 2):
        request = PlanRequest(instruction=instruction, apps=labels, now=now, draft=draft, problems=problems)
        draft = planner.plan(request)
        report = check_text(draft, mode="lenient", name="program", known_apps=labels)
        program, wrong = report.parsed.program, [found for found in report.diagnostics if found.severity == "error"]
        missing = _missing_apps(program, apps) if program is not None and not wrong else ()
        if program is not None and not wrong and (not missing or attempt > repairs):
            repairs_made = (repair.message for repair in report.parsed.repairs)
            notes = (*repairs_made, *missing, *(_line(doubt) for doubt in report.diagnostics))
            return Plan(text=draft, program=program, notes=notes, attempts=attempt)
        problems = missing or tuple(_line(diagnostic) for diagnostic in wrong) or ("There is no program in it.",)
        shown = render_diagnostics(wrong, draft, "program") or "the reply holds no program"
    raise ModelReplyInvalid(
        f"the model wrote no program that can be run, after {repairs + 1} attempts:\n{shown}",
        hint="Say the task more plainly, try another model, or write the program by hand.",
        evidence=draft,
    )


def _missing_apps(program: Program, apps: tuple[App, ...]) -> tuple[str, ...]:
    """A problem for each app that the program names and the phone has not."""
    named = dict.fromkeys(
        node.app.constant for node in walk(program) if isinstance(node, Statement) and node.app is not None
    )
    return tuple(_no_such_app(name, apps) for name in named if name is not None and find_app(name, apps) is None)


def _no_such_app(name: str, apps: tuple[App, ...]) -> str:
    labels = [app.label for app in apps]
    near = difflib.get_close_matches(name, labels, n=1, cutoff=0.5)
    instead = f'the nearest is "{near[0]}"' if near else f"there are: {', '.join(labels)}"
    return f'there is no app "{name}" on this phone; {instead}'


def _line(diagnostic: Diagnostic) -> str:
    """A diagnostic as one line for a model."""
    advice = f" ({diagnostic.suggestion})" if diagnostic.suggestion else ""
    return f"line {diagnostic.span.line}: {diagnostic.message}{advice}"
