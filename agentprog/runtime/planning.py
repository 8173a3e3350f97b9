"""From an instruction to a checked program: ask the planner, read its text leniently, feed problems back."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

from agentprog.errors import ModelReplyCut, ModelReplyInvalid
from agentprog.frozen import frozen, replace
from agentprog.lang.ast import Program
from agentprog.lang.check import check_text
from agentprog.lang.diagnostics import Diagnostic, render_diagnostics
from agentprog.ports import App
from agentprog.runtime.doubts import NO_APP, doubts_of
from agentprog.runtime.quoting import with_quotes
from agentprog.runtime.roles import Planner, PlanRequest

_REPAIRS = 2
_QUESTIONS = 2
_TOO_LONG = "It was too long and broke off: write a shorter program, with loops for what repeats."
_ASKS = re.compile(r"\s*(?:```\w*\s*)?Ask:\s*(?P<question>\S.*?)\s*(?:```)?\s*", re.IGNORECASE | re.DOTALL)


@frozen
class Plan:
    """`text` is the program as the model wrote it; `notes` are its repairs and remaining doubts."""

    text: str
    program: Program
    notes: tuple[str, ...] = ()
    attempts: int = 1


def plan(
    instruction: str,
    planner: Planner,
    *,
    apps: tuple[App, ...],
    now: datetime,
    repairs: int = _REPAIRS,
    ask: Callable[[str], str] | None = None,
    secrets: tuple[str, ...] = (),
    tools: tuple[str, ...] = (),
    answer: str = "",
) -> Plan:
    """A program for the instruction. Raises ModelError; ModelReplyInvalid if its text stays wrong after repairs.

    `ask` puts a question of the planner to a person; it raises NeedsHuman if nobody is there. An app missing from the
    phone is a problem for the planner. If it remains, the run decides, unless the instruction shows that the name means
    no app.
    """
    labels = tuple(app.label for app in apps)
    shown = ""
    request = PlanRequest(
        instruction=instruction,
        apps=labels,
        now=now,
        may_ask=ask is not None,
        secrets=secrets,
        tools=tools,
        answer=answer,
    )
    for attempt in range(1, repairs + 2):
        try:
            draft, request = _written(planner, request, ask)
        except ModelReplyCut as cut:
            if attempt > repairs:
                raise
            request = replace(request, draft=cut.evidence, problems=(_TOO_LONG,))
            continue
        draft = with_quotes(with_secrets(draft, secrets), instruction, apps)
        report = check_text(draft, mode="lenient", name="program", known_apps=labels)
        program, wrong = report.parsed.program, [found for found in report.diagnostics if found.severity == "error"]
        doubts = doubts_of(program, apps, instruction) if program is not None and not wrong else ()
        bearable = attempt > repairs and not any(problem.startswith(NO_APP) for problem in doubts)
        if program is not None and not wrong and (not doubts or bearable):
            repairs_made = (repair.message for repair in report.parsed.repairs)
            notes = (*repairs_made, *doubts, *(_line(doubt) for doubt in report.diagnostics))
            return Plan(text=draft, program=program, notes=notes, attempts=attempt)
        problems = doubts or tuple(_line(diagnostic) for diagnostic in wrong)
        request = replace(request, draft=draft, problems=problems)
        shown = render_diagnostics(wrong, draft, "program") or "\n".join(doubts)
    raise ModelReplyInvalid(
        f"the model wrote no program that can be run, after {repairs + 1} attempts:\n{shown}",
        hint="Say the task more plainly, try another model, or write the program by hand.",
        evidence=draft,
    )


def _written(planner: Planner, request: PlanRequest, ask: Callable[[str], str] | None) -> tuple[str, PlanRequest]:
    """The planner's draft after its questions were answered, and the request with the answers."""
    while True:
        draft = planner.plan(request)
        question_line = _ASKS.fullmatch(draft)
        if question_line is None:
            return draft, request
        if ask is None or not request.may_ask:
            return "", request
        question = " ".join(question_line["question"].split())
        answers = (*request.answers, (question, ask(question)))
        request = replace(request, answers=answers, may_ask=len(answers) < _QUESTIONS)


def with_secrets(draft: str, secrets: tuple[str, ...]) -> str:
    """The draft, declaring as inputs the secrets that it uses."""
    used = [name for name in secrets if f"{{{name}}}" in draft]
    if not used or draft.lstrip().startswith("---"):
        return draft
    declared = "\n".join(f"  {name}: {{type: text}}" for name in used)
    return f"---\ninputs:\n{declared}\n---\n{_unfenced(draft)}"


def _unfenced(draft: str) -> str:
    found = re.search(r"```\w*\n(.*?)(?:```|\Z)", draft, re.DOTALL)
    return found[1] if found else draft


def _line(diagnostic: Diagnostic) -> str:
    """A diagnostic as one line for a model."""
    advice = f" ({diagnostic.suggestion})" if diagnostic.suggestion else ""
    return f"line {diagnostic.span.line}: {diagnostic.message}{advice}"
