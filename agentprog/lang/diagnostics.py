"""Diagnostics of a program: stable code, position, message, suggestion."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal
from unicodedata import east_asian_width

from agentprog.frozen import frozen
from agentprog.lang.ast import NOWHERE, Span
from agentprog.lang.vocabulary.near import NearWords

Severity = Literal["error", "warning"]

CODES: dict[str, tuple[Severity, str]] = {
    "STP101": ("error", "unexpected indentation"),
    "STP102": ("error", "indentation fits no block"),
    "STP103": ("warning", "tabs and spaces mixed"),
    "STP104": ("error", "blocks nested too deep"),
    "STP105": ("error", "else without if"),
    "STP106": ("error", "branch after else"),
    "STP107": ("error", "case or on error out of place"),
    "STP108": ("warning", "empty block"),
    "STP109": ("error", "bracket never closed"),
    "STP110": ("error", "header never closed"),
    "STP111": ("error", "header line not understood"),
    "STP112": ("error", "unknown header key"),
    "STP113": ("warning", "unknown type"),
    "STP114": ("error", "input declared twice"),
    "STP115": ("warning", "Markdown in a program"),
    "STP116": ("error", "task input or result outside a task"),
    "STP117": ("error", "task defined inside a block"),
    "STP118": ("warning", "construct inside a step's details"),
    "STP119": ("error", "budget is not a number"),
    "STP120": ("warning", "control character"),
    "STP121": ("error", "word misspelt"),
    "STP122": ("warning", "unsupported language"),
    "STP123": ("warning", "lines under no construct"),
    "STP126": ("error", "bullet or number in front"),
    "STP127": ("error", "quote never closed"),
    "STP128": ("error", "word of another language"),
    "STP130": ("error", "exact lines out of place"),
    "STP131": ("error", "line that is not exact"),
    "STP132": ("error", "effect that the step does not mention"),
    "STP133": ("error", "result never read"),
    "STP129": ("warning", "exact line after a sentence"),
    "STP134": ("warning", "label in front of a step"),
    "STP135": ("warning", "condition that decides nothing"),
    "STP136": ("error", "line about the program itself"),
    "STP137": ("warning", "line that is not a clear step"),
    "STP138": ("warning", "question that no screen answers"),
    "STP139": ("error", "no line to run"),
    "STP201": ("error", "undefined variable"),
    "STP202": ("warning", "possibly undefined variable"),
    "STP203": ("warning", "unused variable"),
    "STP204": ("warning", "shadowed variable"),
    "STP205": ("error", "{loop} outside a loop"),
    "STP206": ("warning", "unused input"),
    "STP207": ("warning", "braces that are no reference"),
    "STP208": ("error", "reserved name"),
    "STP209": ("warning", "text without quotes"),
    "STP210": ("error", "several variables for one result"),
    "STP211": ("warning", "property of another language"),
    "STP212": ("error", "division by zero"),
    "STP213": ("error", "no such item or key"),
    "STP214": ("error", "words after a quoted text"),
    "STP215": ("warning", "code in plain words"),
    "STP216": ("warning", "partly exact condition"),
    "STP217": ("error", "part of a value without parts"),
    "STP218": ("error", "result that is not recorded"),
    "STP219": ("warning", "dollar sign before a value"),
    "STP220": ("warning", "time of day"),
    "STP221": ("warning", "variable without braces"),
    "STP222": ("warning", "variable that a step would change"),
    "STP223": ("error", "calculation in braces"),
    "STP224": ("error", "calculation without numbers"),
    "STP225": ("warning", "answer that is not recorded"),
    "STP226": ("warning", "text compared with whole rows"),
    "STP227": ("warning", "single value added to a table"),
    "STP228": ("warning", "calculation in a text"),
    "STP229": ("warning", "loop over one text"),
    "STP230": ("warning", "part that no list keeps"),
    "STP231": ("warning", "values where true or false is meant"),
    "STP232": ("warning", "value that replaces the others"),
    "STP233": ("warning", "loop over whole lists"),
    "STP301": ("error", "jump outside a loop"),
    "STP302": ("warning", "unreachable step"),
    "STP303": ("error", "loop without an end"),
    "STP304": ("warning", "return outside a task"),
    "STP305": ("warning", "condition is constant"),
    "STP306": ("warning", "loop never runs"),
    "STP307": ("warning", "loop condition never changes"),
    "STP308": ("warning", "loop left by ending the program"),
    "STP309": ("warning", "jump that seems to mean something on the phone"),
    "STP401": ("error", "unknown task"),
    "STP402": ("error", "missing task input"),
    "STP403": ("error", "unknown task input"),
    "STP404": ("error", "task defined twice"),
    "STP405": ("error", "recursion without a base case"),
    "STP406": ("warning", "task never called"),
    "STP407": ("error", "task returns nothing"),
    "STP408": ("error", "task input given twice"),
    "STP409": ("warning", "task result never set"),
    "STP501": ("warning", "step outside any app"),
    "STP502": ("error", "app not in the header"),
    "STP503": ("warning", "app of the header never used"),
    "STP601": ("error", "path leaves the workspace"),
    "STP602": ("warning", "backslash in a path"),
    "STP603": ("warning", "name of a file without an ending"),
    "STP901": ("warning", "ignored code never occurs"),
}
"""Every code with its severity and title. docs/diagnostics.md explains each."""


@frozen
class Diagnostic:
    code: str
    message: str
    span: Span = NOWHERE
    suggestion: str = ""
    """A replacement or advice; may be empty."""

    @property
    def severity(self) -> Severity:
        return CODES[self.code][0]

    @property
    def title(self) -> str:
        return CODES[self.code][1]


@frozen
class Repair:
    """A repair made in lenient mode."""

    kind: str
    """One of: fence, prose, bullet, markup, quotes, indentation, body, end, tag, rule, comment, exactly."""
    message: str
    span: Span = NOWHERE


_MANY = 60
"""Number of names above which spelling suggestions use an index, because comparing every pair is too slow."""


class Names:
    """Names to suggest from, indexed once for many lookups."""

    def __init__(self, names: Iterable[str]) -> None:
        known = list(dict.fromkeys(names))
        self._many = len(known) > _MANY
        self._folded = {_folded(name, self._many): name for name in known}
        self._near = NearWords(self._folded) if self._many else None

    def nearest(self, name: str) -> str:
        """The known name closest to `name` and different from it; empty if none is close."""
        folded = _folded(name, self._many)
        if self._folded.get(folded, name) != name:
            return self._folded[folded]
        if self._near is not None:
            return self._folded.get(self._near.nearest(folded), "")
        others = [other for other in self._folded if other != folded]
        found = get_close_matches(folded, others, n=1, cutoff=0.65)
        return self._folded[found[0]] if found else ""


def _folded(name: str, many: bool) -> str:
    return name.casefold() if many else name.casefold().replace("_", "")


def did_you_mean(name: str, names: Iterable[str] | Names, form: str = "{}") -> str:
    """A question that suggests the nearest name; empty if none is close. Wrap `names` in `Names` for repeated
    lookups."""
    found = (names if isinstance(names, Names) else Names(names)).nearest(name)
    return f"did you mean {form.replace('{}', found)}?" if found else ""


_WIDTH = 110


def _excerpt(text: str, span: Span) -> list[str]:
    """The source line with carets under the span, shortened to a readable width."""
    start = max(text.rfind("\n", 0, span.start), text.rfind("\r", 0, span.start)) + 1
    found = re.compile(r"[\r\n]").search(text, span.start)
    end = found.start() if found else len(text)
    line = re.sub(r"[\x00-\x1f\x7f]", " ", text[start:end])
    at = span.start - start
    length = max(1, min(span.end, end) - span.start)
    if len(line) > _WIDTH:
        shift = max(0, at - 30)
        line = ("…" if shift else "") + line[shift : shift + _WIDTH] + ("…" if shift + _WIDTH < len(line) else "")
        at = at - shift + (1 if shift else 0)
        length = min(length, _WIDTH - at) if at < _WIDTH else 1
    number = str(span.line)
    marks = "^" * max(1, columns(line[at : at + length]))
    return [f"{number} | {line}", f"{' ' * len(number)} | {' ' * columns(line[:at])}{marks}"]


def columns(text: str) -> int:
    """The width of a text in a terminal, where a Chinese character takes two columns."""
    return len(text) if text.isascii() else sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def render_diagnostic(diagnostic: Diagnostic, text: str, name: str = "") -> str:
    """One diagnostic as text: position, message, the line with carets, the suggestion."""
    span = diagnostic.span
    place = f"{name or '<program>'}:{span.line}:{span.column}" if span.line else (name or "<program>")
    lines = [f"{place}: {diagnostic.severity} {diagnostic.code}: {diagnostic.message}"]
    if span.line:
        lines += _excerpt(text, span)
    if diagnostic.suggestion:
        lines.append(f"  = {diagnostic.suggestion}")
    return "\n".join(lines)


def render_diagnostics(diagnostics: Iterable[Diagnostic], text: str, name: str = "") -> str:
    """All diagnostics in source order, separated by blank lines."""
    ordered = sorted(diagnostics, key=lambda d: (d.span.start, d.code))
    return "\n\n".join(render_diagnostic(diagnostic, text, name) for diagnostic in ordered)
