"""What judgements of a condition agree on decides it where it was judged, and in no other place of the screen."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agentprog.ports import Bounds, Element, Role, Screen
from agentprog.recipes.deciding import Judged, decided, judged
from agentprog.recipes.form import Recipe, Use
from agentprog.recipes.proving import Known, taken_in

VALUES = {Use(slot=1): "Ann"}
JUDGED = (("Ann", "see you"), ("Eve", "hello"), ("Ann", "later"), ("Bob", "ok"))


def thread(sender: str, body: str, *, names: str = "", listed: bool = True) -> Screen:
    """A conversation. `names` is the id of its title; `listed`: its messages stand in a list."""
    parts = (
        Element(index=1, role=Role.BUTTON, label="Back", bounds=Bounds(0, 50, 90, 110), clickable=True),
        Element(index=2, role=Role.TEXT, label=sender, text=sender, bounds=Bounds(90, 50, 900, 110), resource_id=names),
        Element(
            index=3,
            role=Role.TEXT,
            label=body,
            text=body,
            bounds=Bounds(0, 900, 900, 960),
            container=1 if listed else None,
        ),
    )
    now = datetime(2026, 5, 2, tzinfo=UTC)
    return Screen(package="org.sms", activity=".Thread", width=1080, height=2400, taken_at=now, elements=parts)


def learned(**shape: object) -> Recipe:
    known: Known = ()
    for sender, body in JUDGED:
        on = thread(sender, body, **shape)  # type: ignore[arg-type]
        one = Judged(screen=on, values=VALUES, said='it is from "Ann"', holds=sender == "Ann", evidence=sender)
        signs = known[0].signs if known else ()
        known = taken_in(known, judged("it is from <1>", "sms", one, signs), distinct=True)
    return known[0]


@pytest.mark.parametrize("shape", [{}, {"names": "org.sms:id/title"}, {"names": "org.sms:id/title", "listed": False}])
def test_a_message_that_says_a_name_is_not_from_who_is_called_so(shape: dict[str, object]) -> None:
    known = learned(**shape)
    assert decided(known, VALUES, thread("Ann", "hi", **shape)) is True  # type: ignore[arg-type]
    for sender, body in (("Eve", "Ann"), ("Eve", "I am Ann"), ("Anna", "hi")):
        assert decided(known, VALUES, thread(sender, body, **shape)) is None  # type: ignore[arg-type]
