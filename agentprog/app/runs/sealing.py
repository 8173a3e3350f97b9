"""The user's key for digests that run folders keep: it lies in the user's own state, never in a folder."""

from __future__ import annotations

import contextlib
import os
import secrets

from agentprog.app.settings.folders import state_folder


def sealing_key() -> str:
    """The key, made when it is first asked for. Empty where the state can neither be read nor written: then no digests
    are kept."""
    place = state_folder() / "witness.key"
    with contextlib.suppress(OSError, ValueError):
        return place.read_text(encoding="ascii").strip()
    fresh = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_hex(32), encoding="ascii")
        fresh.replace(place)
        return place.read_text(encoding="ascii").strip()
    except OSError:
        return ""
