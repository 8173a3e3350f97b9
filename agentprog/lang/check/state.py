"""Steps in plain words that would change a variable: nothing on the phone does, so the variable stays as it is."""

from __future__ import annotations

import re
from functools import lru_cache

from agentprog.lang.ast import (
    Action,
    Arithmetic,
    Assign,
    Boolean,
    Expr,
    ForEach,
    FunctionDef,
    ListExpr,
    Number,
    ObjectExpr,
    Program,
    Ref,
    TableExpr,
)
from agentprog.lang.check.defined import all_defined_by
from agentprog.lang.check.report import Findings
from agentprog.lang.reading.itself import about_the_next, any_of
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import statements
from agentprog.lang.vocabulary.words import Words, words

_COUNTED = Number | Arithmetic | Boolean | ListExpr | TableExpr | ObjectExpr
_CHANGES = frozenset(
    ("assign", "assign_said", "increase", "decrease", "multiply", "divide", "add_to", "remove_from", "put_in")
)
_COMPARISONS = ("LT", "LE", "GT", "GE", "EQ")
_LONGEST = 120
_TEXT = r"(?:\"[^\"]*\"|“[^”]*”|`[^`]*`|«[^»]*»)"
_QUOTED = re.compile(_TEXT)
_TOLD = ("STP128", "STP135", "STP136", "STP215")
"""Findings of a line that say as much."""


@lru_cache(maxsize=8)
def _about_change(known: Words) -> re.Pattern[str]:
    """A line of nothing but words for changes, comparisons and amounts, around a variable."""
    said = known.words_of_forms(_CHANGES) | frozenset(known.all("changing", "words"))
    said |= {part for kind in _COMPARISONS for text in known.all("operators", kind) for part in text.split()}
    said |= {*known.all("lead", "words"), *known.all("fillers", "polite")}
    said |= {*known.section("numbers"), *known.section("compass"), *known.section("multiples")}
    listed = any_of(word for word in said if word[:1].isalpha())
    return re.compile(rf"(?:(?>{listed}|\0|\d+(?:[.,]\d+)?)[\s,.;:!+\-]{{0,4}})+", re.IGNORECASE)


@lru_cache(maxsize=8)
def _placed(known: Words) -> re.Pattern[str]:
    """A variable as the place that something is put into or taken out of, at the end of a line."""
    listed = "|".join(re.escape(word) for word in known.all("changing", "places"))
    return re.compile(rf"^\W*[^\s\"]+\s*{_TEXT}\s*(?:{listed})\s*\0\W*$", re.IGNORECASE)


class StatePass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report
        self.words = words(program.header.language)
        kept, given = variables_of_lines(program)
        self.state = kept - given
        self.loops = sorted({one.target.name for one in statements(program) if isinstance(one, ForEach)})
        self.told = {one.span.start for one in report.found if one.code in _TOLD}

    def run(self) -> None:
        for statement in statements(self.program):
            if isinstance(statement, Action) and statement.span.line:
                self._step(statement)
                self._next(statement)

    def _next(self, step: Action) -> None:
        others = any(ref.path or ref.name not in self.loops for ref in step.text.refs)
        if self.loops and step.app is None and not others and step.span.start not in self.told:
            found = about_the_next(Piece(str(step.text), vocabulary=self.words), self.loops)
            if found is not None:
                self.report.add(found.code, found.message, step.span, found.advice)

    def _step(self, step: Action) -> None:
        if step.app is not None or step.capture is not None or not step.text.refs:
            return
        held = [ref for ref in step.text.refs if not ref.path and ref.name in self.state]
        said = "".join(part if isinstance(part, str) else "\0" for part in step.text.parts).strip()
        if not held or step.span.start in self.told or len(said) > _LONGEST:
            return
        subject = (
            said.startswith("\0") and isinstance(step.text.parts[0], Ref) and step.text.parts[0].name in self.state
        )
        shadow = _QUOTED.sub("1", said)
        placed = shadow != said and _placed(self.words).search(said)
        if subject or placed or (shadow == said and _about_change(self.words).fullmatch(said)):
            ref = held[0]
            message = f"this is read as a step on the phone, and a step changes no variable: {ref} stays as it is"
            hint = f"write what it becomes, such as `{self._example(ref)}`; if it is meant for the phone, name the app"
            self.report.add("STP222", message, step.span, hint)

    def _example(self, ref: Ref) -> str:
        table = self.words.table(self.program.header.language)
        canonical = str(table["forms"]["assign"]["canonical"])
        return canonical.replace("<target>", str(ref)).replace("<value>", f"{ref} + 1")


def variables_of_lines(program: Program) -> tuple[frozenset[str], frozenset[str]]:
    """Variables to which exact lines give numbers, lists and the like: what the program counts with; and those that are
    given something else anywhere: a text, an item, what is read, asked or put in."""
    found: set[str] = set()
    other: set[str] = {entry.name for entry in program.header.inputs}
    for statement in statements(program):
        for target in all_defined_by(statement):
            counted = isinstance(statement, Assign) and _is_counted(statement.value)
            (found if counted else other).add(target.name)
        if isinstance(statement, ForEach):
            other.add(statement.target.name)
        if isinstance(statement, FunctionDef):
            other |= {entry.name for entry in statement.inputs}
    return frozenset(found), frozenset(other)


def _is_counted(value: Expr) -> bool:
    return isinstance(value, _COUNTED)
