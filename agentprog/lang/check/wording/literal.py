"""Reports words without quotes that an exact line takes as they stand: a message, the value of an input, a column.

It runs after the other passes: another finding about the words says more about them.
"""

from __future__ import annotations

import re

from agentprog.lang.ast import (
    Argument,
    Ask,
    Case,
    Entry,
    Line,
    Parameter,
    Program,
    Ref,
    Span,
    Stop,
    TableExpr,
    Tell,
    Template,
)  # fmt: skip
from agentprog.lang.check.report import READINGS, SHOWN, Findings, Pass
from agentprog.lang.check.wording.misreadings import MESSAGES, QUOTE_SIGNS
from agentprog.lang.check.wording.sentence import any_word
from agentprog.lang.check.wording.unquoted import instead_of
from agentprog.lang.phrases.wording import escape, in_quotes
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.source.text import shadow
from agentprog.lang.visit import expressions, lines, walk

_INSIDE = {Entry: "value", Argument: "value", Parameter: "default"}
"""The parts of a line that hold a value of their own."""
_MEANING = "STP200"
"""Findings with a lower code are about the form of a line."""


class LiteralPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.names = frozenset(node.name for node in walk(program) if isinstance(node, Ref))

    def run(self) -> None:
        for line in lines(self.program):
            if isinstance(line, Tell | Ask | Stop):
                self._shown(line)
            self._inside(line)

    def _shown(self, line: Line) -> None:
        for text in (getattr(line, name, None) for name in MESSAGES):
            if isinstance(text, Template) and self._is_bare(text) and not self._is_reported(text.span):
                begin, row = line.span.start, self.report.row(line)
                before, behind = row[: text.span.start - begin], row[text.span.end - begin :]
                asked = self._asked(text, before) if isinstance(line, Ask) and line.capture is None else ""
                hint = asked or self._worked_out(text) or f"write `{(before + escape(text) + behind).strip()}`"
                if hint.startswith("write") and isinstance(line, Tell) and self._may_be_worked_out(text, before):
                    code = f"{before}{self.words.escaped('compute')} {escape(text)}{behind}".strip()
                    hint += f", or `{code}` for code to work it out"
                self.report.add("STP209", f"{str(text)!r} {SHOWN}", text.span, hint)

    def _asked(self, text: Template, before: str) -> str:
        """The advice for `Ask me which one and note it as {n}`, whose last words record the answer."""
        last = text.parts[-1] if text.parts else ""
        joints = any_word(self.words.all("chain", "loose")) or "(?!)"
        head = re.split(rf"[\s,;，；]+(?:{joints})\s|[,;，；]\s*", str(text))
        if not isinstance(last, Ref) or last.path or len(head) != 2 or not self.words.lexicon(head[1]).verb_of(head[1]):
            return ""
        return f'write `{before}"{head[0]}"{self.words.written("capture", target=str(last))}`'

    def _worked_out(self, text: Template) -> str:
        """The advice for `Tell user {total} rounded`; empty for other words."""
        worked = re.search(rf"\s?(?:{any_of(self.words.all('changing', 'worked'))})$", str(text), re.IGNORECASE)
        if worked is None or not isinstance(text.parts[0], Ref):
            return ""
        computed = f"{{result}} = {self.words.escaped('compute')} {escape(text)}"
        return f"work it out above, `{computed}`, and write {{result}} here"

    def _may_be_worked_out(self, text: Template, before: str) -> bool:
        """True for `{x} doubled`, `half of {x}`, whose words may be an operation. `{x} is ready` states something."""
        first, rest = text.parts[0], " ".join(part for part in text.parts if isinstance(part, str))
        stated = before.rstrip().casefold().endswith(self.words.all("values", "that"))
        if stated or isinstance(first, Ref):
            return not stated and re.search(any_word(self.words.all("values", "claims")), rest, re.IGNORECASE) is None
        of = tuple(f" {word}" for word in self.words.reference_of)
        return len(text.parts) == 2 and first.casefold().rstrip().endswith(of)

    def _inside(self, line: Line) -> None:
        """Reports a value of an object, of a call or of a case, and the columns of a table."""
        held = [item for item in expressions(line) if type(item) in _INSIDE or isinstance(item, TableExpr)]
        values = [*(line.values if isinstance(line, Case) else ()), *map(_value, held)]
        for text in values:
            if isinstance(text, Template) and self._is_bare(text) and not self._is_reported(text.span):
                raw = self.report.raw(text)
                message = f"{str(text)!r} has no quotes, and is taken as text"
                self.report.add("STP209", message, text.span, instead_of(raw, self.words, self.names))
        for table in held:
            if isinstance(table, TableExpr) and table.span.line and not self._is_reported(table.span):
                self._columns(table)

    def _columns(self, table: TableExpr) -> None:
        unquoted = shadow(self.report.raw(table))
        bare = [name for name in table.columns if name in unquoted]
        if bare:
            listed = ", ".join(map(in_quotes, table.columns))
            message = f"{bare[0]!r} has no quotes, and is taken as the name of a column"
            self.report.add("STP209", message, table.span, f"did you mean `{listed}`?")

    def _is_bare(self, text: Template) -> bool:
        """True for words without quotes. Variables alone need none, with `and` between them too."""
        raw = self.report.raw(text) if text.span.line else ""
        joints = {*self.words.all("operators", "AND"), *self.words.all("operators", "OR"), ""}
        others = (part for part in text.parts if isinstance(part, str))
        alone = bool(text.refs) and all(part.strip(" ,、").casefold() in joints for part in others)
        return bool(raw and text.parts) and not alone and raw[0] not in QUOTE_SIGNS

    def _is_reported(self, span: Span) -> bool:
        return any(
            finding.span.start < span.end and span.start < finding.span.end
            for finding in self.report.found
            if finding.code in READINGS or finding.code < _MEANING
        )


def _value(holder: object) -> object:
    return getattr(holder, _INSIDE.get(type(holder), ""), None)
