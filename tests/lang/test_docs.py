"""Every snippet of the docs parses without an error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agentprog import resources
from agentprog.lang.ast import Action, If
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse

PAGE = (resources.path("grammars/en.toml").parent.parent / "docs" / "language.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"^```stp\n(.*?)\n```$", PAGE, re.M | re.S)
EXAMPLES = resources.path("grammars/en.toml").parent.parent / "examples"


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_a_snippet_has_no_error(number: int) -> None:
    report = check_text(SNIPPETS[number])
    assert [d for d in report.diagnostics if d.severity == "error"] == []
    assert report.parsed.program is not None


def test_the_page_has_a_snippet_for_every_part() -> None:
    assert len(SNIPPETS) >= 20


def test_the_doubtful_steps_of_the_page_are_reported() -> None:
    steps = next(text for text in SNIPPETS if text.startswith("Write the word repeat"))
    program = parse(steps).program
    assert program is not None
    assert [type(s) for s in program.body] == [Action, Action, Action, If]
    reported = [
        (finding.span.line, finding.code) for finding in check_text(steps).diagnostics if finding.code != "STP501"
    ]
    assert reported == [(3, "STP137"), (4, "STP138")]


def test_exact_commands_of_the_table_are_exact() -> None:
    rows = PAGE.split("### Exact commands to the phone")[1].split("###")[0]
    commands = re.findall(r"`([^`]+)`", rows)
    assert len(commands) > 20
    for command in commands:
        program = parse(command).program
        assert program is not None
        assert type(program.body[0]).__name__ == "DirectUI", command


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.stp")), ids=lambda path: path.name)
def test_the_examples_are_clean(path: Path) -> None:
    report = check_text(path.read_text(encoding="utf-8"))
    assert report.diagnostics == ()
