"""A run as one HTML page that needs nothing else: no network, no other file."""

from __future__ import annotations

from agentprog.report.page import write_report

__all__ = ["write_report"]
