"""The tables of words: every language has the same forms, and each canonical form is read as that form."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.ast import Action, Extract, Statement
from agentprog.lang.kinds.table import BY_FORM, BY_NODE
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
    table, english = words(language).own, words("en").own
    assert set(SECTIONS) <= set(table)
    written = {name for name, form in english["forms"].items() if form["canonical"]}
    assert written <= set(table["forms"])
    assert all(table["forms"][name]["canonical"] for name in written)
    assert set(table["operators"]["canonical"]) == set(english["operators"]["canonical"])
    assert set(english["operators"]) == set(table["operators"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_language_is_of_a_kind(language: str) -> None:
    assert set(words(language).own["forms"]) <= set(BY_FORM)


def test_every_kind_of_statement_has_words() -> None:
    # The sentence of a step or of a reading is its words.
    found = vars(ast).values()
    kinds = {kind for kind in found if isinstance(kind, type) and issubclass(kind, Statement)}
    assert kinds - {Statement, Action, Extract} <= set(BY_NODE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pattern_compiles(language: str) -> None:
    table = words(language).own
    for name, form in table["forms"].items():
        for text in form["patterns"]:
            assert Pattern(name, text, words(language).dialects[language], language).regex.groups >= 0


def test_a_bracket_of_a_canonical_form_is_left_out_with_its_slot() -> None:
    assert fill("Sort <source>[ by <key>]", {"source": "{t}", "key": ""}) == "Sort {t}"
    assert fill("Sort <source>[ by <key>]", {"source": "{t}", "key": '"a"'}) == 'Sort {t} by "a"'


def test_a_pattern_with_an_open_group_is_a_mistake_of_the_table() -> None:
    with pytest.raises(ValueError, match="never closed"):
        Pattern("x", "(a|b", words().dialects["en"], "en")


def test_a_short_word_of_constructs_is_nobodys_slip() -> None:
    near = words().near
    assert near.of("to") == () == near.of("of"), "they are words of their own, and no `two` or `off`"
    assert near.of("repaet") == ("repeat",)
    assert near.of("repaet") is near.of("repaet"), "the words of a text repeat"


@pytest.mark.parametrize(
    ("language", "loop", "capture", "scope"),
    [
        ("en", "For each {x} in <items>:", ", record as {x}", 'In the "Clock" app, '),
        ("de", "Für jede {x} in <items>:", ", merke es als {x}", 'In der App "Clock", '),
        ("es", "Para cada {x} en <items>:", ", guárdalo como {x}", 'En la app "Clock", '),
        ("zh", "对于<items>中的每个{x}：", "，记录为{x}", '在"Clock"应用中，'),
    ],
)
def test_advice_writes_a_line_without_its_optional_parts(language: str, loop: str, capture: str, scope: str) -> None:
    known = words(language)
    assert known.written("foreach", target="{x}") == loop
    assert known.written("capture", target="{x}") == capture
    assert known.written("scope", app='"Clock"') == scope
