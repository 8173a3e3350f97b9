"""The Chromium of the page's tests: the system's, if there is one, else playwright's own."""

from __future__ import annotations

import os
import shutil
import sys

ARGUMENTS = ["--no-sandbox"]
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def browser_path() -> str | None:
    """The path of Chromium; None: the one that playwright has downloaded. CHROMIUM names another one."""
    given = os.environ.get("CHROMIUM")
    return given or next((found for name in _NAMES if (found := shutil.which(name))), None)


def starts() -> bool:
    """Whether this browser can be started here."""
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as play:
        try:
            play.chromium.launch(executable_path=browser_path(), args=ARGUMENTS).close()
        except Error:
            return False
    return True


if __name__ == "__main__":
    found = browser_path() is not None if "--installed" in sys.argv else starts()
    sys.exit(0 if found else 1)
