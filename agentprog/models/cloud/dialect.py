"""What a server and a model accept of OpenAI's APIs, learnt from what they refuse."""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from agentprog.ports import Message, ModelRequest

Api = Literal["chat", "responses"]


class SchemaMode(enum.Enum):
    """How a schema is asked for, the strictest that the server understands first.

    SHAPED is what llama.cpp's servers heed: a JSON object with its schema beside. The Responses API has no such form.
    """

    SCHEMA = "json_schema"
    SHAPED = "json_object and schema"
    OBJECT = "json_object"
    PROMPT = "prompt"


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """What this server and model accept, as far as their refusals have taught.

    `stream`: answers come in pieces; `stream_usage`: with a count of tokens at the end. `cache_key`: prompts of one
    purpose are marked as such, so that they meet the same cache. `cache_control`: the end of what never changes is
    marked in the prompt, which some models behind a gateway want.
    """

    api: Api = "chat"
    limit: str = "max_tokens"
    temperature: bool = True
    stop: bool = True
    schema: SchemaMode = SchemaMode.SCHEMA
    stream: bool = True
    stream_usage: bool = True
    cache_key: bool = False
    cache_control: bool = False

    def without(self, parameter: str, message: str) -> Dialect | None:
        """The dialect to try after a refusal that names a parameter; None when it teaches nothing."""
        words = f"{parameter} {message}".lower()
        if "max_completion_tokens" in words and self.limit == "max_tokens":
            return replace(self, limit="max_completion_tokens")
        if "max_completion_tokens" in words and parameter == "max_completion_tokens":
            return replace(self, limit="max_tokens")
        for name, field in (
            ("prompt_cache_key", "cache_key"),
            ("cache_control", "cache_control"),
            ("stream_options", "stream_usage"),
            ("temperature", "temperature"),
        ):
            if name in words and getattr(self, field):
                return replace(self, **{field: False})  # type: ignore[arg-type]
        if self.stop and (parameter == "stop" or re.search(r"['\"`]stop['\"`]", words)):
            return replace(self, stop=False)
        if re.search(r"response_format|text\.format|json_schema|json_object|schema", words):
            return self.looser()
        if self.stream and "stream" in words:
            return replace(self, stream=False)
        return None

    def looser(self) -> Dialect | None:
        """The next less strict way to ask for a schema."""
        ways = [way for way in SchemaMode if way is not SchemaMode.SHAPED or self.api == "chat"]
        later = ways[ways.index(self.schema) + 1 :]
        return replace(self, schema=later[0]) if later else None

    def other(self) -> Dialect:
        """The same for the other API, which may take schemas otherwise."""
        return replace(self, api="responses" if self.api == "chat" else "chat", schema=SchemaMode.SCHEMA)


def named_schema(request: ModelRequest) -> dict[str, Any]:
    """The request's schema with its name, strict where it can be."""
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


def with_schema_words(messages: Sequence[Message], schema: Mapping[str, Any]) -> list[Message]:
    """The messages and, last, the schema put in words."""
    words = "Answer with one JSON object and nothing else. It must satisfy this JSON schema:\n"
    return [*messages, Message.of("user", words + json.dumps(dict(schema), ensure_ascii=False))]


def cut_at(text: str, stop: Sequence[str]) -> tuple[str, bool]:
    """The text up to the first stop text, and whether one was there: not every server heeds them."""
    at = min((found for mark in stop if (found := text.find(mark)) >= 0), default=len(text))
    return text[:at], at < len(text)


def is_json(text: str) -> bool:
    """Whether a text is a JSON value, perhaps in a Markdown fence."""
    inner = re.sub(r"^\s*```(?:json)?\s*|\s*```\s*$", "", text)
    try:
        json.loads(inner)
    except ValueError:
        return False
    return True
