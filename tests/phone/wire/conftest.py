"""Files that the tests of the wire send."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def u2_apk() -> Path:
    """The keyboard that uiautomator2 brings: a real, signed APK."""
    return Path(str(files("uiautomator2") / "assets" / "app-uiautomator.apk"))
