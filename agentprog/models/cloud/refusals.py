"""Reads a provider's refusal, whether it is an HTTP status or an error inside a normal answer."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from agentprog.frozen import frozen
from agentprog.models.cloud.retry import asked_in_words, retry_after

_FILE = Path(__file__).resolve().parent / "refusals.toml"
_LONGEST_SENTENCE = 300
_INSIDE = 200
"""The status of a refusal inside a successful answer that names no status itself."""
_KEY_LIKE = re.compile(r"\b(?:sk|gsk|xai|pk|AIza)[-_]?[\w-]{10,}")
_TAG = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL | re.IGNORECASE)
_NAMED = ("code", "type", "status", "reason", "quotaId")


class Meaning(StrEnum):
    """The reason of a refusal, distinguished by its remedy."""

    KEY = "key"
    UNVERIFIED = "unverified"
    REGION = "region"
    QUOTA = "quota"
    CREDITS = "credits"
    RATE = "rate"
    TOO_LARGE = "too_large"
    CONTEXT = "context"
    FILTER = "filter"
    USED_UP = "used_up"
    INVALID_JSON = "invalid_json"
    PRIVACY = "privacy"
    PICTURE = "picture"
    MODEL = "model"
    MEMORY = "memory"
    SCHEMA = "schema"
    ABSENT = "absent"
    FAILED = "failed"
    FORBIDDEN = "forbidden"
    REFUSED = "refused"


@frozen
class Refusal:
    """A refusal. `sentence` is the provider's own, short and on one line; `param` the parameter that it blames, if any;
    `after` the seconds that it asks to wait; `raw` its whole reply. `status` is 200 for an error inside a successful
    answer."""

    meaning: Meaning
    sentence: str
    status: int
    param: str
    after: float | None
    raw: str


class Refused(Exception):
    """A refusal, before it changes the request or becomes an error."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


def read_refusal(status: int | None, headers: Mapping[str, str], raw: str) -> Refusal:
    """The refusal in a body. `status` is None if it came inside a normal answer."""
    found = _parsed(raw)
    objects = list(_objects(found))
    message = _message(objects) if objects else _prose(raw)
    number = status if status is not None and status >= 400 else _status_in(objects)
    param = next((str(part["param"]) for part in objects if part.get("param")), _blamed(objects))
    signs = [str(part[name]) for part in objects for name in _NAMED if isinstance(part.get(name), str | int)]
    after = retry_after(headers)
    if after is None:
        after = _retry_info(objects)
    return Refusal(
        meaning=_meaning(number, signs, param, f"{message} {raw}" if not objects else message),
        sentence=_sentence(message),
        status=number,
        param=param,
        after=asked_in_words(message) if after is None else after,
        raw=raw,
    )


def _parsed(raw: str) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def _objects(found: Any, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """The objects in a refusal that may hold a reason: the outer one, its error, details, and a gateway's inner
    error."""
    if isinstance(found, list):
        for item in found:
            yield from _objects(item, depth)
    if not isinstance(found, Mapping) or depth > 4:
        return
    yield found
    for name in ("error", "detail", "details", "message", "innererror", "metadata", "violations", "response"):
        yield from _objects(found.get(name), depth + 1)
    if isinstance(found.get("raw"), str):
        yield from _objects(_parsed(found["raw"]), depth + 1)


def _message(objects: list[Mapping[str, Any]]) -> str:
    """The sentences of a refusal, the most general first, each once."""
    sentences: list[str] = []
    for part in objects:
        for name in ("message", "msg", "error", "detail", "raw"):
            text = part.get(name)
            if isinstance(text, str) and text.strip() and text not in sentences and _parsed(text) is None:
                sentences.append(text)
    return ": ".join(sentences)


def _prose(raw: str) -> str:
    """The text of a page or a bare text, without tags."""
    return _TAG.sub(" ", raw)


def _sentence(message: str) -> str:
    text = _KEY_LIKE.sub("(a key)", " ".join(message.split()))
    if len(text) <= _LONGEST_SENTENCE:
        return text
    return f"{text[:_LONGEST_SENTENCE].rpartition(' ')[0] or text[:_LONGEST_SENTENCE]} ..."


def _status_in(objects: list[Mapping[str, Any]]) -> int:
    """The status that an error inside a successful answer names, as with OpenRouter, Groq and Gemini."""
    for part in objects:
        for name in ("status_code", "code", "status"):
            value = part.get(name)
            if isinstance(value, int) and 400 <= value < 600:
                return value
    return _INSIDE


def _blamed(objects: list[Mapping[str, Any]]) -> str:
    """The parameter in which pydantic found an error."""
    for part in objects:
        place = part.get("loc")
        if isinstance(place, list) and place:
            return str(place[-1])
    return ""


def _retry_info(objects: list[Mapping[str, Any]]) -> float | None:
    """The seconds of a RetryInfo detail, such as "17s"."""
    for part in objects:
        found = re.fullmatch(r"(\d+(?:\.\d+)?)s", str(part.get("retryDelay", "")))
        if found:
            return float(found.group(1))
    return None


@frozen
class _Row:
    meaning: Meaning
    status: frozenset[int]
    signs: re.Pattern[str] | None
    words: re.Pattern[str] | None
    param: re.Pattern[str] | None

    def fits(self, status: int, signs: list[str], param: str, message: str) -> bool:
        if self.status and status not in self.status:
            return False
        if self.signs is None and self.words is None and self.param is None:
            return True
        return (
            (self.signs is not None and any(self.signs.search(sign) for sign in signs))
            or (self.words is not None and self.words.search(message) is not None)
            or (self.param is not None and self.param.search(param) is not None)
        )


def _meaning(status: int, signs: list[str], param: str, message: str) -> Meaning:
    rows = (row.meaning for row in _table() if row.fits(status, signs, param, message))
    return next(rows, Meaning.REFUSED)


def words_for(meaning: Meaning) -> tuple[str, str]:
    """The message and the hint for a refusal; the hint is empty if nothing can be done. Placeholders are in braces."""
    row = _data()["said"][meaning]
    return row["words"], row.get("hint", "")


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


@cache
def _table() -> tuple[_Row, ...]:
    return tuple(
        _Row(
            meaning=Meaning(row["meaning"]),
            status=frozenset(row.get("status", ())),
            signs=_any_of(row.get("signs")),
            words=_any_of(row.get("words")),
            param=_any_of([row["param"]] if "param" in row else None),
        )
        for row in _data()["refusal"]
    )


def _any_of(patterns: list[str] | None) -> re.Pattern[str] | None:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE) if patterns else None
