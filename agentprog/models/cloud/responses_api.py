"""Requests and replies of the Responses API."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import ValidationError

from agentprog.errors import ModelRejected, ModelReplyInvalid
from agentprog.models.cloud.dialect import Dialect, SchemaMode, cut_at, named_schema, with_schema_words
from agentprog.models.cloud.refusals import Refused, read_refusal
from agentprog.models.cloud.spent import Lenient, Spent
from agentprog.models.cloud.transport import DONE
from agentprog.ports import ImagePart, Message, ModelReply, ModelRequest, Usage

PATH = "/responses"
_SHOWN = 2000
_UNDONE = ("queued", "in_progress", "cancelled")
_ENDS = ("response.completed", "response.incomplete", "response.failed")
_LEAST_TOKENS = 16
"""The API refuses a smaller limit."""


def body(model: str, request: ModelRequest, dialect: Dialect, *, room: int = 0) -> dict[str, Any]:
    """The JSON of one question; it asks the provider to store nothing. `room` is the number of tokens for thoughts, in
    addition to the answer's."""
    messages: Sequence[Message] = request.messages
    limit = max(_LEAST_TOKENS, request.max_tokens + room)
    sent: dict[str, Any] = {"model": model, "max_output_tokens": limit, "store": False}
    if request.schema is not None and dialect.schema is SchemaMode.SCHEMA:
        sent["text"] = {"format": {"type": "json_schema", **named_schema(request)}}
    elif request.schema is not None:
        messages = with_schema_words(messages, request.schema)
        if dialect.schema is SchemaMode.OBJECT:
            sent["text"] = {"format": {"type": "json_object"}}
    sent["input"] = [_item(message) for message in messages]
    sent.update(dialect.effort_of(request.effort))
    if dialect.temperature:
        sent["temperature"] = request.temperature
    if dialect.cache_key:
        sent["prompt_cache_key"] = f"agentprog-{request.purpose}"
    if dialect.stream:
        sent["stream"] = True
    return sent


def _item(message: Message) -> dict[str, Any]:
    kind = "output_text" if message.role == "assistant" else "input_text"
    content: list[dict[str, Any]] = []
    for part in message.parts:
        if isinstance(part, ImagePart):
            data = base64.b64encode(part.data).decode("ascii")
            url = f"data:{part.media_type};base64,{data}"
            content.append({"type": "input_image", "image_url": url, "detail": "auto"})
        else:
            content.append({"type": kind, "text": part.text})
    return {"role": message.role, "content": content}


class _Content(Lenient):
    type: str = ""
    text: str = ""
    refusal: str = ""


class _Output(Lenient):
    type: str = ""
    content: list[_Content] | None = None


class _Incomplete(Lenient):
    reason: str | None = None


class _Response(Lenient):
    output: list[_Output] | None = None
    status: str = "completed"
    incomplete_details: _Incomplete | None = None
    error: Any = None
    usage: Spent | None = None


class _Event(Lenient):
    """An event of a stream. An error has its parts inside `error`, or beside `type`."""

    type: str
    response: dict[str, Any] | None = None
    error: Any = None


def read(raw: str, *, service: str, seconds: float, stop: Sequence[str]) -> ModelReply:
    """The reply in a response's body. Raises Refused for an error in it, ModelRejected if the model declines, and
    ModelReplyInvalid for anything else."""
    try:
        response = _Response.model_validate_json(raw)
    except ValidationError as exc:
        raise garbage(service, raw) from exc
    return _reply(response, raw, service=service, seconds=seconds, stop=stop)


def read_stream(events: Iterable[str], *, service: str, seconds: float, stop: Sequence[str]) -> ModelReply | None:
    """The reply in the events of a stream, whose last event holds the whole reply; None if it broke off before."""
    for data in events:
        if data.strip() == DONE:
            break
        try:
            event = _Event.model_validate_json(data)
            response = _Response.model_validate(event.response) if event.type in _ENDS else None
        except ValidationError as exc:
            raise garbage(service, data) from exc
        if event.type == "error":
            raise Refused(read_refusal(None, {}, data))
        if response is not None:
            return _reply(response, data, service=service, seconds=seconds, stop=stop)
    return None


def garbage(service: str, raw: str) -> ModelReplyInvalid:
    """The error for a body that is not an answer of this API."""
    return ModelReplyInvalid(
        f"{service} did not answer with a response of the Responses API",
        hint='Check that the base URL ends in /v1. For a server without this API set api = "chat".',
        evidence=raw[:_SHOWN],
    )


def _reply(response: _Response, raw: str, *, service: str, seconds: float, stop: Sequence[str]) -> ModelReply:
    if response.error or response.status == "failed":
        raise Refused(read_refusal(None, {}, json.dumps({"error": response.error or {"code": "server_error"}})))
    if response.output is None:
        raise garbage(service, raw)
    if response.status in _UNDONE:
        raise ModelReplyInvalid(f"{service} has not finished its answer ({response.status})", evidence=raw[:_SHOWN])
    parts = [part for output in response.output if output.type == "message" for part in output.content or ()]
    reason = response.incomplete_details.reason if response.incomplete_details else None
    refusal = "".join(part.refusal for part in parts)
    if refusal or reason == "content_filter":
        raise ModelRejected(f"{service} declined to answer", evidence=refusal or raw[:_SHOWN])
    text, stopped = cut_at("".join(part.text for part in parts if part.type == "output_text"), stop)
    finish: Literal["stop", "length", "cut"] = "stop"
    if response.status == "incomplete" and not stopped:
        finish = "length" if reason in (None, "max_output_tokens") else "cut"
    usage = response.usage.usage(seconds) if response.usage else Usage(seconds=seconds)
    return ModelReply(text=text, usage=usage, finish=finish)
