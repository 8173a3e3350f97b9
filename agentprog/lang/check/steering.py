"""Steps in plain words that steer: they decide or repeat by themselves, and the program sees one step.

A step is one errand on the phone. Where its words begin as a condition, a loop or a remedy does, its writer meant the
program to decide; the machine hands the whole sentence to a model. Conjunctions and counts are a closed class in each
language, and stand in its table (`itself.steering`, `itself.within`, `itself.rounds`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from agentprog.lang.ast import Action, Program
from agentprog.lang.check.report import Findings
from agentprog.lang.kinds.oneline import is_idiom
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import statements
from agentprog.lang.vocabulary.words import Words, words

_TEXT = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|「[^」]*」|`[^`]*`|«[^»]*»")
_DENSE = "\u2e80"
"""Scripts from here on put no spaces between words."""


class SteeringPass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report
        self.words = words(program.header.language)
        self.told = {one.span.line for one in report.found if one.code != "STP501"}

    def run(self) -> None:
        for statement in statements(self.program):
            if isinstance(statement, Action) and statement.span.line and statement.implementation is None:
                self._step(statement)

    def _step(self, step: Action) -> None:
        if step.span.line in self.told or self._escaped(step):
            return
        said = "".join(part if isinstance(part, str) else "{}" for part in step.text.parts)
        found = _steering(self.words).search(_TEXT.sub('""', said).strip())
        if found is None or (not found.start() and self._idiom(said[found.end() :])):
            return
        word = found.group().strip(" ,;:.，；：。")
        message = f"{word!r} decides or repeats something, but this is one step: a model is given all of it"
        language = self.program.header.language
        blocks = " or ".join(f"`{self.words.canonical(form, language)}`" for form in ("if", "repeat"))
        hint = (
            f"write {blocks} with its steps below, or `{self.words.all('escape', 'action')[0]}:` in front of the step"
        )
        self.report.add("STP137", message, step.span, hint)

    def _idiom(self, behind: str) -> bool:
        """`If needed, ...` leaves it to the model on purpose."""
        clause = re.split("[,;，；]", behind, maxsplit=1)[0]
        return is_idiom(Piece(clause.strip(), vocabulary=self.words))

    def _escaped(self, step: Action) -> bool:
        """`do:` in front says that all of it is meant for the model."""
        text = self.report.text[step.span.start : step.span.end].lstrip().casefold()
        return any(re.match(rf"{re.escape(word)}\s*[:：]", text) for word in self.words.all("escape", "action"))


@lru_cache(maxsize=8)
def _steering(known: Words) -> re.Pattern[str]:
    """A conjunction that begins the step, one behind a comma, or a number of rounds that ends a clause."""
    behind = _any_of(known.all("itself", "rounds"))
    numbers = _any_of(known.section("numbers"))
    rounds = rf"(?<![\w第.])(?:{numbers}|\d{{1,3}})\s{{0,2}}(?:{behind})"
    begins = _any_of(known.all("itself", "steering"))
    within = _any_of(known.all("itself", "within"))
    return re.compile(rf"^(?:{begins})|[,;，；.]\s{{0,2}}(?:{within})|{rounds}(?=\W*$|\s?[,;:，；：])", re.IGNORECASE)


def _any_of(found: Iterable[str]) -> str:
    """As of `reading.itself`, but a word may begin right behind a figure: `3x`."""
    ordered = sorted(set(found), key=lambda word: (-len(word), word))
    return "|".join(rf"{re.escape(word)}\b" if word < _DENSE else re.escape(word) for word in ordered)
