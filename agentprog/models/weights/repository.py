"""Weights of any Hugging Face repository: `hf:OWNER/REPO/FILE.gguf`, or `...@REVISION`."""

from __future__ import annotations

import re
from pathlib import Path

import httpx

from agentprog.errors import ModelNotConfigured, ModelUnreachable
from agentprog.models.weights.entries import Entry, HubSource
from agentprog.models.weights.hub import endpoint

PREFIX = "hf:"
_NAME = re.compile(r"hf:(?P<owner>[\w.-]+)/(?P<repo>[\w.-]+)/(?P<file>[\w./ -]+\.gguf)(?:@(?P<revision>[\w./-]+))?")
_SHA256 = re.compile(r'"?([0-9a-f]{64})"?')
_TIMEOUT = 30.0


def repository_file(name: str, place: Path) -> Path:
    """Where the file of `hf:...` lies, or would lie. Raises ModelNotConfigured for a name that is none."""
    found = _parsed(name)
    parts = [found["owner"], found["repo"], *filter(None, [found["revision"]]), *found["file"].split("/")]
    return place / "--".join(part.replace("/", "-") for part in parts)


def repository_entry(name: str, place: Path) -> Entry:
    """What the repository says of the file: its size, and its digest where it tells one. Raises ModelUnreachable."""
    found = _parsed(name)
    source = HubSource(
        repository=f"{found['owner']}/{found['repo']}", revision=found["revision"] or "main", file=found["file"]
    )
    url = f"{endpoint()}/{source.repository}/resolve/{source.revision}/{source.file}"
    size, digest = _asked(url)
    return Entry(
        name=name,
        title=f"{found['file']} of {source.repository}",
        file=repository_file(name, place).name,
        bytes=size,
        sha256=digest,
        licence="as its repository says",
        licence_url=f"{endpoint()}/{source.repository}",
        memory_gb=round(size / 1e9 * 1.3, 1),
        fit_for="unknown: agentprog models probe",
        hub=source,
    )


def _parsed(name: str) -> dict[str, str]:
    found = _NAME.fullmatch(name)
    if found is None or ".." in name:
        raise ModelNotConfigured(
            f"{name!r} names no file of a repository", hint="Write llamacpp:hf:OWNER/REPO/FILE.gguf, or ...@REVISION."
        )
    return {key: value or "" for key, value in found.groupdict().items()}


def _asked(url: str) -> tuple[int, str]:
    """Size and SHA-256 (empty where it is not told). The address itself answers for a large file, with a redirection
    to where its bytes are; both may say how many there are."""
    size, digest = 0, ""
    try:
        with httpx.Client(timeout=_TIMEOUT) as client:
            for _ in range(5):
                response = client.head(url, headers={"Accept-Encoding": "identity"})
                told = _SHA256.fullmatch(response.headers.get("x-linked-etag", ""))
                digest = digest or (told[1] if told else "")
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
        raise ModelUnreachable(f"{url} cannot be reached", evidence=f"{type(exc).__name__}: {exc}") from exc
    if size <= 0:
        raise ModelUnreachable(f"{url} does not say how large it is")
    return size, digest
