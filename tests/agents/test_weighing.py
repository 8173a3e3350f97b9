"""Code's additions to a model's scores, rule by rule: the model likes one move, and code corrects it, or does not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agentprog.agents.choosing import ChoosingGrounder
from agentprog.agents.knowing import leaves, likeness, switch_meant, telling_words, undoes
from agentprog.agents.moves import MOST
from agentprog.ports import Action, Drag, Element, OpenApp, PointTarget, PressKey, Tap, TypeText
from agentprog.runtime.roles import Act, Attempt, Move, StepContext, StepDone
from agentprog.runtime.witness.states import wanted_state
from tests.agents.models import Answering
from tests.agents.screens import changed, context, element, screen

AGREE, DECLINE = "android:id/button1", "android:id/button2"
NAME = element("field", "Name")
BACK = element("button", "Navigate up")


def did(action: Action, *, changed: bool = True) -> Attempt:
    return Attempt(action=action, ok=True, detail="", changed=changed)


def chosen(question: StepContext, scores: dict[str, float]) -> str:
    """The chosen move if the model gives these scores by a word of the move, and -9 to every other move."""

    def prefer(words: str) -> float:
        return next((score for part, score in scores.items() if part in words), -9.0)

    return name(ChoosingGrounder(Answering(prefer=prefer)).next_move(question))


def name(move: Move) -> str:
    if not isinstance(move, Act):
        return "done" if isinstance(move, StepDone) else "stuck"
    if isinstance(move.action, Tap) and isinstance(move.action.target, Element):
        return move.action.target.label
    return move.action.text if isinstance(move.action, TypeText) else type(move.action).__name__


def test_a_page_where_something_entered_waits_is_not_left_lightly() -> None:
    filled, confirm = element("field", "To", "555"), element("button", "new conversation confirm")
    typed = [did(TypeText(text="555", target=element("field", "To")))]
    question = context(screen(BACK, filled, confirm), 'text "hello" to "555"', ["hello", "555"], typed)
    assert chosen(question, {"Navigate up": -1.5, "confirm": -1.7}) == "new conversation confirm"
    assert chosen(question, {"Navigate up": -1.5, "confirm": -6.0}) == "Navigate up"


def test_a_typed_and_discarded_text_is_offered_again() -> None:
    wrong = element("field", "Search")
    steps = [did(TypeText(text="hello", target=wrong)), did(Tap(target=BACK))]
    question = context(screen(element("field", "Message")), 'send "hello"', ["hello"], steps)
    assert chosen(question, {'"hello" into': -1.0}) == "hello"
    kept = [steps[0], did(Tap(target=element("button", "Save"))), steps[1]]
    assert (
        chosen(context(question.seen.screen, 'send "hello"', ["hello"], kept), {"done": -1.0, '"hello"': 0.0}) == "done"
    )


def test_a_form_that_lacks_a_value_is_not_agreed_to_for_being_a_dialog() -> None:
    ok, cancel = element("button", "OK", resource_id=AGREE), element("button", "Cancel", resource_id=DECLINE)
    opened = [did(Tap(target=element("button", "New folder")))]
    question = context(screen(NAME, cancel, ok), 'make the folder "Cats"', ["Cats"], opened)
    assert chosen(question, {"type": -0.6, "OK": -1.9}) == "Cats"
    asked = context(screen(element("text", "Really?"), cancel, ok), "delete it", [], opened)
    assert chosen(asked, {"Cancel": -1.0, "OK": -2.0}) == "OK"


def test_a_form_is_filled_in_before_it_is_saved() -> None:
    form = screen(element("button", "Save"), element("field", "Title"))
    scores = {"Save": -2.5, "type": -3.1}
    assert chosen(context(form, 'add "Lunch"', ["Lunch"]), scores) == "Lunch"
    assert chosen(context(form, "add it"), scores) == "Save"


def test_a_sentence_is_not_searched_for() -> None:
    shown = screen(element("field", "Search"), element("item", "Ann, lunch?"))
    say = "The picnic moves indoors today."
    scores = {"type": -2.0, "Ann": -4.0}
    assert chosen(context(shown, f'reply with "{say}"', [say]), scores) == "Ann, lunch?"
    assert chosen(context(shown, 'find "Ann Lee"', ["Ann Lee"]), scores) == "Ann Lee"


def test_an_editor_that_still_shows_the_saved_text_is_finished() -> None:
    page = screen(element("button", "Save"), element("button", "Bold"), element("field", "note", "hello"))
    typed = [did(TypeText(text="hello", target=page.elements[2]))]
    scores = {"Save": -1.0, "Bold": -1.5, "done": -3.0}
    assert chosen(context(page, 'write "hello"', ["hello"], typed), scores) == "Save"
    saved = [*typed, did(Tap(target=page.elements[0]), changed=False)]
    assert chosen(context(page, 'write "hello"', ["hello"], saved), scores) == "done"
    more = context(page, 'write "hello" and "bye"', ["hello", "bye"], saved)
    assert chosen(more, scores) == "Bold", "a value is still waiting"


def test_the_only_item_with_a_word_of_the_step_is_opened_before_looking_further() -> None:
    items = [element("item", "Display, Dark theme, brightness"), element("item", "Sound & vibration")]
    pages = element("list", "", scrollable=True, more_below=True, clickable=False)
    question = context(screen(pages, *items), "set the screen brightness to maximum")
    assert chosen(question, {"scroll": -1.2, "Display": -3.8, "Sound": -7.0}) == "Display, Dark theme, brightness"


@pytest.mark.parametrize(("step", "x"), [("set the brightness to the maximum", 1079), ("make it as dark, lowest", 0)])
def test_a_slider_goes_to_the_end_that_the_step_names(step: str, x: int) -> None:
    question = context(screen(element("slider", "Brightness"), element("item", "More")), step)
    move = ChoosingGrounder(Answering(prefer=lambda words: -9.0 * ("slide" not in words))).next_move(question)
    assert isinstance(move, Act)
    assert isinstance(move.action, Drag)
    assert move.action.start == question.seen.screen.elements[0]
    assert move.action.end == PointTarget(x=x, y=145)


def test_a_button_without_a_label_is_not_tapped_without_a_reason() -> None:
    question = context(screen(element("button", "unlabelled"), element("item", "Storage")), "find it")
    assert chosen(question, {"unlabelled": -1.0, "Storage": -2.5}) == "Storage"


@pytest.mark.parametrize(("step", "left"), [("write a line", "Save"), ("undo the last change", "Undo")])
def test_undo_is_only_for_steps_with_that_word(step: str, left: str) -> None:
    question = context(screen(element("button", "Undo"), element("button", "Save")), step)
    assert chosen(question, {"Undo": -1.0, "Save": -2.0}) == left


@pytest.mark.parametrize(
    ("step", "tapped"), [("reply to the newest", "Ann, lunch?"), ("write a text", "conversations fab")]
)
def test_a_step_that_replies_starts_no_new_conversation(step: str, tapped: str) -> None:
    question = context(screen(element("item", "Ann, lunch?"), element("button", "conversations fab")), step)
    assert chosen(question, {"fab": 3.0, "lunch": 1.0}) == tapped


def test_a_button_named_by_the_step_ends_it_when_it_is_gone() -> None:
    lap, pause = element("button", "Lap"), element("button", "Pause")
    started = [did(Tap(target=element("button", "Start")))]
    scores = {"Lap": -2.5, "done": -2.6, "Pause": -2.8}
    assert chosen(context(screen(lap, pause), "start the stopwatch", [], started), scores) == "done"
    assert chosen(context(screen(lap, pause), "stop the stopwatch", [], started), scores) == "Lap"
    asked = screen(lap, element("button", "OK", resource_id=AGREE))
    assert chosen(context(asked, "start the stopwatch", [], started), scores) == "Lap"


def switch(label: str, *, on: bool) -> Element:
    return element("switch", label, checkable=True, checked=on)


def wifi(step: str, *, on: bool, others: Sequence[Element] = ()) -> StepContext:
    return context(screen(switch("Wi\u2011Fi", on=on), *others), step)


def test_the_switch_of_a_step_is_touched_until_it_has_the_wanted_state() -> None:
    plane = switch("Airplane mode", on=False)
    assert chosen(wifi("turn off the Wi-Fi", on=True, others=[plane]), {"Airplane": -1.0, "Wi": -3.0}) == "Wi\u2011Fi"
    assert chosen(wifi("turn off the Wi-Fi", on=False, others=[plane]), {"Airplane": -1.0}) == "done"
    assert chosen(wifi("enable the Wi-Fi", on=True), {}) == "done"


def test_a_setting_that_nobody_spoke_of_is_left_alone() -> None:
    shown = screen(switch("Airplane mode", on=False), element("item", "Internet"))
    assert chosen(context(shown, "turn off the Wi-Fi"), {"Airplane": -1.4, "Internet": -4.0}) == "Internet"
    assert chosen(context(shown, "toggle the airplane thing"), {"Airplane": -1.4, "Internet": -4.0}) == "Airplane mode"
    level = screen(switch("Adaptive brightness", on=False), element("item", "Brightness level"))
    scores = {"Adaptive": -1.5, "level": -4.3}
    assert chosen(context(level, "set the brightness to the maximum"), scores) == "Brightness level"
    row = element("checkbox", "notes.txt", checkable=True)
    picked = context(screen(row, element("button", "More")), 'delete the file "notes.txt"', ["notes.txt"])
    assert chosen(picked, {"notes": -2.0, "More": -1.0}) == "notes.txt"


def test_a_switch_with_only_a_part_of_the_words_is_not_meant() -> None:
    shown = screen(switch("Wi-Fi", on=True))
    assert switch_meant("turn on the Wi-Fi hotspot", shown) is None
    assert switch_meant("turn on the Wi-Fi in Settings", shown, "Settings") is not None
    assert switch_meant("turn it on", shown) is None
    assert switch_meant("turn on the Wi-Fi", screen(switch("Wi-Fi", on=True), switch("Wi-Fi", on=False))) is None


@pytest.mark.parametrize(
    ("step", "state"),
    [
        ("Turn Bluetooth on", True),
        ("switch off the Wi-Fi", False),
        ("disable notifications", False),
        ("enable dark mode", True),
        ('send "turn it on" to Ann', None),
        ("write a note on cats", None),
    ],
)
def test_a_step_gives_the_wanted_state_of_its_switch(step: str, state: bool | None) -> None:
    assert wanted_state(step) is state


def test_distinctive_words_omit_the_verb_values_and_little_words() -> None:
    assert telling_words('set the ring-tone of "Mia Berg" to the loudest') == {"ringtone", "loudest"}


def test_likeness_is_less_for_a_word_that_several_elements_share() -> None:
    shown = screen(element("item", "Contacts"), element("item", "Contact groups"), element("item", "AndroidWifi"))
    assert likeness("open the contact page", shown) == {1: 0.5, 2: 0.5}
    assert likeness("look at the Wi-Fi", shown) == {3: 1.0}
    assert likeness("wait", shown) == {}
    assert likeness("delete the contact", shown, "Contacts") == {}
    assert likeness("delete the contact", screen(element("button", "Edit contact"))) == {}


def test_back_cancel_and_refusal_leave_a_page() -> None:
    assert leaves(PressKey(key="back"))
    assert leaves(Tap(target=element("button", "Abbrechen")))
    assert leaves(Tap(target=element("button", "Nope", resource_id=DECLINE)))
    assert not leaves(Tap(target=element("button", "Save")))
    assert not leaves(TypeText(text="back", target=NAME))
    assert not leaves(None)
    assert not undoes("Save", "write it")


def test_a_text_that_contains_a_name_is_not_typed_into_a_search() -> None:
    search = element("field", "Add Contact or Number…")
    question = context(screen(search), 'send "hello, Ann" to "Ann"', ["hello, Ann", "Ann"])
    assert chosen(question, {'"hello, Ann" into': -1.0, '"Ann" into': -2.0}) == "Ann"
    message = context(screen(element("field", "Message")), question.goal.step, question.goal.literals)
    assert chosen(message, {'"hello, Ann" into': -1.0, '"Ann" into': -2.0}) == "hello, Ann"


@pytest.mark.parametrize("label", ["Edit contact", "Delete", "Löschen"])
def test_a_page_about_another_person_is_not_changed(label: str) -> None:
    change, new = element("button", label), element("button", "Create contact")
    scores = {label: -1.0, "Create": -2.0}
    others = screen(element("text", "Bob"), change, new)
    assert chosen(context(others, 'add the contact "Ann"', ["Ann"]), scores) == "Create contact"
    assert chosen(context(others, 'change the number of "Bob"', ["Bob"]), scores) == label
    assert chosen(context(others, "change the first one"), scores) == label


def test_a_leftover_page_may_be_left_at_once_in_a_reopened_app() -> None:
    question = context(screen(element("text", "Bob"), NAME), 'add "Ann"', ["Ann"], [did(OpenApp(name="Contacts"))])
    assert chosen(changed(question, left_over=True), {}) == "PressKey"
    assert chosen(question, {"go back": 9.0}) == "Ann"


def test_a_way_to_remove_a_thing_is_looked_for_in_the_menu_of_its_page() -> None:
    title, more, mark = element("text", "Soup"), element("button", "More options"), element("button", "Mark")
    opened = [did(Tap(target=element("item", "Soup")))]
    scores = {"Mark": -1.0, "More": -3.0, "Delete": -3.5}
    page = screen(title, mark, more)
    assert chosen(context(page, 'delete the recipe "Soup"', ["Soup"], opened), scores) == "More options"
    assert chosen(context(page, 'rate the recipe "Soup"', ["Soup"], opened), scores) == "Mark"
    assert chosen(context(screen(mark, more), 'delete the recipe "Soup"', ["Soup"], opened), scores) == "Mark"
    shown = screen(title, mark, more, element("button", "Delete recipe"))
    assert chosen(context(shown, 'delete the recipe "Soup"', ["Soup"], opened), scores) == "Mark"


def test_a_thing_is_gone_only_after_a_removing_action() -> None:
    opened = did(Tap(target=element("item", "Soup")))
    marked = did(Tap(target=element("button", "Remove from favorites")))
    cooked = did(Tap(target=element("button", "Cook")))
    elsewhere = screen(element("text", "Simmer"), BACK)
    scores = {"Navigate up": -0.6, "done": -2.9}
    cooking = context(elsewhere, 'delete "Soup"', ["Soup"], [opened, marked, cooked])
    assert chosen(cooking, scores) == "Navigate up"
    asked = did(Tap(target=element("button", "Yes", resource_id=AGREE)))
    assert chosen(context(elsewhere, 'delete "Soup"', ["Soup"], [opened, asked]), scores) == "done"


def test_a_message_to_one_person_is_not_written_in_a_conversation_with_another() -> None:
    page = screen(element("text", "Finn"), element("field", "Message"))
    question = changed(context(page, 'send the text "hello" to "Uma"', ["hello", "Uma"]), left_over=True)
    scores = {'"hello" into': -0.3, "go back": -9.5}
    assert chosen(question, scores) == "PressKey"
    assert chosen(changed(question, step='write the text "hello"', literals=("hello",)), scores) == "hello"
    hers = changed(question, screen=screen(element("text", "Uma"), element("field", "Message")))
    assert chosen(hers, scores) == "hello"


def test_an_opened_and_removed_thing_that_is_gone_is_done_without_a_question() -> None:
    opened, removed = did(Tap(target=element("item", "Soup"))), did(Tap(target=element("button", "Delete")))
    left = screen(element("item", "Stew"), element("button", "New"))
    liked = {"New": -0.1}
    assert chosen(context(left, 'delete "Soup"', ["Soup"], [opened, removed]), liked) == "done"
    more = context(left, 'delete "Soup" and "Stew"', ["Soup", "Stew"], [opened, removed])
    assert chosen(more, liked) == "New"
    sheet = screen(element("text", "1 item will be deleted"), element("button", "Confirm"), element("button", "New"))
    assert chosen(context(sheet, 'delete "Soup"', ["Soup"], [opened, removed]), liked) == "New"


def test_a_step_that_removes_something_adds_nothing() -> None:
    page = screen(element("button", "fb main add"), element("button", "More"))
    scores = {"add": -1.0, "More": -3.0}
    assert chosen(context(page, 'delete the expense "Soup"', ["Soup"]), scores) == "More"
    assert chosen(context(page, 'enter the expense "Soup"', ["Soup"]), scores) == "fb main add"


def _typed(text: str, label: str) -> Attempt:
    return did(TypeText(text=text, target=element("field", label)))


CLOSE_CALLS: dict[str, tuple[StepContext, str, str, float]] = {
    "all was entered": (
        context(
            screen(element("button", "Save"), element("button", "Bold"), element("field", "note", "hello")),
            'write "hello"',
            ["hello"],
            [did(TypeText(text="hello", target=element("field", "note", "hello")))],
        ),
        "Bold", "Save", 3.0,
    ),
    "a field is empty": (
        context(screen(element("button", "Save"), element("field", "Title")), 'add "Lunch"', ["Lunch"]),
        "Save", "type", 1.0,
    ),
    "somebody else's page": (
        changed(
            context(
                screen(element("text", "Finn"), element("field", "Message")),
                'send the text "hello" to "Uma"',
                ["hello", "Uma"],
            ),
            left_over=True,
        ),
        '"hello" into', "go back", 15.0,
    ),
    "it was saved": (
        context(
            screen(element("button", "Bold"), element("field", "note", "hello")),
            'write "hello"',
            ["hello"],
            [
                did(TypeText(text="hello", target=element("field", "note", "hello"))),
                did(Tap(target=element("button", "Save")), changed=False),
            ],
        ),
        "Bold", "done", 3.0,
    ),
    "the button of the step's verb is gone": (
        context(
            screen(element("button", "Lap"), element("button", "Pause")),
            "start the stopwatch",
            [],
            [did(Tap(target=element("button", "Start")))],
        ),
        "Lap", "done", 1.5,
    ),
    "what was entered waits": (
        context(
            screen(BACK, element("field", "To", "555"), element("item", "Recent")),
            'text "hello" to "555"',
            ["hello", "555"],
            [_typed("555", "To")],
        ),
        "Navigate up", "Recent", 3.0,
    ),
    "undo": (
        context(screen(element("button", "Undo"), element("button", "Save")), "write a line"), "Undo", "Save", 3.0,
    ),
    "a sentence in a search": (
        context(
            screen(element("field", "Search"), element("item", "Ann, lunch?")),
            'reply with "The picnic moves indoors today."',
            ["The picnic moves indoors today."],
        ),
        "type", "Ann", 3.0,
    ),
    "the only item with a word of the step": (
        context(
            screen(element("item", "Display, Dark theme, brightness"), element("item", "Sound & vibration")),
            "set the screen brightness to maximum",
        ),
        "Sound", "Display", 3.0,
    ),
    "a switch that nobody spoke of": (
        context(
            screen(element("switch", "Airplane mode", checkable=True), element("item", "Internet")),
            "turn off the Wi-Fi",
        ),
        "Airplane", "Internet", 3.0,
    ),
    "no words": (
        context(screen(element("button", "unlabelled"), element("item", "Storage")), "find it"),
        "unlabelled", "Storage", 2.0,
    ),
    "the end of a slider": (
        context(screen(element("slider", "Volume"), element("item", "More")), "set the loudness to the maximum"),
        "More", MOST, 3.0,
    ),
    "somebody else's entry": (
        context(
            screen(element("text", "Bob"), element("button", "Delete"), element("button", "Create contact")),
            'add the contact "Ann"',
            ["Ann"],
        ),
        "Delete", "Create", 3.0,
    ),
    "a menu that may remove it": (
        context(
            screen(element("text", "Soup"), element("button", "Mark"), element("button", "More options")),
            'delete the recipe "Soup"',
            ["Soup"],
            [did(Tap(target=element("item", "Soup")))],
        ),
        "Mark", "More", 3.0,
    ),
    "the switch that is meant": (
        context(screen(switch("Wi\u2011Fi", on=True), element("item", "Internet")), "turn off the Wi-Fi"),
        "Internet", "Wi", 4.0,
    ),
}  # fmt: skip
"""For each rule: the two moves, the second of which it favours, and the number that it adds."""


@pytest.mark.parametrize(("question", "other", "ruled", "nats"), CLOSE_CALLS.values(), ids=CLOSE_CALLS)
def test_a_rule_decides_a_close_call_and_leaves_a_clear_one_to_the_model(
    question: StepContext, other: str, ruled: str, nats: float
) -> None:
    only_ruled, only_other = chosen(question, {ruled: 30.0}), chosen(question, {other: 30.0})
    assert only_ruled != only_other
    assert chosen(question, {other: 20.0, ruled: 20.0 - nats + 0.4}) == only_ruled
    assert chosen(question, {other: 20.0, ruled: 20.0 - nats - 0.4}) == only_other
