"""A language model of two layers that reads bytes: it learns little, and that in a second."""

from __future__ import annotations

from agentprog.learn.training.fresh import fresh_policy
from agentprog.learn.training.policy import Policy


def tiny_policy(*roles: str, seed: int = 0) -> Policy:
    policy = fresh_policy(width=32, heads=2, rank=8, reads=40)
    for role in roles:
        policy.add(role, seed)
    return policy
