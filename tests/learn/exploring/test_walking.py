"""A walk through an app: the order of its actions, the tried ones, and the needed part of the walk."""

from __future__ import annotations

import random
from collections.abc import Sequence

from agentprog.lang.effects.kinds import Risk
from agentprog.learn.exploring.differences import Change
from agentprog.learn.exploring.exploring import Explored, Walk, distinct, needed
from agentprog.learn.exploring.walking import DONE, OVER, Explorer, Moved, Repeater, kind_of, straight, ways
from agentprog.ports import Action, PressKey, Screen, Tap, TypeText, Window, describe
from agentprog.runtime.roles import Act
from agentprog.runtime.safety.policy import Rule
from tests.agents.screens import changed, context, element, screen
from tests.learn.steps import step

FORM = screen(element("field", "Name"), element("button", "Save"), element("button", "Cancel"))
ROWS = screen(
    element("item", "Ann", resource_id="row", container=9),
    element("item", "Ben", resource_id="row", container=9),
    element("button", "Add"),
)


def moves(explorer: Explorer, shown: Screen, count: int) -> list[str]:
    made = [explorer.next_move(context(shown, "look around")) for _ in range(count)]
    return [describe(one.action) if isinstance(one, Act) else "over" for one in made]


def test_fields_are_filled_first_and_going_back_comes_last() -> None:
    made = moves(Explorer("Example", 1, 9, lambda: False), FORM, 4)
    assert made[0].startswith('type "')
    assert sorted(made[1:3]) == ['tap button "Cancel"', 'tap button "Save"']
    assert made[3] == "press back"


def test_the_same_seed_walks_the_same_way() -> None:
    first = moves(Explorer("Example", 5, 9, lambda: False), FORM, 4)
    assert moves(Explorer("Example", 5, 9, lambda: False), FORM, 4) == first
    assert any(moves(Explorer("Example", seed, 9, lambda: False), FORM, 4) != first for seed in range(6, 12))


def test_the_rows_of_a_list_are_tried_once() -> None:
    made = moves(Explorer("Example", 1, 9, lambda: False), ROWS, 3)
    assert made.count('tap button "Add"') == 1
    assert len([one for one in made if "item" in one]) == 1


def test_a_walk_ends_with_the_storage_changed_or_its_moves_spent() -> None:
    assert moves(Explorer("Example", 1, 2, lambda: False), FORM, 3)[2] == "over"
    answers = iter([False, True])
    assert moves(Explorer("Example", 1, 9, lambda: next(answers)), FORM, 2)[1] == "over"


def test_another_app_is_left_at_once() -> None:
    explorer = Explorer("Example", 1, 9, lambda: False)
    moves(explorer, FORM, 1)
    other = Screen(
        package="org.other", activity="", width=1080, height=2400, taken_at=FORM.taken_at, elements=FORM.elements
    )
    assert moves(explorer, other, 2) == ['open app "Example"'] * 2


def test_a_page_with_every_move_tried_is_left() -> None:
    made = moves(Explorer("Example", 1, 20, lambda: False), FORM, 8)
    assert made[3:6] == ["press back"] * 3
    assert "press back" not in made[6:8]


def test_a_covered_element_or_one_outside_the_app_is_no_way() -> None:
    hidden = screen(
        element("button", "Under", covered=True),
        element("button", "Key", window=Window.KEYBOARD),
        element("button", "Grey", enabled=False),
    )
    assert ways(hidden, random.Random(1)) == [PressKey(key="back")]


def test_a_field_gets_one_text_whatever_the_text() -> None:
    field = FORM.elements[0]
    assert kind_of(TypeText(text="Ann", target=field)) == kind_of(TypeText(text="555", target=field))
    assert kind_of(Tap(target=field)) != kind_of(TypeText(text="Ann", target=field))


def test_circles_fall_out_of_a_walk() -> None:
    tap, back = Tap(target=FORM.elements[1]), PressKey(key="back")
    walk = [
        Moved(action=tap, on="a"),
        Moved(action=back, on="b"),
        Moved(action=back, on="a"),
        Moved(action=tap, on="c"),
    ]
    assert straight(walk) == [back, tap]
    assert straight([]) == []


def test_moves_are_repeated_on_the_elements_of_the_present_screen() -> None:
    moved = screen(element("text", "News"), element("field", "Name"), element("button", "Save"))
    begun: list[int] = []
    repeater = Repeater(
        [TypeText(text="Ann", target=FORM.elements[0]), Tap(target=FORM.elements[1])],
        DONE,
        begin=lambda: begun.append(1),
    )
    first, second, third, fourth = (repeater.next_move(context(moved, "do it")) for _ in range(4))
    assert isinstance(first, Act)
    assert first.action == TypeText(text="Ann", target=moved.elements[1])
    assert isinstance(second, Act)
    assert second.action == Tap(target=moved.elements[2])
    assert (third, fourth, begun) == (DONE, OVER, [1])


def test_a_missing_target_ends_the_repetition() -> None:
    repeater = Repeater([Tap(target=FORM.elements[2])], DONE)
    gone = changed(context(FORM, "do it"), screen=screen(element("button", "Save")))
    assert repeater.next_move(gone) == OVER


def act(name: str) -> Action:
    return Tap(target=element("button", name))


def names(actions: Sequence[Action]) -> list[str]:
    return [action.target.label for action in actions if isinstance(action, Tap) and hasattr(action.target, "label")]


def test_only_moves_that_the_instruction_needs_stay() -> None:
    replays: list[list[str]] = []

    def repeat(actions: Sequence[Action]) -> Sequence[Change]:
        labels = names(actions)
        replays.append(labels)
        if not {"New", "Save"} <= set(labels):
            return ()
        more = {"category": 3} if "Food" in labels else {"category": 1}
        return (Change(table="expenses", kind="added", row={"name": "Tea", "amount": 250, **more}),)

    instruction = 'Add an expense with the name "Tea" and the amount 2.50.'
    kept, found = needed([act("New"), act("Food"), act("Menu"), act("Save")], repeat, instruction)
    assert names(kept) == ["New", "Save"]
    assert found[0].row["category"] == 1
    assert len(replays) == 5


def test_a_walk_without_a_repeatable_change_keeps_no_move() -> None:
    assert needed([act("New")], lambda _: (), "Turn Wi-Fi off.") == ([], ())


def test_the_gate_allows_a_walk_only_to_enter_and_save() -> None:
    policy = Walk(app="Contacts", seed=1).policy
    assert {risk for risk in Risk if policy.rule(risk) is Rule.ALLOW} == {
        Risk.CREATE,
        Risk.EDIT,
        Risk.SETTING,
        Risk.CHANGE,
        Risk.AGREE,
    }
    assert policy.apps == ("Contacts",)
    assert Walk(app="Contacts", seed=1, allowed=(Risk.DELETE,)).policy.rule(Risk.DELETE) is Rule.ALLOW
    assert Walk(app="Contacts", seed=1, allowed=(Risk.DELETE,)).policy.rule(Risk.SEND) is Rule.DENY


def test_each_task_of_a_phone_stays_once() -> None:
    def came(seed: int, instruction: str, app: str) -> Explored:
        return Explored(walk=Walk(app=app, seed=seed), instruction=instruction, steps=(step(),))

    none = Explored(walk=Walk(app="a", seed=1), why="nothing changed in the storage")
    found = distinct([came(1, "x", "a"), none, came(1, "x", "b"), came(2, "x", "c")])
    assert [one.walk.app for one in found] == ["a", "c"]
