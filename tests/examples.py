"""The number of generated examples of a test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings


def scaled(count: int) -> int:
    """`count` is for the whole suite; a profile with fewer than Hypothesis's 100 examples takes that share of it."""
    return max(1, count * settings.default.max_examples // 100)


def examples(count: int) -> settings:
    """Settings for a test with expensive examples, without a time limit for each."""
    return settings(max_examples=scaled(count), deadline=None, suppress_health_check=list(HealthCheck))
