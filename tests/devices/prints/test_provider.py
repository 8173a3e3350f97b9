"""Rows of a content provider are read exactly or reported as unknown, with any texts in them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.devices.link.transport import ShellResult
from agentprog.devices.prints.content import Refusal, Why
from agentprog.devices.prints.provider import Provider
from tests.devices.rows import SMS, Cell, Tool, expected_rows, message


@pytest.mark.parametrize(
    "body",
    [
        "plain",
        "",
        None,
        "Meeting moved, date=2026-09-15, code 5521, date=1788282145694",
        "one\ntwo\r\nthree\n",
        "a, body=b, body=c",
        "forged\nRow: 1 _id=9, date=1788282145694, type=1, address=+15550199, body=yes",
        "\nRow: 7 _id=1",
        "No result found.",
        "Row: 0 _id=4, date=1788282145694, type=1, address=+15550100, body=again",
        "java.lang.SecurityException: Permission Denial",
        "你好, body=😀",
    ],
)
def test_a_text_is_read_unchanged_whatever_it_looks_like(body: str | None) -> None:
    table = [message(4, body), message(9, "the next one")]
    assert Provider(Tool(table)).read(SMS) == expected_rows(table)
    assert Provider(Tool(table[:1])).read(SMS) == expected_rows(table[:1])
    assert Provider(Tool(table[::-1])).read(SMS) == expected_rows(table[::-1])


@pytest.mark.parametrize("address", ["\r", "a\r", "a\r\r", "NULL\r"])
def test_a_final_carriage_return_belongs_to_the_text_in_any_column(address: str) -> None:
    table = [message(4, "hello", address=address)]
    assert Provider(Tool(table)).read(SMS) == expected_rows(table)


def test_a_sender_may_not_write_another_message_by_its_name() -> None:
    table = [message(4, "hello", address="Bank, body=you won"), message(5, "x", address="a\nRow: 1 _id=5")]
    assert Provider(Tool(table)).read(SMS) == expected_rows(table)


_PARTS = st.sampled_from(
    [
        *(", body=", ", address=", ", date=", "=", ",", " ", "\n", "\r\n", "\r", "NULL", "No result found.", "Row: 0 "),
        *("\nRow: 1 _id=2, date=1, type=1, address=", "Row: 0 _id=1, date=1, type=1, address=", "\nRow: 2 _id=3"),
        *("\nRow: 1 _id=2", "\nRow: 0 _id=1\n", "WARNING: linker: x\n", "Error while accessing provider:sms", "5", "é"),
    ]
)
_TEXTS = st.none() | st.text(max_size=8) | st.lists(_PARTS, max_size=6).map("".join)


@given(
    texts=st.lists(st.tuples(_TEXTS, _TEXTS, st.none() | st.integers(0, 3)), max_size=5),
    lists=st.booleans(),
)
def test_hostile_texts_never_change_the_rows_read(texts: list[tuple[Cell, Cell, Cell]], lists: bool) -> None:
    table = [message(at, body, address=address, date=date) for at, (address, body, date) in enumerate(texts, start=1)]
    assert Provider(Tool(table, lists=lists)).read(SMS) == expected_rows(table)


def test_ordinary_messages_cost_one_question_and_several_cost_two() -> None:
    for count, questions in ((0, 1), (1, 1), (30, 2)):
        tool = Tool([message(at, f"body {at}, and more") for at in range(1, count + 1)])
        assert Provider(tool).read(SMS) == expected_rows(tool.table)
        assert tool.asked == questions


def test_a_phone_with_one_column_to_an_answer_is_asked_column_by_column() -> None:
    tool = Tool([message(4, "a\nRow: 1 _id=9"), message(9, None, date=None)], lists=False)
    assert Provider(tool).read(SMS) == expected_rows(tool.table)


def test_rows_that_arrive_meanwhile_are_read_again() -> None:
    table = [message(1, "one"), message(2, "two")]
    tool = Tool(table, grows=[message(3, "three")])
    assert Provider(tool).read(SMS) == expected_rows([*table, message(3, "three")])


def test_rows_that_never_hold_still_are_unknown() -> None:
    tool = Tool([message(1, "one"), message(2, "two")], grows=[message(at, "more") for at in range(40, 2, -1)])
    found = Provider(tool).read(SMS)
    assert isinstance(found, Refusal)
    assert found.why is Why.CHANGED


def test_texts_with_several_readings_are_asked_for_up_to_a_limit() -> None:
    table = [message(at, "a, body=b") for at in range(1, 200)]
    found = Provider(Tool(table)).read(SMS)
    assert isinstance(found, Refusal)
    assert found.why is Why.UNREADABLE


_TRACE = "\tat android.database.DatabaseUtils.readExceptionFromParcel(DatabaseUtils.java:172)\n"
_NO_CALLS = (
    "java.lang.SecurityException: Permission Denial: opening provider com.android.providers.contacts.CallLogProvider "
    "from (null) (pid=9120, uid=2000) requires android.permission.READ_CALL_LOG or android.permission.WRITE_CALL_LOG"
)
_NO_COLUMN = (
    "android.database.sqlite.SQLiteException: no such column: bodyy (code 1 SQLITE_ERROR): , while compiling: x"
)


@pytest.mark.parametrize(
    ("err", "why"),
    [
        (f"Error while accessing provider:call_log\n{_NO_CALLS}\n{_TRACE}", Why.PERMISSION),
        ("java.lang.IllegalStateException: Could not find provider: nope\n", Why.NO_PROVIDER),
        ("java.lang.IllegalArgumentException: Unknown authority x\n", Why.NO_PROVIDER),
        (f"Error while accessing provider:sms\n{_NO_COLUMN}\n{_TRACE}", Why.NO_COLUMN),
        ("[ERROR] Unsupported argument: --sorted\n", Why.UNREADABLE),
    ],
)
def test_a_refusal_is_unknown_and_not_an_empty_table(err: str, why: Why) -> None:
    for answer in (
        ShellResult(out="", err=err, code=0),
        ShellResult(out=err, err="", code=0),
        ShellResult(out="No result found.\n", err=err, code=0),
        ShellResult(out="Row: 0 _id=1, date=1, type=1, address=a, body=b\n", err=err, code=1),
    ):
        if answer.out.startswith("No") and not answer.err:
            continue
        provider = Provider(lambda _, answer=answer: answer)  # type: ignore[misc]
        found = provider.read(SMS)
        assert isinstance(found, Refusal)
        assert found.why is why
        offered = provider.offers("content://sms")
        assert offered is not None
        assert offered.why is why


def test_silence_is_unknown() -> None:
    found = Provider(lambda _: ShellResult(out="", err="", code=0)).read(SMS)
    assert isinstance(found, Refusal)


def test_a_linkers_warning_hides_no_row() -> None:
    tool = Tool([message(1, "one")])

    def shell(words: Sequence[str]) -> ShellResult:
        return ShellResult(out=f"WARNING: linker: lib has text relocations\n{tool(words).out}", err="", code=0)

    assert Provider(shell).read(SMS) == expected_rows(tool.table)


def test_a_column_of_numbers_that_holds_a_text_is_unreadable() -> None:
    table = [message(1, "one"), message(2, "two", date="tomorrow")]
    found = Provider(Tool(table)).read(SMS)
    assert isinstance(found, Refusal)
    assert found.why is Why.UNREADABLE


def test_the_offers_of_a_provider_are_asked_without_reading_a_row() -> None:
    tool = Tool([message(1, "one")])
    assert Provider(tool).offers("content://sms") is None
    assert tool.asked == 1
