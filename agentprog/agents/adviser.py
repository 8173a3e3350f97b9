"""What a model itself knows or makes of the program's values: `ask AI`."""

from __future__ import annotations

from typing import Any

from agentprog.agents.asking import ask
from agentprog.agents.prompting import render
from agentprog.agents.replies.advise import ListAdvice, NumberAdvice, TextAdvice, TruthAdvice
from agentprog.ports import Model
from agentprog.runtime.roles import AdviceContext

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
        wanted = next((reply for word, reply in _KINDS if word in context.kind.casefold()), TextAdvice)
        return ask(self._model, messages, wanted, purpose="advise", max_tokens=_LONGEST).answer
