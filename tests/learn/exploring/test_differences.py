"""The difference of two looks at the storage, and the check that it becomes."""

from __future__ import annotations

from dataclasses import replace

from agentprog.bench.aw.checks import End
from agentprog.bench.aw.state import State
from agentprog.learn.exploring.differences import Change, Changed, agreed, differences

ANN = {"id": 1, "name": "Ann Tamm", "company": "", "number": "555"}
BEN = {"id": 2, "name": "Ben Soto", "company": "", "number": "777"}
EMPTY = State(contacts=(ANN,), files={"Documents/a.md": "old"}, settings={"wifi_on": "1"}, package="", now_ms=0)


def test_nothing_differs_from_itself_at_another_time() -> None:
    assert differences(EMPTY, replace(EMPTY, now_ms=9, package="org.other")) == ()


def test_rows_are_added_removed_or_changed_by_their_key() -> None:
    now = replace(EMPTY, contacts=({**ANN, "company": "Mill"}, BEN))
    changed, added = differences(EMPTY, now)
    assert changed == Change(table="contacts", kind="changed", row={"company": "Mill"}, was=ANN)
    assert added == Change(table="contacts", kind="added", row=BEN)
    (gone,) = differences(now, replace(now, contacts=(now.contacts[0],)))
    assert gone == Change(table="contacts", kind="removed", row=BEN)


def test_files_and_settings_are_compared_too() -> None:
    now = replace(EMPTY, files={"Documents/a.md": "new", "Documents/b.md": "more\n"}, settings={"wifi_on": "0"})
    was = {"path": "Documents/a.md", "name": "a.md", "text": "old"}
    assert differences(EMPTY, now) == (
        Change(table="files", kind="changed", row={"text": "new"}, was=was),
        Change(table="files", kind="added", row={"path": "Documents/b.md", "name": "b.md", "text": "more"}),
        Change(table="wifi_on", kind="changed", row={"value": "0"}),
    )
    (gone,) = differences(EMPTY, replace(EMPTY, files={}))
    assert (gone.kind, gone.row) == ("removed", was)


def test_a_change_of_only_one_of_two_ends_is_no_truth() -> None:
    first = Change(table="events", kind="added", row={"id": 7, "title": "Choir", "last_updated": 5})
    second = Change(table="events", kind="added", row={"id": 7, "title": "Choir", "last_updated": 6})
    assert agreed([first], [second]) == (Change(table="events", kind="added", row={"id": 7, "title": "Choir"}),)
    assert agreed([first], []) == ()
    assert agreed([first], [replace(second, kind="removed")]) == ()


def test_the_check_accepts_the_change_and_nothing_more() -> None:
    check = Changed(changes=(Change(table="contacts", kind="added", row={"name": "Ben Soto", "number": "777"}),))
    right = replace(EMPTY, contacts=(ANN, BEN))
    assert check.score(End(before=EMPTY, after=right)).value == 1.0
    assert check.score(End(before=EMPTY, after=EMPTY)).wrong[0].startswith("not added in contacts")
    other = check.score(End(before=EMPTY, after=replace(EMPTY, contacts=(ANN, {**BEN, "number": "778"}))))
    assert other.value == 0.0
    more = check.score(End(before=EMPTY, after=replace(right, settings={"wifi_on": "0"})))
    assert more.wrong == ("changed in wifi_on, and should not be: {'value': '0'}",)
