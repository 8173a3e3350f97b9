"""Counts the tokens of a text: estimated, bounded, or by OpenAI's own encodings.

The encodings come without a download from toktok (extra `tokens`), whose package contains the vocabularies.
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
"""Of what is not ASCII, in UTF-8: about one Chinese character, one and a half letters of other scripts."""
IMAGE_TOKENS = 1000
"""About what a phone's screenshot costs with the providers that publish a formula."""
MESSAGE_TOKENS = 8
"""What a chat template puts around a message, at most."""
_WORD = re.compile(r"[A-Za-z]+")
_SPACES = re.compile(r"[ \t]{2,}|[\r\n]+")
"""A single space belongs to the word after it."""
_SIGN = re.compile(r"[\x00-\x08\x0e-\x1f!-@\[-`{-\x7f]")
_LETTERS_PER_TOKEN = 4


def estimate_tokens(text: str) -> int:
    """An estimate for prose and code, in any script."""
    if text.isascii():
        return math.ceil(len(text) / CHARACTERS_PER_TOKEN)
    plain = sum(map(str.isascii, text))
    beyond = len(text.encode("utf-8", "replace")) - plain
    return math.ceil(plain / CHARACTERS_PER_TOKEN + beyond / BYTES_PER_TOKEN)


def most_tokens(text: str) -> int:
    """A bound that prompts and screens keep to, for limits that must hold: every digit and every sign is a token, a
    word one for each four letters, other scripts one for each two bytes."""
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
    """The longest answer allowed, with the room for thoughts of a model that thinks."""
    if isinstance(request, ScoreRequest):
        return 0
    return request.max_tokens + (THOUGHTS[request.effort] if thinks else 0)


def most_of_call(
    request: ModelRequest | ScoreRequest, count: Callable[[str], int] | None = None, *, thinks: bool = False
) -> int:
    """What a question may take at most: its prompt and the longest answer allowed, or all of its candidates."""
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
    told = counted(json.dumps(dict(schema), ensure_ascii=False)) if schema is not None else 0
    return estimated_prompt(request.messages, counted) + MESSAGE_TOKENS * (len(request.messages) + 1) + told


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
