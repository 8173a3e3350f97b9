"""Numbers and dates as screens write them."""

from __future__ import annotations

from datetime import date

import pytest

from agentprog.runtime.evaluation.arithmetic import total
from agentprog.runtime.state.shaping import figure, shaped
from agentprog.runtime.state.values import CoercionError


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("$12.50", 12.5), ("1,204.50", 1204.5), ("12,50 €", 12.5), ("45 USD", 45), ("3 items", 3), ("−7 °C", -7),
        ("Total: 1 item", 1), ("1.234,50 kr", 1234.5),
    ],
)  # fmt: skip
def test_the_only_number_of_a_text_is_its_figure(text: str, number: float) -> None:
    assert figure(text) == number


@pytest.mark.parametrize("text", ["3 of 12", "none", "", "Mon 4 Mar 2024"])
def test_several_numbers_or_none_are_no_number(text: str) -> None:
    with pytest.raises(CoercionError, match="not a number"):
        figure(text)


@pytest.mark.parametrize(
    ("text", "name", "number"),
    [
        ("2h 05m", "minutes", 125), ("1:02:03", "minutes", 62.05), ("3 min 45 s", "minutes", 3.75),
        ("1 hr, 20 mins", "hours", 80 / 60), ("1 Std. 5 Min.", "dauer_minuten", 65), ("3分45秒", "lengthSeconds", 225),
        ("3 minutes and 45 seconds", "seconds", 225), ("90 min", "hours", 1.5), ("3 min", "seconds", 180),
        ("3:45", "seconds", 225), ("7:30", "hours", 7.5), ("3:45 min", "minutes", 3.75), ("1:45 h", "minutes", 105),
        ("45", "minutes", 45), ("45 min", "time", 45), ("500 m", "distance", 500), ("5m", "minutes", 5),
    ],
)  # fmt: skip
def test_a_length_of_time_becomes_the_unit_that_the_part_is_called_by(text: str, name: str, number: float) -> None:
    assert figure(text, name) == number


@pytest.mark.parametrize(
    ("text", "name", "why"),
    [
        ("3:45", "minutes", 'minutes and seconds or hours and minutes: "3:45 min" or "3:45 h" says which'),
        ("3:45", "length", "call the part by the unit that it counts, such as minutes"),
        ("2h 05m", "length", "call the part by the unit"),
        ("3:45 pm", "minutes", "not a number"),
        ("15:45 Uhr", "hours", "not a number"),
        ("3-5 min", "minutes", "not a number"),
        ("1 h 90 min", "minutes", "not a number"),
        ("1 h - 5 min", "minutes", "not a number"),
        ("2 h 30", "minutes", "not a number"),
    ],
)
def test_an_ambiguous_duration_is_refused_with_the_remedy(text: str, name: str, why: str) -> None:
    with pytest.raises(CoercionError, match=why):
        figure(text, name)


def test_rows_in_different_units_are_refused_unless_the_part_names_a_unit() -> None:
    rows = [{"time": "45 min"}, {"time": "1 h"}]
    with pytest.raises(CoercionError, match=r'time: "45 min" .text. and "1 h" .text. have different units'):
        shaped(rows, "list of objects with time as number")
    named = shaped([{"minutes": row["time"]} for row in rows], "list of objects with minutes as number")
    assert named == [{"minutes": 45}, {"minutes": 60}]


def test_lengths_of_time_add_up() -> None:
    rows = [
        {"minutes": length} for length in ("3:20 min", "2:40 min", "1:00:20", "40 s", "2h 05m", "50 s", "2 min 10 s")
    ]
    read = shaped(rows, "list of objects with minutes as number")
    assert isinstance(read, list)
    assert total([row["minutes"] for row in read if isinstance(row, dict)]) == 195
    assert shaped("3 min", "number", "seconds") == 180


def test_parts_of_objects_take_the_types_that_the_kind_names() -> None:
    kind = "list of objects with name, price as number, day as date and tags as list"
    row = {"name": "7", "price": "$3.00", "day": "04.03.2024", "tags": ["a", "b"], "more": "x"}
    assert shaped([row], kind) == [{"name": "7", "price": 3.0, "day": date(2024, 3, 4), "tags": ["a", "b"]}]
    assert shaped([{"a": "1", "b": "c"}], "list of objects with a as number and all else that is shown") == [
        {"a": 1, "b": "c"}
    ]
    assert shaped([{"name": "x"}], kind) == [{"name": "x", "price": None, "day": None, "tags": []}]
