"""The header: read as YAML, with every fault at its place; written so that it reads back the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

from agentprog.lang.ast import Header, Input, Program, Template
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.writing.fmt import format_text
from agentprog.lang.writing.unparse import unparse

_FAULTS = {
    "apps: [Clock\ntitle: x": (2, 7, "this [ is never closed"),
    "apps: [": (2, 7, "this [ is never closed"),
    "inputs: {a: {type: text}": (2, 9, "this { is never closed"),
    "apps: [a, {b: [1}]": (2, 15, "this [ is never closed"),
    "apps: [a]]": (2, 10, "this ] closes nothing"),
    'apps: "a", "b"': (2, 10, "a list needs brackets"),
    'apps: ["a" "b"]': (2, 12, "a comma is missing before this"),
    "apps: [, a]": (2, 8, "an item is missing before this"),
    "budget: {actions: 1 calls: 2}": (2, 26, "there is a colon inside an item"),
    'title: "one': (2, 8, "this quote is never closed"),
    'title: "one" two': (2, 14, "nothing follows a text in quotes"),
    "title: buy: milk": (2, 11, "a second colon in one line"),
    "title: one\n  apps: [A]": (3, 3, "this line is indented too deep"),
    'title: "C:\\games"': (2, 12, "this backslash begins no known escape"),
    "title: `one`": (2, 8, "a value cannot begin with `"),
    "title: *one*": (2, 8, "a value cannot begin with *"),
    "title: !one": (2, 8, "a header has no tags"),
    "just words": (2, 1, "this header line is not `key: value`"),
    "just words\ntitle: one": (2, 1, "this header line is not `key: value`"),
    "title: one\njust words\nbudget: {actions: 3}": (3, 1, "this header line is not `key: value`"),
    "apps: - Clock": (2, 7, "a list of dashes begins on its own line"),
    "apps:\n  - a\n - b": (4, 2, "this line fits no line above"),
    "apps:\n  Clock\n  Contacts": (3, 3, "the lines under 'apps' are not a list"),
    "apps: [[Clock]]": (2, 8, "a list within a list"),
    "title: [a, b]": (2, 8, "the title is one text"),
    "title: one\ntitle: two": (3, 1, "the header has 'title' twice"),
    "title: a\x07b": (2, 9, "the header holds U+0007, which cannot be printed"),
    "apps: " + "[" * 30 + "]" * 30: (2, 26, "lists are nested more than 20 deep"),
    "inputs:\n  a:\n    default:\n      - 1": (5, 7, "a default of several values needs brackets"),
}


@pytest.mark.parametrize("header", _FAULTS)
def test_a_fault_of_a_header_is_reported_at_its_place(header: str) -> None:
    found = parse(f"---\n{header}\n---\nTell user 1\n").diagnostics
    assert [(one.code, (one.span.line, one.span.column, one.message)) for one in found] == [("STP111", _FAULTS[header])]
    assert all(one.suggestion for one in found)


def test_a_broken_field_leaves_the_others_as_they_are() -> None:
    parsed = parse(
        '---\ntitle: "a" b\napps: [Clock\nbudget: {actions: 3}\n# c\ninputs: {x: text\n  ]\n---\nTell user {x}\n'
    )
    assert [finding.span.line for finding in parsed.diagnostics] == [2, 3, 6]
    assert parsed.program is not None
    assert (parsed.program.header.apps, parsed.program.header.budget) == ((), (("actions", 3),))


@pytest.mark.parametrize(
    "inputs",
    [
        "{day: date, who: text}",
        "\n  day: date\n  who: text",
        "\n  day:\n    type: date\n  who: {type: text}",
        "\n  - day: date\n  - who: text",
        "\n  - {name: day, type: date}\n  - name: who\n    type: text",
        "\n  {day}: date\n  {who}: text",
        "\n  “day”： date\n  ‘who’： text",
    ],
)
def test_inputs_may_be_written_in_every_shape_of_yaml(inputs: str) -> None:
    parsed = parse(f"---\ninputs:{' ' + inputs if inputs[0] == '{' else inputs}\n---\nTell user {{day}}, {{who}}\n")
    assert parsed.diagnostics == ()
    assert parsed.program is not None
    assert [(one.name, one.type) for one in parsed.program.header.inputs] == [("day", "date"), ("who", "text")]


@pytest.mark.parametrize("apps", ["[Clock, 'My Notes']", "Clock, My Notes", "\n  - Clock\n  - My Notes  # mine"])
def test_apps_may_be_written_in_every_shape_of_yaml(apps: str) -> None:
    parsed = parse(f"---\napps: {apps}\n---\n")
    assert parsed.program is not None
    assert parsed.program.header.apps == ("Clock", "My Notes")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"a\\x41"', "aA"),
        ("'it''s'", "it's"),
        ('"\\u007bno\\u007d name"', "{no} name"),
        ('"你好，世界"', "你好，世界"),
        ("“你好，世界”", "你好，世界"),
    ],
)
def test_the_text_of_a_default_equals_yamls_reading(written: str, meant: str) -> None:
    parsed = parse(f"---\ninputs: {{a: {{default: {written}}}}}\n---\nTell user {{a}}\n")
    assert parsed.diagnostics == ()
    assert parsed.program is not None
    default = parsed.program.header.inputs[0].default
    assert isinstance(default, Template)
    assert default.parts == (meant,)


@pytest.mark.parametrize("default", ["{b} + 1", "[{b}, 2]", '"{b.name}!"', 'an empty table with columns ["a"]'])
def test_a_default_that_yaml_cannot_express_has_a_tag(default: str) -> None:
    meant = parse(f"Set {{a}} to {default}").program
    assert meant is not None
    value = meant.body[0].value  # type: ignore[union-attr]
    text = unparse(Program(header=Header(inputs=(Input(name="a", default=value),))))
    assert "default: !value " in text
    again = parse(text).program
    assert again is not None
    assert again.header.inputs[0].default == value


def test_comments_of_the_header_stay_at_any_place() -> None:
    text = '---\n# one\ntitle: "a # b"  # two\napps: [A, # three\n  B]\ninputs:\n  a: {default: [1, # four\n 2]}\n---\n'
    program = parse(text).program
    assert program is not None
    assert program.header.comments == ("# one", "# two", "# three", "# four")
    assert repr(program.header.inputs[0].default) == repr(parse("Set {a} to [1, 2]").program.body[0].value)  # type: ignore[union-attr]


def test_a_program_without_a_header_never_loads_the_yaml_reader() -> None:
    code = "import sys; from agentprog.lang.parser import parse; parse({text!r}); print('yaml' in sys.modules)"
    for text, loaded in (("Tell user 1\n", "False"), ("---\napps: [A]\n---\nTell user 1\n", "True")):
        done = subprocess.run(
            [sys.executable, "-c", code.format(text=text)], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == loaded


def test_an_empty_header_stays_unchanged() -> None:
    text = "---\n\n---\n"
    assert parse(text).program is None
    assert format_text(text) == text


@pytest.mark.parametrize(
    "header",
    [
        "inputs:\n  name: text\n  age: [",
        "inputs:\n  - name\n  title: x",
        "inputs: [name, age\ntitle: a",
        "inputs: name: text",
    ],
)
def test_an_input_of_a_header_that_cannot_be_read_is_not_undefined(header: str) -> None:
    found = check_text(f"---\n{header}\n---\nTell user {{name}}\nTell user {{other}}").diagnostics
    assert "STP111" in {finding.code for finding in found}
    assert [finding.message for finding in found if finding.code == "STP201"] == ["{other} is not defined"]
