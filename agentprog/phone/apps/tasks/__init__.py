"""Tasks: a to-do list with dates, priorities and groups. Based on Tasks.org 13.6.3."""

from __future__ import annotations

from agentprog.phone.apps.tasks.app import Tasks

__all__ = ["Tasks"]
