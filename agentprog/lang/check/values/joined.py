"""Reports a loop that goes over whole lists: `For each {x} in {a}, {b}:` goes over the items of neither."""

from __future__ import annotations

from itertools import groupby

from agentprog.lang.ast import Expr, ForEach, ListExpr, Ref
from agentprog.lang.check.report import Pass
from agentprog.lang.source.text import enclosed, plain
from agentprog.lang.uses import Uses
from agentprog.lang.visit import statements


class JoinedPass(Pass):
    def run(self) -> None:
        uses = Uses(self.program)
        for line in statements(self.program):
            if isinstance(line, ForEach) and isinstance(line.items, ListExpr) and not self._in_brackets(line.items):
                self._items(line, line.items.items, uses)

    def _items(self, loop: ForEach, items: tuple[Expr, ...], uses: Uses) -> None:
        def is_list(item: Expr) -> bool:
            return isinstance(item, Ref) and not item.path and uses.of_name(loop, item.name).many

        whole = next(filter(is_list, items), None)
        if whole is None:
            return
        groups = ((named, map(self._text, group)) for named, group in groupby(items, is_list))
        joined = " + ".join(" + ".join(texts) if named else f"[{', '.join(texts)}]" for named, texts in groups)
        hint = f"did you mean `{joined}`? For rounds with whole lists write brackets around all"
        message = f"one round has the whole list {self._text(whole)}, not one of its items"
        self.report.add("STP233", message, loop.items.span, hint)

    def _text(self, item: Expr) -> str:
        return self.report.raw(item)

    def _in_brackets(self, items: ListExpr) -> bool:
        text = plain(self._text(items))
        return text.startswith("[") and enclosed(text)[0] == (0, len(text))
