"""The tables of the grammar are those of its text; a grammar that reads a text in two ways has none."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from lark.exceptions import GrammarError

from agentprog import resources
from agentprog.lang.ast import Node
from agentprog.lang.phrases.building import build
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.phrases.grammar import GRAMMAR, TABLES, tables
from agentprog.lang.phrases.tokens import tokenize
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import walk


def test_the_stored_tables_belong_to_the_present_grammar() -> None:
    kept = json.loads(resources.read_text(TABLES))
    assert kept["digest"] == tables(resources.read_text(GRAMMAR))["digest"], (
        "run: python -m agentprog.lang.phrases.grammar"
    )


def test_a_grammar_with_a_conflict_has_no_tables() -> None:
    with pytest.raises(GrammarError, match="Reduce/Reduce collision"):
        tables("%declare A\nstart: one | two\none: A\ntwo: A\n")


@pytest.mark.parametrize("left", ["{x}", '"a"', "3", "-2", "true", "{x.y[0]}"])
@pytest.mark.parametrize(
    "operator", ["is", "is not", ">", "<=", "contains", "is in", "starts with", "ends with", "+", "-", "*", "/"]
)
@pytest.mark.parametrize("right", ["{z}", '"b {z}"', "2.5", "false"])
def test_a_short_condition_equals_the_grammars_result(left: str, operator: str, right: str) -> None:
    tokens = tokenize(Piece(f"{left} {operator} {right}"))
    assert tokens is not None
    assert repr(exact(Piece(f"{left} {operator} {right}"))) == repr(build(tokens))
    assert spans(exact(Piece(f"{left} {operator} {right}"))) == spans(build(tokens))


@pytest.mark.parametrize(
    "text",
    [
        '"a" appears',
        '"a" does not appear',
        "{x} is empty",
        '"a" is not empty',
        'not "a" appears',
        'not {x} contains "b"',
        "not {x} is empty",
        'not not "a" appears',
        "the number of items in {l}",
        "the first item of {l.rows}",
        "the sum of {l}",
    ],
)
def test_a_short_test_equals_the_grammars_result(text: str) -> None:
    tokens = tokenize(Piece(text))
    assert tokens is not None
    assert (repr(exact(Piece(text))), spans(exact(Piece(text)))) == (repr(build(tokens)), spans(build(tokens)))


def spans(expr: Node | None) -> list[object]:
    return [] if expr is None else [node.span for node in walk(expr)]


def test_a_program_of_short_conditions_never_loads_the_grammar() -> None:
    code = "import sys; from agentprog.lang.check import check_text; check_text({text!r}); print('lark' in sys.modules)"
    short = 'If not "a" appears:\n    Press back\nSet {x} to the number of items in {y}\nSet {z} to {x} + 1\n'
    for text, loaded in ((short, "False"), ("Set {x} to 1 + 2 * 3\n", "True")):
        done = subprocess.run(
            [sys.executable, "-c", code.format(text=text)], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == loaded
