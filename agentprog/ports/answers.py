"""Handles a model's answer: asks again with more room if thinking used it up, refuses half an answer, finds its JSON
object."""

from __future__ import annotations

import json
from dataclasses import replace

from pydantic_core import from_json

from agentprog.errors import ModelReplyCut, ModelReplyInvalid
from agentprog.ports.model import THOUGHTS, Effort, Model, ModelReply, ModelRequest

_DECODER = json.JSONDecoder(strict=False)
"""Lenient: models put raw line ends into strings, where JSON wants escapes."""
_SHARE = 4
"""The part of a context that a second try may use for thinking."""


def answered(model: Model, request: ModelRequest) -> ModelReply:
    """The model's answer. If the token limit was used up before any text, asks once more with more room.

    Raises ModelReplyInvalid if the second try fails too, and every other ModelError of the model.
    """
    reply = model.complete(request)
    if reply.text.strip() or reply.finish != "length":
        return reply
    more = min(THOUGHTS[Effort.MEDIUM], model.capabilities.context // _SHARE)
    second_reply = model.complete(replace(request, max_tokens=request.max_tokens + more))
    if second_reply.text.strip() or second_reply.finish != "length":
        return second_reply
    raise ModelReplyInvalid(
        f"{model.id} spent all its tokens on thoughts and gave no answer ({request.purpose}), twice",
        hint="Name a model that thinks less or not at all.",
    )


def whole(model: Model, request: ModelRequest) -> ModelReply:
    """Like `answered`, for replies that are useless in part: a program, code, a text to type.

    Raises ModelReplyCut if a limit or a filter cut the reply; the partial text is the error's evidence.
    """
    reply = answered(model, request)
    if reply.finish == "stop":
        return reply
    cut_at = "at its limit of tokens" if reply.finish == "length" else "before its end"
    raise ModelReplyCut(
        f"the answer of {model.id} broke off {cut_at} ({request.purpose})",
        hint="Ask for less at once, or name a larger model.",
        evidence=reply.text,
    )


def first_object(text: str) -> dict[str, object]:
    """The first JSON object in a text, also inside a Markdown fence or between sentences.

    Raises ValueError if there is none, or if it is nested deeper than any expected reply.
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
