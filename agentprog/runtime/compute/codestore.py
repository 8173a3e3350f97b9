"""Code that a model wrote for compute steps, kept for the next time the same statement of the same program runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from agentprog.runtime.files import read_plain, replace_plain

_MOST = 1024 * 1024


class CodeStore:
    """Model-written code: in memory during a run, and in a folder, if one is given, after the run has ended well.

    `author` is the model and the version of this package, whose sandbox the code is for. Code of another author, or of
    another program, is not used.
    """

    def __init__(self, folder: Path | None = None, *, author: str = "") -> None:
        self._folder = folder
        self._author = author
        self._known: dict[str, str] = {}

    def get(self, statement: str, kinds: Mapping[str, str], program: str) -> str:
        """The code kept for this statement of a program, over variables of these kinds; empty when there is none."""
        key = self._key(statement, kinds, program)
        if key not in self._known and self._folder is not None:
            try:
                self._known[key] = read_plain(self._folder / f"{key}.py", most=_MOST).decode()
            except (OSError, UnicodeDecodeError):
                return ""  # the folder has no file, or the file was not written by this class
        return self._known.get(key, "")

    def keep(self, statement: str, kinds: Mapping[str, str], program: str, code: str) -> None:
        """Keep code that returned a value."""
        self._known[self._key(statement, kinds, program)] = code

    def drop(self, statement: str, kinds: Mapping[str, str], program: str) -> None:
        """Delete code that failed, in memory and in the folder."""
        self._forget(self._key(statement, kinds, program))

    def settle(self, *, well: bool) -> None:
        """At the end of the run: save the code it used if it ended well. Otherwise forget that code, since it may
        compute a wrong value. If the folder cannot be written, nothing is saved.
        """
        for key, code in list(self._known.items()):
            if not well:
                self._forget(key)
            elif self._folder is not None:
                with suppress(OSError):
                    self._folder.mkdir(parents=True, exist_ok=True)
                    replace_plain(self._folder / f"{key}.py", code.encode())

    def _forget(self, key: str) -> None:
        self._known.pop(key, None)
        if self._folder is not None:
            with suppress(OSError):
                (self._folder / f"{key}.py").unlink(missing_ok=True)

    def _key(self, statement: str, kinds: Mapping[str, str], program: str) -> str:
        parts = [self._author, program, statement, sorted(kinds.items())]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]
