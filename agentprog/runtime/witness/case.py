"""Everything known about a finished step: its meaning, and the phone's records before and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from agentprog.frozen import field, frozen
from agentprog.identity import Kind, Match, One, Record, Several, best, canon, resolve, same, says
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.changes import Contents
from agentprog.runtime.witness.intent import Intent

_MOST_FILES = 5
"""Files whose text is kept during a step."""


@frozen
class Case:
    """Everything known about a finished step. `text_of` reads a file; `texts_before` are the texts of the files that
    the step names, by their ids. `readable` returns whether the screen shows a text now, outside of any field; `typed`
    are the texts that the step typed.
    """

    intent: Intent
    before: Contents
    after: Contents
    text_of: Callable[[Record], str | None] = lambda _: None
    texts_before: Mapping[str, str] = field(default_factory=dict)
    readable: Callable[[str], bool] = lambda _: False
    typed: tuple[str, ...] = ()
    _texts: dict[str, str | None] = field(default_factory=dict)
    _people: list[Record] = field(default_factory=list)
    _owners: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def ending(self, file: Record) -> str:
        """The extension of a file's name if the step typed it without mentioning it: an app proposes one by itself."""
        ending = PurePosixPath(file.name).suffix if file.kind is Kind.FILE else ""
        expected = not ending or any(says(self.intent.goal, text) for text in (file.name, ending))
        return "" if expected or not any(canon(text).endswith(canon(ending)) for text in self.typed) else ending

    def people(self) -> Sequence[Record]:
        """The address book, including people that the step added or removed."""
        if not self._people:
            found: dict[str, Record] = {}
            for records in (self.before, self.after):
                read = records.get(Store.CONTACTS, ())
                found |= {} if isinstance(read, Unread) else {record.id: record for record in read}
            self._people.extend(found.values())
        return self._people

    def names_in(self, text: str) -> tuple[str, ...]:
        """The names of the address book that a text contains."""
        return tuple(
            name for person in self.people() for name in person.labels if says(text, name) or _joins(text, name)
        )

    def says(self, record: Record, value: str) -> bool:
        """True if a record has a value: as its name or number, among its other facts, or in the text of a file."""
        if _is_about(record, value):
            return True
        if record.kind is Kind.MESSAGE:
            return best(value, self.owners(record)) is Match.EQUAL
        if record.kind is not Kind.FILE:
            return False
        return says(self.text(record), value)

    def said(self, file: Record, value: str) -> bool:
        """True if the text of a file contained a value before the step."""
        return says(self.texts_before.get(file.id, ""), value)

    def gained(self, old: Record, new: Record, value: str) -> bool | None:
        """True if a changed record has a value in more places than before, False if in as many, None if the earlier
        content of the file is unknown.
        """
        if new.kind is Kind.FILE and new.id not in self.texts_before:
            return None
        texts_before, texts_after = ([*record.labels, *record.numbers, *record.facts.values()] for record in (old, new))
        if new.kind is Kind.FILE:
            texts_before += _lines(self.texts_before[new.id])
            texts_after += _lines(self.text(new))
        return sum(says(text, value) for text in texts_after) > sum(says(text, value) for text in texts_before)

    def only_old(self, file: Record, values: Iterable[str]) -> tuple[str, ...]:
        """The values in the text of a changed file, if no new line has any; empty if the earlier text is unknown. Names
        of the file do not count.
        """
        text, older = self.text(file), self.texts_before.get(file.id)
        values_of_file = tuple(value for value in values if not _is_about(file, value) and says(text, value))
        if older is None:
            return ()
        new = "\n".join(Counter(text.splitlines()) - Counter(older.splitlines()))
        return () if any(says(new, value) or not says(older, value) for value in values_of_file) else values_of_file

    def text(self, file: Record) -> str:
        """The current content of a file; empty if it cannot be read."""
        if file.id not in self._texts:
            self._texts[file.id] = self.text_of(file)
        return self._texts[file.id] or ""

    def lost(self, files: Iterable[Record]) -> list[Record]:
        """Files that lost a line which the step does not mention, except files whose whole text is to be replaced."""
        return [record for record in files if record.id in self.texts_before and self._has_lost(record)]

    def _has_lost(self, file: Record) -> bool:
        now, values = self.text(file), self.intent.values
        if self.intent.replaces and any(same(now, value) for value in values):
            return False
        lost_lines = [line for line in self.texts_before[file.id].splitlines() if line.strip() and not says(now, line)]
        return any(not any(says(line, value) for value in values) for line in lost_lines)

    def owners(self, message: Record) -> tuple[str, ...]:
        """The names of the people whose number this message has."""
        return tuple(name for number in message.numbers for name in self._owners_of(number))

    def _owners_of(self, number: str) -> tuple[str, ...]:
        """The owners of a number, looked up once: many messages share few numbers."""
        if number not in self._owners:
            people = [person for person in self.people() if person.fits(number) is Match.EQUAL]
            self._owners[number] = tuple(name for person in people for name in person.labels)
        return self._owners[number]

    def called(self, name: str) -> tuple[Record, ...]:
        """The people with a name; several if they share it."""
        match resolve(name, self.people(), lambda person: person.labels):
            case One(item=person):
                return (person,)
            case Several(items=people):
                return tuple(people)
            case _:
                return ()


def _is_about(record: Record, value: str) -> bool:
    """True if a record has a value as its name or number, or among its other facts."""
    return record.fits(value) is not Match.NONE or any(says(fact, value) for fact in record.facts.values())


def _lines(text: str) -> list[str]:
    """The lines of a text, and the text itself, which may have a value of several lines."""
    return [*text.splitlines(), text]


def _joins(text: str, name: str) -> bool:
    """True if a name stands in a script without spaces, where its end is unknown."""
    return not name.isascii() and canon(name) in canon(text)


def files_named(intent: Intent, stores: Contents) -> tuple[Record, ...]:
    """The files that a step names in full, at most a few."""
    read = stores.get(Store.FILES, ())
    files = () if isinstance(read, Unread) else read
    matching = [
        record
        for record in files
        if record.kind is Kind.FILE and any(record.shown_by(value) for value in intent.values)
    ]
    return tuple(matching[:_MOST_FILES])
