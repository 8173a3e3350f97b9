"""Code that a model wrote for compute steps, kept for the next time the same statement of the same program runs."""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from agentprog.frozen import frozen
from agentprog.identity import quotes_in
from agentprog.runtime.files import read_plain, replace_plain
from agentprog.runtime.state.values import Table, Value, kind_of

_MOST = 1024 * 1024
_GIVES = "# gives "
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")


@frozen
class StoredCode:
    """Code, and the forms of the results that it has given: another form is a sign that its data are others."""

    code: str
    gives: tuple[str, ...]

    def written(self) -> str:
        return f"{_GIVES}{json.dumps(self.gives)}\n{self.code}"

    @classmethod
    def read(cls, text: str) -> StoredCode:
        """Raises ValueError for a text that `written` did not write."""
        first, _, code = text.partition("\n")
        gives = json.loads(first.removeprefix(_GIVES))
        if not first.startswith(_GIVES) or not isinstance(gives, list):
            raise ValueError("the code does not say what it gives")
        return cls(code=code, gives=tuple(map(str, gives)))


def form_of(value: Value) -> str:
    """A checksum of the value's kind and those of its parts; that a text or a list is empty is part of its form."""
    return hashlib.sha256(_form(value).encode()).hexdigest()[:12]


def _form(value: Value) -> str:
    match value:
        case Table():
            return f"table {value.columns}"
        case Mapping():
            return f"object {[(key, _form(part)) for key, part in value.items()]}"
        case list():
            return f"list {sorted(set(map(_form, value)))}"
        case str() if not value.strip():
            return "no text"
        case _:
            return kind_of(value)


class CodeStore:
    """Model-written code: in memory during a run, and in a folder, if one is given, after the run has ended well.

    `author` is the model and the version of this package, whose sandbox the code is for. Code of another author is not
    used, nor that of another program: the same lines with other quoted texts and numbers are the same program.
    """

    def __init__(self, folder: Path | None = None, *, author: str = "") -> None:
        self._folder = folder
        self._author = author
        self._known: dict[str, StoredCode] = {}

    def get(self, statement: str, forms: Mapping[str, str], program: str) -> StoredCode | None:
        """The code kept for this statement of a program, over variables of these forms."""
        key = self._key(statement, forms, program)
        if key not in self._known and self._folder is not None:
            try:
                self._known[key] = StoredCode.read(read_plain(self._folder / f"{key}.py", most=_MOST).decode())
            except (OSError, ValueError):
                return None  # the folder has no file, or the file was not written by this class
        return self._known.get(key)

    def keep(self, statement: str, forms: Mapping[str, str], program: str, returned: StoredCode) -> None:
        """Keep code that returned a value. Code that does not use each variable is kept for no other value: it may say
        the result as it was this time.
        """
        if forms.keys() <= _names(returned.code):
            key = self._key(statement, forms, program)
            known = self._known.get(key)
            gives = known.gives if known is not None and known.code == returned.code else ()
            self._known[key] = StoredCode(code=returned.code, gives=tuple(dict.fromkeys((*gives, *returned.gives))))

    def drop(self, statement: str, forms: Mapping[str, str], program: str) -> None:
        """Delete code that failed, in memory and in the folder."""
        self._forget(self._key(statement, forms, program))

    def settle(self, *, well: bool) -> None:
        """At the end of the run: save the code it used if it ended well. Otherwise forget that code, since it may
        compute a wrong value. If the folder cannot be written, nothing is saved.
        """
        for key, stored in list(self._known.items()):
            if not well:
                self._forget(key)
            elif self._folder is not None:
                with suppress(OSError):
                    self._folder.mkdir(parents=True, exist_ok=True)
                    replace_plain(self._folder / f"{key}.py", stored.written().encode())

    def _forget(self, key: str) -> None:
        self._known.pop(key, None)
        if self._folder is not None:
            with suppress(OSError):
                (self._folder / f"{key}.py").unlink(missing_ok=True)

    def _key(self, statement: str, forms: Mapping[str, str], program: str) -> str:
        parts = [self._author, _outline(program), statement, sorted(forms.items())]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]


def _names(code: str) -> set[str]:
    """The names that the code reads."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return set()
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def _outline(program: str) -> str:
    """The program without its quoted texts and numbers."""
    found, at = "", 0
    for quote in quotes_in(program):
        found += program[at : quote.start] + "…"
        at = quote.end
    return _NUMBER.sub("…", found + program[at:])
