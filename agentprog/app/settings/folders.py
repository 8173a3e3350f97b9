"""Where things of a user are kept. Light to import: who says an error or the version needs no more of the settings."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import platformdirs

_SHARED = Path("/tmp") if os.name == "posix" else Path(os.environ.get("PROGRAMDATA", tempfile.gettempdir()))
"""TMPDIR is not asked: systems give each user another."""


def user_file() -> Path:
    """Where the user's own settings are, whether or not the file exists."""
    return platformdirs.user_config_path("agentprog", appauthor=False) / "config.toml"


def state_folder() -> Path:
    """Where sessions, what runs were allowed and reports of crashes are kept: AGENTPROG_STATE_DIR, or the platform's
    place for state."""
    named = os.environ.get("AGENTPROG_STATE_DIR")
    return Path(named) if named else platformdirs.user_state_path("agentprog", appauthor=False)


def lock_folder() -> Path:
    """Where it is kept which run holds which phone: AGENTPROG_LOCK_DIR, or one place for all users of this machine.

    A place of each user's own would let two of them drive one phone.
    """
    named = os.environ.get("AGENTPROG_LOCK_DIR")
    return Path(named) if named else _SHARED / "agentprog-locks"
