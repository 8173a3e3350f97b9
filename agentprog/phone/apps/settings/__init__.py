"""Settings: the homepage and the pages whose switches change the settings provider."""

from __future__ import annotations

from agentprog.phone.apps.settings.app import SettingsApp

__all__ = ["SettingsApp"]
