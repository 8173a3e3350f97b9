"""Reports texts that show a whole list instead of its length or another part: `"{people}'s length"`."""

from __future__ import annotations

import re
from functools import lru_cache

from agentprog.lang.ast import Apply, Ask, Assign, ForEach, ListExpr, Number, Program, Ref, Template
from agentprog.lang.check.report import Findings
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.visit import statements, walk
from agentprog.lang.vocabulary.words import Words, words

_TEXT_FIELDS = ("value", "message", "question", "prompt", "reason")
_OPERATORS = ("COUNT", "TALLY", "SUM", "AVERAGE", "MINIMUM", "MAXIMUM", "FIRST", "LAST")


class PartsPass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report
        self.words = words(program.header.language)
        nodes = list(walk(program))
        whole = [node.items for node in nodes if isinstance(node, ForEach)]
        whole += [node.operand for node in nodes if isinstance(node, Apply)]
        self.lists = {ref.name for ref in whole if isinstance(ref, Ref) and not ref.path}
        self.lists |= {
            node.target.name for node in nodes if isinstance(node, Assign) and isinstance(node.value, ListExpr)
        }
        self.single = {node.target.name for node in nodes if isinstance(node, ForEach)}
        self.single |= {node.capture.name for node in nodes if isinstance(node, Ask) and node.capture is not None}
        self.single |= {
            node.target.name for node in nodes if isinstance(node, Assign) and isinstance(node.value, Template | Number)
        }
        """Variables with one value, which no line takes for a list."""

    def run(self) -> None:
        for statement in statements(self.program):
            for text in (getattr(statement, name, None) for name in _TEXT_FIELDS):
                if isinstance(text, Template) and text.span.line:
                    self._text(text)

    def _text(self, text: Template) -> None:
        for before, part, after in zip(("", *text.parts), text.parts, (*text.parts[1:], ""), strict=False):
            if not isinstance(part, Ref) or part.path:
                continue
            noun = self._operator_after(str(after), part) or self._applied(str(before), part)
            if noun:
                name, phrase = noun
                message = f"the text shows all of {part}, and {phrase!r} as words"
                hint = f"write `{{n}} = {self.words.operator(name)} {part}` above, and {{n}} in the text"
                self.report.add("STP211", message, part.span, hint)

    def _operator_after(self, after: str, ref: Ref) -> tuple[str, str] | None:
        """`{people}'s length`: the operator and its words."""
        found = _possessive(self.words).match(after)
        if found is None or (ref.name in self.single and ref.name not in self.lists):
            return None
        return self.words.section("questions")[found["key"].casefold()], found.group()

    def _applied(self, before: str, ref: Ref) -> tuple[str, str] | None:
        """`the number of {people}`: the operator and its words."""
        found = _before(self.words).search(before) if ref.name in self.lists else None
        name = found and next(
            operator for operator in _OPERATORS if found["words"].casefold() in self.words.all("operators", operator)
        )
        return ("COUNT" if name == "TALLY" else name, found["words"]) if found and name else None


@lru_cache(maxsize=8)
def _possessive(known: Words) -> re.Pattern[str]:
    signs = "|".join(map(re.escape, known.reference_possessive)) or "(?!)"
    return re.compile(rf"(?:{signs})\s*(?P<key>{any_of(known.section('questions'))})", re.IGNORECASE)


@lru_cache(maxsize=8)
def _before(known: Words) -> re.Pattern[str]:
    phrases = any_of(phrase for name in _OPERATORS for phrase in known.all("operators", name))
    return re.compile(rf"(?P<words>{phrases})\s*$", re.IGNORECASE)
