"""The user's folders. This module imports little: errors and the version need nothing else of the settings."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import platformdirs

_SHARED = Path("/tmp") if os.name == "posix" else Path(os.environ.get("PROGRAMDATA", tempfile.gettempdir()))
"""Not TMPDIR: systems give each user a TMPDIR of their own."""


def user_file() -> Path:
    """The path of the user's own settings, even if the file does not exist."""
    return platformdirs.user_config_path("agentprog", appauthor=False) / "config.toml"


def state_folder() -> Path:
    """The folder of sessions, permissions of runs and crash reports: AGENTPROG_STATE_DIR, or the platform's folder for
    state.
    """
    setting = os.environ.get("AGENTPROG_STATE_DIR")
    return Path(setting) if setting else platformdirs.user_state_path("agentprog", appauthor=False)


def lock_folder() -> Path:
    """The folder of device locks: AGENTPROG_LOCK_DIR, or one folder for all users of this machine.

    With one folder for each user, two users could drive the same phone.
    """
    setting = os.environ.get("AGENTPROG_LOCK_DIR")
    return Path(setting) if setting else _SHARED / "agentprog-locks"
