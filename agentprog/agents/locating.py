"""Finds the element of a description, and answers questions of code, by a model."""

from __future__ import annotations

import json
from typing import Any

from agentprog.agents.asking import ask
from agentprog.agents.prompting import render
from agentprog.agents.replies.seeing import LocateReply
from agentprog.agents.replies.thinking import QueryReply
from agentprog.agents.schemas import narrowed
from agentprog.agents.screen_text import listed
from agentprog.agents.writing import numbered
from agentprog.ports import Element, ImagePart, Message, Model, Screenshot, TextPart
from agentprog.runtime.roles import LocateContext, QueryContext


class ModelLocator:
    """Asks one model for the number of the element."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def locate(self, context: LocateContext) -> Element | None:
        messages = render("locate", description=context.description, screen=numbered(context.screen))
        reply = ask(self._model, messages, LocateReply, purpose="locate", max_tokens=60)
        return next((e for e in listed(context.screen) if e.index == reply.element), None)


class ModelQuerier:
    """Asks one model. A model that sees gets the picture; for others the prompt mentions a picture that they cannot
    see."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def query(self, context: QueryContext) -> Any:
        sees = self._model.capabilities.vision
        texts = [part if isinstance(part, str) else "[a screenshot]" for part in context.parts]
        schema = json.dumps(dict(context.schema))
        messages = render(
            "query", schema=schema, now=context.now, language=context.language, problem=context.problem, parts=texts
        )
        images = tuple(
            ImagePart(data=part.data, media_type=part.media_type)
            for part in context.parts
            if isinstance(part, Screenshot) and sees
        )
        if images:
            last = messages[-1]
            messages = (*messages[:-1], Message(role=last.role, parts=(TextPart(text=last.text), *images)))
        shape = narrowed({"type": "object", "properties": {"value": context.schema}})
        return ask(self._model, messages, QueryReply, purpose="query", max_tokens=1200, schema=shape).value
