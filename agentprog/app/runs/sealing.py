"""The user's key for digests in run folders: stored in the user's own state, never in a run folder."""

from __future__ import annotations

import contextlib
import secrets

from agentprog.app.settings.folders import state_folder
from agentprog.runtime.files import replace_plain


def sealing_key() -> str:
    """The key, made at the first call. Empty if the state can neither be read nor written: then no digests
    are stored.
    """
    place = state_folder() / "witness.key"
    with contextlib.suppress(OSError, ValueError):
        return place.read_text(encoding="ascii").strip()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_plain(place, secrets.token_hex(32).encode(), mode=0o600)
        return place.read_text(encoding="ascii").strip()
    except OSError:
        return ""
