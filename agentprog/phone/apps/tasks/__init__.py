"""Tasks: a list of what is to do, with dates, priorities and groups. Facts of version 13.6.3 of Tasks.org."""

from __future__ import annotations

from agentprog.phone.apps.tasks.app import Tasks

__all__ = ["Tasks"]
