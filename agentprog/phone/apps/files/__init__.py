"""Files: the shared storage as folders and rows."""

from __future__ import annotations

from agentprog.phone.apps.files.app import FilesApp

__all__ = ["FilesApp"]
