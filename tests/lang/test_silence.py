"""Lines that say something else than they are read as are never left in silence, in every language; and what is read
as it was meant is not doubted."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse


def _told(language: str, line: str) -> set[str]:
    """The codes for a line of a program with a text {x} and a list {rows}, but those about apps and inputs."""
    head = f"---\nlanguage: {language}\ninputs:\n  x: text\n  rows: list\n---\n"
    return {one.code for one in check_text(f"{head}{line}\n").diagnostics} - {"STP501", "STP206"}


@pytest.mark.parametrize(
    ("language", "line", "code"),
    [
        ("en", "Tell me which", "STP138"),
        ("en", "At the end show: {x} done", "STP137"),
        ("en", "Keep me posted", "STP137"),
        ("de", "Sag mir Bescheid", "STP138"),
        ("de", "sag mir welche", "STP138"),
        ("de", "zuletzt anzeigen: {x} erledigt", "STP137"),
        ("es", "Avísame cuando termines", "STP138"),
        ("es", "avisame cuantos hay", "STP138"),
        ("es", "Al final muestra: {x} listo", "STP137"),
        ("zh", "告诉用户什么时候到", "STP138"),
        ("zh", "最后显示：{x}完成", "STP137"),
    ],
)
def test_words_that_stand_for_a_message_are_told(language: str, line: str, code: str) -> None:
    assert _told(language, line) == {code}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Tell user done"),
        ("en", 'Let me know "done"'),
        ("de", "Sag dem Benutzer fertig"),
        ("es", "Dime listo"),
        ("zh", "告诉用户完成了"),
    ],
)
def test_a_message_without_quotes_is_a_message(language: str, line: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n")
    assert found.parsed.program is not None
    assert isinstance(found.parsed.program.body[0], ast.Tell)
    assert not found.diagnostics


@pytest.mark.parametrize(
    ("language", "line", "canonical"),
    [
        ("en", 'Filter {rows} by kind "trip" and save as {trips}', 'Filter {rows} by kind "trip", record as {trips}'),
        ("en", 'Set {names} to {"Ana", "Bo"}', 'Set {names} to ["Ana", "Bo"]'),
        ("de", "frag mich ob es reicht und merk dir das als {y}", "frag mich ob es reicht, merke es als {y}"),
        ("de", "Lies den Betrag und merke ihn als {y}", "Lies den Betrag, merke es als {y}"),
        ("es", "Lee el importe y guárdalo en {y}", "Lee el importe, guárdalo como {y}"),
    ],
)
def test_a_result_is_kept_where_the_end_of_its_line_says(language: str, line: str, canonical: str) -> None:
    assert parse(f"---\nlanguage: {language}\n---\n{line}\n").program == (
        parse(f"---\nlanguage: {language}\n---\n{canonical}\n").program
    )


def test_a_line_that_keeps_its_result_elsewhere_changes_no_list_in_place() -> None:
    assert _told("en", "Filter {rows} by price and put it into {y}") == {"STP218"}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", 'In "Notes", write "receipt: {x}" into "receipts.txt"'),
        ("de", 'In der App "Notizen", schreibe "a" in "notiz.md"'),
        ("es", 'En la aplicación "Notas", escribe "a" en "notas.txt"'),
        ("zh", '在"笔记"应用中，在"a.txt"中输入"b"'),
    ],
)
def test_a_file_is_no_field_to_type_into(language: str, line: str) -> None:
    program = parse(f"---\nlanguage: {language}\n---\n{line}\n").program
    assert program is not None
    assert isinstance(program.body[0], ast.Action)
