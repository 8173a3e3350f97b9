"""How many tokens a text has, where no tokenizer is at hand."""

from __future__ import annotations

import math
from collections.abc import Iterable

from agentprog.ports import ImagePart, Message

CHARACTERS_PER_TOKEN = 3.5
IMAGE_TOKENS = 1000
"""About what a phone's screenshot costs with the providers that publish a formula."""


def estimate_tokens(text: str) -> int:
    """An estimate on the high side for English and code."""
    return math.ceil(len(text) / CHARACTERS_PER_TOKEN)


def estimated_prompt(messages: Iterable[Message]) -> int:
    """An estimate for a whole prompt, its pictures included."""
    parts = (part for message in messages for part in message.parts)
    return sum(IMAGE_TOKENS if isinstance(part, ImagePart) else estimate_tokens(part.text) for part in parts)
