from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agentprog.ports import Bounds, Element, Role, Screen
from agentprog.runtime.roles import BeliefChange
from agentprog.runtime.state.belief import Belief, BeliefState, Change, Lifetime, Status, UnknownBelief
from agentprog.runtime.state.predicates import (
    ClipboardHolds,
    FieldValue,
    ForegroundApp,
    SettingIs,
    TextPresent,
    check,
    predicate_data,
    predicate_from,
)


def screen(
    *texts: str, package: str = "org.notes", field: str | None = None, activity: str = "a", rotation: int = 0
) -> Screen:
    elements = [
        Element(index=index, role=Role.TEXT, label=text, text=text, bounds=Bounds(0, index, 9, index + 9))
        for index, text in enumerate(texts, 1)
    ]
    if field is not None:
        elements.append(
            Element(index=9, role=Role.FIELD, label="Title", text=field, bounds=Bounds(0, 90, 9, 99), editable=True)
        )
    now = datetime(2026, 5, 2, tzinfo=UTC)
    return Screen(
        package=package,
        activity=activity,
        width=9,
        height=9,
        taken_at=now,
        elements=tuple(elements),
        rotation=rotation,
    )


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


def test_a_missing_field_decides_nothing() -> None:
    predicate = FieldValue(label="title", value="Milk")
    assert check(predicate, screen(field="Milk")) is True
    assert check(predicate, screen(field="Mil")) is False
    assert check(predicate, screen("elsewhere")) is None


def test_an_unmentioned_belief_stays_and_a_known_belief_is_not_doubled() -> None:
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


def test_a_belief_about_a_screen_ends_with_the_screen() -> None:
    state = BeliefState()
    shown = screen("a")
    state.add("the first row is a", screen=shown, lifetime=Lifetime.SCREEN)
    state.add("a run-long one", screen=shown, lifetime=Lifetime.RUN)
    state.observe(shown)
    assert len(list(state)) == 2
    state.observe(screen("b"))
    assert len(list(state)) == 2, "what it says has changed, not what it is"
    state.observe(screen("b", activity="b"))
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


def test_every_change_of_a_belief_is_reported_once() -> None:
    changes: list[Change] = []
    state = BeliefState(changes.append)
    made = state.add("x", predicate=TextPresent(text="hello"))
    state.observe(screen("hello"))
    state.observe(screen("hello"))
    state.revise(made.id, "y")
    state.drop(made.id)
    assert [change.kind for change in changes] == ["add", "confirm", "revise", "drop"]
    assert changes[1].belief.line == "[b1] x (confirmed)"


def test_a_typed_text_is_lost_with_its_app_and_forgotten_with_its_form() -> None:
    state = BeliefState()
    form = screen(field="Milk")
    held = state.add(
        "typed", screen=form, lifetime=Lifetime.SCREEN, predicate=FieldValue(label="Title", value="Milk"), step=3
    )
    state.observe(form)
    assert [gap.id for gap in state.observe(screen("Home", package="launcher"))] == [held.id]
    state.observe(screen("a list"))
    assert state.lines == ("[b1] typed (refuted)",), "it stays until the step ends: it says what has to be done again"
    assert [gap.id for gap in state.take_gaps()] == [held.id]
    assert state.take_gaps() == ()
    again = state.add("typed", screen=form, lifetime=Lifetime.SCREEN, predicate=held.predicate)
    assert again.status is Status.ASSUMED
    state.observe(form)
    state.observe(screen("a list"))
    assert list(state) == []


def test_a_field_holds_one_text_at_a_time() -> None:
    state = BeliefState()
    state.add("first", predicate=FieldValue(label="Title", value="Mil"))
    state.add("second", predicate=FieldValue(label="Title", value="Milk"))
    assert [belief.text for belief in state] == ["second"]


def test_the_clipboard_and_settings_are_predicates_too() -> None:
    assert check(ClipboardHolds(text="a"), screen()) is None
    assert check(ClipboardHolds(text="a"), screen(), "a") is True
    assert check(ClipboardHolds(text="a"), screen(), "b") is False
    assert check(SettingIs(name="rotation", value="portrait"), screen()) is True
    assert check(SettingIs(name="rotation", value="portrait"), screen(rotation=1)) is False
    switch = Element(index=1, role=Role.SWITCH, label="Wi-Fi", bounds=Bounds(0, 0, 9, 9), checkable=True, checked=True)
    shown = Screen(
        package="s", activity="a", width=9, height=9, taken_at=datetime(2026, 5, 2, tzinfo=UTC), elements=(switch,)
    )
    assert check(SettingIs(name="wi-fi", value="on"), shown) is True
    assert check(SettingIs(name="wi-fi", value="off"), shown) is False
    assert check(SettingIs(name="Bluetooth", value="on"), shown) is None


@pytest.mark.parametrize(
    "predicate",
    [
        ForegroundApp(package="a.b"),
        TextPresent(text="x"),
        FieldValue(label="Title", value="x", resource_id="r/t"),
        ClipboardHolds(text="x"),
        SettingIs(name="Wi-Fi", value="on"),
    ],
)
def test_a_predicate_survives_the_round_trip_through_data(predicate: object) -> None:
    assert predicate_from(predicate_data(predicate)) == predicate


def test_models_send_changes_and_unknown_ids_are_refused() -> None:
    state = BeliefState()
    first = state.add("the list is sorted")
    wrong = state.apply(
        (
            BeliefChange(kind="add", text="Saved is shown", predicate={"text": "Saved"}),
            BeliefChange(kind="confirm", id=first.id),
            BeliefChange(kind="refute", id="b77"),
            BeliefChange(kind="add", text="  "),
            BeliefChange(kind="add", text="nonsense", predicate={"weather": "fine"}),
        ),
        screen("Saved"),
    )
    assert state.lines == ("[b1] the list is sorted (confirmed)", "[b2] Saved is shown (assumed)",
                           "[b3] nonsense (assumed)")  # fmt: skip
    assert len(wrong) == 2
    assert "b77" in wrong[0]
    state.observe(screen("Saved"))
    assert [belief.status for belief in state][1] is Status.CONFIRMED


def test_leaving_an_app_ends_the_beliefs_about_it() -> None:
    state = BeliefState()
    state.add("the draft is open", screen=screen())
    state.add("the user is Ann", screen=screen(), lifetime=Lifetime.RUN)
    state.leave("org.chat")
    assert [belief.text for belief in state] == ["the user is Ann"]


def test_changes_of_an_earlier_life_are_made_again_and_ids_go_on() -> None:
    changes: list[Change] = []
    first = BeliefState(changes.append)
    first.add("a", predicate=TextPresent(text="a"))
    first.drop(first.add("b").id)
    first.confirm("b1")
    second = BeliefState()
    for change in changes:
        second.restore(change.belief, change.kind)
    assert list(second) == list(first)
    assert second.add("c").id == "b3"
    assert isinstance(next(iter(second)), Belief)


def test_an_expectation_ends_with_the_next_action() -> None:
    state = BeliefState()
    state.add("saved", lifetime=Lifetime.ACTION, predicate=TextPresent(text="Saved"))
    state.observe(screen("Saved"))
    state.acted(screen("list"), changes_pages=False)
    assert list(state) == []
    assert state.take_gaps() == ()


def test_a_belief_that_the_runs_own_action_ended_is_no_gap() -> None:
    state = BeliefState()
    form = screen(field="Milk")
    state.add("typed", screen=form, lifetime=Lifetime.SCREEN, predicate=FieldValue(label="Title", value="Milk"))
    state.add("in front", predicate=TextPresent(text="Notes"), lifetime=Lifetime.APP)
    state.observe(screen(field="Milk"))
    sent = screen("Milk", field="")
    state.observe(sent)
    state.acted(sent, changes_pages=True)
    assert [gap.text for gap in state.take_gaps()] == ["in front"], "of an app it is not the page that says"
    typed = BeliefState()
    typed.add("typed", screen=form, lifetime=Lifetime.SCREEN, predicate=FieldValue(label="Title", value="Milk"))
    typed.observe(sent)
    typed.acted(sent, changes_pages=False)
    assert len(typed.take_gaps()) == 1, "by an action that opens and saves nothing it was lost"
    gone = BeliefState()
    gone.add("typed", screen=form, lifetime=Lifetime.SCREEN, predicate=FieldValue(label="Title", value="Milk"))
    home = screen("Apps", package="launcher")
    gone.observe(home)
    gone.acted(home, changes_pages=True)
    assert len(gone.take_gaps()) == 1, "with its app it was lost"


def test_a_prompt_omits_beliefs_about_the_screens_of_finished_steps() -> None:
    state = BeliefState()
    state.add("old screen", lifetime=Lifetime.SCREEN, step=1)
    state.add("old app", lifetime=Lifetime.APP, step=1)
    lost = state.add("lost", lifetime=Lifetime.SCREEN, step=1)
    state.refute(lost.id)
    state.add("new screen", lifetime=Lifetime.SCREEN, step=2)
    assert [line.partition("] ")[2] for line in state.prompt_lines(2)] == [
        "old app (assumed)",
        "lost (refuted)",
        "new screen (assumed)",
    ]
