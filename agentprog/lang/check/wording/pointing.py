"""Finds words that point at the item of a loop without naming it: `skip it` after `If there is an ad`, `message the
player` in a loop over players, `the tip` for `{trip.tip}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from agentprog.lang.ast import (
    Action,
    Branch,
    Continue,
    Expr,
    ForEach,
    FunctionDef,
    Line,
    OnScreen,
    Program,
    Ref,
    Repeat,
    RepeatUntil,
    Semantic,
    Span,
    Statement,
    Template,
    While,
)
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.resolve import AppOf, resolve_apps
from agentprog.lang.source.text import shadow
from agentprog.lang.uses import Uses
from agentprog.lang.visit import arms, expressions, walk
from agentprog.lang.vocabulary.orders import DENSE, Orders
from agentprog.lang.vocabulary.words import Words

_ALREADY_REPORTED = ("STP121", "STP135", "STP136", "STP137", "STP138", "STP215", "STP218", "STP221", "STP222", "STP301")
"""Findings that already report a fault of the line's words."""
_TWO = 2
_SHORTEST = 3


@dataclass(slots=True)
class _Round:
    """The innermost loop around a line: its item, and the apps in which a line above already used it."""

    item: str
    parts: frozenset[str]
    used: set[str] = field(default_factory=set)


class PointingPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.apps: AppOf = resolve_apps(program)
        self.uses = Uses(program)
        self.reported = report.lines(_ALREADY_REPORTED)

    def run(self) -> None:
        self._block(self.program.body, None, None)

    def _block(self, body: Iterable[Statement], loop: _Round | None, branch: Branch | None) -> None:
        for statement in body:
            if isinstance(statement, Continue) and loop is not None and branch is not None:
                self._jump(statement, branch.condition, loop)
            if loop is not None and loop.item and not isinstance(statement, ForEach):
                self._line(statement, loop)
            inner = loop
            if isinstance(statement, ForEach | Repeat | RepeatUntil | While | FunctionDef):
                inner = self._round(statement)
            self._block(getattr(statement, "body", ()), inner, branch if inner is loop else None)
            for arm in arms(statement):
                if loop is not None and loop.item:
                    self._line(arm, loop)
                self._block(arm.body, loop, arm if isinstance(arm, Branch) else None)

    def _round(self, statement: Statement) -> _Round | None:
        if isinstance(statement, FunctionDef):
            return None
        if not isinstance(statement, ForEach):
            return _Round(item="", parts=frozenset())
        name = statement.target.name
        shape = self.uses.of_name(statement, name)
        return _Round(item=name, parts=frozenset(part.name for part in shape.parts))

    # ------------------------------------------------------------------------------------------------ jumps

    def _jump(self, jump: Continue, condition: Expr, loop: _Round) -> None:
        """Reports `If there is an ad, skip it`: the jump skips the round, and the words point at the ad."""
        raw = self.report.raw(jump)
        if jump.span.line in self.reported or not _points(raw, self.words) or not self._brings(condition, loop):
            return
        go_on, step = self.words.canonical("continue"), self.words.escaped("action")
        message = f"{raw.strip()!r} starts the next round of the loop, and does nothing with the condition's subject"
        hint = f"write `{go_on}` if that is meant; else name the action on the phone, such as `{step}: ...`"
        self.report.add("STP309", message, jump.span, hint)

    def _brings(self, condition: Expr, loop: _Round) -> bool:
        """True for a condition by which something new is there: an ad, a pop-up."""
        if any(isinstance(node, Ref) for node in walk(condition)):
            return False
        if isinstance(condition, OnScreen):
            return not loop.item
        if not isinstance(condition, Semantic) or condition.said:
            return False
        text = str(condition.text)
        lexicon = self.words.lexicon(text)
        if loop.item and _named(loop.item, lexicon).search(text):
            return False
        return _is_there(self.words, lexicon).search(text) is not None and not _lacks(self.words).search(text)

    # ------------------------------------------------------------------------------------------------ items

    def _line(self, line: Line, loop: _Round) -> None:
        app = str(self.apps.get(line.id) or "")
        refs = [node for node in expressions(line) if isinstance(node, Ref) and node.name == loop.item]
        for text, span in self._plain(line):
            if span.line in self.reported or not span.line:
                continue
            found = self._part(text, refs, loop) or ("" if refs or app in loop.used else self._item(text, loop))
            if found:
                self.reported.add(span.line)
                message = "this refers to the loop's item without braces, so a model does not know which item is meant"
                self.report.add("STP221", message, span, f"did you mean `{found}`?")
        if refs:
            loop.used.add(app)

    def _plain(self, line: Line) -> Iterator[tuple[str, Span]]:
        """The words of a line that a model reads."""
        if isinstance(line, Action):
            if not line.said:
                yield self._first_line(line.span)
            return
        text = getattr(line, "what", None)
        if isinstance(text, Template) and text.span.line:
            yield self._first_line(text.span)
        for node in expressions(line):
            if isinstance(node, Semantic) and not node.said and node.span.line:
                yield self._first_line(node.span)

    def _first_line(self, span: Span) -> tuple[str, Span]:
        return self.report.text[span.start : span.end].partition("\n")[0], span

    def _item(self, text: str, loop: _Round) -> str:
        """The text with the loop's variable in braces, where its name stands as a noun."""
        return self._braced(text, loop.item.replace("_", " "), f"{{{loop.item}}}")

    def _part(self, text: str, refs: list[Ref], loop: _Round) -> str:
        """The text with a part of the item in braces: `the tip` for `{trip.tip}`."""
        used = {str(part) for ref in refs for part in ref.path}
        found = (
            self._braced(text, part.replace("_", " "), f"{{{loop.item}.{part}}}")
            for part in sorted(loop.parts - used, key=len, reverse=True)
        )
        return next(filter(None, found), "")

    def _braced(self, text: str, name: str, ref: str) -> str:
        if len(name) < _SHORTEST and name < DENSE:
            return ""
        unquoted = shadow(text, "\x01")
        lexicon = self.words.lexicon(text)
        for found in _named(name, lexicon).finditer(unquoted):
            if _ends_a_noun(unquoted[found.end() :], lexicon):
                start, end = found.span(found.lastgroup or 0)
                return f"{text[:start]}{ref}{text[end:]}"
        return ""


@lru_cache(maxsize=64)
def _named(name: str, lexicon: Orders) -> re.Pattern[str]:
    """A name after a word that points, which braces replace too: `the player`; or after a preposition: `to player`."""
    points, reaches = lexicon.regex("pointing").pattern, lexicon.regex("reaching").pattern
    gap, end = ("", "") if name >= DENSE else (r"\s+", r"(?!\w)")
    return re.compile(
        rf"(?P<named>(?:{points}){gap}{re.escape(name)}){end}|(?:{reaches}){gap}(?P<bare>{re.escape(name)}){end}",
        re.IGNORECASE,
    )


def _ends_a_noun(after: str, lexicon: Orders) -> bool:
    """False where the next word makes a compound with it: `the player settings`."""
    follows = re.match(r"\s+([^\W\d_]+(?:['’]\w+)?)", after)
    if follows is None:
        return not re.match(r"['’\-]\w|\s*\x01", after)
    return follows[1].casefold() in lexicon.idle or (lexicon.place == "edges" and lexicon.is_verb(follows[1]))


def _points(raw: str, known: Words) -> bool:
    """True for `skip`, `skip it`: a jump whose words name no round and no item."""
    jump = raw.strip(" .。!！").casefold()
    goes_on = known.canonical("continue").split()[0].casefold()
    goes_on = goes_on[:_TWO] if goes_on >= DENSE else goes_on
    parts = (*known.all("itself", "next"), *known.all("itself", "things"), goes_on)
    return len(jump.split()) <= _TWO and not any(word in jump for word in parts)


@lru_cache(maxsize=8)
def _is_there(known: Words, lexicon: Orders) -> re.Pattern[str]:
    """Words by which something new comes on the screen: `there is`, `an ad`, `pops up`."""
    phrases = (*known.all("operators", "VISIBLE"), *known.all("itself", "there"), *lexicon.words("shows"))
    pronouns = known.all("values", "one")
    return re.compile(rf"{any_of(phrases)}|^\s*(?:{any_of(pronouns) or '(?!)'})", re.IGNORECASE)


@lru_cache(maxsize=8)
def _lacks(known: Words) -> re.Pattern[str]:
    return re.compile(any_of((*known.all("operators", "NOT_VISIBLE"), *known.all("itself", "absent"))), re.IGNORECASE)
