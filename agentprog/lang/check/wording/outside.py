"""Reports steps outside any app, which a model does on the current screen, and steps that stay in one app while their
words name another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from agentprog.lang.ast import (
    Action,
    Assign,
    Call,
    Expr,
    Extract,
    FunctionDef,
    Program,
    Ref,
    Semantic,
    Statement,
    Tell,
    Template,
)
from agentprog.lang.check.report import COMPUTED, QUOTE, VALUE, Findings, Pass
from agentprog.lang.check.values.held import made_as_lists
from agentprog.lang.check.wording.app_names import AppNames, Named
from agentprog.lang.check.wording.sentence import begins, clauses_of, heads, masked
from agentprog.lang.effects.orders import is_touching
from agentprog.lang.phrases.references import whole_quoted
from agentprog.lang.phrases.wording import escape
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.reading.recognise import without_courtesy, without_lead
from agentprog.lang.resolve import AppOf, only_hands_on, resolve_apps
from agentprog.lang.source.text import Piece, top_level
from agentprog.lang.visit import blocks, statements
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import Words, words

_OF_THE_PROGRAM = ("tell", "stop", "save_file")
"""Forms whose first words steps begin with too."""
_ON_VALUES = ("data", "increase", "decrease", "multiply", "divide")
"""Forms whose verbs work on values."""
_WORKED_OUT = ("calculate", "count", "sort_by_word")
"""Forms that compute a value."""
_PLACES_A_VALUE = ("put_in",)
"""Forms whose verbs put a value somewhere: the value itself does not change."""
_OUTWARD = ("send", "call", "share", "post")
_MOST_PLACES = 8
_ANY = '"..."'
_LATIN = re.compile(r"[A-Za-z][A-Za-z-]*")


class OutsidePass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.names = AppNames(program)
        self.gathered = made_as_lists(program)

    def run(self) -> None:
        apps = resolve_apps(self.program)
        named = self.names.of_steps(apps)
        for statement in _outside_tasks(self.program.body):
            if statement.id in named:
                continue
            if isinstance(statement, Assign | Tell) and apps[statement.id] is None:
                self._value(statement.value if isinstance(statement, Assign) else statement.message)
            if not isinstance(statement, Action | Extract):
                continue
            app = apps[statement.id]
            if app is None and not only_hands_on(statement) and not self._of_the_system(statement):
                self._outside(statement)
            elif app is not None and statement.app is None and app.constant:
                self._elsewhere(statement, app.constant)
        adrift = self._adrift(apps, named)
        for task in self.program.functions.values():
            for statement in statements(task):
                if isinstance(statement, Action | Extract) and apps[statement.id] is None and statement.span.line:
                    self._in_task(task, statement, adrift=task.name in adrift and statement.id not in named)

    def _adrift(self, apps: AppOf, named: Mapping[str, Named]) -> frozenset[str]:
        """The tasks that are called, and only from lines without an app."""
        calls = [
            (owner, line)
            for owner, body in (("", self.program.body), *((task.name, task.body) for task in self._tasks()))
            for line in _outside_tasks(body)
            if isinstance(line, Call)
        ]
        found = frozenset(line.name for _, line in calls)
        while True:
            left = found - {
                line.name
                for owner, line in calls
                if apps[line.id] is not None or line.id in named or (owner and owner not in found)
            }
            if left == found:
                return found
            found = left

    def _tasks(self) -> Iterable[FunctionDef]:
        return self.program.functions.values()

    def _in_task(self, task: FunctionDef, statement: Action | Extract, *, adrift: bool) -> None:
        """Reports a step that no app of a caller can do: no caller has one, or it works on variables only, or it gives
        a value back."""
        text, plain = statement.text, masked(statement.text)
        given = self._gives_back(task, plain)
        on_values = given or (text.refs and self._works_on_values(statement, plain))
        if on_values or (adrift and not only_hands_on(statement) and not self._of_the_system(statement)):
            self._outside(statement, given)

    def _gives_back(self, task: FunctionDef, plain: str) -> str:
        """The advice for `Devuelve la raíz de {total}`, `返回成功`. `返回首页` gives a value back only if a call
        records it."""
        verb = next((verb for verb in heads(self.words, ("return",)) if begins(plain, verb)), "")
        types = begins(plain, *heads(self.words, ("type",)))
        if not verb or (types and not self._ends_as(plain, ("return", "tell", "print"))):
            return ""
        value = f'{self.words.escaped("compute")} "..."' if VALUE in plain else '"..."'
        advice = f"; if the task gives a value back, write `{fill(self.words.canonical('return'), {'value': value})}`"
        if VALUE in plain or COMPUTED in plain:
            return advice
        recorded = any(
            isinstance(line, Call) and line.capture and line.name == task.name for line in statements(self.program)
        )
        asks = re.search(any_of(self.words.all("checking", "whether")), plain, re.IGNORECASE)
        return advice if recorded or asks else ""

    def _ends_as(self, plain: str, forms: tuple[str, ...]) -> bool:
        """True for `Gib {x} auf zwei Stellen aus`: the last word tells verbs with the same first word apart."""
        last = plain.rstrip(" .!").rpartition(" ")[2].casefold()
        known = self.words.own["forms"]
        return any(
            last in line.casefold().split() for form in forms for line in known.get(form, {}).get("patterns", ())
        )

    def _works_on_values(self, statement: Action | Extract, plain: str) -> bool:
        """True for `Cuenta las filas de {tabla}`: an operation on values, and no other target."""
        lexicon = self.words.lexicon(plain)
        verb = lexicon.verb_of(lexicon.without_lead(plain))
        if self._goes_out(plain) or is_touching(verb):
            return False
        works = self.words.has_form(str(statement.text), *_WORKED_OUT)
        if lexicon.place == "anywhere":
            part = re.search(rf"[{VALUE}{COMPUTED}]的", plain)
            verbs = self.words.words_of_forms(frozenset(_ON_VALUES)) | frozenset(self.words.all("changing", "worked"))
            return part is not None and any(len(word) > 1 and word in plain for word in verbs if word >= DENSE)
        typed = begins(plain, *heads(self.words, ("type",)))
        return QUOTE not in plain and not typed and (works or lexicon.is_of("alters", verb))

    def _value(self, value: Expr) -> None:
        """Reports `Set {n} to a random number`, which a model would look for on whatever screen is there."""
        if isinstance(value, Semantic) and not value.said and value.span.line:
            compute = self.words.escaped("compute")
            begin = _begin_in(self.words)
            message = "a model reads this from the phone, but no app is named for it"
            hint = f'{begin}; if code can work it out, write `{compute} "..."`'
            self.report.add("STP501", message, value.span, hint)

    def _elsewhere(self, statement: Action | Extract, stays: str) -> None:
        """Reports `Send it in the Messages app` where a line above opened the contacts."""
        text = self.report.row(statement)
        named = next((name for name in self.names.inside(text) if name.casefold() not in stays.casefold()), "")
        if named:
            message = f'this step stays in "{stays}", which a line above names, but its own words name "{named}"'
            begin, stay = (self.words.written("scope", app=f'"{name}"') for name in (named, stays))
            hint = f"begin with `{begin}` if it happens there, or with `{stay}` if it does not"
            self.report.add("STP501", message, statement.span, hint)
        elif isinstance(statement, Action) and not statement.said:
            self._opened(statement, text, stays)

    def _opened(self, step: Action, text: str, stays: str) -> None:
        """Reports `Open WhatsApp and send "hi"` where a line above names another app, in which this step stays."""
        name = self.names.opens_an_app(text)
        if name and name.casefold() not in stays.casefold():
            stay = self.words.written("scope", app=f'"{stays}"')
            opens = self.words.written("open_app", target=f'"{name}"')
            message = f'this step stays in "{stays}", which a line above names, and opens "{name}", perhaps another app'
            hint = f"write `{opens}` on a line of its own if it is an app; begin with `{stay}` if it is in that one"
            self.report.add("STP501", message, step.span, hint)

    def _outside(self, statement: Action | Extract, given: str = "") -> None:
        text, source = masked(statement.text), str(statement.text)
        several = list(dict.fromkeys(self.names.inside(source)))
        name = self.names.opened(source) or self.names.perhaps(source) or self.names.capital(source)
        does = "does this step on the phone" if isinstance(statement, Action) else "reads this from the phone"
        which = f'no line says that "{name}" is an app' if name else "no app is named for it"
        if len(several) > 1:
            which = f'its words name "{several[0]}" and "{several[1]}"'
            hint = f"write what happens in each app on a line of its own; {self._in_app(statement, text, several[0])}"
            self.report.add("STP501", f"a model {does}, but {which}", statement.span, hint)
            return
        of_program = given or self._by_code(statement) or self._of_the_program(statement)
        hint = self._in_app(statement, text, name) + ("" if name else of_program)
        self.report.add("STP501", f"a model {does}, but {which}", statement.span, hint)

    def _of_the_system(self, statement: Action | Extract) -> bool:
        """True for `Turn on Wi-Fi`, `Return to the home screen`: the words name only what every screen has."""
        text = masked(statement.text)
        lexicon = self.words.lexicon(text)
        system, found = lexicon.regex("system"), False
        dense = lexicon.place == "anywhere"
        for clause in filter(None, clauses_of(_LATIN.sub(r" \g<0> ", text) if dense else text, lexicon)):
            rest = system.sub(" ", clause)
            found = found or rest != clause
            verb = lexicon.verb_of(clause) or ("" if dense else clause.split()[0])
            if QUOTE in rest or lexicon.content(rest, verb):
                return False
        return found

    def _taker(self, text: Template) -> Ref | None:
        """The variable at the end that takes something: {sum} in `Add a third of {price} to {sum}`."""
        before, _, behind = str(text).rstrip(" .。").rpartition(str(text.refs[-1])) if text.refs else ("", "", "-")
        takes = re.search(rf"\s(?:{any_of(self.words.all('changing', 'towards'))})\s*$", before, re.IGNORECASE)
        return text.refs[-1] if takes and not behind else None

    def _by_code(self, statement: Action | Extract) -> str:
        """The line that works on a value of the program: `Set {top} to compute "Take the top 3 of {budget}"`."""
        text, plain = statement.text, masked(statement.text)
        lexicon = self.words.lexicon(plain)
        placed = begins(plain, *heads(self.words, _PLACES_A_VALUE), *heads(self.words, ("type",)))
        held = next((ref for ref in text.refs if ref.name in self.gathered and not ref.path), None)
        alters = lexicon.is_of("alters", lexicon.verb_of(lexicon.without_lead(plain)))
        changes = alters or begins(plain, *heads(self.words, _ON_VALUES))
        source = held or self._taker(text) or next((ref for ref in text.refs if changes), None)
        several = len(list(clauses_of(plain, lexicon))) > 1
        if source is None or source.path or several or placed or self._goes_out(plain):
            return ""
        compute = f"{self.words.escaped('compute')} {escape(text)}"
        target = statement.capture or (source if changes else "{result}")  # a message must not replace a table
        line = self.words.written("assign", target=str(target), value=compute)
        return f"; if code can work it out from {source}, write `{line}`"

    def _goes_out(self, plain: str) -> bool:
        return begins(plain, *(word for kind in _OUTWARD for word in self.words.all("effects", kind)))

    def _of_the_program(self, statement: Statement) -> str:
        """The line that the first word of a step suggests: `Tell user <message>` for `Show the scores`."""
        text = self.report.raw(statement)
        first = next(iter(re.findall(r"^[^\W\d_]+", text.casefold())), "")
        forms = [form for form in (*_OF_THE_PROGRAM, "type") if first in heads(self.words, (form,))]
        preposition = first >= DENSE and len(first) < len("给我")
        if not isinstance(statement, Action) or len(forms) != 1 or forms[0] == "type" or preposition:
            return ""
        return f"; if the program is meant, write `{self.words.written(forms[0])}`"

    def _in_app(self, statement: Action | Extract, words_of_text: str, name: str) -> str:
        """Advice on naming the app. A step that only opens a name may already name it."""
        text = self.report.raw(statement)
        piece, known = Piece(text, vocabulary=self.words), self.words
        if known.language == "en" and any(sign >= DENSE and sign.isalpha() for sign in words_of_text):
            known = words("zh")
        opened = _opened_first(without_courtesy(without_lead(piece)))
        if opened:
            return f"put `{known.written('scope', app=opened)}` in place of the words that open it"
        if name and self.names.opened(text) == name:
            return f"""to open an app write `{known.written("open_app", target=f'"{name}"')}`"""
        return _begin_in(known, name)


def _opened_first(piece: Piece) -> str:
    """The quoted name of the app in `Open "Calendar" and look for the dentist`; empty if the step opens none first."""
    forms = ("open_known", "open_app")
    patterns = [pattern for pattern in piece.words.patterns(piece.plain) if pattern.form in forms]
    for at in top_level(piece.plain, " ,")[: _MOST_PLACES if patterns else 0]:
        for found in (pattern.match(piece.plain, 0, at) for pattern in patterns):
            target = piece.cut(*found.span("target")) if found else None
            if target is not None and whole_quoted(target) is not None:
                return target.raw
    return ""


def _begin_in(known: Words, name: str = "") -> str:
    """Advice to begin the step in an app, filled with the name that may be one."""
    begin = known.written("scope", app=f'"{name}"' if name else _ANY)
    return f"begin with `{begin}`" + (f" if {name} is the app" if name else "")


def _outside_tasks(body: tuple[Statement, ...]) -> Iterator[Statement]:
    """Statements outside tasks. A task runs in its caller's app."""
    stack = list(reversed(body))
    while stack:
        statement = stack.pop()
        if not isinstance(statement, FunctionDef):
            yield statement
            stack.extend(inner for block in reversed(blocks(statement)) for inner in reversed(block))
