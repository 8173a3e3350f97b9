"""Options made from the settings: a command lists the options that it takes, and receives the settings."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from agentprog.app.settings import config
from agentprog.app.settings.model import KEYS, RunSettings, flags_of, place_of, said_later
from agentprog.cli.options import ConfigFile
from agentprog.errors import UsageError
from agentprog.lang.effects.kinds import Risk
from agentprog.runtime.safety.policy import Policy, Rule

F = TypeVar("F", bound=Callable[..., Any])
RUN = tuple(key for key in KEYS if flags_of(key))
"""Settings of a run on the command line."""
AGAIN = tuple(key for key in RUN if key not in said_later("fixed"))
"""Options that may be given again when a run continues."""


def configured(*keys: str, **helps: str) -> Callable[[F], F]:
    """Decorator: the command takes the options of these keys, and `--config`. Its function gets `settings`, with
    missing options filled from environment and files. `helps` replace the help texts of options.
    """

    def made(function: F) -> F:
        signature = inspect.signature(function, eval_str=True)
        options = [_parameter(key, helps.get(key)) for key in (*keys, *(key for key in helps if key not in keys))]

        @functools.wraps(function)
        def called(*, config_file: Path | None, **words: Any) -> Any:
            values = {option.name: words.pop(option.name) for option in options}
            read = {key: _READ[key](value) if value and key in _READ else value for key, value in values.items()}
            if "config_file" in signature.parameters:
                words["config_file"] = config_file
            return function(settings=config.load(_given(read), config=config_file), **words)

        ours = ("settings", "config_file")
        own_parameters = [
            parameter.replace(kind=_BY_NAME)
            for parameter in signature.parameters.values()
            if parameter.name not in ours
        ]
        first = [parameter for parameter in own_parameters if parameter.default is inspect.Parameter.empty]
        rest = [parameter for parameter in own_parameters if parameter.default is not inspect.Parameter.empty]
        config_option = inspect.Parameter("config_file", _BY_NAME, default=None, annotation=ConfigFile)
        called.__signature__ = signature.replace(parameters=[*first, *options, config_option, *rest])  # type: ignore[attr-defined]
        return typing.cast(F, called)

    return made


_BY_NAME = inspect.Parameter.KEYWORD_ONLY


def _given(options: dict[str, Any]) -> dict[str, Any]:
    """The given options; an empty list counts as not given."""
    return {key: value for key, value in options.items() if value not in (None, [])}


def _parameter(key: str, help: str | None) -> inspect.Parameter:
    """The option of one key. It has no default of its own: the value may come from another place."""
    field, place = RunSettings.model_fields[key], place_of(key)
    description = field.description or ""
    if isinstance(field.default, str | Path) and not help:
        description = f"{description.removesuffix('.')}; default: {field.default}."
    option = typer.Option(*flags_of(key), help=help or description, metavar=place.metavar)
    kind = list[str] if place.metavar is not None else _HINTS[key]
    return inspect.Parameter(key, _BY_NAME, default=None, annotation=Annotated[kind | None, option])


def parse_policy(entries: list[str] | None) -> Policy:
    """`ask`, `allow` or `deny` for everything, or `KIND=RULE` for one kind of risky action."""
    rules: dict[Risk, Rule] = {}
    default = Rule.ASK
    for entry in entries or ():
        kind, found, rule = entry.partition("=")
        try:
            if found:
                rules[Risk(kind.strip())] = Rule(rule.strip())
            else:
                default = Rule(entry.strip())
        except ValueError as exc:
            raise UsageError(
                f"--policy takes RULE or KIND=RULE, not {entry!r}",
                hint=f"Rules: {', '.join(Rule)}. Kinds: {', '.join(Risk)}.",
            ) from exc
    return Policy(rules=rules, default=default)


_READ: dict[str, Callable[[list[str]], Any]] = {"policy": parse_policy}
_HINTS = typing.get_type_hints(RunSettings)
