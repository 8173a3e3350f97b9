"""Finds the end of a step in plain words that would change a variable, or that tests one. The step is sent to a model,
which acts on the phone: it changes no variable of the program, and sees none but those in the words of the step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from agentprog.frozen import frozen
from agentprog.lang.ast import (
    Action,
    AddTo,
    Assign,
    Branch,
    Break,
    Compare,
    Compute,
    Continue,
    Expr,
    Extract,
    ForEach,
    If,
    Program,
    Ref,
    RemoveFrom,
    RepeatUntil,
    Return,
    Semantic,
    Statement,
    Stop,
    Template,
    Wait,
    While,
)  # fmt: skip
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.held import kinds_held, lists_of
from agentprog.lang.check.wording.sentence import clauses_of, heads, masked
from agentprog.lang.check.wording.state import about_change, into_a_place
from agentprog.lang.check.wording.steering import rounds
from agentprog.lang.phrases.expressions import exact, exact_value, is_condition
from agentprog.lang.phrases.references import prose
from agentprog.lang.phrases.wording import escape
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece, simplified, top_level
from agentprog.lang.visit import statements
from agentprog.lang.vocabulary.orders import DENSE, Orders
from agentprog.lang.vocabulary.words import Words

_CHANGES = ("add_to", "keep_in", "remove_from", "put_in", "assign", "increase", "decrease", "multiply", "divide")
_KEEPS = ("keep_in", "put_in")
_GATHERS = ("add_to", "keep_in", "put_in", "remove_from")
_BLOCKS = ("if", "unless", "while", "until", "foreach")
_ALREADY_REPORTED = frozenset(
    ("STP121", "STP123", "STP128", "STP129", "STP135", "STP136", "STP137", "STP201", "STP215", "STP218", "STP222")
)
_LONGEST = 300
_FEWEST = 2
"""Words that name only a variable and one thing more: `use {n}`."""
_ASIDE = re.compile(r"[(（]([^()（）\"]+)[)）][\s.。]*$")
"""Words in brackets at the end of a step."""
_WHOLE = re.compile(r"\{[^{}]*\}")
_BEGINS = re.compile(rf"(?<![^\W{DENSE}-\uffff])(?=[^\W\d{DENSE}-\uffff])|(?=[{DENSE}-\uffff{{])")


@frozen
class _Tail:
    """The end of a step that belongs to the program, its variable, and the line that does it."""

    text: str
    ref: Ref | None
    instead: str
    tests: bool = False


class TailsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        known = kinds_held(program)
        self.known = known
        self.lists = lists_of(program, known)
        self.truths = {name for name, kinds in known.items() if "truth" in kinds and kinds <= {"truth", "nothing"}}
        self.numbers = {name for name, kinds in known.items() if kinds <= {"number"}}
        inputs = {entry.name for entry in program.header.inputs}
        self.own = {name for name in known if name not in inputs}
        self.reported = report.lines(_ALREADY_REPORTED)

    def run(self) -> None:
        for step in statements(self.program):
            if not isinstance(step, Action | Extract) or not step.span.line or step.span.line in self.reported:
                continue
            if not (isinstance(step, Action) and step.said) and len(str(step.text)) <= _LONGEST:
                tail = self._tail(step.text)
                if tail is not None:
                    self._report(step, tail)

    def _report(self, step: Action | Extract, tail: _Tail) -> None:
        if tail.ref is None:
            message = f"{tail.text!r} is read as part of the step, and a model cannot do that"
        elif tail.tests:
            message = f"{tail.text!r} is read as part of the step, and no app knows {tail.ref}, a value of the program"
        else:
            message = (
                f"{tail.text!r} is read as part of the step, and a step changes no variable: {tail.ref} keeps its value"
            )
        self.report.add("STP222", message, step.span, tail.instead)

    def _tail(self, text: Template) -> _Tail | None:
        """The end of a sentence that changes or tests a variable."""
        piece = Piece(simplified(str(text)), vocabulary=self.words)
        lexicon = self.words.lexicon(masked(text))
        outside = [0, *(at + 1 for at in top_level(piece.plain, " ,;，；")), *_dense(piece.plain)]
        starts = sorted({at for at in outside if at < len(piece) and _BEGINS.match(piece.plain, at)})
        tails = (tail for at in starts for tail in self._begun(piece, at, lexicon))
        aside = _ASIDE.search(piece.plain)
        words_aside = lexicon.without_lead(aside[1]) if aside else ""
        inside = chain(self._change(words_aside, words_aside, whole=False), self._moved(words_aside))
        return next(tails, None) or next(inside, None) or self._flag(piece, text)

    def _begun(self, piece: Piece, at: int, lexicon: Orders) -> Iterator[_Tail]:
        """What begins at this place and goes on to the end of the sentence."""
        rest = piece.cut(at).raw.rstrip(" .。")
        if at and lexicon.without_lead(rest) != rest:
            return
        if at and rest.startswith("{"):
            yield from self._test(rest)
            yield from self._change(rest, rest, whole=False)
            yield from self._moved(rest)
            yield from self._wished(piece.plain[:at], rest)
            return
        if at:
            yield from self._ordered(piece, at, rest, lexicon)
        for way in _plain_forms(rest, lexicon, self.words):
            first = way.partition(" ")[0].casefold()
            if at and (first >= DENSE or first in heads(self.words, _BLOCKS)):
                yield from self._block(way, rest)
            yield from self._change(way, rest, whole=not at)
            if at and (lexicon.verb_of(way) or first in heads(self.words, _CHANGES)):
                yield from self._moved(way)

    def _test(self, rest: str) -> Iterator[_Tail]:
        """`{n} is 3`, behind any words for if."""
        found = exact(Piece(rest, vocabulary=self.words))
        ref = _first_ref(rest)
        looks = isinstance(found, Compare) and found.op == "in"  # `in` says where: `note {x} in {log}`
        tests = found is not None and is_condition(found) and not isinstance(found, Ref) and not looks
        if tests and ref is not None and ref.name in self.own:
            yield _Tail(text=rest, ref=ref, instead=self._if(rest), tests=True)

    def _moved(self, way: str) -> Iterator[_Tail]:
        """`count {n} up`, `{n} going up by one`: words that only say how a number changes."""
        refs = _refs_in(way)
        if len(refs) != 1 or refs[0].name not in self.numbers or refs[0].name not in self.own:
            return
        shape = way.replace(str(refs[0]), "\0")
        lexicon = self.words.lexicon(way)
        begins = "".join(re.findall(r"\w+", shape)[:1]).casefold()
        named = lexicon.place == "anywhere" or len(shape.split()) > _FEWEST
        named = named and (self.words.verb_last or begins not in lexicon.idle)
        changes = about_change(self.words).fullmatch(_in_plain_form(shape, lexicon, self.words))
        placed = into_a_place(self.words).search(shape)
        if named and changes and not placed and not rounds(self.words).search(masked(prose(Piece(way)))):
            yield self._worked_out(way, refs[0])

    def _worked_out(self, way: str, ref: Ref) -> _Tail:
        worked_out = f"{self.words.escaped('compute')} {escape(prose(Piece(way)))}"
        changed = self.words.written("assign", target=str(ref), value=worked_out)
        return _Tail(text=way, ref=ref, instead=f"write the change on a line of its own, such as `{changed}`")

    def _wished(self, before: str, rest: str) -> Iterator[_Tail]:
        """`after which {n} should grow`: what is to become of a number, in any words. A screen may well show it."""
        ref = _first_ref(rest)
        modals = any_of(self.words.all("changing", "modals"))
        seen = any_of((*self.words.all("operators", "VISIBLE"), *self.words.all("operators", "NOT_VISIBLE")))
        behind = rest[len(str(ref)) :].strip()
        last = rf"|(?:{modals})$" if self.words.verb_last else ""
        wished = re.search(rf"(?:{modals})\s*$", before, re.IGNORECASE) or re.search(
            rf"^(?:{modals}){last}", behind, re.IGNORECASE
        )
        if (
            ref is not None
            and wished
            and behind
            and ref.name in self.numbers & self.own
            and not re.search(seen, behind, re.IGNORECASE)
        ):
            yield self._worked_out(rest, ref)

    def _ordered(self, piece: Piece, at: int, rest: str, lexicon: Orders) -> Iterator[_Tail]:
        """`thereafter stop`, `& wait 5 seconds`: a jump or a wait behind a word that joins two orders."""
        before = piece.plain[:at].rstrip(" ,").rpartition(" ")[2].casefold()
        if before not in _joining(self.words, lexicon) and before not in ("&", "+"):
            return
        if isinstance(recognise(Piece(rest, vocabulary=self.words)), Wait | Break | Continue | Stop | Return):
            yield _Tail(text=rest, ref=None, instead=f"write `{rest}` on a line of its own below")

    def _if(self, test: str) -> str:
        ways = (self.words.canonical(form) for form in ("if", "unless"))
        if_so, if_not = (re.sub(r"<[^<>]*>", lambda _: test, way, count=1) for way in ways)
        return f"write `{if_so}` or `{if_not}` with the step below"

    def _block(self, way: str, rest: str) -> Iterator[_Tail]:
        """`until {n} is 3`, `for all {rows}`."""
        found = recognise(Piece(way, vocabulary=self.words), children=True)
        tested = _tested(found)
        ref = next((one for one in _refs_in(rest) if one.name in self.own), None)
        is_list = isinstance(tested, Ref) and isinstance(found, ForEach) and tested.name in self.lists
        is_test = tested is not None and not isinstance(found, ForEach | Ref) and _is_exact_test(tested)
        if ref is not None and (is_list or is_test):
            yield _Tail(text=rest, ref=ref, instead=f"write `{way.rstrip(':：')}:` with the step below", tests=True)

    def _change(self, way: str, rest: str, *, whole: bool) -> Iterator[_Tail]:
        """`set {booked} to true`, `add its subject to {done}`, `count {n} up`."""
        for form, found in self.words.matches(way, *_CHANGES):
            target = _first_ref(found["target"]) if _WHOLE.fullmatch(found["target"]) else None
            if target is None or target.path or target.name not in self.own:
                continue
            if len([clause for clause in clauses_of(way, self.words.lexicon(way)) if clause]) > 1:
                continue
            line = recognise(Piece(way, vocabulary=self.words))
            exactly = isinstance(line, Assign | AddTo | RemoveFrom) and line.target.name == target.name
            if exactly and not whole:
                yield _Tail(text=rest, ref=target, instead=f"write `{way}` on a line of its own below")
            elif form in _KEEPS and not self.words.lexicon(way).content(found["value"]):
                continue  # `put it in {seen}`: behind a reading, another pass reports it
            elif form in _GATHERS and self._gathers(target.name, whole=whole, form=form):
                advice = self._gathered(form, found["value"], str(target), whole=whole)
                yield _Tail(text=rest, ref=target, instead=advice)

    def _gathers(self, name: str, *, whole: bool, form: str) -> bool:
        """True for a list of the program, or a variable that begins as nothing. `Remove it from {rows}` alone may be an
        order to an app."""
        begins_empty = whole and "nothing" in self.known.get(name, frozenset())
        return (name in self.lists or begins_empty) and not (whole and form == "remove_from")

    def _gathered(self, form: str, value: str, target: str, *, whole: bool) -> str:
        """The advice for a list that takes a value, or what a model reads."""
        into = form if form == "remove_from" else "add_to"
        if exact_value(Piece(value, vocabulary=self.words)) is not None:
            return f"write `{self.words.written(into, target=target, value=value)}`"
        capture = self.words.written("capture", target="{item}")
        add = self.words.written(into, target=target, value="{item}")
        where = "the reading" if whole else "the reading on a line of its own"
        return f"end {where} with `{capture.strip(' ,，')}`, and write `{add}` below it"

    def _flag(self, piece: Piece, text: Template) -> _Tail | None:
        """A variable that is only ever true or false: words about it are a test or a change, unless it is the value of
        something on the phone: `set dark mode to {dark}`."""
        ref = next((one for one in text.refs if one.name in self.truths and not one.path), None)
        before, found, _ = _without_texts(piece).partition(str(ref))
        canonical = self.words.canonical("assign")
        puts = canonical.partition("<target>")[2].partition("<value>")[0].strip()
        is_value = before.rstrip(" ,").endswith(
            (puts, *(f" {word}" for word in self.words.lexicon(before).words("reaching")))
        )
        if ref is None or not found or ref.name not in self.own or is_value:
            return None
        test = str(ref)
        changed = self.words.written("assign", target=test, value=self.words.operator("TRUE"))
        return _Tail(text=test, ref=ref, instead=f"{self._if(test)}, or `{changed}` on a line of its own", tests=True)


def _without_texts(piece: Piece) -> str:
    """The sentence without its quoted texts."""
    return re.sub(r'"[^"]*"', '""', piece.plain)


def _is_exact_test(tested: Expr) -> bool:
    return is_condition(tested) and not isinstance(tested, Ref | Semantic | Compute)


@lru_cache(maxsize=8)
def _joining(known: Words, lexicon: Orders) -> frozenset[str]:
    """Words between two orders of a line."""
    return frozenset((*lexicon.words("joints"), *lexicon.words("sequels"), *known.all("operators", "PLUS")))


def _in_plain_form(text: str, lexicon: Orders, known: Words) -> str:
    """The text with `bump` for `bumping` where the table has the first form."""
    listed = frozenset((*known.all("changing", "words"), *heads(known, _CHANGES)))

    def plain(found: re.Match[str]) -> str:
        ways = (way.strip() for way in _stems(found.group().casefold(), lexicon))
        return next((way for way in ways if way in listed), found.group())

    return re.sub(r"[^\W\d_]{5,}", plain, text)


def _stems(word: str, lexicon: Orders) -> Iterator[str]:
    """`adding`, `moving`, `aumentando` in the form of an order."""
    for ending, _, instead in (entry.partition("=") for entry in lexicon.words("gerunds")):
        stem = word.removesuffix(ending)
        if len(stem) > 1 and stem != word:
            yield from dict.fromkeys((stem + instead, stem[:-1] if stem[-2] == stem[-1] else stem + instead))


def _tested(found: Statement) -> Expr | None:
    if isinstance(found, If):
        branch: Branch = found.branches[0]
        return branch.condition
    if isinstance(found, While | RepeatUntil):
        return found.condition
    return found.items if isinstance(found, ForEach) else None


def _first_ref(text: str) -> Ref | None:
    return next(iter(_refs_in(text)), None)


def _refs_in(text: str) -> tuple[Ref, ...]:
    return prose(Piece(text)).refs


def _dense(plain: str) -> Iterator[int]:
    """Places inside a text without spaces."""
    before = " "
    for at, sign in enumerate(plain):
        if sign >= DENSE or (sign == "{" and before >= DENSE):
            yield at
        before = sign


def _plain_forms(rest: str, lexicon: Orders, known: Words) -> Iterator[str]:
    """The clause as it is, and with the verb that it begins with in the form of an order: `adding it to {done}`."""
    yield rest
    first, space, after = rest.partition(" ")
    listed = heads(known, _CHANGES) if space else ()
    yield from (f"{way} {after}" for way in _stems(first, lexicon) if way in listed or lexicon.is_verb(way))
