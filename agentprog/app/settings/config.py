"""Settings from five places: flags, environment, project file, user file, defaults; the first that says wins.

Every place is checked by itself, so that an error names the file and the key, or the variable, that is wrong. `.env`
beside the project's file fills in what the shell does not set and never overrides it.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from agentprog.errors import ConfigError
from agentprog.models.prices import Price

PROJECT_FILE = "agentprog.toml"
_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]

ENVIRONMENT = {
    "AGENTPROG_MODEL": "model",
    "AGENTPROG_PLAN_MODEL": "plan_model",
    "AGENTPROG_JUDGE_MODEL": "judge_model",
    "AGENTPROG_BELIEF_MODEL": "belief_model",
    "AGENTPROG_LOCATOR_MODEL": "locator_model",
    "AGENTPROG_BASE_URL": "base_url",
    "AGENTPROG_RUN_DIR": "run_dir",
    "AGENTPROG_STEPS": "steps",
    "AGENTPROG_MODEL_CALLS": "model_calls",
    "AGENTPROG_TOKENS": "tokens",
    "AGENTPROG_MAX_COST": "max_cost",
    "AGENTPROG_SECONDS": "seconds",
    "ANDROID_SERIAL": "serial",
}


class Endpoint(BaseModel):
    """Where one model is served, when that is not where the others are: `[endpoints."openai:NAME"]`.

    `api`: which of OpenAI's APIs it speaks. `key` names the environment variable that holds its key.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: _Text | None = None
    api: Literal["chat", "responses"] | None = None
    key: _Text | None = None


class SecretSource(BaseModel):
    """Where a secret is found: `[secrets.NAME]`. The first that is given of `value`, `env` (the name of an environment
    variable) and `keyring` (a service of the system's keyring, the secret's name as user). `apps` are the only ones
    it is typed in, by label or package; empty: all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    value: _Text | None = Field(default=None, repr=False)
    env: _Text | None = None
    keyring: _Text | None = None
    apps: list[_Text] = []


class _Layer(BaseModel):
    """What one place may say. Unknown keys are errors: a misspelt one would otherwise be ignored in silence."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: _Text | None = None
    plan_model: _Text | None = None
    judge_model: _Text | None = None
    belief_model: _Text | None = None
    locator_model: _Text | None = None
    base_url: _Text | None = None
    api: Literal["chat", "responses"] | None = None
    serial: _Text | None = None
    run_dir: _Text | None = None
    steps: int | None = Field(default=None, ge=1)
    model_calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1)
    max_cost: float | None = Field(default=None, gt=0)
    seconds: float | None = Field(default=None, gt=0)
    prices: dict[str, Price] | None = None
    endpoints: dict[str, Endpoint] | None = None
    secrets: dict[str, SecretSource] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """The values that count, and in `origin` where each came from. `environment`: the shell's, filled in from `.env`.

    `steps` (actions on the phone), `model_calls`, `tokens`, `max_cost` (in US dollars) and `seconds` (of wall time)
    limit a run; None: no limit. `plan_model` writes programs, `judge_model` judges conditions, `belief_model` says
    what has changed where the phone is not as predicted, `locator_model` finds places on screenshots, `model` does the
    rest and what they are not named for. `prices` and `endpoints` are by model id (`*` is a wildcard), `secrets` by
    name.
    """

    model: str | None = None
    plan_model: str | None = None
    judge_model: str | None = None
    belief_model: str | None = None
    locator_model: str | None = None
    base_url: str | None = None
    api: Literal["chat", "responses"] | None = None
    serial: str | None = None
    run_dir: Path = Path("runs")
    steps: int | None = None
    model_calls: int | None = None
    tokens: int | None = None
    max_cost: float | None = None
    seconds: float | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)
    endpoints: Mapping[str, Endpoint] = field(default_factory=dict)
    secrets: Mapping[str, SecretSource] = field(default_factory=dict, repr=False)
    origin: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)

    def with_one_model(self, model: str | None) -> Settings:
        """The same with this model for every part of the work."""
        return replace(self, model=model, plan_model=None, judge_model=None, belief_model=None, locator_model=None)


def user_file() -> Path:
    """Where the user's own settings are, whether or not the file exists."""
    return platformdirs.user_config_path("agentprog", appauthor=False) / "config.toml"


def state_folder() -> Path:
    """Where locks and reports of crashes are kept: AGENTPROG_STATE_DIR, or the platform's place for state."""
    named = os.environ.get("AGENTPROG_STATE_DIR")
    return Path(named) if named else platformdirs.user_state_path("agentprog", appauthor=False)


def load(
    flags: Mapping[str, Any] | None = None,
    *,
    config: Path | None = None,
    environ: Mapping[str, str] | None = None,
    directory: Path | None = None,
) -> Settings:
    """The settings for a command. `config` (or AGENTPROG_CONFIG) names the file to use in place of the project's."""
    here = directory or Path.cwd()
    shell = dict(os.environ if environ is None else environ)
    named = config or (Path(shell["AGENTPROG_CONFIG"]) if shell.get("AGENTPROG_CONFIG") else None)
    project = _project_file(named, here)
    environment = {**_dotenv((project.parent if project else here) / ".env"), **shell}
    layers: list[tuple[str, dict[str, Any]]] = [("a flag", {k: v for k, v in (flags or {}).items() if v is not None})]
    layers.append(("the environment", _from_environment(environment)))
    if project is not None:
        layers.append((str(project), _read(project)))
    if user_file().is_file():
        layers.append((str(user_file()), _read(user_file())))
    return _merge([(origin, _checked(origin, values)) for origin, values in layers], environment)


def _merge(layers: list[tuple[str, dict[str, Any]]], environment: Mapping[str, str]) -> Settings:
    values: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for place, layer in reversed(layers):
        tables = {key: {**values.get(key, {}), **given} for key, given in layer.items() if isinstance(given, dict)}
        values.update(layer | tables)
        origin.update(dict.fromkeys(layer, place))
    if "base_url" not in values and environment.get("OPENAI_BASE_URL"):
        values["base_url"] = environment["OPENAI_BASE_URL"]
        origin["base_url"] = "OPENAI_BASE_URL"
    if "run_dir" in values:
        values["run_dir"] = Path(values["run_dir"]).expanduser()
    return Settings(**values, origin=origin, environment=environment)


def _project_file(named: Path | None, here: Path) -> Path | None:
    if named is not None:
        if not named.is_file():
            wrong = "is a folder" if named.is_dir() else "does not exist"
            inside = named / PROJECT_FILE
            meant = f" Did you mean {inside}?" if inside.is_file() else ""
            hint = f"It was named by --config or AGENTPROG_CONFIG.{meant}"
            raise ConfigError(f"the configuration file {named} {wrong}", hint=hint)
        return named
    for folder in (here, *here.parents):
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
    if isinstance(values.get("run_dir"), str):
        values["run_dir"] = str(path.parent / Path(values["run_dir"]).expanduser())
    return values


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    return {key: environment[name] for name, key in ENVIRONMENT.items() if environment.get(name)}


def _checked(origin: str, values: dict[str, Any]) -> dict[str, Any]:
    strict = origin not in ("the environment", "a flag")
    try:
        layer = _Layer.model_validate(values, strict=strict)
        return {key: value for key in layer.model_fields_set if (value := getattr(layer, key)) is not None}
    except ValidationError as exc:
        problem = exc.errors()[0]
        key = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            known = sorted(_Layer.model_fields) if "." not in key else []
            near = difflib.get_close_matches(key, known, n=1)
            every = f"Known keys: {', '.join(known)}." if known else ""
            hint = f"Did you mean {near[0]!r}?" if near else every
            raise ConfigError(f"{origin}: unknown key {key!r}", hint=hint) from exc
        shown = _shown_key(origin, key)
        if key.startswith("secrets"):  # neither its value nor an exception that quotes it
            raise ConfigError(f"{origin}: {shown}: {_plain(problem['msg'])}") from None
        given = problem["input"]
        raise ConfigError(f"{origin}: {shown} is {given!r}: {_plain(problem['msg'])}") from exc


def _shown_key(origin: str, key: str) -> str:
    if origin == "the environment":
        return next((name for name, target in ENVIRONMENT.items() if target == key), key)
    if origin == "a flag":
        return "--" + key.replace("_", "-")
    return f"key {key!r}"


def _plain(message: str) -> str:
    return message[:1].lower() + message[1:]


def _dotenv(path: Path) -> dict[str, str]:
    """NAME=value lines; comments, `export` and matching quotes are understood, nothing is expanded."""
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
