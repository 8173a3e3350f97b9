"""One question over HTTP for the APIs that we ask without a client of their maker's."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import httpx

from agentprog.models.cloud.host import Host
from agentprog.models.cloud.refusals import Refused, read_refusal
from agentprog.models.cloud.transport import MEDIA_TYPE, TooSlow, events, within

T = TypeVar("T")


class Wire:
    """Posts JSON to a host and hands on what comes back. `headers` go with every question, the key among them."""

    def __init__(self, host: Host, headers: Mapping[str, str]) -> None:
        self._host = host
        self._client = httpx.Client(headers=dict(headers), follow_redirects=False)

    def close(self) -> None:
        """A question that is being answered in another thread fails."""
        self._client.close()

    def ask(self, url: str, body: Mapping[str, Any], left: float, read: Callable[[Iterator[str]], T | None]) -> T:
        """What `read` makes of the events of the answer; a body that is no stream is one event.

        `left` is how many seconds it may take. Raises Transient and Refused; `read` gives None for a stream that broke
        off, and may raise Refused for an error in it.
        """
        start = time.monotonic()
        try:
            with self._client.stream("POST", url, json=body, timeout=max(0.001, left)) as response:
                if response.is_error:
                    response.read()
                    self._host.told(read_refusal(response.status_code, response.headers, response.text))
                lines = within(response.iter_lines(), start + left)
                streamed = MEDIA_TYPE in response.headers.get("content-type", "")
                found = read(events(lines) if streamed else iter(("\n".join(lines),)))
        except TooSlow:
            raise self._host.silent(left) from None
        except (httpx.HTTPError, httpx.StreamError) as exc:
            raise self._host.broken(exc, left) from exc
        except Refused as exc:
            self._host.told(exc.refusal)
        if found is None:
            raise self._host.unfinished(left)
        return found
