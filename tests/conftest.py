"""What every test gets: a home of its own, none of this computer's settings, no adb server but its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_PREFIXES = ("AGENTPROG_", "OPENAI_", "GEMINI_", "GOOGLE_", "ANDROID_", "ADB_", "XDG_")


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes the user's files, settings, keys or phones."""
    for name in list(os.environ):
        if name.startswith(_PREFIXES):
            monkeypatch.delenv(name)
    home = tmp_path_factory.mktemp("home")
    for name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root of the repository."""
    return Path(__file__).resolve().parent.parent
