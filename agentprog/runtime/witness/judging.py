"""Whether what came, went or changed in the phone's stores is what a step asks for, all of it and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from agentprog.identity import Kind, Match, One, Record, Several, best, digits_of, resolve, same, same_number, says
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.changes import Change, Kept, difference
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.meant import Meant

_KEPT_BY_PEOPLE = (Store.MESSAGES, Store.CONTACTS, Store.CALENDAR, Store.FILES)
"""Stores whose records a person makes and removes; the others a phone changes by itself."""


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

    def people(self) -> tuple[Record, ...]:
        """The address book, those who went or came with the step too."""
        found: dict[str, Record] = {}
        for kept in (self.before, self.after):
            read = kept.get(Store.CONTACTS, ())
            found |= {} if isinstance(read, Unread) else {one.id: one for one in read}
        return tuple(found.values())

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
        return tuple(
            name for one in self.people() for name in one.labels
            if any(one.fits(number) is Match.EQUAL for number in message.numbers)
        )  # fmt: skip


def judge_stores(case: Case) -> Finding | None:
    """What the phone's own records say of the step; None where they say nothing: the app may keep its own."""
    changes = difference(case.before, case.after)
    if case.meant.sends and (sent := _messages(changes)):
        return _sent(case, sent, changes)
    if case.meant.calls and (called := next((c.came for c in changes if c.store is Store.CALLS), ())):
        return _addressed(case, called, Store.CALLS, ())
    kept = [change for change in changes if change.store in _KEPT_BY_PEOPLE]
    if case.meant.removes:
        return _removed(case, kept)
    return _made(case, kept)


def _messages(changes: Iterable[Change]) -> tuple[Record, ...]:
    return next((change.came for change in changes if change.store is Store.MESSAGES), ())


# ---------------------------------------------------------------- sent and called


def _sent(case: Case, sent: tuple[Record, ...], changes: Iterable[Change]) -> Finding:
    """Each message to one who is named, with the text that is quoted, once to each, and nothing gone meanwhile."""
    failed = [one for one in sent if one.facts.get("box") == "failed"]
    if failed:
        return _finding(Verdict.CONTRADICTED, Store.MESSAGES, _told(failed), note="could not be sent")
    waiting = [one for one in sent if one.facts.get("box") == "sending"]
    if waiting:
        found = _finding(Verdict.UNKNOWN, Store.MESSAGES, _told(waiting), note="is still to be sent")
        return replace(found, waits=True)
    lost = [one for change in changes if change.store in _KEPT_BY_PEOPLE for one in change.went]
    if lost:
        return _finding(Verdict.CONTRADICTED, Store.MESSAGES, _told(lost), note="went, and nobody asked for it")
    contents = tuple(value for value in case.meant.contents if not _is_somebody(case, value))
    for one in sent:
        body = one.labels[0]
        exact = any(same(body, value) for value in contents)
        if contents and not exact and not (len(contents) > 1 and all(says(body, value) for value in contents)):
            return _finding(Verdict.CONTRADICTED, Store.MESSAGES, (body,), note="was sent, which the step does not say")
    return _addressed(case, sent, Store.MESSAGES, contents)


def _is_somebody(case: Case, value: str) -> bool:
    return any(one.fits(value) is Match.EQUAL for one in case.people())


def _addressed(case: Case, made: tuple[Record, ...], store: Store, contents: Sequence[str]) -> Finding:
    """Whether messages or calls went to those who are named, one to each."""
    named = list(case.meant.recipients) or [
        value for value in case.meant.values if digits_of(value) or _is_somebody(case, value)
    ]
    met: set[str] = set()
    for one in made:
        number = one.numbers[0] if one.numbers else ""
        fits = [name for name in named if _reaches(case, name, number)]
        said = (*one.labels, number) if store is Store.MESSAGES else (number,)
        if not named:
            return _finding(Verdict.UNKNOWN, store, said, note="and the step names nobody")
        if not fits:
            listed = ", ".join(f'"{name}"' for name in named[:3])
            return _finding(Verdict.CONTRADICTED, store, (number,), note=f"got it, and the step names {listed}")
        if any(_namesakes(case, name) for name in fits):
            return _finding(Verdict.UNKNOWN, store, said, note="and there are several of that name")
        met |= set(fits)
    missing = tuple(name for name in named if name not in met)
    if missing and len(case.meant.recipients) > 0:
        return Finding(verdict=Verdict.UNKNOWN, witness=store.value, missing=missing, note="got nothing")
    if len(made) > max(1, len(met)):
        return _finding(Verdict.CONTRADICTED, store, _told(made), note=f"{len(made)} times instead of once")
    found = (*contents, *(one.numbers[0] for one in made if one.numbers))
    return _finding(Verdict.PROVEN, store, found, note="was sent" if store is Store.MESSAGES else "was called")


def _reaches(case: Case, name: str, number: str) -> bool:
    """Whether a number is that of somebody who is named by a number or a name."""
    if digits := digits_of(name):
        return same_number(digits, digits_of(number))
    match resolve(name, case.people(), lambda one: one.labels):
        case One(item=person):
            return person.fits(number) is Match.EQUAL
        case Several(items=people):
            return any(person.fits(number) is Match.EQUAL for person in people)
        case _:
            return same(name, number)


def _namesakes(case: Case, name: str) -> bool:
    return not digits_of(name) and isinstance(resolve(name, case.people(), lambda one: one.labels), Several)


# ---------------------------------------------------------------- removed


def _removed(case: Case, changes: Sequence[Change]) -> Finding | None:
    went = [(change.store, one) for change in changes for one in change.went]
    if not went:
        return None
    stores = {store for store, _ in went}
    store = went[0][0]
    gone = [one for _, one in went]
    groups = [_wanted(case, each) for each in _KEPT_BY_PEOPLE if each in stores]
    wanted = [one for group in groups for one in group.records]
    if not wanted:
        if not case.meant.values and all(_nothing_left(case, each, gone) for each in stores):
            return _finding(Verdict.PROVEN, store, _told(gone), note="went, and nothing is left")
        known = Verdict.CONTRADICTED if case.meant.values else Verdict.UNKNOWN
        return _finding(known, store, _told(gone), note="went, and the step does not name it")
    strange = [one for one in gone if not _among(one, wanted)]
    if strange:
        return _finding(Verdict.CONTRADICTED, store, _told(strange), note="went, and the step does not name it")
    if any(group.unclear for group in groups):
        return _finding(Verdict.UNKNOWN, store, _told(wanted), note="are several of that name")
    left = [one for one in wanted if not _among(one, gone)]
    if left:
        return Finding(verdict=Verdict.UNKNOWN, witness=store.value, missing=_told(left), note="is still there")
    return _finding(Verdict.PROVEN, store, _told(gone), note="is gone")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The records that a step means. `unclear`: its words are only parts of their names, and fit several."""

    records: tuple[Record, ...] = ()
    unclear: bool = False


def _wanted(case: Case, store: Store) -> _Wanted:
    """The records of a store that all names of the step fit; where its names fit different ones, all of these."""
    read = case.before.get(store, ())
    records = () if isinstance(read, Unread) else read
    thing = case.meant.thing
    if thing in (Kind.FILE, Kind.FOLDER):
        records = tuple(one for one in records if one.kind is thing) or records
    groups = [found for name in _names(case, records) if (found := _fitting(case, records, name)).records]
    if not groups:
        return _Wanted()
    common = tuple(one for one in groups[0].records if all(_among(one, group.records) for group in groups[1:]))
    if common:
        return _Wanted(common, len(common) > 1 and all(group.unclear for group in groups))
    every = {one.id: one for group in groups for one in group.records}
    return _Wanted(tuple(every.values()), any(group.unclear for group in groups))


def _among(record: Record, others: Iterable[Record]) -> bool:
    return any(record.id == other.id for other in others)


def _names(case: Case, records: Sequence[Record]) -> tuple[str, ...]:
    """What the step calls things: its values, those to whom they belong, and names of records that its words say."""
    said = [name for one in records for name in one.labels[:1] if name and says(case.meant.goal, name)]
    longest = [name for name in said if not any(name != other and says(other, name) for other in said)]
    return tuple(dict.fromkeys((*case.meant.values, *case.meant.recipients, *longest)))


def _fitting(case: Case, records: Sequence[Record], name: str) -> _Wanted:
    def fits(record: Record) -> Match:
        owned = best(name, case.owners(record)) if record.kind is Kind.MESSAGE else Match.NONE
        own = record.fits(name)
        return own if record.kind is not Kind.MESSAGE else max(owned, own if own is Match.EQUAL else Match.NONE)

    found = [(one, fits(one)) for one in records]
    top = max((how for _, how in found), default=Match.NONE)
    if top is Match.NONE:
        return _Wanted()
    best_ones = tuple(one for one, how in found if how is top)
    return _Wanted(best_ones, top is Match.WORDS and len(best_ones) > 1)


def _nothing_left(case: Case, store: Store, gone: Sequence[Record]) -> bool:
    read = case.after.get(store, ())
    kinds = {one.kind for one in gone}
    return not isinstance(read, Unread) and not any(one.kind in kinds for one in read)


# ---------------------------------------------------------------- made and edited


def _made(case: Case, changes: Sequence[Change]) -> Finding | None:
    new = [(change.store, one) for change in changes for one in (*change.came, *(now for _, now in change.changed))]
    went = [(change.store, one) for change in changes for one in change.went]
    if not new:
        if went:
            store = went[0][0]
            return _finding(
                Verdict.CONTRADICTED, store, _told(one for _, one in went), note="went, and nobody asked for it"
            )
        return None
    store, thing = new[0][0], case.meant.thing
    kinds = {one.kind for _, one in new}
    if thing in (Kind.FILE, Kind.FOLDER) and thing not in kinds and kinds <= {Kind.FILE, Kind.FOLDER}:
        note = f"is a {new[0][1].kind.value}, and the step asks for a {thing.value}"
        return _finding(Verdict.CONTRADICTED, store, _told(one for _, one in new), note=note)
    values = case.meant.values
    strange = [one for _, one in new if values and not any(case.says(one, value) for value in values)]
    if strange:
        return _finding(Verdict.UNKNOWN, store, _told(strange), note="came or changed, and the step does not name it")
    records = [one for _, one in (*new, *went)]
    missing = tuple(
        value for value in values if not any(case.says(one, value) for one in records) and not case.readable(value)
    )
    if missing:
        return Finding(verdict=Verdict.UNKNOWN, witness=store.value, missing=missing, note="is not in what came")
    if not values:
        return _finding(Verdict.UNKNOWN, store, _told(one for _, one in new), note="came, and the step names nothing")
    return _finding(Verdict.PROVEN, store, values, note="is there now")


def _told(records: Iterable[Record]) -> tuple[str, ...]:
    return tuple(one.name or one.id for one in records)[:4]


def _finding(verdict: Verdict, store: Store, found: Sequence[str], *, note: str) -> Finding:
    return Finding(verdict=verdict, witness=store.value, found=tuple(found), note=note)
