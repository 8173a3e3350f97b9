"""Decides whether a reading must include every row of a list, or only the rows that fit its words."""

from __future__ import annotations

import tomllib
from functools import cache

from agentprog import resources
from agentprog.identity import quoted, words_of
from agentprog.runtime.witness.intent import nouns
from agentprog.runtime.witness.sorts import is_noun


@cache
def _words() -> tuple[frozenset[str], frozenset[str]]:
    data = tomllib.loads(resources.read_text("devices/things.toml"))["whole"]
    return frozenset(data["every"]), frozenset(data["known"])


def is_whole(question: str) -> bool:
    """True if the words ask for every row: one word means "all", and every other word is known and selects nothing. A
    quoted name, a number or an unknown word may leave rows out; only the reading model can decide that."""
    every, known = _words()
    words = words_of(question)
    if quoted(question) or not any(word in every for word in words):
        return False
    return all(word in every or word in known or word in nouns() or is_noun(word) for word in words)
