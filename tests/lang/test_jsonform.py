"""The JSON form: complete, checked when read, and described by the published schema."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agentprog import resources
from agentprog.errors import ProgramError
from agentprog.lang.jsonform import from_json, json_schema, to_json
from agentprog.lang.parser import parse

TEXT = """\
For each {x} in [1, "two", 2026-05-02]:
    Tell user {x.name[0]}  # hello
    In the "A" app, send it
        now
"""


def data() -> dict[str, Any]:
    program = parse(TEXT).program
    assert program is not None
    found: dict[str, Any] = json.loads(json.dumps(to_json(program)))
    return found


def test_a_program_is_the_same_after_json_with_ids_and_comments() -> None:
    program = parse(TEXT).program
    again = from_json(data())
    assert again == program
    assert program is not None
    assert [s.id for s in again.body] == [s.id for s in program.body]
    assert to_json(again, places=False) == to_json(program, places=False)


def test_the_published_schema_equals_the_schema_of_the_classes() -> None:
    assert json.loads(resources.read_text("grammars/stp.schema.json")) == json_schema()


def test_every_object_of_the_form_fits_its_definition() -> None:
    schema = json_schema()
    definitions = {"Root": schema, **schema["$defs"]}

    def visit(value: Any) -> None:
        if isinstance(value, dict):
            definition = definitions["Root" if "stp" in value else value["kind"]]
            assert set(value) <= set(definition["properties"])
            assert set(definition["required"]) <= set(value)
            value = list(value.values())
        if isinstance(value, list):
            for item in value:
                visit(item)

    visit(data())


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"stp": 2, "kind": "Program"},
        {"stp": 1, "kind": "Break"},
        {"stp": 1, "kind": "Program", "body": [{"kind": "Nonsense"}]},
        {"stp": 1, "kind": "Program", "body": [{"kind": "Tell"}]},
        {"stp": 1, "kind": "Program", "body": [{"kind": "Tell", "message": 3}]},
        {"stp": 1, "kind": "Program", "body": "x"},
        {"stp": 1, "kind": "Program", "body": [{"kind": "Tell", "message": {"kind": "Date", "value": "2026-13-01"}}]},
    ],
)
def test_data_that_is_no_program_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(ProgramError):
        from_json(broken)
