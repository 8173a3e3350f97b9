"""The pieces of a text that have a name."""

from __future__ import annotations

import pytest

from agentprog.identity import is_piece, piece, pieces_of


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("Hana de Souza", "first word", "Hana"),
        ("Hana de Souza", "later words", "de Souza"),
        ("Hana de Souza", "last word", "Souza"),
        ("Hana de Souza", "earlier words", "Hana de"),
        ("Hana", "later words", ""),
        ("milk\neggs", "first line", "milk"),
        ('Is "plan.md" done?', "quoted words", "plan.md"),
        ('Is "plan.md" or "list.md" done?', "quoted words", ""),
        ("costs $12.50 today", "only number", "12.50"),
        ("3 of 5", "only number", ""),
        ("2026-05-02", "only number", ""),
        ("+1 (555) 0100", "only digits", "15550100"),
        ("Hana", "Upper_Case", "HANA"),
        ("plan.v2.md", "name without ending", "plan.v2"),
        ("plan", "name without ending", "plan"),
        ("2026-05-02 10:30", "month number", "5"),
        ("2026-05-02", "day number", "2"),
        ("May 2", "day number", ""),
    ],
)
def test_the_name_of_a_piece_gives_the_piece(text: str, name: str, found: str) -> None:
    assert piece(text, name) == found


def test_only_pieces_are_pieces() -> None:
    assert piece("Hana", "name") is None
    assert not is_piece("words")


def test_a_missing_part_is_none_of_a_texts_pieces() -> None:
    found = pieces_of("Hana")
    assert "later words" not in found
    assert "day number" not in found
    assert found["first word"] == "Hana"
