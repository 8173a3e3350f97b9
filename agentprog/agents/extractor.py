"""Reading: what one screen says of what is wanted."""

from __future__ import annotations

import re
from typing import Any

from agentprog.agents.asking import ask
from agentprog.agents.prompting import render
from agentprog.agents.replies.seeing import ListReply, NumberReply, RowsReply, TextReply
from agentprog.agents.screen_text import screen_lines
from agentprog.agents.whereabouts import whereabouts
from agentprog.identity import says
from agentprog.ports import Model, Screen
from agentprog.runtime.context.screens import MOST_TO_READ
from agentprog.runtime.roles import ExtractContext, Reading

_ReplyKind = type[TextReply] | type[NumberReply] | type[ListReply] | type[RowsReply]
_MANY = re.compile(r"\b(?:all|every|each|lists? of|items|entries|rows|names|titles)\b", re.IGNORECASE)


def _reply_for(kind: str, wanted: str) -> _ReplyKind:
    """The form of the answer: by the kind that was said, else by the words of what is wanted."""
    said = kind.casefold()
    if said.startswith("table"):
        return RowsReply
    if said.startswith("list"):
        return RowsReply if "object" in said or "table" in said else ListReply
    if said.startswith("number"):
        return NumberReply
    return ListReply if not said and _MANY.search(wanted) else TextReply


class ModelExtractor:
    """Asks one model. A text that is not on the screen was not read off it and does not count."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def read(self, context: ExtractContext) -> Reading:
        messages = render(
            "read",
            wanted=context.wanted,
            kind=context.kind,
            **whereabouts(context.seen),
            screen=screen_lines(context.seen.screen, most=MOST_TO_READ, whole=True),
            now=context.seen.now,
            variables=list(context.variables),
            hints=list(context.hints),
        )
        reply = ask(self._model, messages, _reply_for(context.kind, context.wanted), purpose="read", max_tokens=1200)
        if not reply.found:
            return Reading(value=None)
        return _grounded(reply.value, context.wanted, context.seen.screen)


def _shown(item: str | dict[str, str], screen: Screen) -> bool:
    """Whether the screen says this item; of a row, every cell that holds something."""
    if isinstance(item, str):
        return bool(item.strip()) and screen.shows(item)
    cells = [cell for cell in item.values() if cell.strip()]
    return bool(cells) and all(screen.shows(cell) for cell in cells)


def _grounded(value: Any, wanted: str, screen: Screen) -> Reading:
    """Only what the screen shows; a text that the question itself says is no answer to it."""
    if isinstance(value, list):
        kept = [item for item in value if _shown(item, screen)]
        said = [item if isinstance(item, str) else ", ".join(item.values()) for item in kept]
        return Reading(value=kept or None, evidence=", ".join(said[:3]))
    if isinstance(value, float):
        number = int(value) if value.is_integer() else value
        return Reading(value=number, evidence=str(number))
    text = value.strip()
    if not text or not screen.shows(text) or says(wanted, text):
        return Reading(value=None)
    return Reading(value=text, evidence=text)
