"""Numbers and dates as screens write them."""

from __future__ import annotations

from datetime import date

import pytest

from agentprog.runtime.state.shaping import figure, shaped
from agentprog.runtime.state.values import CoercionError


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("$12.50", 12.5), ("1,204.50", 1204.5), ("12,50 €", 12.5), ("45 USD", 45), ("3 items", 3), ("−7 °C", -7),
        ("Total: 1 item", 1), ("1.234,50 kr", 1234.5),
    ],
)  # fmt: skip
def test_the_only_number_of_a_text_is_it(text: str, number: float) -> None:
    assert figure(text) == number


@pytest.mark.parametrize("text", ["3 of 12", "none", "", "Mon 4 Mar 2024"])
def test_several_numbers_or_none_are_no_number(text: str) -> None:
    with pytest.raises(CoercionError, match="not a number"):
        figure(text)


def test_parts_become_what_their_kinds_say() -> None:
    kind = "list of objects with name, price as number, day as date and tags as list"
    row = {"name": "7", "price": "$3.00", "day": "04.03.2024", "tags": ["a", "b"], "more": "x"}
    assert shaped([row], kind) == [{"name": "7", "price": 3.0, "day": date(2024, 3, 4), "tags": ["a", "b"]}]
    assert shaped([{"a": "1", "b": "c"}], "list of objects with a as number and all else that is shown") == [
        {"a": 1, "b": "c"}
    ]
    assert shaped([{"name": "x"}], kind) == [{"name": "x", "price": None, "day": None, "tags": []}]
