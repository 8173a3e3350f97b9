"""Weights in any Hugging Face repository: `hf:OWNER/REPO/FILE.gguf`, or `...@REVISION`."""

from __future__ import annotations

import re
from pathlib import Path

from agentprog.errors import ModelNotConfigured
from agentprog.models.weights.entries import HubSource, WeightsEntry

PREFIX = "hf:"
_NAME = re.compile(r"hf:(?P<owner>[\w.-]+)/(?P<repo>[\w.-]+)/(?P<file>[\w./ -]+\.gguf)(?:@(?P<revision>[\w./-]+))?")


def repository_file(name: str, place: Path) -> Path:
    """The local path of an `hf:...` file, downloaded or not. Raises ModelNotConfigured for an invalid name."""
    found = _parsed(name)
    parts = [found["owner"], found["repo"], *filter(None, [found["revision"]]), *found["file"].split("/")]
    return place / "--".join(part.replace("/", "-") for part in parts)


def repository_entry(name: str, place: Path) -> WeightsEntry:
    """The repository's entry for the file: its size, and its digest if given. Raises ModelUnreachable."""
    found = _parsed(name)
    source = HubSource(
        repository=f"{found['owner']}/{found['repo']}", revision=found["revision"] or "main", file=found["file"]
    )
    from agentprog.models.weights import hub  # with its HTTP library, only when something is downloaded

    size, digest = hub.size_and_digest(f"{hub.endpoint()}/{source.repository}/resolve/{source.revision}/{source.file}")
    return WeightsEntry(
        name=name,
        title=f"{found['file']} of {source.repository}",
        file=repository_file(name, place).name,
        bytes=size,
        sha256=digest,
        licence="as its repository says",
        licence_url=f"{hub.endpoint()}/{source.repository}",
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
