"""Reports loops whose rounds are not what they seem: positions counted from 1, whole lists, each round the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from agentprog.frozen import replace
from agentprog.lang.ast import (
    Action,
    AddTo,
    Apply,
    Assign,
    Compare,
    Compute,
    Expr,
    Extract,
    ForEach,
    Line,
    ListExpr,
    Number,
    Program,
    Range,
    Ref,
    Repeat,
    Semantic,
    Statement,
    While,
)
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.constants import literal_values
from agentprog.lang.check.wording.almost_exact import LITERAL, UNBRACED, names_of
from agentprog.lang.check.wording.state import variables_of_lines
from agentprog.lang.check.wording.unbraced import unbraced_names
from agentprog.lang.check.wording.unjudgeable import captured
from agentprog.lang.phrases.expressions import bare_items, exact
from agentprog.lang.phrases.wording import escape
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.source.text import Piece, enclosed, plain, without_texts
from agentprog.lang.uses import Uses
from agentprog.lang.visit import all_defined_by, lines, statements, walk
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.words import Words

_GUEST = re.compile(r"(?P<target>[^\W\d]\w*) (?P<of>\w+(?: \w+)?) (?P<items>[^\W\d]\w*)")
_SHORT = re.compile(r"[^\W_]{1,2}(?:\s[^\W_]{1,2})+")
_STEM = 3
"""By so many letters a noun is that of a list: `city` in `{cities}`."""
_ROUND = "loop.iteration"


class LoopsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.uses = Uses(program)
        self.held = variables_of_lines(program)[0] | captured(program)
        self.counted = _counted(program)
        self.lengths = {
            name: len(value.items) for name, value in literal_values(program).items() if isinstance(value, ListExpr)
        }
        self.from_one = {
            line.target.name
            for line in statements(program)
            if isinstance(line, Assign) and isinstance(line.value, Number) and _is_one(line.value)
        }

    def run(self) -> None:
        for loop in statements(self.program):
            if isinstance(loop, ForEach) and isinstance(loop.items, Range) and _is_one(loop.items.low):
                self._loop(loop, loop.target.name, self._lists_of(loop.items.high))
            elif isinstance(loop, While) and isinstance(loop.condition, Compare):
                self._counting(loop, loop.condition)
            elif isinstance(loop, Repeat):
                self._loop(loop, _ROUND, self._lists_of(loop.times))
        for loop in statements(self.program):
            if isinstance(loop, ForEach) and isinstance(loop.items, Semantic) and loop.items.span.line:
                self._head(loop.items)
        reported = {finding.span.line for finding in self.report.found}
        for loop in statements(self.program):
            if isinstance(loop, ForEach) and not isinstance(loop.items, Range) and loop.target.name[0] != "_":
                self._same(loop, reported)
            if isinstance(loop, ForEach) and isinstance(loop.items, ListExpr) and not self._in_brackets(loop.items):
                self._joined(loop, loop.items.items)
            if isinstance(loop, ForEach) and loop.noun and not isinstance(loop.items, Semantic | Compute):
                self._noun(loop)

    def _counting(self, loop: While, test: Compare) -> None:
        """`While {k} <= {n}`, where {k} begins at 1 and {n} is a number of items."""
        counter = test.left if test.op == "<=" else test.right if test.op == ">=" else None
        limit = test.right if test.op == "<=" else test.left
        if isinstance(counter, Ref) and not counter.path and counter.name in self.from_one:
            self._loop(loop, counter.name, self._lists_of(limit))

    def _lists_of(self, count: Expr) -> frozenset[str]:
        """The lists whose last position a number passes: it is their number of items, or not less."""
        if isinstance(count, Number):
            return frozenset(name for name, length in self.lengths.items() if length <= count.value)
        return frozenset(
            {self.counted.get(count.name, "") if isinstance(count, Ref) and not count.path else _measured(count)} - {""}
        )

    def _loop(self, loop: ForEach | Repeat | While, counter: str, counted: frozenset[str]) -> None:
        """Reports a loop from 1 to the number of items of a list whose number is used as a position."""
        added = {line.target.name for line in statements(loop) if isinstance(line, AddTo)}
        for node in walk(loop) if counted - added else ():
            if isinstance(node, Ref) and node.name in counted - added and _is_at(node, counter):
                self._report(node, counter, node.name, limits=not isinstance(loop, Repeat))
                return

    def _report(self, ref: Ref, counter: str, items: str, *, limits: bool) -> None:
        each = self.words.written("foreach", target="{item}", items=f"{{{items}}}")
        begins = f"positions begin at 0, {{{counter}}} at 1"
        message = f"{{{items}[{counter}]}} leaves out the first item and fails after the last: {begins}"
        ways = f", or let {{{counter}}} go from 0 to one less" if limits else ""
        self.report.add("STP213", message, ref.span, f"write `{each}` and {{item}} in it{ways}")

    def _same(self, loop: ForEach, reported: set[int]) -> None:
        """Reports a loop over a list whose lines use no item: each round does the same."""
        below = list(lines(loop))
        clear = all(line.span.line not in reported for line in (loop, *below))
        if below and clear and loop.target.span.column > 0 and not self._uses(loop, below):
            message = f"no line of this loop uses {loop.target}, so each round does the same"
            hint = f"write {loop.target} where a line means the item, or `_` in front of its name if none does"
            self.report.add("STP203", message, loop.target.span, hint)

    def _uses(self, loop: ForEach, below: Sequence[Line]) -> bool:
        """True if a line names the item, or points at it with words: `archive it`, `the mail`."""
        name = loop.target.name
        own = {id(loop.target)}
        names = [node.name for node in walk(loop) if isinstance(node, Ref) and id(node) not in own]
        if name in names or (isinstance(loop.items, Ref) and names.count(loop.items.name) > 1):
            return True
        steps = [line.text for line in below if isinstance(line, Action | Extract)]
        if len(steps) < len(below):
            return "loop" in names or any(not isinstance(line, Action | Extract) for line in below)
        return any(self._points(str(step), name) for step in steps)

    def _points(self, text: str, name: str) -> bool:
        lexicon = self.words.lexicon(text)
        spoken = without_texts(text, "").casefold()
        pointing = any_of(
            (*lexicon.words("vague"), *lexicon.words("pointing"), name.casefold(), *name.casefold().split("_"))
        )
        return re.search(pointing, spoken) is not None

    def _joined(self, loop: ForEach, items: tuple[Expr, ...]) -> None:
        """Reports `For each {x} in {a}, {b}:`, which goes over the items of neither."""

        def is_list(item: Expr) -> bool:
            return isinstance(item, Ref) and not item.path and self.uses.of_name(loop, item.name).many

        whole = next(filter(is_list, items), None)
        if whole is None:
            return
        groups = ((named, map(self.report.raw, group)) for named, group in groupby(items, is_list))
        joined = " + ".join(" + ".join(texts) if named else f"[{', '.join(texts)}]" for named, texts in groups)
        hint = f"did you mean `{joined}`? For rounds with whole lists write brackets around all"
        message = f"one round has the whole list {self.report.raw(whole)}, not one of its items"
        self.report.add("STP233", message, loop.items.span, hint)

    def _in_brackets(self, items: ListExpr) -> bool:
        text = plain(self.report.raw(items))
        return text.startswith("[") and enclosed(text)[0] == (0, len(text))

    def _head(self, items: Semantic) -> None:
        """Reports items that a model would look for on the phone, although they stand in the line or the program."""
        piece, known = self.piece(items), self.words
        bare, bounds = self._bare(piece), _bounds(known).fullmatch(piece.plain)
        short = _SHORT.fullmatch(piece.plain)
        end, guest = piece.plain.rfind("]") + 1, _GUEST.fullmatch(piece.plain)
        unbraced = guest and guest["items"] in names_of(self.program) | unbraced_names(self.program, self.report.text)
        held = next((ref for ref in items.text.refs if ref.name in self.held), None)
        if bounds:
            written = f"{known.operator('RANGE')} {bounds['low']} {known.operator('TO')} {bounds['high']}"
            message = "a range of numbers is written in words: a model looks for this on the phone"
            self.report.add("STP209", message, items.span, f"did you mean `{written}`?")
        elif bare or short:
            listed = ", ".join(f'"{item}"' for item in bare or piece.raw.split())
            message = "these items have no quotes, so a model looks for them on the phone"
            hint = f"write `[{listed}]`" if bare else f"did you mean `[{listed}]`?"
            self.report.add("STP209", message, items.span, hint)
        elif LITERAL.search(piece.plain):
            message = "the list is exact, but the line has no name in braces for each item"
            self.report.add("STP221", message, piece.span(), f"write `{known.written('foreach')}`")
        elif guest and unbraced:
            braced = f"{{{guest['target']}}} {guest['of']} {{{guest['items']}}}"
            self.report.add("STP221", UNBRACED, items.span, f"did you mean `{braced}`?")
        elif piece.plain.startswith("[") and isinstance(exact(piece.cut(0, end)), ListExpr) and end < len(piece):
            message = f"{piece.raw[end:].strip(' ,')!r} behind the list makes a model read the items from the phone"
            self.report.add("STP216", message, items.span, "leave these words out, and test each item in the loop")
        elif held is not None and not items.said:
            message = f"a model looks for these on the phone, but {held} is in the program"
            code = f"{known.escaped('compute')} {escape(items.text)}"
            self.report.add("STP138", message, items.span, f"write `{code}`, which code computes")

    def _bare(self, piece: Piece) -> tuple[str, ...]:
        """The items in `For each of 8:00, 13:00 and 20:00:`."""
        inner = re.fullmatch(r"\[([^\[\]]*)\]", piece.raw)
        before = self.report.text[: piece.offset].rstrip().casefold()
        loose = inner is not None or before.endswith(tuple(f" {word}" for word in self.words.reference_of))
        items = Piece(inner[1] if inner else piece.raw, vocabulary=self.words)
        first, *others = bare_items(items, loose=loose) or ("",)
        within = "|".join(rf"\s{word}\s" for word in self.words.all("operators", "IN"))
        return (re.split(within, first)[-1], *others) if first else ()

    def _noun(self, loop: ForEach) -> None:
        """Reports `For each unpaid order {o} in {orders}`: a loop goes over all items, whatever its noun says."""
        items = self.report.row(loop.items)
        noun, sign = loop.noun.casefold(), next((s for s in self.words.reference_possessive if s in loop.noun), "")
        days = self.words.all("values", "days")
        general = (*self.words.all("values", "determiners"), *self.words.all("operators", "ITEMS"))
        idle = {*general, *self.words.reference_of, *self.words.all("values", "naming")}.difference(days)
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
        """True if a variable that is a word, or a word for items, is the loop's noun: `late {order}`, `late items`. In
        `contact {name}` the variable has the name of a part, and the word in front is the noun."""
        row, name = self.report.text[loop.span.start :].partition("\n")[0], loop.target.name
        items = self.words.all("operators", "ITEMS")
        names = name.casefold() in self.words.all("values", "naming")
        longer = (len(name) >= _STEM or name >= DENSE) and not names
        return f"{{{name}}}" not in row or longer or any(i in loop.noun for i in items)


def _is_at(ref: Ref, counter: str) -> bool:
    """True for `{rows[i]}`: the number of the round alone is the position."""
    return any(
        isinstance(part, Ref) and ".".join((part.name, *map(str, part.path))) == counter for part in ref.path[:1]
    )


def _is_one(low: Expr) -> bool:
    return isinstance(low, Number) and low.value == 1


def _measured(value: Expr | None) -> str:
    counts = isinstance(value, Apply) and value.function == "count"
    operand = value.operand if counts and isinstance(value, Apply) else None
    return operand.name if isinstance(operand, Ref) and not operand.path else ""


def _counted(program: Program) -> dict[str, str]:
    """The variables that only ever hold the number of items of one list, each with that list."""
    found: dict[str, set[str]] = {}
    for statement in statements(program):
        for target in all_defined_by(statement):
            found.setdefault(target.name, set()).add(_value(statement))
    return {name: next(iter(lists)) for name, lists in found.items() if len(lists) == 1 and "" not in lists}


def _value(statement: Statement) -> str:
    return _measured(statement.value) if isinstance(statement, Assign) else ""


@lru_cache(maxsize=8)
def _bounds(known: Words) -> re.Pattern[str]:
    """`1:4`, `1 to 7`, `from 1 to 7` as the items of a loop."""
    to = "|".join(map(re.escape, known.all("operators", "TO")))
    return re.compile(rf"(?P<low>\d{{1,9}})\s?(?::|\.\.\.?|-|–|{to})\s?(?P<high>\d{{1,9}})", re.IGNORECASE)
