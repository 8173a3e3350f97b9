"""Files: the folders and files of shared storage."""

from __future__ import annotations

from agentprog.phone.apps.files.app import FilesApp

__all__ = ["FilesApp"]
