"""Google's Gemini models through google-genai (extra `gemini`)."""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from agentprog.errors import (
    Cancelled,
    ModelError,
    ModelNotConfigured,
    ModelRejected,
    ModelReplyInvalid,
    ModelUnreachable,
)
from agentprog.models.cloud.remote import RemoteModel
from agentprog.models.cloud.retry import Transient, persist
from agentprog.models.cloud.transport import CLOSED, TooSlow, transport_errors, within
from agentprog.models.families import family
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import (
    Capabilities,
    Clock,
    ImagePart,
    Message,
    ModelReply,
    ModelRequest,
    SystemClock,
    Usage,
)

try:
    from google import genai
    from google.genai import errors, types
except ModuleNotFoundError as exc:
    raise ModelNotConfigured(
        "gemini: models need google-genai, which is not installed",
        hint='Install the extra: pip install "agentprog[gemini]"',
    ) from exc

KEY_VARIABLES = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
TIMEOUT = 300.0
_CONNECTION_TRIES = 3
_BAD_KEY = re.compile(r"api[ _]key", re.IGNORECASE)
_TOO_LONG = re.compile(r"exceeds the maximum number of tokens|token count", re.IGNORECASE)
_SCHEMA = re.compile(r"schema|response_mime_type|json mode", re.IGNORECASE)


class GeminiModel(RemoteModel):
    """One Gemini model. `timeout` bounds a question in seconds, retries included."""

    def __init__(
        self,
        name: str,
        *,
        id: str | None = None,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float | None = None,
        clock: Clock | None = None,
    ) -> None:
        id = id or f"gemini:{name}"
        super().__init__(id, _key(id, api_key))
        self._name = name
        self._seconds = timeout or TIMEOUT
        self._clock = clock or SystemClock()
        self._draws = random.Random()
        self._takes_schema = True
        self._closed = False
        options = types.HttpOptions(base_url=base_url) if base_url else None
        self._client = genai.Client(api_key=self._key, http_options=options)

    @property
    def capabilities(self) -> Capabilities:
        known = family(self._name)
        return Capabilities(
            context=known.context, vision=known.vision, schema=True, small=known.small, space=known.space
        )

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def close(self) -> None:
        """A question that is being answered in another thread ends with Cancelled."""
        self._closed = True
        self._client.close()

    def _answer(self, request: ModelRequest) -> ModelReply:
        try:
            return self._persist(request)
        except _SchemaRefused:
            self._takes_schema = False
            return self._persist(request)

    def _persist(self, request: ModelRequest) -> ModelReply:
        return persist(
            lambda left: self._ask(request, left), seconds=self._seconds, clock=self._clock, draws=self._draws
        )

    def _ask(self, request: ModelRequest, left: float) -> ModelReply:
        if self._closed:
            raise Cancelled(CLOSED)
        start = time.monotonic()
        try:
            pieces = self._client.models.generate_content_stream(
                model=self._name,
                contents=_contents(request.messages),
                config=self._config(request, left),
            )
            response = _joined(within(pieces, start + left))
        except errors.APIError as exc:
            self._translate(exc, with_schema=request.schema is not None)
        except ValueError as exc:
            raise ModelReplyInvalid(
                f"{self._id} answered something that cannot be read", evidence=f"{type(exc).__name__}: {exc}"
            ) from exc
        except TooSlow:
            raise Transient(ModelUnreachable(f"Gemini did not answer within {left:.0f} s")) from None
        except transport_errors() as exc:
            error = ModelUnreachable(
                f"Gemini cannot be reached: {exc}", hint="Is this computer online?", evidence=repr(exc)
            )
            raise Transient(error, tries=_CONNECTION_TRIES) from exc
        if response.candidates and response.candidates[0].finish_reason is None:
            error = ModelUnreachable("Gemini's answer broke off in the middle", evidence=response.model_dump_json())
            raise Transient(error, tries=_CONNECTION_TRIES)
        return self._read(response, time.monotonic() - start)

    def _config(self, request: ModelRequest, left: float) -> types.GenerateContentConfig:
        system = "\n\n".join(message.text for message in request.messages if message.role == "system")
        wants = request.schema is not None
        if wants and not self._takes_schema:
            words = "Answer with one JSON object and nothing else. It must satisfy this JSON schema:\n"
            system = f"{system}\n\n{words}{json.dumps(dict(request.schema or {}), ensure_ascii=False)}".strip()
        return types.GenerateContentConfig(
            system_instruction=system or None,
            temperature=request.temperature,
            max_output_tokens=request.max_tokens,
            stop_sequences=list(request.stop) or None,
            response_mime_type="application/json" if wants and self._takes_schema else None,
            response_json_schema=dict(request.schema or {}) if wants and self._takes_schema else None,
            http_options=types.HttpOptions(timeout=max(1, int(left * 1000))),
        )

    def _translate(self, exc: errors.APIError, *, with_schema: bool) -> NoReturn:
        status, words, said = exc.code, json.dumps(exc.details, default=str), str(exc.message or "")
        if status == 429:
            error: ModelError = ModelRejected("Gemini limits the rate of requests (429)", evidence=words)
            raise Transient(error, after=_delay(exc.details)) from exc
        if status in (408, 409) or status >= 500:
            raise Transient(ModelUnreachable(f"Gemini failed ({status})", evidence=words)) from exc
        if status in (401, 403) or (status == 400 and _BAD_KEY.search(said)):
            hint = f"Check {' or '.join(KEY_VARIABLES)}."
            raise ModelRejected("Gemini does not accept the API key", hint=hint, evidence=words) from exc
        if status == 404:
            raise ModelRejected(f"Gemini knows no model {self._name!r}", evidence=words) from exc
        if status == 400 and _TOO_LONG.search(said):
            raise ModelRejected(f"the prompt is longer than the context of {self._id}", evidence=words) from exc
        if status == 400 and with_schema and self._takes_schema and _SCHEMA.search(said):
            raise _SchemaRefused(said) from exc
        raise ModelRejected(f"Gemini refuses the request ({status})", evidence=words) from exc

    def _read(self, response: types.GenerateContentResponse, seconds: float) -> ModelReply:
        if not response.candidates:
            blocked = response.prompt_feedback.block_reason if response.prompt_feedback else None
            if blocked is not None:
                raise ModelRejected(f"{self._id} declined to answer ({blocked.value})")
            raise ModelReplyInvalid(f"{self._id} answered without a candidate", evidence=response.model_dump_json())
        candidate = response.candidates[0]
        reason = candidate.finish_reason.value if candidate.finish_reason else "STOP"
        parts = (candidate.content.parts or []) if candidate.content else []
        text = "".join(part.text or "" for part in parts if not part.thought)
        if not text and reason not in ("STOP", "MAX_TOKENS"):
            raise ModelRejected(f"{self._id} declined to answer ({reason})", evidence=response.model_dump_json())
        finish = "length" if reason == "MAX_TOKENS" else "stop"
        return ModelReply(text=text, usage=_usage(response.usage_metadata, seconds), finish=finish)  # type: ignore[arg-type]


class _SchemaRefused(Exception):
    """This model or server takes no schema."""


def _key(id: str, given: str | None) -> str:
    for key in (given, *(os.environ.get(name) for name in KEY_VARIABLES)):
        if key:
            return key
    raise ModelNotConfigured(f"{id} needs an API key", hint=f"Set {KEY_VARIABLES[0]}.")


def _contents(messages: Sequence[Message]) -> list[types.ContentUnionDict]:
    contents: list[types.ContentUnionDict] = []
    for message in messages:
        if message.role == "system":
            continue
        parts = [
            types.Part.from_bytes(data=part.data, mime_type=part.media_type)
            if isinstance(part, ImagePart)
            else types.Part.from_text(text=part.text)
            for part in message.parts
        ]
        contents.append(types.Content(role="model" if message.role == "assistant" else "user", parts=parts))
    return contents


def _joined(pieces: Iterable[types.GenerateContentResponse]) -> types.GenerateContentResponse:
    """The pieces of a streamed answer as one: every part, and the last that is said of its end, its cost and why."""
    whole = types.GenerateContentResponse()
    parts: list[types.Part] = []
    for piece in pieces:
        whole.usage_metadata = piece.usage_metadata or whole.usage_metadata
        whole.prompt_feedback = piece.prompt_feedback or whole.prompt_feedback
        for candidate in (piece.candidates or [])[:1]:
            parts += (candidate.content.parts or []) if candidate.content else []
            before = whole.candidates[0].finish_reason if whole.candidates else None
            content = types.Content(role="model", parts=parts)
            whole.candidates = [types.Candidate(content=content, finish_reason=candidate.finish_reason or before)]
    return whole


def _usage(usage: types.GenerateContentResponseUsageMetadata | None, seconds: float) -> Usage:
    if usage is None:
        return Usage(seconds=seconds)
    return Usage(
        prompt=usage.prompt_token_count or 0,
        cached=usage.cached_content_token_count or 0,
        completion=(usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0),
        reasoning=usage.thoughts_token_count or 0,
        seconds=seconds,
    )


def _delay(details: Any) -> float | None:
    """The seconds of a RetryInfo detail, such as "17s"."""
    inner = details.get("error", details) if isinstance(details, Mapping) else {}
    for detail in inner.get("details", []) if isinstance(inner, Mapping) else []:
        found = (
            re.fullmatch(r"(\d+(?:\.\d+)?)s", str(detail.get("retryDelay", "")))
            if isinstance(detail, Mapping)
            else None
        )
        if found:
            return float(found.group(1))
    return None
