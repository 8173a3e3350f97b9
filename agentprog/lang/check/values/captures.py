"""Finds results captured by several variables, and gives the advice for a step whose last word is a variable without a
value: the line that keeps a result in it.

Only readings have parts for several variables. The new line has the words of the step without those that lead to the
variable, so that the variable only takes the result.
"""

from __future__ import annotations

import re

from agentprog.lang.ast import Action, Ask, AskAI, Assign, Call, Extract, Ref, Span, Statement, Template, UseTool
from agentprog.lang.phrases.expressions import exact, is_condition
from agentprog.lang.phrases.parts import keeping, listed
from agentprog.lang.phrases.references import ref_at, whole_quoted
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.reading.word_order import of_a_file
from agentprog.lang.source.text import Piece
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import defined_by, used_by
from agentprog.lang.vocabulary.orders import DENSE, Orders, orders
from agentprog.lang.vocabulary.words import Words

_TAKES_TEXT = Action | Ask | AskAI | Assign | Call | Extract | UseTool
_LONGEST = 1000


def several_captured(statement: Statement, text: str, words: Words) -> tuple[Ref, ...]:
    """The variables at the end of a step that would each take its result; empty for fewer than two.

    Parses the step with only the first variable to recognise them.
    """
    if not isinstance(statement, _TAKES_TEXT) or getattr(statement, "capture", None) is not None:
        return ()
    line = text[statement.span.start : statement.span.end].split("\n", 1)[0].rstrip()
    if not line or len(line) > _LONGEST or line[-1] not in "}).!）。！":
        return ()
    span = statement.span
    piece = Piece(line, offset=span.start, line=span.line, column=span.column, vocabulary=words)
    start = piece.plain.find("{")
    while start >= 0:
        found = listed(piece.words).fullmatch(piece.plain, start)
        if found and _takes_first(piece, found):
            return _refs(piece, start)
        start = piece.plain.find("{", start + 1)
    return ()


def _takes_first(piece: Piece, found: re.Match[str]) -> bool:
    """True if the step with only the first variable sets that variable and does not use it."""
    statement_alone = recognise(piece.cut(0, found.end(1)))
    target = defined_by(statement_alone)
    if target is None or target.span.start != piece.offset + found.start():
        return False
    return all(ref.name != target.name for ref in used_by(statement_alone))


def _refs(piece: Piece, start: int) -> tuple[Ref, ...]:
    found: list[Ref] = []
    while start >= 0:
        ref = ref_at(piece, start)
        if ref is not None:
            found.append(ref[0])
        start = piece.plain.find("{", ref[1] if ref is not None else start + 1)
    return tuple(found)


def around(refs: tuple[Ref, ...]) -> Span:
    """The span from the first reference to the last."""
    first = refs[0].span
    return Span(start=first.start, end=refs[-1].span.end, line=first.line, column=first.column)


_NO_BRACES = str.maketrans("", "", "{}")
_CALCULATES = frozenset(("increase", "decrease", "multiply", "divide", "calculate", "data"))
"""Forms whose verbs calculate with values of the program."""
_ADDS = frozenset(("add_to", "keep_in", "put_in"))
"""Forms whose verbs put a value into a list."""


class Unkept:
    """The words in front of the last variable of a step."""

    def __init__(self, before: str, last: Ref, known: Words) -> None:
        self.before = before.strip()
        self.last = last
        self.words = known
        self.language = known.language
        self.spoken = self.before.split()
        self.own: Orders = orders(self.language, "")[0]

    def advice(self) -> str:
        """The line that the author probably meant; else how to keep the result, or to give the variable a value."""
        if self._collects():
            return f"write `{self._written('assign', '[]')}` above, and this line adds to the list"
        suggestion = (
            of_a_file(Piece(self.before, vocabulary=self.words), self.last)
            or self._with_capture()
            or self._with_value()
            or self._with_code()
        )
        if suggestion:
            return f"did you mean `{suggestion}`?"
        asked = self.before.casefold().rpartition(" ")[0]
        if asked.endswith(self.words.all("asking", "behind") or ("\0",)):
            question = self.words.written("ask", question='"..."')
            return f"write `{question}{self._kept()}`"
        added = self._added()
        if added:
            return f"write `{self._written('assign', '[]')}` above, and `{added}` here"
        own_line = self._on_its_own()
        if own_line:
            return f"put `{own_line}` on a line of its own"
        kept, leading = f", {self._kept().lstrip(',， ')}", self._leading()
        way = (
            f"write `{kept}` in place of {f'{leading} {self.last}'!r}"
            if leading
            else f"leave {self.last} out, and end it with `{kept}`"
        )
        return f"give it a value above; or, to record the step's result, {way}"

    def _collects(self) -> bool:
        """True for `Note {line} in {log}`, which adds to a list of the program."""
        text = f"{self.before} {self.last}"
        return any(one.form == "keep_in" and one.match(text) for one in self.words.patterns(text))

    def _kept(self) -> str:
        """The phrase that keeps a result, in the program's language."""
        return self.words.written("capture", target=str(self.last))

    def _written(self, form: str, value: str) -> str:
        return self.words.written(form, target=str(self.last), value=value)

    def _verb_is_of(self, forms: frozenset[str]) -> bool:
        return self.spoken[0].casefold() in {start.casefold() for start in self.words.starts_of(forms)}

    def _cuts(self) -> list[int]:
        """Where the words that lead to the variable may begin."""
        joints = {*self.words.all("chain", "loose"), "&", "n"}
        cuts = [at for at, word in enumerate(self.spoken) if word.casefold() in joints][-1:]
        cuts += [len(self.spoken) - dropped for dropped in (1, 2, 0)]
        return [at for at in cuts if at > 0 and self._only_keeps(self.spoken[at:])]

    def _with_capture(self) -> str:
        """Rewrites `Count {list} as {n}` with a capture of its last variable; empty if a model would have to do it."""
        heads = (" ".join(self.spoken[:at]).rstrip(",") for at in self._cuts())
        texts = [f"{head}{self._kept()}" for head in heads if not self._tests(head)]
        tiers = {text: tier_of(recognise(Piece(text, vocabulary=self.words))) for text in texts}
        return next((text for tier in ("exact", "compute") for text in texts if tiers[text] == tier), "")

    def _tests(self, text: str) -> bool:
        """True for an exact condition, whose answer no step keeps."""
        test = exact(Piece(text, vocabulary=self.words))
        return test is not None and not isinstance(test, Ref) and is_condition(test)

    def _only_keeps(self, dropped: list[str]) -> bool:
        """True for `and store it as`, false for `and record its Price as`, which names what is kept."""
        named = (word.casefold() for word in self.own.content(" ".join(dropped)))
        return not dropped[1:] or keeping(self.words).issuperset(named)

    def _with_value(self) -> str:
        """Rewrites `Mark "Y" on {more}` and `Take the first of {list} as {m}` as the line that sets the variable."""
        before = self.spoken[1:-1]
        joined = [at for at, word in enumerate(before) if word.casefold() in self.words.all("chain", "loose")]
        if joined and "{" in "".join(before[: joined[-1]]):
            if not self._only_keeps(before[joined[-1] :]):
                return ""
            before = before[: joined[-1]]
        for value in (" ".join(before), " ".join(before[1:])):
            for text in (value, f"{{{value.translate(_NO_BRACES)}}}") if "{" in value else (value,):
                exact_value = exact(Piece(text, vocabulary=self.words)) if text else None
                if isinstance(exact_value, Template) and self._goes_elsewhere():
                    return ""
                if exact_value is not None and (
                    not isinstance(exact_value, Ref) or (exact_value.path and not _is_prose(exact_value))
                ):
                    return self._written("assign", str(exact_value) if isinstance(exact_value, Ref) else text)
        return ""

    def _goes_elsewhere(self) -> bool:
        """True for `Put "milk" on {list}`, which adds, and for `Prefix "a" to {text}`, which joins."""
        towards = self.words.all("operators", "TO")
        return self._verb_is_of(_ADDS) or self.spoken[-1].casefold() in towards

    def _added(self) -> str:
        """The line that adds the text to a list: `Put "milk" on {list}` as `Add "milk" to {list}`."""
        value = " ".join(self.spoken[1:-1])
        text = whole_quoted(Piece(value, vocabulary=self.words))
        return self._written("add_to", value) if text is not None and self._verb_is_of(_ADDS) else ""

    def _with_code(self) -> str:
        """Rewrites `Deduct 10% from {total} and keep the balance in {net}` as a line for code; empty unless its verb
        or a share of a variable says that it calculates."""
        joints = "|".join(map(re.escape, self.words.all("chain", "loose")))
        value = re.split(rf"[,，]|\s(?:{joints})\s", self.before)[0].strip()
        share = rf"\d\s?(?:{'|'.join(map(re.escape, self.words.all('changing', 'percent')))})"
        calculates = self._verb_is_of(_CALCULATES) or re.search(share, value)
        if "{" not in value or not calculates or '"' in value:
            return ""
        return self._written("assign", f'{self.words.escaped("compute")} "{value}"')

    def _on_its_own(self) -> str:
        """The end of the step that reads by itself: `record ETA as {eta}`."""
        for joint in reversed(list(re.finditer(rf"[,;，；]\s*|\s(?:{self._joints()})\s", self.before))):
            text = f"{self.before[joint.end() :]} {self.last}"
            found = recognise(Piece(text, vocabulary=self.words))
            if isinstance(found, Extract | Assign) and self._takes(found):
                return text
        return ""

    def _joints(self) -> str:
        return "|".join(map(re.escape, (*self.words.all("chain", "loose"), *self.words.all("chain", "words"))))

    def _takes(self, found: Extract | Assign) -> bool:
        target = found.target if isinstance(found, Assign) else found.capture
        return target.name == self.last.name

    def _leading(self) -> str:
        """The words that lead to the variable: `and call it`; empty if they may say more than that."""
        if self.before >= DENSE or not self.words.spaced:
            return ""
        at = max((found.start() for found in re.finditer(rf"[,;]|\s(?:{self._joints()})\s", self.before)), default=0)
        tail = self.before[at:].strip(" ,;").split()
        verb = self.own.verb_of(" ".join(tail[1:])) or self.own.verb_of(" ".join(tail))
        idle = keeping(self.words).union(self.words.all("asking", "first"), [verb])
        if at and idle.issuperset(word.casefold() for word in self.own.content(" ".join(tail))):
            return self.before[at:].strip()
        last = self.spoken[-1]
        towards = self.words.all("operators", "TO")
        behind = (
            set(self.words.all("arguments", "equals")).difference(towards).union(self.words.all("capture", "loose"))
        )
        return last if last.casefold() in behind and len(self.spoken) > 1 else ""


def _is_prose(ref: Ref) -> bool:
    """True for `{expense.name in the}`: the key is no word but a part of a sentence."""
    return any(isinstance(part, str) and " " in part for part in ref.path)
