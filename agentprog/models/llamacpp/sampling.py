"""Chooses the next token from a row of logits, at a temperature, under a grammar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

FLOOR = 0.05
"""At a temperature above zero, tokens below this share of the likeliest one's probability are left out."""
_CHUNKS = (1, 32, 512)
_ROUNDS = 6
_REPEATED = 64


class Rules(Protocol):
    """Keeps only the tokens that may come next."""

    def allowed(self, tokens: list[int]) -> list[int]: ...


def log_probability(logits: npt.NDArray[np.float32], tokens: list[int], *, among: float = 0.0) -> list[float]:
    """Log-probabilities of some tokens under one row; `among` is the weight of normalising over these tokens alone."""
    if among:
        all_tokens = log_probability(logits, tokens) if among < 1 else [0.0] * len(tokens)
        among_these = log_probability(logits[tokens], list(range(len(tokens))))
        return [(1 - among) * a + among * b for a, b in zip(all_tokens, among_these, strict=True)]
    top = float(logits.max())
    total = float(np.exp(logits - np.float32(top)).sum(dtype=np.float64))
    scale = top + float(np.log(total))
    return [float(logits[token]) - scale for token in tokens]


def repeats(tokens: Sequence[int]) -> bool:
    """True if a text ends in six repetitions of one part, 64 tokens or more: a small model does not leave this loop."""
    for length in range(1, len(tokens) // _ROUNDS + 1):
        last = max(_ROUNDS * length, _REPEATED)
        if last > len(tokens) or tokens[-1] != tokens[-1 - length]:
            continue
        if tokens[-last + length :] == tokens[-last:-length]:
            return True
    return False


def choose(
    logits: npt.NDArray[np.float32],
    *,
    temperature: float,
    rules: Rules | None,
    draws: np.random.Generator,
) -> int | None:
    """Draws one token; None if the rules admit none."""
    if temperature <= 0:
        return _likeliest(logits, rules)
    admitted = _admitted(logits, temperature, rules)
    if not admitted:
        return None
    chances = logits[admitted].astype(np.float64) / temperature
    chances = np.exp(chances - chances.max())
    chances[chances < FLOOR] = 0.0
    return int(draws.choice(np.array(admitted), p=chances / chances.sum()))


def _likeliest(logits: npt.NDArray[np.float32], rules: Rules | None) -> int | None:
    if rules is None:
        return int(logits.argmax())
    for count in (*_CHUNKS, len(logits)):
        for token in rules.allowed(_top(logits, count)):
            return token
    return None


def _admitted(logits: npt.NDArray[np.float32], temperature: float, rules: Rules | None) -> list[int]:
    """The tokens to draw from. Under rules the likely ones are tested first: testing all is slow."""
    reach = logits.max() + temperature * np.log(FLOOR)
    likely = [int(token) for token in np.flatnonzero(logits >= reach)]
    if rules is None:
        return likely
    return rules.allowed(likely) or rules.allowed(list(range(len(logits))))


def _top(logits: npt.NDArray[np.float32], count: int) -> list[int]:
    """The likeliest tokens, best first."""
    if count >= len(logits):
        return [int(token) for token in np.argsort(-logits, kind="stable")]
    part = np.argpartition(-logits, count)[:count]
    return [int(token) for token in part[np.argsort(-logits[part], kind="stable")]]
