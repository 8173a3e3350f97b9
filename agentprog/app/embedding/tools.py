"""Functions of the embedding program as tools of a program: `use tool "name" with a = 1, record as {r}`.

Arguments are converted to the types that a function declares, and its results to plain values.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, validate_call

from agentprog.errors import UsageError
from agentprog.runtime.state.values import Table

_WORDS: dict[Any, str] = {str: "text", int: "number", float: "number", bool: "yes or no", list: "list", dict: "object"}


class Tool:
    """One function. A call checks its arguments and raises ValueError naming the wrong one."""

    def __init__(self, function: Callable[..., Any], name: str = "") -> None:
        self.name = name or getattr(function, "__name__", "")
        if not self.name or self.name == "<lambda>":
            raise UsageError("a tool needs a name", hint='Name it: @agent.tool(name="...").')
        self.function = function
        self._signature = inspect.signature(function)
        config = ConfigDict(arbitrary_types_allowed=True, coerce_numbers_to_str=True)
        self._checked = validate_call(config=config)(function)

    @property
    def description(self) -> str:
        """The tool's signature in the language's words, and its docstring's first paragraph."""
        try:
            hints = typing.get_type_hints(self.function)
        except (NameError, TypeError):
            hints = {}
        arguments = [
            _argument(parameter, hints.get(parameter.name, Any)) for parameter in self._signature.parameters.values()
        ]
        docstring = inspect.getdoc(self.function) or ""
        summary = " ".join(docstring.split("\n\n")[0].split())
        argument_text = f" with {', '.join(arguments)}" if arguments else ""
        return f'use tool "{self.name}"{argument_text}' + (f": {summary}" if summary else "")

    def __call__(self, **arguments: Any) -> Any:
        try:
            bound = self._signature.bind(**arguments)
        except TypeError as exc:
            raise ValueError(f"{exc}; it is called like this: {self.description}") from exc
        plain_arguments = {name: plain(value) for name, value in bound.arguments.items()}
        try:
            result = self._checked(**plain_arguments)
        except ValidationError as exc:
            raise ValueError(told(exc)) from exc
        return result if inspect.isawaitable(result) else plain(result)


def as_tools(functions: Mapping[str, Callable[..., Any]]) -> dict[str, Tool]:
    """Each function as a tool, by its name."""
    return {
        name: function if isinstance(function, Tool) else Tool(function, name) for name, function in functions.items()
    }


def plain(value: Any) -> Any:
    """A value as texts, numbers, lists and dicts: tables as lists of rows, models and dataclasses as dicts."""
    match value:
        case Table():
            return [plain(row) for row in value.rows]
        case BaseModel():
            return plain(value.model_dump())
        case dict():
            return {name: plain(item) for name, item in value.items()}
        case list() | tuple() | set() | frozenset():
            return [plain(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return plain(dataclasses.asdict(value))
    return value


def told(error: ValidationError) -> str:
    """Each wrong argument, with its place and its value."""
    return "; ".join(
        f"{'.'.join(str(part) for part in error['loc']) or 'it'}: {error['msg']} (given {error['input']!r:.80})"
        for error in error.errors()
    )


def fields_of(model: type[Any]) -> str:
    """The fields of a pydantic model in the language's words: `name (text), age (number)`; for another type its
    name."""
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        return word_of(model)
    shown = []
    for name, field in model.model_fields.items():
        about = f": {field.description}" if field.description else ""
        shown.append(f"{name} ({word_of(field.annotation)}{about})")
    return f"an object with {', '.join(shown)}"


def word_of(kind: Any) -> str:
    """The language's word for a Python type."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return fields_of(kind)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(word_of(member) for member in inner if member is not type(None)))
    if origin is typing.Literal:
        return " or ".join(repr(member) for member in inner)
    if origin in (list, tuple, set) and inner:
        return f"list of {word_of(inner[0])}"
    return _WORDS.get(origin or kind, getattr(kind, "__name__", "anything") if kind is not Any else "anything")


def _argument(parameter: inspect.Parameter, kind: Any) -> str:
    default = "" if parameter.default is inspect.Parameter.empty else f", {parameter.default!r} unless said"
    return f"{parameter.name} = ({word_of(kind)}{default})"
