"""Data statements in plain words become a few lines of Python, once."""

from __future__ import annotations

import re

from agentprog.agents.prompting import render
from agentprog.ports import Model, ModelRequest
from agentprog.runtime.roles import ComputeContext

_FENCE = re.compile(r"```[a-zA-Z]*\n(.*?)(?:```|\Z)", re.DOTALL)


class ModelCoder:
    """Asks one model for code; the runtime runs it in its sandbox and asks again, with the error, when it fails."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def write(self, context: ComputeContext) -> str:
        messages = render(
            "code",
            statement=context.statement,
            variables=list(context.variables),
            code=context.code,
            error=context.error,
        )
        reply = self._model.complete(ModelRequest(messages=messages, purpose="code", max_tokens=500))
        fenced = _FENCE.search(reply.text)
        return (fenced[1] if fenced else reply.text).strip()
