"""Reports numbers with ambiguous separators in exact lines. A comma separates values there, and `1,500` is two
different numbers in different countries."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from agentprog.lang.ast import (
    AddTo,
    Arithmetic,
    Assign,
    Branch,
    ForEach,
    Line,
    Number,
    Program,
    RepeatUntil,
    Wait,
    While,
)
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.source.text import shadow, without_texts
from agentprog.lang.visit import lines, walk
from agentprog.lang.vocabulary.words import Words

_BRACKETS = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")
_FIGURE = r"(?<![\w.,:])(?P<figure>\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:,\d{3})+\.\d+|\d+,\d+)(?![\w.]|,\S)"
_RANGE = re.compile(r"(?P<low>\d+(?:\.\d+)?)-(?P<high>\d+(?:\.\d+)?)")
_POINTED = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})*\.\d\d0")
_COMPARED = ("LT", "LE", "GT", "GE", "EQ", "NE")


class FiguresPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.reported = report.lines(("STP209", "STP216"))

    def run(self) -> None:
        rows = self.report.text.split("\n")
        for line in lines(self.program):
            if 0 < line.span.line <= len(rows) and line.span.line not in self.reported:
                self._line(line, rows[line.span.line - 1])
        for node in walk(self.program) if self.words.figures.either else ():
            if isinstance(node, Number):
                figure = self.report.raw(node)
                two = self.words.figures.two_readings(figure)
                if two:
                    message = f"{figure} is read as {node.value}, but some countries write a fraction so"
                    self.report.add("STP209", message, node.span, f"write {two}")

        for node in walk(self.program):
            if isinstance(node, Arithmetic) and node.op == "-" and node.span.line:
                self._range(node)
            elif isinstance(node, Number) and node.span.line and not self.words.figures.either:
                self._thousands(node)

    def _range(self, node: Arithmetic) -> None:
        """Reports `9-17`, which is a range for most people, and a calculation here."""
        raw = self.report.raw(node)
        found = _RANGE.fullmatch(raw)
        if found and float(found["low"]) < float(found["high"]):
            message = f"{raw} is a calculation here, with a result below zero"
            hint = f'write "{raw}" for a range, or `{found["low"]} - {found["high"]}` to calculate'
            self.report.add("STP209", message, node.span, hint)

    def _thousands(self, node: Number) -> None:
        """Reports `1.500`, which loses a zero as a fraction and may be a number of thousands."""
        raw = self.report.raw(node)
        if _POINTED.fullmatch(raw) and str(node.value) != raw.replace(".", ""):
            message = f"{raw} is read as {node.value}, but some countries write thousands so"
            self.report.add("STP209", message, node.span, f"write {node.value}, or {raw.replace('.', '')}")

    def _line(self, line: Line, row: str) -> None:
        plain = _BRACKETS.sub(lambda found: " " * len(found.group()), shadow(row))
        if isinstance(line, Assign | AddTo | ForEach):
            found = self._unread(re.finditer(_FIGURE, plain)) or _listed(self.words).search(without_texts(row, ""))
        elif isinstance(line, Branch | While | RepeatUntil | Wait):
            found = self._unread(_compared(self.words).finditer(plain))
        else:
            return
        if found is None:
            return
        number = found["figure"]
        message = f"the comma in {number} separates two values here: this is not a number"
        advice = f"write {self.words.figures.advice(number)}; in a list, put a space after each comma"
        self.report.add("STP209", message, line.span, advice)

    def _unread(self, found: Iterable[re.Match[str]]) -> re.Match[str] | None:
        """The first match that is not a number in the program's language."""
        read = re.compile(self.words.figures.pattern)
        return next((figure for figure in found if not read.fullmatch(figure["figure"])), None)


@lru_cache(maxsize=8)
def _compared(known: Words) -> re.Pattern[str]:
    """A figure directly after a comparison."""
    phrases = sorted({word for kind in _COMPARED for word in known.all("operators", kind)}, key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(map(re.escape, phrases))})\s{{0,4}}{_FIGURE}", re.IGNORECASE)


@lru_cache(maxsize=8)
def _listed(known: Words) -> re.Pattern[str]:
    """`[1,5, 2,5]` in English: some commas have no space after them. `[1,5]` in German: perhaps one number."""
    inside = r"\[\s*(?P<figure>\d+,\d+)\s*\]" if known.figures.comma else (
        r"\[(?=[^\[\]]*,\s)[^\[\]]*?(?<![\w.,:])(?P<figure>\d+,\d+)(?![\w.])"
    )  # fmt: skip
    return re.compile(inside)
