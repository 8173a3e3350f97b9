"""Simple Calendar Pro: events in the app's own database."""

from __future__ import annotations

from agentprog.phone.apps.calendar.app import SimpleCalendar

__all__ = ["SimpleCalendar"]
