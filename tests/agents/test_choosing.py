from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.agents.choosing import ChoosingGrounder
from agentprog.ports import Element, LongPress, PressKey, Scroll, Tap, TypeText
from agentprog.runtime.roles import Act, Attempt, StepDone, StepStuck
from tests.agents.models import Answering
from tests.agents.screens import changed, context, element, screen

SAVE = element("button", "Save")


def did(action: Tap | TypeText, *, changed: bool = True) -> Attempt:
    return Attempt(action=action, ok=True, detail="", changed=changed)


def test_the_best_scored_move_is_taken() -> None:
    model = Answering(prefer=lambda words: 1.0 if words == 'tap button "Save"' else -9.0)
    shown = screen(element("button", "Close"), SAVE)
    move = ChoosingGrounder(model).next_move(context(shown, "keep it"))
    assert isinstance(move, Act)
    assert isinstance(move.action, Tap)
    assert move.action.target == shown.elements[1]


@pytest.mark.parametrize(("times", "chosen"), [(0, "Ann"), (1, "Ann"), (2, "Save")])
def test_a_move_that_led_nowhere_new_from_this_screen_loses_more_each_time(times: int, chosen: str) -> None:
    model = Answering(prefer=lambda words: {'tap button "Ann"': 3.0, 'tap button "Save"': 0.0}.get(words, -9.0))
    shown = screen(element("button", "Ann"), SAVE)
    question = changed(context(shown, "keep it"), repeated={'tap button "Ann"': times})
    move = ChoosingGrounder(model).next_move(question)
    assert isinstance(move, Act)
    assert isinstance(move.action, Tap)
    assert isinstance(move.action.target, Element)
    assert move.action.target.label == chosen


def test_only_an_element_of_the_screen_can_be_chosen() -> None:
    model = Answering()
    shown = screen(SAVE, element("button", "Off", enabled=False), element("list", "", more_below=True, scrollable=True))
    ChoosingGrounder(model).next_move(context(shown, "keep it"))
    assert set(model.scored[0].candidates) == {'tap button "Save"', "scroll down", "go back"}


def test_a_value_of_the_step_is_offered_to_every_field_that_is_not_filled() -> None:
    model = Answering(prefer=lambda words: 1.0 if words.endswith('field "Phone"') else 0.0)
    shown = screen(element("field", "Name", "Ann"), element("field", "Phone"))
    step = 'save "Ann" with "555"'
    move = ChoosingGrounder(model).next_move(context(shown, step, ["Ann", "555"]))
    assert isinstance(move, Act)
    assert move.action == TypeText(text="555", target=shown.elements[1])
    assert not any('field "Name"' in words for words in model.scored[0].candidates)


def test_done_is_not_offered_while_a_value_waits_or_a_form_is_open() -> None:
    model = Answering()
    name = element("field", "Name")
    waiting = context(screen(name, SAVE), 'save "Ann"', ["Ann"], [did(Tap(target=SAVE))])
    ChoosingGrounder(model).next_move(waiting)
    filled = element("field", "Name", "Ann")
    typed = context(screen(filled, SAVE), 'save "Ann"', ["Ann"], [did(TypeText(text="Ann", target=name))])
    ChoosingGrounder(model).next_move(typed)
    assert all("done" not in request.candidates for request in model.scored)


def test_a_text_that_was_sent_ends_the_step_without_a_question() -> None:
    model = Answering()
    field = element("field", "Message")
    moves = [did(TypeText(text="hello", target=field)), did(Tap(target=element("button", "Send")))]
    shown = screen(element("item", "hello"), field)
    move = ChoosingGrounder(model).next_move(context(shown, 'send "hello"', ["hello"], moves))
    assert isinstance(move, StepDone)
    assert move.evidence == "hello"
    assert not model.scored


def test_a_move_that_changed_nothing_is_not_offered_again() -> None:
    model = Answering()
    shown = screen(SAVE, element("button", "Other"))
    tried = [did(Tap(target=shown.elements[0]), changed=False)]
    ChoosingGrounder(model).next_move(context(shown, "keep it", [], tried))
    assert 'tap button "Save"' not in model.scored[0].candidates


def test_a_switch_is_not_switched_back() -> None:
    model = Answering()
    switch = element("switch", "Airplane mode", checkable=True, checked=True)
    question = context(screen(switch), "try the airplane mode switch", [], [did(Tap(target=switch))])
    ChoosingGrounder(model).next_move(question)
    assert model.scored[0].candidates == ("go back", "done")


def test_a_text_that_the_step_does_not_quote_is_written_by_the_model() -> None:
    model = Answering(reply=lambda request: 'See you at 8" and more', prefer=lambda words: float("type" in words))
    shown = screen(element("field", "Message"))
    move = ChoosingGrounder(model).next_move(context(shown, "answer that eight is fine"))
    assert isinstance(move, Act)
    assert move.action == TypeText(text="See you at 8", target=shown.elements[0])


def test_agreeing_weighs_more_than_declining_once_something_was_done() -> None:
    model = Answering()
    yes = element("button", "Yes", resource_id="android:id/button1")
    no = element("button", "No", resource_id="android:id/button2")
    asked = screen(element("text", "Really?"), no, yes)
    move = ChoosingGrounder(model).next_move(context(asked, "remove it", [], [did(Tap(target=SAVE))]))
    assert isinstance(move, Act)
    assert isinstance(move.action, Tap)
    assert move.action.target == asked.elements[2]


@pytest.mark.parametrize(("words", "kind"), [("scroll down", Scroll), ("go back", PressKey)])
def test_looking_around_is_a_move(words: str, kind: type) -> None:
    model = Answering(prefer=lambda candidate: float(candidate == words))
    shown = screen(element("list", "", more_below=True, scrollable=True), SAVE)
    move = ChoosingGrounder(model).next_move(context(shown, "find it"))
    assert isinstance(move, Act)
    assert isinstance(move.action, kind)


def test_a_leftover_page_is_left_unless_it_shows_a_value_of_the_step() -> None:
    shown = screen(element("text", "Ann"), element("button", "Call"))
    elsewhere = changed(context(shown, 'add "Bob"', ["Bob"]), left_over=True)
    move = ChoosingGrounder(Answering()).next_move(elsewhere)
    assert isinstance(move, Act)
    assert move.action == PressKey(key="back")
    here = changed(context(shown, 'call "Ann"', ["Ann"]), left_over=True)
    move = ChoosingGrounder(Answering()).next_move(here)
    assert isinstance(move, Act)
    assert isinstance(move.action, Tap)


def test_a_complete_form_is_saved_rather_than_extended() -> None:
    name = element("field", "Name")
    shown = screen(element("button", "Add name"), element("field", "Name", "Ann"), SAVE)
    move = ChoosingGrounder(Answering()).next_move(
        context(shown, 'note "Ann"', ["Ann"], [did(TypeText(text="Ann", target=name))])
    )
    assert isinstance(move, Act)
    assert isinstance(move.action, Tap)
    assert move.action.target == shown.elements[2]


def test_a_thing_to_remove_is_selected_once_if_possible() -> None:
    row, other = element("item", "Soup", long_clickable=True), element("item", "Stew", long_clickable=True)
    shown = screen(other, row)
    move = ChoosingGrounder(Answering()).next_move(context(shown, 'delete "Soup"', ["Soup"]))
    assert isinstance(move, Act)
    assert move.action == LongPress(target=shown.elements[1])
    tried = Attempt(action=LongPress(target=row), ok=True, detail="", changed=False)
    for question in (
        context(shown, 'delete "Soup"', ["Soup"], [tried]),
        context(shown, 'open "Soup"', ["Soup"]),
        context(shown, 'delete "Tart" from "Soup"', ["Tart", "Soup"]),
        context(screen(row, row), 'delete "Soup"', ["Soup"]),
    ):
        move = ChoosingGrounder(Answering(prefer=lambda words: -len(words))).next_move(question)
        assert not (isinstance(move, Act) and isinstance(move.action, LongPress))


def test_a_step_that_gets_no_nearer_asks_instead_of_trying_everything() -> None:
    shown = screen(element("button", "Settings"), element("button", "Uninstall"))
    tried = [did(Tap(target=element("button", f"Page {number}"))) for number in range(8)]
    question = context(shown, 'send "hello"', ["hello"], tried)
    grounder = ChoosingGrounder(Answering(prefer=lambda words: float(words == 'tap button "Uninstall"')))
    stuck = grounder.next_move(question)
    assert isinstance(stuck, StepStuck)
    assert stuck.reason.startswith("8 moves in a row")
    assert isinstance(grounder.next_move(changed(question, attempts=tuple(tried[1:]))), Act)
    assert isinstance(grounder.next_move(changed(question, helped=1)), Act), "a person has said what to do"
    typed = did(TypeText(text="hello", target=element("field", "Message")))
    assert isinstance(grounder.next_move(changed(question, attempts=(*tried, typed))), Act)


def test_a_thing_that_the_step_does_not_name_is_not_removed_with_it() -> None:
    ann, bob = element("item", "Ann"), element("item", "Bob")
    delete, everything = element("button", "Delete"), element("button", "Select all")
    tried = [Attempt(action=LongPress(target=ann), ok=True, detail="", changed=True)]

    def candidates(*elements: Element, step: str = 'delete "Ann"') -> set[str]:
        model = Answering()
        ChoosingGrounder(model).next_move(context(screen(*elements), step, ["Ann"], tried))
        return set(model.scored[0].candidates)

    chosen, other = replace(ann, selected=True), replace(bob, selected=True)
    assert candidates(chosen, bob, delete, everything) == {'tap button "Delete"', 'tap item "Bob"', "go back", "done"}
    assert 'tap button "Delete"' not in candidates(chosen, other, delete)
    assert 'tap button "Delete"' not in candidates(ann, other, delete)
    assert 'tap item "Ann"' in candidates(ann, other, delete)
    assert 'tap button "Delete"' in candidates(ann, other, delete, step='call "Ann"')
