"""Clipper: puts a text on the clipboard and shows its content. Its broadcasts: `shell.commands.broadcasts`."""

from __future__ import annotations

from agentprog.phone.apps.clipper.app import Clipper

__all__ = ["Clipper"]
