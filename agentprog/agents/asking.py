"""Asks a model for a structured reply: by schema if it can, parsed tolerantly, repaired once."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from agentprog.agents.schemas import schema_of
from agentprog.errors import ModelReplyInvalid
from agentprog.ports import Effort, Message, Model, ModelRequest, TextPart
from agentprog.ports.answers import answered, first_object

Reply = TypeVar("Reply", bound=BaseModel)


def ask(
    model: Model,
    messages: tuple[Message, ...],
    reply: type[Reply],
    *,
    purpose: str,
    max_tokens: int = 512,
    effort: Effort = Effort.LEAST,
    schema: Mapping[str, Any] | None = None,
) -> Reply:
    """The model's reply as `reply`. The request has its schema, or a narrower `schema`. Raises ModelReplyInvalid if the
    reply is still invalid after one repair."""
    shape = dict(schema) if schema is not None else schema_of(reply)
    if not model.capabilities.schema:
        messages = (_with_schema(messages[0], shape), *messages[1:])
    problem = ""
    text = ""
    for _ in range(2):
        answer = answered(
            model,
            ModelRequest(
                messages=messages,
                purpose=purpose,
                max_tokens=max_tokens,
                effort=effort,
                schema=shape if model.capabilities.schema else None,
            ),
        )
        text = answer.text
        try:
            return reply.model_validate(first_object(text))
        except (ValidationError, ValueError) as exc:
            problem = _short(exc)
        if answer.finish == "length":
            max_tokens, problem = 2 * max_tokens, "it was too long and broke off"
        # Some servers ignore the schema; now the model itself reads it.
        repair = f"That is not the JSON object asked for: {problem}. Reply with the JSON object alone, of this schema:"
        messages = (
            *messages,
            Message.of("assistant", text or "(nothing)"),
            Message.of("user", f"{repair}\n{json.dumps(shape)}"),
        )
    raise ModelReplyInvalid(
        f"{model.id} did not answer in the form asked for ({purpose}): {problem}",
        hint="Try a larger model, or `agentprog models probe` to see what this one can do.",
        evidence=text,
    )


def _with_schema(message: Message, schema: Mapping[str, Any]) -> Message:
    """Add the schema at the end of the constant part of the prompt, so that a prompt cache holds it."""
    words = f"\n\nReply with one JSON object of this schema and nothing else:\n{json.dumps(schema)}"
    return dataclasses.replace(message, parts=(*message.parts, TextPart(text=words)))


def _short(exc: ValidationError | ValueError) -> str:
    if isinstance(exc, ValidationError):
        first = exc.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "reply"
        return f"{where}: {first['msg']}"
    return str(exc)
