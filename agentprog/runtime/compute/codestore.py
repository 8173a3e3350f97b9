"""Code that a model wrote for compute steps, kept for the next time the same statement runs over the same kinds."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from agentprog.errors import RunError


class CodeStore:
    """In memory, and in a folder where one is given: then it outlives the run."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._known: dict[str, str] = {}

    def get(self, statement: str, kinds: dict[str, str]) -> str:
        """The code kept for this statement over variables of these kinds, empty when there is none."""
        key = _key(statement, kinds)
        if key not in self._known and self._folder is not None:
            path = self._folder / f"{key}.py"
            if path.is_file():
                self._known[key] = path.read_text(encoding="utf-8")
        return self._known.get(key, "")

    def keep(self, statement: str, kinds: dict[str, str], code: str) -> None:
        key = _key(statement, kinds)
        self._known[key] = code
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / f"{key}.py").write_text(code, encoding="utf-8")
        except OSError as exc:
            raise RunError(f"cannot keep code in {self._folder}: {exc.strerror}") from exc


def _key(statement: str, kinds: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps([statement, sorted(kinds.items())]).encode()).hexdigest()[:24]
