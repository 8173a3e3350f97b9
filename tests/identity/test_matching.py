"""Whether a text names the thing meant: tables in several languages, and laws for every text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.identity import (
    Match,
    One,
    Several,
    accents_apart,
    canon,
    match,
    resolve,
    same,
    says,
    unaccented,
)

_LETTERS = "abcdefghijklmnopqrstuvwxyzäöüßéñçабвгдежзкАБВÀØאבגδλ"
_WORD = st.text(alphabet=_LETTERS, min_size=1, max_size=9)
_DIGITS = st.text(alphabet="0123456789", min_size=1, max_size=9)

EQUAL = [
    ("Save", "SAVE"),
    ("Save", "  Save… "),
    ("Wi-Fi", "WiFi"),
    ("Wi-Fi", "Wi\u2011Fi"),
    ("O'Brien", "O’Brien"),
    ("O'Brien", "O`Brien"),
    ("+1 (555) 013-4567", "5550134567"),
    ("+15550134567", "\u2068+1 555-013-4567\u2069"),
    ("0043 660 1234567", "+43 660 1234567"),
    ("0660 1234567", "+43 660 1234567"),
    ("$1,234.50", "$1234.5"),
    ("1234.50", "1.234,50"),
    ("1\u202f234,50 €", "1.234,50 €"),
    ("7:30 PM", "19:30"),
    ("07:30", "7:30"),
    ("2026-03-07", "07.03.2026"),
    ("Straße", "STRASSE"),
    ("Iğdır", "IĞDIR"),
    ("İzmir", "izmir"),
    ("Benach\u00adrichtigungen", "Benachrichtigungen"),
    ("١٢٣٤", "1234"),
    ("ＡＢＣ １２", "abc 12"),
    ("ｶﾀｶﾅ", "カタカナ"),
    ("Cafe\u0301", "Café"),
    ("Añadir contacto", "AÑADIR CONTACTO"),
    ("साझा करें", "साझा करें"),
    ("❤️", "❤"),
]
WORDS = [
    ("Ann", "Ann Lee"),
    ("Ann", "Call Ann, now"),
    ("Ann", "Ann's phone"),
    ("100", "Battery 100 percent"),
    ("Anna", "Anna 🎉"),
    ("7:30", "07:30 PM"),
    ("2.50", "€ 2,50 a day"),
    ("notes.md", "Deleted notes.md."),
    ("555 013 4567", "Mobile: +1 555-013-4567"),
    ("Löschen", "Kontakt löschen"),
    ("guardar", "Guardar cambios"),
    ("محمد", "محمد علي"),
    ("保存", "保存する"),
    ("林", "林さん"),
    ("3", "3月15日"),
    ("राम", "राम शर्मा"),
    ("Anne Marie", "Anne-Marie Roy"),
    ("Roy", "Anne-Marie Roy"),
    ("Sam", "Lunch - Sam"),
    ("Sam", "Lunch--Sam"),
]
NONE = [
    ("Sam", "Samir Tanaka"),
    ("0170 5550123", "0170 9990124"),
    ("Ann", "Joanna"),
    ("Anne", "Anne-Marie Roy"),
    ("Marie Roy", "Anne-Marie Roy"),
    ("12", "A-12"),
    ("up", "Follow-up"),
    ("paid", "pre-paid ticket, 09:00"),
    ("hi", "this is junk"),
    ("OK", "booking"),
    ("100", "$1,000"),
    ("100", "2100"),
    ("50", "2,50"),
    ("10", "2026-10-15"),
    ("555", "(555) 013-4567"),
    ("12345678", "912345678"),
    ("-5", "5"),
    ("lucky_candle", "lucky_candle.md"),
    ("candle.md", "lucky_candle.md"),
    ("lucky_candle.md", "2026_02_13_lucky_candle.md"),
    ("note", "note.txt"),
    ("C", "see"),
    ("C++", "C"),
    ("Ann", "Ann\u200b"),
    ("Ann", "\u202eAnn"),
    ("Ann", "Аnn"),
    ("7:30 AM", "7:30 PM"),
    ("+43 660 1234567", "+49 660 1234567"),
    ("Kontakt", "Kontakte"),
    ("sí", "así"),
    ("علي", "علياء"),
    ("李明", "李明月"),
    ("明", "明天"),
    ("林", "小林さん"),
    ("ก", "กข"),
    ("राम", "रामायण"),
    ("한나", "한나영"),
    ("", "anything"),
    ("anything", ""),
]


@pytest.mark.parametrize(("meant", "shown"), EQUAL)
def test_one_text_written_in_two_ways_is_equal(meant: str, shown: str) -> None:
    assert match(meant, shown) is Match.EQUAL
    assert match(shown, meant) is Match.EQUAL


@pytest.mark.parametrize(("meant", "shown"), WORDS)
def test_whole_words_among_others_are_words(meant: str, shown: str) -> None:
    assert match(meant, shown) is Match.WORDS


@pytest.mark.parametrize(("meant", "shown"), NONE)
def test_a_part_of_a_word_is_no_match(meant: str, shown: str) -> None:
    assert match(meant, shown) is Match.NONE


@given(st.text())
def test_every_text_equals_itself(text: str) -> None:
    assert match(text, text) is (Match.EQUAL if canon(text) else Match.NONE)


@given(st.text(), st.text())
def test_to_be_the_same_has_no_direction(one: str, other: str) -> None:
    assert same(one, other) == same(other, one)


@given(st.lists(_WORD, min_size=1, max_size=4))
def test_case_and_spaces_make_no_other_text(words: list[str]) -> None:
    plain = " ".join(words)
    assert same(plain, f"\u200e  {plain.upper()}\u00a0 ") == (canon(plain) == canon(plain.upper()))


@given(_WORD, _WORD)
def test_a_word_is_never_found_inside_a_longer_one(word: str, more: str) -> None:
    for longer in (word + more, more + word, more + word + more):
        if canon(longer) != canon(word):
            assert not says(longer, word)


@given(_DIGITS, _DIGITS)
def test_digits_are_never_found_inside_longer_digits(digits: str, more: str) -> None:
    wanted, longer = f"9{digits}", f"8{more}9{digits}7"
    assert not says(f"it is {longer} now", wanted)


@given(st.lists(_WORD, min_size=1, max_size=3), st.lists(_WORD, max_size=3), st.lists(_WORD, max_size=3))
def test_words_among_others_are_found(words: list[str], before: list[str], after: list[str]) -> None:
    assert says(" ".join([*before, *words, *after]), " ".join(words))


def test_equality_beats_words() -> None:
    found = resolve("Ann", ["Ann Lee", "Ann", "Joanna"], lambda name: (name,))
    assert found == One("Ann", Match.EQUAL)


def test_namesakes_are_several_and_all_of_them_are_named() -> None:
    people = [("Ann Lee", "+1555013001"), ("Ann Lee", "+1555013002"), ("Ann Leeds", "+1555013003")]
    assert resolve("Ann Lee", people, lambda one: one) == Several((people[0], people[1]), Match.EQUAL)
    assert resolve("Ann", people, lambda one: one) == Several(tuple(people), Match.WORDS)
    assert resolve("+1 555 013 002", people, lambda one: one) == One(people[1], Match.EQUAL)


def test_an_unknown_name_resolves_to_none() -> None:
    assert resolve("Sam", ["Samir Tanaka", "Samantha"], lambda name: (name,)) is None


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("René", "Rene", True),
        ("Rene Dubois", "RENÉ  DUBOIS", True),
        ("Müller", "Muller", True),
        ("Søren", "Soren", False),
        ("Müller", "Mueller", False),
        ("René", "rené", False),
        ("René", "Renée", False),
        ("Zoë", "Zoe Sato", False),
    ],
)
def test_names_that_differ_only_in_accents_are_near_and_not_the_same(one: str, other: str, near: bool) -> None:
    assert accents_apart(one, other) is accents_apart(other, one) is near
    assert not near or match(one, other) is Match.NONE


def test_a_text_without_accents_keeps_everything_else() -> None:
    assert unaccented("Él, René") == "el, rene"


def test_nothing_matches_an_empty_text() -> None:
    for one, other in (("", ""), (" ", "!"), ("Ann", ""), ("", "Ann")):
        assert match(one, other) is Match.NONE
