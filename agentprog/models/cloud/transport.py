"""Common parts of the adapters over HTTP: a client with a deadline, a stream's events, errors without keys."""

from __future__ import annotations

import importlib
import importlib.util
import re
import ssl
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypeVar

import httpx
from pydantic_core import from_json

from agentprog.errors import ModelError
from agentprog.models.cloud.refusals import Refused, read_refusal

T = TypeVar("T")

MEDIA_TYPE = "text/event-stream"
DONE = "[DONE]"
CLOSED = "the model was closed while it was answering"
_HIDDEN = "(the key)"
_SHORTEST = 6
_LINE_END = re.compile(r"\r\n|\n|\r(?=[^\n])")
"""A final CR does not end a line: its LF may follow in the next piece."""


class TooSlow(Exception):
    """The answer was not complete at its deadline."""


def transport_errors() -> tuple[type[Exception], ...]:
    """The connection errors of the HTTP library in use: httpx before its version 3, then httpx2."""
    found = [
        importlib.import_module(name) for name in ("httpx", "httpx2") if importlib.util.find_spec(name) is not None
    ]
    return tuple(error for library in found for error in (library.HTTPError, library.StreamError))


def within(pieces: Iterable[T], end: float) -> Iterator[T]:
    """The same pieces until `time.monotonic()` is past `end`. Raises TooSlow."""
    for piece in pieces:
        if time.monotonic() > end:
            raise TooSlow
        yield piece


def http_client(headers: Mapping[str, str] | None = None) -> httpx.Client:
    """A client for APIs without an SDK here.

    The read timeout of a question limits its whole answer instead of each piece: reading past it raises TooSlow. Raises
    Refused for every status but 200.
    """
    return httpx.Client(
        headers=dict(headers or {}),
        verify=certificates(),
        follow_redirects=False,
        event_hooks={"request": [_begin], "response": [_hurry, _refuse]},
    )


@cache
def certificates() -> ssl.SSLContext:
    """The trusted certificates, read once per process: each reading takes 30 ms."""
    return httpx.create_ssl_context()


def _begin(request: httpx.Request) -> None:
    """Remembers the deadline of the answer."""
    request.extensions["end"] = time.monotonic() + request.extensions["timeout"]["read"]


def _hurry(response: httpx.Response) -> None:
    if isinstance(response.stream, httpx.SyncByteStream):
        response.stream = _Hurried(response.stream, response.request.extensions["end"])


def _refuse(response: httpx.Response) -> None:
    if response.status_code != httpx.codes.OK:
        response.read()
        raise Refused(read_refusal(response.status_code, response.headers, response.text))


class _Hurried(httpx.SyncByteStream):
    """The bytes of an answer, until `end` on the monotonic clock."""

    def __init__(self, stream: httpx.SyncByteStream, end: float) -> None:
        self._stream = stream
        self._end = end

    def __iter__(self) -> Iterator[bytes]:
        return within(self._stream, self._end)

    def close(self) -> None:
        self._stream.close()


def without_keys(error: ModelError, keys: Iterable[str | None]) -> ModelError:
    """The same error without keys that a provider quoted back."""
    known = [key for key in keys if key and len(key) >= _SHORTEST]

    def hide(text: str) -> str:
        for key in known:
            text = text.replace(key, _HIDDEN)
        return text

    if not any(key in text for key in known for text in (error.message, error.hint, error.evidence)):
        return error
    return type(error)(hide(error.message), hint=hide(error.hint), evidence=hide(error.evidence))


def lines(texts: Iterable[str]) -> Iterator[str]:
    """The lines of a text that arrives in pieces. They end only at CR, LF or both: JSON may contain the other
    characters at which Python and httpx end a line, such as U+2028."""
    rest = ""
    for text in texts:
        *whole, rest = _LINE_END.split(rest + text)
        yield from whole
    yield rest.removesuffix("\r")


def events(lines: Iterable[str]) -> Iterator[str]:
    """The data of each event. An event cut off by the end of the stream counts only if it is complete.

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
    """True if the text is a complete JSON object."""
    try:
        return isinstance(from_json(text), dict)
    except ValueError:
        return False
