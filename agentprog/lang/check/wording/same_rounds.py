"""Reports a loop over a list whose lines use no item: each round does the same."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentprog.lang.ast import Action, Extract, ForEach, Line, Range, Ref
from agentprog.lang.check.report import Pass
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.source.text import without_texts
from agentprog.lang.visit import arms, statements, walk


class SameRoundsPass(Pass):
    def run(self) -> None:
        reported = {finding.span.line for finding in self.report.found}
        for loop in statements(self.program):
            if not isinstance(loop, ForEach) or isinstance(loop.items, Range) or loop.target.name[0] == "_":
                continue
            lines = [line for one in statements(loop) for line in (one, *arms(one))]
            clear = all(line.span.line not in reported for line in (loop, *lines))
            if lines and clear and loop.target.span.column > 0 and not self._uses(loop, lines):
                message = f"no line of this loop uses {loop.target}, so each round does the same"
                hint = f"write {loop.target} where a line means the item, or `_` in front of its name if none does"
                self.report.add("STP203", message, loop.target.span, hint)

    def _uses(self, loop: ForEach, lines: Sequence[Line]) -> bool:
        """True if a line names the item, or points at it with words: `archive it`, `the mail`."""
        name = loop.target.name
        own = {id(loop.target)}
        names = [node.name for node in walk(loop) if isinstance(node, Ref) and id(node) not in own]
        if name in names or (isinstance(loop.items, Ref) and names.count(loop.items.name) > 1):
            return True
        steps = [
            line.text if isinstance(line, Action) else line.what for line in lines if isinstance(line, Action | Extract)
        ]
        if len(steps) < len(lines):
            return "loop" in names or any(not isinstance(line, Action | Extract) for line in lines)
        return any(self._points(str(step), name) for step in steps)

    def _points(self, text: str, name: str) -> bool:
        lexicon = self.words.lexicon(text)
        spoken = without_texts(text, "").casefold()
        pointing = any_of(
            (*lexicon.words("vague"), *lexicon.words("pointing"), name.casefold(), *name.casefold().split("_"))
        )
        return re.search(pointing, spoken) is not None
