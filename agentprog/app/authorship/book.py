"""The lines that a person wrote or approved: digests of them in the user's state, and nothing of what they say.

A file proves nothing: what `plan` writes, what is imported or sent, and what a model put into it is as much a file as
one that was typed. Lines are a person's once they have approved them here: for the file where they stand, or wherever
the very same program is.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

from agentprog.app.settings.folders import state_folder
from agentprog.errors import UsageError
from agentprog.lang.ast import Program
from agentprog.lang.effects.authors import line_digests, program_digest

_MOST = 20_000
"""Lines kept for one file, those of the latest approvals."""


def mine(program: Program, path: Path) -> frozenset[str]:
    """The node ids of the lines of this file that are the user's."""
    digests = line_digests(program)
    if (_place() / "programs" / program_digest(digests)).is_file():
        return frozenset(digests)
    known = set(_lines(path))
    return frozenset(node for node, digest in digests.items() if digest in known)


def approve(program: Program, path: Path) -> int:
    """Write down that every line of this file is the user's. Gives how many were not yet; raises UsageError where the
    state cannot be written."""
    digests = line_digests(program)
    before = _lines(path)
    new = [digest for digest in digests.values() if digest not in set(before)]
    entry = json.dumps({"path": str(path.resolve()), "lines": [*before, *new][-_MOST:]})
    try:
        _write(_entry(path), entry)
        _write(_place() / "programs" / program_digest(digests), "")
    except OSError as exc:
        raise UsageError(
            f"cannot keep what you approved in {_place()}: {exc.strerror}",
            hint="AGENTPROG_STATE_DIR names another folder for it.",
        ) from exc
    return len(new)


def _lines(path: Path) -> list[str]:
    try:
        found = json.loads(_entry(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    lines = found.get("lines") if isinstance(found, Mapping) and found.get("path") == str(path.resolve()) else None
    return [str(line) for line in lines] if isinstance(lines, list) else []


def _entry(path: Path) -> Path:
    return _place() / "files" / (hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:32] + ".json")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)


def _place() -> Path:
    return state_folder() / "mine"
