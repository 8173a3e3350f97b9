"""The baselines' own calls: a line about each move, and a plan updated after each move."""

from __future__ import annotations

from agentprog.agents.asking import ask
from agentprog.agents.prompting import render
from agentprog.agents.replies.thinking import AgendaReply
from agentprog.agents.screen_text import screen_lines
from agentprog.agents.whereabouts import place
from agentprog.ports import Effort, Model, ModelRequest
from agentprog.ports.answers import answered
from agentprog.runtime.roles import Agenda, ManageContext, SummaryContext

_LONGEST_SUMMARY = 120
"""Tokens of one line; a model that writes more repeats the screen."""


class ModelSummariser:
    """Asks one model for a sentence about a move."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def summarise(self, context: SummaryContext) -> str:
        messages = render(
            "summary",
            task=context.goal,
            move=context.move,
            before=list(screen_lines(context.before, whole=True)) if context.before is not None else [],
            **place(context.seen),
            screen=list(screen_lines(context.seen.screen, whole=True)),
        )
        question = ModelRequest(messages=messages, purpose="summary", max_tokens=_LONGEST_SUMMARY)
        reply = answered(self._model, question)
        return " ".join(reply.text.split())


class ModelManager:
    """Asks one model for the remaining and the finished parts of a task."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def manage(self, context: ManageContext) -> Agenda:
        messages = render(
            "manage",
            task=context.task,
            agenda=list(context.plan),
            progress=context.progress,
            moves=list(context.moves),
            **place(context.seen),
            screen=list(screen_lines(context.seen.screen, whole=True)),
        )
        reply = ask(self._model, messages, AgendaReply, purpose="manage", max_tokens=1500, effort=Effort.LOW)
        return Agenda(plan=reply.plan, progress=reply.progress)
