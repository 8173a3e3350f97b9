"""The program counter's own question in the separate mode: where does the counter go after an action?"""

from __future__ import annotations

from agentprog.agents.asking import ask
from agentprog.agents.prompting import render
from agentprog.agents.replies.acting import OperationReply
from agentprog.agents.screen_text import screen_lines
from agentprog.agents.standing import standing_of
from agentprog.agents.whereabouts import situation
from agentprog.errors import ModelReplyInvalid
from agentprog.ports import Message, Model, ScoreRequest
from agentprog.runtime.roles import Decision, OperationContext

_FINISHED = "yes, the step is finished"
_OPEN = "no, something is missing"


class ModelStepper:
    """Asks one model for an operation, and again if the step does not allow it."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def next_operation(self, context: OperationContext) -> Decision:
        problem = ""
        for _ in range(2):
            reply = ask(self._model, _messages(context, problem), OperationReply, purpose="counter", max_tokens=200)
            if reply.operation in context.allowed:
                return Decision(operation=reply.operation, reason=reply.judgement, evidence=reply.evidence)
            problem = f"Not possible here: {reply.operation}. Possible: {', '.join(context.allowed)}."
        raise ModelReplyInvalid(f"{self._model.id} named an operation that is not possible, twice. {problem}")


class ChoosingStepper:
    """For small models: the model scores whether the step is finished, and code decides what it can see.

    It never offers to leave a loop or a task: a small model would choose that as the end of the step.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    def next_operation(self, context: OperationContext) -> Decision:
        step = context.step
        standing = standing_of(step.goal.step, step.goal.literals, step.tried.attempts, step.seen.screen)
        if standing.landed:
            return Decision(operation="continue", reason="what was entered has been taken over")
        if not standing.acted or standing.form_open or standing.pending:
            return Decision(operation="hold", reason="there is something left to enter or to keep")
        request = ScoreRequest(messages=_messages(context, ""), candidates=(_FINISHED, _OPEN), purpose="counter")
        finished, unfinished = self._model.score(request).values
        return Decision(operation="continue" if finished > unfinished else "hold", reason="the model judged the step")


def _messages(context: OperationContext, problem: str) -> tuple[Message, ...]:
    step = context.step
    return render(
        "next_pc",
        **situation(step),
        hints=[*step.background.hints, problem] if problem else list(step.background.hints),
        allowed=list(context.allowed),
        screen=screen_lines(step.seen.screen),
    )
