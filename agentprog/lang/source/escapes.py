"""Escapes with a backslash in a quoted text."""

from __future__ import annotations

import re

_CONTROL = {"n": "\n", "t": "\t", "r": "\r"}
_SIGNS = frozenset("\\\"'`“”„‘’«»「」{}｛｝/")
_UNICODE = re.compile(r"\\u(?P<high>d[89ab][0-9a-f]{2})\\u(?P<low>d[c-f][0-9a-f]{2})|\\u(?P<one>[0-9a-f]{4})", re.I)


def undone(text: str, at: int) -> tuple[str, int]:
    """What the backslash there begins, and where that ends.

    `\\n`, `\\t`, `\\r`, `\\u00e9` as in JSON, and quotes, braces, slashes and the backslash itself. Any other, such as
    `\\d` in a pattern, stands for both of its characters: nothing that was written is lost.
    """
    follower = text[at + 1 : at + 2]
    if follower in _CONTROL:
        return _CONTROL[follower], at + 2
    if follower in _SIGNS and follower:
        return follower, at + 2
    found = _UNICODE.match(text, at)
    sign = _sign(found) if found else ""
    return (sign, found.end()) if found and sign else (text[at : at + 2], at + 2)


def undo(text: str) -> str:
    """The text with each escape undone."""
    parts: list[str] = []
    at = 0
    while (mark := text.find("\\", at)) >= 0:
        parts.append(text[at:mark])
        meant, at = undone(text, mark)
        parts.append(meant)
    return "".join(parts) + text[at:]


def _sign(found: re.Match[str]) -> str:
    """The character of a code, or of the two halves of one; half of one alone is none."""
    if found["one"] is None:
        return bytes.fromhex(found["high"] + found["low"]).decode("utf-16-be")
    code = int(found["one"], 16)
    return "" if 0xD800 <= code <= 0xDFFF else chr(code)
