"""Requests and replies of the Chat Completions API: what is sent, and what is believed of what comes back."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import Field, ValidationError

from agentprog.errors import ModelRejected, ModelReplyInvalid
from agentprog.models.cloud.dialect import Dialect, SchemaMode, cut_at, named_schema, with_schema_words
from agentprog.models.cloud.lenient import Lenient, Spent, usage_of
from agentprog.models.cloud.transport import DONE
from agentprog.ports import ImagePart, Message, ModelReply, ModelRequest

PATH = "/chat/completions"
_SHOWN = 2000


def body(model: str, request: ModelRequest, dialect: Dialect) -> dict[str, Any]:
    """The JSON of one question."""
    messages: Sequence[Message] = request.messages
    sent: dict[str, Any] = {"model": model, dialect.limit: request.max_tokens}
    if request.schema is not None and dialect.schema is SchemaMode.SCHEMA:
        sent["response_format"] = {"type": "json_schema", "json_schema": named_schema(request)}
    elif request.schema is not None:
        messages = with_schema_words(messages, request.schema)
        if dialect.schema is not SchemaMode.PROMPT:
            shape = {"schema": dict(request.schema)} if dialect.schema is SchemaMode.SHAPED else {}
            sent["response_format"] = {"type": "json_object", **shape}
    last = max((place for place, message in enumerate(messages) if message.stable), default=-1)
    sent["messages"] = [
        _message(message, mark=dialect.cache_control and place == last) for place, message in enumerate(messages)
    ]
    if dialect.temperature:
        sent["temperature"] = request.temperature
    if dialect.stop and request.stop:
        sent["stop"] = list(request.stop)
    if dialect.cache_key:
        sent["prompt_cache_key"] = f"agentprog-{request.purpose}"
    if dialect.stream:
        sent["stream"] = True
        if dialect.stream_usage:
            sent["stream_options"] = {"include_usage": True}
    return sent


def _message(message: Message, *, mark: bool) -> dict[str, Any]:
    if not mark and not any(isinstance(part, ImagePart) for part in message.parts):
        return {"role": message.role, "content": message.text}
    content: list[dict[str, Any]] = []
    for part in message.parts:
        if isinstance(part, ImagePart):
            data = base64.b64encode(part.data).decode("ascii")
            content.append({"type": "image_url", "image_url": {"url": f"data:{part.media_type};base64,{data}"}})
        else:
            content.append({"type": "text", "text": part.text})
    if mark and content:
        content[-1]["cache_control"] = {"type": "ephemeral"}
    return {"role": message.role, "content": content}


class _Answer(Lenient):
    content: str | None = None
    refusal: str | None = None


class _Choice(Lenient):
    message: _Answer
    finish_reason: str | None = None


class _Completion(Lenient):
    choices: list[_Choice]
    usage: Spent | None = None


class _Part(Lenient):
    delta: _Answer = _Answer()
    finish_reason: str | None = None


class _Chunk(Lenient):
    choices: list[_Part] = Field(default_factory=list)
    usage: Spent | None = None
    error: Any = None


def read(raw: str, *, who: str, seconds: float, stop: Sequence[str]) -> ModelReply:
    """The reply in a response's body. Raises ModelReplyInvalid for anything else, ModelRejected for a refusal."""
    try:
        completion = _Completion.model_validate_json(raw)
    except ValidationError as exc:
        raise garbage(who, raw) from exc
    return _reply(completion, raw, who=who, seconds=seconds, stop=stop)


def read_stream(events: Iterable[str], *, who: str, seconds: float, stop: Sequence[str]) -> ModelReply | None:
    """The reply in the events of a stream; None when it broke off before its end."""
    text, refusal, finish = "", "", None
    usage: Spent | None = None
    for data in events:
        if data.strip() == DONE:
            break
        try:
            chunk = _Chunk.model_validate_json(data)
        except ValidationError as exc:
            raise garbage(who, data) from exc
        if chunk.error is not None:
            raise ModelReplyInvalid(f"{who} reports an error in the middle of its answer", evidence=str(chunk.error))
        usage = chunk.usage or usage
        for part in chunk.choices[:1]:
            text += part.delta.content or ""
            refusal += part.delta.refusal or ""
            finish = part.finish_reason or finish
    if finish is None:
        return None
    answer = _Answer(content=text, refusal=refusal or None)
    whole = _Completion(choices=[_Choice(message=answer, finish_reason=finish)], usage=usage)
    return _reply(whole, text, who=who, seconds=seconds, stop=stop)


def garbage(who: str, raw: str) -> ModelReplyInvalid:
    """The error for a body that is not what this API answers."""
    return ModelReplyInvalid(
        f"{who} answered something that is not a chat completion",
        hint="Does the base URL end in /v1, and does it speak the Chat Completions API?",
        evidence=raw[:_SHOWN],
    )


def _reply(completion: _Completion, raw: str, *, who: str, seconds: float, stop: Sequence[str]) -> ModelReply:
    if not completion.choices:
        raise ModelReplyInvalid(f"{who} answered without a choice", evidence=raw[:_SHOWN])
    choice = completion.choices[0]
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise ModelRejected(f"{who} declined to answer", evidence=choice.message.refusal or raw[:_SHOWN])
    text, stopped = cut_at(choice.message.content or "", stop)
    cut = choice.finish_reason == "length" and not stopped
    return ModelReply(text=text, usage=usage_of(completion.usage, seconds), finish="length" if cut else "stop")
