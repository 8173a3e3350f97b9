"""App cards in `devices/apps/*.toml`: the names people use for an app, since adb reports packages and no labels."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentprog import resources
from agentprog.errors import ConfigError


class AppCard(BaseModel):
    """One file: the package, its icon's English label, other names in use, and resource ids of elements that commit or
    only open a page (their last parts). `drawn` means that the app draws its screens itself, without accessibility
    nodes; its touchable parts have words (`texts`) or not (`pictures`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    package: str = Field(pattern=r"^[A-Za-z][\w]*(\.[A-Za-z]\w*)+$")
    label: str = Field(min_length=1)
    aliases: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    opens: tuple[str, ...] = ()
    drawn: Literal["", "texts", "pictures"] = ""


@lru_cache(maxsize=1)
def cards() -> Mapping[str, AppCard]:
    """Every card in the package, by Android package name. Raises ConfigError for an invalid file."""
    folder = resources.folder("devices") / "apps"
    found = [read_card(file) for file in sorted(folder.glob("*.toml"))]
    return {card.package: card for card in found}


def read_card(file: Path) -> AppCard:
    """Reads one card. Raises ConfigError naming the file and its error."""
    try:
        return AppCard.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as exc:
        raise ConfigError(f"the app card {file} is wrong: {exc}") from exc
