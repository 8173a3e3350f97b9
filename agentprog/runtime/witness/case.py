"""What is known of a step when it has ended: what it meant, and what the phone kept before and after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agentprog.identity import Kind, Match, One, Record, Several, best, resolve, says
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.changes import Kept
from agentprog.runtime.witness.meant import Meant


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """What is known of a step when it has ended. `text_of` reads a file; `readable` says whether the screen shows a
    text now, outside of any field."""

    meant: Meant
    before: Kept
    after: Kept
    text_of: Callable[[Record], str | None] = lambda _: None
    readable: Callable[[str], bool] = lambda _: False
    _texts: dict[str, str | None] = field(default_factory=dict)
    _people: list[Record] = field(default_factory=list)
    _owners: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def people(self) -> Sequence[Record]:
        """The address book, those who went or came with the step too."""
        if not self._people:
            found: dict[str, Record] = {}
            for kept in (self.before, self.after):
                read = kept.get(Store.CONTACTS, ())
                found |= {} if isinstance(read, Unread) else {one.id: one for one in read}
            self._people.extend(found.values())
        return self._people

    def says(self, record: Record, value: str) -> bool:
        """Whether a record has a value: as its name or number, as another fact of it, in the text of a file."""
        if record.fits(value) is not Match.NONE or any(says(fact, value) for fact in record.facts.values()):
            return True
        if record.kind is Kind.MESSAGE:
            return best(value, self.owners(record)) is Match.EQUAL
        if record.kind is not Kind.FILE:
            return False
        if record.id not in self._texts:
            self._texts[record.id] = self.text_of(record)
        return says(self._texts[record.id] or "", value)

    def owners(self, message: Record) -> tuple[str, ...]:
        """The names of the people whose number a message has."""
        return tuple(name for number in message.numbers for name in self._owners_of(number))

    def _owners_of(self, number: str) -> tuple[str, ...]:
        """Asked once a number: a phone has many messages of few."""
        if number not in self._owners:
            people = [one for one in self.people() if one.fits(number) is Match.EQUAL]
            self._owners[number] = tuple(name for one in people for name in one.labels)
        return self._owners[number]

    def called(self, name: str) -> tuple[Record, ...]:
        """The people whom a name means: several where they share it."""
        match resolve(name, self.people(), lambda one: one.labels):
            case One(item=person):
                return (person,)
            case Several(items=people):
                return tuple(people)
            case _:
                return ()
