"""Reads and checks the catalogue of downloadable models, `catalogue.toml`."""

from __future__ import annotations

import difflib
import tomllib
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from agentprog.errors import AgentProgError, ModelNotConfigured
from agentprog.frozen import frozen

_FILE = Path(__file__).resolve().parent.parent / "catalogue.toml"


@frozen
class HubSource:
    """A publisher's repository on Hugging Face.

    `file` is the path in it, if it differs from the entry's file name.
    """

    repository: str
    revision: str
    file: str = ""


@frozen
class PackagePart:
    """A wheel on the Python registry that contains a part of the weights. `requirement` pins the version."""

    requirement: str
    member: str
    bytes: int
    sha256: str


@frozen
class WeightsEntry:
    """One model: its file, and equivalent sources. An empty `sha256` is unknown."""

    name: str
    title: str
    file: str
    bytes: int
    sha256: str
    licence: str
    licence_url: str
    memory_gb: float
    fit_for: str
    hub: HubSource | None = None
    parts: tuple[PackagePart, ...] = ()


@cache
def catalogue() -> tuple[WeightsEntry, ...]:
    """All models, the recommended one first."""
    try:
        data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
        return TypeAdapter(tuple[WeightsEntry, ...]).validate_python(data["model"])
    except (OSError, tomllib.TOMLDecodeError, KeyError, ValidationError) as exc:
        raise AgentProgError(
            f"the catalogue of models {_FILE} cannot be read: {exc}",
            hint="The installation is incomplete: reinstall agentprog.",
        ) from exc


def entry(name: str) -> WeightsEntry:
    """The model of this name; the error for an unknown one names the nearest."""
    known = {model.name: model for model in catalogue()}
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known)}."
    raise ModelNotConfigured(
        f"there is no model {name!r} in the catalogue", hint=f"{hint} A path to a GGUF file works too."
    )
