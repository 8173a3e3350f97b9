"""The tables of words: every language has the same forms, and each canonical form is read as that form."""

from __future__ import annotations

import pytest

from agentprog.lang.vocabulary.patterns import Pattern, fill
from agentprog.lang.vocabulary.words import LANGUAGES, words

SECTIONS = [
    "escape",
    "scope",
    "capture",
    "inline",
    "values",
    "numbers",
    "units",
    "keys",
    "compass",
    "types",
    "operators",
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_section_and_every_written_form(language: str) -> None:
    table, english = words().table(language), words().table("en")
    assert set(SECTIONS) <= set(table)
    written = {name for name, form in english["forms"].items() if form["canonical"]}
    assert written <= set(table["forms"])
    assert all(table["forms"][name]["canonical"] for name in written)
    assert set(table["operators"]["canonical"]) == set(english["operators"]["canonical"])
    assert set(english["operators"]) == set(table["operators"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pattern_compiles(language: str) -> None:
    table = words().table(language)
    for name, form in table["forms"].items():
        for text in form["patterns"]:
            assert Pattern(name, text, words().dialects[language], language).regex.groups >= 0


def test_a_bracket_of_a_canonical_form_is_left_out_with_its_slot() -> None:
    assert fill("Sort <source>[ by <key>]", {"source": "{t}", "key": ""}) == "Sort {t}"
    assert fill("Sort <source>[ by <key>]", {"source": "{t}", "key": '"a"'}) == 'Sort {t} by "a"'


def test_a_pattern_with_an_open_group_is_a_mistake_of_the_table() -> None:
    with pytest.raises(ValueError, match="never closed"):
        Pattern("x", "(a|b", words().dialects["en"], "en")
