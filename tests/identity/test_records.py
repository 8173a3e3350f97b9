"""Whether two texts are the same record."""

from __future__ import annotations

import pytest

from agentprog.identity import Kind, Match, One, Record, resolve
from agentprog.identity.records import contact, file, folder


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
    ],
)
def test_a_record_fits_a_text_by_any_of_its_names(record: Record, meant: str, how: Match) -> None:
    assert record.fits(meant) is how


def test_the_title_in_an_editor_is_the_file_that_was_opened() -> None:
    note = file("Documents/shopping.md")
    assert note.shown_by("shopping")
    assert not note.shown_by("shopping list")


def test_a_record_whose_name_is_a_number_is_found_by_it() -> None:
    threads = [contact("Ann Lee", "+15550130001"), contact("+1 555-013-0002", "+15550130002")]
    found = resolve("5550130002", threads, lambda one: (*one.labels, *one.numbers))
    assert found == One(threads[1], Match.EQUAL)


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("Hana", ("Hana",)),
        ("Ferreira, Hana", ("Ferreira, Hana", "Hana Ferreira")),
        ("Roy, Ann, Dr.", ("Roy, Ann, Dr.",)),
        ("Roy, ", ("Roy, ",)),
        ("", ()),
    ],
)
def test_a_name_with_one_comma_is_also_the_name_turned_round(name: str, labels: tuple[str, ...]) -> None:
    assert contact(name, "5550130001").labels == labels
    assert contact(name, "5550130001").name == (name or "5550130001")


def test_a_path_gives_name_title_and_folder() -> None:
    note, top, dotted = file("Work/Deep/plan.md"), file("plan"), file("/.hidden")
    assert (note.labels, note.facts) == (("plan.md", "plan", "Work/Deep/plan.md"), {"folder": "work/deep"})
    assert (top.labels, top.facts) == (("plan",), {})
    assert (dotted.labels, dotted.facts) == ((".hidden", "/.hidden"), {})
    inner = folder("Work/Deep")
    assert (inner.labels, inner.facts) == (("Deep", "Work/Deep"), {"folder": "work"})


def test_a_record_has_its_kind_and_the_id_that_the_phone_gives_it() -> None:
    for made, kind in ((contact, Kind.CONTACT), (file, Kind.FILE), (folder, Kind.FOLDER)):
        assert (made("Work/plan").kind, made("Work/plan").id, made("Work/plan", id="7").id) == (kind, "", "7")
