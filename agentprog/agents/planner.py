"""Turns an instruction into a program, and rewrites the rest of a program if the phone disproves an assumption."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from agentprog.agents.knowing import asks
from agentprog.agents.prompting import render
from agentprog.agents.screen_text import screen_lines
from agentprog.lang.effects.manifest import changes
from agentprog.ports import Effort, Model, ModelRequest
from agentprog.ports.answers import whole
from agentprog.runtime.roles import AmendRequest, PlanRequest

_LONGEST_PROGRAM = 2000
"""Token limit of a whole program."""
_LONGEST_REST = 1200
"""Token limit of the replacement lines of a running program."""
_LONGEST_OF_SMALL = 600
"""Token limit of a small model's program: longer ones repeat themselves, and take minutes on an ordinary processor."""
_MOST_ELEMENTS = 60


class ModelPlanner:
    """Asks one model for the whole program, or for a repaired one if its draft had problems."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def plan(self, request: PlanRequest) -> str:
        """The program as the model wrote it, or its question. Raises ModelReplyCut for half a program.

        A small model gets only the plainest forms of the language, and may not ask, since it would not stop. It does
        not get the date either, and passes "tomorrow" on: with the date, Qwen2.5-Coder-1.5B recorded a value in three
        programs of ten that read nothing.
        """
        small = self._model.capabilities.small
        messages = render(
            "plan",
            apps=list(request.apps),
            now=request.now,
            coming=[] if small else coming_days(request.now),
            instruction=request.instruction,
            draft=request.draft,
            problems=list(request.problems),
            answers=[f"{question} {answer}" for question, answer in request.answers],
            able=not small,
            asks=request.may_ask and not small,
            secrets=list(request.secrets),
            tools=list(request.tools),
            answer=request.answer,
        )
        longest = _LONGEST_OF_SMALL if small else _LONGEST_PROGRAM
        question = ModelRequest(messages=messages, purpose="plan", max_tokens=longest, effort=Effort.MEDIUM)
        reply = whole(self._model, question)
        return answered(request.instruction, without_idle_records(request.instruction, reply.text))


def coming_days(now: datetime) -> list[str]:
    """The six days after the phone's date, so that a model need not calculate: "Monday 2023-10-16"."""
    return [(now + timedelta(days=day)).strftime("%A %Y-%m-%d") for day in range(1, 7)]


_RECORDED = re.compile(r"(?P<step>.*\S)\s*,\s*record as \{(?P<name>\w+)\}\s*")


def without_idle_records(instruction: str, program: str) -> str:
    """The program without records of changing steps that no line uses, if the instruction asks no question.

    The prompt forbids them; small models write them nevertheless, and a run then searches for a value that no screen
    shows. `{answer}` stays if the instruction has a word of asking: "read the last message" wants one, "message Ana"
    does not.
    """
    if instruction.rstrip().endswith(("?", "？")):
        return program
    lines = program.splitlines()
    for number, line in enumerate(lines):
        found = _RECORDED.fullmatch(line)
        if found is None or not changes(found["step"]) or (found["name"] == "answer" and asks(instruction)):
            continue
        other_lines = (line_text for place, line_text in enumerate(lines) if place != number)
        if not any(re.search(rf"\{{{found['name']}\b", line_text) for line_text in other_lines):
            lines[number] = found["step"]
    return "\n".join(lines)


def answered(instruction: str, program: str) -> str:
    """A question's program must set `{answer}`: if the model gave its last reading another name, that name becomes
    `{answer}`."""
    if not instruction.rstrip().endswith(("?", "？")) or "{answer}" in program:
        return program
    lines = program.rstrip().splitlines()
    for number in range(len(lines) - 1, -1, -1):
        head, mark, name = lines[number].rpartition(" as {")
        if mark and name.rstrip().endswith("}") and not lines[number].startswith((" ", "\t")):
            return "\n".join([*lines, f"Set {{answer}} to {{{name.strip().rstrip('}')}}}"])
        if head:
            break
    return program


class ModelAmender:
    """Asks one model for replacement lines, starting at the failing one."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def amend(self, request: AmendRequest) -> str:
        """The lines as the model wrote them. Raises ModelReplyCut for half of them."""
        screen = request.screen
        messages = render(
            "replan",
            instruction=request.instruction,
            apps=list(request.apps),
            program=request.program,
            line=request.line,
            able=not self._model.capabilities.small,
            problem=request.problem,
            done=list(request.done),
            variables=list(request.variables),
            now=request.now,
            app=request.front or (screen.package if screen is not None else ""),
            language=request.language,
            screen=screen_lines(screen, most=_MOST_ELEMENTS) if screen is not None else (),
            draft=request.draft,
            problems=list(request.problems),
        )
        question = ModelRequest(messages=messages, purpose="replan", max_tokens=_LONGEST_REST, effort=Effort.MEDIUM)
        return whole(self._model, question).text
