"""The tables of the grammar are those of its text; a grammar that reads a text in two ways has none."""

from __future__ import annotations

import json

import pytest
from lark.exceptions import GrammarError

from agentprog import resources
from agentprog.lang.phrases.grammar import GRAMMAR, TABLES, tables


def test_the_tables_are_of_the_grammar_as_it_is() -> None:
    kept = json.loads(resources.read_text(TABLES))
    assert kept["digest"] == tables(resources.read_text(GRAMMAR))["digest"], (
        "run: python -m agentprog.lang.phrases.grammar"
    )


def test_a_grammar_with_a_conflict_has_no_tables() -> None:
    with pytest.raises(GrammarError, match="Reduce/Reduce collision"):
        tables("%declare A\nstart: one | two\none: A\ntwo: A\n")
