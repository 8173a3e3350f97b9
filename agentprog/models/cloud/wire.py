"""One question over HTTP for the APIs that we ask without a client of their maker's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from agentprog.models.cloud.transport import MEDIA_TYPE, events, http_client, lines

T = TypeVar("T")


class Wire:
    """Posts JSON to a host and hands on what comes back. `headers` go with every question, the key among them."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        self._client = http_client(headers)

    def close(self) -> None:
        """A question that is being answered in another thread fails."""
        self._client.close()

    def ask(
        self, url: str, body: Mapping[str, Any], left: float, read: Callable[[Iterator[str]], T | None]
    ) -> T | None:
        """What `read` makes of the events of the answer; a body that is no stream is one event.

        `left` is how many seconds it may take. Raises TooSlow, Refused and what httpx does.
        """
        with self._client.stream("POST", url, json=body, timeout=max(0.001, left)) as response:
            texts = response.iter_text()
            streamed = MEDIA_TYPE in response.headers.get("content-type", "")
            return read(events(lines(texts)) if streamed else iter(("".join(texts),)))
