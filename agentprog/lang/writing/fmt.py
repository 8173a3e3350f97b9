"""Formats programs: canonical words, four-space indentation, comments kept."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from agentprog.lang.parser import Mode, parse
from agentprog.lang.writing.unparse import unparse


def format_text(text: str, *, known_apps: Iterable[str] = (), mode: Mode = "strict") -> str:
    """The formatted text. A second run changes nothing.

    A text with structural errors is returned unchanged, because its meaning is uncertain. Mode `lenient` repairs it if
    possible.
    """
    parsed = parse(text, known_apps=known_apps, mode=mode)
    if parsed.program is None or not parsed.ok:
        return (
            text
            if parsed.program is not None or any(d.severity == "error" for d in parsed.diagnostics)
            else _comments(text)
        )
    return unparse(parsed.program, known_apps=known_apps)


def _comments(text: str) -> str:
    """The comments of a text without steps."""
    lines = [line.strip("\ufeff \t") for line in text.splitlines()]
    remaining = [line for number, line in enumerate(lines) if line or (number and lines[number - 1])]
    body = "\n".join(remaining).strip("\n")
    return body + "\n" if body else ""


def unified_diff(text: str, formatted: str, *, name: str = "") -> str:
    """The unified diff between a text and its formatted version."""
    lines = difflib.unified_diff(
        text.splitlines(keepends=True), formatted.splitlines(keepends=True), f"{name} (as it is)", f"{name} (formatted)"
    )
    return "".join(lines)
