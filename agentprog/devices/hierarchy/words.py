"""Words for the screen's elements: cleaned texts, names from resource ids, merged labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

LABEL_LIMIT = 120
"""Longest label. The element keeps the whole text; the label only names it."""

_SPACE = re.compile(r"\s+")
_UNREADABLE = re.compile(
    "[\ue000-\uf8ff\U000f0000-\U0010ffff\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffc\x00-\x1f]"
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SEPARATOR = re.compile(r"[_\-.\s]+")
_NAMELESS_IDS = {"content", "root", "container", "root view", "rootview", "0 resource name obfuscated"}


def clean(text: str) -> str:
    """The text on one line, without icon-font glyphs, direction marks and runs of white space."""
    if not text:
        return ""
    if text.isascii() and text.isprintable():
        return " ".join(text.split()) if "  " in text or text[0] == " " or text[-1] == " " else text
    return _SPACE.sub(" ", _UNREADABLE.sub(lambda m: " " if m[0].isspace() else "", text)).strip()


def lines(text: str) -> list[str]:
    """The cleaned, non-empty lines of a text."""
    if "\n" not in text and "\r" not in text:
        return [only] if (only := clean(text)) else []
    return [part for part in (clean(line) for line in text.splitlines()) if part]


@lru_cache(maxsize=1024)
def label_from_id(resource_id: str) -> str:
    """`pkg:id/conversations_fab` -> `conversations fab`; empty if the id names nothing."""
    name = resource_id.rsplit("/", 1)[-1].rsplit(":", 1)[-1]
    words = _SEPARATOR.sub(" ", _CAMEL.sub(" ", name)).strip().casefold()
    return "" if words in _NAMELESS_IDS or not any(c.isalpha() for c in words) else words


def shorten(text: str, limit: int = LABEL_LIMIT) -> str:
    """The text; if longer than the limit, cut at a word with an ellipsis."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    space = head.rfind(" ")
    return (head[:space] if space > limit // 2 else head).rstrip(" ,;") + "…"


def distinct(parts: Iterable[str]) -> list[str]:
    """The parts in order, without repeated and empty ones."""
    return list(dict.fromkeys(filter(None, parts)))


def unrepeated(parts: Iterable[str]) -> list[str]:
    """The parts in order, without parts whose words an earlier part contains."""
    unique: list[str] = []
    for part in parts:
        if part and not any(mentions(earlier, part) for earlier in unique):
            unique.append(part)
    return unique


def mentions(whole: str, part: str) -> bool:
    """True if `part` occurs in `whole` as whole words, so that "2" is not found in "12:30"."""
    at = whole.find(part)
    while at >= 0:
        before, after = whole[at - 1 : at], whole[at + len(part) : at + len(part) + 1]
        if not (before.isalnum() and part[0].isalnum()) and not (after.isalnum() and part[-1].isalnum()):
            return True
        at = whole.find(part, at + 1)
    return False


def join(parts: Sequence[str]) -> str:
    """The parts of a merged label on one line."""
    return ", ".join(parts)
