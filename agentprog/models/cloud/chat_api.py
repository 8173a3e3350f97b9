"""Requests and replies of the Chat Completions API."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ValidationError

from agentprog.errors import ModelRejected, ModelReplyInvalid
from agentprog.models.cloud.dialect import Dialect, SchemaMode, cut_at, named_schema, with_schema_words
from agentprog.models.cloud.refusals import Refused, read_refusal
from agentprog.models.cloud.spent import Lenient, Spent
from agentprog.models.cloud.transport import DONE
from agentprog.ports import ImagePart, Message, ModelReply, ModelRequest, Usage

PATH = "/chat/completions"
_SHOWN = 2000
_ENDS = frozenset({"", "stop", "eos", "eos_token", "end_turn", "stop_sequence", "tool_calls", "function_call"})
"""Servers' words for an answer that ended normally."""
_LIMITS = frozenset({"length", "max_tokens", "model_length"})
_BUSY = "insufficient_system_resource"
"""DeepSeek's word for a reply that it abandoned."""


def body(model: str, request: ModelRequest, dialect: Dialect, *, room: int = 0) -> dict[str, Any]:
    """The JSON of one question. `room` is the number of tokens for thoughts, in addition to the answer's."""
    messages: Sequence[Message] = request.messages
    sent: dict[str, Any] = {"model": model, dialect.limit: request.max_tokens + room}
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
    sent.update(dialect.effort_of(request.effort))
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


def _answer(value: object) -> object:
    """Mistral's models that think answer in parts; those of type "text" are the answer."""
    if not isinstance(value, list):
        return value
    parts = [part for part in value if isinstance(part, dict) and part.get("type") == "text"]
    return "".join(str(part.get("text") or "") for part in parts)


class _Answer(Lenient):
    content: Annotated[str | None, BeforeValidator(_answer)] = None
    refusal: str | None = None


class _Choice(Lenient):
    message: _Answer = _Answer()
    delta: _Answer = _Answer()
    finish_reason: str | None = None
    error: Any = None


class _Groq(Lenient):
    usage: Spent | None = None


class _Completion(Lenient):
    """A whole answer, or a piece of a stream. Groq counts streamed tokens in a field of its own."""

    choices: list[_Choice] | None = None
    usage: Spent | None = None
    x_groq: _Groq | None = None
    error: Any = None


def read(raw: str, *, service: str, seconds: float, stop: Sequence[str]) -> ModelReply:
    """The reply in a response's body. Raises Refused for an error in it, ModelRejected if the model declines, and
    ModelReplyInvalid for anything else."""
    completion = _parsed(raw, service)
    if not completion.choices:
        if completion.choices is None:
            raise garbage(service, raw)
        raise ModelReplyInvalid(f"{service} answered without a choice", evidence=raw[:_SHOWN])
    choice = completion.choices[0]
    usage = completion.usage.usage(seconds) if completion.usage else Usage(seconds=seconds)
    return _reply(choice.message, choice.finish_reason, usage, raw, service=service, stop=stop)


def read_stream(events: Iterable[str], *, service: str, seconds: float, stop: Sequence[str]) -> ModelReply | None:
    """The reply in the events of a stream; None if it broke off before its end."""
    text, refusal, finish, ended = "", "", None, False
    spent: Spent | None = None
    for data in events:
        if data.strip() == DONE:
            ended = True
            break
        chunk = _parsed(data, service)
        spent = chunk.usage or (chunk.x_groq.usage if chunk.x_groq else None) or spent
        for part in (chunk.choices or [])[:1]:
            text += part.delta.content or ""
            refusal += part.delta.refusal or ""
            finish = part.finish_reason or finish
    # Some servers give no reason (Snowflake); the text before a proper end of the stream is the answer.
    if finish is None and not (ended and text):
        return None
    usage = spent.usage(seconds) if spent else Usage(seconds=seconds)
    return _reply(_Answer(content=text, refusal=refusal or None), finish, usage, text, service=service, stop=stop)


def garbage(service: str, raw: str) -> ModelReplyInvalid:
    """The error for a body that is not an answer of this API."""
    return ModelReplyInvalid(
        f"{service} did not answer with a chat completion",
        hint="Check that the base URL ends in /v1 and that the server has the Chat Completions API.",
        evidence=raw[:_SHOWN],
    )


def _parsed(raw: str, service: str) -> _Completion:
    try:
        found = _Completion.model_validate_json(raw)
    except ValidationError as exc:
        raise garbage(service, raw) from exc
    error = found.error or next((choice.error for choice in found.choices or () if choice.error), None)
    if error is not None:
        raise Refused(read_refusal(None, {}, json.dumps({"error": error})))
    return found


def _reply(
    answer: _Answer, reason: str | None, usage: Usage, raw: str, *, service: str, stop: Sequence[str]
) -> ModelReply:
    if answer.refusal or reason == "content_filter":
        raise ModelRejected(f"{service} declined to answer", evidence=answer.refusal or raw[:_SHOWN])
    if reason in (_BUSY, "error"):
        raise Refused(read_refusal(None, {}, json.dumps({"error": {"code": 503, "message": f"finished: {reason}"}})))
    text, stopped = cut_at(answer.content or "", stop)
    finish: Literal["stop", "length", "cut"] = "stop"
    if not stopped and (reason or "") not in _ENDS:
        finish = "length" if reason in _LIMITS else "cut"
    return ModelReply(text=text, usage=usage, finish=finish)
