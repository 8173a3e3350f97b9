"""The phone's address book before the run's first action, so it contains no entry that the run itself wrote."""

from __future__ import annotations

from collections.abc import Iterable

from agentprog.identity import Record, canon, digits_of, same_number
from agentprog.identity.words import words_of
from agentprog.lang.effects.recipients import recipients_in, spelled
from agentprog.runtime.safety.naming import names_whole

_FEWEST = 2
"""Letters that a name needs at least to be searched in a text."""


class Directory:
    """The one number of a name. A name shared by several people, or with several numbers, has none; then the
    gate asks.
    """

    def __init__(self, people: Iterable[Record] = ()) -> None:
        known = (
            (person.name, tuple(filter(None, map(digits_of, person.numbers)))) for person in people if person.labels
        )
        self._people = tuple(known)

    def spelled(self, text: str) -> str:
        """The text with the recipients of the address book as it has them: "ann" is Ann."""
        return spelled(text, (part for name, _ in self._people for part in (name, name.split()[0])))

    def number_of(self, name: str) -> str:
        """The number in digits; empty if nobody has the name, or if several people or numbers match."""
        words_of_name = frozenset(words_of(name))
        if not words_of_name or digits_of(name):
            return ""
        matching = [
            (words, numbers)
            for person, numbers in self._people
            if words_of_name <= (words := frozenset(words_of(person)))
        ]
        exact = [numbers for words, numbers in matching if words == words_of_name]
        found = exact or [numbers for _, numbers in matching]
        return found[0][0] if len(found) == 1 and len(found[0]) == 1 else ""

    def is_of(self, name: str, number: str) -> bool:
        """True if this is the one number of that name."""
        digits, own_number = self.number_of(name), digits_of(number)
        return bool(digits and own_number) and same_number(digits, own_number)

    def names_of(self, number: str) -> tuple[str, ...]:
        """The names with this number."""
        digits = digits_of(number)
        return tuple(
            person for person, numbers in self._people if digits and any(same_number(digits, n) for n in numbers)
        )

    def named_in(self, texts: Iterable[str]) -> frozenset[str]:
        """The numbers of the people that texts name, by their whole names or as recipients."""
        sentences = tuple(texts)
        plain = " ".join(map(canon, sentences))
        whole = (
            name
            for name, _ in self._people
            if len(name) >= _FEWEST and canon(name) in plain and names_whole(sentences, name)
        )
        addressed = (name for text in sentences for name in recipients_in(self.spelled(text))) if self._people else ()
        return frozenset(filter(None, map(self.number_of, (*whole, *addressed))))
