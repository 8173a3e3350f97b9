"""A task: makes an instruction, and the exact change to the phone that it requires, from a seed and a phone."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable

from agentprog.bench.truth import Contact, Sms, Truth, alike, changed_contacts, changed_messages
from agentprog.frozen import field, frozen
from agentprog.identity import digits_of, says


@frozen
class Expected:
    """All allowed differences; everything else must stay as before. `says` is the expected answer.

    A `Sms` in `mentioning` may have more text than its body.
    """

    added: tuple[Contact, ...] = ()
    removed: tuple[Contact, ...] = ()
    sent: tuple[Sms, ...] = ()
    mentioning: tuple[Sms, ...] = ()
    deleted: tuple[Sms, ...] = ()
    says: str = ""

    def wrong(self, before: Truth, after: Truth, answer: str) -> str:
        """The errors in words; "" if everything is right."""
        new, lost = changed_contacts(before, after)
        written, removed = changed_messages(before, after)
        found = [
            *_compared("contact", "added", self.added, new),
            *_compared("contact", "removed", self.removed, lost),
            *_compared("message", "deleted", self.deleted, removed),
            *_compared("message", "sent", (*self.sent, *self.mentioning), written, loosely=self.mentioning),
        ]
        loosely = not digits_of(self.says) and alike(self.says, answer)
        if self.says and not (says(answer, self.says) or loosely):
            found.append(f"answered {answer!r}, not {self.says!r}")
        return "; ".join(found)


@frozen
class Instance:
    """One task to do. `incoming` holds (number, text) of messages that arrive before it begins."""

    instruction: str
    expected: Expected
    incoming: tuple[tuple[str, str], ...] = ()


@frozen
class Task:
    """A kind of errand. `make` is a pure function of its random source and the phone's contents."""

    name: str
    about: str
    make: Callable[[random.Random, Truth], Instance] = field(repr=False)

    def instance(self, seed: int, truth: Truth) -> Instance:
        """The instance of a seed: the same for the same task, seed and phone."""
        digest = hashlib.sha256(f"{seed}_{self.name}".encode()).digest()
        return self.make(random.Random(int.from_bytes(digest[:4], "big")), truth)


def _compared(
    noun: str,
    verb: str,
    expected: tuple[Contact, ...] | tuple[Sms, ...],
    found: tuple[Contact, ...] | tuple[Sms, ...],
    loosely: tuple[Sms, ...] = (),
) -> list[str]:
    rest: list[Contact | Sms] = list(found)
    wrong: list[str] = []
    for item in expected:
        match = next((candidate for candidate in rest if _fits(item, candidate, loose=item in loosely)), None)
        if match is None:
            wrong.append(f"{noun} not {verb}: {_words(item)}")
        else:
            rest.remove(match)
    return [*wrong, *(f"{noun} {verb} that should not be: {_words(item)}" for item in rest)]


def _fits(expected: Contact | Sms, found: Contact | Sms, *, loose: bool) -> bool:
    """Numbers must be equal; names and texts alike."""
    if expected.number != found.number:
        return False
    if isinstance(expected, Sms) and isinstance(found, Sms):
        return expected.sent == found.sent and (
            says(found.body, expected.body) if loose else alike(expected.body, found.body)
        )
    return isinstance(expected, Contact) and isinstance(found, Contact) and alike(expected.name, found.name)


def _words(item: Contact | Sms) -> str:
    return f"{item.name} {item.number}" if isinstance(item, Contact) else f"{item.body!r} ({item.number})"
