"""Clock: alarms, world clock, timers, stopwatch."""

from __future__ import annotations

from agentprog.phone.apps.clock.app import DeskClock

__all__ = ["DeskClock"]
