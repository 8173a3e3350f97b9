from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.runtime.evaluation.arithmetic import calculate, compare, contains, equal, order_key, total
from agentprog.runtime.state.values import CoercionError, Table


@pytest.mark.parametrize(
    ("op", "left", "right", "result"),
    [
        ("+", 1, 2, 3),
        ("+", "1", "2", 3),
        ("+", "a", 1, "a1"),
        ("+", 0.1, 0.2, 0.3),
        ("*", 19.99, 3, 59.97),
        ("/", 6, 3, 2),
        ("/", 1, 4, 0.25),
        ("%", 7, 3, 1),
        ("-", "$10.50", "0.50", 10),
        ("+", [1], 2, [1, 2]),
        ("+", [1], [2], [1, 2]),
        ("+", {"a": 1}, {"b": 2}, {"a": 1, "b": 2}),
        ("+", date(2026, 2, 27), 2, date(2026, 3, 1)),
        ("-", date(2026, 3, 1), date(2026, 2, 27), 2),
        ("+", Table(("a",)), {"a": 1}, Table(("a",), ({"a": 1},))),
    ],
)
def test_calculation_is_helpful_about_kinds_and_exact_about_money(
    op: str, left: object, right: object, result: object
) -> None:
    assert calculate(op, left, right) == result  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("op", "left", "right"),
    [
        ("/", 1, 0),
        ("%", 1, 0),
        ("-", "a", 1),
        ("*", 10**800, 10**800),
        ("*", 1e300, 1e300),
        ("+", Table(("a",)), 3),
        ("-", date(2026, 1, 1), "soon"),
        ("+", date.max, 1),
    ],
)
def test_a_calculation_without_a_result_is_an_error_not_a_crash(op: str, left: object, right: object) -> None:
    with pytest.raises(CoercionError):
        calculate(op, left, right)  # type: ignore[arg-type]


@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
def test_whole_numbers_calculate_as_in_python(a: int, b: int) -> None:
    assert calculate("+", a, b) == a + b
    assert calculate("-", a, b) == a - b
    assert calculate("*", a, b) == a * b
    if b:
        assert calculate("/", a, b) == pytest.approx(a / b)
        assert calculate("%", a, b) == a % b


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Done", "done "),
        (3, "3"),
        (3, 3.0),
        ("12", 12),
        (True, "yes"),
        (True, "Ja"),
        (False, "nein"),
        (True, "sí"),
        (True, "是的"),
        (False, "否"),
        (date(2026, 5, 2), "2026-05-02"),
        (datetime(2026, 5, 2, 10), date(2026, 5, 2)),
        (["A", 1], ["a", "1"]),
        ({"k": "X"}, {"k": "x"}),
        (None, None),
        (None, ""),
        (None, " "),
        (None, []),
        (None, {}),
    ],
)
def test_equality_ignores_case_spaces_and_types_as_a_person_does(left: object, right: object) -> None:
    assert equal(left, right)
    assert equal(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("007", "7"),
        (None, 0),
        (None, False),
        (None, "nothing"),
        (True, 1),
        (True, "nein"),
        (True, "vielleicht"),
        ("a", "b"),
        ([1], [1, 2]),
    ],
)
def test_different_values_are_not_equal(left: object, right: object) -> None:
    assert not equal(left, right)
    assert not equal(right, left)


@pytest.mark.parametrize(
    ("op", "left", "right", "holds"),
    [
        ("<", "9", "10", True),
        ("<", "b", "C", True),
        (">=", 3, 3, True),
        ("<", "2026-01-02", "2026-01-10", True),
        ("!=", "a", "A", False),
        ("starts with", "Hello", "he", True),
        ("ends with", "Hello", "LO", True),
        ("contains", "Hello there", "THERE", True),
        ("contains", ["a", "b"], "B", True),
        ("in", 2, [1, 2], True),
        ("contains", Table.of([{"n": "x"}]), "X", True),
        ("contains", [{"n": "x", "m": 4}], "X", True),
        ("contains", [{"n": "x", "m": 4}], {"n": "x", "m": 4}, True),
        ("contains", [{"n": "x y", "m": 4}], "x", False),
        ("in", 4, [{"n": "x", "m": 4}], True),
        ("contains", None, "x", False),
    ],
)
def test_comparisons(op: str, left: object, right: object, holds: bool) -> None:
    assert compare(op, left, right) is holds  # type: ignore[arg-type]


def test_values_without_an_order_cannot_be_compared_in_size() -> None:
    with pytest.raises(CoercionError, match="cannot be compared"):
        compare("<", [1], 2)


def test_lists_of_numbers_are_ordered_as_numbers_with_nothing_first() -> None:
    items = ["10", "9", None, "2.5"]
    assert sorted(items, key=order_key(items)) == [None, "2.5", "9", "10"]
    words = ["10", "b", "A"]
    assert sorted(words, key=order_key(words)) == ["10", "A", "b"]


@pytest.mark.parametrize(
    ("earlier", "later"), [("9:15", "10:30"), ("9:05 AM", "1:30 PM"), ("09:15", "19:00"), ("12:05 am", "7:00")]
)
def test_times_of_day_are_ordered_as_times(earlier: str, later: str) -> None:
    assert compare("<", earlier, later)
    assert not compare(">=", earlier, later)
    assert sorted([later, earlier], key=order_key([later, earlier])) == [earlier, later]


def test_a_sum_names_the_item_that_is_no_number() -> None:
    assert total([1, "2", 0.5]) == 3.5
    with pytest.raises(CoercionError, match="many"):
        total([1, "many"])


def test_an_empty_list_contains_nothing() -> None:
    assert not contains([], "x")


def test_times_differ_by_fractions_of_days() -> None:
    start = datetime(2026, 5, 2, 6)
    assert calculate("-", start + timedelta(hours=12), start) == 0.5
