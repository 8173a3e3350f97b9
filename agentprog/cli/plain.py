"""Passes values of a command line on unchanged if they already have the right type.

Typer has pydantic check every value, even a text for a text, and importing pydantic takes 0.07 s of processor time: a
third of a short command. Values that need a conversion still go typer's way.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from typer.core import TyperCommand, TyperGroup

_TEXTS = (list, tuple)


class PlainCommand(TyperCommand):
    """A command that skips typer's conversion of values that are texts already."""

    def get_params(self, ctx: Any) -> Any:
        """The parameters as in typer, including `--help`."""
        return _spared(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """Like `PlainCommand`, for a group of commands."""

    def get_params(self, ctx: Any) -> Any:
        """The parameters as in typer, including `--help`."""
        return _spared(super().get_params(ctx))


def _spared(parameters: Any) -> Any:
    """The same parameters. Typer's types of them are private, hence `Any`."""
    for parameter in parameters:
        if not isinstance(parameter.process_value, partial):
            parameter.process_value = partial(_processed, parameter, parameter.process_value)
    return parameters


def _processed(parameter: Any, as_typer_does: Any, ctx: Any, value: Any) -> Any:
    if not _is_wanted(parameter, value):
        return as_typer_does(ctx, value)
    value = list(value) if isinstance(value, _TEXTS) else value
    return parameter.callback(ctx, parameter, value) if parameter.callback else value


def _is_wanted(parameter: Any, value: Any) -> bool:
    """True if the value needs no conversion, check or message."""
    described = parameter.type_descriptor
    if described.parameter_info.parser is not None:
        return False
    if value is None:
        return not (parameter.required or parameter.multiple or parameter.nargs == -1)
    if described.annotation == list[str]:
        return isinstance(value, _TEXTS) and bool(value) and all(type(item) is str for item in value)
    return described.annotation is str and type(value) is str
