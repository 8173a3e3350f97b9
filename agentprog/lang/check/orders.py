"""Finds lines that are neither constructs nor clear steps: a step must read as an order to the phone.

Otherwise every line that STP does not know would silently become a question to a model. A step in plain words has a
verb and its object, and asks for nothing that a phone cannot do: decide for the program, speak of its lines, answer for
its user, or set a variable. Any other line gets a diagnostic with a replacement; `do:` before a line accepts it as it
is. Words: `grammars/orders.toml`, and `itself.steering` in the table of the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import repeat

from agentprog.frozen import frozen
from agentprog.lang.ast import (
    Action,
    AddTo,
    Ask,
    Assign,
    Break,
    Continue,
    ForEach,
    Program,
    Repeat,
    RepeatUntil,
    Return,
    Stop,
    Tell,
    Template,
    While,
)
from agentprog.lang.check.nearly import names_of
from agentprog.lang.check.report import Findings
from agentprog.lang.check.state import variables_of_lines
from agentprog.lang.kinds.oneline import elses, is_idiom, stands_alone
from agentprog.lang.reading.itself import any_of
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import arms, statements
from agentprog.lang.vocabulary.orders import DENSE, Orders, orders
from agentprog.lang.vocabulary.words import Words, words

_TEXT = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”‟]*[“”‟]|「[^」]*」|`[^`]*`|«[^»]*»|(?<!\w)'[^']*'(?!\w)")
_LINK = re.compile(r"https?://\S+|\S+@\S+\.\w+")
QUOTE, VALUE, KEPT = "\x01", "\x02", "\x03"
"""Placeholders for a quoted text, for a variable, and for a variable that only arithmetic and similar lines set."""
_CLAUSE = re.compile(r"[.:!?](?=\s|$)|[,;()，；：。！？、]|\s-{1,2}\s|\n")
_SIGNS = re.compile(
    rf"[{QUOTE}{VALUE}{KEPT}]\s*(?:[&|+*/=<>→×÷^~]|->|:=)+\s*[{QUOTE}{VALUE}{KEPT}\d]|\b\w+=[{QUOTE}{VALUE}{KEPT}\w]|"
    rf"\s--?[a-z]\b|;;|^\w+\s*{QUOTE}\s*:(?=\s)|^[/\\@>]\w"
)
_BOTH = re.compile(rf"^\w+\s[{VALUE}{KEPT}]\s*(?:,|&|\w{{1,3}}\s)\s*[{VALUE}{KEPT}]\s")
_BESIDE = re.compile(rf"{QUOTE}\s+{QUOTE}")
_LOOPS = ForEach | Repeat | RepeatUntil | While
_NOT_FOR_A_PHONE = Tell | Ask | Assign | AddTo | Break | Continue | Stop | Return
_FORMS = frozenset(
    ("assign", "assign_said", "declare", "increase", "decrease", "multiply", "divide", "add_to", "remove_from",
     "put_in", "wait", "wait_until", "tell", "ask", "return", "stop", "break", "continue", "repeat", "while", "until",
     "if", "unless", "try", "switch", "foreach")
)  # fmt: skip
"""Constructs that a line may be near to when it is no order."""
_NEARLY = _FORMS | {"call", "print", "scroll", "swipe"}
_JUMPS = ("break", "continue")
_BLOCKS = ("repeat", "if", "unless", "foreach", "while", "until", "try", "wait_until")
_TAPS = frozenset(("tap", "double_tap", "long_press", "press", "swipe", "scroll", "type"))
_COMMA = re.compile(r"\d,\d")
_BESIDE_THE_POINT = ("STP501", "STP201", "STP202", "STP207", "STP126")
"""Findings about an app, a variable, braces or a bullet of a line: they do not say that it is hardly a step."""
_LONGEST = 600


@frozen
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
        loops = (one for one in statements(program) if isinstance(one, _LOOPS))
        self.looped = {inner.span.start for loop in loops for inner in statements(loop)}
        self.in_loop = False
        branches = (arm for one in statements(program) for arm in arms(one))
        self.beside = {inner.span.start for arm in branches for inner in arm.body if inner.span.line == arm.span.line}
        """Where steps on the line of their branch begin."""
        self.tasks: dict[Orders, frozenset[tuple[str, ...]]] = {}

    def run(self) -> None:
        if any(one.code == "STP122" for one in self.report.found):
            return
        for statement in statements(self.program):
            if isinstance(statement, Action) and statement.span.line and not statement.said:
                self._step(statement)

    def _step(self, step: Action) -> None:
        if step.span.line in self.told or step.implementation is not None:
            return
        self.in_loop = step.span.start in self.looped
        if len(step.text.parts) == 1 and step.text.refs and self._is_undefined(step):
            return
        doubt = self._doubt(step)
        if doubt is None:
            return
        escape = self.words.all("escape", "action")[0]
        message = f"this is read as a step for a model, but {doubt.why}"
        self.report.add("STP137", message, step.span, f"{doubt.instead}; `{escape}:` in front keeps it as a step")

    def _is_undefined(self, step: Action) -> bool:
        """`{continue}`: what is no variable is told as that."""
        return any(one.code == "STP201" and one.span.line == step.span.line for one in self.report.found)

    # ------------------------------------------------------------------------------------------------ doubts

    def _doubt(self, step: Action) -> Doubt | None:
        said = masked(step.text, self.given)
        if len(said) > _LONGEST:
            return Doubt(why="it holds a whole program", instead="write one thing to do on each line")
        own = orders(self.program.header.language, said)
        clauses = [clause for clause in _clauses(said, own[0]) if clause]
        return (
            self._signs(said, clauses)
            or self._others(step)
            or self._waits(said, clauses, own[0])
            or self._steers(said, clauses, own[0])
            or self._speaks(step, said, clauses, own[0])
            or self._next(clauses, own[0])
            or self._calls(step, own[0])
            or self._inner(step, clauses, own[0])
            or (None if step.capture is not None else self._idle(step, clauses, own))
        )

    def _signs(self, said: str, clauses: list[str]) -> Doubt | None:
        found = _SIGNS.search(said)
        if found:
            sign = re.sub(rf"[{QUOTE}{VALUE}{KEPT}\w\s]", "", found.group()) or found.group().strip()
            return Doubt(why=f"{sign!r} in it looks like code", instead=f"write `{self._written('assign')}`")
        if _range(self.words).match(said):
            ways = f"write `{self._written('foreach')}` with its steps below"
            return Doubt(why="it goes from one number to another", instead=ways)
        bare = next((clause for clause in clauses[1:] if clause in self.names), "")
        if bare:
            return Doubt(why=f"{bare!r}, a variable, stands in it without braces", instead=f"write {{{bare}}}")
        if _BOTH.search(said) and _begins(said, *_heads(self.words, ("assign",))):
            return Doubt(why="one line gives one variable a value", instead="write a line for each")
        if _BESIDE.search(said):
            return Doubt(why="two texts stand side by side in it", instead="say what each of them is for")
        return None

    def _others(self, step: Action) -> Doubt | None:
        """`Take it otherwise it gets lost`: a word for else in a step on the line of its branch."""
        text = Piece(self._source(step), vocabulary=self.words)
        for at, behind, _ in elses(text) if step.span.start in self.beside else ():
            if stands_alone(text, at, behind):
                word = text.plain[at:behind].strip(" ,;.")
                return Doubt(why=f"{word!r} in it is read as part of the step", instead=self._on_its_line("else"))
        return None

    def _on_its_line(self, form: str) -> str:
        return f"write `{self._written(form)}` on a line of its own, with its steps below"

    def _waits(self, said: str, clauses: list[str], own: Orders) -> Doubt | None:
        """A time to wait, and more words around it than the wait has."""
        waits = next((clause for clause in clauses if _begins(clause, *_heads(self.words, ("wait",)))), "")
        comma = _COMMA.search(said) if waits else None
        sure = waits and waits.casefold().startswith(self._written("wait").partition("<")[0].strip().casefold()[:4])
        found = time_in(self.words).search(said if sure or comma else waits)
        if found is None or (not sure and own.content(waits[: found.start()], waits.split(" ")[0])):
            return self._pauses(clauses, own)
        instead = f"{comma.group().replace(',', '.')} for {comma.group()}" if comma else f"`{self._written('wait')}`"
        return Doubt(why=f"{found.group()!r} in it is no exact time to wait", instead=f"write {instead}")

    def _pauses(self, clauses: list[str], own: Orders) -> Doubt | None:
        """`Take a break of 3 minutes`: a verb that says nothing by itself, and a time."""
        if _late(self.words, own).match(clauses[0] if clauses else ""):
            return Doubt(why="nothing here lets that time pass", instead=f"write `{self._written('wait')}` above")
        idle = {*_heads(self.words, ("wait", "break")), *self.words.section("units"), *own.words("pauses")}
        for clause in clauses:
            verb = own.verb_of(clause)
            timed = verb and own.is_weak(verb) and time_in(self.words).search(clause)
            if timed and all(word.casefold() in idle for word in own.content(clause, verb)):
                return Doubt(why="it only lets time pass", instead=f"write `{self._written('wait')}`")
        return None

    def _steers(self, said: str, clauses: list[str], own: Orders) -> Doubt | None:
        """Where its words begin as a condition, a loop or a remedy does."""
        found = steering(self.words).search(said) or next(filter(None, map(self._rounds, clauses, repeat(own))), None)
        if found is None or self._idiom(said[found.end() :]):
            ends = own.regex("until").search(said)
            found = ends if ends and QUOTE in said[ends.end() :] else own.regex("decides").search(said)
        if found is None and own.words("inside"):
            found = next((hit for clause in clauses for hit in own.regex("inside").finditer(clause, 1)), None)
        if found is None:
            return None
        word = found.group().strip(" ,;:.，；：。")
        forms = [form for form in _BLOCKS if _begins(word, *_heads(self.words, (form,)))][:2] or ["if", "repeat"]
        blocks = " or ".join(f"`{self._written(form)}`" for form in forms)
        return Doubt(why=f"{word!r} decides or repeats something", instead=f"write {blocks} with its steps below")

    def _rounds(self, clause: str, own: Orders) -> re.Match[str] | None:
        """A number of rounds in a clause that orders: not how often a day, nor what somebody did."""
        found = rounds(self.words).search(clause)
        if found is None or own.regex("reports").search(clause, 0, found.start()):
            return None
        behind = clause[found.end() :].lstrip()
        thing = self.words.verb_last and behind[:1].isupper()
        return None if thing or own.regex("often").match(behind) or own.regex("daily").search(clause) else found

    def _idiom(self, behind: str) -> bool:
        """`If needed, ...` leaves it to the model on purpose."""
        clause = re.split("[,;，；]", behind, maxsplit=1)[0]
        return is_idiom(Piece(clause.strip(), vocabulary=self.words))

    def _speaks(self, step: Action, said: str, clauses: list[str], own: Orders) -> Doubt | None:
        """Of the program, or to its user."""
        found = own.regex("people").search(said)
        told = found.group() if found else next(filter(None, map(own.tells, clauses)), "")
        if told or any(_asks_nobody(self.words).match(text) or self._says(text, own) for text in clauses):
            ways = f"write `{self._written('tell')}` or `{self._written('ask')}`"
            why = f"{told!r} speaks to you, and a phone does not" if told else "it does not say to whom it speaks"
            return Doubt(why=why, instead=ways)
        if step.app is None and self._announces(said, own):
            ways = f"write `{self._written('tell')}`"
            return Doubt(why="it only says to show or tell what follows", instead=ways)
        found = own.regex("data").search(said)
        if found:
            ways = f"write `{self._written('assign')}`"
            return Doubt(why=f"{found.group()!r} is in the program, not on the phone", instead=ways)
        found = own.regex("parts").search(said) or next(filter(None, map(_numbered(self.words).search, clauses)), None)
        if found:
            ways = ", ".join(f"`{self._written(form)}`" for form in ("repeat", *self._jumps(), "stop"))
            return Doubt(why=f"{found.group()!r} is a part of the program, not of the phone", instead=f"write {ways}")
        return None

    def _says(self, clause: str, own: Orders) -> bool:
        """`Report "done"`, `read out {total}`: a verb of telling and a text, and nobody else in it."""
        verb = own.verb_of(clause)
        tells = QUOTE in clause and verb.casefold() in _heads(self.words, ("tell", "print"))
        tells = tells or (KEPT in clause and own.speaks(verb))
        return tells and not own.content(re.sub(f"[{QUOTE}{KEPT}]", " ", clause), verb)

    def _announces(self, said: str, own: Orders) -> bool:
        """`At the end show: {x} done`: nothing but a verb of telling in front of a colon, and a value behind it."""
        head, colon, rest = (part.strip() for part in re.split("([:：])", f"{said}:: ", maxsplit=1))
        known = _heads(self.words, ("tell", "print"))
        words = [own.without_lead(head)] if own.place == "anywhere" else re.findall(r"\w+", head)
        verb = next((one for one in words if one.casefold() in known or own.speaks(one)), "")
        held = colon and re.search(f"[{QUOTE}{VALUE}{KEPT}]", rest)
        if not (verb and held) or _begins(verb, *_heads(self.words, ("type",))):
            return False
        moves = self.words.all("itself", "moves")
        return all(word.casefold() in moves for word in own.content(own.leads.sub(" ", head), verb))

    def _jumps(self) -> tuple[str, ...]:
        return _JUMPS if self.in_loop else ()

    def _next(self, clauses: list[str], own: Orders) -> Doubt | None:
        """`Go for the next one` in a loop: nothing on the phone is named."""
        if not self.in_loop:
            return None
        following = set(self.words.all("itself", "next"))
        for clause in clauses:
            said = own.without_lead(clause)
            names = {word.casefold() for word in own.content(said, own.verb_of(said))}
            if names and names <= following and not _begins(said, *_heads(self.words, _TAPS)):
                return Doubt(why="the next one may be the next round", instead=f"write `{self._written('continue')}`")
        return None

    def _calls(self, step: Action, own: Orders) -> Doubt | None:
        """A name in quotes behind the verb of a call and inputs that are not read; or only the name of a task."""
        text = self._source(step)
        called = any(pattern.form == "call" and pattern.match(text) for pattern in self.words.patterns(text))
        if not called and (step.details or self._named(masked(step.text), own) not in self._tasks(own)):
            return None
        ways = f"write `{self._written('call')}`, and behind it `{{input}} = value`"
        return Doubt(why="it is nearly a call of a task of the program", instead=ways)

    def _tasks(self, own: Orders) -> frozenset[tuple[str, ...]]:
        """The names of tasks, also of those whose first line is none."""
        if own not in self.tasks:
            self.tasks[own] = frozenset(self._names_of_tasks(own))
        return self.tasks[own]

    def _names_of_tasks(self, own: Orders) -> Iterator[tuple[str, ...]]:
        tried = {one.span.line for one in self.report.found if one.code in ("STP123", "STP215")}
        lines = (one for one in statements(self.program) if isinstance(one, Action) and one.span.line in tried)
        heads = [masked(one.text).partition("\n")[0] for one in lines if one.details and one.text.refs]
        yield from filter(None, (self._named(head, own) for head in (*self.program.functions, *heads)))

    @staticmethod
    def _named(said: str, own: Orders) -> tuple[str, ...]:
        return tuple(word.casefold() for word in own.content(re.sub(f"[{QUOTE}{VALUE}{KEPT}_]", " ", said)))

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

    def _idle(self, step: Action, clauses: list[str], own: tuple[Orders, ...]) -> Doubt | None:
        """`Calculate the average`: nothing takes what comes of it; or nothing is ordered."""
        text = self._source(step)
        fits = any(one.form == "calculate" and one.match(text) for one in self.words.patterns(text))
        if step.app is not None or not fits:
            return self._orderless(clauses, own, in_app=step.app is not None)
        written = str(self.words.table(self.program.header.language)["capture"]["canonical"]).partition("[")[0]
        ways = f"end it with `{written.replace('<target>', '{name}')}`"
        return Doubt(why="nothing keeps what it works out", instead=ways)

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
        forms = [f"`{self._written(one)}`" for one in sorted(_NEARLY) if self._near(one, first)][:2]
        instead = (
            f"did you mean {' or '.join(forms)}?" if forms else "begin it with what is to be done: open, tap, send"
        )
        what = re.sub(rf"[{QUOTE}{VALUE}{KEPT}]", "…", shown)
        return Doubt(why=f"`{what}` says nothing that can be done on a phone", instead=instead)

    def _near(self, form: str, first: str) -> bool:
        """Whether a line that begins so was perhaps meant as this construct."""
        known = form not in _JUMPS or self.in_loop
        return known and bool(first and self._written(form)) and _begins(first, *_heads(self.words, (form,)))

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
        """True if the clause names the object of the order."""
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
        return re.sub(r"\[[^\[\]]*\]", "", self.words.canonical(form, self.program.header.language)).rstrip()


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


@lru_cache(maxsize=8)
def _range(known: Words) -> re.Pattern[str]:
    """`For guests 1 to 5, ...`."""
    to = _any_of(known.all("operators", "TO"))
    held = f"[{VALUE}{KEPT}]"
    counter = rf"(?:\d+|{held})\s?(?:{to}|[-–])\s?(?:\d+|{held})\s\w+\s?{held}"
    return re.compile(rf"\w+\s(?:\w+\s)?(?:\d+\s?(?:{to}|[-–])\s?(?:\d+|{held})|{counter})\s?[,:]\s", re.IGNORECASE)


@lru_cache(maxsize=8)
def _late(known: Words, own: Orders) -> re.Pattern[str]:
    """`After 5 minutes` in front of an order."""
    return re.compile(rf"(?:{own.regex('later').pattern})\s+(?:{time_in(known).pattern})", re.IGNORECASE)


@lru_cache(maxsize=8)
def _asks_nobody(known: Words) -> re.Pattern[str]:
    """A verb of asking, and right behind it what is asked."""
    verbs = _any_of(tuple(one for one in _heads(known, ("ask",)) if " " not in one and one < DENSE))
    return re.compile(rf"\s*(?:{verbs or '(?!)'})\s+(?:{_any_of(known.all('asking', 'first'))})", re.IGNORECASE)


@lru_cache(maxsize=8)
def time_in(known: Words) -> re.Pattern[str]:
    """A number of seconds, minutes or hours."""
    units = "|".join(re.escape(word) for word in sorted(known.section("units"), key=len, reverse=True) if len(word) > 1)
    numbers = "|".join(re.escape(word) for word in sorted(known.section("numbers"), key=len, reverse=True))
    edge = r"\b" if known.spaced else ""
    return re.compile(rf"(?:{edge}(?:{numbers}|\d{{1,4}}))\s?(?:{units}){edge}(?!\w)", re.IGNORECASE)


def _begins(said: str, *heads: str) -> bool:
    plain = said.casefold()
    return any(plain.startswith(word) and (word >= DENSE or not plain[len(word) :][:1].isalnum()) for word in heads)


@lru_cache(maxsize=8)
def steering(known: Words) -> re.Pattern[str]:
    """A conjunction that begins the step, or one behind a comma; `x3` at the end of a clause."""
    begins = _any_of(known.all("itself", "steering"))
    within = _any_of(known.all("itself", "within"))
    return re.compile(
        rf"^(?:{begins})|[,;，；.]\s{{0,2}}(?:{within})|\sx\s?\d{{1,3}}(?=\W*$|\s?[,;:，；：])", re.IGNORECASE
    )


@lru_cache(maxsize=8)
def rounds(known: Words) -> re.Pattern[str]:
    """A number of times, but one."""
    several = [word for word, value in known.section("numbers").items() if value != 1]
    whole = _any_of(tuple(word for word, value in known.section("multiples").items() if value != 1)) or "(?!)"
    spaced, dense = (
        _any_of(tuple(one for one in several if (one >= DENSE) == apart)) or "(?!)" for apart in (False, True)
    )
    first = rf"(?<![\w.])(?:{spaced}|\d{{1,3}})|(?<!第)(?:{dense})|(?<=[{DENSE}-\uffff])(?<!第)\d{{1,3}}"
    signs, names = (
        _any_of(tuple(word for word in known.all("itself", "rounds") if (word == "x") == sign))
        for sign in (True, False)
    )
    ends = rf"(?=\W*$|\s?[,;:，；：]|\s*(?:\w+\s)?[{QUOTE}{VALUE}{KEPT}])"
    return re.compile(
        rf"(?:{first})\s{{0,2}}(?:{names})|(?:{first})\s{{0,2}}(?:{signs}){ends}|(?<!\w)(?:{whole})", re.IGNORECASE
    )


@lru_cache(maxsize=8)
def _numbered(known: Words) -> re.Pattern[str]:
    """A verb of jumps and a numbered part of the program: `repeat step 4 after a week`, in any order."""
    moves, things = (any_of(known.all("itself", name)) for name in ("moves", "things"))
    part = rf"(?:{things})\s?\d{{1,3}}\b"
    return re.compile(rf"(?:{part})(?=.*(?:{moves}))|(?:{moves})\s+(?:{part})", re.IGNORECASE)


def _any_of(found: tuple[str, ...]) -> str:
    """A word may begin right behind a figure: `3x`."""
    ordered = sorted(set(found), key=lambda word: (-len(word), word))
    return "|".join(rf"{re.escape(word)}\b" if word < DENSE else re.escape(word) for word in ordered)
