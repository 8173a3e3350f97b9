"""The answers that an errand's evaluator accepts."""

from __future__ import annotations

import pytest

from agentprog.bench.task import Expected
from agentprog.bench.truth import Truth

NOTHING = Truth(contacts=(), messages=())


@pytest.mark.parametrize(
    ("wanted", "answer", "right"),
    [
        ("+15550130001", "Her number is +1 (555) 013-0001.", True),
        ("+15550130001", "555 013 0001", True),
        ("+15550130001", "+155501300012", False),
        ("+15550130001", "9+155501300011", False),
        ("Dinner is at seven", "It says: dinner is at seven", True),
        ("hi", "this", False),
    ],
)
def test_an_answer_must_hold_the_expected_value_in_whole_words(wanted: str, answer: str, right: bool) -> None:
    assert (Expected(says=wanted).wrong(NOTHING, NOTHING, answer) == "") is right
