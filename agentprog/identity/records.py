"""Things on a phone as records: names of contacts, files and folders, and their comparison with a name.

A name is resolved to a record once. From then on all names of the record are compared: the editor of a note shows the
title `shopping` of the file `shopping.md`, a conversation the number of a contact.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import PurePosixPath

from agentprog.frozen import field, frozen
from agentprog.identity.matching import Match, best
from agentprog.identity.normal import canon
from agentprog.identity.telephone import digits_of, same_number


class Kind(StrEnum):
    """The kind of a record, one word for people."""

    CONTACT = "contact"
    MESSAGE = "message"
    CALL = "call"
    FILE = "file"
    FOLDER = "folder"
    EVENT = "event"
    ENTRY = "entry"
    """An entry of an app's own list: an expense, a recipe, a task."""
    ALARM = "alarm"
    NOTIFICATION = "notification"
    PHOTO = "photo"
    VIDEO = "video"
    RECORDING = "recording"
    SETTING = "setting"
    APP = "app"


_WHOLE = (Kind.FILE, Kind.FOLDER, Kind.PHOTO, Kind.VIDEO, Kind.RECORDING)
"""Kinds whose name counts only as a whole: a part of it is another name."""


@frozen
class Record:
    """`labels` are its names, the best first; `numbers` its own telephone numbers; `id` the phone's own id, if known.

    `facts` distinguish it from namesakes (start of an event, amount of an expense).
    """

    kind: Kind
    labels: tuple[str, ...]
    numbers: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    id: str = ""

    @property
    def name(self) -> str:
        return self.labels[0] if self.labels else self.numbers[0] if self.numbers else ""

    def fits(self, name: str) -> Match:
        """How well the record matches a text: a number by its digits, a file by its whole name."""
        if digits := digits_of(name):
            owned = any(same_number(digits, digits_of(number)) for number in self.numbers)
            if owned:
                return Match.EQUAL
            if self.numbers:
                return Match.NONE
        found = best(name, self.labels)
        return Match.NONE if self.kind in _WHOLE and found is Match.WORDS else found

    def shown_by(self, text: str) -> bool:
        """True if a shown text is one of the record's names or numbers, whole."""
        return self.fits(text) is Match.EQUAL


def contact(name: str, *numbers: str, id: str = "") -> Record:
    """A contact. `Ferreira, Hana` is also named `Hana Ferreira`."""
    family, comma, first_name = name.partition(", ")
    turned = (f"{first_name} {family}",) if comma and first_name.strip() and "," not in first_name else ()
    return Record(kind=Kind.CONTACT, labels=(name, *turned) if name else (), numbers=numbers, id=id)


def file(path: str, *, id: str = "") -> Record:
    """A file: its name, its title (the name without suffix) and its path.

    Phones keep the case of a name, but comparisons ignore it.
    """
    where = PurePosixPath(path)
    title = (where.stem,) if where.suffix and where.stem else ()
    paths = (path,) if where.name != path else ()
    return Record(kind=Kind.FILE, labels=(where.name, *title, *paths), facts=_folder_of(where), id=id)


def folder(path: str, *, id: str = "") -> Record:
    """A folder, by its name and its path."""
    where = PurePosixPath(path)
    paths = (path,) if where.name != path else ()
    return Record(kind=Kind.FOLDER, labels=(where.name, *paths), facts=_folder_of(where), id=id)


def _folder_of(where: PurePosixPath) -> dict[str, str]:
    parent = str(where.parent)
    return {} if parent in (".", "/") else {"folder": canon(parent)}
