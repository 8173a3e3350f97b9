"""The aliases of a user, in their own state: each is a contact of a phone, by its id, with name and numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agentprog.app.settings.folders import state_folder
from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.identity import Record, same, same_number
from agentprog.runtime.files import replace_plain


@frozen
class Alias:
    """A person's own name for a contact. `id` is the phone's id of the contact, `numbers` are its
    numbers at that time.
    """

    said: str
    id: str
    name: str
    numbers: tuple[str, ...] = ()

    def found_in(self, contacts: Iterable[Record]) -> Record | None:
        """The contact on the phone now. If the contact with this id shares neither name nor number, the id is
        another's; then the only contact with both counts. None if there is none.
        """
        known = tuple(contacts)
        by_id = next(
            (
                contact
                for contact in known
                if contact.id == self.id and (self._named(contact) or self._numbered(contact))
            ),
            None,
        )
        alike = [contact for contact in known if self._named(contact) and self._numbered(contact)]
        return by_id or (alike[0] if len(alike) == 1 else None)

    def _named(self, contact: Record) -> bool:
        return any(same(self.name, label) for label in contact.labels)

    def _numbered(self, contact: Record) -> bool:
        return any(same_number(mine, theirs) for mine in self.numbers for theirs in contact.numbers)

    def data(self) -> dict[str, Any]:
        """The alias as plain values, for JSON."""
        return {**asdict(self), "numbers": list(self.numbers)}


def aliases() -> tuple[Alias, ...]:
    """Every alias, sorted by its words. An unreadable state counts as empty."""
    try:
        found = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ()
    entries = [entry for entry in found if isinstance(entry, Mapping)] if isinstance(found, list) else []
    stored = (_alias(entry) for entry in entries)
    return tuple(sorted((alias for alias in stored if alias.said and alias.id), key=lambda alias: alias.said))


def _alias(entry: Mapping[str, Any]) -> Alias:
    words, id_, name = (str(entry.get(key, "")) for key in ("said", "id", "name"))
    numbers = entry.get("numbers")
    return Alias(said=words, id=id_, name=name, numbers=tuple(map(str, numbers)) if isinstance(numbers, list) else ())


def keep(alias: Alias) -> None:
    """Store an alias; it replaces one with the same words. Raises UsageError if the state cannot be written."""
    _write([stored for stored in aliases() if not same(stored.said, alias.said)] + [alias])


def forget(words: str) -> Alias:
    """Remove an alias. Raises UsageError if none has these words."""
    known = aliases()
    forgotten = next((alias for alias in known if same(alias.said, words)), None)
    if forgotten is None:
        words_of_known = ", ".join(f'"{alias.said}"' for alias in known)
        raise UsageError(
            f'there is no alias "{words}"', hint=f"There are: {words_of_known}." if known else "There are none yet."
        )
    _write([alias for alias in known if alias is not forgotten])
    return forgotten


def _write(entries: Iterable[Alias]) -> None:
    file = _file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_plain(file, json.dumps([alias.data() for alias in entries], ensure_ascii=False).encode())
    except OSError as exc:
        raise UsageError(
            f"cannot keep aliases in {file.parent}: {exc.strerror}",
            hint="Name another folder in AGENTPROG_STATE_DIR.",
        ) from exc


def _file() -> Path:
    return state_folder() / "aliases.json"
