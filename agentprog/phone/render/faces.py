"""The installed typefaces (`devices/fonts.toml`), their characters and their sizes."""

from __future__ import annotations

import logging
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from PIL import ImageFont, features

from agentprog import resources
from agentprog.errors import ConfigError
from agentprog.phone.render.charmap import CharacterMap

Weight = Literal["light", "regular", "medium", "bold"]
MAIN = 0
_AXIS: dict[Weight, int] = {"light": 300, "regular": 400, "medium": 500, "bold": 700}
_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Face:
    """One typeface. `has` is None when its package is not installed."""

    paths: dict[str, Path]
    index: int
    emoji: bool
    shaped: bool
    has: CharacterMap | None


class _Locale:
    """The phone sets this before anything is drawn; a process has one phone, or several of one locale."""

    tag = "en-US"


def use_locale(tag: str) -> None:
    """Choose the shapes of unified Chinese characters: `ja-JP`, `ko-KR`, `zh-TW`; all others mean simplified
    Chinese."""
    if tag != _Locale.tag:
        _Locale.tag = tag
        for cached in (faces, choose, face_at):
            cached.cache_clear()


@cache
def faces() -> tuple[Face, ...]:
    """The typefaces in order of preference. Raises ConfigError if the main one is missing."""
    path = resources.path("devices/fonts.toml")
    found = tuple(_face(entry) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["face"])
    if found[MAIN].has is None:
        hint = 'Install the extra: pip install "agentprog[sim]"'
        raise ConfigError("the main typeface of devices/fonts.toml is not installed", hint=hint)
    return found


def _face(entry: dict[str, Any]) -> Face:
    spec = find_spec(entry["package"])
    folder = Path(spec.origin).parent if spec is not None and spec.origin else None
    paths = {weight: folder / name for weight, name in entry["files"].items()} if folder else {}
    collection = entry.get("collection", {})
    index = collection.get(_Locale.tag, collection.get(_Locale.tag.split("-")[0], collection.get("default", 0)))
    if folder is None:
        _log.warning("the package %s is not installed: its scripts are drawn as boxes", entry["package"])
    return Face(
        paths=paths,
        index=index,
        emoji=entry.get("emoji", False),
        shaped=entry.get("shaped", False),
        has=CharacterMap(paths["regular"], index) if folder else None,
    )


@lru_cache(maxsize=2048)
def choose(char: str, *, emoji: bool = False) -> int:
    """Index of the typeface for a character. `emoji` tries the emoji typeface first, as U+FE0F requests."""
    for number, face in enumerate(faces()):
        if face.has is not None and face.emoji is emoji and char in face.has:
            return number
    for number, face in enumerate(faces()):
        if face.has is not None and char in face.has:
            return number
    if not char.isspace() and unicodedata.category(char)[0] != "C":
        _say_missing(unicodedata.name(char, "UNNAMED").split()[0])
    return MAIN


@cache
def _say_missing(script: str) -> None:
    _log.warning("no typeface of devices/fonts.toml has %s characters: they are drawn as boxes", script)


@cache
def shaping() -> bool:
    """True if this Pillow has HarfBuzz. Without it, letters that join or reorder are drawn singly."""
    found = bool(features.check("raqm"))
    if not found:
        _log.warning("this Pillow is built without Raqm: Arabic, Devanagari and the like are drawn unjoined")
    return found


def has_weight(number: int, weight: Weight) -> bool:
    """True if a typeface has letters of that weight; otherwise bold is drawn with thicker strokes."""
    paths = faces()[number].paths
    return weight != "bold" or weight in paths or "[wght]" in paths["regular"].name


@lru_cache(maxsize=96)
def face_at(number: int, size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """A typeface at a size in pixels."""
    face = faces()[number]
    layout = ImageFont.Layout.RAQM if face.shaped and shaping() else ImageFont.Layout.BASIC
    path = face.paths.get(weight, face.paths["regular"])
    font = ImageFont.truetype(str(path), size, index=face.index, layout_engine=layout)
    if "[wght]" in path.name:
        font.set_variation_by_axes([_AXIS[weight]])
    return font
