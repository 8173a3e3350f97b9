"""Roles that answer with words and values: `ask AI`, code for a calculation in plain words; and token counting."""

from __future__ import annotations

import re
from typing import Any

from agentprog.agents.asking import ask
from agentprog.agents.prompting import render
from agentprog.agents.replies.thinking import ListAdvice, NumberAdvice, TextAdvice, TruthAdvice
from agentprog.ports import Effort, Model, ModelRequest
from agentprog.ports.answers import whole
from agentprog.runtime.roles import AdviceContext, ComputeContext

_FENCE = re.compile(r"```[a-zA-Z]*\n(.*?)(?:```|\Z)", re.DOTALL)
_LONGEST = 1000
"""Tokens of an answer."""
_KINDS: tuple[tuple[str, type[TextAdvice | NumberAdvice | TruthAdvice | ListAdvice]], ...] = (
    ("list", ListAdvice),
    ("number", NumberAdvice),
    ("integer", NumberAdvice),
    ("boolean", TruthAdvice),
    ("yes or no", TruthAdvice),
)


class ModelAdviser:
    """Asks one model."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def advise(self, context: AdviceContext) -> Any:
        """A text, number, truth or list of texts. Raises ModelError."""
        messages = render(
            "advise",
            prompt=context.prompt,
            now=context.now,
            language=context.language,
            kind=context.kind,
            variables=list(context.variables),
            hints=list(context.hints),
        )
        reply_type = next((reply for word, reply in _KINDS if word in context.kind.casefold()), TextAdvice)
        return ask(self._model, messages, reply_type, purpose="advise", max_tokens=_LONGEST, effort=Effort.LOW).answer


class ModelCoder:
    """Asks one model for code. The runtime runs it in its sandbox and asks again, with the error, if it fails."""

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
        question = ModelRequest(messages=messages, purpose="code", max_tokens=500, effort=Effort.LOW)
        reply = whole(self._model, question)
        fenced = _FENCE.search(reply.text)
        return (fenced[1] if fenced else reply.text).strip()


class ModelTokens:
    """Counts with the model's own tokenizer if there is one, else by its estimate."""

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def tokenizer(self) -> str:
        return self._model.id if self._model.capabilities.tokenizer else ""

    @property
    def context(self) -> int:
        return self._model.capabilities.context

    def count_tokens(self, text: str) -> int:
        return self._model.count_tokens(text)
