"""A small part of the fuzz of `python -m tests.lang.fuzz`."""

from __future__ import annotations

from tests.lang.fuzz import fuzz


def test_damaged_programs_crash_nothing_and_keep_their_meaning_when_formatted() -> None:
    found = fuzz(120, seed=7)
    assert found.wrong == []
    assert found.valid > 20
