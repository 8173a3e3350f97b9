"""Ask a model for a structured reply: by schema where it can, parsed tolerantly, mended once."""

from __future__ import annotations

import dataclasses
import json
from functools import cache
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from agentprog.errors import ModelReplyInvalid
from agentprog.ports import Message, Model, ModelRequest, TextPart
from agentprog.ports.objects import first_object

Reply = TypeVar("Reply", bound=BaseModel)


def ask(
    model: Model, messages: tuple[Message, ...], reply: type[Reply], *, purpose: str, max_tokens: int = 512
) -> Reply:
    """The model's reply as `reply`. Raises ModelReplyInvalid when it is not understood after one repair."""
    schema = _schema_of(reply)
    if not model.capabilities.schema:
        messages = (*messages[:-1], _with_schema(messages[-1], schema))
    problem = ""
    text = ""
    for _ in range(2):
        answered = model.complete(
            ModelRequest(
                messages=messages,
                purpose=purpose,
                max_tokens=max_tokens,
                schema=schema if model.capabilities.schema else None,
            )
        )
        text = answered.text
        try:
            return reply.model_validate(first_object(text))
        except (ValidationError, ValueError) as exc:
            problem = _short(exc)
        messages = (
            *messages,
            Message.of("assistant", text),
            Message.of("user", f"That is not the JSON object asked for: {problem}. Reply with the JSON object alone."),
        )
    raise ModelReplyInvalid(
        f"{model.id} did not answer in the form asked for ({purpose}): {problem}",
        hint="Try a larger model, or `agentprog models probe` to see what this one can do.",
        evidence=text,
    )


@cache
def _schema_of(reply: type[BaseModel]) -> dict[str, object]:
    """Made once a class: pydantic takes longer for it than the rest of a call does."""
    return reply.model_json_schema()


def _with_schema(message: Message, schema: dict[str, object]) -> Message:
    words = f"\n\nReply with one JSON object of this schema and nothing else:\n{json.dumps(schema)}"
    return dataclasses.replace(message, parts=(*message.parts, TextPart(text=words)), stable=False)


def _short(exc: ValidationError | ValueError) -> str:
    if isinstance(exc, ValidationError):
        first = exc.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "reply"
        return f"{where}: {first['msg']}"
    return str(exc)
