"""Numbers with the commas of a country, in lines that are exact: they would be two values, and are told."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text

_GERMAN = "---\nlanguage: de\n---\nSetze {g} auf 3\n"


def _told(text: str) -> list[str]:
    return [one.suggestion for one in check_text(text + "\n").diagnostics if one.code == "STP209"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Set {g} to 3\nIf {g} > 1,200: press back", "1200"),
        ("Set {g} to 3\nSet {w} to 1,500 - {g}", "1500"),
        (_GERMAN + "Setze {t} auf 1.500,50", "1500.50"),
        (_GERMAN + "Wenn {g} > 1.200,00: drücke zurück", "1200.00"),
        ("---\nlanguage: es\n---\nPon {t} a 1.500,50", "1500.50"),
    ],
)
def test_a_number_that_its_comma_would_divide_is_told_with_what_to_write(text: str, number: str) -> None:
    assert any(number in advice for advice in _told(text))


@pytest.mark.parametrize(
    "text",
    [
        "Set {l} to [1,5]\nTell user {l}",
        'Set {t} to "1,500"\nTell user {t}',
        "Set {l} to max(1,5)\nTell user {l}",
        "Set {n} to 1.5\nTell user {n}",
        "Set {n} to 3\nIf {n} > 2, add 2,5 kg of sugar to the list",
    ],
)
def test_a_comma_that_divides_values_on_purpose_is_not_told(text: str) -> None:
    assert not [advice for advice in _told(text) if "brackets" in advice]
