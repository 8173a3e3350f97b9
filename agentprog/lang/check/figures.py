"""Numbers as countries write them, "1,200" and "1.500,50", in lines that are exact: a comma divides values there."""

from __future__ import annotations

import re
from functools import lru_cache

from agentprog.lang.ast import AddTo, Assign, Branch, ForEach, Line, Program, RepeatUntil, Wait, While
from agentprog.lang.check.report import Findings
from agentprog.lang.check.unquoted import as_number
from agentprog.lang.visit import arms, statements
from agentprog.lang.vocabulary.words import Words, words

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|`[^`]*`|«[^»]*»|\{[^{}]*\}|\[[^\[\]]*\]|\([^()]*\)")
_FIGURE = r"(?<![\w.,:])(?P<figure>\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:,\d{3})+\.\d+|\d+,\d+)(?![\w.]|,\S)"
_VALUES = re.compile(_FIGURE)
_LISTED = re.compile(r"\[(?=[^\[\]]*,\s)[^\[\]]*?(?<![\w.,:])(?P<figure>\d+,\d+)(?![\w.])")
"""`[1,5, 2,5]`: some commas have no space behind them."""
_TEXTS = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|`[^`]*`|«[^»]*»")
_COMPARED = ("LT", "LE", "GT", "GE", "EQ", "NE")


class FiguresPass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report
        self.words = words(program.header.language)
        self.told = {one.span.line for one in report.found if one.code in ("STP209", "STP216")}

    def run(self) -> None:
        rows = self.report.text.split("\n")
        for statement in statements(self.program):
            for line in (statement, *arms(statement)):
                if 0 < line.span.line <= len(rows) and line.span.line not in self.told:
                    self._line(line, rows[line.span.line - 1])

    def _line(self, line: Line, row: str) -> None:
        said = _QUOTED.sub(lambda found: " " * len(found.group()), row)
        if isinstance(line, Assign | AddTo | ForEach):
            found = _VALUES.search(said) or _LISTED.search(_TEXTS.sub("", row))
        elif isinstance(line, Branch | While | RepeatUntil | Wait):
            found = _compared(self.words).search(said)
        else:
            return
        if found is None:
            return
        number = found["figure"]
        message = f"the comma in {number} divides two values here: this is no number"
        self.report.add("STP209", message, line.span, f"write {as_number(number)}; a list stands in brackets")


@lru_cache(maxsize=8)
def _compared(known: Words) -> re.Pattern[str]:
    """A figure right behind what compares."""
    phrases = sorted({word for kind in _COMPARED for word in known.all("operators", kind)}, key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(map(re.escape, phrases))})\s{{0,4}}{_FIGURE}", re.IGNORECASE)
