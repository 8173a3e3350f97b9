"""Reports faults of lines before parsing: mixed tabs and spaces, control characters, Markdown fences."""

from __future__ import annotations

import re

from agentprog.lang.ast import Span
from agentprog.lang.source.lines import Notes, SourceLine

# Includes the marks that change the writing direction: with them a line can show one text and contain another.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})")


def _span(line: SourceLine, start: int, end: int) -> Span:
    return Span(start=line.offset + start, end=line.offset + end, line=line.number, column=start + 1)


def look_at_lines(lines: list[SourceLine], notes: Notes) -> None:
    """Reports mixed tabs and spaces once, the first control character, and every fence."""
    tabs = spaces = control = None
    for line in lines:
        text = line.text
        sign = text[:1]
        if sign == "\t":
            tabs = tabs or line
        elif sign == " " and text.strip():
            spaces = spaces or line
        if control is None and not text.isprintable() and (found := _CONTROL.search(text)):
            control = _span(line, found.start(), found.end())
        if sign in "`~ \t" and not notes.lenient and _FENCE.match(text):
            message = "a Markdown fence does not belong in a program"
            notes.report("STP115", message, _span(line, 0, len(text)), "remove it, or parse leniently")
    if tabs and spaces:
        later = max(tabs, spaces, key=lambda line: line.number)
        message = "some lines are indented with tabs, others with spaces"
        notes.structure("STP103", "indentation", message, _span(later, 0, 1), "a tab reaches to the next multiple of 4")
    if control is not None:
        notes.report("STP120", "there is a control character in this line", control, "remove it")
