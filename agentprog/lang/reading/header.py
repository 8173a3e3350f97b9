"""Finds the header between its `---` lines, and the language that it names. `fields.py` reads the other fields."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agentprog.lang.ast import Span
from agentprog.lang.source.lines import Notes, SourceLine
from agentprog.lang.vocabulary.words import LANGUAGES

_FENCE = re.compile(r"-{3,}\s*(?:#.*)?")


def split_header(lines: list[SourceLine], notes: Notes) -> tuple[list[SourceLine] | None, list[SourceLine]]:
    """Separates the lines between the fences from the lines of the program."""
    first = next((i for i, line in enumerate(lines) if line.text.strip("\ufeff \t") and not _comment(line)), None)
    if first is None or not _FENCE.fullmatch(lines[first].text.strip("\ufeff \t")):
        return None, lines
    for index in range(first + 1, len(lines)):
        if _FENCE.fullmatch(lines[index].text.strip()):
            return [*lines[:first], *lines[first + 1 : index]], lines[index + 1 :]
    line = lines[first]
    span = Span(start=line.offset, end=line.offset + len(line.text), line=line.number, column=1)
    notes.structure("STP110", "rule", "the header is never closed", span, "end it with a line of three dashes")
    return None, [*lines[:first], *lines[first + 1 :]]


_LANGUAGE = re.compile(r"\s*language\s*:\s*[\"']?(\w+)[\"']?\s*(?:#.*)?", re.IGNORECASE)


def said_language(head: Iterable[SourceLine]) -> str:
    """The language that a header names, if a word table for it exists; else empty. The parser needs it before the other
    fields, since their values use the words of that language."""
    found = (match.group(1).casefold() for line in head if (match := _LANGUAGE.fullmatch(line.text)))
    return next((code for code in found if code in LANGUAGES), "")


def _comment(line: SourceLine) -> bool:
    return line.text.lstrip("\ufeff \t").startswith("#")
