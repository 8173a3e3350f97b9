"""Things on a phone as records: what a contact, a conversation, a file or an event is called, and what makes two one.

Words are resolved to a record once. From then on the record is compared, by all of its names: the editor of a note
shows the title `shopping` of the file `shopping.md`, a conversation the number of a contact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath

from agentprog.identity.matching import Match, best, same
from agentprog.identity.normal import canon
from agentprog.identity.telephone import digits_of, same_number


class Kind(StrEnum):
    """What sort of thing a record is, one word that a person reads as it stands."""

    CONTACT = "contact"
    CONVERSATION = "conversation"
    MESSAGE = "message"
    CALL = "call"
    FILE = "file"
    FOLDER = "folder"
    EVENT = "event"
    ENTRY = "entry"
    """Of an app's own list: an expense, a recipe, a task."""
    ALARM = "alarm"
    NOTIFICATION = "notification"
    PHOTO = "photo"
    VIDEO = "video"
    RECORDING = "recording"
    SETTING = "setting"
    APP = "app"
    ROW = "row"
    """Of a list on a screen, where nothing more is known of it."""


_WHOLE = (Kind.FILE, Kind.FOLDER, Kind.PHOTO, Kind.VIDEO, Kind.RECORDING)
"""Kinds whose name is one whole: a part of it is another name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """`labels` are its names, the best one first; `numbers` the telephone numbers that are its own; `facts` what else
    tells it from its namesakes (start of an event, amount of an expense); `id` the phone's own, where it is known."""

    kind: Kind
    labels: tuple[str, ...]
    numbers: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    id: str = ""

    @property
    def name(self) -> str:
        return self.labels[0] if self.labels else self.numbers[0] if self.numbers else ""

    def fits(self, meant: str) -> Match:
        """How the record fits what somebody means by a text: a number by its digits, a file by its whole name."""
        if digits := digits_of(meant):
            owned = any(same_number(digits, digits_of(number)) for number in self.numbers)
            if owned:
                return Match.EQUAL
            if self.numbers:
                return Match.NONE
        found = best(meant, self.labels)
        return Match.NONE if self.kind in _WHOLE and found is Match.WORDS else found

    def shown_by(self, text: str) -> bool:
        """Whether a text that is shown is this record's: one of its names or numbers, whole."""
        return self.fits(text) is Match.EQUAL

    def is_(self, other: Record) -> bool:
        """Whether two records are one: of one kind, with one id where both have one, else one name, no number and no
        fact that contradicts."""
        if self.kind is not other.kind:
            return False
        if self.id and other.id:
            return self.id == other.id
        if self.numbers and other.numbers and not _share_number(self.numbers, other.numbers):
            return False
        if any(not same(self.facts[key], other.facts[key]) for key in self.facts.keys() & other.facts.keys()):
            return False
        named = any(same(one, two) for one in self.labels for two in other.labels)
        return named or (not (self.labels and other.labels) and _share_number(self.numbers, other.numbers))


def _share_number(ours: Iterable[str], theirs: Iterable[str]) -> bool:
    others = [digits_of(number) for number in theirs]
    return any(same_number(digits_of(number), other) for number in ours for other in others if other)


def contact(name: str, *numbers: str, id: str = "") -> Record:
    """A person of an address book. `Ferreira, Hana` is also called `Hana Ferreira`."""
    family, comma, given = name.partition(", ")
    turned = (f"{given} {family}",) if comma and given.strip() and "," not in given else ()
    return Record(kind=Kind.CONTACT, labels=(name, *turned) if name else (), numbers=numbers, id=id)


def conversation(title: str, *numbers: str, id: str = "") -> Record:
    """Messages with somebody: called as its head says, or by the number."""
    return Record(kind=Kind.CONVERSATION, labels=(title,) if title else (), numbers=numbers, id=id)


def file(path: str, *, id: str = "") -> Record:
    """A file: its name, its title (the name without its suffix) and its path. A phone keeps the case of a name, but
    nobody means another file by another case."""
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


def event(title: str, *, start: str = "", id: str = "") -> Record:
    """An entry of a calendar. `start` in any writing of date and time that `moment` reads."""
    return Record(kind=Kind.EVENT, labels=(title,), facts={"start": start} if start else {}, id=id)


def row(*texts: str, id: str = "") -> Record:
    """A row of a list: all that it says together, then each text of it."""
    said = tuple(text for text in texts if text.strip())
    whole = (" ".join(said),) if len(said) > 1 else ()
    return Record(kind=Kind.ROW, labels=(*said[:1], *whole, *said[1:]), id=id)
