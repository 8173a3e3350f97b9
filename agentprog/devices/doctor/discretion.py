"""Removes personal data from a phone's output before it is shared: numbers, names, accounts, texts, serials, apps.

The form stays, letter for letter: a letter becomes `x` or `X`, a digit `0`, so that a parser reads the same kind of
text. Impersonal parts stay: flags, tokens, sizes, names of Android's and the maker's packages.
"""

from __future__ import annotations

import re

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_TELEPHONE = re.compile(r"(?<![\w=#.{@-])\+?\d[\d ().-]{5,}\d(?!\w)")
_PACKAGE = re.compile(r"\b[a-z]\w*(?:\.[A-Za-z]\w*)+(?:/[\w.$]+)?")
_KNOWN = ("android", "com.android.", "com.google.android.", "java.", "javax.", "dalvik.", "agentprog.", "libcore.")
_TEXTS = re.compile(r"\b(text|content-desc|hint)=(\"[^\"]*\"|'[^']*')")
_TAGGED = re.compile(r"(\bNotificationRecord\(0x[0-9a-f]+: pkg=\S+ user=\S+ id=-?\d+) .*")
_LETTERS = re.compile(r"[^\W\d_]")


def same_form(text: str) -> str:
    """The text with letters and digits replaced."""
    plain = re.sub(r"\d", "0", text)
    return _LETTERS.sub(lambda letter: "X" if letter[0].isupper() else "x", plain)


def discreet(text: str, makers: tuple[str, ...] = ()) -> str:
    """An output without personal data. `makers` are words in the names of the maker's packages."""

    def package(found: re.Match[str]) -> str:
        name = found[0]
        is_kept = (
            name.startswith(_KNOWN) or name.endswith(".apk") or any(word and word in name.casefold() for word in makers)
        )
        return name if is_kept else same_form(name)

    text = _TAGGED.sub(r"\1", text)
    text = _TEXTS.sub(lambda found: f"{found[1]}={same_form(found[2])}", text)
    text = _EMAIL.sub(lambda found: same_form(found[0]), text)
    text = _PACKAGE.sub(package, text)
    return _TELEPHONE.sub(lambda found: same_form(found[0]), text)


def discreet_serial(listing: str, serials: tuple[str, ...]) -> str:
    """adb's list with masked serials; adb's own additions to a serial stay."""
    for serial in sorted(serials, key=len, reverse=True):
        name, dot, kind = serial.partition("._adb")
        plain = "-".join(
            part if part in ("adb", "emulator", "transport") else same_form(part) for part in name.split("-")
        )
        listing = listing.replace(serial, f"{plain}{dot}{kind}")
    return listing
