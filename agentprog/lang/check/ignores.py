"""Applies `# stp: ignore STP203` comments, which suppress diagnostics.

Next to code, the comment applies to its line; alone on a line, to the next line with code; `ignore-file` applies to the
whole file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agentprog.lang.ast import Span
from agentprog.lang.diagnostics import CODES, Diagnostic, did_you_mean
from agentprog.lang.source.lines import source_lines
from agentprog.lang.source.text import comment_start, plain

_DIRECTIVE = re.compile(r"#\s*stp\s*:\s*ignore(?P<file>-file)?\b\s*:?\s*(?P<codes>[^#]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Ignore:
    code: str
    line: int
    span: Span


def apply_ignores(found: Iterable[Diagnostic], text: str) -> tuple[Diagnostic, ...]:
    """The diagnostics that remain, plus one for every ignored code that never occurs."""
    diagnostics = list(found)
    ignores = list(_ignores(text))
    if not ignores:
        return tuple(diagnostics)
    used: set[_Ignore] = set()
    remaining: list[Diagnostic] = []
    for diagnostic in diagnostics:
        hits = [i for i in ignores if i.code in ("*", diagnostic.code) and i.line in (0, diagnostic.span.line)]
        used |= set(hits)
        if not hits:
            remaining.append(diagnostic)
    for ignore in ignores:
        if ignore not in used:
            remaining.append(_unused(ignore))
    return tuple(remaining)


def _unused(ignore: _Ignore) -> Diagnostic:
    if ignore.code in CODES or ignore.code == "*":
        absent = "nothing" if ignore.code == "*" else f"no {ignore.code}"
        return Diagnostic(
            code="STP901", message=f"{absent} occurs here", span=ignore.span, suggestion="remove the comment"
        )
    hint = did_you_mean(ignore.code, CODES)
    return Diagnostic(code="STP901", message=f"there is no code {ignore.code}", span=ignore.span, suggestion=hint)


def _ignores(text: str) -> list[_Ignore]:
    if "stp" not in text.casefold():
        return []
    found: list[_Ignore] = []
    waiting: list[tuple[str, Span]] = []
    for line in source_lines(text):
        shadow = plain(line.text)
        comment = comment_start(shadow)
        on_own_line = comment is not None and not shadow[:comment].strip()
        if shadow.strip() and not on_own_line:
            found += [_Ignore(code, line.number, span) for code, span in waiting]
            waiting = []
        directive = _DIRECTIVE.search(shadow, comment) if comment is not None else None
        if directive is None:
            continue
        start = directive.start()
        span = Span(start=line.offset + start, end=line.offset + directive.end(), line=line.number, column=start + 1)
        codes = re.findall(r"[A-Za-z]+\d+", directive.group("codes")) or ["*"]
        for code in codes:
            name = code.upper()
            if directive.group("file"):
                found.append(_Ignore(name, 0, span))
            elif on_own_line:
                waiting.append((name, span))
            else:
                found.append(_Ignore(name, line.number, span))
    return [*found, *[_Ignore(code, -1, span) for code, span in waiting]]
