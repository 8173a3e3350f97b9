"""Reports words without quotes that an exact line takes as they stand: a message, the value of an input, a column.

It runs after the other passes: another finding about the words says more about them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from agentprog.frozen import replace
from agentprog.lang.ast import (
    Argument,
    Ask,
    Case,
    Compute,
    Entry,
    ForEach,
    Line,
    ListExpr,
    Parameter,
    Program,
    Ref,
    Semantic,
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
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.phrases.wording import escape, in_quotes
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.source.text import Piece, shadow
from agentprog.lang.visit import expressions, lines, walk
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.words import Words

_INSIDE = {Entry: "value", Argument: "value", Parameter: "default"}
"""The parts of a line that hold a value of their own."""
_SHORT = re.compile(r"[^\W_]{1,2}(?:\s[^\W_]{1,2})+")
_STEM = 3
"""By so many letters a noun is that of a list: `city` in `{cities}`."""
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
            if isinstance(line, ForEach):
                self._loop(line)
            self._inside(line)

    def _shown(self, line: Line) -> None:
        for text in (getattr(line, name, None) for name in MESSAGES):
            if isinstance(text, Template) and self._is_bare(text) and not self._is_reported(text.span):
                begin, row = line.span.start, self.report.row(line)
                before, behind = row[: text.span.start - begin], row[text.span.end - begin :]
                hint = self._worked_out(text) or f"write `{(before + escape(text) + behind).strip()}`"
                if hint.startswith("write") and isinstance(line, Tell) and self._may_be_worked_out(text, before):
                    code = f"{before}{self.words.escaped('compute')} {escape(text)}{behind}".strip()
                    hint += f", or `{code}` for code to work it out"
                self.report.add("STP209", f"{str(text)!r} {SHOWN}", text.span, hint)

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

    def _loop(self, loop: ForEach) -> None:
        if isinstance(loop.items, Semantic):
            if not self._is_reported(loop.items.span):
                self._items(loop.items)
        elif loop.noun and not isinstance(loop.items, Compute):
            self._noun(loop)

    def _noun(self, loop: ForEach) -> None:
        """Reports `For each unpaid order {o} in {orders}`: a loop goes over all items, whatever its noun says."""
        items = self.report.row(loop.items)
        noun, sign = loop.noun.casefold(), next((s for s in self.words.reference_possessive if s in loop.noun), "")
        days = self.words.all("values", "days")
        general = (*self.words.all("values", "determiners"), *self.words.all("operators", "ITEMS"))
        idle = {*general, *self.words.reference_of}.difference(days)
        found = [noun.partition(sign)[0]] if sign else re.findall(r"[^\W_]+", noun)
        others = [word for word in found if word not in idle]
        selecting = [word for word in others if self._selects(word, loop) or not self._names_item(word, loop, items)]
        if selecting == others and selecting and not sign and not self._has_noun(loop):
            head = 0 if self.words.own.get("noun_first") else -1
            if not self._selects(selecting[head], loop):
                del selecting[head]
        if selecting and loop.span.line:
            message = f"{' '.join(selecting)!r} selects no items: the loop goes over all of {items}"
            test = self.words.canonical("if")
            place = replace(loop.span, end=loop.items.span.end)
            self.report.add("STP216", message, place, f"leave it out, or write `{test}` as the first line of the loop")

    def _selects(self, word: str, loop: ForEach) -> bool:
        """True for a word that is no noun: `second {s}`, `two {t}`, `other {o}`, in German `alte {a}`."""
        known = self.words.all("values", "selecting")
        counts = self.words.meaning("ordinals", word) is not None or self.words.numeral(word) is not None
        capitals = bool(self.words.own.get("capital_nouns"))
        begins = word >= DENSE and (word.startswith(known) or self.words.numeral(word[:1]) is not None)
        return counts or word in known or begins or (capitals and word in loop.noun)

    def _names_item(self, word: str, loop: ForEach, items: str) -> bool:
        """True for a noun that the name of the list or of the variable contains or shortens."""
        target = loop.target.name.casefold()
        shared = word[:_STEM] in f"{items.casefold()} {target}" and (len(word) >= _STEM or word >= DENSE)
        return shared or word.startswith(target)

    def _has_noun(self, loop: ForEach) -> bool:
        """True if a variable that is a word, or a word for items, is the loop's noun: `late {order}`, `late items`."""
        row, name = self.report.text[loop.span.start :].partition("\n")[0], loop.target.name
        items = self.words.all("operators", "ITEMS")
        return f"{{{name}}}" not in row or len(name) >= _STEM or name >= DENSE or any(i in loop.noun for i in items)

    def _items(self, items: Semantic) -> None:
        """Reports `1:4`, `["a", "b"], except "b"` and `a b c` as the items of a loop, which a model would look for."""
        raw = self.report.row(items)
        piece, known = Piece(raw, vocabulary=self.words), self.words
        bounds, short = _bounds(known).fullmatch(piece.plain), _SHORT.fullmatch(piece.plain)
        end = piece.plain.rfind("]") + 1
        if bounds:
            written = f"{known.operator('RANGE')} {bounds['low']} {known.operator('TO')} {bounds['high']}"
            message = "a range of numbers is written in words: a model looks for this on the phone"
            self.report.add("STP209", message, items.span, f"did you mean `{written}`?")
        elif short:
            message = "these items have no quotes, so a model looks for them on the phone"
            listed = ", ".join(f'"{item}"' for item in raw.split())
            self.report.add("STP209", message, items.span, f"did you mean `[{listed}]`?")
        elif piece.plain.startswith("[") and isinstance(exact(piece.cut(0, end)), ListExpr) and end < len(piece):
            message = f"{raw[end:].strip(' ,')!r} behind the list makes a model read the items from the phone"
            self.report.add("STP216", message, items.span, "leave these words out, and test each item in the loop")

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


@lru_cache(maxsize=8)
def _bounds(known: Words) -> re.Pattern[str]:
    """`1:4`, `1 to 7`, `from 1 to 7` as the items of a loop."""
    to = "|".join(map(re.escape, known.all("operators", "TO")))
    return re.compile(rf"(?P<low>\d{{1,9}})\s?(?::|\.\.\.?|-|–|{to})\s?(?P<high>\d{{1,9}})", re.IGNORECASE)
