"""The published schema of events accepts the journals of runs, and refuses anything else."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from agentprog.ports import Event
from agentprog.runtime.journal.codec import event_to_data
from agentprog.runtime.journal.events import EVENTS
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.schema import event_schema
from tests.runtime.conftest import Lab

SCHEMA = event_schema()
VALIDATOR = Draft202012Validator(SCHEMA)
OF_KIND = {kind: Draft202012Validator(schema) for kind, schema in SCHEMA["$defs"].items()}
PROGRAM = """set {list} to ["Milk", "Eggs"]
ask user "Really?", record as {sure}
for each {x} in {list}:
    In the "Notes" app, add the note "{x}"
    verify that the note "{x}" exists
if the note "Milk" is there:
    tell user "done"
In the "Notes" app, delete the note "Milk"
In the "Notes" app, get all notes, record them as {left}
set {answer} to {left}
"""


def lines_of(folder: RunFolder) -> list[dict[str, Any]]:
    return [json.loads(line) for line in folder.journal_path.read_text(encoding="utf-8").splitlines()]


def problems(line: dict[str, Any]) -> list[str]:
    """The faults of a line, found with the schema of its event's type for precise messages."""
    validator = OF_KIND.get(str(line.get("type")), VALIDATOR)
    return [error.message for error in validator.iter_errors(line)]


def test_the_event_schema_is_a_valid_schema() -> None:
    Draft202012Validator.check_schema(event_schema())


def test_every_line_of_a_real_run_is_valid(lab: Lab, run_folder: RunFolder) -> None:
    lab.person.answers["Really"] = "yes"
    lab.run(PROGRAM, folder=run_folder, instruction="keep my notes")
    lines = lines_of(run_folder)
    assert [(line["n"], problems(line)) for line in lines if problems(line)] == []
    assert all(VALIDATOR.is_valid(line) for line in {line["type"]: line for line in lines}.values())
    kinds = {line["type"] for line in lines}
    assert kinds >= {
        "RunStarted",
        "ProgramReady",
        "DeviceOpened",
        "StepStarted",
        "StepFinished",
        "Observed",
        "MoveDecided",
        "ActionIntended",
        "ActionDone",
        "VariableSet",
        "BeliefChanged",
        "ContextBuilt",
        "Asked",
        "Told",
        "Resolved",
        "ItemDone",
        "RunFinished",
    }


def test_every_kind_of_event_has_its_place_in_the_schema() -> None:
    schema = event_schema()
    assert [entry["$ref"].rsplit("/", 1)[-1] for entry in schema["oneOf"]] == [event.__name__ for event in EVENTS]
    subclasses = {event.__name__ for event in Event.__subclasses__() if event.__module__.startswith("agentprog.")}
    assert subclasses == set(schema["$defs"])


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_an_event_with_as_little_as_it_can_have_is_valid(event: type[Event]) -> None:
    smallest: dict[str, Any] = {"int": 0, "float": 0.0, "str": "", "bool": False, "Any": None}
    given = {}
    for field in dataclasses.fields(event):
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            kind = str(field.type).split("[")[0]
            given[field.name] = smallest.get(kind, {} if kind in ("dict", "Data") else [])
    assert problems({"n": 1, **event_to_data(event(**given))}) == []


@pytest.mark.parametrize(
    "line",
    [
        {"n": 1, "type": "Told", "at": 1.0, "step": 1, "line": "four", "text": "x"},
        {"n": 1, "type": "Told", "at": 1.0, "step": 1, "text": "x"},
        {"n": 1, "type": "Told", "at": 1.0, "step": 1, "line": 4, "text": "x", "more": 1},
        {"n": 1, "type": "Sung", "at": 1.0},
        {"type": "Told", "at": 1.0, "step": 1, "line": 4, "text": "x"},
    ],
)
def test_a_malformed_event_is_not_valid(line: dict[str, Any]) -> None:
    assert problems(line)
    assert not VALIDATOR.is_valid(line)
