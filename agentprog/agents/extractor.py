"""Reading: what one screen says of what is wanted."""

from __future__ import annotations

from typing import Any

from agentprog.agents.asking import ask
from agentprog.agents.progress import fold
from agentprog.agents.prompting import render
from agentprog.agents.replies import ListReply, NumberReply, TextReply
from agentprog.agents.screen_text import screen_lines
from agentprog.ports import Model, Screen
from agentprog.runtime.roles import ExtractContext, Reading

_REPLIES: dict[str, type[TextReply] | type[NumberReply] | type[ListReply]] = {
    "list": ListReply,
    "table": ListReply,
    "number": NumberReply,
}


class ModelExtractor:
    """Asks one model. A text that is not on the screen was not read off it and does not count."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def read(self, context: ExtractContext) -> Reading:
        messages = render(
            "read",
            wanted=context.wanted,
            kind=context.kind,
            app=context.app or context.screen.package,
            screen=screen_lines(context.screen, whole=True),
            now=context.now,
            variables=list(context.variables),
        )
        reply = ask(self._model, messages, _REPLIES.get(context.kind, TextReply), purpose="read", max_tokens=600)
        if not reply.found:
            return Reading(value=None)
        return _grounded(reply.value, context.wanted, context.screen)


def _grounded(value: Any, wanted: str, screen: Screen) -> Reading:
    """Only what the screen shows; a text that the question itself says is no answer to it."""
    if isinstance(value, list):
        kept = [item for item in value if item.strip() and screen.shows(item)]
        return Reading(value=kept or None, evidence=", ".join(kept[:3]))
    if isinstance(value, float):
        number = int(value) if value.is_integer() else value
        return Reading(value=number, evidence=str(number))
    text = value.strip()
    if not text or not screen.shows(text) or fold(text) in fold(wanted):
        return Reading(value=None)
    return Reading(value=text, evidence=text)
