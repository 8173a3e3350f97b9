"""Reports the details of a sentence that no check compared with the phone."""

from __future__ import annotations

import pytest

from agentprog.runtime.witness.intent import intent_of
from agentprog.runtime.witness.uncompared import not_compared


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ('Add the event "Choir" on "2026-05-03" at 19h, repeated every week', ("repeated every week",)),
        ('In the "Calendar" app, add the event "Choir", with a reminder an hour before, in "Hall 3"',
         ("with a reminder an hour before",)),
        ('Add the event "Choir" on May 3, 2026, at 3pm', ()),
        ('Add the contact "Choir", and save it', ()),
        ('Create the note "Choir" with these texts, a blank line between each two: "Hall 3", "2026-05-03"', ()),
        ("Delete Choir, Hall 3, and 2026-05-03", ()),
    ],
)  # fmt: skip
def test_a_detail_without_a_value_is_reported_and_compared_details_are_not(
    sentence: str, left: tuple[str, ...]
) -> None:
    values = ("Choir", "2026-05-03", "Hall 3")
    assert not_compared(intent_of(sentence, goal=sentence, values=values)) == left
