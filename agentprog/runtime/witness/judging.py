"""Decides whether the changes in the phone's stores are the effect that a step orders, all of it and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from agentprog.identity import Kind, Match, Record, accents_apart, best, digits_of, same, same_number, says, unquoted
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.lists import Option, left_beside, options_in, rows_in
from agentprog.lang.effects.portions import messages
from agentprog.lang.effects.recipients import recipients_in, spelled
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.case import Case
from agentprog.runtime.witness.changes import Change, difference
from agentprog.runtime.witness.finding import Finding, Verdict, finding
from agentprog.runtime.witness.sealing import is_lost
from agentprog.runtime.witness.services import ABOUT, judge_hidden_call

_KEPT_BY_PEOPLE = (Store.MESSAGES, Store.CONTACTS, Store.CALENDAR, Store.FILES, Store.MEDIA)
"""Stores whose records people create and remove; a phone changes the other stores by itself."""
_TAKEN = (Kind.PHOTO, Kind.VIDEO, Kind.RECORDING)


def judge_stores(case: Case) -> Finding | None:
    """The records' finding for a step; None if they show nothing, since the app may keep its own."""
    case = _with_names(case)
    changes = difference(case.before, case.after)
    lost = next((change for change in changes if _is_unknown(change)), None)
    if lost is not None:
        return finding(Verdict.UNKNOWN, lost.store, (), note="lost what it held while the run was interrupted")
    if case.intent.sends and (sent := _came(changes, Store.MESSAGES)):
        return _sent(case, sent, changes)
    if case.intent.calls and (calls := _came(changes, Store.CALLS)):
        numbered = all(record.numbers for record in calls)
        return _addressed(case, calls, Store.CALLS, ()) if numbered else judge_hidden_call(case, calls)
    if case.intent.thing in ABOUT and (found := _of_service(case, changes)) is not None:
        return found
    visible = [change for change in changes if change.store in _KEPT_BY_PEOPLE]
    if case.intent.removes and not (case.intent.moves and _moved(visible)):
        return _removed(case, visible)
    return _made(case, visible)


def _with_names(case: Case) -> Case:
    """The case with the recipients that its step names in small letters, as the address book has them."""
    known = (part for person in case.people() for name in person.labels for part in (name, name.split()[0]))
    goal = spelled(case.intent.goal, known)
    capitalised = recipients_in(goal) if goal != case.intent.goal else ()
    names = (*case.intent.recipients, *(name for name in capitalised if name not in recipients_in(case.intent.goal)))
    return replace(case, intent=replace(case.intent, goal=goal, recipients=names))


def _is_unknown(change: Change) -> bool:
    """True if the removed row, or the earlier content of a changed file, is unknown."""
    texts = [old for old, _ in change.changed] if change.store is Store.FILES else []
    return any(is_lost(record) for record in (*change.went, *texts))


def _came(changes: Iterable[Change], store: Store) -> tuple[Record, ...]:
    return next((change.came for change in changes if change.store is store), ())


def _of_service(case: Case, changes: Iterable[Change]) -> Finding | None:
    """The finding from a service of the phone, about the one thing that the step names."""
    kind = case.intent.thing
    store, judge = ABOUT[kind] if kind is not None else (None, None)
    return next((judge(case, change) for change in changes if judge is not None and change.store is store), None)


# ---------------------------------------------------------------- sent and called


def _sent(case: Case, sent: tuple[Record, ...], changes: Iterable[Change]) -> Finding:
    """The finding about messages: each named recipient got the quoted text once, and no message disappeared
    meanwhile.
    """
    failed = [record for record in sent if record.facts.get("box") == "failed"]
    if failed:
        return finding(Verdict.CONTRADICTED, Store.MESSAGES, _listed(failed), note="could not be sent")
    waiting = [record for record in sent if record.facts.get("box") == "sending"]
    if waiting:
        found = finding(Verdict.UNKNOWN, Store.MESSAGES, _listed(waiting), note="is still to be sent")
        return replace(found, waits=True)
    lost = [record for change in changes if change.store in _KEPT_BY_PEOPLE for record in change.went]
    if lost:
        return finding(Verdict.CONTRADICTED, Store.MESSAGES, _listed(lost), note="was removed, and nobody asked for it")
    contents = (*(value for value in case.intent.contents if not _is_somebody(case, value)), *_numbers_sent(case, sent))
    for message in sent:
        body, own_texts = message.labels[0], list(_own_texts(case, message))
        if not all(_holds(body, texts) for texts in own_texts):
            note = "was sent, and the step has this text for another person"
            return finding(Verdict.CONTRADICTED, Store.MESSAGES, (body, *message.numbers), note=note)
        if contents and not own_texts and not _holds(body, contents):
            return finding(Verdict.CONTRADICTED, Store.MESSAGES, (body,), note="was sent, and is not in the step")
    return _addressed(case, sent, Store.MESSAGES, contents)


def _holds(body: str, texts: Sequence[str]) -> bool:
    """True if a message is one of these texts, or holds all of several."""
    return any(same(body, text) for text in texts) or (len(texts) > 1 and all(says(body, text) for text in texts))


def _own_texts(case: Case, message: Record) -> Iterator[tuple[str, ...]]:
    """For each recipient of a message for whom the step orders a different text: the texts for this person and those
    for no particular person.
    """
    orders = [(to, texts) for to, texts in messages([case.intent.goal]) if texts]
    loose = [text for to, texts in orders if not to for text in texts]
    for number in message.numbers if len(orders) > 1 else ():
        names = (number, *_owners(case, number))
        texts_of_order = [text for to, texts in orders if any(says(to, name) for name in names) for text in texts]
        if texts_of_order:
            yield tuple(text for text in (*texts_of_order, *loose) if not _is_somebody(case, text))


def _numbers_sent(case: Case, sent: Iterable[Record]) -> tuple[str, ...]:
    """Numbers in the step that are the content of the message: nothing was sent to them, and another number is named
    too.
    """
    numbers = [record.numbers for record in sent]
    recipients = case.intent.recipients
    loose = tuple(
        name for name in recipients
        if digits_of(name) and not any(_reaches(case, name, number) for each in numbers for number in each)
    )  # fmt: skip
    return (
        loose
        if len(loose) < len(recipients) and all(any(says(record.labels[0], n) for n in loose) for record in sent)
        else ()
    )


def _is_somebody(case: Case, value: str) -> bool:
    return any(person.fits(value) is Match.EQUAL for person in case.people())


def _addressed(case: Case, records: tuple[Record, ...], store: Store, contents: Sequence[str]) -> Finding:
    """The finding about recipients: messages or calls went to the named people, once each, and of a list of people or
    texts nothing was left out.
    """
    recipients, unknown = _named(case, records)
    recipients, chosen = _of_choices(case, records, store, recipients)
    if len(chosen) > 1:
        note = "got it, and the step asks for one of several"
        return finding(Verdict.CONTRADICTED, store, [name for option in chosen for name in option.names], note=note)
    if any(not record.numbers for record in records):
        return finding(Verdict.UNKNOWN, store, _listed(records), note="went to a recipient the phone does not show")
    met: set[str] = set()
    for sent, number in _numbered(records):
        fits = [name for name in recipients if _reaches(case, name, number)]
        contents_sent = (*sent.labels, number) if store is Store.MESSAGES else (number,)
        if not recipients:
            return finding(Verdict.UNKNOWN, store, contents_sent, note="and the step names nobody")
        if not fits:
            return _strange(case, store, contents_sent, recipients, unknown)
        if any(_namesakes(case, name) for name in fits):
            return finding(Verdict.UNKNOWN, store, contents_sent, note="and there are several of that name")
        met |= set(fits)
    missing = tuple(name for name in recipients if name not in met and name not in contents)
    left = () if chosen else _left_out(case, records, recipients)
    if (missing and case.intent.recipients) or (missing := left):
        return Finding(verdict=Verdict.UNKNOWN, witness=store.value, missing=missing, note="got nothing")
    each = {(record.numbers, record.labels) for record in records}
    if len(each) < len(records) or len(records) > max(1, len(met)) * max(1, len(contents)):
        return finding(Verdict.CONTRADICTED, store, _listed(records), note=f"{len(records)} times instead of once")
    found = (*contents, *(number for record in records for number in record.numbers))
    return finding(Verdict.PROVEN, store, found, note="was sent" if store is Store.MESSAGES else "was called")


def _strange(case: Case, store: Store, sent: tuple[str, ...], named: Sequence[str], unknown: Sequence[str]) -> Finding:
    """The finding about somebody who got a message or call, and whom the step names nowhere as a recipient. It may be
    one of the `unknown`, whom it names too.
    """
    owners = _owners(case, sent[-1])
    if near := _accented(case, owners):
        return replace(finding(Verdict.UNKNOWN, store, sent, note=f"was reached, {near}"), stands=True)
    if any(says(unquoted(case.intent.goal, put=" "), name) for name in owners):
        return finding(Verdict.UNKNOWN, store, sent, note="and the step may name this person for something else")
    if unknown:
        return finding(Verdict.UNKNOWN, store, sent, note="and the step names somebody who is not in the contacts")
    listed = ", ".join(f'"{name}"' for name in named[:3])
    return finding(Verdict.CONTRADICTED, store, sent[-1:], note=f"got it, and the step names {listed}")


def _named(case: Case, records: Sequence[Record]) -> tuple[list[str], list[str]]:
    """The recipients of a step, with all people in one list with them; and the people of that list whom the phone does
    not know."""
    people = [part for name in case.intent.recipients for part in _apart(case, name)]
    people = people or [value for value in case.intent.values if digits_of(value) or _is_somebody(case, value)]
    texts = [text for record in records for text in record.labels]
    rows = (row for row in rows_in(case.intent.goal, _known(case, people)) if any(name in row for name in people))
    listed = [name for row in rows for name in row if not any(same(name, text) for text in texts)]
    known = [name for name in listed if digits_of(name) or case.called(name)]
    return list(dict.fromkeys((*people, *known))), [name for name in listed if name not in known]


def _of_choices(
    case: Case, records: Sequence[Record], store: Store, people: list[str]
) -> tuple[list[str], list[Option]]:
    """The recipients, of a choice ("Ann or Bob") only those of the options that were reached; and these options."""
    kind = Risk.SEND if store is Store.MESSAGES else Risk.CALL
    numbers = [number for _, number in _numbered(records)]
    for options in options_in(case.intent.goal, _known(case, people)):
        met = [
            option for option in options if kind in (option.kinds or {kind})
            and any(_reaches(case, name, number) for name in option.names for number in numbers)
        ]  # fmt: skip
        every = [name for option in options for name in option.names]
        if met and any(name in every for name in people):
            reached = (name for option in met for name in option.names)
            return list(dict.fromkeys((*(name for name in people if name not in every), *reached))), met
    return people, []


def _apart(case: Case, name: str) -> tuple[str, ...]:
    """The parts of a name that nobody has, in a script without spaces where a word joins two names."""
    rows = () if case.called(name) else rows_in(name, case.names_in(name))
    return tuple(name for row in rows for name in row) or (name,)


def _known(case: Case, recipients: Iterable[str]) -> tuple[str, ...]:
    """Names by which the lists of a step are found: its values and recipients, and the address book's in its words."""
    return (*case.intent.values, *recipients, *case.names_in(case.intent.goal))


def _left_out(case: Case, records: Sequence[Record], recipients: Sequence[str]) -> tuple[str, ...]:
    """People and texts that were not reached or sent, in one list with others that were."""

    def done(item: str) -> bool:
        if digits_of(item) or case.called(item):
            return any(_reaches(case, item, number) for _, number in _numbered(records))
        return any(says(text, item) for record in records for text in record.labels)

    return left_beside(case.intent.goal, _known(case, recipients), done)


def _numbered(records: Iterable[Record]) -> Iterator[tuple[Record, str]]:
    """Each record with each of its numbers."""
    for record in records:
        for number in record.numbers:
            yield record, number


def _owners(case: Case, number: str) -> tuple[str, ...]:
    """The names of the number's owners."""
    owners = [person for person in case.people() if person.fits(number) is Match.EQUAL]
    return tuple(dict.fromkeys(name for person in owners for name in person.labels))


def _accented(case: Case, names: Iterable[str]) -> str:
    """A remark if a name differs from the step's name only by accents; empty otherwise."""
    names_of_step = (*case.intent.values, *case.intent.recipients)
    near = next(((name, own) for name in names for own in names_of_step if accents_apart(name, own)), None)
    return f'and "{near[0]}" is written with other accents than "{near[1]}"' if near is not None else ""


def _reaches(case: Case, name: str, number: str) -> bool:
    """True if the number belongs to the person with this name or number."""
    if digits := digits_of(name):
        return same_number(digits, digits_of(number))
    if people := case.called(name):
        return any(person.fits(number) is Match.EQUAL for person in people)
    return same(name, number)


def _namesakes(case: Case, name: str) -> bool:
    return not digits_of(name) and len(case.called(name)) > 1


# ---------------------------------------------------------------- removed


def _removed(case: Case, changes: Sequence[Change]) -> Finding | None:
    removed = [(change.store, record) for change in changes for record in change.went]
    if not removed:
        return None
    stores = {store for store, _ in removed}
    store = removed[0][0]
    records = [record for _, record in removed]
    groups = [_named_records(case, each) for each in _KEPT_BY_PEOPLE if each in stores]
    ordered = [record for group in groups for record in group.records]
    if not ordered:
        if not case.intent.values and all(_nothing_left(case, each, records) for each in stores):
            return finding(Verdict.PROVEN, store, _listed(records), note="was removed, and nothing is left")
        if near := _accented(case, (name for record in records for name in record.labels)):
            return replace(finding(Verdict.UNKNOWN, store, _listed(records), note=f"was removed, {near}"), stands=True)
        known = Verdict.CONTRADICTED if case.intent.values else Verdict.UNKNOWN
        return finding(known, store, _listed(records), note="was removed, and the step does not name it")
    strange = [record for record in records if not _among(record, ordered) and not _lay_in(record, records)]
    if strange:
        return finding(Verdict.CONTRADICTED, store, _listed(strange), note="was removed, and the step does not name it")
    if elsewhere := _moved(changes):
        return finding(Verdict.UNKNOWN, store, _listed(elsewhere), note="is in another place now")
    if any(group.unclear for group in groups):
        return finding(Verdict.UNKNOWN, store, _listed(ordered), note="are several of that name")
    left = [record for record in ordered if not _among(record, records)]
    if left:
        return Finding(verdict=Verdict.UNKNOWN, witness=store.value, missing=_listed(left), note="is still there")
    if listed := _rest_of_list(case, records):
        return Finding(verdict=Verdict.UNKNOWN, witness=store.value, missing=listed, note="was not seen to be removed")
    return finding(Verdict.PROVEN, store, _listed(records), note="is gone")


def _rest_of_list(case: Case, records: Sequence[Record]) -> tuple[str, ...]:
    """The names that the step lists together with these records and that fit none of them."""
    names = (*case.intent.values, *(name for record in records for name in record.labels[:1]))
    return left_beside(case.intent.goal, names, lambda item: bool(_fitting(case, records, item).records))


@dataclass(frozen=True, slots=True)
class _NamedRecords:
    """The records that a step means. `unclear`: its words are only parts of their names, and fit several."""

    records: tuple[Record, ...] = ()
    unclear: bool = False
    how: Match = Match.NONE


def _named_records(case: Case, store: Store) -> _NamedRecords:
    """The records of a store that all names of the step fit; if its names fit different records, all of them."""
    read = case.before.get(store, ())
    records = () if isinstance(read, Unread) else read
    kind = case.intent.thing
    if kind in (Kind.FILE, Kind.FOLDER):
        records = tuple(record for record in records if record.kind is kind) or records
    groups = [found for name in _names(case, records) if (found := _fitting(case, records, name)).records]
    if not groups:
        return _NamedRecords()
    each = {record.id: record for group in groups for record in group.records}.values()
    common = tuple(
        record
        for record in each
        if all(_among(record, group.records) or _lay_in(record, group.records) for group in groups)
    )
    if common:
        return _NamedRecords(common, len(common) > 1 and all(group.unclear for group in groups))
    return _NamedRecords(tuple(each), any(group.unclear for group in groups))


def _lay_in(record: Record, folders: Iterable[Record]) -> bool:
    """True if a file was in one of these folders: their ids are paths."""
    return any(folder.kind is Kind.FOLDER and record.id.startswith(f"{folder.id}/") for folder in folders)


def _moved(changes: Iterable[Change]) -> tuple[Record, ...]:
    """Records that left one place and appeared in another under the same name."""
    return tuple(
        record for change in changes for record in change.came
        if any(record.kind is old.kind and same(record.name, old.name) and record.id != old.id for old in change.went)
        and record.kind in (Kind.FILE, Kind.FOLDER)
    )  # fmt: skip


def _among(record: Record, records: Iterable[Record]) -> bool:
    return any(record.id == listed.id for listed in records)


def _names(case: Case, records: Sequence[Record]) -> tuple[str, ...]:
    """The step's names for things: its values, their owners, and names of records in its words."""
    mentioned = [name for record in records for name in record.labels[:1] if name and says(case.intent.goal, name)]
    longest = [name for name in mentioned if not any(name != longer and says(longer, name) for longer in mentioned)]
    return tuple(dict.fromkeys((*case.intent.values, *case.intent.recipients, *longest)))


def called_so(case: Case, store: Store) -> dict[str, str]:
    """The step's name for each row of a store with exactly that name, by the row's id."""
    read = case.before.get(store, ())
    records = () if isinstance(read, Unread) else read
    found: dict[str, str] = {}
    for name in _names(case, records):
        matches = _fitting(case, records, name)
        found |= {record.id: name for record in matches.records if matches.how is Match.EQUAL}
    return found


def _fitting(case: Case, records: Sequence[Record], name: str) -> _NamedRecords:
    def fits(record: Record) -> Match:
        owned = best(name, case.owners(record)) if record.kind is Kind.MESSAGE else Match.NONE
        match = record.fits(name)
        return match if record.kind is not Kind.MESSAGE else max(owned, match if match is Match.EQUAL else Match.NONE)

    found = [(record, fits(record)) for record in records]
    top = max((degree for _, degree in found), default=Match.NONE)
    if top is Match.NONE:
        return _NamedRecords()
    best_ones = tuple(record for record, degree in found if degree is top)
    exact = tuple(record for record in best_ones if record.kind is Kind.FILE and same(record.name, name))
    best_ones = exact or best_ones  # x.md is also the title of x.md.bak
    return _NamedRecords(best_ones, top is Match.WORDS and len(best_ones) > 1, top)


def _nothing_left(case: Case, store: Store, removed: Sequence[Record]) -> bool:
    read = case.after.get(store, ())
    kinds = {record.kind for record in removed}
    return not isinstance(read, Unread) and not any(record.kind in kinds for record in read)


# ---------------------------------------------------------------- made and edited


def _made(case: Case, changes: Sequence[Change]) -> Finding | None:
    new = [
        (change.store, record) for change in changes for record in (*change.came, *(now for _, now in change.changed))
    ]
    removals = [(change.store, record) for change in changes for record in change.went]
    added, removed = [record for _, record in new], [record for _, record in removals]
    if not new:
        note = "was removed, and nobody asked for it"
        return finding(Verdict.CONTRADICTED, removals[0][0], _listed(removed), note=note) if removals else None
    store, kind = new[0][0], case.intent.thing
    kinds = {record.kind for record in added}
    if kind in (Kind.FILE, Kind.FOLDER) and kind not in kinds and kinds <= {Kind.FILE, Kind.FOLDER}:
        note = f"is a {new[0][1].kind.value}, and the step asks for a {kind.value}"
        return finding(Verdict.CONTRADICTED, store, _listed(added), note=note)
    if other_endings := _other_endings(case, changes):
        return finding(Verdict.UNKNOWN, store, _listed(other_endings), note="has an extension that is not in the step")
    values = case.intent.values
    strange = [record for record in added if values and not any(case.says(record, value) for value in values)]
    if strange:
        return finding(Verdict.UNKNOWN, store, _listed(strange), note="is new or changed, and not in the step")
    if values and (echoes := _echoes(case, added)):
        return finding(Verdict.UNKNOWN, store, _listed(echoes), note="is new or changed too")
    records = [*added, *removed, *(old for change in changes for old, _ in change.changed)]
    unseen = [value for value in values if not any(case.says(r, value) or case.said(r, value) for r in records)]
    if older := _stood(case, changes):
        return Finding(verdict=Verdict.UNKNOWN, witness=store.value, missing=older, note="existed before")
    listed = _rest_of_list(case, records)
    missing = tuple(
        value for value in unseen if value in listed or _names_another(case, value) or not case.readable(value)
    )
    if missing:
        return Finding(verdict=Verdict.UNKNOWN, witness=store.value, missing=missing, note="is in no new record")
    if lost := case.lost(added):
        return finding(Verdict.UNKNOWN, store, _listed(lost), note="has lost text that the step does not name")
    if not values:
        if _is_taken(case, changes, removals):
            return finding(Verdict.PROVEN, store, _listed(added), note="is there now")
        return finding(Verdict.UNKNOWN, store, _listed(added), note="is new, and the step names nothing")
    return finding(Verdict.PROVEN, store, values, note="is there now")


def _other_endings(case: Case, changes: Sequence[Change]) -> list[Record]:
    """New files with an ending that was typed but is not in the step; a renamed file keeps its ending."""
    removed_endings = {PurePosixPath(record.name).suffix for change in changes for record in change.went}
    return [record for change in changes for record in change.came if case.ending(record) not in ("", *removed_endings)]


def _echoes(case: Case, records: Sequence[Record]) -> list[Record]:
    """Superfluous records: another record of their kind contains the same values of the step, or more."""
    values = [frozenset(value for value in case.intent.values if case.says(record, value)) for record in records]
    return [
        record for at, record in enumerate(records)
        if any(
            record.kind is another.kind and (values[at] < values[n] or (values[at] == values[n] and n < at))
            for n, another in enumerate(records) if n != at
        )
    ]  # fmt: skip


def _names_another(case: Case, value: str) -> bool:
    """True if a value is the whole name of an existing record, and so names something else than the new one."""
    reads = (read for store, read in case.before.items() if store in _KEPT_BY_PEOPLE)
    return any(record.fits(value) is Match.EQUAL for read in reads if not isinstance(read, Unread) for record in read)


def _stood(case: Case, changes: Sequence[Change]) -> tuple[str, ...]:
    """Values of the step that existed before: those of a changed file whose new lines contain none; else those that a
    changed record already had, in a list with a value that is new.
    """
    added = [record for change in changes for record in change.came]
    pairs = [pair for change in changes for pair in change.changed]
    if old := tuple(value for _, now in pairs for value in case.only_old(now, case.intent.values)):
        return old

    def known(value: str) -> bool:
        return any(case.gained(old, now, value) is False and case.says(now, value) for old, now in pairs)

    def made(value: str) -> bool:
        return any(case.says(record, value) for record in added) or any(
            case.gained(old, now, value) for old, now in pairs
        )

    listed = left_beside(case.intent.goal, case.intent.values, made)
    return tuple(value for value in case.intent.values if any(same(value, item) for item in listed) and known(value))


def _is_taken(case: Case, changes: Sequence[Change], removed: Sequence[object]) -> bool:
    """True if exactly one photo, video or recording appeared, as the step orders; the phone chooses their names."""
    added = [record for change in changes for record in change.came]
    changed = any(change.changed for change in changes)
    media = [record for record in added if record.kind is case.intent.thing and record.kind in _TAKEN]
    return len(media) == 1 and not removed and not changed and all(record.name == media[0].name for record in added)


def _listed(records: Iterable[Record]) -> tuple[str, ...]:
    return tuple(record.name or record.id for record in records)[:4]
