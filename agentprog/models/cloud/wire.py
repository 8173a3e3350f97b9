"""Sends one question over HTTP, for APIs without an SDK of their maker here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from agentprog.models.cloud.transport import MEDIA_TYPE, events, http_client, lines

T = TypeVar("T")


class Wire:
    """Posts JSON to a host and returns the replies. `headers` go with every question, including the key."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        self._client = http_client(headers)

    def close(self) -> None:
        """A pending question in another thread fails."""
        self._client.close()

    def ask(
        self, url: str, body: Mapping[str, Any], left: float, read: Callable[[Iterator[str]], T | None]
    ) -> T | None:
        """The result of `read` on the events of the answer; a body that is not a stream is one event.

        `left` is the time limit in seconds. Raises TooSlow, Refused and the exceptions of httpx.
        """
        with self._client.stream("POST", url, json=body, timeout=max(0.001, left)) as response:
            texts = response.iter_text()
            streamed = MEDIA_TYPE in response.headers.get("content-type", "")
            return read(events(lines(texts)) if streamed else iter(("".join(texts),)))
