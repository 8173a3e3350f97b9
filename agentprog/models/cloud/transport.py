"""What the adapters over HTTP share: a stream's events and deadline, connection errors, keys kept out of errors."""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from pydantic_core import from_json

from agentprog.errors import ModelError

T = TypeVar("T")

MEDIA_TYPE = "text/event-stream"
DONE = "[DONE]"
CLOSED = "the model was closed while it was answering"
_HIDDEN = "(the key)"
_SHORTEST = 6


class TooSlow(Exception):
    """An answer dribbled in until its time was over."""


def transport_errors() -> tuple[type[Exception], ...]:
    """The connection errors of whichever HTTP library an SDK uses: httpx before its version 3, then httpx2."""
    names = [name for name in ("httpx", "httpx2") if importlib.util.find_spec(name) is not None]
    return tuple(importlib.import_module(name).HTTPError for name in names)


def within(lines: Iterable[T], end: float) -> Iterator[T]:
    """The same pieces until `time.monotonic()` is past `end`. Raises TooSlow."""
    for line in lines:
        if time.monotonic() > end:
            raise TooSlow
        yield line


def without_keys(error: ModelError, keys: Iterable[str | None]) -> ModelError:
    """The same error; a key that a provider quoted back is not in it."""
    known = [key for key in keys if key and len(key) >= _SHORTEST]

    def hide(text: str) -> str:
        for key in known:
            text = text.replace(key, _HIDDEN)
        return text

    if not any(key in text for key in known for text in (error.message, error.hint, error.evidence)):
        return error
    return type(error)(hide(error.message), hint=hide(error.hint), evidence=hide(error.evidence))


def events(lines: Iterable[str]) -> Iterator[str]:
    """The data of each event. An event that the end of the stream cuts off counts only where it is whole all the same.

    Errors that older llama.cpp servers write as `error: {...}` are events of that name.
    """
    data: list[str] = []
    for line in lines:
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif line.startswith("error:"):
            data.append(f'{{"error": {line[6:]}}}')
        elif not line.strip() and data:
            yield "\n".join(data)
            data = []
    if data and is_whole("\n".join(data)):
        yield "\n".join(data)


def is_whole(text: str) -> bool:
    """Whether a text is a JSON object from end to end."""
    try:
        return isinstance(from_json(text), dict)
    except ValueError:
        return False
