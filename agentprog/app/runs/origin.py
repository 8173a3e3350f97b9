"""The origin of a run folder. A person's permissions for a run are in the user's own state folder, never in the run's.

Somebody else may have sent a folder. Its program, its journal and its screens are data; its policy, its models, its
workspace and the names of secrets count only if this user made it here, and as the state folder says.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agentprog.app.settings.folders import state_folder
from agentprog.app.settings.model import MODELS
from agentprog.errors import UsageError
from agentprog.runtime.files import only_plain, replace_plain
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.interaction import Interaction

GUARDED = ("policy", "workspace", "secrets", "mine", "sent", *MODELS)
"""Settings that never come from a run folder."""
_HERE = ("mine", "sent")
"""Settings that only the user's state folder holds."""
_TOKEN = re.compile(r"[0-9a-f]{32}")


def keep_setup(folder: RunFolder, setup: Mapping[str, Any], *, mine: Sequence[str] | None = None) -> None:
    """Record in the user's state that this folder was made here, with its permissions. `mine` are digests of the lines
    of its program that are the user's; None: as recorded before.

    If the state cannot be written, the run continues, and a resume of it asks as for another's folder.
    """
    known = _kept(folder)
    token = _token(folder) if known is not None else secrets.token_hex(16)  # a copy has the setup of its original
    folder.update_manifest(setup={name: value for name, value in setup.items() if name not in _HERE}, made=token)
    place = _places()
    guarded = {name: setup.get(name) for name in GUARDED}
    guarded["mine"] = list(mine) if mine is not None else (known or {}).get("mine")
    entry = json.dumps({"path": str(folder.path.resolve()), "setup": guarded})
    try:
        place.mkdir(parents=True, exist_ok=True)
        replace_plain(place / f"{token}.json", entry.encode())
    except OSError:
        return


def setup_here(folder: RunFolder) -> dict[str, Any]:
    """The run's setup: permitted settings from the folder, the rest from the user's state only."""
    setup = folder.manifest().get("setup")
    plain = {name: value for name, value in setup.items() if name not in GUARDED} if isinstance(setup, dict) else {}
    return plain | (_kept(folder) or {})


def is_sent(folder: RunFolder) -> bool:
    """True if the run began elsewhere, even if it was resumed here since."""
    setup = _kept(folder)
    return setup is None or bool(setup.get("sent"))


def admit(folder: RunFolder, interaction: Interaction) -> None:
    """Ask before a folder from elsewhere is used. Raises UsageError if it is refused or holds links, and NeedsHuman if
    nobody is there to ask.
    """
    only_plain(folder.path)
    if _kept(folder) is not None:
        return
    question = (
        f"You did not make the run folder {folder.path} here: its program and its actions are not yours. "
        "Its policy, models and files are ignored; the ones that you name now apply. Go on with it?"
    )
    if not interaction.confirm(question):
        raise UsageError(
            f"the run folder {folder.path} was made elsewhere, and you did not accept it",
            hint="Look into it, then run again and answer yes.",
        )


def _kept(folder: RunFolder) -> dict[str, Any] | None:
    """The state's record of exactly this folder; None if it was made elsewhere, or moved."""
    token = _token(folder)
    try:
        found = json.loads((_places() / f"{token}.json").read_text(encoding="utf-8")) if token else None
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict) or found.get("path") != str(folder.path.resolve()):
        return None
    return dict(found["setup"])


def _token(folder: RunFolder) -> str:
    token = str(folder.manifest().get("made", ""))
    return token if _TOKEN.fullmatch(token) else ""


def _places() -> Path:
    return state_folder() / "runs"
