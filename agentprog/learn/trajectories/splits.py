"""Divides steps into training and held-out ones by app or task; an episode is never divided."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal

from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.learn.trajectories.records import Step

By = Literal["app", "task"]


@frozen
class Split:
    train: tuple[Step, ...]
    held: tuple[Step, ...]


def split(steps: Iterable[Step], *, by: By, share: float = 0.2, seed: int = 0) -> Split:
    """Holds out about `share` of the apps or tasks, at least one, by a hash of name and seed.

    An episode with several apps counts for its main app. Raises UsageError if there are fewer than two apps or
    tasks.
    """
    all_steps = tuple(steps)
    groups = sorted({_group(step, by) for step in all_steps}, key=lambda name: _rank(name, seed))
    if len(groups) < 2:
        raise UsageError(f"there are fewer than two {by}s, so nothing can be held out", hint="Collect more.")
    count = min(len(groups) - 1, max(1, round(share * len(groups))))
    held_groups = set(groups[:count])
    return Split(
        train=tuple(step for step in all_steps if _group(step, by) not in held_groups),
        held=tuple(step for step in all_steps if _group(step, by) in held_groups),
    )


def _group(step: Step, by: By) -> str:
    return step.app if by == "app" else step.task


def _rank(name: str, seed: int) -> str:
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()
