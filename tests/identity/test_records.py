"""What makes two texts the same record."""

from __future__ import annotations

import pytest

from agentprog.identity import Kind, Match, One, Record, resolve
from agentprog.identity.records import contact, conversation, event, file, folder, row


@pytest.mark.parametrize(
    ("record", "meant", "how"),
    [
        (contact("Hana Ferreira", "+10662908339"), "Hana Ferreira", Match.EQUAL),
        (contact("Hana Ferreira", "+10662908339"), "Hana", Match.WORDS),
        (contact("Ferreira, Hana"), "Hana Ferreira", Match.EQUAL),
        (contact("Hana Ferreira", "+1 066 290 8339"), "0662908339", Match.EQUAL),
        (contact("Hana Ferreira", "+1 066 290 8339"), "0662908338", Match.NONE),
        (contact("Samir Tanaka"), "Sam", Match.NONE),
        (file("Markor/lucky_candle.md"), "lucky_candle.md", Match.EQUAL),
        (file("Markor/lucky_candle.md"), "Markor/lucky_candle.md", Match.EQUAL),
        (file("lucky_candle.md"), "lucky_candle", Match.EQUAL),
        (file("lucky_candle.md"), "lucky_candle.txt", Match.NONE),
        (file("my notes.md"), "notes.md", Match.NONE),
        (file("note"), "note.txt", Match.NONE),
        (folder("lucky_candle"), "lucky_candle", Match.EQUAL),
        (folder("lucky_candle"), "lucky_candle.md", Match.NONE),
        (event("Dentist", start="2026-03-07"), "dentist", Match.EQUAL),
        (row("Rent", "$1,200.00", "May"), "Rent", Match.EQUAL),
        (row("Rent", "$1,200.00", "May"), "1200", Match.WORDS),
    ],
)
def test_a_record_fits_what_is_meant_by_any_of_its_names(record: Record, meant: str, how: Match) -> None:
    assert record.fits(meant) is how


def test_the_title_in_an_editor_is_the_file_that_was_opened() -> None:
    note = file("Documents/shopping.md")
    assert note.shown_by("shopping")
    assert not note.shown_by("shopping list")


def test_one_person_of_two_namesakes_is_not_the_other() -> None:
    ann, other = contact("Ann Lee", "+15550130001"), contact("Ann Lee", "+15550130002")
    assert not ann.is_(other)
    assert ann.is_(contact("ann lee", "5550130001"))
    assert ann.is_(contact("Ann Lee"))
    assert not contact("Ann Lee", id="7").is_(contact("Ann Lee", id="8"))


def test_a_folder_is_no_file_of_its_name() -> None:
    assert not folder("lucky_candle").is_(file("lucky_candle.md"))


def test_files_of_one_name_in_two_folders_are_two() -> None:
    assert not file("Work/plan.md").is_(file("Home/plan.md"))
    assert file("Work/plan.md").is_(file("plan.md"))


def test_events_of_one_name_are_told_apart_by_their_start() -> None:
    assert not event("Dentist", start="2026-03-07").is_(event("Dentist", start="2026-03-08"))
    assert event("Dentist", start="2026-03-07").is_(event("dentist", start="07.03.2026"))


def test_a_conversation_that_shows_a_number_is_found_by_it() -> None:
    threads = [conversation("Ann Lee", "+15550130001"), conversation("+1 555-013-0002", "+15550130002")]
    found = resolve("5550130002", threads, lambda one: (*one.labels, *one.numbers))
    assert found == One(threads[1], Match.EQUAL)
    assert threads[1].kind is Kind.CONVERSATION
