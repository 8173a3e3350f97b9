"""Finds steps that mean to give a variable its value, in words that set none: a last clause that puts in what is read,
or a text to use if the variable is empty."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agentprog.lang.ast import (
    Action,
    Ask,
    Assign,
    Extract,
    Program,
    Ref,
    Statement,
    Template,
)
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.held import made_as_lists, taken_for_lists
from agentprog.lang.check.wording.state import variables_of_lines
from agentprog.lang.phrases.parts import as_words
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import statements
from agentprog.lang.vocabulary.orders import DENSE, Orders
from agentprog.lang.vocabulary.words import Words

_PUTS = ("add_to", "keep_in", "put_in")
_LONGEST = 1000
_FOUND, _ITEM = "{found}", "{item}"
_START = re.compile(rf"(?<=[\s,;，；])(?=[^\W\d])|(?<=[，；])|(?<=[{DENSE}-\uffff])(?=[{DENSE}-\uffff])")


_LAST_NAME = re.compile(r"(?<=\s)[^\W\d]\w*$")
_LONGEST_NAME = 6
"""In characters, in a script without spaces between words."""


def kept_by_name(text: str, known: Words) -> Iterator[tuple[str, Statement]]:
    """Yields a step with its last word in braces, and its reading, where that word takes a result: `get the newest
    emails and save them as {mails}`."""
    text = text.rstrip(" .。")
    found = None if text.endswith("}") else _LAST_NAME.search(text)
    dense = text[-1:] >= DENSE and text[-1:].isalpha()
    starts = range(len(text) - 1, max(0, len(text) - _LONGEST_NAME), -1) if dense else [found.start()] if found else []
    for at in starts if len(text) <= _LONGEST else ():
        braced = f"{text[:at]}{{{text[at:]}}}"
        read = recognise(Piece(braced, vocabulary=known))
        if getattr(getattr(read, "capture", None), "name", "") == text[at:]:
            yield braced, read


class ResultsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.gathered = taken_for_lists(program) | made_as_lists(program)
        """Variables that hold lists and tables."""
        empty = {
            line.target.name
            for line in statements(program)
            if isinstance(line, Assign) and isinstance(line.value, Template) and not line.value.parts
        }
        self.variables = variables_of_lines(program)[0] | self.gathered | empty

    def run(self) -> None:
        for step in statements(self.program):
            if isinstance(step, Action | Ask) and step.capture is None and step.span.line:
                self._named(step)
            if isinstance(step, Action) and step.capture is None and step.span.line and step.text.refs:
                self._step(step, step.text.refs[-1])

    def _named(self, step: Action | Ask) -> None:
        """Reports `read the total and call it price`, which names a variable without braces. Behind `in`, with a
        capital letter, or where nothing is read, the word is a variable only if another line has it."""
        row = self.report.row(step).rstrip(" .。")
        head, _, last = row.rpartition(" ")
        before, _, leading = head.rpartition(" ")
        if leading.casefold() in self.words.all("values", "determiners"):
            leading = before.rpartition(" ")[2]
        found, read = next(kept_by_name(row, self.words), ("", None))
        places = (*self.words.all("capture", "loose"), *self.words.lexicon(row).words("places"))
        behind_as = leading.casefold() in as_words(self.words)
        plainly = behind_as or leading.casefold() not in places
        sure = isinstance(read, Extract | Ask) and plainly and not last[0].isupper()
        if not found and behind_as:
            kept = before + self.words.written("capture", target=last)
            found, read = next(kept_by_name(kept, self.words), ("", None))
            found = found if isinstance(read, Extract) else ""
        if found and (sure or self._elsewhere(found, step)):
            code = "STP214" if isinstance(step, Ask) else "STP221"
            message = "this names a variable without braces, so nothing is recorded"
            self.report.add(code, message, step.span, f"did you mean `{found}`?")

    def _elsewhere(self, braced: str, step: Action | Ask) -> bool:
        name = re.escape(braced.rpartition("{")[2].rstrip("}"))
        rows = self.report.text.split("\n")
        others = "\n".join(row for number, row in enumerate(rows, start=1) if number != step.span.line)
        return re.search(rf"\{{{name}[}}.\[]", others) is not None

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
