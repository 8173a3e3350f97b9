"""Reads how a run ended from its manifest and the journal's last line.

A list of runs does this for every folder, so the cost must not grow with the journal.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, Any

from agentprog.errors import UsageError
from agentprog.runtime.files import open_plain, read_plain

SCHEMA = 1
"""The version of the manifest and of the journal's events."""
MANIFEST = "manifest.json"
JOURNAL = "events.jsonl"
_LONGEST = 64 * 1024 * 1024
"""Size limit of a manifest, in bytes; a larger file is refused."""
_BLOCK = 64 * 1024
"""Bytes read at a time, backwards from the journal's end."""


class DamagedJournal(UsageError):
    """A file of the run folder is damaged or has an unexpected form."""


def manifest_of(path: Path) -> dict[str, Any]:
    """The manifest of a run folder. Raises UsageError if it is missing or cannot be read."""
    try:
        data = json.loads(read_plain(path / MANIFEST, most=_LONGEST))
    except OSError as exc:
        raise UsageError(
            f"{path} is no run folder: {exc.strerror}", hint="`agentprog trace list` shows the runs."
        ) from exc
    except (ValueError, RecursionError) as exc:
        raise DamagedJournal(f"the manifest of {path} is damaged: {exc}") from exc
    if not isinstance(data, dict):
        raise DamagedJournal(f"the manifest of {path} is damaged")
    return data


def readable_manifest(path: Path) -> dict[str, Any]:
    """The manifest, if this version can read the run. Raises UsageError."""
    data = manifest_of(path)
    if data.get("schema") != SCHEMA:
        raise UsageError(
            f"{path} was written by another version of agentprog: schema {data.get('schema')}, not {SCHEMA}",
            hint="Read it with that version.",
        )
    return data


def ending_of(path: Path) -> dict[str, Any]:
    """The `RunFinished` event at the journal's end, as data; empty if the run still goes on or was killed.

    Raises UsageError if the journal cannot be read or its last line is damaged.
    """
    try:
        with open_plain(path / JOURNAL) as journal:
            line = _last_line(journal)
    except FileNotFoundError:
        return {}
    except OSError as exc:
        raise UsageError(f"cannot read {path / JOURNAL}: {exc.strerror}") from exc
    if not line:
        return {}
    try:
        data = json.loads(line)
    except ValueError as exc:
        raise DamagedJournal(f"{path / JOURNAL} holds a line that is not JSON", evidence=repr(line[:200])) from exc
    finished = isinstance(data, dict) and data.get("type") == "RunFinished"
    return data if finished else {}


def _last_line(journal: IO[bytes]) -> bytes:
    """The last complete line; the rest after it was cut off when the process ended."""
    position = journal.seek(0, os.SEEK_END)
    tail = b""
    while position > 0 and tail.count(b"\n") < 2:
        start = max(0, position - _BLOCK)
        journal.seek(start)
        tail = journal.read(position - start) + tail
        position = start
    lines = tail.split(b"\n")
    return lines[-2] if len(lines) > 1 else b""
