"""Finds steps that mean to give a variable its value, in words that set none: a last clause that puts in what is read,
or a text to use if the variable is empty."""

from __future__ import annotations

import re

from agentprog.lang.ast import (
    Action,
    AddTo,
    Assign,
    Extract,
    ListExpr,
    Program,
    Ref,
    TableExpr,
    Template,
)
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.wording.state import variables_of_lines
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import statements
from agentprog.lang.vocabulary.orders import DENSE, Orders

_PUTS = ("add_to", "keep_in", "put_in")
_FOUND, _ITEM = "{found}", "{item}"
_START = re.compile(rf"(?<=[\s,;，；])(?=[^\W\d])|(?<=[，；])|(?<=[{DENSE}-\uffff])(?=[{DENSE}-\uffff])")


class ResultsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        lines = tuple(statements(program))
        self.gathered = {line.target.name for line in lines if isinstance(line, AddTo)}
        given = tuple(line for line in lines if isinstance(line, Assign))
        self.gathered |= {line.target.name for line in given if isinstance(line.value, ListExpr | TableExpr)}
        """Variables that hold lists and tables."""
        empty = {line.target.name for line in given if isinstance(line.value, Template) and not line.value.parts}
        captured, assigned = variables_of_lines(program)
        self.variables = captured | self.gathered | empty
        self.known = captured | assigned

    def run(self) -> None:
        for step in statements(self.program):
            if isinstance(step, Action) and step.capture is None and step.span.line and step.text.refs:
                self._step(step, step.text.refs[-1])

    def _step(self, step: Action, ref: Ref) -> None:
        raw = self.report.row(step).rstrip(" .。")
        if ref.path or ref.name not in self.variables or not raw.endswith(str(ref)):
            return
        lexicon = self.words.lexicon(raw)
        piece = Piece(raw, vocabulary=self.words)
        starts = [found.start() for found in _START.finditer(piece.plain)]
        head, form = next(
            ((head, form) for at in reversed(starts) if (form := self._puts(piece.plain[at:], ref, lexicon))
             and (head := self._reading(raw[:at], lexicon))),
            ("", ""),
        )  # fmt: skip
        if head:
            message = f"a step on the phone changes no variable: {ref} keeps its value, and what is read is lost"
            self.report.add("STP222", message, step.span, self._advice(head, ref, lexicon, adds=form == "add_to"))

    def _puts(self, clause: str, ref: Ref, lexicon: Orders) -> str:
        """The form of `add them to {t}`, an order to put what a pronoun points at into a variable; else empty."""
        found = self.words.matches(clause, *_PUTS)
        ways = (form for form, m in found if m["target"] == str(ref) and not lexicon.content(m["value"]))
        return next(ways, "")

    def _reading(self, head: str, lexicon: Orders) -> str:
        """The beginning of a step, if it reads something from the phone."""
        joints = "|".join(map(re.escape, lexicon.words("joints")))
        head = re.sub(
            rf"(?:[\s,;，；]|(?<![^\W{DENSE}-\uffff])(?:{joints})(?=[\s,;]*$))+$", "", head, flags=re.IGNORECASE
        )
        return head if isinstance(recognise(Piece(self._kept(head, _FOUND), vocabulary=self.words)), Extract) else ""

    def _kept(self, head: str, target: str) -> str:
        return head + self.words.written("capture", target=target)

    def _advice(self, head: str, ref: Ref, lexicon: Orders, *, adds: bool) -> str:
        if not adds and ref.name not in self.gathered:
            return f"write `{self._kept(head, str(ref))}`"
        several = lexicon.regex("several").search(head) is not None
        value = _ITEM if several else _FOUND
        add = self.words.written("add_to", target=str(ref), value=value)
        loop = self.words.written("foreach", target=_ITEM, items=_FOUND)
        return f"write `{self._kept(head, _FOUND)}`, and `{f'{loop} {add}' if several else add}` below it"
