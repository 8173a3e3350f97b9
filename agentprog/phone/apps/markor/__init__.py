"""Markor: plain files under Documents/Markor, a list and an editor."""

from __future__ import annotations

from agentprog.phone.apps.markor.app import Markor

__all__ = ["Markor"]
