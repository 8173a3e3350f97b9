"""Translates bashkit's error messages into those of a phone's mksh and toybox, which clients look for."""

from __future__ import annotations

import re

SHELL = "/system/bin/sh"

_COMPLAINTS = tuple(
    (re.compile(pattern, re.MULTILINE), words)
    for pattern, words in (
        (rb"^bash: (?:line \d+: )?", b"/system/bin/sh: "),
        (rb"^(/system/bin/sh: .*?): command not found\b.*$", rb"\1: inaccessible or not found"),
        (rb"^(\w+: .*)\bio error: ", rb"\1"),
        (rb"^rmdir: failed to remove '(.*)': ", rb"rmdir: \1: "),
        (rb"^mkdir: cannot create directory '(.*)': ", rb"mkdir: '\1': "),
        (rb"^(find|du): (?:cannot access )?'(.*)': ", rb"\1: \2: "),
        (rb"^(chmod|ln|sed): .*?'?(/?[^' ]*)'?: (No such file or directory|Permission denied)$", rb"\1: \2: \3"),
    )
)
_PLACE = re.compile(r"^parse error(?: at line \d+, column \d+)?: ")
_TOKEN = re.compile(r"^syntax error near unexpected token `(.*)'$", re.DOTALL)


def complaints(data: bytes) -> bytes:
    """Lines of stderr in a phone's words."""
    for pattern, words in _COMPLAINTS:
        data = pattern.sub(words, data)
    return data


def syntax(message: str) -> str:
    """The error in a script, from bashkit's message."""
    message = _PLACE.sub("", message)
    if message.startswith("unexpected EOF while looking for matching"):
        return "no closing quote"
    token = _TOKEN.match(message)
    return f"syntax error: unexpected '{token[1]}'" if token else message


def cut_short(message: str) -> bool:
    """True if more lines could complete the script."""
    return any(words in message for words in ("unexpected end of", "unexpected EOF", "unterminated"))
