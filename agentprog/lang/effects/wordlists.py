"""The words that order effects, from one file of tables for six languages, and patterns made of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from typing import Any

from agentprog import resources


@cache
def tables() -> dict[str, Any]:
    """The content of `devices/policy.toml`, read once."""
    return tomllib.loads(resources.read_text("devices/policy.toml"))


DENSE = re.compile("[\u3040-\u9fff\uac00-\ud7a3]")


def is_dense(word: str) -> bool:
    """True if a word is in a script without spaces between words."""
    return DENSE.search(word) is not None


def whole_words(words: Iterable[str]) -> re.Pattern[str]:
    """Pattern for any of the words: as a whole, or anywhere in scripts without spaces."""
    listed = sorted(words, key=len, reverse=True)
    spaced = "|".join(re.escape(word) for word in listed if not is_dense(word))
    dense = "|".join(re.escape(word) for word in listed if is_dense(word))
    return re.compile("|".join(part for part in (rf"(?<!\w)(?:{spaced})(?!\w)" if spaced else "", dense) if part))


def beginnings(words: Iterable[str]) -> re.Pattern[str]:
    """Pattern for any of the words at the start of a longer word, or anywhere in scripts without spaces."""
    return re.compile("|".join(re.escape(word) if is_dense(word) else rf"(?<!\w){re.escape(word)}" for word in words))
