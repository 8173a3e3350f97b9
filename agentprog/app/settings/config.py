"""Settings from five places: flags or arguments, environment, project file, user file, defaults. The first place with a
value wins.

Each place is checked by itself, so that an error names the file and the key, or the variable. (pydantic-settings would
check the merged values only.) `.env` beside the project's file sets only variables that the shell leaves unset.
"""

from __future__ import annotations

import difflib
import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agentprog.app.settings.complaints import complaint
from agentprog.app.settings.folders import user_file
from agentprog.app.settings.model import (
    ARGUMENT,
    BY_A_PERSON,
    FLAG,
    KEYS,
    RunSettings,
    Settings,
    flags_of,
    place_of,
    variable_of,
)
from agentprog.errors import ConfigError

PROJECT_FILE = "agentprog.toml"
_ENVIRONMENT = "the environment"


def load(
    given: Mapping[str, Any] | None = None,
    *,
    by: str = FLAG,
    config: Path | None = None,
    environ: Mapping[str, str] | None = None,
    directory: Path | None = None,
) -> Settings:
    """The settings for a command or an Agent. `by` names the source of the `given` values; None means not given.

    `config` (or AGENTPROG_CONFIG) names a file to use instead of the project's. Raises ConfigError.
    """
    start = directory or Path.cwd()
    shell = dict(os.environ if environ is None else environ)
    named_file = config or (Path(shell["AGENTPROG_CONFIG"]) if shell.get("AGENTPROG_CONFIG") else None)
    project = _project_file(named_file, start)
    environment = {**_dotenv((project.parent if project else start) / ".env"), **shell}
    layers: list[tuple[str, dict[str, Any]]] = [(by, {k: v for k, v in (given or {}).items() if v is not None})]
    layers.append((_ENVIRONMENT, _from_environment(environment)))
    if project is not None:
        layers.append((str(project), _read(project)))
    if user_file().is_file():
        layers.append((str(user_file()), _read(user_file())))
    return _merge([(origin, _checked(origin, values)) for origin, values in layers], environment)


def _merge(layers: list[tuple[str, dict[str, Any]]], environment: Mapping[str, str]) -> Settings:
    values: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for place, layer in reversed(layers):
        tables = {key: {**values.get(key, {}), **table} for key, table in layer.items() if isinstance(table, dict)}
        values.update(layer | tables)
        origin.update(dict.fromkeys(layer, place))
    if "base_url" not in values and environment.get("OPENAI_BASE_URL"):
        values["base_url"] = environment["OPENAI_BASE_URL"]
        origin["base_url"] = "OPENAI_BASE_URL"
    if origin.get("serial") in BY_A_PERSON and origin.get("sim") not in BY_A_PERSON:
        values["sim"] = False  # a named phone overrides `sim`
    return Settings().but(**values, origin=origin, environment=environment)


def _project_file(named_file: Path | None, start: Path) -> Path | None:
    if named_file is not None:
        if not named_file.is_file():
            wrong = "is a folder" if named_file.is_dir() else "does not exist"
            inside = named_file / PROJECT_FILE
            suggestion = f" Did you mean {inside}?" if inside.is_file() else ""
            hint = f"It was named by --config or AGENTPROG_CONFIG.{suggestion}"
            raise ConfigError(f"the configuration file {named_file} {wrong}", hint=hint)
        return named_file
    for folder in (start, *start.parents):
        if (folder / PROJECT_FILE).is_file():
            return folder / PROJECT_FILE
    return None


def _read(path: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as exc:
        raise ConfigError(f"{path} is not valid TOML: {exc}") from exc
    except UnicodeDecodeError as exc:
        raise ConfigError(f"{path} is not UTF-8 text: {exc}", hint="Save the file as UTF-8.") from exc
    except OSError as exc:
        raise ConfigError(f"cannot read {path}: {exc.strerror}") from exc
    for key in ("run_dir", "workspace"):
        if isinstance(values.get(key), str):
            values[key] = str(path.parent / Path(values[key]).expanduser())
    if forbidden := [key for key in values if key in KEYS and place_of(key).by_hand]:
        hint = f"Give it with {flags_of(forbidden[0])[0]}, or as an argument: files cannot decide what a run may do."
        raise ConfigError(f"{path}: key {forbidden[0]!r} is not allowed in a file", hint=hint)
    return values


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    names = {key: variable_of(key) for key in KEYS}
    return {key: environment[name] for key, name in names.items() if name is not None and environment.get(name)}


def _checked(place: str, values: dict[str, Any]) -> dict[str, Any]:
    """The values of one place, if all are valid. Files must contain numbers as numbers; other places may contain them
    as text."""
    try:
        if place in (FLAG, ARGUMENT, _ENVIRONMENT):
            layer = RunSettings.model_validate(values)
        else:
            layer = RunSettings.model_validate_json(json.dumps(values, default=str), strict=True)
    except ValidationError as exc:
        raise _wrong(place, exc) from (None if "secrets" in values else exc)
    if layer.workspace is not None:
        layer = layer.model_copy(update={"workspace": _folder(place, layer.workspace)})
    return {key: value for key in layer.model_fields_set if (value := getattr(layer, key)) is not None}


def _folder(place: str, folder: Path) -> Path:
    if not folder.expanduser().is_dir():
        wrong = f"{_at(place)}{_shown_key(place, 'workspace')} is {str(folder)!r}: there is no such folder"
        raise ConfigError(wrong, hint="Make it, or name a folder that is there.")
    return folder.expanduser().resolve()


def _wrong(place: str, error: ValidationError) -> ConfigError:
    """The first problem with its place and key, without values of secrets."""
    problem = error.errors()[0]
    key = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        known = sorted(KEYS) if "." not in key else []
        near = " or ".join(map(repr, difflib.get_close_matches(key, known, n=2, cutoff=0.7)))
        every = f"Known keys: {', '.join(known)}." if known else ""
        return ConfigError(f"{place}: unknown key {key!r}", hint=f"Did you mean {near}?" if near else every)
    value_text = "" if key.startswith("secrets") else f" is {problem['input']!r}"
    return ConfigError(f"{_at(place)}{_shown_key(place, key)}{value_text}: {complaint(problem)}")


def _at(place: str) -> str:
    """The place of a key, for an error; a flag or an argument names itself."""
    return "" if place in BY_A_PERSON else f"{place}: "


def _shown_key(place: str, key: str) -> str:
    top = key.partition(".")[0]
    if place == _ENVIRONMENT:
        return variable_of(top) or key
    if place == FLAG:
        return flags_of(top)[0].partition("/")[0]
    return f"argument {key!r}" if place == ARGUMENT else f"key {key!r}"


def _dotenv(path: Path) -> dict[str, str]:
    """Reads NAME=value lines with comments, `export` and matching quotes. It expands no variables."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as exc:
        raise ConfigError(f"cannot read {path}: {exc}") from exc
    values = {}
    for number, line in enumerate(lines, start=1):
        text = line.strip().removeprefix("export ").strip()
        if not text or text.startswith("#"):
            continue
        name, found, value = text.partition("=")
        if not found or not name.strip().isidentifier():
            raise ConfigError(f"{path}:{number}: not a NAME=value line")
        values[name.strip()] = _unquoted(value.strip())
    return values


def _unquoted(value: str) -> str:
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value.split(" #", 1)[0].rstrip()
