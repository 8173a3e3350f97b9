"""Facts about model families that no API reports: `families.toml`, by name."""

from __future__ import annotations

import fnmatch
import re
import tomllib
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from agentprog.ports import Space

_FILE = Path(__file__).resolve().parent / "families.toml"
_SIZE = re.compile(r"(?<![a-z\d.])(\d+(?:\.\d+)?)b(?![a-z\d])")
SMALL_BILLIONS = 4.0


class Family(BaseModel):
    """Facts about a family of models: context in tokens; whether it understands images, and its coordinates on them.
    Also whether its name gives a size under four billion parameters, and its tokenizer's encoding (empty if none is
    available).

    `thinks`: it thinks before it answers, and its limit counts the thoughts. `efforts` are the words that limit its
    thinking, the least first; `budget` the fewest and most tokens if a number limits it (0: thinking can be switched
    off). `sampling`: it accepts temperature and stop texts. `headless`: its chat template opens the thoughts, so an
    answer begins inside them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    names: tuple[str, ...]
    context: int
    vision: bool
    small: bool = False
    space: Space = Field(default=Space.ABSOLUTE, validation_alias="coordinates")
    tokenizer: str = ""
    thinks: bool = False
    efforts: tuple[str, ...] = ()
    budget: tuple[int, int] | None = None
    sampling: bool = True
    headless: bool = False


@cache
def family(name: str) -> Family:
    """The family that a model's name shows."""
    short = name.lower().rpartition("/")[2]
    size = _SIZE.search(short)
    small = size is not None and float(size.group(1)) < SMALL_BILLIONS
    known = next(row for row in _table() if any(fnmatch.fnmatchcase(short, pattern) for pattern in row.names))
    return known.model_copy(update={"small": small})


@cache
def _table() -> tuple[Family, ...]:
    """The last row has a pattern for every name."""
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(Family.model_validate(row) for row in data["family"])
