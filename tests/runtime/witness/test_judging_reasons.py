"""Findings of the stores: repeats, recipients without a name in the sentence, records in another place, and why."""

from __future__ import annotations

import pytest

from agentprog.identity.records import file
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.case import Case
from agentprog.runtime.witness.finding import Finding
from agentprog.runtime.witness.judging import called_so, judge_stores
from agentprog.runtime.witness.meant import meant_by

from .test_judging import ANN, JOANNA, judged, sent, sms, verdict


def said(found: Finding | None) -> tuple[str, str]:
    assert found is not None
    return found.verdict.value, found.words


BOTH = 'Send "hi" and "bye" to Ann Lee and Joanna Poe'
VALUES = ("hi", "bye")
TO_ANN, TO_JOANNA = ANN.numbers[0], JOANNA.numbers[0]


def test_two_texts_for_two_people_are_four_messages_and_none_of_them_a_repeat() -> None:
    each = [sms(1, TO_ANN, "hi"), sms(2, TO_ANN, "bye"), sms(3, TO_JOANNA, "hi")]
    assert verdict(sent(*each, sms(4, TO_JOANNA, "bye"), sentence=BOTH, values=VALUES)) == "proven"
    found = sent(*each, sms(4, TO_JOANNA, "hi"), sentence=BOTH, values=VALUES)
    assert said(found)[0] == "contradicted"
    assert "4 times instead of once" in said(found)[1]


def test_a_recipient_among_the_values_is_one_though_the_sentence_does_not_say_to_whom() -> None:
    found = sent(sms(1, TO_ANN, "hi"), sentence='Send the message "hi": "Ann Lee"', values=("hi", "Ann Lee"))
    assert verdict(found) == "proven"
    found = sent(sms(1, TO_JOANNA, "hi"), sentence='Send the message "hi": "Ann Lee"', values=("hi", "Ann Lee"))
    assert verdict(found) == "contradicted"


def test_a_text_for_somebody_else_is_named_with_the_number_that_got_it() -> None:
    found = sent(
        sms(1, TO_ANN, "bye"), sentence='Send "hi" to Ann Lee and send "bye" to Joanna Poe', values=("hi", "bye")
    )
    assert said(found)[0] == "contradicted"
    assert "somebody else" in said(found)[1]
    assert TO_ANN in said(found)[1]


def files(sentence: str, values: tuple[str, ...], before: tuple[str, ...], after: tuple[str, ...]) -> Finding | None:
    had, has = (tuple(file(path, id=path) for path in paths) for paths in (before, after))
    return judged(sentence, values, {Store.FILES: had}, {Store.FILES: has})


def test_a_file_that_went_elsewhere_is_not_removed_and_one_that_came_beside_it_is_nothing_to_that() -> None:
    ask = "Delete the file plans.md"
    moved = files(ask, ("plans.md",), ("/sdcard/a/plans.md",), ("/sdcard/b/plans.md",))
    assert said(moved)[0] == "unknown"
    assert "in another place" in said(moved)[1]
    beside = files(ask, ("plans.md",), ("/sdcard/a/plans.md",), ("/sdcard/a/other.md",))
    assert "another place" not in (beside.words if beside is not None else "")
    assert verdict(files(ask, ("plans.md",), ("/sdcard/a/plans.md",), ())) == "proven"


@pytest.mark.parametrize("read", [(), Unread(why="no permission")])
def test_rows_of_a_store_that_was_not_read_have_no_names(read: tuple[()] | Unread) -> None:
    meant = meant_by("Delete the file plans.md", goal="Delete the file plans.md", values=("plans.md",), apps=("Files",))
    case = Case(meant=meant, before={Store.FILES: read}, after={}, text_of=lambda _: None, readable=lambda _: False)
    assert called_so(case, Store.FILES) == {}
    assert judge_stores(case) is None


def test_an_exact_name_belongs_to_its_row_alone() -> None:
    rows = tuple(file(path, id=path) for path in ("/sdcard/plans.md", "/sdcard/plans.md.bak", "/sdcard/old.md"))
    meant = meant_by("Delete the file plans.md", goal="Delete the file plans.md", values=("plans.md",), apps=("Files",))
    case = Case(meant=meant, before={Store.FILES: rows}, after={}, text_of=lambda _: None, readable=lambda _: False)
    assert called_so(case, Store.FILES) == {rows[0].id: "plans.md"}
