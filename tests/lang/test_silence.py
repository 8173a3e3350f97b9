"""Lines that say something else than they are read as are never left in silence, in every language; and what is read
as it was meant is not doubted."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text


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
