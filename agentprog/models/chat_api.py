"""Requests and replies of the Chat Completions API: what is sent, and what is believed of what comes back."""

from __future__ import annotations

import base64
import enum
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from agentprog.errors import ModelRejected, ModelReplyInvalid
from agentprog.ports import ImagePart, Message, ModelReply, ModelRequest, Usage

_SHOWN = 2000


class SchemaMode(enum.Enum):
    """How a schema is asked for, the strictest that the server understands."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    PROMPT = "prompt"


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """What this server and model accept, as far as their refusals have taught."""

    limit: str = "max_tokens"
    temperature: bool = True
    stop: bool = True
    schema: SchemaMode = SchemaMode.SCHEMA

    def without(self, parameter: str, message: str) -> Dialect | None:
        """The dialect to try after a refusal that names a parameter; None when it teaches nothing."""
        words = f"{parameter} {message}".lower()
        if "max_completion_tokens" in words and self.limit == "max_tokens":
            return replace(self, limit="max_completion_tokens")
        if "max_completion_tokens" in words and parameter == "max_completion_tokens":
            return replace(self, limit="max_tokens")
        if "temperature" in words and self.temperature:
            return replace(self, temperature=False)
        if self.stop and (parameter == "stop" or re.search(r"['\"`]stop['\"`]", words)):
            return replace(self, stop=False)
        if re.search(r"response_format|json_schema|json_object|schema", words):
            return self.looser()
        return None

    def looser(self) -> Dialect | None:
        """The next less strict way to ask for a schema."""
        if self.schema is SchemaMode.SCHEMA:
            return replace(self, schema=SchemaMode.OBJECT)
        if self.schema is SchemaMode.OBJECT:
            return replace(self, schema=SchemaMode.PROMPT)
        return None


def body(model: str, request: ModelRequest, dialect: Dialect) -> dict[str, Any]:
    """The JSON of one question."""
    messages: Sequence[Message] = request.messages
    sent: dict[str, Any] = {"model": model, dialect.limit: request.max_tokens}
    if request.schema is not None and dialect.schema is SchemaMode.SCHEMA:
        sent["response_format"] = {"type": "json_schema", "json_schema": _named_schema(request)}
    elif request.schema is not None:
        messages = _with_schema_words(messages, request.schema)
        if dialect.schema is SchemaMode.OBJECT:
            sent["response_format"] = {"type": "json_object"}
    sent["messages"] = [_message(message) for message in messages]
    if dialect.temperature:
        sent["temperature"] = request.temperature
    if dialect.stop and request.stop:
        sent["stop"] = list(request.stop)
    return sent


def _named_schema(request: ModelRequest) -> dict[str, Any]:
    schema = dict(request.schema or {})
    name = re.sub(r"[^a-zA-Z0-9_-]", "_", request.purpose)[:64] or "reply"
    return {"name": name, "schema": schema, "strict": is_strict(schema)}


def is_strict(schema: Any) -> bool:
    """Whether a schema meets the API's strict mode: closed objects, every property required."""
    if isinstance(schema, Mapping):
        if schema.get("type") == "object" or "properties" in schema:
            named = set(schema.get("properties", {}))
            if schema.get("additionalProperties") is not False or named != set(schema.get("required", [])):
                return False
        return all(is_strict(value) for value in schema.values())
    return all(is_strict(value) for value in schema) if isinstance(schema, list) else True


def _with_schema_words(messages: Sequence[Message], schema: Mapping[str, Any]) -> list[Message]:
    words = "Answer with one JSON object and nothing else. It must satisfy this JSON schema:\n"
    return [*messages, Message.of("user", words + json.dumps(dict(schema), ensure_ascii=False))]


def _message(message: Message) -> dict[str, Any]:
    if not any(isinstance(part, ImagePart) for part in message.parts):
        return {"role": message.role, "content": message.text}
    content: list[dict[str, Any]] = []
    for part in message.parts:
        if isinstance(part, ImagePart):
            data = base64.b64encode(part.data).decode("ascii")
            content.append({"type": "image_url", "image_url": {"url": f"data:{part.media_type};base64,{data}"}})
        else:
            content.append({"type": "text", "text": part.text})
    return {"role": message.role, "content": content}


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _CachedTokens(_Lenient):
    cached_tokens: int | None = None


class _Usage(_Lenient):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    prompt_tokens_details: _CachedTokens | None = None


class _Answer(_Lenient):
    content: str | None = None
    refusal: str | None = None


class _Choice(_Lenient):
    message: _Answer
    finish_reason: str | None = None


class _Completion(_Lenient):
    choices: list[_Choice]
    usage: _Usage | None = None


def read(raw: str, *, who: str, seconds: float, stop: Sequence[str]) -> ModelReply:
    """The reply in a response's body. Raises ModelReplyInvalid for anything else, ModelRejected for a refusal."""
    try:
        completion = _Completion.model_validate_json(raw)
    except ValidationError as exc:
        raise ModelReplyInvalid(
            f"{who} answered something that is not a chat completion",
            hint="Does the base URL end in /v1, and does it speak the Chat Completions API?",
            evidence=raw[:_SHOWN],
        ) from exc
    if not completion.choices:
        raise ModelReplyInvalid(f"{who} answered without a choice", evidence=raw[:_SHOWN])
    choice = completion.choices[0]
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise ModelRejected(f"{who} declined to answer", evidence=choice.message.refusal or raw[:_SHOWN])
    text = choice.message.content or ""
    cut = min((at for mark in stop if (at := text.find(mark)) >= 0), default=len(text))
    finish = "length" if choice.finish_reason == "length" and cut == len(text) else "stop"
    return ModelReply(text=text[:cut], usage=_spent(completion.usage, seconds), finish=finish)  # type: ignore[arg-type]


def _spent(usage: _Usage | None, seconds: float) -> Usage:
    if usage is None:
        return Usage(seconds=seconds)
    details = usage.prompt_tokens_details
    return Usage(
        prompt=usage.prompt_tokens,
        cached=(details.cached_tokens or 0) if details else 0,
        completion=usage.completion_tokens,
        seconds=seconds,
    )


def is_json(text: str) -> bool:
    """Whether a text is a JSON value, perhaps in a Markdown fence."""
    inner = re.sub(r"^\s*```(?:json)?\s*|\s*```\s*$", "", text)
    try:
        json.loads(inner)
    except ValueError:
        return False
    return True
