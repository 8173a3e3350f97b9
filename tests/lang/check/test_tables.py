"""Columns of a new table, values added to it, and the program's answer."""

from __future__ import annotations

import pytest

from agentprog.lang.ast import Assign, TableExpr
from agentprog.lang.check import check_text

HEAD = "---\nlanguage: {}\ninputs:\n  x: text\n---\n"
CREATED = [
    ("en", 'Create an empty table {t} with columns called "a", "b"', "Add {} to {{t}}"),
    ("de", 'Erstelle eine leere Tabelle {t} mit den Spalten namens "a", "b"', "Füge {} zu {{t}} hinzu"),
    ("es", 'Crea una tabla vacía {t} con las columnas llamadas "a", "b"', "Añade {} a {{t}}"),
    ("zh", "创建一个空表格{t}，列为“a”、“b”", "把{}添加到{{t}}"),
    ("zh", '创建一个空表格{t}，列为["a", "b"]', "把{}添加到{{t}}"),
]


@pytest.mark.parametrize(("language", "line", "_add"), CREATED)
def test_a_linking_word_is_no_part_of_a_column_name(language: str, line: str, _add: str) -> None:
    program = check_text(HEAD.format(language) + line + "\n").parsed.program
    assert program is not None
    (made,) = program.body
    assert isinstance(made, Assign)
    assert isinstance(made.value, TableExpr)
    assert made.value.columns == ("a", "b")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'Create an empty table {t} with columns such as ["a", "b"]'),
        ("de", 'Erstelle eine leere Tabelle {t} mit den Spalten wie "a", "b"'),
        ("es", 'Crea una tabla vacía {t} con las columnas como "a", "b"'),
        ("zh", "创建一个空表格{t}，列啊“客户”"),
    ],
)
def test_a_stray_quote_or_bracket_in_a_column_name_is_an_error(language: str, line: str) -> None:
    assert "STP214" in {finding.code for finding in check_text(HEAD.format(language) + line + "\n").diagnostics}


@pytest.mark.parametrize(("language", "line", "add"), CREATED)
@pytest.mark.parametrize(
    ("value", "reported"), [('"Ida"', True), ("5", True), ("{x.a}", True), ("{x}", False), ('{"a": 1, "b": 2}', False)]
)
def test_a_single_value_added_to_a_table_gets_a_finding_with_the_row(
    language: str, line: str, add: str, value: str, reported: bool
) -> None:
    found = check_text(f"{HEAD.format(language)}{line}\n{add.format(value)}\n").diagnostics
    advice = [one.suggestion for one in found if one.code == "STP227"]
    assert bool(advice) == reported
    assert all(f'{{"a": {value}, "b": ...}}' in one for one in advice)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Set the answer to {x}"),
        ("de", "Setze die Antwort auf {x}"),
        ("es", "Pon la respuesta en {x}"),
        ("zh", "将答案设为{x}"),
    ],
)
def test_a_line_for_the_programs_answer_sets_it(language: str, line: str) -> None:
    program = check_text(HEAD.format(language) + line + "\n").parsed.program
    assert program is not None
    (made,) = program.body
    assert isinstance(made, Assign)
    assert made.target.name == "answer"
