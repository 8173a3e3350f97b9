"""Facts about model families that no API tells: `families.toml`, by name."""

from __future__ import annotations

import fnmatch
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from agentprog.ports import Space

_FILE = Path(__file__).resolve().parent / "families.toml"
_SIZE = re.compile(r"(?<![a-z\d.])(\d+(?:\.\d+)?)b(?![a-z\d])")
SMALL_BILLIONS = 4.0


class Family(NamedTuple):
    """Context in tokens; whether images are understood, and how places on them are named; whether the name says a size
    under four billion parameters; its tokenizer's encoding, empty where none is to be had."""

    context: int
    vision: bool
    small: bool
    space: Space
    tokenizer: str = ""


def family(name: str) -> Family:
    """What the name of a model tells."""
    short = name.lower().rpartition("/")[2]
    size = _SIZE.search(short)
    small = size is not None and float(size.group(1)) < SMALL_BILLIONS
    for patterns, context, vision, space, tokenizer in _table():
        if any(fnmatch.fnmatchcase(short, pattern) for pattern in patterns):
            return Family(context, vision, small, space, tokenizer)
    raise LookupError(f"{_FILE} has no pattern for every name")


@cache
def _table() -> tuple[tuple[tuple[str, ...], int, bool, Space, str], ...]:
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        (
            tuple(row["names"]),
            int(row["context"]),
            bool(row["vision"]),
            Space(row.get("coordinates", "absolute")),
            str(row.get("tokenizer", "")),
        )
        for row in data["family"]
    )
