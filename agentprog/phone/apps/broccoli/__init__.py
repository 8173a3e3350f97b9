"""Broccoli: recipes in the app's own database."""

from __future__ import annotations

from agentprog.phone.apps.broccoli.app import Broccoli

__all__ = ["Broccoli"]
