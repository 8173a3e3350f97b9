"""Authors of a program file's lines: digests of lines that models wrote here and that a person approved, in the user's
state folder.

No line itself is stored. A file that a person runs counts as theirs, as a shell script does, except for lines that a
model wrote here (`plan`, a run's program, amendments). Those become theirs once they approve them, for this file, or
for exactly the same program anywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from agentprog.app.settings.folders import state_folder
from agentprog.errors import UsageError
from agentprog.lang.ast import Program
from agentprog.lang.effects.authors import HEADER, line_digests, program_digest
from agentprog.runtime.files import replace_plain

_MOST = 20_000
"""Lines kept for one file, those of the latest approvals."""
_MOST_PROGRAMS = 300
"""Number of model-written programs that are kept, the latest ones."""
_SHARE = 0.5
"""Share of a model's program from which on a file contains that program, and not merely similar lines."""


def mine(program: Program, path: Path) -> frozenset[str]:
    """The node ids of the lines of this file that are the user's."""
    digests = line_digests(program)
    if (_place() / "programs" / program_digest(digests)).is_file():
        return frozenset(digests)
    approved, models = set(_lines(path)), _of_models(frozenset(digests.values()))
    theirs = frozenset(node for node, digest in digests.items() if digest in approved or digest not in models)
    return theirs if theirs - {HEADER} or not models else frozenset()  # a header belongs to the lines below it


def by_model(program: Program, base: Program | None = None) -> None:
    """Record that a model wrote this program; if it was made from `base`, only the lines that `base` did not have.

    If the state cannot be written, no error is raised, and these lines are not recognised as a model's later.
    """
    known = set(line_digests(base).values()) if base is not None else set[str]()
    lines = [digest for node, digest in line_digests(program).items() if node != HEADER and digest not in known]
    if not lines:
        return
    with suppress(OSError):
        _write(_models() / f"{program_digest(line_digests(program))}.json", json.dumps(lines[:_MOST]))
        for old in _by_age(_models())[:-_MOST_PROGRAMS]:
            old.unlink(missing_ok=True)


def _of_models(lines: frozenset[str]) -> frozenset[str]:
    """The lines that are in a model's program, if the file contains a good part of that program."""
    found: set[str] = set()
    for entry in _by_age(_models()):
        try:
            theirs = set(json.loads(entry.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            continue
        shared = theirs & lines
        if len(shared) >= _SHARE * len(theirs):
            found |= shared
    return frozenset(found)


def approve(program: Program, path: Path) -> int:
    """Record that every line of this file is the user's. Returns the number of lines that were not; raises UsageError
    if the state cannot be written.
    """
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
            hint="Name another folder in AGENTPROG_STATE_DIR.",
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
    replace_plain(path, text.encode())


def _by_age(folder: Path) -> list[Path]:
    """The files of a folder, the oldest first; a file that disappears meanwhile counts as the oldest."""

    def age(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    return sorted(folder.glob("*.json"), key=age) if folder.is_dir() else []


def _place() -> Path:
    return state_folder() / "mine"


def _models() -> Path:
    return state_folder() / "models"
