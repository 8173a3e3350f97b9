"""Decides which findings are shown.

Of several findings about one line, the one that explains most of the line stays. A finding explains a line if its
advice is a line of STP: put in the place of the old one, the parser reads it as a construct without a step in plain
words. Other findings about the same words then report only consequences.

`# stp: ignore STP203` comments suppress findings. Next to code, the comment applies to its line; alone on a line, to
the next line with code; `ignore-file` applies to the whole file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agentprog.frozen import replace
from agentprog.lang.ast import Action, AskAI, Extract, Span, Statement
from agentprog.lang.check.advice import SUGGESTED
from agentprog.lang.check.report import READINGS
from agentprog.lang.diagnostics import CODES, Diagnostic, did_you_mean
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.lines import source_lines
from agentprog.lang.source.text import Piece, comment_start, plain
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import all_defined_by
from agentprog.lang.vocabulary.words import Words

_CORRECTED, _UNCLOSED = "STP121", "STP127"
_REPLACES = "STP232"
_NO_APP = "STP501"
_UNSET = ("STP201", "STP202")
_UNUSED, _UNCALLED = "STP203", "STP406"
_NAME = re.compile(r"\{([^\W\d]\w*)")
_CHANGED = "STP222"
_CODE, _BRACES, _FOREIGN = "STP215", "STP221", "STP128"


def decided(found: list[Diagnostic], text: str, known: Words) -> list[Diagnostic]:
    """The findings, except those that only report a consequence of another finding."""
    rows = text.split("\n")
    lines: dict[int, list[Diagnostic]] = {}
    for diagnostic in found:
        lines.setdefault(diagnostic.span.line, []).append(diagnostic)
    chosen: list[Diagnostic] = []
    sets: dict[str, int] = {}
    for number, found_there in lines.items():
        others = _adding(found_there)
        row = rows[number - 1] if 0 < number <= len(rows) else ""
        rivals = [finding for finding in others if finding.code in READINGS]
        unrivalled = len(others) == 1 and others[0].code != _BRACES
        proved = {} if unrivalled else {rival: read for rival in rivals for read in _read(rival, row, known)}
        errors = (read for rival, read in proved.items() if rival.severity == "error")
        for ref in (ref for read in errors for ref in all_defined_by(read)):
            sets.setdefault(ref.name, number)
        chosen += [finding for finding in others if not any(_yields(finding, other, proved) for other in others)]
    advised: dict[str, set[int]] = {}
    for finding in found:
        hit = SUGGESTED.search(finding.suggestion)
        for name in _NAME.findall(hit["text"]) if hit else ():
            advised.setdefault(name, set()).add(finding.span.line)
    misread = {finding.span.line for finding in found if finding.code in READINGS or finding.code == _NO_APP}
    texts = "\n".join(rows[line - 1] for line in sorted(misread) if 0 < line <= len(rows))
    return [
        finding
        for finding in chosen
        if not (_follows(finding, advised, sets) or (finding.code == _UNCALLED and _is_named(finding, texts, rows)))
    ]


def _is_named(finding: Diagnostic, misread: str, rows: list[str]) -> bool:
    """True for a task without a call that a line names which is not read as meant."""
    task, own = finding.message.split('"')[1], "".join(rows[finding.span.line - 1 : finding.span.line])
    return misread.count(task) > (own.count(task) if own in misread else 0)


def _adding(found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings of a line that would replace a list: the advice for an almost exact line then adds to it."""
    replaces = next((finding for finding in found if finding.code == _REPLACES), None)
    corrected = next((finding for finding in found if finding.code == _CORRECTED), None)
    if replaces is None or corrected is None:
        return found
    others = [one for one in found if one not in (replaces, corrected)]
    return [replace(corrected, suggestion=replaces.suggestion), *others]


def _follows(finding: Diagnostic, advised: dict[str, set[int]], sets: dict[str, int]) -> bool:
    """True for a variable without a value or a use, if the advice of a finding on another line gives it one. `advised`
    has the lines of the findings whose advice has the variable. `sets` has the first of the lines that set it: a line
    below gives no value to the lines above it."""
    names = set(_NAME.findall(finding.message))
    if finding.code in _UNSET:
        return any(sets.get(name, finding.span.line) < finding.span.line for name in names)
    return finding.code == _UNUSED and any(advised.get(name, set()) - {finding.span.line} for name in names)


def _yields(finding: Diagnostic, other: Diagnostic, proved: dict[Diagnostic, Statement]) -> bool:
    """True if the first finding reports only a consequence of the other."""
    if finding is other or finding.code == _CORRECTED:
        return False
    if other.code == _UNSET[0] and finding.code == _CHANGED:
        return not {*_NAME.findall(finding.message)}.isdisjoint(_NAME.findall(other.message))
    if other.code in (_CORRECTED, _UNCLOSED):
        return finding.code in READINGS or finding.code == _NO_APP
    if finding.code == _NO_APP:
        return other.code in READINGS and (other.code != _BRACES or other in proved)
    if finding.code not in READINGS or other.code not in READINGS or not _overlap(finding, other):
        return False
    if other in proved or finding in proved:
        return finding not in proved
    return other.code == _FOREIGN or (finding.code, other.code) == (_BRACES, _CODE)


def _overlap(finding: Diagnostic, other: Diagnostic) -> bool:
    return finding.span.start < other.span.end and other.span.start < finding.span.end


def _read(finding: Diagnostic, row: str, known: Words) -> Iterator[Statement]:
    """Yields the line that the advice of a finding makes of its line, if no model has to do that."""
    suggested = SUGGESTED.search(finding.suggestion)
    if suggested is None:
        return
    start = finding.span.column - 1
    end = min(len(row), start + finding.span.end - finding.span.start)
    text = (row[:start] + suggested["text"] + row[end:]).strip()
    found = recognise(Piece(text, vocabulary=known), children=text.endswith(":"))
    if not isinstance(found, Action | Extract | AskAI) and tier_of(found) != "semantic":
        yield found


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
