"""Findings of the stores: repeats, recipients without a name in the sentence, records in another place, and why."""

from __future__ import annotations

import pytest

from agentprog.identity import Kind, Record
from agentprog.identity.records import file
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.case import Case
from agentprog.runtime.witness.finding import Finding
from agentprog.runtime.witness.intent import intent_of
from agentprog.runtime.witness.judging import called_so, judge_stores

from .test_judging import ANN, JOANNA, judged, sent, sms, verdict


def reason(found: Finding | None) -> tuple[str, str]:
    assert found is not None
    return found.verdict.value, found.words


BOTH = 'Send "hi" and "bye" to Ann Lee and Joanna Poe'
VALUES = ("hi", "bye")
TO_ANN, TO_JOANNA = ANN.numbers[0], JOANNA.numbers[0]


def test_two_texts_for_two_people_are_four_messages_and_none_of_them_a_repeat() -> None:
    each = [sms(1, TO_ANN, "hi"), sms(2, TO_ANN, "bye"), sms(3, TO_JOANNA, "hi")]
    assert verdict(sent(*each, sms(4, TO_JOANNA, "bye"), sentence=BOTH, values=VALUES)) == "proven"
    found = sent(*each, sms(4, TO_JOANNA, "hi"), sentence=BOTH, values=VALUES)
    assert reason(found)[0] == "contradicted"
    assert "4 times instead of once" in reason(found)[1]


def test_a_recipient_among_the_values_counts_without_a_preposition() -> None:
    found = sent(sms(1, TO_ANN, "hi"), sentence='Send the message "hi": "Ann Lee"', values=("hi", "Ann Lee"))
    assert verdict(found) == "proven"
    found = sent(sms(1, TO_JOANNA, "hi"), sentence='Send the message "hi": "Ann Lee"', values=("hi", "Ann Lee"))
    assert verdict(found) == "contradicted"


def test_a_text_for_another_person_is_named_with_the_number_that_got_it() -> None:
    found = sent(
        sms(1, TO_ANN, "bye"), sentence='Send "hi" to Ann Lee and send "bye" to Joanna Poe', values=("hi", "bye")
    )
    assert reason(found)[0] == "contradicted"
    assert "another person" in reason(found)[1]
    assert TO_ANN in reason(found)[1]


def files(sentence: str, values: tuple[str, ...], before: tuple[str, ...], after: tuple[str, ...]) -> Finding | None:
    had, has = (tuple(file(path, id=path) for path in paths) for paths in (before, after))
    return judged(sentence, values, {Store.FILES: had}, {Store.FILES: has})


def test_a_moved_file_is_not_removed_whatever_appears_beside_it() -> None:
    ask = "Delete the file plans.md"
    moved = files(ask, ("plans.md",), ("/sdcard/a/plans.md",), ("/sdcard/b/plans.md",))
    assert reason(moved)[0] == "unknown"
    assert "in another place" in reason(moved)[1]
    beside = files(ask, ("plans.md",), ("/sdcard/a/plans.md",), ("/sdcard/a/other.md",))
    assert "another place" not in (beside.words if beside is not None else "")
    assert verdict(files(ask, ("plans.md",), ("/sdcard/a/plans.md",), ())) == "proven"


def test_a_waiting_message_is_checked_again_and_a_failed_message_is_not() -> None:
    waiting, failed = (sent(sms(1, TO_ANN, "hi", box=box)) for box in ("sending", "failed"))
    assert (reason(waiting), waiting is not None and waiting.waits) == (
        ("unknown", '"hi" is still to be sent'),
        True,
    )
    assert (reason(failed), failed is not None and failed.waits) == (
        ("contradicted", '"hi" could not be sent'),
        False,
    )


def test_two_quoted_texts_may_go_in_one_message_that_has_both() -> None:
    ask, values = 'Text Ann Lee "hi there" and "see you"', ("hi there", "see you")
    assert reason(sent(sms(1, TO_ANN, "hi there, see you"), sentence=ask, values=values))[0] == "proven"
    found = reason(sent(sms(1, TO_ANN, "hi there, bye"), sentence=ask, values=values))
    assert found == ("contradicted", '"hi there, bye" was sent, and is not in the step')


def test_a_call_was_called_and_a_message_was_sent() -> None:
    call = Record(kind=Kind.CALL, labels=(), numbers=(TO_ANN,), id="9")
    stores = {Store.CONTACTS: (ANN, JOANNA), Store.CALLS: ()}
    found = judged("Call Ann Lee", (), stores, {**stores, Store.CALLS: (call,)})
    assert reason(found) == ("proven", f'"{TO_ANN}" was called')


def test_a_second_file_that_the_step_names_whole_should_have_changed() -> None:
    ask, values = 'Create the file "b.md" with the text of "plans.md"', ("b.md", "plans.md")
    new, plans = file("/s/b.md", id="/s/b.md"), file("/s/plans.md", id="/s/plans.md")
    bare = {Store.FILES: (), Store.CONTACTS: Unread(why="no permission")}
    assert reason(judged(ask, values, bare, {**bare, Store.FILES: (new,)}, shown=("plans.md",)))[0] == "proven"
    kept = {**bare, Store.FILES: (plans,)}
    found = reason(judged(ask, values, kept, {**kept, Store.FILES: (plans, new)}, shown=("plans.md",)))
    assert found == ("unknown", '"plans.md" is in no new record')


def test_a_typed_file_ending_that_nobody_ordered_leaves_the_step_unproven() -> None:
    ask, values = 'Create a note called "plans"', ("plans",)

    def found(typed: tuple[str, ...], *before: str) -> tuple[str, str]:
        intent = intent_of(ask, goal=ask, values=values, apps=("Files",))
        had, new = tuple(file(one, id=one) for one in before), file("/s/plans.txt", id="/s/plans.txt")
        case = Case(
            intent=intent, before={Store.FILES: had}, after={Store.FILES: (new,)}, typed=typed,
            text_of=lambda _: None, readable=lambda _: True,
        )  # fmt: skip
        return reason(judge_stores(case))

    assert found(("plans.txt",)) == ("unknown", '"plans.txt" has an extension that is not in the step')
    assert found(("plans",))[0] == "proven"
    assert found(("plans.txt",), "/s/old.txt")[0] == "proven"


@pytest.mark.parametrize("read", [(), Unread(why="no permission")])
def test_rows_of_a_store_that_was_not_read_have_no_names(read: tuple[()] | Unread) -> None:
    intent = intent_of(
        "Delete the file plans.md", goal="Delete the file plans.md", values=("plans.md",), apps=("Files",)
    )
    case = Case(intent=intent, before={Store.FILES: read}, after={}, text_of=lambda _: None, readable=lambda _: False)
    assert called_so(case, Store.FILES) == {}
    assert judge_stores(case) is None


def test_an_exact_name_belongs_to_its_row_alone() -> None:
    rows = tuple(file(path, id=path) for path in ("/sdcard/plans.md", "/sdcard/plans.md.bak", "/sdcard/old.md"))
    intent = intent_of(
        "Delete the file plans.md", goal="Delete the file plans.md", values=("plans.md",), apps=("Files",)
    )
    case = Case(intent=intent, before={Store.FILES: rows}, after={}, text_of=lambda _: None, readable=lambda _: False)
    assert called_so(case, Store.FILES) == {rows[0].id: "plans.md"}
