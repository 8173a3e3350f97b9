"""How many generated examples a test draws."""

from __future__ import annotations

from hypothesis import HealthCheck, settings


def scaled(count: int) -> int:
    """`count` is for the whole suite; a profile with fewer than Hypothesis's 100 examples takes as much less of it."""
    return max(1, count * settings.default.max_examples // 100)


def examples(count: int) -> settings:
    """Settings for a test whose examples are dear, however long one takes."""
    return settings(max_examples=scaled(count), deadline=None, suppress_health_check=list(HealthCheck))
