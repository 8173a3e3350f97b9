"""Resolves the aliases in a person's words to contacts of the phone, as lines that count as the person's."""

from __future__ import annotations

import re

from agentprog.app.aliases.book import Alias, aliases
from agentprog.errors import UsageError
from agentprog.identity import Match, Record, digits_of, says
from agentprog.lang.effects.delegation import delegates
from agentprog.lang.effects.orders import claims_in
from agentprog.ports import Device
from agentprog.ports.witness import Store, Unread, witness_of

_MORE = re.compile(r"\d|\w{2}\.\w{2}")
"""Signs that a name contains more than a name: a figure, a host."""
_NO_SIGNS = re.compile(r"[^\w\s.'’\-+]")


def contacts_of(device: Device) -> tuple[Record, ...]:
    """The phone's contacts. Raises UsageError if the phone does not let them be read."""
    witness = witness_of(device)
    found = witness.read(Store.CONTACTS) if witness is not None else Unread(why="it has no records to read")
    if isinstance(found, Unread):
        raise UsageError(
            f"the phone's contacts cannot be read: {found.why}", hint="An alias is kept by a contact's id."
        )
    return found


def alias_for(words: str, contact: str, contacts: tuple[Record, ...]) -> Alias:
    """The alias for the one contact with this name or number. Raises UsageError if no contact or several match."""
    fits = [(candidate, degree) for candidate in contacts if (degree := candidate.fits(contact)) is not Match.NONE]
    best = [contact for contact, degree in fits if degree is max(degree for _, degree in fits)]
    if len(best) != 1:
        raise UsageError(
            f'{len(best)} contacts of the phone are called "{contact}"'
            if best
            else f'no contact is called "{contact}"',
            hint="Give the number in place of the name." if best else "Write the name as the phone has it.",
        )
    record = best[0]
    return Alias(said=" ".join(words.split()), id=record.id, name=record.name, numbers=record.numbers)


def meant_in(text: str, device: Device | None) -> str:
    """A line for each alias in a person's text, with the current name and numbers of its contact; empty if it has none.
    Raises UsageError if a contact no longer exists.
    """
    aliases_in_text = [alias for alias in aliases() if says(text, alias.said)]
    if not aliases_in_text:
        return ""
    contacts = contacts_of(device) if device is not None else None
    lines = (_line(alias, contacts) for alias in aliases_in_text)
    return "\n".join(line for line in lines if line not in text)


def _line(alias: Alias, contacts: tuple[Record, ...] | None) -> str:
    name, numbers = alias.name, alias.numbers
    if contacts is not None:
        record = alias.found_in(contacts)
        if record is None:
            raise UsageError(
                f'"{alias.said}" is {alias.name}, and this phone has no such contact any more',
                hint=f'Say whom you mean: agentprog alias set "{alias.said}" NAME',
            )
        name, numbers = record.name, record.numbers
    names = [*filter(_only_names, (_plain(name),)), *(_plain(number) for number in numbers if digits_of(number))]
    if not names:
        raise UsageError(
            f'the name of the contact for "{alias.said}" reads like an order', hint="Rename the contact on the phone."
        )
    # A question orders nothing: these words only name the person.
    return f"Who {_plain(alias.said)} is ({' / '.join(names)})"


def _only_names(name: str) -> bool:
    """True if a contact's name can count as a person's words: it must order nothing, since anybody may have
    written it.
    """
    return bool(name) and not (_MORE.search(name) or claims_in(f"Who is {name}") or delegates((name,)))


def _plain(text: str) -> str:
    return " ".join(_NO_SIGNS.sub(" ", text).split())
