from __future__ import annotations

from agentprog.agents.standing import names_in, standing_of
from agentprog.ports import Action, Tap, TypeText
from agentprog.runtime.roles import Attempt
from tests.agents.screens import element, screen

FIELD = element("field", "Phone")
SAVE = element("button", "Save")


def did(action: Action, *, changed: bool = True, ok: bool = True) -> Attempt:
    return Attempt(action=action, ok=ok, detail="", changed=changed)


def test_values_are_pending_in_the_steps_order_without_those_inside_others() -> None:
    standing = standing_of('write "b c" to "a"', ("a", "b c", "b"), (), screen())
    assert standing.pending == ("b c", "a")


def test_a_typed_value_is_entered_and_its_form_open_until_it_leaves_the_field() -> None:
    typed = (did(TypeText(text="555", target=FIELD)),)
    open_form = standing_of('number "555"', ("555",), typed, screen(element("field", "Phone", "555"), SAVE))
    assert open_form.pending == ()
    assert open_form.form_open
    assert not open_form.landed
    saved = standing_of('number "555"', ("555",), (*typed, did(Tap(target=SAVE))), screen(element("text", "555")))
    assert not saved.form_open
    assert saved.landed


def test_a_text_that_left_its_field_without_appearing_has_not_landed() -> None:
    moves = (did(TypeText(text="hello", target=FIELD)), did(Tap(target=SAVE)))
    assert not standing_of('say "hello"', ("hello",), moves, screen(element("text", "Error"))).landed


def test_a_tap_that_changed_nothing_commits_nothing() -> None:
    moves = (did(TypeText(text="hello", target=FIELD)), did(Tap(target=SAVE), changed=False))
    assert not standing_of('say "hello"', ("hello",), moves, screen(element("text", "hello"))).landed


def test_a_failed_move_enters_nothing() -> None:
    failed = (did(TypeText(text="555", target=FIELD), ok=False),)
    assert standing_of('number "555"', ("555",), failed, screen(FIELD)).pending == ("555",)


def test_an_opened_row_that_is_gone_after_a_further_action_has_vanished() -> None:
    row, delete = element("item", "Bob"), element("button", "Delete")
    opened = standing_of('remove "Bob"', ("Bob",), (did(Tap(target=row)),), screen(element("text", "Menu")))
    assert not opened.vanished
    gone = (did(Tap(target=row)), did(Tap(target=delete)))
    assert standing_of('remove "Bob"', ("Bob",), gone, screen(element("item", "Ann"))).vanished
    assert not standing_of('remove "Bob"', ("Bob",), gone, screen(element("item", "Bob"))).vanished


def test_names_are_capitalised_words_that_do_not_begin_a_sentence() -> None:
    assert names_in('Reply "Yes There" to the last message from Ben Okafor') == ("Ben Okafor",)
    assert names_in("Delete everything") == ()


def test_a_full_name_is_a_value_although_it_is_not_quoted() -> None:
    assert standing_of("add Farid Costa with 555", ("555",), (), screen()).pending == ("Farid Costa", "555")
    assert standing_of("send an SMS on Monday", (), (), screen()).pending == ()


def test_a_name_besides_a_text_that_contains_it_is_a_value_of_its_own() -> None:
    step = 'send "hello, Ann" to "Ann"'
    standing = standing_of(step, ("hello, Ann", "Ann"), (), screen())
    assert standing.pending == ("hello, Ann", "Ann")
    written = (did(TypeText(text="hello, Ann", target=FIELD)),)
    assert standing_of(step, ("hello, Ann", "Ann"), written, screen()).pending == ("Ann",)
    chosen = (did(Tap(target=element("item", "Ann"))), *written)
    assert standing_of(step, ("hello, Ann", "Ann"), chosen, screen()).pending == ()
    assert standing_of('say "hello, Ann"', ("hello, Ann", "Ann"), (), screen()).pending == ("hello, Ann",)
    assert standing_of('add "Annual" and "Ann"', ("Annual", "Ann"), (), screen()).pending == ("Annual", "Ann")
    assert standing_of('add "Ann" the annual', ("the annual", "annual"), (), screen()).pending == ("the annual",)


def test_a_value_that_the_page_is_called_by_is_no_longer_looked_for() -> None:
    named = screen(element("text", "Ann"), FIELD)
    assert standing_of('send "hi" to "Ann"', ("hi", "Ann"), (), named).pending == ("hi",)
    listed = screen(element("text", "Ann", container=1), element("item", "Ann"), FIELD)
    assert standing_of('send "hi" to "Ann"', ("hi", "Ann"), (), listed).pending == ("hi", "Ann")


def test_moves_that_bring_no_value_nearer_are_fruitless() -> None:
    useful, idle = did(Tap(target=element("item", "Bob"))), did(Tap(target=SAVE))
    values = ("Ann", "Bob")
    assert standing_of('remove "Ann" and "Bob"', values, (idle, useful, idle, idle), screen()).fruitless == 2
    assert standing_of('remove "Ann" and "Bob"', values, (idle, idle), screen()).fruitless == 2
    failed = did(TypeText(text="Ann", target=FIELD), ok=False)
    assert standing_of('remove "Ann" and "Bob"', values, (failed,), screen()).fruitless == 1
