"""Where things of a user are kept. Light to import: who says an error or the version needs no more of the settings."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def user_file() -> Path:
    """Where the user's own settings are, whether or not the file exists."""
    return platformdirs.user_config_path("agentprog", appauthor=False) / "config.toml"


def state_folder() -> Path:
    """Where locks, sessions and reports of crashes are kept: AGENTPROG_STATE_DIR, or the platform's place for state."""
    named = os.environ.get("AGENTPROG_STATE_DIR")
    return Path(named) if named else platformdirs.user_state_path("agentprog", appauthor=False)
