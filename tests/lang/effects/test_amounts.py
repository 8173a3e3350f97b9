"""Amounts of money: those with a currency count alone, prices only without one, telephone numbers never."""

from __future__ import annotations

from decimal import Decimal

import pytest

from agentprog.lang.effects.amounts import amounts_in, written_in


def decimals(*texts: str) -> frozenset[Decimal]:
    return frozenset(map(Decimal, texts))


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("Pay €12,50 for 3 tickets", ("12.50",)),
        ("CHF 7 and 8 USD", ("7", "8")),
        ("5 dollars", ("5",)),
        ("₹1,000 before 1.234,50 $", ("1000", "1234.50")),
        ("1 000 kr", ("1000",)),
        ("12٫50 €", ("12.50",)),
        ("EUR 20, was 24.90", ("20",)),
        ("5 europeans in xeur 5", ()),
    ],
)
def test_a_number_beside_a_currency_is_an_amount(text: str, amounts: tuple[str, ...]) -> None:
    assert amounts_in(text) == amounts_in(text, prices=False) == decimals(*amounts)


def test_a_number_with_two_decimals_is_a_price_unless_prices_are_left_out() -> None:
    assert amounts_in("Milk 2.49 at 12:30, 3 of them") == decimals("2.49")
    assert amounts_in("Milk 2.49 at 12:30, 3 of them", prices=False) == decimals()


@pytest.mark.parametrize("text", ["on 12.05.2024", "99,9 %", "7-12.50", "1234567.50"])
def test_a_date_a_share_and_a_part_of_a_longer_number_are_no_prices(text: str) -> None:
    assert amounts_in(text) == decimals()


@pytest.mark.parametrize(
    ("texts", "amounts"),
    [
        (["Pay 20 to Ann, +49 170 1234567"], ("20",)),
        (["+1 (066) 290-8339 gets 15"], ("15",)),
        (["Pay 12٫50 to account 1234567"], ("12.50",)),
        (["$20 for 3"], ("20",)),
        (["$20", "3 items", "nothing"], ("20", "3")),
        ([], ()),
    ],
)
def test_the_persons_amounts_are_those_with_a_currency_or_else_all_numbers(
    texts: list[str], amounts: tuple[str, ...]
) -> None:
    assert written_in(texts) == decimals(*amounts)
