"""Backslash escapes in a quoted text."""

from __future__ import annotations

import re

_CONTROL = {"n": "\n", "t": "\t", "r": "\r"}
_SIGNS = frozenset("\\\"'`“”„‘’«»「」{}｛｝/")
_UNICODE = re.compile(r"\\u(?P<high>d[89ab][0-9a-f]{2})\\u(?P<low>d[c-f][0-9a-f]{2})|\\u(?P<one>[0-9a-f]{4})", re.I)


def undone(text: str, at: int) -> tuple[str, int]:
    """The character of the escape at `at`, and the offset after it.

    Escapes are `\\n`, `\\t`, `\\r` and `\\u00e9` as in JSON, and a backslash before a quote, a brace, a slash or a
    backslash. Any other, such as `\\d` in a pattern, keeps both of its characters, so that nothing gets lost.
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
        character, at = undone(text, mark)
        parts.append(character)
    return "".join(parts) + text[at:]


def _sign(found: re.Match[str]) -> str:
    """The character of a code, or of a surrogate pair; empty for half a pair."""
    if found["one"] is None:
        return bytes.fromhex(found["high"] + found["low"]).decode("utf-16-be")
    code = int(found["one"], 16)
    return "" if 0xD800 <= code <= 0xDFFF else chr(code)
