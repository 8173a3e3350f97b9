"""The home screen: workspace, all apps, recents."""

from __future__ import annotations

from agentprog.phone.apps.launcher.home import launcher_of

__all__ = ["launcher_of"]
