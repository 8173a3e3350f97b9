"""Finds steps in plain words that mean to change a variable. No action on the phone changes a variable."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from agentprog.lang.ast import (
    Action,
    Apply,
    Arithmetic,
    Assign,
    Boolean,
    Expr,
    ForEach,
    FunctionDef,
    ListExpr,
    Number,
    ObjectExpr,
    Program,
    ReadTable,
    Ref,
    TableExpr,
)
from agentprog.lang.check.report import COMPUTED, QUOTE, VALUE, Findings, Pass
from agentprog.lang.check.wording.sentence import about_values, begins, heads, masked
from agentprog.lang.check.wording.steering import rounds
from agentprog.lang.effects.orders import is_touching
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.phrases.wording import escape
from agentprog.lang.reading.about_program import about_the_next, any_of
from agentprog.lang.source.text import QUOTED, Piece, plain, without_texts
from agentprog.lang.visit import all_defined_by, statements, walk
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.words import Words

_COUNTED = Number | Apply | Arithmetic | Boolean | ListExpr | TableExpr | ObjectExpr
CHANGES = frozenset(
    ("assign", "assign_said", "increase", "decrease", "multiply", "divide", "add_to", "remove_from", "put_in")
)
_ALTERS = frozenset(("increase", "decrease", "multiply", "divide"))
_LISTS = frozenset(("add_to", "remove_from", "put_in"))
_SAYS = ("tell", "print", "ask")
_LESS = ("remove_from", "decrease")
_COMPARISONS = ("LT", "LE", "GT", "GE", "EQ")
_LONGEST = 120
_PLURAL = 2
"""Letters that a list's name has more than that of its item."""
_VALUE_IN_TEXT = re.compile(rf"{QUOTED}|\{{[^{{}}]*\}}|(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
_WORDS = r"(?:\s?(?>[^\W\d]+)){0,3}\s?"
_AMOUNT = r"\d+(?:[.,]\d+)*"
_PUT = re.compile(rf"\W*(?P<verb>(?>[^\W\d]+)){_WORDS}(?:\0{_WORDS}{_AMOUNT}|{_AMOUNT}{_WORDS}\0){_WORDS}\W*")
"""A verb, a variable and one value: `fix {x} at 250`, `put "a" on {list}`."""
_ADDS = ("add_to", "keep_in", "put_in")
"""Forms whose verbs put a value into the variable behind them."""
_OUTWARD = ("send", "call", "share", "pay", "post", "grant")
_WORKED_OUT = frozenset(("data", "calculate", "count", "sort_by_word"))
"""Forms that compute a value and need a variable for it."""
_DATA = frozenset(("data",))
_FEW = 2
"""Words that may name what the figures count: `two decimal places`."""
_ALREADY_REPORTED = ("STP123", "STP128", "STP135", "STP136", "STP137", "STP215", "STP222")
"""Findings that already report this fault."""


@lru_cache(maxsize=8)
def about_change(known: Words) -> re.Pattern[str]:
    """A line that consists of words for changes, comparisons and amounts around a variable."""
    vocabulary = known.words_of_forms(CHANGES) | frozenset(known.all("changing", "words"))
    vocabulary |= {part for kind in _COMPARISONS for text in known.all("operators", kind) for part in text.split()}
    vocabulary |= {*known.all("lead", "words"), *known.all("fillers", "polite")}
    vocabulary |= {*known.section("numbers"), *known.section("compass"), *known.section("multiples")}
    listed = any_of(word for word in vocabulary if word[:1].isalpha())
    return re.compile(rf"(?:(?>{listed}|\0|\d+(?:[.,]\d+)?)[\s,.;:!+\-]{{0,4}})+", re.IGNORECASE)


@lru_cache(maxsize=8)
def _outward(known: Words) -> frozenset[str]:
    """Verbs that pass a value to the phone: sending, sharing, typing."""
    verbs = {word for name in _OUTWARD for word in known.all("effects", name)}
    return frozenset(verbs | known.starts_of(frozenset(("type",))))


@lru_cache(maxsize=8)
def into_a_place(known: Words) -> re.Pattern[str]:
    """Several words behind the last value that name where it is put: `Put {net} into the first empty row`."""
    into = any_of(known.all("capture", "loose")) or "(?!)"
    return re.compile(rf"\0\W*(?:{into})(?:\s[^\W\d]+){{2,6}}\W*$", re.IGNORECASE)


@lru_cache(maxsize=8)
def _discounts(known: Words) -> re.Pattern[str]:
    """A share and a word for a discount: `Apply a 10% discount to {price}`."""
    percent, discount = ("|".join(map(re.escape, known.all("changing", name))) for name in ("percent", "discount"))
    share = rf"\d(?:{percent}|\s(?:{percent}))"
    return re.compile(rf"{share}.*(?:{discount})|(?:{discount}).*{share}", re.IGNORECASE)


@lru_cache(maxsize=8)
def _share_of_a_number(known: Words) -> re.Pattern[str]:
    """A share in hundredths, with a variable behind it: `20% VAT to {net}`."""
    percent = "|".join(map(re.escape, known.all("changing", "percent")))
    return re.compile(rf"\d\s?(?:{percent})[^,;]*\0", re.IGNORECASE)


@lru_cache(maxsize=8)
def _figures(known: Words) -> re.Pattern[str]:
    """A number in figures or in words."""
    return re.compile(rf"{_AMOUNT}|{any_of(known.section('numbers'))}", re.IGNORECASE)


@lru_cache(maxsize=8)
def _taken_off(known: Words) -> re.Pattern[str]:
    """A verb and two variables with a word for less between them: `Knock {price} off {budget}`."""
    less = any_of(known.all("changing", "less"))
    return re.compile(rf"\W*(?P<verb>(?>[^\W\d]+))\s\0\s(?:{less})\s(?:[^\W\d]+\s)?\0\W*", re.IGNORECASE)


@lru_cache(maxsize=8)
def _two_changes(known: Words) -> re.Pattern[str]:
    """`Multiply {a} by 2 and take it from {b}`: words of a second change between two variables."""
    joints = any_of(known.all("chain", "loose"))
    return re.compile(rf"{VALUE}.*(?:{joints})\s+[^\W\d]+\s+[^\W\d]+\s+{VALUE}", re.IGNORECASE)


class StatePass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        captured, assigned = variables_of_lines(program)
        self.variables = captured | assigned
        self.state = captured - assigned
        given_lists = (
            line for line in statements(program) if isinstance(line, Assign) and isinstance(line.value, ListExpr)
        )
        self.lists = {line.target.name for line in given_lists}
        read = (line.capture for line in statements(program) if isinstance(line, ReadTable))
        made = {
            line.target.name
            for line in statements(program)
            if isinstance(line, Assign) and isinstance(line.value, TableExpr)
        }
        self.kept = self.lists | made | {target.name for target in read if target is not None}
        """Lists and tables: no app shows them."""
        over = (line.items for line in statements(program) if isinstance(line, ForEach))
        worked_on = (node.operand for node in walk(program) if isinstance(node, Apply))
        self.gone_over = {node.name for items in (*over, *worked_on) for node in walk(items) if isinstance(node, Ref)}
        """Variables that a line treats as lists."""
        self.loops = sorted({line.target.name for line in statements(program) if isinstance(line, ForEach)})
        self.reported = {finding.span.start for finding in report.found if finding.code in _ALREADY_REPORTED}
        self.unkept = report.lines(("STP129", "STP218"))

    def run(self) -> None:
        for statement in statements(self.program):
            if isinstance(statement, Action) and statement.span.line:
                self._step(statement)
                self._next(statement)

    def _next(self, step: Action) -> None:
        others = any(ref.path or ref.name not in self.loops for ref in step.text.refs)
        if self.loops and step.app is None and not others and step.span.start not in self.reported:
            names = [*self.loops, *_items_of(self.gone_over, str(step.text))]
            found = about_the_next(Piece(str(step.text), vocabulary=self.words), names)
            if found is not None:
                self.report.add(found.code, found.message, step.span, found.advice)

    def _step(self, step: Action) -> None:
        if step.app is not None or not step.text.refs or step.span.line in self.unkept:
            return
        text = str(step.text)
        shape = "".join(part if isinstance(part, str) else "\0" for part in step.text.parts).strip()
        is_share = self._adds_a_share(shape)
        is_change = is_share or self.words.has_form(text, *_ALTERS)
        listed = not is_share and self.words.has_form(text, *_LISTS)
        alters = self._alters(step, shape)
        apart = self._taken_apart(step)
        lists = (
            [ref for ref in step.text.refs if not ref.path and (is_change or ref.name in self.state)]
            or [ref for ref in step.text.refs if alters and not ref.path and ref.name in self.variables]
            or [
                ref
                for ref in step.text.refs
                if apart
                or (listed and self._of_a_list(step))
                or (ref.name in self.gone_over and (listed or self._picked_from(step, ref)))
                or self._inside(step, ref)
            ]
        )
        if not lists or step.span.start in self.reported or len(shape) > _LONGEST:
            return
        works_out = apart or self.words.has_form(text, *_WORKED_OUT)
        orders_items = re.search(any_of(self.words.all("changing", "worked")), masked(step.text), re.IGNORECASE)
        works_out, alters = works_out or orders_items is not None, alters or orders_items is not None
        inside = any(self._inside(step, ref) for ref in lists)
        if works_out or is_change or listed or alters or inside or self._changed(step, shape):
            self._report(step, lists, alters=alters, inside=inside, listed=listed, works_out=works_out)

    def _alters(self, step: Action, shape: str) -> bool:
        about = about_values(step.text, self.program.header.language)
        return (about and (step.capture is None or self._is_object(shape))) or self._worked_on(shape)

    def _report(
        self, step: Action, lists: list[Ref], *, alters: bool, inside: bool, listed: bool, works_out: bool
    ) -> None:
        ref = self._source(step, lists)
        if step.capture is not None:
            message = f"this is read as a step on the phone, but it works on {ref}, a value of the program"
            computed = self._written("assign", step.capture, f"{self.words.escaped('compute')} {escape(step.text)}")
            hint = f"write `{computed}`; if it is meant for the phone, name the app"
            self.report.add("STP222", message, step.span, hint)
            return
        message = f"this is read as a step on the phone, and a step changes no variable: {ref} keeps its value"
        alters = alters or (inside and ref.name not in self.lists)
        spares = re.search(any_of(self.words.all("changing", "except")), masked(step.text), re.IGNORECASE) is not None
        example = (
            self._worked_out(step, ref, in_words=alters or spares)
            if works_out or spares or (alters and not listed and ref.name not in self.lists and not self._lessens(step))
            else self._example(step, ref, listed=ref.name in self.lists or (listed and ref.name not in self.state))
        )
        hint = f"write its new value, such as `{example}`; if it is meant for the phone, name the app"
        if _two_changes(self.words).search(masked(step.text)):
            hint = f"write one line for each change, such as `{self._written('assign', ref, f'{ref} + 1')}`"
        self.report.add("STP222", message, step.span, hint)

    def _adds_a_share(self, shape: str) -> bool:
        """True for `Add 20% VAT to {net}`: a share of a number belongs in no list."""
        return self.words.has_form(shape.replace("\0", "{x}"), *_LISTS) and (
            _share_of_a_number(self.words).search(shape) is not None
        )

    def _worked_on(self, shape: str) -> bool:
        """True for a verb about values whose object is a variable, with figures or as their source: `Round {x} to two
        decimals`, `Delete from {rows} where name is Bob`."""
        before, _, after = shape.partition("\0")
        lexicon = self.words.lexicon(shape)
        verb = lexicon.verb_of(before)
        if not verb or is_touching(verb) or not self.words.has_form(shape.replace("\0", "{x}"), *_DATA):
            return False
        from_it = re.search(rf"\s(?:{any_of(self.words.all('changing', 'source'))})\s*$", before, re.IGNORECASE)
        rest = _figures(self.words).sub(" ", after)
        figures = rest != after and len(lexicon.content(rest)) <= _FEW
        return self._is_object(shape) and (from_it is not None or figures)

    def _is_object(self, shape: str) -> bool:
        """True if no other thing stands between the verb and the variable."""
        before = shape.partition("\0")[0]
        lexicon = self.words.lexicon(shape)
        return lexicon.place == "anywhere" or not lexicon.content(before, lexicon.verb_of(before))

    def _changed(self, step: Action, text: str) -> bool:
        """True if the step begins with a variable, puts a value next to it, or only describes its change."""
        first = step.text.parts[0]
        if text.startswith("\0") and isinstance(first, Ref) and first.name in self.state:
            return True
        if rounds(self.words).search(masked(step.text)) or into_a_place(self.words).search(text):
            return False
        shadow = without_texts(text, "1")
        put = _PUT.fullmatch(shadow)
        put = put or _taken_off(self.words).fullmatch(shadow)
        placed = put is not None and not self._goes_out(put["verb"].casefold(), text)
        placed = placed or _discounts(self.words).search(text) is not None
        return placed or (shadow == text and about_change(self.words).fullmatch(text) is not None)

    def _picked_from(self, step: Action, ref: Ref) -> bool:
        """True for `Select the names from {list}`, which works on a list of the program."""
        text = str(step.text)
        before = re.findall(r"\w+", text[: text.find(str(ref))])[-1:]
        places = self.words.lexicon(text).words("places")
        return bool(before) and before[0].casefold() in places and self.words.has_form(text, *_WORKED_OUT)

    def _inside(self, step: Action, ref: Ref) -> bool:
        """True for `Replace "a" everywhere in {table}`: a change inside a list or a table of the program."""
        text, verb = masked(step.text), str(step.text).partition(" ")[0].casefold()
        if ref.name not in self.kept or ref.path or self._goes_out(verb, text):
            return False
        lexicon = self.words.lexicon(text)
        before, _, after = str(step.text).partition(str(ref))
        if verb >= DENSE:
            return lexicon.regex("edits").search(text) is not None and after.startswith(lexicon.words("holds_behind"))
        place = re.findall(r"\w+", before)[-1:]
        return bool(place) and place[0].casefold() in lexicon.words("places") and lexicon.is_of("edits", verb)

    def _of_a_list(self, step: Action) -> bool:
        """True for a position in a list, in the words of operators: `Remove the first item from {x}`."""
        phrases = (phrase for name in ("FIRST", "LAST") for phrase in self.words.all("operators", name))
        ends = {phrase.rstrip(":：") if phrase >= DENSE else phrase.rpartition(" ")[0] for phrase in phrases}
        return bool(re.search(any_of(ends), masked(step.text), re.IGNORECASE))

    def _taken_apart(self, step: Action) -> bool:
        """True for `Split {text} by new lines`."""
        text = masked(step.text)
        dense = (word for word in self.words.words_of_forms(_DATA) if word >= DENSE)
        works = any(word in text for word in dense) or self.words.has_form(str(step.text), *_DATA)
        return works and bool(re.search(any_of(self.words.all("changing", "parts")), text, re.IGNORECASE))

    def _goes_out(self, verb: str, text: str) -> bool:
        """True for a verb that passes a value to the phone or the user. In a script without spaces, the verb may stand
        anywhere."""
        return verb in heads(self.words, _SAYS) or any(
            word == verb or (word.startswith(verb) and " " not in word) or (word >= DENSE and word[0] in text)
            for word in _outward(self.words)
        )

    def _source(self, step: Action, lists: list[Ref]) -> Ref:
        """The variable that the step changes: in `Take {price} off {budget}` the one from which something is taken, in
        `Put {price} in {bag}` the one that takes it."""
        for _, kept in self.words.matches(str(step.text), "keep_in"):
            into = [ref for ref in step.text.refs if str(ref) == kept["target"]]
            if into and into[0].name in self.variables:
                return into[0]
        if len(step.text.refs) > 1 and self._lessens(step):
            before = rf"(?:{any_of(self.words.all('changing', 'source'))})\s*$"
            text = str(step.text)
            return next(
                (ref for ref in step.text.refs if re.search(before, text[: text.find(str(ref))], re.I)), lists[0]
            )
        last, adds = step.text.refs[-1], begins(str(step.text), *heads(self.words, _ADDS))
        return last if adds and str(step.text).rstrip(" .。").endswith(str(last)) else lists[0]

    def _worked_out(self, step: Action, ref: Ref, *, in_words: bool) -> str:
        """The line for a value that code works out: `Set {title} to compute "Trim {title}"`, or only its ending."""
        if in_words:
            compute = self.words.escaped("compute")
            text, last = str(step.text), step.text.refs[-1]
            if last.name not in self.variables and text.endswith(f" {last}"):  # `Count the rows of {t} as {n}`
                before = text.removesuffix(f" {last}").rpartition(" ")[0]
                return before + self.words.written("capture", target=str(last))
            if len({str(one) for one in step.text.refs}) > 1:  # which of them changes is not certain
                return self._written("assign", ref, f'{compute} "..."')
            return self._written("assign", ref, f"{compute} {escape(step.text)}")
        for _, found in self.words.matches(str(step.text), "calculate"):
            if exact(Piece(found["value"], vocabulary=self.words)) is not None:
                return self._written("assign", ref, found["value"])
        return "..." + self.words.written("capture", target=str(ref))

    def _example(self, step: Action, ref: Ref, *, listed: bool) -> str:
        """The line that changes the variable: `Add {line} to {low}`, `Remove "a" from {low}`, `Set {n} to {n} - 1`."""
        values = [value for value in _VALUE_IN_TEXT.findall(plain(str(step.text))) if value != str(ref)]
        less = self._lessens(step)
        if listed:
            value = next((literal for literal in values if not literal.isdigit()), '"..."')
            if value == '"..."' and not less:
                return self._worked_out(step, ref, in_words=True)
            return self._written("remove_from" if less else "add_to", ref, value)
        before = str(step.text).partition(str(ref))[0]
        amount = re.search(r"(?<![\d.,])(\d+(?:\.\d+)?|\{[^{}]*\})(?![\d.,])\s?(?P<unit>[^\s\w]|\w*)", before)
        if less and amount and amount["unit"].casefold() not in self.words.all("changing", "percent"):
            return self._written("assign", ref, f"{ref} - {amount[1]}")
        return self._worked_out(step, ref, in_words=True)

    def _lessens(self, step: Action) -> bool:
        """True for `Take 2 away from {n}`, which takes something from a number or out of a list."""
        text = masked(step.text)
        taken = re.search(any_of(self.words.all("changing", "less")), text, re.IGNORECASE)
        less = set(heads(self.words, _LESS)) - set(heads(self.words, _ADDS))  # 把 takes out of a list, and puts into it
        return taken is not None or begins(text, *less) or self._taken_from(text)

    def _taken_from(self, text: str) -> bool:
        """True for `Take {price} from {budget}`: a value of the program, taken from another one."""
        source = any_of(self.words.all("changing", "source"))
        return re.search(rf"[{QUOTE}{VALUE}{COMPUTED}]\s?(?:{source})\s?[{VALUE}{COMPUTED}]", text, re.I) is not None

    def _written(self, form: str, ref: Ref, value: str) -> str:
        return self.words.written(form, target=str(ref), value=value)


def _items_of(lists: Collection[str], text: str) -> list[str]:
    """Words of a text that call one item of a list: `episode` of {episodes}."""
    spoken = {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", text)}
    return sorted(
        word
        for word in spoken
        for name in lists
        if 0 < len(name) - len(word) <= _PLURAL and name.casefold().startswith(word)
    )


def variables_of_lines(program: Program) -> tuple[frozenset[str], frozenset[str]]:
    """Two sets of variables: exact lines set the first to numbers, lists and similar values; any line sets the second
    to another value (a text, an item, a reading, an answer, an input)."""
    found: set[str] = set()
    other: set[str] = {entry.name for entry in program.header.inputs}
    for statement in statements(program):
        for target in all_defined_by(statement):
            counted = isinstance(statement, Assign) and _is_counted(statement.value)
            (found if counted else other).add(target.name)
        if isinstance(statement, ForEach):
            other.add(statement.target.name)
        if isinstance(statement, FunctionDef):
            other |= {entry.name for entry in statement.inputs}
    return frozenset(found), frozenset(other)


def _is_counted(value: Expr) -> bool:
    return isinstance(value, _COUNTED)
