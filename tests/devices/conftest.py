"""Small hierarchy dumps for tests, written like the uiautomator2 server writes them."""

from __future__ import annotations

from types import SimpleNamespace
from xml.sax.saxutils import quoteattr

import pytest

FULL = (0, 0, 1080, 2400)
_FLAGS = ("checkable", "checked", "clickable", "focused", "scrollable", "long-clickable", "password", "selected")


def node(
    cls: str = "FrameLayout",
    bounds: tuple[int, int, int, int] = FULL,
    *children: str,
    text: str = "",
    desc: str = "",
    rid: str = "",
    hint: str = "",
    package: str = "org.example.app",
    flags: str = "",
    enabled: bool = True,
    visible: bool = True,
) -> str:
    """One node. `flags` names its true attributes, separated by spaces."""
    name = cls if "." in cls else f"android.widget.{cls}"
    on = set(flags.split())
    left, top, right, bottom = bounds
    identifier = f"{package}:id/{rid}" if rid and ":" not in rid else rid
    attributes = {
        "index": "0",
        "text": text,
        "resource-id": identifier,
        "class": name,
        "package": package,
        "content-desc": desc,
        **{flag: str(flag in on).lower() for flag in _FLAGS},
        "enabled": str(enabled).lower(),
        "visible-to-user": str(visible).lower(),
        "bounds": f"[{left},{top}][{right},{bottom}]",
        "drawing-order": "1",
        "hint": hint,
        "display-id": "0",
    }
    written = " ".join(f"{key}={quoteattr(value, {chr(10): '&#10;'})}" for key, value in attributes.items())
    return f"<node {written}>{''.join(children)}</node>"


def dump(*roots: str, rotation: int = 0) -> str:
    """A whole dump of the windows given."""
    head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n"
    return f'{head}<hierarchy rotation="{rotation}">{"".join(roots)}</hierarchy>'


def status_bar() -> str:
    """The window of the system, which often comes first."""
    clock = node("TextView", (40, 10, 200, 70), text="15:34", package="com.android.systemui")
    return node("FrameLayout", (0, 0, 1080, 80), clock, package="com.android.systemui")


def keyboard(top: int = 1500) -> str:
    """An input method's window with one key."""
    key = node("android.inputmethodservice.Key", (40, top + 40, 140, top + 160), desc="q", flags="clickable",
               package="com.google.android.inputmethod.latin")  # fmt: skip
    return node("FrameLayout", (0, top, 1080, 2400), key, package="com.google.android.inputmethod.latin")


@pytest.fixture(scope="session")
def trees() -> SimpleNamespace:
    """Builders of hierarchy dumps: `node`, `dump`, `status_bar`, `keyboard`."""
    return SimpleNamespace(node=node, dump=dump, status_bar=status_bar, keyboard=keyboard)
