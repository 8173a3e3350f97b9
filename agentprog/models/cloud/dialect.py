"""The parameters of OpenAI's APIs that a server and a model accept: known for some, learnt from refusals for others."""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from agentprog.frozen import frozen, replace
from agentprog.ports import Effort, Message, ModelRequest

Api = Literal["chat", "responses"]
_STRICT = frozenset({"type", "description", "enum", "anyOf", "items", "properties", "required", "additionalProperties"})
_LISTED = re.compile(r"supported values are:?(?P<values>.*)", re.IGNORECASE | re.DOTALL)
_STOP = re.compile(r"['\"`]stop['\"`]|\b(?:argument|parameter)s?\b[^.]*: stop\b")


class SchemaMode(enum.Enum):
    """How a schema is sent, the strictest form first.

    SHAPED is the form of llama.cpp's servers: a JSON object with its schema beside it. The Responses API lacks this
    form.
    """

    SCHEMA = "json_schema"
    SHAPED = "json_object and schema"
    OBJECT = "json_object"
    PROMPT = "prompt"


@frozen
class Dialect:
    """The parameters that this server and model accept.

    `stream`: answers come in pieces; `stream_usage`: with a count of tokens at the end. `cache_key`: a key marks
    prompts of one purpose, so that they use the same cache. `cache_control`: a mark ends the constant part of the
    prompt, as some models behind a gateway need. `effort` is the parameter for the length of thinking, and `efforts`
    its values, the least first. `room`: thoughts get tokens in addition to the answer's.
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
    effort: Literal["", "reasoning_effort", "reasoning"] = ""
    efforts: tuple[str, ...] = ()
    room: bool = True

    def without(self, parameter: str, message: str) -> Dialect | None:
        """The dialect to try after a refusal that names a parameter; None if the refusal gives no hint."""
        words = f"{parameter} {message}".lower()
        if "max_completion_tokens" in words and self.limit == "max_tokens":
            return replace(self, limit="max_completion_tokens")
        if "max_completion_tokens" in words and parameter == "max_completion_tokens":
            return replace(self, limit="max_tokens")
        if self.effort and re.search(r"\breasoning\b|reasoning_effort|reasoning\.effort", words):
            return self._other_efforts(message)
        for name, field in (
            ("prompt_cache_key", "cache_key"),
            ("cache_control", "cache_control"),
            ("stream_options", "stream_usage"),
            ("temperature", "temperature"),
        ):
            if name in words and getattr(self, field):
                return replace(self, **{field: False})  # type: ignore[arg-type]
        if self.stop and (parameter == "stop" or _STOP.search(words)):
            return replace(self, stop=False)
        if self.stream and (parameter == "stream" or re.search(r"\bstream(?:ing)?\b", words)):
            return replace(self, stream=False)
        return None

    def _other_efforts(self, message: str) -> Dialect:
        """With the efforts that a refusal lists, or without the parameter."""
        listed = _LISTED.search(message)
        values = tuple(re.findall(r"['\"`](\w+)['\"`]", listed["values"])) if listed else ()
        if values and values != self.efforts:
            return replace(self, efforts=values)
        return replace(self, effort="")

    def effort_of(self, effort: Effort) -> dict[str, Any]:
        """The parameters for an effort."""
        if not self.effort or not self.efforts:
            return {}
        word = effort_word(effort, self.efforts)
        return {"reasoning": {"effort": word}} if self.effort == "reasoning" else {"reasoning_effort": word}

    def looser(self) -> Dialect | None:
        """The next less strict way to ask for a schema."""
        ways = [way for way in SchemaMode if way is not SchemaMode.SHAPED or self.api == "chat"]
        later = ways[ways.index(self.schema) + 1 :]
        return replace(self, schema=later[0]) if later else None

    def other(self) -> Dialect:
        """The same for the other API, which may accept other schemas and efforts."""
        effort: Literal["", "reasoning_effort", "reasoning"] = self.effort
        if effort:
            effort = "reasoning" if self.api == "chat" else "reasoning_effort"
        api: Api = "responses" if self.api == "chat" else "chat"
        return replace(self, api=api, effort=effort, schema=SchemaMode.SCHEMA)


def effort_word(effort: Effort, known: Sequence[str]) -> str:
    """The model's own word for an effort: its least for the least, else the same word, else its next higher one."""
    if effort is Effort.LEAST:
        return known[0]
    ladder = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
    rank = ladder.index(effort)
    above = [word for word in known if word in ladder and ladder.index(word) >= rank]
    return above[0] if above else known[-1]


def named_schema(request: ModelRequest) -> dict[str, Any]:
    """The request's schema with its name, strict if possible."""
    schema = dict(request.schema or {})
    name = re.sub(r"[^a-zA-Z0-9_-]", "_", request.purpose)[:64] or "reply"
    return {"name": name, "schema": schema, "strict": is_strict(schema)}


def is_strict(schema: Mapping[str, Any]) -> bool:
    """True if a schema is in the part of JSON Schema that providers enforce: every value has a type, objects are closed
    and all their properties required, and nothing limits a length or a number."""
    if not set(schema) <= _STRICT or not {"type", "anyOf", "enum"} & set(schema):
        return False
    inner = [*schema.get("anyOf", ()), *schema.get("properties", {}).values()]
    if schema.get("type") == "object":
        properties = set(schema.get("properties", {}))
        if schema.get("additionalProperties") is not False or properties != set(schema.get("required", [])):
            return False
    if schema.get("type") == "array":
        inner.append(schema.get("items", {}))
    return all(isinstance(part, Mapping) and is_strict(part) for part in inner)


def with_schema_words(messages: Sequence[Message], schema: Mapping[str, Any]) -> list[Message]:
    """The messages, with the schema in words at the end."""
    words = "Answer with one JSON object and nothing else. It must satisfy this JSON schema:\n"
    return [*messages, Message.of("user", words + json.dumps(dict(schema), ensure_ascii=False))]


def cut_at(text: str, stop: Sequence[str]) -> tuple[str, bool]:
    """The text up to the first stop text, and whether it has one: some servers ignore stop texts."""
    at = min((found for mark in stop if (found := text.find(mark)) >= 0), default=len(text))
    return text[:at], at < len(text)
