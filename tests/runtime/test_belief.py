from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agentprog.ports import Bounds, Element, Role, Screen
from agentprog.runtime.state.belief import (
    BeliefState,
    Change,
    FieldValue,
    ForegroundApp,
    Lifetime,
    Status,
    TextPresent,
    UnknownBelief,
    check,
)


def screen(*texts: str, package: str = "org.notes", field: str | None = None) -> Screen:
    elements = [
        Element(index=index, role=Role.TEXT, label=text, text=text, bounds=Bounds(0, index, 9, index + 9))
        for index, text in enumerate(texts, 1)
    ]
    if field is not None:
        elements.append(
            Element(index=9, role=Role.FIELD, label="Title", text=field, bounds=Bounds(0, 90, 9, 99), editable=True)
        )
    now = datetime(2026, 5, 2, tzinfo=UTC)
    return Screen(package=package, activity="a", width=9, height=9, taken_at=now, elements=tuple(elements))


def test_a_prediction_is_assumed_until_the_screen_confirms_or_refutes_it() -> None:
    state = BeliefState()
    front = state.add("Notes is in front", predicate=ForegroundApp(package="org.notes"))
    text = state.add("the list is shown", predicate=TextPresent(text="All notes"))
    assert front.status is Status.ASSUMED
    assert state.observe(screen("All notes")) == ()
    assert [belief.status for belief in state] == [Status.CONFIRMED, Status.CONFIRMED]
    gaps = state.observe(screen("Chats", package="org.chat"))
    assert [gap.id for gap in gaps] == [front.id, text.id]
    assert state.observe(screen("Chats", package="org.chat")) == ()


def test_a_field_that_is_not_there_tells_nothing() -> None:
    predicate = FieldValue(label="title", value="Milk")
    assert check(predicate, screen(field="Milk")) is True
    assert check(predicate, screen(field="Mil")) is False
    assert check(predicate, screen("elsewhere")) is None


def test_what_nobody_mentions_stays_and_a_known_one_is_not_doubled() -> None:
    state = BeliefState()
    first = state.add("a")
    assert state.add("a") is first
    state.observe(screen("x"))
    assert [belief.text for belief in state] == ["a"]


def test_ids_are_the_runtimes_and_unknown_ones_are_refused() -> None:
    state = BeliefState()
    made = state.add("a")
    state.drop(made.id)
    with pytest.raises(UnknownBelief):
        state.confirm(made.id)
    assert state.add("b").id != made.id
    with pytest.raises(UnknownBelief):
        state.revise("b99", "x")


def test_what_is_believed_of_a_screen_goes_with_it() -> None:
    state = BeliefState()
    shown = screen("a")
    state.add("the first row is a", screen=shown, lifetime=Lifetime.SCREEN)
    state.add("a run-long one", screen=shown, lifetime=Lifetime.RUN)
    state.observe(shown)
    assert len(list(state)) == 2
    state.observe(screen("b"))
    assert [belief.text for belief in state] == ["a run-long one"]


def test_the_list_is_capped_and_refuted_ones_go_first() -> None:
    state = BeliefState(cap=3)
    for text in ("a", "b", "c"):
        state.add(text)
    state.refute("b2")
    state.add("d")
    assert [belief.text for belief in state] == ["a", "c", "d"]
    state.add("e")
    assert [belief.text for belief in state] == ["c", "d", "e"]


def test_every_change_is_told_once() -> None:
    changes: list[Change] = []
    state = BeliefState(changes.append)
    made = state.add("x", predicate=TextPresent(text="hello"))
    state.observe(screen("hello"))
    state.observe(screen("hello"))
    state.revise(made.id, "y")
    state.drop(made.id)
    assert [change.kind for change in changes] == ["add", "confirm", "revise", "drop"]
    assert changes[1].belief.line == "[b1] x (confirmed)"
