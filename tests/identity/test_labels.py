"""The name of one thing, from a label that describes several."""

from __future__ import annotations

import pytest

from agentprog.identity import title_of, without_initials


@pytest.mark.parametrize(
    ("label", "title"),
    [
        ("Wi-Fi, off", "Wi-Fi"),
        ("J, Jo Park", "Jo Park"),
        ("JP, Jo Park, mobile", "Jo Park"),
        ("É, Élodie Roux", "Élodie Roux"),
        ("A, Bo Lund", "A"),
        ("Al, Al", "Al"),
        ("7, 7th Street", "7"),
        ("Jo Park", "Jo Park"),
        ("", ""),
    ],
)
def test_the_first_part_of_a_label_is_its_title_without_initials(label: str, title: str) -> None:
    assert title_of(label) == title
    assert title_of(without_initials(label)) == title
