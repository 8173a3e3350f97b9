"""The new evidence on a screen, compared with the earlier screen."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agentprog.ports import Bounds, Element, Role, Screen, Window
from agentprog.runtime.witness.finding import Finding
from agentprog.runtime.witness.intent import intent_of
from agentprog.runtime.witness.screens import Seen, judge_screen
from agentprog.runtime.witness.views import Views

LIST = Element(index=90, role=Role.LIST, label="list", bounds=Bounds(0, 200, 90, 900), scrollable=True)
CLIPPED = replace(LIST, more_below=True)


def screen(*rows: str, head: str = "", field: str | None = None, place: str = ".List", texts: tuple[str, ...] = (),
           clipped: bool = False) -> Screen:  # fmt: skip
    elements = [CLIPPED if clipped else LIST]
    if head:
        elements.append(Element(index=91, role=Role.TEXT, label=head, text=head, bounds=Bounds(0, 10, 90, 40)))
    for at, row in enumerate(rows):
        bounds = Bounds(0, 300 + at * 20, 90, 315 + at * 20)
        elements.append(
            Element(index=at + 1, role=Role.ITEM, label=row, text=row, bounds=bounds, clickable=True, container=90)
        )
    for at, text in enumerate(texts):
        bounds = Bounds(0, 700 + at * 20, 90, 715 + at * 20)
        elements.append(Element(index=60 + at, role=Role.TEXT, label=text, text=text, bounds=bounds, container=90))
    if field is not None:
        bounds = Bounds(0, 950, 90, 990)
        elements.append(Element(index=92, role=Role.FIELD, label="Message", text=field, bounds=bounds, editable=True))
    now = datetime(2026, 3, 7, tzinfo=UTC)
    return Screen(package="p", activity=place, width=90, height=1000, taken_at=now, elements=tuple(elements))


def judged(sentence: str, values: tuple[str, ...], *screens: Screen, lasting: bool = True, claimed: str = "",
           typed: tuple[str, ...] = (), acts: int = 1, scrolled: bool = False) -> Finding:  # fmt: skip
    views = Views()
    shifts = 0
    for screen in screens:
        views.look(screen, shifts=shifts)
        shifts += scrolled and screen is not screens[-1]
    intent = intent_of(sentence, goal=sentence, values=values)
    first = screens[0]
    seen = Seen(
        intent=intent, last=screens[-1], views=views, lasting=lasting, claimed=claimed, typed=typed, acts=acts,
        before=frozenset(value for value in values if first.shows(value)), entered=typed if lasting else (),
        shifts=shifts,
    )  # fmt: skip
    return judge_screen(seen)


def verdict(*args: object, **more: object) -> str:
    return judged(*args, **more).verdict.value  # type: ignore[arg-type]


# ---------------------------------------------------------------- gone

DELETE = 'Delete "Ann"'


def test_a_row_gone_from_between_its_neighbours_is_proven() -> None:
    assert verdict(DELETE, ("Ann",), screen("Al", "Ann", "Bo"), screen("Al", "Bo")) == "proven"
    assert verdict(DELETE, ("Ann",), screen("Ann"), screen()) == "proven"


def test_neighbouring_rows_replace_a_title_that_scrolled_away() -> None:
    scrolled = screen("Al", "Ann", "Bo", clipped=True)
    assert verdict(DELETE, ("Ann",), scrolled, screen("Al", "Bo", head="People")) == "proven"
    assert verdict(DELETE, ("Ann",), scrolled, screen("Al", "Cy", head="People")) == "unknown"
    assert (
        verdict(DELETE, ("Ann",), screen("Al", "Ann", "Bo", head="Friends"), screen("Al", "Bo", head="All"))
        == "unknown"
    )
    assert verdict(DELETE, ("Ann",), screen("Ann"), screen("Cy", head="People")) == "unknown"
    assert verdict(DELETE, ("Ann",), screen("Ann", clipped=True), screen("Cy", clipped=True)) == "unknown"


@pytest.mark.parametrize(
    ("then", "now"),
    [
        (screen("Al", "Joanna", "Bo"), screen("Al", "Bo")),
        (screen("Al", "Ann", "Bo"), screen("Al", "Ann", "Bo")),
        (screen("Al", "Ann", "Bo", clipped=True), screen("Cy", "Di", clipped=True)),
        (screen("Al", "Ann", "Bo", clipped=True), screen("Bo", "Cy", clipped=True)),
        (screen("Al", "Ann", "Bo"), screen("Al", "Bo", place=".Other")),
        (screen("Ann Lee", "Ann Poe", "Bo"), screen("Ann Poe", "Bo")),
        (screen("Ann", "Ann", "Bo"), screen("Ann", "Bo")),
        (screen("A, Ann", "Ann", "B, Bo"), screen("A, Ann", "B, Bo")),
        (screen("A, Ann-Lou", "B, Bo"), screen("B, Bo")),
    ],
)
def test_another_row_a_clipped_list_another_page_or_a_namesake_proves_nothing(then: Screen, now: Screen) -> None:
    assert verdict(DELETE, ("Ann",), then, now) == "unknown"


def test_the_letter_above_a_part_of_the_list_goes_over_to_the_next_row() -> None:
    listed, left = screen("A, Ann", "Asa", "B, Bo", clipped=True), screen("A, Asa", "B, Bo", clipped=True)
    assert verdict(DELETE, ("Ann",), listed, left) == "proven"


def test_the_first_row_of_a_scrolled_list_is_not_gone() -> None:
    """The run answered no to the question, and the list scrolled by one row."""
    listed = screen("Ann", "Bo", "Cy", clipped=True)
    scrolled = screen("Bo", "Cy", "Di")
    scrolled = replace(scrolled, elements=(replace(LIST, more_above=True), *scrolled.elements[1:]))
    assert verdict(DELETE, ("Ann",), listed, scrolled, scrolled=True) == "unknown"
    assert verdict(DELETE.replace("Ann", "Di"), ("Di",), scrolled, listed, scrolled=True) == "unknown"


def test_the_first_row_is_gone_if_its_list_did_not_scroll() -> None:
    above = replace(LIST, more_above=True)
    listed, now = (replace(one, elements=(above, *one.elements[1:])) for one in (screen("Ann", "Bo"), screen("Bo")))
    assert verdict(DELETE, ("Ann",), listed, now) == "proven"
    assert verdict(DELETE, ("Ann",), listed, now, scrolled=True) == "unknown"


def test_a_row_that_vanished_unasked_is_reported() -> None:
    found = judged(DELETE, ("Ann",), screen("Al", "Ann", "Bo"), screen("Al"))
    assert (found.verdict.value, found.words) == ("unknown", '"Bo" disappeared too, and the step does not name it')


def test_a_row_that_vanished_without_a_deletion_proves_nothing() -> None:
    assert verdict(DELETE, ("Ann",), screen("Al", "Ann", "Bo"), screen("Al", "Bo"), lasting=False) == "unknown"


def test_no_row_under_a_dialog_counts_as_gone() -> None:
    covered = screen("Al", "Bo")
    asking = Element(index=70, role=Role.TEXT, label="Really?", bounds=Bounds(0, 0, 9, 9), window=Window.DIALOG)
    now = replace(covered, elements=(*covered.elements, asking))
    assert verdict(DELETE, ("Ann",), screen("Al", "Ann", "Bo"), now) == "unknown"


def test_a_lists_only_row_is_gone_if_a_sentence_replaces_it() -> None:
    def page(*rows: str, head: str, tab: str = "All recipes") -> Screen:
        shown = screen(*rows, head=head)
        about = Element(index=80, role=Role.TEXT, label=tab, text=tab, bounds=Bounds(0, 600, 90, 640))
        return replace(shown, elements=(*shown.elements, about))

    then = page("Ann", head="People")
    assert verdict(DELETE, ("Ann",), then, page(head="Nothing found.")) == "proven"
    assert verdict(DELETE, ("Ann",), then, page(head="Nothing found.", tab="Favourites")) == "unknown"
    assert verdict(DELETE, ("Ann",), page("Ann", "Bo", head="People"), page(head="Nothing found.")) == "unknown"


def test_a_row_that_the_edge_cuts_off_is_recognised_by_its_visible_part() -> None:
    then = screen("Al", "Ann, 1 May, 3.00", "Bo, 2.00", clipped=True)
    assert verdict(DELETE, ("Ann",), then, screen("Al", "Bo, 2 May, 2.00", "Cy", clipped=True)) == "proven"
    assert verdict(DELETE, ("Ann",), then, screen("Al", "Bo, 2 May, 9.00", "Cy", clipped=True)) == "unknown"
    named = screen("Al, 1 May, 9.00", "Ann, 1 May, 3.00", "Bo", clipped=True)
    assert verdict(DELETE, ("Ann",), named, screen("Al, 1 May, 9.00", "Bo, 2 May", "Cy", clipped=True)) == "proven"
    for other in (("Al, 1 May, 9.00", "Cy, 2 May", "Bo, 2 May"), ("Al, 1 May, 8.00", "Bo, 2 May"), ("Bo, 2 May",)):
        assert verdict(DELETE, ("Ann",), named, screen(*other, clipped=True)) == "unknown"


def test_deleting_either_of_two_equal_rows_is_proven_if_the_step_leaves_it_open() -> None:
    def recipes(*rows: str) -> Screen:
        return screen(*rows, head="Recipes")

    step, two = 'Delete one of the two recipes "Soup"', recipes("Rice", "Soup", "Soup", "Tart")
    assert verdict(step, ("Soup",), two, recipes("Rice", "Soup", "Tart")) == "proven"
    assert verdict('Delete the recipe "Soup"', ("Soup",), two, recipes("Rice", "Soup", "Tart")) == "unknown"
    assert verdict(step, ("Soup",), two, recipes("Rice", "Tart")) == "unknown"
    assert verdict(step, ("Soup",), two, two) == "unknown"


@pytest.mark.parametrize("goal", ['delete "Soup", "Stew" and "Cake"', "delete Soup, Stew, and Cake"])
def test_each_of_several_deletions_in_one_step_must_be_seen(goal: str) -> None:
    three, values = screen("Soup", "Stew", "Cake", "Tart"), ("Soup", "Stew", "Cake")
    assert verdict(goal, values, three, screen("Tart")) == "proven"
    some = judged(goal, values, three, screen("Soup", "Tart"))
    assert (some.verdict.value, some.missing) == ("unknown", ("Soup",))


def test_the_list_that_a_thing_is_removed_from_may_stay() -> None:
    goal = 'remove "Soup" from the list "Menu"'
    found = judged(goal, ("Soup", "Menu"), screen("Soup", "Tart", head="Menu"), screen("Tart", head="Menu"))
    assert (found.verdict.value, found.found) == ("proven", ("Soup",))


# ---------------------------------------------------------------- sent

SEND = 'Send "Yes" to Ann'


def chat(*bubbles: str, head: str = "Ann", field: str = "") -> Screen:
    return screen(head=head, texts=bubbles, field=field, place=".Chat")


def test_a_new_occurrence_of_the_text_under_the_recipients_name_proves_the_sending() -> None:
    assert verdict(SEND, ("Yes",), chat(), chat("Yes")) == "proven"
    assert verdict(SEND, ("Yes",), chat("Yes"), chat("Yes", "Yes")) == "proven"


@pytest.mark.parametrize(
    ("then", "now"),
    [
        (chat("Yes"), chat("Yes")),
        (chat(), chat("Yes", head="Joanna")),
        (chat(), chat("Yesterday")),
        (chat(), chat(field="Yes")),
        (chat("Yes"), chat("Yes", field="Yes")),
        (chat(), chat("Yes", "Not sent. Tap to try again")),
    ],
)
def test_an_old_or_partial_or_failed_message_proves_nothing(then: Screen, now: Screen) -> None:
    assert verdict(SEND, ("Yes",), then, now) == "unknown"


# ---------------------------------------------------------------- made, opened, switched

CREATE = 'Create the event "Dentist" at 9:30'


def test_a_new_row_and_the_typed_texts_prove_a_creation() -> None:
    values = ("Dentist", "9:30")
    assert verdict(CREATE, values, screen(), screen("Dentist, 9:30 AM")) == "proven"
    assert verdict(CREATE, values, screen(), screen("Dentist"), typed=("9:30",)) == "proven"
    assert verdict(CREATE, values, screen(), screen("Dentist")) == "unknown"
    assert verdict(CREATE, values, screen("Dentist, 9:30"), screen("Dentist, 9:30", "Dentist, 9:30")) == "proven"
    assert verdict(CREATE, values, screen("Dentist, 9:30"), screen("Dentist, 9:30")) == "unknown"


def test_a_text_in_a_field_is_no_new_row() -> None:
    assert verdict('Add "milk"', ("milk",), screen(), screen(field="milk")) == "unknown"


def test_a_page_with_the_name_in_its_head_is_open() -> None:
    assert verdict('Open the chat with "Ann"', ("Ann",), screen("Ann", "Bo"), chat("hello")) == "proven"
    assert verdict('Open the chat with "Ann"', ("Ann",), screen("Ann", "Bo"), chat("hello", head="Bo")) == "unknown"


def test_the_title_at_the_head_of_a_file_that_was_listed_is_the_file() -> None:
    listed, opened = screen("shopping.md, 12 KB", "plans.md, 3 KB"), chat("milk", head="shopping")
    step, values = 'Open the note "shopping.md"', ("shopping.md",)
    assert verdict(step, values, listed, opened) == "proven"
    assert verdict(step, values, listed, chat("milk", head="plans")) == "unknown"
    assert verdict(step, values, screen(), opened) == "unknown"


def test_a_switch_is_proven_by_its_state() -> None:
    def with_switch(checked: bool) -> Screen:
        one = Element(index=5, role=Role.SWITCH, label="Wi-Fi, connected", bounds=Bounds(0, 300, 9, 310),
                      checkable=True, checked=checked)  # fmt: skip
        return replace(screen(), elements=(one,))

    assert judged("Turn on Wi-Fi", (), with_switch(False), with_switch(True)).words == '"Wi-Fi, connected" is on'
    assert judged("Turn on Wi-Fi", (), with_switch(True), acts=0).words == '"Wi-Fi, connected" is on, already so'
    assert verdict("Turn on Wi-Fi", (), with_switch(False)) == "unknown"


def test_a_pages_only_switch_may_have_the_name_of_the_page() -> None:
    def page(title: str, *names: str, checked: bool = True) -> Screen:
        switches = [
            Element(
                index=at, role=Role.SWITCH, label=name, bounds=Bounds(0, 300, 9, 310), checkable=True, checked=checked
            )
            for at, name in enumerate(names)
        ]
        return replace(screen(), elements=(*screen(head=title).elements, *switches))

    turn_on = "Turn on Bluetooth"
    assert verdict(turn_on, (), page("Bluetooth", "Use Bluetooth")) == "proven"
    assert verdict(turn_on, (), page("Bluetooth", "Use Bluetooth", checked=False)) == "unknown"
    assert verdict(turn_on, (), page("Bluetooth scanning", "Use Bluetooth scanning")) == "unknown"
    assert verdict(turn_on, (), page("Location", "Bluetooth scanning")) == "unknown"
    assert verdict(turn_on, (), page("Bluetooth", "Use Bluetooth", "Bluetooth sharing")) == "unknown"


def test_a_number_that_is_sent_is_no_recipient() -> None:
    step, values = 'Send +15550130009 to "Ann"', ("+15550130009", "Ann")
    assert verdict(step, values, chat("hello"), chat("hello", "+15550130009")) == "proven"
    assert verdict(step, values, chat("hello"), chat("hello", "+15550130008")) == "unknown"
    assert verdict(step, values, chat("hello", head="Bo"), chat("hello", "+15550130009", head="Bo")) == "unknown"


def test_a_claim_counts_only_for_a_step_without_values_and_effects() -> None:
    assert verdict("Go to the inbox", (), screen(), screen("Inbox"), claimed="Inbox") == "proven"
    assert verdict("Go to the inbox", (), screen(), screen("Oops"), claimed="Inbox") == "unknown"
    assert verdict("Send it", (), screen(), screen("Sent"), claimed="Sent") == "unknown"
    assert verdict("Delete it", (), screen("Inbox"), screen("Inbox"), claimed="Inbox") == "unknown"
