"""The journal's digests of the rows before a step prove the step after a resume, and reveal nothing of the rows."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.identity import Kind, Record
from agentprog.identity.records import contact, file
from agentprog.ports import Readout, Store, Unread
from agentprog.runtime.witness.case import Case
from agentprog.runtime.witness.changes import difference
from agentprog.runtime.witness.intent import intent_of
from agentprog.runtime.witness.judging import called_so, judge_stores
from agentprog.runtime.witness.sealing import MOST, Seals, is_lost

KEY = "0123456789abcdef"
ANN = contact("Ann Lee", "+15550130001", id="1")
SAM = contact("Sam Poe", "+15550130002", id="2")
JO = contact("Jo Diaz", "+15550130003", id="3")
Held = Mapping[Store, Readout]


def later(sentence: str, before: Held, after: Held, *, values: tuple[str, ...] = (), key: str = KEY) -> str:
    """The verdict of a resumed run that knows the earlier rows only from the journal."""
    intent = intent_of(sentence, goal=sentence, values=values)
    case = Case(intent=intent, before=before, after=before)
    data = json.loads(json.dumps(Seals(key=KEY).write(before, lambda store: called_so(case, store))))
    seals = Seals(key=key)
    seals.read(data)
    found = judge_stores(Case(intent=intent, before=seals.before(data, after), after=after))
    return "nothing" if found is None else found.verdict.value


@pytest.mark.parametrize(
    ("sentence", "values", "left", "expected"),
    [
        ('Delete the contact "Ann Lee"', ("Ann Lee",), (SAM, JO), "proven"),
        ('Delete the contact "Ann Lee"', ("Ann Lee",), (ANN, SAM, JO), "nothing"),
        ('Delete the contact "Ann Lee"', ("Ann Lee",), (ANN, JO), "unknown"),
        ('Delete the contact "Ann"', ("Ann",), (SAM, JO), "unknown"),
        ('Add the contact "Bo Ek"', ("Bo Ek",), (ANN, SAM, JO, contact("Bo Ek", id="9")), "proven"),
        ('Add the contact "Bo Ek"', ("Bo Ek",), (ANN, JO, contact("Bo Ek", id="9")), "unknown"),
        ('Give "Ann Lee" the number "+15550139999"', ("Ann Lee", "+15550139999"),
         (contact("Ann Lee", "+15550139999", id="1"), SAM, JO), "proven"),
    ],
)  # fmt: skip
def test_a_step_begun_before_a_kill_is_proven_by_the_sealed_journal(
    sentence: str, values: tuple[str, ...], left: tuple[Record, ...], expected: str
) -> None:
    before: Held = {Store.CONTACTS: (ANN, SAM, JO)}
    assert later(sentence, before, {Store.CONTACTS: left}, values=values) == expected


def test_a_files_content_is_not_sealed_so_its_change_is_unproven() -> None:
    def note(size: str) -> Record:
        return Record(kind=Kind.FILE, labels=("plan.md",), facts={"size": size}, id="/sdcard/plan.md")

    before, after = {Store.FILES: (note("10"),)}, {Store.FILES: (note("20"),)}
    assert later('Add "milk" to the note "plan.md"', before, after, values=("milk", "plan.md")) == "unknown"


def test_a_foreign_key_proves_nothing() -> None:
    before: Held = {Store.CONTACTS: (ANN, SAM)}
    assert later(
        'Delete the contact "Ann Lee"', before, {Store.CONTACTS: (SAM,)}, values=("Ann Lee",), key="other"
    ) == ("nothing")


def test_a_seal_reveals_no_content_of_a_row() -> None:
    secret = Record(kind=Kind.MESSAGE, labels=("the code is 4711",), numbers=("+15550130077",), id="8")
    note = file("private/diary of May.md", id="/sdcard/private/diary of May.md")
    kept: Held = {Store.MESSAGES: (secret,), Store.FILES: (note,), Store.CONTACTS: (ANN,)}
    written = json.dumps(Seals(key=KEY).write(kept, lambda _: {}))
    for text in ("4711", "0077", "diary", "Ann", "0001", KEY):
        assert text not in written


def test_a_seal_holds_only_the_news_since_the_step_before() -> None:
    rows = tuple(contact(f"Person {at}", id=str(at)) for at in range(300))
    seals = Seals(key=KEY)
    first = seals.write({Store.CONTACTS: rows}, lambda _: {})
    second = seals.write({Store.CONTACTS: rows[1:]}, lambda _: {})
    assert len(json.dumps(second)) < 200 < len(json.dumps(first))
    reader = Seals(key=KEY)
    for data in (first, second):
        reader.read(data)
    assert difference(reader.before(second, {Store.CONTACTS: rows[1:]}), {Store.CONTACTS: rows[1:]}) == ()


def test_a_store_with_too_many_rows_is_not_sealed_and_reported() -> None:
    rows = tuple(contact("x", id=str(at)) for at in range(MOST + 1))
    seals = Seals(key=KEY)
    data = seals.write({Store.CONTACTS: rows}, lambda _: {})
    seals.read(data)
    read = seals.before(data, {Store.CONTACTS: rows})[Store.CONTACTS]
    assert read == Unread(why=f"it has more than {MOST} rows")


_ROWS = st.dictionaries(st.sampled_from("123456"), st.sampled_from(["Ann", "Bo", "Cy"]), max_size=6)


@given(before=_ROWS, middle=_ROWS, after=_ROWS)
def test_sealed_rows_give_the_same_differences_as_the_rows_themselves(
    before: dict[str, str], middle: dict[str, str], after: dict[str, str]
) -> None:
    def rows(held: dict[str, str]) -> tuple[Record, ...]:
        return tuple(contact(name, id=id_) for id_, name in held.items())

    writer, reader = Seals(key=KEY), Seals(key=KEY)
    for held in (before, middle):
        data = writer.write({Store.CONTACTS: rows(held)}, lambda _: {})
        reader.read(data)
    now = {Store.CONTACTS: rows(after)}
    real = difference({Store.CONTACTS: rows(middle)}, now)
    known = difference(reader.before(data, now), now)
    assert [(one.came, len(one.went)) for one in known] == [(one.came, len(one.went)) for one in real]
    assert [[new for _, new in one.changed] for one in known] == [[new for _, new in one.changed] for one in real]
    assert all(is_lost(gone) for one in known for gone in one.went)


def before(seals: Seals, data: object, after: Held) -> Held:
    return seals.before(json.loads(json.dumps(data)), after)


def test_why_the_rows_of_an_earlier_life_are_not_known() -> None:
    held: Held = {Store.CONTACTS: (ANN,)}
    seals = Seals(key=KEY)
    data = seals.write(held, lambda _: {})
    assert before(Seals(key="other"), data, held) == {Store.CONTACTS: Unread(why="the run was begun by somebody else")}
    calls: Held = {Store.CALLS: ()}
    assert before(seals, data, calls) == {Store.CALLS: Unread(why="not read before")}
    refused: Held = {Store.CONTACTS: Unread(why="refused")}
    assert before(seals, data, refused) == {Store.CONTACTS: Unread(why="not read again")}
    unread = seals.write(refused, lambda _: {})
    assert unread["stores"] == {"contacts": {"unread": "refused"}}
    assert before(seals, unread, held) == {Store.CONTACTS: Unread(why="refused")}
    assert before(seals, unread, refused) == {Store.CONTACTS: Unread(why="refused")}


def test_after_a_store_could_not_be_read_its_rows_are_written_whole_again() -> None:
    writer, reader = Seals(key=KEY), Seals(key=KEY)
    held: Held = {Store.CONTACTS: (ANN, SAM)}
    entries = [writer.write(one, lambda _: {}) for one in (held, {Store.CONTACTS: Unread(why="refused")}, held)]
    assert [entry["stores"]["contacts"].get("first") for entry in entries] == [True, None, True]
    assert [len(entry["stores"]["contacts"].get("came", ())) for entry in entries] == [2, 0, 2]
    for one in entries[:2]:
        reader.read(one)
    reader.read(writer.write({Store.CONTACTS: (ANN, SAM, JO)}, lambda _: {}))
    (known,) = reader.before(entries[2], held).values()
    assert isinstance(known, tuple)
    assert [is_lost(one) for one in known] == [True], "of the rows before the gap nothing is known"


def test_a_digest_has_its_length_and_differs_by_store_and_row() -> None:
    row = Record(kind=Kind.CONTACT, labels=("Ann",), id="1")
    twin = Record(kind=Kind.MESSAGE, labels=("Ann",), id="1")
    data = Seals(key=KEY).write({Store.CONTACTS: (row,), Store.MESSAGES: (twin,)}, lambda _: {})
    (one,), (other,) = (data["stores"][store]["came"] for store in ("contacts", "messages"))
    assert len(one) == len(other) == 10 + 8 + 2
    assert one[:10] != other[:10]
    assert one[10:18] != other[10:18]
    assert len(data["key"]) == 16


def test_a_sealed_row_shows_that_it_changed_and_a_removed_row_its_name() -> None:
    seals = Seals(key=KEY)
    data = seals.write({Store.CONTACTS: (ANN, SAM, JO)}, lambda _: {"3": "Jo Diaz"})
    assert list(data["stores"]["contacts"]["called"].values()) == ["Jo Diaz"]
    changed = contact("Ann Lee", "+15550139999", id="1")
    now: Held = {Store.CONTACTS: (changed, SAM)}
    known = before(seals, data, now)[Store.CONTACTS]
    assert isinstance(known, tuple)
    assert [(one.kind, one.labels) for one in known] == [
        (Kind.CONTACT, ("a row that an earlier life of the run saw",)),
        (Kind.CONTACT, SAM.labels),
        (Kind.CONTACT, ("Jo Diaz",)),
    ]
    assert [is_lost(one) for one in known] == [True, False, False]
    assert known[0].id == "1"
    touched = Record(kind=Kind.FILE, labels=("a.md",), facts={"changed at": "1", "size": "2"}, id="a")
    later_ = Record(kind=Kind.FILE, labels=("a.md",), facts={"changed at": "9", "size": "2"}, id="a")
    files = seals.write({Store.FILES: (touched,)}, lambda _: {})
    assert before(seals, files, {Store.FILES: (later_,)}) == {Store.FILES: (later_,)}, "a touched file is the same"
