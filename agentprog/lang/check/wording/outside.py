"""Reports steps outside any app, which a model does on the current screen, and steps that stay in one app while their
words name another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from agentprog.lang.ast import (
    Action,
    Assign,
    Call,
    Expr,
    Extract,
    FunctionDef,
    ListExpr,
    Program,
    ReadTable,
    Semantic,
    Statement,
    TableExpr,
    Tell,
)
from agentprog.lang.check.report import COMPUTED, QUOTE, VALUE, Findings
from agentprog.lang.check.wording.sentence import begins, clauses_of, heads, masked
from agentprog.lang.effects.orders import is_touching
from agentprog.lang.phrases.references import whole_quoted
from agentprog.lang.phrases.wording import escape
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.reading.recognise import without_courtesy, without_lead
from agentprog.lang.resolve import only_hands_on, resolve_apps
from agentprog.lang.source.text import Piece, shadow, top_level
from agentprog.lang.visit import blocks, statements
from agentprog.lang.vocabulary.orders import DENSE, orders
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import Words, WordTable, words

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
_PLACE = re.compile(r"(?:在|使用|用)(?P<name>[^\W\d_]{2,8}?)(?:应用程序|应用|软件)?(?:里面|里|中|内)")
"""A name without quotes at the beginning of a Chinese step: `在微信里`."""
_SIGNS_OF_A_NAME = r"[^\W的里中上]{2,6}"
"""The name of an app in a script without spaces; these signs say that a thing is part of another one."""


class OutsidePass:
    def __init__(self, program: Program, report: Findings) -> None:
        self.program = program
        self.report = report
        self.words = words(program.header.language)
        named = (line.app.constant for line in statements(program) if line.app is not None)
        self.names = sorted({*filter(None, named), *program.header.apps})
        """The names by which the program calls its apps."""
        self.gathered = set(_gathered(program))

    def run(self) -> None:
        apps = resolve_apps(self.program)
        for statement in _outside_tasks(self.program.body):
            if isinstance(statement, Assign | Tell) and apps[statement.id] is None:
                self._value(statement.value if isinstance(statement, Assign) else statement.message)
            if not isinstance(statement, Action | Extract):
                continue
            app = apps[statement.id]
            if app is None and not only_hands_on(statement):
                self._outside(statement)
            elif app is not None and statement.app is None and app.constant:
                self._elsewhere(statement, app.constant)
        for task in self.program.functions.values():
            for statement in statements(task):
                if isinstance(statement, Action | Extract) and apps[statement.id] is None and statement.span.line:
                    self._in_task(task, statement)

    def _in_task(self, task: FunctionDef, statement: Action | Extract) -> None:
        """Reports a step that no app of a caller can do: it works on variables only, or it gives a value back."""
        text = statement.text if isinstance(statement, Action) else statement.what
        plain = masked(text)
        given = self._gives_back(task, plain)
        if given or (text.refs and self._works_on_values(statement, plain)):
            self._outside(statement, given)

    def _gives_back(self, task: FunctionDef, plain: str) -> str:
        """The advice for `Devuelve la raíz de {total}`, `返回成功`. `返回首页` gives a value back only if a call
        records it."""
        verb = next((verb for verb in heads(self.words, ("return",)) if begins(plain, verb)), "")
        types = begins(plain, *heads(self.words, ("type",)))
        if not verb or (types and not self._ends_as(plain, ("return", "tell", "print"))):
            return ""
        value = f'{self.words.escaped("compute")} "..."' if VALUE in plain else '"..."'
        written = fill(self.words.canonical("return", self.program.header.language), {"value": value})
        advice = f"; if the task gives a value back, write `{written}`"
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
        known = self.words.table(self.program.header.language)["forms"]
        return any(
            last in line.casefold().split() for form in forms for line in known.get(form, {}).get("patterns", ())
        )

    def _works_on_values(self, statement: Action | Extract, plain: str) -> bool:
        """True for `Cuenta las filas de {tabla}`: an operation on values, and no other target."""
        lexicon = orders(self.program.header.language, plain)[0]
        verb = lexicon.verb_of(lexicon.without_lead(plain))
        raw = str(statement.text if isinstance(statement, Action) else statement.what)
        if self._goes_out(plain) or is_touching(verb):
            return False
        works = any(pattern.form in _WORKED_OUT and pattern.match(raw) for pattern in self.words.patterns(raw))
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
            begin = _begin_in(self.words.table(self.program.header.language), "")
            message = "a model reads this from the phone, but no app is named for it"
            hint = f'{begin}; if code can work it out, write `{compute} "..."`'
            self.report.add("STP501", message, value.span, hint)

    def _elsewhere(self, statement: Action | Extract, stays: str) -> None:
        """Reports `Send it in the Messages app` where a line above opened the contacts."""
        text = self.report.text[statement.span.start : statement.span.end].partition("\n")[0]
        named = next((name for name in self._apps_in(text) if name.casefold() not in stays.casefold()), "")
        if named:
            canonical = str(self.words.table(self.program.header.language)["scope"]["canonical"])
            message = f'this step stays in "{stays}", which a line above names, but its own words name "{named}"'
            begin = fill(canonical, {"app": f'"{named}"'})
            stay = fill(canonical, {"app": f'"{stays}"'})
            hint = f"begin with `{begin}` if it happens there, or with `{stay}` if it does not"
            self.report.add("STP501", message, statement.span, hint)
        elif isinstance(statement, Action) and not statement.said:
            self._opened(statement, text, stays)

    def _opened(self, step: Action, text: str, stays: str) -> None:
        """Reports `Open WhatsApp and send "hi"` where a line above names another app, in which this step stays."""
        language = self.program.header.language
        canonical = self.words.canonical("open_app", language)
        name = self._name_to_open(text, canonical)
        if name and name.casefold() not in stays.casefold():
            stay = fill(str(self.words.table(language)["scope"]["canonical"]), {"app": f'"{stays}"'})
            opens = fill(canonical, {"target": f'"{name}"'})
            message = f'this step stays in "{stays}", which a line above names, and opens "{name}", perhaps another app'
            hint = f"write `{opens}` on a line of its own if it is an app; begin with `{stay}` if it is in that one"
            self.report.add("STP501", message, step.span, hint)

    def _name_to_open(self, text: str, canonical: str) -> str:
        """The name that a step opens first: without quotes, or in quotes after a verb that opens only apps."""
        piece = without_courtesy(without_lead(Piece(text, vocabulary=self.words)))
        lexicon = orders(self.program.header.language, text)[0]
        first = next(filter(None, clauses_of(piece.plain, lexicon)), "")
        clause = piece.cut(0, len(first.rstrip(".。!！ "))) if piece.plain.startswith(first) else piece.cut(0, 0)
        dialect = self.words.dialects[self.program.header.language]
        named = dialect.slots["caps"] if dialect.spaces else _SIGNS_OF_A_NAME
        general = begins(clause.plain, canonical.partition("<")[0].split(" ")[0].casefold())
        for pattern in self.words.patterns(clause.plain):
            found = pattern.match(clause.plain) if pattern.form in ("open_known", "open_app") else None
            target = clause.cut(*found.span("target")) if found else None
            if target is None:
                continue
            quoted = whole_quoted(target)
            if quoted is not None and quoted.constant and not general:
                return quoted.constant
            if quoted is None and re.fullmatch(named, target.plain):
                return target.raw
        return ""

    def _apps_in(self, text: str) -> Iterator[str]:
        """The apps that a step names at its end or in its middle: beside the word for an app, or by a name that another
        line of the program uses for one."""
        for found in _beside_the_word(self.words).finditer(text):
            yield found["first"] or found["second"] or found["capital"]
        plain = shadow(text)
        sends = begins(text, *(word for kind in _OUTWARD for word in self.words.all("effects", kind)))
        means = _means(self.words).search(plain) if sends else None
        if means is not None and orders(self.program.header.language, text)[0].regex("dates").search(means[1]) is None:
            yield means[1]
        place, quoted = _PLACE.match(plain), _names_before_a_verb(self.words, text)
        sent = self.words.all("effects", "send")
        sends_it = any(word[0] in plain for word in sent if word >= DENSE)
        if place is not None and sends_it:
            yield place["name"]
        if (
            quoted
            and begins(text, *self.words.all("scope", "means"))
            and (sends_it or re.search(any_of(sent), plain, re.IGNORECASE))
        ):
            yield quoted
        if not self.words.table(self.program.header.language).get("capital_nouns"):
            yield from (name for name in self.names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", plain))

    def _outside(self, statement: Action | Extract, given: str = "") -> None:
        text = masked(statement.text if isinstance(statement, Action) else statement.what)
        inside = _app_words(self.words).search(text) or _names_before_a_verb(self.words, text) or _PLACE.match(text)
        does = "does this step on the phone" if isinstance(statement, Action) else "reads this from the phone"
        which = "only the words of the step name the app" if inside else "no app is named for it"
        of_program = given or self._by_code(statement) or self._of_the_program(statement)
        hint = self._in_app(statement, text) + ("" if inside else of_program)
        self.report.add("STP501", f"a model {does}, but {which}", statement.span, hint)

    def _by_code(self, statement: Action | Extract) -> str:
        """The line that works on a value of the program: `Set {top} to compute "Take the top 3 of {budget}"`."""
        text = statement.text if isinstance(statement, Action) else statement.what
        plain = masked(text)
        lexicon = orders(self.program.header.language, plain)[0]
        placed = begins(plain, *heads(self.words, _PLACES_A_VALUE), *heads(self.words, ("type",)))
        held = next((ref for ref in text.refs if ref.name in self.gathered and not ref.path), None)
        alters = lexicon.is_of("alters", lexicon.verb_of(lexicon.without_lead(plain)))
        source = held or next(
            (ref for ref in text.refs if alters or begins(plain, *heads(self.words, _ON_VALUES))), None
        )
        several = len(list(clauses_of(plain, lexicon))) > 1
        if source is None or source.path or several or placed or self._goes_out(plain):
            return ""
        compute = f"{self.words.escaped('compute')} {escape(text)}"
        line = fill(
            self.words.canonical("assign", self.program.header.language),
            {"target": str(statement.capture or source), "value": compute},
        )
        return f"; if code can work it out from {source}, write `{line}`"

    def _goes_out(self, plain: str) -> bool:
        return begins(plain, *(word for kind in _OUTWARD for word in self.words.all("effects", kind)))

    def _of_the_program(self, statement: Statement) -> str:
        """The line that the first word of a step suggests: `Tell user <message>` for `Show the scores`."""
        text = self.report.text[statement.span.start : statement.span.end]
        first = next(iter(re.findall(r"^[^\W\d_]+", text.casefold())), "")
        forms = [form for form in (*_OF_THE_PROGRAM, "type") if first in heads(self.words, (form,))]
        preposition = first >= DENSE and len(first) < len("给我")
        if not isinstance(statement, Action) or len(forms) != 1 or forms[0] == "type" or preposition:
            return ""
        written = re.sub(r"\[[^\[\]]*\]", "", self.words.canonical(forms[0], self.program.header.language))
        return f"; if the program is meant, write `{written}`"

    def _in_app(self, statement: Statement, words_of_text: str) -> str:
        """Advice on naming the app. A step that only opens a name may already name it."""
        text = self.report.text[statement.span.start : statement.span.end]
        piece = Piece(text, vocabulary=self.words)
        language = self.program.header.language
        if language == "en" and any(sign >= DENSE and sign.isalpha() for sign in words_of_text):
            language = "zh"
        opened = _opened_first(piece)
        if opened:
            begin = fill(str(self.words.table(language)["scope"]["canonical"]), {"app": opened})
            return f"put `{begin}` in place of the words that open it"
        for pattern in piece.words.patterns(piece.plain):
            found = pattern.match(piece.plain.rstrip(".。")) if pattern.form == "open_known" else None
            target = piece.cut(*found.span("target")) if found else None
            if target is None:
                continue
            quoted = whole_quoted(target)
            dialect = self.words.dialects[language]
            named = dialect.slots["caps" if dialect.spaces else "name"]
            if quoted is not None or re.fullmatch(named, target.plain):
                canonical = piece.words.canonical("open_app", language)
                name = escape(quoted) if quoted is not None else f'"{target.plain}"'
                return f"to open an app write `{fill(canonical, {'target': name})}`"
        return _begin_in(self.words.table(language), piece.plain)


def _gathered(program: Program) -> Iterator[str]:
    """The variables that lines of the program fill with a list or a table."""
    for line in statements(program):
        if isinstance(line, ReadTable) and line.capture is not None:
            yield line.capture.name
        elif isinstance(line, Assign) and isinstance(line.value, ListExpr | TableExpr):
            yield line.target.name


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


def _begin_in(table: WordTable, text: str) -> str:
    """Advice to begin the step in an app, filled with the place the step mentions if only names are capitalised."""
    canonical = str(table["scope"]["canonical"])
    place = _PLACE.match(text)
    if place is not None and not table["spaces"]:
        app = place["name"]
        return f"begin with `{fill(canonical, {'app': f'“{app}”'})}` if {app} is the app"
    inside, name = canonical.split(" ")[0], r"([A-Z]\w+(?: [A-Z]\w+){0,3})"
    found = re.search(rf"^(?i:{inside}) {name}(?=\s|,)|\s(?i:{inside}) {name}[.!]?$", text)
    if found is None or table.get("capital_nouns"):
        return f"begin with `{fill(canonical, {'app': _ANY})}`"
    app = found[1] or found[2]
    begin = fill(canonical, {"app": f'"{app}"'})
    return f"begin with `{begin}` if {app} is the app"


@lru_cache(maxsize=8)
def _beside_the_word(known: Words) -> re.Pattern[str]:
    """`the "Drive" app`, `the Drive app`, `der App "Uhr"`."""
    app, text = _app_words(known).pattern, r"[\"“„«「]([^\"“”„«»「」]+)[\"”“»」]"
    first, second = text.replace("(", "(?P<first>", 1), text.replace("(", "(?P<second>", 1)
    capital = r"(?P<capital>[A-Z]\w*(?:\s[A-Z]\w*){0,3})"
    whole = rf"(?<![^\W{DENSE}-\uffff])(?i:{app})"
    return re.compile(rf"{first}\s?{whole}|{whole}\s?{second}|{capital}[\s-]{whole}")


@lru_cache(maxsize=8)
def _means(known: Words) -> re.Pattern[str]:
    """The name by which something is sent, at the end of a step: `via WhatsApp`."""
    means = "|".join(map(re.escape, known.all("scope", "means"))) or "(?!)"
    return re.compile(rf"\s(?:{means})\s(?-i:((?!I\b)[A-Z][\w&+'.\-]*\w(?: [A-Z]\w+){{0,2}}))[.!]?$", re.IGNORECASE)


@lru_cache(maxsize=8)
def _app_words(known: Words) -> re.Pattern[str]:
    """A word for an app, also at the end of a compound: `Uhr-App`."""
    names = known.all("scope", "words")
    return re.compile(
        "|".join(rf"{re.escape(app)}\b" if app < DENSE else re.escape(app) for app in names), re.IGNORECASE
    )


def _names_before_a_verb(known: Words, text: str) -> str:
    """The quoted place before the verb without a comma: `In "Calendar" cancel it`; empty if there is none."""
    plain = Piece(text.replace(QUOTE, '"..."')).plain
    found = (scope.prefix(plain) for scope in known.scopes)
    return next((one["app"].strip("\"'`") for one in found if one and plain[one.end() :][:1] not in (",", "，")), "")


def _outside_tasks(body: tuple[Statement, ...]) -> Iterator[Statement]:
    """Statements outside tasks. A task runs in its caller's app."""
    stack = list(reversed(body))
    while stack:
        statement = stack.pop()
        if not isinstance(statement, FunctionDef):
            yield statement
            stack.extend(inner for block in reversed(blocks(statement)) for inner in reversed(block))
