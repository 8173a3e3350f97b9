"""Measures texts in tokens of the model that reads them, and shortens them."""

from __future__ import annotations

import math
from functools import lru_cache

from agentprog.runtime.roles import TokenCounter

CHARACTERS_PER_TOKEN = 3.5
"""Estimate without a tokenizer, on the high side for English and code."""
_MOST_CHARACTERS = 16
"""Hardly any token is longer; further characters need not be counted."""
_CACHED = 8192
ELLIPSIS = "…"


class Tokens:
    """Counts with the tokenizer of the run's model, or estimates; caches its counts."""

    def __init__(self, counter: TokenCounter | None = None) -> None:
        self._counter = counter
        self._counted = lru_cache(maxsize=_CACHED)(self._count)

    @property
    def tokenizer(self) -> str:
        """The name of the tokenizer's owner; empty if the counts are estimates."""
        return self._counter.tokenizer if self._counter is not None else ""

    @property
    def context(self) -> int | None:
        """The model's context in tokens; None if unknown."""
        return self._counter.context if self._counter is not None else None

    def of(self, text: str) -> int:
        """Tokens of a text."""
        return self._counted(text) if text else 0

    def cut(self, text: str, most: int) -> str:
        """The beginning of a text, in at most this many tokens including the mark of the cut."""
        head = text[: most * _MOST_CHARACTERS]
        if head == text and self.of(text) <= most:
            return text
        while head and (count := self.of(head + ELLIPSIS)) > most:
            head = head[: min(len(head) - 1, math.floor(len(head) * most / count))]
        return head.rstrip() + ELLIPSIS

    def _count(self, text: str) -> int:
        if self._counter is not None:
            return self._counter.count_tokens(text)
        return math.ceil(len(text) / CHARACTERS_PER_TOKEN)
