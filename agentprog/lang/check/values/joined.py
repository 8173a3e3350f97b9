"""Reports a loop that goes over whole lists: `For each {x} in {a} and {b}:` goes over the items of neither."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from agentprog.lang.ast import Expr, ForEach, ListExpr, Logic, Program, Range, Ref
from agentprog.lang.check.report import Findings
from agentprog.lang.check.values.held import kinds_held, lists_of
from agentprog.lang.source.text import enclosed, plain
from agentprog.lang.visit import statements


class JoinedPass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report

    def run(self) -> None:
        loops = [
            line for line in statements(self.program)
            if isinstance(line, ForEach) and isinstance(line.items, Logic | ListExpr) and line.span.line
        ]  # fmt: skip
        if not loops:
            return
        known = kinds_held(self.program)
        lists = lists_of(self.program, known)
        for loop in loops:
            if isinstance(loop.items, Logic):
                single = frozenset(name for name, kinds in known.items() if not kinds & {"list", "other"})
                self._truth(loop.items, single - lists)
            elif isinstance(loop.items, ListExpr) and not self._in_brackets(loop.items):
                self._mixed(loop.items, lists)

    def _truth(self, items: Logic, single: frozenset[str]) -> None:
        alone = all(_named(item, single) for item in items.operands)
        joined = self._joined(items.operands, lambda item: not alone and not _named(item, single))
        message = "this is true or false, and no list: the loop has no items"
        hint = f"did you mean `{joined}`?" if items.op == "and" else f"write the list that is meant, or `{joined}`"
        self.report.add("STP235", message, items.span, hint)

    def _mixed(self, items: ListExpr, lists: frozenset[str]) -> None:
        """Reports a list among items without brackets. Lists of figures side by side may be rows."""
        whole = [item for item in items.items if _is_list(item, lists)]
        if not whole or all(isinstance(item, ListExpr) for item in items.items):
            return
        message = f"one round has the whole list {self._text(whole[0])}, not one of its items"
        joined = self._joined(items.items, lambda item: _is_list(item, lists))
        hint = f"did you mean `{joined}`? For rounds with whole lists write brackets around all"
        self.report.add("STP235", message, items.span, hint)

    def _joined(self, items: tuple[Expr, ...], is_list: Callable[[Expr], bool]) -> str:
        """The items as one list: `{a} + ["b", "c"]`."""
        groups = [(whole, [self._text(item) for item in group]) for whole, group in groupby(items, is_list)]
        return " + ".join(" + ".join(texts) if whole else f"[{', '.join(texts)}]" for whole, texts in groups)

    def _text(self, item: Expr) -> str:
        return self.report.text[item.span.start : item.span.end]

    def _in_brackets(self, items: ListExpr) -> bool:
        text = plain(self._text(items))
        return text[:1] == "[" and enclosed(text)[:1] == [(0, len(text))]


def _named(item: Expr, names: frozenset[str]) -> bool:
    return isinstance(item, Ref) and not item.path and item.name in names


def _is_list(item: Expr, lists: frozenset[str]) -> bool:
    return isinstance(item, ListExpr | Range) or _named(item, lists)
