"""Requests and replies of Gemini's generateContent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from agentprog.errors import ModelRejected, ModelReplyInvalid
from agentprog.models.cloud.dialect import is_strict
from agentprog.models.cloud.refusals import Refused, read_refusal
from agentprog.models.cloud.spent import Lenient
from agentprog.ports import ImagePart, Message, ModelReply, ModelRequest, Usage

_SHOWN = 2000
_FINISHES = {
    1: "STOP",
    2: "MAX_TOKENS",
    3: "SAFETY",
    4: "RECITATION",
    7: "BLOCKLIST",
    8: "PROHIBITED_CONTENT",
    9: "SPII",
}
_BLOCKS = {1: "SAFETY", 2: "OTHER", 3: "BLOCKLIST", 4: "PROHIBITED_CONTENT"}
"""The names of reasons that Vertex may send as numbers."""
_ENDED: Mapping[str, Literal["stop", "length"]] = {"STOP": "stop", "MAX_TOKENS": "length"}


def body(
    request: ModelRequest, *, room: int, by_schema: bool, thinking: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The JSON of one question; a picture is its bytes. `room` is the number of tokens for thoughts, in addition to the
    answer's. Without `by_schema`, and for an open schema, the prompt describes the schema in words."""
    options: dict[str, Any] = {"temperature": request.temperature, "maxOutputTokens": request.max_tokens + room}
    system = [message.text for message in request.messages if message.role == "system"]
    if request.schema is not None:
        if by_schema and is_strict(request.schema):
            options |= {"responseMimeType": "application/json", "responseJsonSchema": dict(request.schema)}
        else:
            words = "Answer with one JSON object and nothing else. It must satisfy this JSON schema:\n"
            system.append(words + json.dumps(dict(request.schema), ensure_ascii=False))
    if request.stop:
        options["stopSequences"] = list(request.stop)
    if thinking is not None:
        options["thinkingConfig"] = dict(thinking)
    sent: dict[str, Any] = {"contents": _contents(request.messages), "generationConfig": options}
    if system:
        sent["systemInstruction"] = {"parts": [{"text": "\n\n".join(system)}]}
    return sent


def _contents(messages: Sequence[Message]) -> list[dict[str, Any]]:
    return [
        {
            "role": "model" if message.role == "assistant" else "user",
            "parts": [
                {"inlineData": {"mimeType": part.media_type, "data": part.data}}
                if isinstance(part, ImagePart)
                else {"text": part.text}
                for part in message.parts
            ],
        }
        for message in messages
        if message.role != "system"
    ]


class _Camel(Lenient):
    model_config = ConfigDict(extra="ignore", frozen=True, alias_generator=to_camel)


class _Part(_Camel):
    text: str | None = None
    thought: bool | None = None


class _Content(_Camel):
    parts: list[_Part] | None = None


class _Candidate(_Camel):
    content: _Content | None = None
    finish_reason: str | int | None = None
    finish_message: str | None = None


class _Feedback(_Camel):
    block_reason: str | int | None = None
    block_reason_message: str | None = None


class _Counts(_Camel):
    prompt_token_count: int | None = None
    cached_content_token_count: int | None = None
    candidates_token_count: int | None = None
    thoughts_token_count: int | None = None

    def usage(self) -> Usage:
        thought = self.thoughts_token_count or 0
        return Usage(
            prompt=self.prompt_token_count or 0,
            cached=self.cached_content_token_count or 0,
            completion=(self.candidates_token_count or 0) + thought,
            reasoning=thought,
        )


class _Piece(_Camel):
    candidates: list[_Candidate] | None = None
    prompt_feedback: _Feedback | None = None
    usage_metadata: _Counts | None = None
    error: Any = None


_PIECES = TypeAdapter(_Piece | list[_Piece])


def read(events: Iterable[str], *, id: str) -> ModelReply | None:
    """The reply in the pieces of a stream; None if it broke off. Raises Refused for an error in it, ModelRejected if
    the model declines, ModelReplyInvalid for anything else."""
    text, counts, candidate, feedback, last = "", _Counts(), None, None, ""
    for last in events:
        for piece in _pieces(last, id):
            counts = piece.usage_metadata or counts
            feedback = piece.prompt_feedback or feedback
            for first_candidate in (piece.candidates or [])[:1]:
                parts = (first_candidate.content.parts or []) if first_candidate.content else []
                text += "".join(part.text or "" for part in parts if not part.thought)
                candidate = first_candidate if first_candidate.finish_reason or candidate is None else candidate
    if candidate is None:
        if feedback is not None and feedback.block_reason:
            raise _declined(id, _word(feedback.block_reason, _BLOCKS), feedback.block_reason_message, last)
        raise ModelReplyInvalid(f"{id} answered without a candidate", evidence=last[:_SHOWN])
    if not candidate.finish_reason:
        return None
    reason = _word(candidate.finish_reason, _FINISHES)
    if not text and reason not in _ENDED:
        raise _declined(id, reason, candidate.finish_message, last)
    return ModelReply(text=text, usage=counts.usage(), finish=_ENDED.get(reason, "cut"))


def _pieces(raw: str, id: str) -> list[_Piece]:
    try:
        found = _PIECES.validate_json(raw)
    except ValidationError as exc:
        raise ModelReplyInvalid(f"{id} gave an answer that cannot be read", evidence=raw[:_SHOWN]) from exc
    pieces = found if isinstance(found, list) else [found]
    if any(piece.error is not None for piece in pieces):
        raise Refused(read_refusal(None, {}, raw))
    return pieces


def _word(reason: str | int, names: Mapping[int, str]) -> str:
    return names.get(reason, str(reason)) if isinstance(reason, int) else reason


def _declined(id: str, reason: str, sentence: str | None, raw: str) -> ModelRejected:
    return ModelRejected(
        f"{id} declined to answer ({reason}){f': {sentence}' if sentence else ''}", evidence=raw[:_SHOWN]
    )
