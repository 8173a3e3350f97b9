"""Groups of rewards: advantages, and the choice of groups and samples to train on. Needs no torch."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, pstdev

Rewards = Sequence[float]


def advantages(rewards: Rewards) -> list[float]:
    """Each reward's distance from the group's mean, in standard deviations; zeros if all are equal."""
    middle, spread = fmean(rewards), pstdev(rewards)
    return [(reward - middle) / spread if spread > 1e-8 else 0.0 for reward in rewards]


RULES: Mapping[str, Callable[[Rewards], bool]] = {
    "none": bool,
    "paper": lambda rewards: 0.1 < fmean(rewards) < 1.0,
    "code": lambda rewards: max(rewards) > 0.1 and min(rewards) < 1.0,
    "arithmetic": lambda rewards: 0.2 < fmean(rewards) < 0.8,
}
"""SWIRL's online reweighting: the groups that a batch keeps. Paper and code differ; arithmetic has its own rule."""


def refilled(is_kept: Sequence[bool], source: random.Random) -> list[int]:
    """The indexes of a batch after reweighting; each dropped one is replaced by a random kept one.

    Empty if none is kept.
    """
    good = [place for place, recipe in enumerate(is_kept) if recipe]
    return [place if recipe else source.choice(good) for place, recipe in enumerate(is_kept)] if good else []


def worth_warming(rewards: Rewards) -> bool:
    """SWIRL, stage 1: a sample that some of eight rollouts get right."""
    return 0.3 <= fmean(rewards) <= 0.4


def worth_rounds(rewards: Rewards) -> bool:
    """SWIRL, stage 2: a hard sample on which rollouts differ."""
    return fmean(rewards) < 0.6 and pstdev(rewards) ** 2 > 0.175


def spread_over(mask: Sequence[bool], advantage: float) -> list[float]:
    """CODA: the advantage per token of a plan and its action; zero outside of the plan."""
    return [advantage if planned else 0.0 for planned in mask]


def shuffled(groups: Sequence[Rewards], source: random.Random) -> list[list[float]]:
    """The control without a learnable signal: the same rewards, shuffled within each group."""
    found = [list(group) for group in groups]
    for group in found:
        source.shuffle(group)
    return found
