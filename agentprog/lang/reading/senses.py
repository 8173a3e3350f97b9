"""Compares the words of two lines that decide whether and when a line runs."""

from __future__ import annotations

import re
from functools import lru_cache

from agentprog.lang.reading.about_program import any_of
from agentprog.lang.source.text import without_texts
from agentprog.lang.vocabulary.words import Words

_REF = re.compile(r"\{[^{}]*\}")


def keeps_blocks(old: str, new: str, known: Words) -> bool:
    """False if a correction drops the words for else of the old line, or all words of its condition or loop."""
    before, after = (_REF.sub("{}", without_texts(text, '""')) for text in (old, new))
    return not any(pattern.search(before) and not pattern.search(after) for pattern in _patterns(known))


@lru_cache(maxsize=8)
def _patterns(known: Words) -> tuple[re.Pattern[str], ...]:
    """Patterns of a word for else, and of a word that begins a condition or a loop."""
    others = any_of(known.all("inline", "else"))
    loop = known.canonical("foreach").partition("<")[0].strip()
    decides = any_of((*known.all("itself", "steering"), loop.casefold()))
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in (others, decides))
