"""Programs by other people: the tag of each line, its reading, and the findings on it.

`python -m tests.lang.hands [FILE]` prints the figures, and every line whose reading differs from its tag.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agentprog.lang import ast
from agentprog.lang.ast import Program
from agentprog.lang.check import check_text
from agentprog.lang.diagnostics import Diagnostic
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import Arm, arms
from tests.lang.labelled import FILE, LABELS, Labelled, programs

HANDS = FILE.parent / "hands.txt"
ODD = FILE.parent / "odd_hands.txt"
"""Hands far from the written language: dialect, slang, two languages in one line, names without braces."""
_TIERS = {"exact": "", "compute": ".c", "semantic": ".s"}
_PLAIN = {"action", "extract", "askai", "detail"}
"""The kinds that are always in plain words: their tags say nothing about who runs the line."""
_BESIDE_THE_POINT = {"STP201", "STP202", "STP203", "STP204", "STP206", "STP501", "STP503"}
"""Findings about variables and apps: by themselves they do not tell a writer that a line is read as something else."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a program: its meaning, its reading, and whether a finding mentions it."""

    hand: str
    text: str
    meant: tuple[str, ...]
    read: tuple[str, ...]
    told: bool
    shown: bool
    """Whether `check` lists it, in its own words, as something that a model does, judges or reads."""

    @property
    def right(self) -> bool:
        if self.meant in (("error",), ("language",)):
            return self.told
        meant = tuple(tag.removesuffix("?") for tag in self.meant)
        return meant == self.read or (meant != self.meant and self.told)

    @property
    def silent(self) -> bool:
        """Misread, and without a finding."""
        return not (self.right or self.told or self.shown)


def lines(file: Path = HANDS) -> list[Line]:
    return [line for program in programs(file) for line in _lines(program)]


def _lines(program: Labelled) -> Iterator[Line]:
    report = check_text(program.text)
    read = _read(report.parsed.program or Program())
    meant = _intended(program)
    reported = _reported(program, report.diagnostics)
    # A step that stays in an app: this note says nothing about the reading of its words.
    shown = {question.line for question in report.questions if question.asks != "stays"} | {
        finding.span.line for finding in report.diagnostics if finding.code == "STP501"
    }
    for number, text in enumerate(program.text.split("\n"), start=1):
        tags = meant[number]
        if tags != ("-",):
            yield Line(program.dialect, text, tags, tuple(read.get(number, ())), number in reported, number in shown)


def _intended(program: Labelled) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    number = 0
    for label, text in zip(program.labels, program.rows, strict=True):
        number += bool(text)
        found[number] = (*found.get(number, ()), label)
    return found


def _reported(program: Labelled, diagnostics: tuple[Diagnostic, ...]) -> set[int]:
    """The lines with a finding, and the lines indented under them; all lines, if the finding is on the file."""
    texts = program.text.split("\n")
    found: set[int] = set()
    for finding in diagnostics:
        if finding.code not in _BESIDE_THE_POINT:
            more = program.text[finding.span.start : finding.span.end].count("\n")
            found |= set(range(finding.span.line, finding.span.line + more + 1))
    if any(d.code == "STP122" for d in diagnostics):
        found |= set(range(1, len(texts) + 1))
    for number in sorted(found):
        depth = _indent(texts[number - 1])
        for below in range(number + 1, len(texts) + 1):
            if _indent(texts[below - 1]) <= depth:
                break
            found.add(below)
    return found


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _read(program: Program) -> dict[int, list[str]]:
    """The labels of every line, with the tier of the lines that may be exact."""
    found: dict[int, list[str]] = {}
    for label, node in _labelled(program.body):
        mark = "" if label in _PLAIN else _TIERS[tier_of(node)]
        found.setdefault(node.span.line, []).append(label + mark)
    for task in program.functions.values():
        for label, parts in (("input", task.inputs), ("returns", task.returns)):
            for line in {part.span.line for part in parts} - {task.span.line}:
                found.setdefault(line, []).append(label)
    return found


def _labelled(body: tuple[ast.Statement, ...]) -> Iterator[tuple[str, ast.Line]]:
    for statement in body:
        if type(statement) is not ast.If:
            yield LABELS[type(statement)], statement
            yield from _labelled(getattr(statement, "body", ()))
        if isinstance(statement, ast.Action):
            for detail in statement.details:
                yield "detail", ast.Line(span=detail.span)
        for number, arm in enumerate(arms(statement)):
            yield _arm_label(arm, number), arm
            yield from _labelled(arm.body)


def _arm_label(arm: Arm, number: int) -> str:
    if isinstance(arm, ast.Otherwise):
        return "else"
    if isinstance(arm, ast.OnError):
        return "onerror"
    return "case" if isinstance(arm, ast.Case) else "elif" if number else "if"


def figures(found: list[Line]) -> str:
    right = [line for line in found if line.right]
    meant = [line for line in found if line.meant not in (("error",), ("language",))]
    silent = [line for line in found if line.silent]
    shown = sum(line.shown and not (line.right or line.told) for line in found)
    hit = sum(line.right for line in meant)
    return (
        f"{len(found)} lines, {len(right)} right, {shown} misread and only listed, {len(silent)} silently misread; "
        f"of {len(meant)} that say what STP can do, {hit} are read as meant ({hit / len(meant):.1%})"
    )


if __name__ == "__main__":
    import sys

    everything = lines(*map(Path, sys.argv[1:2]))
    for line in everything:
        if not line.right:
            word = "told  " if line.told else "SILENT" if line.silent else "listed"
            sys.stdout.write(f"{word} {line.hand:20} {' '.join(line.meant):16} {' '.join(line.read):20} {line.text}\n")
    sys.stdout.write(figures(everything) + "\n")
