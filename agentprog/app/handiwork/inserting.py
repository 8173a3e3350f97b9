"""Inserts recorded lines into a program at their place, and their inputs into the header."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FENCE = "---"
_INPUTS = re.compile(r"inputs:\s*(?P<flow>\{.*)?$")


def inserted(program: str, line: int, recorded: Sequence[str], inputs: Sequence[str]) -> str:
    """The program with the recorded lines before line `line` (from 1; 0 or beyond the end: at the end), with that
    line's indentation. `inputs` are declarations for the header.
    """
    lines = program.splitlines()
    at = line - 1 if 0 < line <= len(lines) else len(lines)
    depth = _indent(lines[at]) if at < len(lines) else ""
    body = [*lines[:at], *(f"{depth}{line}" for line in recorded), *lines[at:]]
    return "\n".join(_declared(body, inputs)) + "\n"


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _declared(lines: list[str], inputs: Sequence[str]) -> list[str]:
    """The lines of the program, with declarations of the undeclared inputs in its header."""
    header = _header(lines)
    known = {name for line in header for name in re.findall(r"([\w-]+)\s*:", line)}
    fresh = [entry for entry in inputs if entry.partition(":")[0].strip() not in known]
    if not fresh:
        return lines
    if not header:
        return [_FENCE, "inputs:", *(f"  {entry}" for entry in fresh), _FENCE, *lines]
    for number, header_line in enumerate(header):
        found = _INPUTS.fullmatch(header_line)
        if found is None:
            continue
        if found["flow"]:
            flow = f"inputs: {{{', '.join(fresh)}, {found['flow'][1:].lstrip()}"
            return [*lines[:number], flow, *lines[number + 1 :]]
        return [*lines[: number + 1], *(f"  {entry}" for entry in fresh), *lines[number + 1 :]]
    return [lines[0], "inputs:", *(f"  {entry}" for entry in fresh), *lines[1:]]


def _header(lines: list[str]) -> list[str]:
    """The header's lines with its fences; none without a header."""
    if not lines or lines[0].strip() != _FENCE:
        return []
    end = next((number for number, line in enumerate(lines[1:], 1) if line.strip() == _FENCE), 0)
    return lines[: end + 1] if end else []
