"""Finds steps that mean to give a variable its value, in words that set none: a last clause that puts in what is read,
or a text to use if the variable is empty."""

from __future__ import annotations

import re

from agentprog.lang.ast import (
    Action,
    AddTo,
    Assign,
    Branch,
    Expr,
    Extract,
    If,
    IsEmpty,
    ListExpr,
    Program,
    Ref,
    Semantic,
    TableExpr,
    Template,
)
from agentprog.lang.check.report import QUOTE, Findings, Pass
from agentprog.lang.check.wording.sentence import masked
from agentprog.lang.check.wording.state import variables_of_lines
from agentprog.lang.effects.orders import is_touching
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.reading.paraphrases import other_conditions
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import QUOTED, Piece
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
            for branch in step.branches if isinstance(step, If) else ():
                self._default(branch)

    def _default(self, branch: Branch) -> None:
        """Reports `If {lang} is not known, then use "English"`, which leaves the variable empty."""
        ref = self._empty(branch.condition)
        for step in branch.body if ref is not None else ():
            if not isinstance(step, Action) or step.app is not None or step.capture is not None or step.said:
                continue
            spoken = masked(step.text)
            lexicon = self.words.lexicon(spoken)
            verb = lexicon.verb_of(spoken)
            uses = lexicon.is_of("alters", verb) and not is_touching(verb) and spoken.count(QUOTE) == 1
            if uses and not lexicon.content(spoken.replace(QUOTE, " "), verb) and not step.text.refs:
                text = re.search(QUOTED, str(step.text))
                value = text.group() if text else '"..."'
                line = self.words.written("assign", target=str(ref), value=value)
                message = f"this is read as a step on the phone, and a step changes no variable: {ref} stays empty"
                hint = f"write `{line}`; if it is meant for the phone, name the app"
                self.report.add("STP222", message, step.span, hint)

    def _empty(self, condition: Expr) -> Ref | None:
        """The variable whose emptiness a condition tests, perhaps in other words."""
        if isinstance(condition, Semantic):
            piece = Piece(str(condition.text), vocabulary=self.words)
            ways = (exact(Piece(way, vocabulary=self.words)) for way in other_conditions(piece, self.known))
            condition = next((way for way in ways if isinstance(way, IsEmpty)), condition)
        operand = condition.operand if isinstance(condition, IsEmpty) else None
        return operand if isinstance(operand, Ref) and not operand.path else None

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
