"""Every reply is asked for by a schema that the strictest providers decode under guarantee."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel

from agentprog.agents import replies
from agentprog.agents.replies.acting import BeliefReply, MoveReply
from agentprog.agents.replies.seeing import RowsReply
from agentprog.agents.schemas import narrowed, schema_of
from agentprog.models.cloud.dialect import is_strict
from agentprog.runtime.forms.shapes import shape_of

OPENAI_KEYWORDS = {"type", "description", "enum", "anyOf", "items", "properties", "required", "additionalProperties"}
"""The keywords of OpenAI's strict mode that Gemini and Anthropic also accept."""
OPENAI_DEPTH = 5
"""OpenAI's first limit of nesting, since raised to ten; Gemini does not publish its limit."""
OPENAI_PROPERTIES = 100


def reply_classes() -> Iterator[type[BaseModel]]:
    for module in pkgutil.iter_modules(replies.__path__):
        for value in vars(importlib.import_module(f"{replies.__name__}.{module.name}")).values():
            if isinstance(value, type) and issubclass(value, BaseModel) and value.__module__.endswith(module.name):
                yield value


CLASSES = sorted(reply_classes(), key=lambda one: one.__name__)
CLOSED = [class_ for class_ in CLASSES if class_.__name__ != "QueryReply"]
"""The answer to a question of code has the schema of the type that the code names."""


def parts(schema: Mapping[str, Any], depth: int = 1) -> Iterator[tuple[Mapping[str, Any], int]]:
    yield schema, depth
    inner = [*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())]
    for one in inner:
        yield from parts(one, depth)
    for one in schema.get("properties", {}).values():
        yield from parts(one, depth + 1)


def test_all_replies_are_looked_at() -> None:
    assert len(CLASSES) >= 14
    assert MoveReply in CLASSES


@pytest.mark.parametrize("reply", CLOSED, ids=lambda one: one.__name__)
def test_a_reply_meets_the_strict_mode_of_openai(reply: type[BaseModel]) -> None:
    schema = schema_of(reply)
    Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    names = 0
    for part, depth in parts(schema):
        assert set(part) <= OPENAI_KEYWORDS, "nothing that the strict mode refuses"
        assert {"type", "anyOf", "enum"} & set(part), "every value has a type"
        assert depth <= OPENAI_DEPTH
        if part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"]), "all of them, in their order"
            names += len(part["properties"])
    assert names <= OPENAI_PROPERTIES
    assert is_strict(schema), "and our adapters know it"


@pytest.mark.parametrize("reply", CLOSED, ids=lambda one: one.__name__)
def test_a_reply_keeps_to_the_limits_of_gemini(reply: type[BaseModel]) -> None:
    for part, _ in parts(schema_of(reply)):
        assert not {"$ref", "$defs", "default", "minItems", "maxItems", "maxLength", "prefixItems"} & set(part)
        assert "" not in part.get("enum", ()), "an empty text is refused there"
        assert all(isinstance(value, str) for value in part.get("enum", ()))
    assert len(json.dumps(schema_of(reply))) < 6000


@pytest.mark.parametrize("reply", CLOSED, ids=lambda one: one.__name__)
def test_every_reply_that_a_schema_admits_is_understood(reply: type[BaseModel]) -> None:
    """One value of each: the first of an enumeration, the first of several ways, nothing where a value is optional."""
    made = example(schema_of(reply))
    Draft202012Validator(schema_of(reply)).validate(made)
    reply.model_validate(made)


def example(schema: Mapping[str, Any]) -> Any:
    if "anyOf" in schema:
        ways = schema["anyOf"]
        return example(next((way for way in ways if way.get("type") == "null"), ways[0]))
    if "enum" in schema:
        return schema["enum"][0]
    match schema["type"]:
        case "object":
            return {name: example(field) for name, field in schema["properties"].items()}
        case "array":
            return []
        case "string":
            return ""
        case "boolean":
            return False
        case "null":
            return None
    return 0


@pytest.mark.parametrize(
    ("wanted", "closed"),
    [(str, True), (int, True), ([str], True), ({"name": str, "age": int}, True), ("dict[str, int]", False)],
)
def test_a_question_of_code_is_asked_by_the_type_that_it_names(wanted: Any, closed: bool) -> None:
    """An object with free names has no closed form: a provider of closed objects gets it in words."""
    schema = narrowed({"type": "object", "properties": {"value": shape_of(wanted).schema}})
    assert is_strict(schema) is closed
    Draft202012Validator.check_schema(schema)


def test_a_table_is_columns_and_rows_and_models_may_write_objects() -> None:
    closed = RowsReply.model_validate(
        {"found": True, "columns": ["name", "price"], "rows": [["Tea", "2"], ["Pie", "4"]]}
    )
    written = {"found": True, "value": [{"name": "Tea", "price": "2"}, {"name": "Pie", "price": "4"}]}
    assert closed.value == RowsReply.model_validate(written).value == written["value"]
    with pytest.raises(ValueError, match="one text a column"):
        RowsReply.model_validate({"found": True, "columns": ["name"], "rows": [["Tea", "2"]]})


@pytest.mark.parametrize("nothing", [None, "", "none"])
def test_a_model_may_write_nothing_in_several_ways(nothing: str | None) -> None:
    assert MoveReply.model_validate({"judgement": "x", "action": "done", "leave": nothing}).leave is None
    assert BeliefReply.model_validate({"change": "add", "check": nothing}).check is None
