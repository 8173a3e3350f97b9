"""Weights from a Hugging Face repository over plain HTTPS, taken up again where they broke off."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import httpx

from agentprog.errors import ModelUnreachable
from agentprog.models.weights.entries import HubSource

ENDPOINT_VARIABLE = "HF_ENDPOINT"
_ENDPOINT = "https://huggingface.co"
_TIMEOUT = httpx.Timeout(30.0, read=60.0)
_TRIES = 5


def fetch(source: HubSource, file: str, partial: Path, *, size: int, progress: Callable[[int], None]) -> None:
    """Completes `partial`. A connection that breaks is taken up again a few times, as long as bytes arrive."""
    url = f"{endpoint()}/{source.repository}/resolve/{source.revision}/{source.file or file}"
    tries = 0
    with httpx.Client(follow_redirects=True, timeout=_TIMEOUT) as client:
        while (have := _length(partial)) < size:
            try:
                _continue(client, url, partial, size, progress)
            except httpx.HTTPStatusError as exc:
                raise _refused(url, exc.response) from exc
            except (httpx.HTTPError, httpx.InvalidURL) as exc:
                tries = 0 if _length(partial) > have else tries + 1
                if tries >= _TRIES or isinstance(exc, (httpx.ConnectError, httpx.InvalidURL)):
                    raise ModelUnreachable(f"{url} cannot be reached", evidence=f"{type(exc).__name__}: {exc}") from exc


def endpoint() -> str:
    """The hub's address, or that of a mirror which HF_ENDPOINT names."""
    return os.environ.get(ENDPOINT_VARIABLE, _ENDPOINT).rstrip("/")


def _continue(client: httpx.Client, url: str, partial: Path, size: int, progress: Callable[[int], None]) -> None:
    have = _length(partial)
    # Compressed, a range of the file and a range of what is sent would be different things.
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
    with client.stream("GET", url, headers=headers) as response:
        response.raise_for_status()
        # A server that cannot resume answers 200 and sends all of it again.
        resumed = have > 0 and response.status_code == httpx.codes.PARTIAL_CONTENT
        done = have if resumed else 0
        with partial.open("ab" if resumed else "wb") as out:
            for chunk in response.iter_bytes():
                out.write(chunk)
                done += len(chunk)
                progress(min(done, size))
                if done > size:
                    break
    if done < size:
        raise httpx.RemoteProtocolError(f"the download ended after {done} of {size} bytes")


def _refused(url: str, response: httpx.Response) -> ModelUnreachable:
    return ModelUnreachable(f"{url} answered {response.status_code} {response.reason_phrase}")


def _length(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
