"""Days and times: a date or time counts if the page or the row of the thing shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.ports import Element, Screen
from agentprog.runtime.journal.ledger import Ledger
from agentprog.runtime.witness.finding import Finding
from agentprog.runtime.witness.intent import intent_of
from agentprog.runtime.witness.screens import Seen, judge_screen
from agentprog.runtime.witness.times import lasting_in
from agentprog.runtime.witness.views import Views

from .test_screens import screen

MONTH = screen(head="October", place=".Month")


def day(*rows: str, head: str = "October 28 (Sat)") -> Screen:
    """A day's list in a calendar app, under its title, which is a button."""
    made = replace(screen(*rows, head=head, place=".Day"), package="org.events")
    return replace(
        made, elements=tuple(_pressable(element) if element.label == head else element for element in made.elements)
    )


def _pressable(element: Element) -> Element:
    return replace(element, clickable=True)


def judged(sentence: str, values: tuple[str, ...], *screens: Screen, typed: tuple[str, ...] = ()) -> str:
    return found(sentence, values, *screens, typed=typed).verdict.value


def found(sentence: str, values: tuple[str, ...], *screens: Screen, typed: tuple[str, ...] = ()) -> Finding:
    views = Views()
    for page in screens:
        views.look(page)
    before = frozenset(value for value in values if screens[0].shows(value))
    intent = intent_of(sentence, goal=sentence, values=values)
    seen = Seen(
        intent=intent, last=screens[-1], views=views, before=before, typed=typed, entered=typed, acts=1, year=2023
    )
    return judge_screen(seen)


ADD = 'Add an event on "2023-10-28" at 12h for 30 minutes with the title "Choir"'
VALUES = ("2023-10-28", "Choir", "30")


def test_an_event_is_proven_on_the_page_of_its_day() -> None:
    assert judged(ADD, VALUES, MONTH, day("Choir, 12:00 - 12:30"), typed=("Choir",)) == "proven"


def test_a_value_that_is_the_hour_of_a_time_is_read_as_that_time() -> None:
    late = 'Add an event on "2023-10-28" at 16h for 60 minutes with the title "Choir"'
    values = ("2023-10-28", "16", "60", "Choir")
    assert judged(late, values, MONTH, day("Choir, 16:00 - 17:00"), typed=("Choir",)) == "proven"
    assert judged(late, values, MONTH, day("Choir, 15:00 - 16:00"), typed=("Choir",)) == "unknown"
    for besides in ('with the text "16"', "for 16 people"):
        more = f"{late} {besides}"
        assert judged(more, values, MONTH, day("Choir, 16:00 - 17:00"), typed=("Choir",)) == "unknown"


@pytest.mark.parametrize(
    "page",
    [
        day("Choir, 12:00 - 12:30", head="October 27 (Fri)"),
        day("Choir, 12:00 - 12:30", head="October 28, 2022 (Fri)"),
        day("Choir, 14:00 - 14:30"),
        day("Choir, 12:00 - 13:30"),
        day("Choir, 14:00 - 14:30", "Lunch, 12:00 - 12:30"),
        day("Lunch, 12:00 - 12:30"),
        day("Choir, 12:00 - 12:30", "October 28", head="October"),
        MONTH,
    ],
)
def test_another_day_or_time_or_that_of_another_row_is_no_proof(page: Screen) -> None:
    assert judged(ADD, VALUES, screen(place=".Start"), page, typed=("Choir",)) == "unknown"


DELETE = 'Delete the event "Choir" on 2023-10-28'


def test_deleting_an_event_of_the_named_day_is_proven() -> None:
    then, now = ("Al", "Choir", "Bo"), ("Al", "Bo")
    assert judged(DELETE, ("Choir", "2023-10-28"), day(*then), day(*now)) == "proven"
    other = "October 27 (Fri)"
    assert judged(DELETE, ("Choir", "2023-10-28"), day(*then, head=other), day(*now, head=other)) == "unknown"
    dated = ("Al, Oct 27", "Choir, Oct 28", "Bo, Oct 29")
    assert judged(DELETE, ("Choir", "2023-10-28"), day(*dated, head=""), day(dated[0], dated[2], head="")) == "proven"


ALL = 'Delete all the events of "2023-10-28"'


def test_an_empty_page_of_the_day_proves_that_all_its_events_are_deleted() -> None:
    full, other = day("Choir", "Lunch"), "October 27 (Fri)"
    assert judged(ALL, ("2023-10-28",), full, day()) == "proven"
    assert judged(ALL, ("2023-10-28",), full, day("Lunch")) == "unknown"
    assert judged(ALL, ("2023-10-28",), full, day(head=other)) == "unknown"
    assert judged(ALL, ("2023-10-28",), day("Choir", head=other), day(head=other)) == "unknown"
    assert judged(ALL, ("2023-10-28",), MONTH, day()) == "unknown"
    chosen = day("Choir", "Lunch", head="2 / 2")
    assert judged(ALL, ("2023-10-28",), day("1", "2", head="October"), full, chosen, day()) == "proven"
    lost = (day("Tea", "Run", head=other), day("Tea", head=other))
    assert judged(ALL, ("2023-10-28",), *lost, full, day()) == "unknown"


def test_rounds_that_each_empty_a_part_of_a_day_are_proven_by_the_last() -> None:
    day_of, full, rest = ("2023-10-28",), day("Choir", "Lunch", "Run"), day("Lunch", "Run")
    first, last = found(ALL, day_of, full, rest), found(ALL, day_of, rest, day())
    assert (first.proven, first.part, first.found, last.proven) == (False, True, ("Choir",), True)
    assert first.note == "gone, but others are still there"
    assert Finding.from_data(first.as_data()) == first
    ledger = Ledger()
    ledger.effect(first, line=3, text=ALL)
    assert ledger.open == 1
    ledger.effect(last, line=4, text=ALL)
    assert ledger.open == 1, "another line is another thing to do"
    ledger.effect(last, line=3, text=ALL.replace("28", "29"))
    assert ledger.open == 1, "so is another day"
    ledger.effect(last, line=3, text=ALL)
    assert ledger.open == 0


def test_a_wrong_deletion_in_a_round_is_not_proven_by_the_last_round() -> None:
    full, rest, other = day("Choir", "Lunch"), day("Lunch"), "October 27 (Fri)"
    strange = found(ALL, ("2023-10-28",), day("Tea", "Run", head=other), day("Tea", head=other), full, rest)
    assert (strange.proven, strange.part) == (False, False)
    ledger = Ledger()
    ledger.effect(strange, line=3, text=ALL)
    ledger.effect(found(ALL, ("2023-10-28",), rest, day()), line=3, text=ALL)
    assert ledger.open == 1


def test_a_row_that_the_edge_cuts_off_is_no_row_to_go_by() -> None:
    """All rows have its id: the id was shown above and below the rows that scrolled away."""

    def cut(*rows: str) -> Screen:
        made = screen("*", *rows, "*", clipped=True)
        return replace(made, elements=tuple(map(_nameless, made.elements)))

    early, late = cut("Al", "Cy", "Di"), cut("Ed", "Flo", "Gus", "Hal")
    assert judged('Delete "Flo"', ("Flo",), early, late, cut("Ed", "Gus", "Hal")) == "proven"


def _nameless(element: Element) -> Element:
    return replace(element, label="cd row", text="", resource_id="p:id/cd_row") if element.label == "*" else element


def test_a_start_and_a_length_give_the_end() -> None:
    assert lasting_in("at 12h for 30 minutes") == ("30", "12:30")
    assert lasting_in("at 3pm for 2 hours") == ("2", "17:00")
    assert lasting_in("at 23:30 for 45 min") == ("45", "00:15")
    for text in ("for 2h", "at 3:00 for 20 minutes", "9 hours and 54 minutes", "at 9:15 and 17:00 for 20 minutes"):
        assert lasting_in(text) == ()


def test_a_time_outside_of_quotes_is_a_value_where_it_means_one_time() -> None:
    def values(sentence: str) -> tuple[str, ...]:
        return intent_of(sentence, goal=sentence, values=()).values

    assert values("Add an event at 3pm") == ("15:00",)
    assert values("Add an event at 3 o'clock") == ()
    assert values('Add the note "meet at 3pm"') == ()
    assert values("Text Ann at 3pm") == ()
