"""The full finding for each way in which a screen proves a step or leaves it open: verdict, texts and words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.ports import Bounds, Element, Role, Screen
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.intent import intent_of
from agentprog.runtime.witness.screens import Seen, judge_screen
from agentprog.runtime.witness.sorts import FormWords
from agentprog.runtime.witness.views import Views

from .test_screens import LIST, chat, screen

PEOPLE = screen("Al", "Ann", "Bo")


def seen(sentence: str, values: tuple[str, ...], *screens: Screen, scrolled: bool = False) -> Seen:
    """A step that has acted once and saw these screens, without a change of the phone."""
    views = Views()
    for at, page in enumerate(screens):
        views.look(page, shifts=at if scrolled else 0)
    intent = intent_of(sentence, goal=sentence, values=values)
    before = frozenset(value for value in values if screens[0].shows(value))
    shifts = len(screens) - 1 if scrolled else 0
    return Seen(intent=intent, last=screens[-1], views=views, before=before, lasting=False, acts=1, shifts=shifts)


def proven(*found: str, note: str, already: bool = False) -> Finding:
    return Finding(verdict=Verdict.PROVEN, found=found, note=note, already=already)


def unknown(*found: str, missing: tuple[str, ...] = (), note: str = "", waits: bool = False, stands: bool = False,
            part: bool = False) -> Finding:  # fmt: skip
    return Finding(
        verdict=Verdict.UNKNOWN, found=found, missing=missing, note=note, waits=waits, stands=stands, part=part
    )


# ---------------------------------------------------------------- claims


def test_a_text_that_the_model_saw_vanish_proves_a_step_without_values() -> None:
    gone = replace(seen("Close the tip", (), screen("Tip", "Al"), screen("Al")), vanished="Tip")
    assert judge_screen(gone) == proven("Tip", note="gone from the screen")
    assert judge_screen(replace(gone, vanished="Al")) == unknown()
    assert judge_screen(replace(gone, claimed="Al")) == proven("Al", note="is on the screen")
    call = seen("Call him", (), screen("Tip", "Al"), screen("Al"))
    assert judge_screen(replace(call, vanished="Tip")) == unknown()
    assert judge_screen(replace(call, claimed="Al")) == unknown()


def test_a_form_that_was_saved_twice_proves_nothing() -> None:
    once = replace(
        seen('Add "milk"', ("milk",), screen(), screen("milk")), entered=("milk",), forms=(frozenset({"milk"}),)
    )
    assert judge_screen(once) == proven("milk", note="has appeared")
    assert judge_screen(replace(once, forms=once.forms * 2)) == unknown("milk", note="was entered and kept twice")


# ---------------------------------------------------------------- failures on the screen


def test_a_short_new_text_of_a_failure_is_the_finding() -> None:
    step, failed = 'Add "milk"', "Not sent. Tap to try again"
    assert judge_screen(seen(step, ("milk",), screen(), screen("milk", failed))) == unknown(
        failed, note="says the screen"
    )
    long = f"{failed}, {'and so on ' * 6}"
    assert len(long) > 80
    kept = replace(seen(step, ("milk",), screen(), screen("milk", long)), entered=("milk",))
    assert judge_screen(kept) == proven("milk", note="has appeared")
    old = replace(seen(step, ("milk",), screen(failed), screen(failed, "milk")), entered=("milk",))
    assert judge_screen(old) == proven("milk", note="has appeared")
    without_an_action = replace(seen("Open the page", (), screen(failed)), claimed=failed, acts=0)
    assert judge_screen(without_an_action) == proven(failed, note="is on the screen")
    its_own = replace(seen(f'Open "{failed}"', (failed,), screen(), screen(failed)))
    assert judge_screen(its_own) == proven(failed, note="has appeared")


def test_a_text_of_work_that_goes_on_waits_also_if_it_was_there_before() -> None:
    step, going = 'Add "milk"', "Sending…"
    now = screen("milk", going)
    assert judge_screen(seen(step, ("milk",), screen(), now)) == unknown(going, note="says the screen", waits=True)
    assert judge_screen(seen(step, ("milk",), screen(going), now)) == unknown(going, note="says the screen", waits=True)
    idle = replace(seen("Open the page", (), now), claimed="milk", acts=0)
    assert judge_screen(idle) == proven("milk", note="is on the screen")


# ---------------------------------------------------------------- gone


def removed(sentence: str, values: tuple[str, ...], *screens: Screen, scrolled: bool = False) -> Seen:
    return replace(seen(sentence, values, *screens, scrolled=scrolled), lasting=True)


def test_a_removed_row_is_found_and_a_remaining_row_is_not_missing() -> None:
    assert judge_screen(removed('Delete "Ann"', ("Ann",), PEOPLE, screen("Al", "Bo"))) == proven(
        "Ann", note="gone from the screen"
    )
    assert judge_screen(removed('Delete "Ann"', ("Ann",), PEOPLE, PEOPLE)) == unknown()
    assert judge_screen(removed('Delete "Cy"', ("Cy",), PEOPLE, screen("Al", "Bo"))) == unknown(missing=("Cy",))


def test_a_vanished_row_is_found_without_quotation_marks_or_by_the_models_claim() -> None:
    assert judge_screen(removed("Delete Ann", (), PEOPLE, screen("Al", "Bo"))) == proven(
        "Ann", note="gone from the screen"
    )
    him = removed("Delete him", (), PEOPLE, screen("Al", "Bo"))
    assert judge_screen(him) == unknown()
    assert judge_screen(replace(him, vanished="Ann")) == proven("Ann", note="gone from the screen")


def test_the_undeleted_row_of_two_is_missing() -> None:
    both = removed('Delete "Al" and "Ann"', ("Al", "Ann"), screen("Al", "Ann", "Bo"), screen("Al", "Bo"))
    assert judge_screen(both) == unknown("Ann", missing=("Al",), note="not seen to disappear")


def test_more_removals_than_vanished_rows_prove_nothing() -> None:
    once = replace(removed('Delete "Ann"', ("Ann",), PEOPLE, screen("Al", "Bo")), removals=1)
    assert judge_screen(once) == proven("Ann", note="gone from the screen")
    note = "disappeared, and 2 removals were confirmed"
    assert judge_screen(replace(once, removals=2)) == unknown("Ann", note=note)


def test_a_row_with_other_accents_is_named_as_the_screen_writes_it() -> None:
    now = screen("Al", "Bo")
    note = 'disappeared, and is written with other accents than "Rene"'
    rene = removed('Delete "Rene"', ("Rene",), screen("Al", "René", "Bo"), now)
    assert judge_screen(rene) == unknown("René", note=note, stands=True)
    still = removed('Delete "Rene"', ("Rene",), screen("Al", "René", "Bo"), screen("Al", "René"))
    assert judge_screen(still) == unknown(missing=("Rene",))


def test_a_second_vanished_row_is_the_finding_unless_a_search_narrowed_the_list() -> None:
    more = removed('Delete "Ann"', ("Ann",), screen("Al", "Ann", "Bo"), screen("Al"))
    assert judge_screen(more) == unknown("Bo", note="disappeared too, and the step does not name it")
    assert judge_screen(replace(more, typed=("A",))) == proven("Ann", note="gone from the screen")


def test_a_note_is_not_removed_as_a_folder() -> None:
    asked = removed('Delete the folder "Ann"', ("Ann",), PEOPLE, screen("Al", "Bo"))
    note = "may be no folder: the screens do not say what it is"
    assert judge_screen(asked) == unknown("Ann", note=note, stands=True)
    as_note = replace(asked, form_words=(FormWords(words=("Delete note?",)),))
    assert judge_screen(as_note) == unknown("Ann", note="is a file, and the step asks for a folder", stands=True)
    as_folder = replace(asked, form_words=(FormWords(words=("Delete folder?",)),))
    assert judge_screen(as_folder) == proven("Ann", note="gone from the screen")


# ---------------------------------------------------------------- gone, in a process after the first


def test_after_a_resume_a_text_of_the_first_life_may_be_gone() -> None:
    step = replace(removed('Delete "Ann"', ("Ann",), screen("Al", "Bo")), resumed=True, before=frozenset({"Ann"}))
    assert judge_screen(step) == proven("Ann", note="gone from the screen")
    assert judge_screen(replace(step, resumed=False)) == unknown(missing=("Ann",))
    assert judge_screen(replace(step, before=frozenset())) == unknown(missing=("Ann",))
    clipped = removed('Delete "Ann"', ("Ann",), screen("Al", "Bo", clipped=True))
    assert judge_screen(replace(clipped, resumed=True, before=frozenset({"Ann"}))) == unknown(missing=("Ann",))
    there = removed('Delete "Ann"', ("Ann",), PEOPLE)
    assert judge_screen(replace(there, resumed=True, before=frozenset({"Ann"}))) == unknown()


# ---------------------------------------------------------------- gone, from one of several rows


@pytest.mark.parametrize(
    ("then", "now", "gone"),
    [
        pytest.param(("Ann Lee", "Bo"), ("Bo",), True, id="one row has the word"),
        pytest.param(("Ann Lee", "Ann Poe", "Bo"), ("Bo",), False, id="two rows have it"),
        pytest.param(("Ann", "Ann Poe", "Bo"), ("Ann Poe", "Bo"), True, id="one row is it, another has it"),
        pytest.param(("Ann Poe", "Bo"), ("Ann Poe", "Bo"), False, id="nothing went"),
    ],
)
def test_a_row_that_only_contains_the_name_goes_if_no_other_does(
    then: tuple[str, ...], now: tuple[str, ...], gone: bool
) -> None:
    found = judge_screen(removed('Delete "Ann"', ("Ann",), screen(*then), screen(*now)))
    assert found.proven is gone


def above(shown: Screen) -> Screen:
    """The screen with more of its list above it."""
    return replace(shown, elements=(replace(LIST, more_above=True), *shown.elements[1:]))


@pytest.mark.parametrize(
    ("then", "now", "still", "scrolled"),
    [
        pytest.param(screen("Ann", "Bo", clipped=True), screen("Bo", clipped=True), True, True, id="first of the list"),
        pytest.param(above(screen("Ann", "Bo")), above(screen("Bo")), True, False, id="first below others"),
        pytest.param(above(screen("Bo", "Ann")), above(screen("Bo")), True, True, id="last of the list"),
        pytest.param(
            screen("Bo", "Ann", clipped=True), screen("Bo", clipped=True), True, False, id="last above others"
        ),
    ],
)
def test_a_scrolled_row_at_the_edge_is_gone_only_at_the_lists_end(
    then: Screen, now: Screen, still: bool, scrolled: bool
) -> None:
    step = 'Delete "Ann"'
    assert judge_screen(removed(step, ("Ann",), then, now)).proven is still
    assert judge_screen(removed(step, ("Ann",), then, now, scrolled=True)).proven is scrolled


# ---------------------------------------------------------------- switches


def switches(**states: bool) -> Screen:
    made = [
        Element(index=at, role=Role.SWITCH, label=name, bounds=Bounds(0, 400, 9, 410), checkable=True, checked=on)
        for at, (name, on) in enumerate(states.items(), start=1)
    ]
    return replace(screen(), elements=tuple(made))


def test_a_switch_shows_its_state_and_whether_it_was_so_before() -> None:
    on, off = switches(Bluetooth=True), switches(Bluetooth=False)
    assert judge_screen(seen("Turn on Bluetooth", (), off, on)) == proven("Bluetooth", note="is on")
    found = replace(seen("Turn on Bluetooth", (), on), acts=0)
    assert judge_screen(found) == proven("Bluetooth", note="is on, already so", already=True)
    assert judge_screen(seen("Turn off Bluetooth", (), on, off)) == proven("Bluetooth", note="is off")
    assert judge_screen(seen("Turn off Bluetooth", (), off, on)) == unknown("Bluetooth", note="is on")


def test_each_of_two_switches_must_have_its_ordered_state() -> None:
    step = "Turn on Bluetooth and NFC"
    off = switches(Bluetooth=False, NFC=False)
    assert judge_screen(seen(step, (), off, switches(Bluetooth=True, NFC=True))) == proven("Bluetooth", note="is on")
    left = judge_screen(seen(step, (), off, switches(Bluetooth=True, NFC=False)))
    assert left == unknown(missing=("NFC",), note="is not seen in that state")
    other = judge_screen(seen(step, (), off, switches(Bluetooth=False, NFC=True)))
    assert other == unknown("Bluetooth", note="is off")
    alone = judge_screen(seen("Turn on Bluetooth", (), off, switches(Bluetooth=True, NFC=False)))
    assert alone == proven("Bluetooth", note="is on")


# ---------------------------------------------------------------- sent

SEND = 'Send "Yes" to Ann'


def test_the_findings_of_a_sent_text() -> None:
    sent = seen(SEND, ("Yes",), chat(), chat("Yes"))
    assert judge_screen(sent) == proven("Yes", "Ann", note="has appeared")
    draft = judge_screen(seen(SEND, ("Yes",), chat(), chat(field="Yes")))
    assert draft == unknown(missing=("Yes",), note="is still in its field")
    assert judge_screen(seen(SEND, ("Yes",), chat(), chat("No"))) == unknown(missing=("Yes",))
    old = judge_screen(seen(SEND, ("Yes",), chat("Yes"), chat("Yes")))
    assert old == unknown("Yes", note="was on the screen before")
    longer = judge_screen(seen(SEND, ("Yes",), chat(), chat("Yes or no")))
    assert longer == unknown("Yes", note="is part of a longer text")
    other = judge_screen(seen(SEND, ("Yes",), chat(), chat("Yes", head="Bo")))
    assert other == unknown(missing=("Ann",), note="is not the person of this page")


def test_a_text_of_two_values_was_sent_whole_if_both_were_typed_together() -> None:
    two = seen('Send "Yes" and "Soon" to Ann', ("Yes", "Soon"), chat(), chat("Yes, Soon!"))
    assert judge_screen(two) == unknown("Yes", "Soon", note="is part of a longer text")
    typed = replace(two, typed=("Yes, Soon!",))
    assert judge_screen(typed) == proven("Yes", "Soon", "Ann", note="has appeared")
    assert judge_screen(replace(two, typed=("Yes!",))) == unknown("Soon", note="is part of a longer text")


def test_after_a_resume_a_sent_text_is_new_if_it_was_absent_at_the_start() -> None:
    sent = replace(seen(SEND, ("Yes",), chat("Yes")), resumed=True, before=frozenset())
    assert judge_screen(sent) == proven("Yes", "Ann", note="has appeared")
    assert judge_screen(replace(sent, before=frozenset({"Yes"}))) == unknown("Yes", note="was on the screen before")


# ---------------------------------------------------------------- appeared


def test_the_findings_of_a_value_that_is_to_appear() -> None:
    add = 'Add "milk"'
    filled = replace(seen(add, ("milk",), screen(), screen(field="milk")), typed=("milk",))
    assert judge_screen(filled) == unknown(missing=("milk",), note="is still in its field")
    elsewhere = replace(filled, typed=("milk and eggs",))
    assert judge_screen(elsewhere) == unknown()
    two = replace(seen(add, ("milk",), screen(), screen("milk", "milk")), entered=("milk",))
    assert judge_screen(two) == unknown("milk", note="has appeared more than once")
    assert judge_screen(seen(add, ("milk",), screen("milk"), screen("milk"))) == unknown(
        "milk", note="was on the screen before"
    )
    assert judge_screen(seen(add, ("milk",), screen(), screen())) == unknown(missing=("milk",))


def test_a_page_with_the_value_proves_a_step_without_a_change() -> None:
    step = 'Open the page "Ann"'
    shown = seen(step, ("Ann",), screen("Ann"))
    assert judge_screen(shown) == proven("Ann", note="is on the screen")
    kept = replace(shown, lasting=True)
    assert judge_screen(kept) == unknown("Ann", note="was on the screen before")
    headed = seen(step, ("Ann",), screen("Ann"), screen("Ann", head="Ann", place=".Page"))
    assert judge_screen(replace(headed, lasting=True)).proven


def test_a_time_entered_key_by_key_on_its_page_is_no_finding_yet() -> None:
    keyed = replace(
        seen('Set the alarm to "7:30"', ("7:30",), screen(), screen("7:30")), touched=("7", ":", "3", "0", "OK")
    )
    assert judge_screen(keyed).proven
    more = replace(keyed, touched=("1", "7", ":", "3", "0", "OK"))
    assert judge_screen(more) == unknown("7:30", note="was entered on this page")
    apart = replace(keyed, touched=("1", "OK", "7", ":", "3", "0"))
    assert judge_screen(apart).proven


def test_a_number_counts_as_shown_under_a_name_seen_with_it() -> None:
    number = "+15550130009"
    step = seen(f'Open the chat with "{number}"', (number,), screen("Al"), screen("hello", head="Ann"))
    assert judge_screen(step) == unknown(missing=(number,))
    linked = replace(step, known=lambda head, value: (head, value) == ("Ann", number))
    assert number not in judge_screen(linked).missing
    other = replace(step, known=lambda head, value: (head, value) == ("Ann", "+15550130008"))
    assert judge_screen(other) == unknown(missing=(number,))


def test_a_number_counts_as_shown_under_its_contacts_name() -> None:
    number = "+15550130001"
    opened = seen(f"Open the page of Ann, {number}", ("Ann", number), screen("Al"), screen(head="Ann", place=".Page"))
    assert judge_screen(opened) == unknown("Ann", missing=(number,))
    assert judge_screen(replace(opened, known=lambda head, one: (head, one) == ("Ann", "+15550130002"))) == unknown(
        "Ann", missing=(number,)
    )
    linked = replace(opened, known=lambda head, one: (head, one) == ("Ann", number))
    assert judge_screen(linked).missing == ()
    assert judge_screen(linked).verdict is Verdict.PROVEN
