"""Updates beliefs after an unexpected result. Asked only if no predicate could decide."""

from __future__ import annotations

from agentprog.agents.asking import ask
from agentprog.agents.prompting import render
from agentprog.agents.replies.acting import RevisionReply
from agentprog.agents.screen_text import screen_lines
from agentprog.agents.whereabouts import place
from agentprog.ports import Effort, Model
from agentprog.runtime.roles import BeliefContext, Revision


class ModelBeliever:
    """Asks one model for changes to the hypotheses and for the routine to recover."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def revise(self, context: BeliefContext) -> Revision:
        messages = render(
            "belief",
            step=context.step,
            last=context.last,
            expectation=context.expectation,
            gaps=list(context.gaps),
            beliefs=list(context.beliefs),
            **place(context.seen),
            screen=screen_lines(context.seen.screen),
        )
        reply = ask(self._model, messages, RevisionReply, purpose="believe", max_tokens=400, effort=Effort.LOW)
        return Revision(
            changes=tuple(change.change_of() for change in reply.changes),
            gap=reply.gap,
            routine="" if reply.routine == "none" else reply.routine,
        )
