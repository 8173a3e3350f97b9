"""Steps that are hardly one: what fits no construct is a step only where it positively reads as an order to the phone.

Everything that STP does not know would else become a question to a model, in silence. A step in plain words holds an
order (a verb, and what it is done to) and nothing that a phone cannot do: decide for the program, speak of its lines,
answer for its user, or give a variable a value. Any other line is told, with what to write; `do:` in front says that
it is meant as it stands. Words: `grammars/orders.toml`, and `itself.steering` in the table of the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from agentprog.lang.ast import Action, AddTo, Ask, Assign, Break, Continue, Program, Return, Stop, Tell, Template
from agentprog.lang.check.nearly import names_of
from agentprog.lang.check.report import Findings
from agentprog.lang.check.state import variables_of_lines
from agentprog.lang.kinds.oneline import is_idiom
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import statements
from agentprog.lang.vocabulary.orders import DENSE, Orders, orders
from agentprog.lang.vocabulary.words import Words, words

_TEXT = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”‟]*[“”‟]|「[^」]*」|`[^`]*`|«[^»]*»|(?<!\w)'[^']*'(?!\w)")
_LINK = re.compile(r"https?://\S+|\S+@\S+\.\w+")
QUOTE, VALUE, KEPT = "\x01", "\x02", "\x03"
"""What stands for a text in quotes, for a variable, and for one that nothing but sums and the like give a value."""
_CLAUSE = re.compile(r"[.:!?](?=\s|$)|[,;()，；：。！？、]|\s-{1,2}\s|\n")
_SIGNS = re.compile(
    rf"[{QUOTE}{VALUE}{KEPT}]\s*(?:[&|+*/=<>→×÷^~]|->|:=)+\s*[{QUOTE}{VALUE}{KEPT}\d]|\b\w+=[{QUOTE}{VALUE}{KEPT}\w]|"
    rf"\s--?[a-z]\b|;;"
)
_BESIDE = re.compile(rf"{QUOTE}\s+{QUOTE}")
_NOT_FOR_A_PHONE = Tell | Ask | Assign | AddTo | Break | Continue | Stop | Return
_FORMS = frozenset(
    ("assign", "assign_said", "declare", "increase", "decrease", "multiply", "divide", "add_to", "remove_from",
     "put_in", "wait", "wait_until", "tell", "ask", "return", "stop", "break", "continue", "repeat", "while", "until",
     "if", "unless", "try", "switch", "foreach")
)  # fmt: skip
"""Constructs that a line may be near to when it is no order."""
_BESIDE_THE_POINT = ("STP501", "STP201", "STP202", "STP207", "STP126")
"""Findings about an app, a variable, braces or a bullet of a line: they do not say that it is hardly a step."""
_LONGEST = 400


@dataclass(frozen=True, kw_only=True, slots=True)
class Doubt:
    """Why a line is hardly a step, and what to write."""

    why: str
    instead: str


class OrdersPass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report
        self.words = words(program.header.language)
        self.told = {one.span.line for one in report.found if one.code not in _BESIDE_THE_POINT}
        self.names = names_of(program)
        self.given = variables_of_lines(program)[1]

    def run(self) -> None:
        if any(one.code == "STP122" for one in self.report.found):
            return
        for statement in statements(self.program):
            if isinstance(statement, Action) and statement.span.line and not statement.said:
                self._step(statement)

    def _step(self, step: Action) -> None:
        if step.span.line in self.told or step.implementation is not None:
            return
        doubt = self._doubt(step)
        if doubt is None:
            return
        escape = self.words.all("escape", "action")[0]
        message = f"this is read as a step for a model, but {doubt.why}"
        self.report.add("STP137", message, step.span, f"{doubt.instead}; `{escape}:` in front keeps it as a step")

    # ------------------------------------------------------------------------------------------------ doubts

    def _doubt(self, step: Action) -> Doubt | None:
        said = masked(step.text, self.given)
        if len(said) > _LONGEST:
            return None
        own = orders(self.program.header.language, said)
        clauses = [clause for clause in _clauses(said, own[0]) if clause]
        return (
            self._signs(said, clauses)
            or self._steers(said, own[0])
            or self._speaks(said, own[0])
            or self._inner(step, clauses, own[0])
            or (None if step.capture is not None else self._orderless(clauses, own, in_app=step.app is not None))
        )

    def _signs(self, said: str, clauses: list[str]) -> Doubt | None:
        found = _SIGNS.search(said)
        if found:
            sign = re.sub(rf"[{QUOTE}{VALUE}{KEPT}\w\s]", "", found.group()) or found.group().strip()
            return Doubt(why=f"{sign!r} in it looks like code", instead=f"write `{self._written('assign')}`")
        bare = next((clause for clause in clauses[1:] if clause in self.names), "")
        if bare:
            return Doubt(why=f"{bare!r}, a variable, stands in it without braces", instead=f"write {{{bare}}}")
        if _BESIDE.search(said):
            return Doubt(why="two texts stand side by side in it", instead="say what each of them is for")
        return None

    def _steers(self, said: str, own: Orders) -> Doubt | None:
        """Where its words begin as a condition, a loop or a remedy does."""
        found = steering(self.words).search(said)
        if found is None or (not found.start() and self._idiom(said[found.end() :])):
            ends = own.regex("until").search(said)
            found = ends if ends and QUOTE in said[ends.end() :] else own.regex("decides").search(said)
        if found is None:
            return None
        blocks = " or ".join(f"`{self._written(form)}`" for form in ("if", "repeat"))
        word = found.group().strip(" ,;:.，；：。")
        return Doubt(why=f"{word!r} decides or repeats something", instead=f"write {blocks} with its steps below")

    def _idiom(self, behind: str) -> bool:
        """`If needed, ...` leaves it to the model on purpose."""
        clause = re.split("[,;，；]", behind, maxsplit=1)[0]
        return is_idiom(Piece(clause.strip(), vocabulary=self.words))

    def _speaks(self, said: str, own: Orders) -> Doubt | None:
        """Of the program, or to its user."""
        found = own.regex("people").search(said)
        if found:
            ways = f"write `{self._written('tell')}` or `{self._written('ask')}`"
            return Doubt(why=f"{found.group()!r} speaks to you, and a phone does not", instead=ways)
        found = own.regex("parts").search(said)
        if found:
            ways = ", ".join(f"`{self._written(form)}`" for form in ("repeat", "break", "continue", "stop"))
            return Doubt(why=f"{found.group()!r} is a part of the program, not of the phone", instead=f"write {ways}")
        return None

    def _inner(self, step: Action, clauses: list[str], own: Orders) -> Doubt | None:
        """A clause that is for the program by itself: `give up and tell user "no"`."""
        if len(clauses) > 1:
            for text in _clauses(self._source(step), own):
                bare = own.leads.sub("", f"{text} ", count=1).strip()
                found = recognise(Piece(own.without_lead(text), vocabulary=self.words)) if bare else None
                if isinstance(found, _NOT_FOR_A_PHONE) and not (isinstance(found, Tell | Ask) and own.verb_of(text)):
                    return Doubt(why=f"`{text.strip()}` in it is for the program", instead="put that on its own line")
        return None

    def _source(self, step: Action) -> str:
        return str(step.text)

    def _orderless(self, clauses: list[str], own: tuple[Orders, ...], *, in_app: bool) -> Doubt | None:
        """No clause of it orders anything that is on a phone."""
        for known in own:
            for clause in clauses:
                verb = known.verb_of(clause)
                other = known is not own[0]
                if verb and other and (known.is_weak(verb) or not self._names(clause, verb, own[0], in_app=in_app)):
                    continue
                if verb and (not self._weak(verb, known) or self._names(clause, verb, known, in_app=in_app)):
                    return None
        if clauses and self._questions(clauses[0]):
            ways = f"write `{self._written('ask')}` or `{self._written('ask_ai')}`, and a variable for the answer"
            return Doubt(why="it asks something, and nothing keeps the answer", instead=ways)
        first = clauses[0].strip().split(" ")[0].strip(QUOTE + VALUE + KEPT) if clauses else ""
        shown = " ".join(clauses[0].split()[:4]) if clauses else ""
        form = next((one for one in sorted(_FORMS) if self._near(one, first)), "")
        instead = (
            f"did you mean `{self._written(form)}`?" if form else "begin it with what is to be done: open, tap, send"
        )
        what = re.sub(rf"[{QUOTE}{VALUE}{KEPT}]", "…", shown)
        return Doubt(why=f"`{what}` says nothing that can be done on a phone", instead=instead)

    def _near(self, form: str, first: str) -> bool:
        """Whether a line that begins so was perhaps meant as this construct."""
        return bool(first) and bool(self._written(form)) and _begins(first, *_heads(self.words, (form,)))

    def _questions(self, clause: str) -> bool:
        """Whether it begins as a question does."""
        begins = set(self.words.all("asking", "first")) - {
            *self.words.all("asking", "for"),
            *self.words.all("itself", "steering"),
            *self.words.all("checking", "whether"),
        }
        return _begins(clause.replace("'", " "), *begins)

    def _weak(self, verb: str, known: Orders) -> bool:
        """Verbs of constructs and of jumps: with nothing beside them they are no order to a phone."""
        plain = verb.casefold()
        return known.is_weak(verb) or plain in self.words.all("itself", "moves") or plain in _heads(self.words, _FORMS)

    def _names(self, clause: str, verb: str, known: Orders, *, in_app: bool) -> bool:
        """Whether it says what the order is done to."""
        if QUOTE in clause or VALUE in clause or (in_app and KEPT in clause):
            return True
        counted = (
            self.words.section("numbers").keys()
            | self.words.section("units").keys()
            | self.words.section("multiples").keys()
        )
        nothing = {*self.words.all("itself", "moves"), *self.words.all("itself", "rounds"), *counted}
        return any(word.casefold() not in nothing for word in known.content(clause, verb))

    def _written(self, form: str) -> str:
        return self.words.canonical(form, self.program.header.language).split("[")[0].rstrip()


def masked(text: Template, given: frozenset[str] | None = None) -> str:
    """A sentence with a sign for each text in quotes and each variable; another sign for those that are not `given`."""
    parts = (
        part if isinstance(part, str) else VALUE if given is None or part.path or part.name in given else KEPT
        for part in text.parts
    )
    return _TEXT.sub(QUOTE, _LINK.sub(QUOTE, "".join(parts))).strip()


def _clauses(said: str, own: Orders) -> Iterator[str]:
    """The parts of a sentence that may each be an order."""
    joints = own.words("joints")
    between = "|".join(rf"\s{re.escape(word)}\s" if word < DENSE else re.escape(word) for word in joints)
    return (part.strip() for part in re.split(rf"{_CLAUSE.pattern}|{between}", said, flags=re.IGNORECASE) if part)


@lru_cache(maxsize=64)
def _heads(known: Words, forms: tuple[str, ...] | frozenset[str]) -> tuple[str, ...]:
    """What lines of these forms begin with, in small letters."""
    return tuple(sorted(start.casefold() for start in known.starts_of(frozenset(forms)) if start[:1].isalpha()))


def _begins(said: str, *heads: str) -> bool:
    plain = said.casefold()
    return any(plain.startswith(word) and (word >= DENSE or not plain[len(word) :][:1].isalnum()) for word in heads)


@lru_cache(maxsize=8)
def steering(known: Words) -> re.Pattern[str]:
    """A conjunction that begins the step, one behind a comma, or a number of rounds that ends a clause."""
    behind = _any_of(known.all("itself", "rounds"))
    numbers = _any_of(tuple(known.section("numbers")))
    rounds = rf"(?<![\w第.])(?:{numbers}|\d{{1,3}})\s{{0,2}}(?:{behind})|\sx\s?\d{{1,3}}"
    begins = _any_of(known.all("itself", "steering"))
    within = _any_of(known.all("itself", "within"))
    return re.compile(
        rf"^(?:{begins})|[,;，；.]\s{{0,2}}(?:{within})|(?:{rounds})(?=\W*$|\s?[,;:，；：])", re.IGNORECASE
    )


def _any_of(found: tuple[str, ...]) -> str:
    """A word may begin right behind a figure: `3x`."""
    ordered = sorted(set(found), key=lambda word: (-len(word), word))
    return "|".join(rf"{re.escape(word)}\b" if word < DENSE else re.escape(word) for word in ordered)
