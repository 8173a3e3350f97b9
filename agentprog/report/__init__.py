"""Renders a run as one self-contained HTML page: it loads nothing from a network or another file."""

from __future__ import annotations

from agentprog.report.page import write_report

__all__ = ["write_report"]
