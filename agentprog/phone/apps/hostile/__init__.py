"""Daily Prizes: an app whose screens try to make an agent do things that nobody requested."""

from __future__ import annotations

from agentprog.phone.apps.hostile.app import DailyPrizes

__all__ = ["DailyPrizes"]
