"""A reply of several moves, and the value of a reading step, as the runtime takes them."""

from __future__ import annotations

import json

import pytest

from agentprog.agents.replies.acting import MoveReply
from agentprog.agents.schemas import schema_of
from agentprog.agents.writing import understood
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import Bounds, Element, Role, Screen, Scroll, Tap, TypeText, found_again, named
from agentprog.ports.targets import NoElement
from agentprog.runtime.roles import Act, Next, StepDone
from tests.agents.screens import NOW


def element(index: int, label: str, role: Role = Role.BUTTON, **more: object) -> Element:
    bounds = Bounds(0, 10 * index, 100, 10 * index + 9)
    return Element(index=index, role=role, label=label, bounds=bounds, clickable=True, **more)  # type: ignore[arg-type]


def screen(*elements: Element) -> Screen:
    return Screen(package="a", activity=".b", width=100, height=200, taken_at=NOW, elements=elements)


SAVE, NAME = element(1, "Save"), element(2, "Name", Role.FIELD, editable=True, resource_id="a:id/name")


def reply(**fields: object) -> MoveReply:
    return MoveReply.model_validate({"judgement": "", "action": "tap", **fields})


def test_later_moves_are_on_shown_or_named_elements() -> None:
    moves = [
        {"action": "type", "element": 2, "text": "Ada", "expectation": "Ada"},
        {"action": "tap", "label": "Confirm"},
        {"action": "scroll", "direction": "down"},
        {"action": "done", "expectation": "Ada", "gone": "Draft"},
    ]
    move = understood(reply(element=1, more=moves), screen(SAVE, NAME))
    assert isinstance(move, Act)
    assert move.more == (
        Act(action=TypeText(text="Ada", target=NAME), expectation="Ada"),
        Act(action=Tap(target=named("Confirm"))),
        Act(action=Scroll(direction="down")),
        StepDone(reason="every move came out as expected", evidence="Ada", gone="Draft"),
    )


@pytest.mark.parametrize(
    ("later", "why"),
    [
        ({"action": "tap", "element": 9}, "no element [9]"),
        ({"action": "tap"}, "needs the number"),
        ({"action": "type", "label": "x"}, "needs what to type"),
        ({"action": "open_app", "text": "Notes"}, "action: "),
        ("tap Save", "valid dictionary"),
    ],
)
def test_an_unusable_later_move_spares_the_moves_before_it(later: object, why: str) -> None:
    moves = [{"action": "type", "element": 2, "text": "Ada"}, later, {"action": "tap", "element": 1}]
    move = understood(reply(element=1, more=moves), screen(SAVE, NAME))
    assert isinstance(move, Act)
    assert move.more == (Act(action=TypeText(text="Ada", target=NAME)),)
    assert move.unusable.startswith("Move 3 of your last answer could not be used: ")
    assert why in move.unusable


FORM = [{"action": "type", "label": "Title", "text": "Eggs"}, {"action": "tap", "label": "Save"}]


@pytest.mark.parametrize(("text", "state"), [("on", True), (" Off ", False), ("", None), ("Wi-Fi", None)])
def test_a_later_tap_may_be_for_a_switch_in_the_other_state(text: str, state: bool | None) -> None:
    moves = [{"action": "tap", "label": "Use Wi-Fi", "text": text}]
    move = understood(reply(element=1, more=moves), screen(SAVE))
    assert isinstance(move, Act)
    assert move.more == (Act(action=Tap(target=named("Use Wi-Fi")), state=state),)


def test_an_end_in_an_answer_begins_the_step_that_it_names() -> None:
    ends = {"action": "done", "expectation": "Milk", "step": " 2, next round "}
    move = understood(reply(element=1, more=[ends, *FORM]), screen(SAVE, NAME))
    assert isinstance(move, Act)
    (end,) = move.more
    save = Act(action=Tap(target=named("Save")))
    first = Act(action=TypeText(text="Eggs", target=named("Title", field=True)), more=(save,))
    assert isinstance(end, StepDone)
    assert (end.evidence, end.then) == ("Milk", Next(step="2, next round", act=first))


def test_two_ends_in_one_answer_begin_the_step_after_the_next() -> None:
    ends = [
        {"action": "done", "expectation": "Milk", "step": "2"},
        {"action": "done", "expectation": "Eggs", "step": "3"},
    ]
    move = understood(reply(element=1, more=[ends[0], FORM[0], ends[1], FORM[1]]), screen(SAVE))
    assert isinstance(move, Act)
    (end,) = move.more
    last = Act(action=Tap(target=named("Save")))
    second = StepDone(reason=end.reason, evidence="Eggs", then=Next(step="3", act=last))
    first = Act(action=TypeText(text="Eggs", target=named("Title", field=True)), more=(second,))
    assert isinstance(end, StepDone)
    assert end.then == Next(step="2", act=first)


def test_the_end_of_a_step_with_its_value_begins_the_step_that_it_names() -> None:
    move = understood(reply(action="done", value="42", step="3", more=FORM[:1]), screen(SAVE))
    first = Act(action=TypeText(text="Eggs", target=named("Title", field=True)))
    assert move == StepDone(reason="", value="42", then=Next(step="3", act=first))


@pytest.mark.parametrize("behind", [[], [{"action": "done"}], [{"action": "tap", "element": 9}]])
def test_an_end_without_a_move_after_it_only_ends_the_step(behind: list[object]) -> None:
    ends = {"action": "done", "expectation": "Milk", "step": "2"}
    move = understood(reply(element=1, more=[ends, *behind]), screen(SAVE))
    assert isinstance(move, Act)
    assert move.more == (StepDone(reason="every move came out as expected", evidence="Milk"),)


def test_moves_after_an_end_that_names_no_step_are_dropped() -> None:
    move = understood(reply(element=1, more=[{"action": "done", "expectation": "Milk"}, *FORM]), screen(SAVE))
    assert isinstance(move, Act)
    assert move.more == (StepDone(reason="every move came out as expected", evidence="Milk"),)


def test_the_form_of_an_answer_knows_later_moves_alone() -> None:
    items = schema_of(MoveReply)["properties"]["more"]["items"]
    assert "action" in items["properties"]


def test_the_end_of_a_step_may_give_a_value_and_a_vanished_text() -> None:
    done = understood(reply(action="done", value="42", gone="Milk"), screen(SAVE))
    assert done == StepDone(reason="", gone="Milk", value="42")


def test_an_element_is_found_again_by_its_identity() -> None:
    filled = element(5, "Name", Role.FIELD, editable=True, resource_id="a:id/name", text="Ada")
    moved = element(7, "Save")
    now = screen(element(1, "Cancel"), filled, moved)
    assert (found_again(SAVE, now), found_again(NAME, now)) == (moved, filled)
    assert found_again(named("Cancel"), now) == now.elements[0]
    assert found_again(named("Name", field=True), now) == filled
    assert isinstance(found_again(SAVE, screen(filled)), NoElement)
    twins = found_again(element(3, "Row"), screen(element(1, "Row"), element(2, "Row")))
    assert isinstance(twins, NoElement)
    assert len(twins.choices) == 2


def test_the_schema_of_a_move_is_short() -> None:
    assert estimate_tokens(json.dumps(schema_of(MoveReply))) < 700
