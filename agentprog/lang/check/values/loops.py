"""Reports loops whose rounds are not what they seem: positions counted from 1, whole lists, each round the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from agentprog.lang.ast import (
    Action,
    AddTo,
    Apply,
    Assign,
    Compare,
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
    Statement,
    While,
)
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.constants import literal_values
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.source.text import enclosed, plain, without_texts
from agentprog.lang.uses import Uses
from agentprog.lang.visit import all_defined_by, lines, statements, walk

_ROUND = "loop.iteration"


class LoopsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.uses = Uses(program)
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
        reported = {finding.span.line for finding in self.report.found}
        for loop in statements(self.program):
            if isinstance(loop, ForEach) and not isinstance(loop.items, Range) and loop.target.name[0] != "_":
                self._same(loop, reported)
            if isinstance(loop, ForEach) and isinstance(loop.items, ListExpr) and not self._in_brackets(loop.items):
                self._joined(loop, loop.items.items)

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
        steps = [
            line.text if isinstance(line, Action) else line.what for line in below if isinstance(line, Action | Extract)
        ]
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
