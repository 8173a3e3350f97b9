from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.runtime.state.values import (
    CoercionError,
    Image,
    Table,
    as_text,
    coerce,
    from_json,
    parse_number,
    to_json,
    to_list,
    to_number,
)

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.dates()
    | st.builds(Image, st.binary(max_size=20)),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abc xyz", min_size=1), inner, max_size=4)
        | st.lists(st.dictionaries(st.text("ab", min_size=1), inner, max_size=3), max_size=3).map(Table.of)
    ),
    max_leaves=10,
)


@given(VALUES)
def test_every_value_survives_the_round_trip_through_tagged_json(value: object) -> None:
    assert from_json(to_json(value)) == value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        (" -3.5 ", -3.5),
        ("1,234", 1234),
        ("1,234.50", 1234.5),
        ("1.234,50", 1234.5),
        ("2,5", 2.5),
        ("$12.99", 12.99),
        ("12 €", 12),
        ("1 000", 1000),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, number: float) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize("text", ["", "twelve", "12 items", "1,2,3", "--3", "1.2.3", "9" * 5000, "."])
def test_a_text_that_is_no_number_is_not_guessed_at(text: str) -> None:
    assert parse_number(text) is None


def test_a_failed_coercion_names_the_value_and_its_kind() -> None:
    with pytest.raises(CoercionError, match=r'"soon" \(text\) is not a number'):
        to_number("soon")


def test_a_boolean_is_no_number() -> None:
    with pytest.raises(CoercionError):
        to_number(True)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (0.1 + 0.2, "0.3"),
        (True, "true"),
        (None, ""),
        (["a", 1, 2.5], "a, 1, 2.5"),
        ({"a": 1}, '{"a": 1}'),
        (date(2026, 5, 2), "2026-05-02"),
        (datetime(2026, 5, 2, 9, 30), "2026-05-02 09:30"),
    ],
)
def test_values_read_as_a_person_would_write_them(value: object, text: str) -> None:
    assert as_text(value) == text


@pytest.mark.parametrize(
    ("value", "items"),
    [
        ("a, b , c", ["a", "b", "c"]),
        ("first\nsecond, still second\n", ["first", "second, still second"]),
        ('["x", 1]', ["x", 1]),
        (Table.of([{"a": 1}]), [{"a": 1}]),
        ({"k": 1}, [{"key": "k", "value": 1}]),
        ("", []),
    ],
)
def test_many_kinds_of_values_become_a_list(value: object, items: list[object]) -> None:
    assert to_list(value) == items


@pytest.mark.parametrize(
    ("value", "kind", "result"),
    [
        ("3", "number", 3),
        (3, "text", "3"),
        ("yes", "boolean", True),
        ("off", "Boolean", False),
        ("1, 2", "list of numbers", [1, 2]),
        ("a\nb", "a list of text", ["a", "b"]),
        ([{"a": 1}, {"b": 2}], "table", Table(("a", "b"), ({"a": 1, "b": None}, {"a": None, "b": 2}))),
        ('{"a": 1}', "object", {"a": 1}),
        ("2026-05-02", "date", date(2026, 5, 2)),
        ("x", "anything", "x"),
        ("x", "", "x"),
    ],
)
def test_values_are_taken_for_the_type_that_is_asked_for(value: object, kind: str, result: object) -> None:
    assert coerce(value, kind) == result


@pytest.mark.parametrize(("value", "kind"), [("x", "number"), ("x", "object"), ("soon", "date"), ([1], "table")])
def test_a_value_that_does_not_fit_a_type_is_an_error(value: object, kind: str) -> None:
    with pytest.raises(CoercionError):
        coerce(value, kind)
