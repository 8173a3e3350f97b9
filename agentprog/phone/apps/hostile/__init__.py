"""Daily Prizes: an app that no phone should have. Its screens try to make an agent do what nobody asked for."""

from __future__ import annotations

from agentprog.phone.apps.hostile.app import DailyPrizes

__all__ = ["DailyPrizes"]
