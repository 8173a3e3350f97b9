"""What is made of a model's answer: more room where thoughts used it up, nothing of half an answer, its JSON object."""

from __future__ import annotations

import json
from dataclasses import replace

from pydantic_core import from_json

from agentprog.errors import ModelReplyCut, ModelReplyInvalid
from agentprog.ports.model import THOUGHTS, Effort, Model, ModelReply, ModelRequest

_DECODER = json.JSONDecoder(strict=False)
"""Models put line ends into texts, which JSON writes as escapes."""
_SHARE = 4
"""Of a context, the part of it that a second try may take for thoughts."""


def answered(model: Model, request: ModelRequest) -> ModelReply:
    """The model's answer. Where its limit was used up before it said anything, it is asked once more with more room.

    Raises ModelReplyInvalid when that was not enough either, and every other ModelError of the model.
    """
    reply = model.complete(request)
    if reply.text.strip() or reply.finish != "length":
        return reply
    more = min(THOUGHTS[Effort.MEDIUM], model.capabilities.context // _SHARE)
    again = model.complete(replace(request, max_tokens=request.max_tokens + more))
    if again.text.strip() or again.finish != "length":
        return again
    raise ModelReplyInvalid(
        f"{model.id} used its limit of tokens up for thoughts and said nothing ({request.purpose}), twice",
        hint="Name a model that thinks less, or not at all.",
    )


def whole(model: Model, request: ModelRequest) -> ModelReply:
    """As `answered`, of what must not be used in part: a program, code, a text to type. Raises ModelReplyCut for an
    answer that its limit or a filter cut; its evidence is what came."""
    reply = answered(model, request)
    if reply.finish == "stop":
        return reply
    why = "at its limit of tokens" if reply.finish == "length" else "before its end"
    raise ModelReplyCut(
        f"the answer of {model.id} broke off {why} ({request.purpose})",
        hint="Ask for less at once, or name a larger model.",
        evidence=reply.text,
    )


def first_object(text: str) -> dict[str, object]:
    """The first JSON object in a text that may have a Markdown fence or sentences around it.

    Raises ValueError where there is none, and for one that is nested deeper than anything a prompt asks for.
    """
    try:
        found = from_json(text)
    except ValueError:
        found = None
    if isinstance(found, dict):
        return found
    start = text.find("{")
    while start != -1:
        try:
            first: dict[str, object] = _DECODER.raw_decode(text, start)[0]
        except json.JSONDecodeError:
            start = text.find("{", start + 1)
        except RecursionError:
            raise ValueError("the JSON in it is nested too deep") from None
        else:
            return first
    raise ValueError("there is no JSON object in it")
