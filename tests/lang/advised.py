"""Follows the advice of every finding of the corpora: the line that it suggests takes the place of the old one.

`python -m tests.lang.advised [FILE ...]` prints each line whose advice does not hold, and the figures.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.check.advice import SUGGESTED
from agentprog.lang.diagnostics import Diagnostic
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import statements
from tests.lang.hands import HANDS, ODD
from tests.lang.labelled import programs

_REF = re.compile(r"\{([^\W\d]\w*)")
_REF_ALONE = re.compile(r"\{[^{}]*\}")
_WHOLE = re.compile(r"(?<!each change, )(?:write|such as) `(?P<text>[^`,，][^`]*)`(?! above)")
_OF_A_LINE = {"STP218", "STP222"}
"""Findings whose advice may be a whole line, `write ...`."""
_ABOUT_DATA = {"STP201", "STP202", "STP212", "STP213", "STP217", "STP224", "STP301", "STP303", "STP306"}
"""Errors about values and loops: a line may have them beside the fault that the advice mends."""


@dataclass(frozen=True, slots=True)
class Advised:
    """A line, its finding, the line that the advice makes of it, and the reason why that does not hold; empty if it
    holds."""

    line: str
    finding: Diagnostic
    new: str
    fault: str


def advised(text: str) -> Iterator[Advised]:
    """Every suggestion for a program, each tried alone."""
    rows = text.split("\n")
    for finding in check_text(text).diagnostics:
        suggested = SUGGESTED.search(finding.suggestion) or (
            _WHOLE.search(finding.suggestion) if finding.code in _OF_A_LINE else None
        )
        if suggested is None or not 0 < finding.span.line <= len(rows) or re.search(r"\.\.\.|<", suggested["text"]):
            continue
        row = rows[finding.span.line - 1]
        start = finding.span.column - 1
        end = min(len(row), start + finding.span.end - finding.span.start)
        whole = suggested.re is _WHOLE or _REF_ALONE.fullmatch(row[start:end])
        begins = suggested["text"][:1] == "{" or not whole
        start = start if begins else len(row) - len(row.lstrip())
        new = row[:start] + suggested["text"] + (row[end:] if begins else "")
        changed = "\n".join([*rows[: finding.span.line - 1], new, *rows[finding.span.line :]])
        yield Advised(row, finding, new, _fault(changed, finding, row, new))


def _fault(changed: str, finding: Diagnostic, old: str, new: str) -> str:
    report = check_text(changed)
    later = [other for other in report.diagnostics if other.span.line == finding.span.line]
    if any((other.code, other.message) == (finding.code, finding.message) for other in later):
        return "the same finding again"
    errors = [other for other in later if other.severity == "error" and other.code not in _ABOUT_DATA]
    if errors:
        return f"{errors[0].code} {errors[0].message}"
    tree = report.parsed.program
    read = [line for line in statements(tree) if line.span.line == finding.span.line] if tree is not None else []
    if finding.code == "STP218" and any(isinstance(line, ast.Action) for line in read):
        return "a step in plain words"
    if (
        finding.code == "STP121"
        and read
        and all(tier_of(line) == "semantic" for line in read[:1])
        and not isinstance(read[0], ast.If | ast.ForEach | ast.Extract | ast.Ask | ast.While | ast.RepeatUntil)
    ):
        return "not exact"
    lost = set(_REF.findall(old)) - set(_REF.findall(new)) - set(_REF.findall(finding.suggestion))
    return f"loses {', '.join(sorted(lost))}" if lost else ""


if __name__ == "__main__":
    count = 0
    for file in [Path(name) for name in sys.argv[1:]] or [HANDS, ODD]:
        for program in programs(file):
            for one in advised(program.text):
                count += 1
                if one.fault:
                    sys.stdout.write(f"{one.finding.code} {one.line.strip()}\n    {one.new.strip()}\n    {one.fault}\n")
    sys.stdout.write(f"{count} suggestions\n")
