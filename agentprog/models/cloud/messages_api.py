"""Requests and replies of Anthropic's Messages API."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pydantic import ValidationError

from agentprog.errors import ModelRejected, ModelReplyInvalid
from agentprog.models.cloud.dialect import is_strict, with_schema_words
from agentprog.models.cloud.refusals import Refused, read_refusal
from agentprog.models.cloud.spent import Lenient
from agentprog.ports import ImagePart, Message, ModelReply, ModelRequest, Usage

_SHOWN = 2000
_MARK = {"cache_control": {"type": "ephemeral"}}
_FINISHES: Mapping[str, Literal["stop", "length"]] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
}


def body(model: str, request: ModelRequest, *, by_schema: bool, temperature: bool) -> dict[str, Any]:
    """The JSON of one question. A mark at the end of the constant part makes Anthropic cache it. Without `by_schema`,
    and for an open schema, the prompt describes the schema in words.
    """
    messages: Sequence[Message] = request.messages
    sent: dict[str, Any] = {"model": model, "max_tokens": request.max_tokens, "stream": True}
    if request.schema is not None:
        if by_schema and is_strict(request.schema):
            sent["output_config"] = {"format": {"type": "json_schema", "schema": dict(request.schema)}}
        else:
            messages = with_schema_words(messages, request.schema)
    last = max((place for place, message in enumerate(messages) if message.stable), default=-1)
    parts = [(message.role, _parts(message, mark=place == last)) for place, message in enumerate(messages)]
    system = [part for role, own_parts in parts if role == "system" for part in own_parts]
    if system:
        sent["system"] = system
    sent["messages"] = [{"role": role, "content": own_parts} for role, own_parts in parts if role != "system"]
    if temperature:
        sent["temperature"] = min(1.0, request.temperature)
    if request.stop:
        sent["stop_sequences"] = list(request.stop)
    return sent


def _parts(message: Message, *, mark: bool) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = []
    for part in message.parts:
        if isinstance(part, ImagePart):
            data = base64.b64encode(part.data).decode("ascii")
            source = {"type": "base64", "media_type": part.media_type, "data": data}
            parts.append({"type": "image", "source": source})
        elif part.text:  # the API refuses empty texts
            parts.append({"type": "text", "text": part.text})
    if mark and parts:
        parts[-1] |= _MARK
    return parts


class _Counts(Lenient):
    input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    output_tokens: int | None = None


class _Delta(Lenient):
    """A piece of a text, or how the message ends."""

    type: str = ""
    text: str = ""
    stop_reason: str | None = None


class _Block(Lenient):
    type: str = ""
    text: str = ""


class _Event(Lenient):
    """An event of a stream, or a whole message if `type` is "message"."""

    type: str
    message: _Event | None = None
    delta: _Delta | None = None
    content: list[_Block] | None = None
    stop_reason: str | None = None
    usage: _Counts | None = None


def read(events: Iterable[str], *, id: str) -> ModelReply | None:
    """The reply in the events of a stream; None if it broke off. Raises Refused for an error in it, ModelRejected if
    the model declines, ModelReplyInvalid for anything else."""
    text, reason = "", None
    counts: dict[str, int] = {}
    for data in events:
        event = _parsed(data, id)
        for message in (event, event.message):
            if message is None:
                continue
            text += "".join(block.text for block in message.content or () if block.type == "text")
            reason = message.stop_reason or reason
            if message.usage is not None:
                counts |= message.usage.model_dump(exclude_none=True)
        if event.delta is not None:
            text += event.delta.text if event.delta.type == "text_delta" else ""
            reason = event.delta.stop_reason or reason
    if reason is None:
        return None
    if reason == "refusal":
        raise ModelRejected(f"{id} declined to answer", evidence=text)
    return ModelReply(text=text, usage=_usage(counts), finish=_FINISHES.get(reason, "cut"))


def _parsed(data: str, id: str) -> _Event:
    try:
        event = _Event.model_validate_json(data)
    except ValidationError as exc:
        raise ModelReplyInvalid(f"{id} gave an answer that cannot be read", evidence=data[:_SHOWN]) from exc
    if event.type == "error":
        raise Refused(read_refusal(None, {}, data))
    return event


def _usage(counts: Mapping[str, int]) -> Usage:
    """Anthropic counts stored and cached tokens in addition to the rest of the prompt."""
    cached, stored = counts.get("cache_read_input_tokens", 0), counts.get("cache_creation_input_tokens", 0)
    return Usage(
        prompt=counts.get("input_tokens", 0) + cached + stored,
        cached=cached,
        stored=stored,
        completion=counts.get("output_tokens", 0),
    )
