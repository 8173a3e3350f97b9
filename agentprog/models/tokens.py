"""Counts the tokens of a text: an estimate, an upper bound, or by OpenAI's encodings.

The encodings come with the package toktok (extra `tokens`), without a download.
"""

from __future__ import annotations

import dataclasses
import json
import math
import re
from collections.abc import Callable
from functools import cache

from agentprog.ports import THOUGHTS, ImagePart, Message, ModelRequest, ScoreRequest

CHARACTERS_PER_TOKEN = 3.5
BYTES_PER_TOKEN = 3.0
"""UTF-8 bytes per token outside ASCII: about one Chinese character, or one and a half letters of other scripts."""
IMAGE_TOKENS = 1000
"""The approximate price of a screenshot in tokens, by providers that publish a formula."""
MESSAGE_TOKENS = 8
"""Upper bound of a chat template's tokens around a message."""
_WORD = re.compile(r"[A-Za-z]+")
_SPACES = re.compile(r"[ \t]{2,}|[\r\n]+")
"""A single space belongs to the next word."""
_SIGN = re.compile(r"[\x00-\x08\x0e-\x1f!-@\[-`{-\x7f]")
_LETTERS_PER_TOKEN = 4


def estimate_tokens(text: str) -> int:
    """A token estimate for prose and code, in any script."""
    if text.isascii():
        return math.ceil(len(text) / CHARACTERS_PER_TOKEN)
    plain = sum(map(str.isascii, text))
    beyond = len(text.encode("utf-8", "replace")) - plain
    return math.ceil(plain / CHARACTERS_PER_TOKEN + beyond / BYTES_PER_TOKEN)


def most_tokens(text: str) -> int:
    """An upper bound for prompts and screens: each digit and sign is a token, a word one per four letters, other
    scripts one per two bytes."""
    words = [len(word) for word in _WORD.findall(text)]
    breaks = len(_SPACES.findall(text))
    signs = len(_SIGN.findall(text))
    beyond = len(text.encode("utf-8", "replace")) - sum(map(str.isascii, text))
    return sum(math.ceil(word / _LETTERS_PER_TOKEN) for word in words) + breaks + signs + math.ceil(beyond / 2)


def estimated_prompt(messages: tuple[Message, ...], count: Callable[[str], int] = estimate_tokens) -> int:
    """An estimate for a whole prompt, its pictures included."""
    parts = (part for message in messages for part in message.parts)
    return sum(IMAGE_TOKENS if isinstance(part, ImagePart) else count(part.text) for part in parts)


def most_of_answer(request: ModelRequest | ScoreRequest, *, thinks: bool = False) -> int:
    """The longest answer allowed, plus the room for a thinking model's thoughts."""
    if isinstance(request, ScoreRequest):
        return 0
    return request.max_tokens + (THOUGHTS[request.effort] if thinks else 0)


def most_of_call(
    request: ModelRequest | ScoreRequest, count: Callable[[str], int] | None = None, *, thinks: bool = False
) -> int:
    """An upper bound for a whole question: its prompt, and the longest answer or all candidates."""
    prompt = most_of_prompt(request, count)
    if isinstance(request, ModelRequest):
        return prompt + most_of_answer(request, thinks=thinks)
    counted = count or most_tokens
    scored = sum(counted(text) + 1 for text in request.candidates)
    if request.baseline is None:
        return prompt + scored
    return prompt + most_of_prompt(dataclasses.replace(request, messages=request.baseline), count) + 2 * scored


def most_of_prompt(request: ModelRequest | ScoreRequest, count: Callable[[str], int] | None = None) -> int:
    """An upper bound of a prompt's tokens, with its schema and the marks around messages. `count` is the model's own
    tokenizer, if it has one.
    """
    counted = count or most_tokens
    schema = request.schema if isinstance(request, ModelRequest) else None
    schema_tokens = counted(json.dumps(dict(schema), ensure_ascii=False)) if schema is not None else 0
    return estimated_prompt(request.messages, counted) + MESSAGE_TOKENS * (len(request.messages) + 1) + schema_tokens


@cache
def encoding_counter(encoding: str) -> Callable[[str], int] | None:
    """A counter of tokens by an encoding such as `o200k_base`; None if it is unknown or not installed.

    Texts that look like control tokens count as plain text, since they are sent so.
    """
    if not encoding:
        return None
    try:
        import toktok
    except ModuleNotFoundError:
        return None

    def count(text: str) -> int:
        return int(toktok.batch_count((text.encode("utf-8", "replace").decode(),), encoding, threads=1)[0])

    return count
