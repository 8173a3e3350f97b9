"""Recognises conditions about a record of the phone, and checks them against the records.

Every word of the condition must be known: a noun for the record, its values, and the few words for "is there" or "is
gone". A condition with another word states more than a record shows, and is left to the screen.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from agentprog import resources
from agentprog.frozen import frozen, replace
from agentprog.identity import Kind, Match, Record, moment, same, says, unquoted, words_of
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.case import Case
from agentprog.runtime.witness.changes import Contents
from agentprog.runtime.witness.finding import Finding, Verdict, finding
from agentprog.runtime.witness.intent import Intent, noun_of

_STORES: Mapping[Kind, Store] = {
    Kind.CONTACT: Store.CONTACTS,
    Kind.EVENT: Store.CALENDAR,
    Kind.MESSAGE: Store.MESSAGES,
    Kind.FILE: Store.FILES,
    Kind.FOLDER: Store.FILES,
}
_KEPT_BOXES = frozenset(("sent", "received"))


@frozen
class Claim:
    """A condition about a record: a `thing` with these `values` exists, or, if `denied`, does not.

    `boxes` are the message folders that count. `rest` are words that may still be names.
    """

    thing: Kind
    values: tuple[str, ...]
    denied: bool
    boxes: frozenset[str]
    rest: tuple[str, ...]

    @property
    def store(self) -> Store:
        return _STORES[self.thing]

    @property
    def stores(self) -> tuple[Store, ...]:
        """The stores to read. A message has only a number, so the contacts are needed for its owner."""
        return (self.store, Store.CONTACTS) if self.store is Store.MESSAGES else (self.store,)


@cache
def _words() -> Mapping[str, frozenset[str]]:
    data = tomllib.loads(resources.read_text("devices/things.toml"))["held"]
    return {name: frozenset(words) for name, words in data.items()}


def claim_of(condition: str, literals: Sequence[str]) -> Claim | None:
    """The record that a condition is about; None if it is about something else."""
    condition_words = list(words_of(unquoted(condition, put=" ")))
    for value in literals:
        condition_words = _without(condition_words, value)
    kind_of_noun = next((kind for word in condition_words if (kind := noun_of(word)) is not None), None)
    if kind_of_noun is None or kind_of_noun not in _STORES:
        return None
    words = _words()
    denying = [word for word in condition_words if word in words["gone"]]
    stated = [
        word for word in condition_words if word in words["there"] or word in words["sent"] or word in words["received"]
    ]
    if len(denying) > 1 or not (denying or stated):
        return None
    known = frozenset().union(*words.values())
    boxes = frozenset(box for box in _KEPT_BOXES if any(word in words[box] for word in condition_words)) or _KEPT_BOXES
    rest = tuple(word for word in condition_words if word not in known and noun_of(word) is None)
    return Claim(thing=kind_of_noun, values=tuple(literals), denied=bool(denying), boxes=boxes, rest=rest)


def _without(words: list[str], value: str) -> list[str]:
    """The words without those of a value, if these are adjacent."""
    value_words = list(words_of(value))
    for at in range(len(words) - len(value_words) + 1):
        if value_words and words[at : at + len(value_words)] == value_words:
            return words[:at] + words[at + len(value_words) :]
    return words


def holds_of_record(
    claim: Claim,
    now: Contents,
    *,
    text_of: Callable[[Record], str | None] = lambda _: None,
    existed_before: Callable[[Store, Record], bool] = lambda store, record: False,  # noqa: ARG005
) -> Finding | None:
    """The records' verdict on the claim. One record with all its values proves it, and contradicts a denial. None if no
    record fits, since an app may keep its own, or several do. `existed_before` returns whether a record existed before
    the run acted; an older record proves no effect.
    """
    read = now.get(claim.store, Unread(why="not read"))
    if isinstance(read, Unread):
        return None
    case = Case(intent=Intent(goal=""), before=now, after=now, text_of=text_of)
    records = [record for record in read if record.kind is claim.thing]
    values = _named(claim, records if claim.thing is not Kind.MESSAGE else case.people())
    if values is None:
        return None
    found = [record for record in records if _is_meant(case, claim, record, values)]
    if len(found) != 1:
        return None
    verdict = Verdict.CONTRADICTED if claim.denied else Verdict.PROVEN
    already = existed_before(claim.store, found[0])
    note = "is there, already so" if already else "is there"
    return replace(finding(verdict, claim.store, (found[0].name,), note=note), already=already)


def _named(claim: Claim, records: Iterable[Record]) -> tuple[str, ...] | None:
    """The claim's values, plus a name of a record if the words contain one; None if a word is left over."""
    if not claim.rest:
        return claim.values
    rest = " ".join(claim.rest)
    names = [name for record in records for name in record.labels[:1] if says(rest, name)]
    longest = max(names, key=len, default="")
    left = _without(list(claim.rest), longest)
    return None if left else (*claim.values, longest)


def _is_meant(case: Case, claim: Claim, record: Record, values: Sequence[str]) -> bool:
    """True if a record's name is one of the values and the record has all the others."""
    if claim.thing is Kind.MESSAGE and record.facts.get("box") not in claim.boxes:
        return False
    is_named = any(same(record.name, value) or record.shown_by(value) for value in values)
    return is_named and all(_has(case, record, value) for value in values)


def _has(case: Case, record: Record, value: str) -> bool:
    """True if a value is, as a whole, a record's name or number, its owner, its start, its folder, or a line of its
    text.
    """
    if record.fits(value) is Match.EQUAL:
        return True
    match record.kind:
        case Kind.MESSAGE:
            return any(same(name, value) for name in case.owners(record))
        case Kind.EVENT:
            when = moment(value)
            facts = (record.facts.get("where", ""), record.facts.get("about", ""))
            return when in record.facts.get("start", "").split() if when else any(same(fact, value) for fact in facts)
        case Kind.CONTACT:
            return any(same(address, value) for address in record.facts.get("email", "").split(", "))
        case _:
            folder = record.facts.get("folder", "")
            lines = (case.text(record), *case.text(record).splitlines()) if record.kind is Kind.FILE else ()
            return any(same(line, value) for line in (folder, *folder.split("/"), *lines))
