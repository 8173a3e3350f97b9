"""Finds the apps that steps name in their own words, where no scope names one, and the names that may be apps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from agentprog.frozen import frozen
from agentprog.lang.ast import Action, Assign, Call, Extract, FunctionDef, Line, Program, Semantic, Statement, Tell
from agentprog.lang.check.wording.sentence import begins, clauses_of, heads
from agentprog.lang.phrases.references import whole_quoted
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.reading.recognise import without_courtesy, without_lead
from agentprog.lang.resolve import AppOf, only_hands_on
from agentprog.lang.source.text import Piece, plain, shadow
from agentprog.lang.visit import arms, statements
from agentprog.lang.vocabulary.orders import DENSE, Orders, folded
from agentprog.lang.vocabulary.words import Words, words

_OUTWARD = ("send", "call", "share", "post")
_PLACE = re.compile(r"(?:在|使用|用)(?P<name>[^\W\d_]{2,8}?)(?:应用程序|应用|软件)?(?:里面|里|中|内)")
"""A name without quotes at the beginning of a Chinese step: `在微信里`."""
_SIGNS_OF_A_NAME = r"[^\W的里中上]{2,6}"
"""The name of an app in a script without spaces; these signs say that a thing is part of another one."""
_QUOTED = r"[\"“„«「]([^\"“”„«»「」]+)[\"”“»」]"
_FIRST_CLAUSES = 2
"""`Oiga, abra "Mensajes"`: the first clause may only address somebody."""


@frozen
class Named:
    """The app of a step without a scope: its name, and whether the step's own words name it, or a line above."""

    name: str
    own: bool


class AppNames:
    """The names of apps in the words of a program's steps."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.language = program.header.language
        self.words = words(self.language)
        named = (line.app.constant for line in statements(program) if line.app is not None)
        self.known = sorted({*filter(None, named), *program.header.apps})
        """The names by which the program calls its apps."""

    def of_steps(self, apps: AppOf) -> Mapping[str, Named]:
        """By node id, the app of each line that has none in `apps`, if its words or those of a line above name one."""
        found: dict[str, Named] = {}
        for body in (self.program.body, *(task.body for task in self.program.functions.values())):
            self._block(body, "", apps, found)
        return found

    def _block(self, body: tuple[Statement, ...], current: str, apps: AppOf, found: dict[str, Named]) -> None:
        for statement in body:
            if isinstance(statement, FunctionDef):
                continue
            text = "" if apps[statement.id] is not None or only_hands_on(statement) else text_of(statement)
            inside = list(dict.fromkeys(self.inside(text))) if text else []
            own = inside[0] if len(inside) == 1 else ""
            if own or (current and (text or isinstance(statement, Call))):
                found[statement.id] = Named(name=own or current, own=bool(own))
            current = own or (text and self._may_be_in_front(text)) or current
            for block in (getattr(statement, "body", ()), *(arm.body for arm in arms(statement))):
                self._block(block, current, apps, found)

    def _may_be_in_front(self, text: str) -> str:
        """A name that a step opens, or in which it acts, if nothing else than an app has it on every phone."""
        name = self.opened(text) or self.perhaps(text)
        return "" if self.words.lexicon(text).regex("system").fullmatch(name) else name

    def inside(self, text: str) -> Iterator[str]:
        """The apps that a step names at its end or in its middle: beside the word for an app, or by a name that another
        line of the program uses for one."""
        for found in _beside_the_word(self.words).finditer(text):
            yield next(filter(None, found.groups()))
        bare = shadow(text)
        lexicon = self.words.lexicon(text)
        verb = folded(lexicon.verb_of(bare) or bare[:1])
        sends = verb.startswith(tuple(folded(word) for kind in _OUTWARD for word in self.words.all("effects", kind)))
        means = _means(self.words).search(bare) if sends else None
        if means is not None and lexicon.regex("dates").search(means[1]) is None:
            yield means[1]
        place, first = _PLACE.match(bare), _means_first(self.words).match(text)
        dense = any(word[0] in bare for word in self.words.all("effects", "send") if word >= DENSE)
        if place is not None and dense:
            yield place["name"]
        if first is not None and (dense or sends):
            yield first[1]
        if not self.words.own.get("capital_nouns"):
            yield from (name for name in self.known if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", bare))

    def opened(self, text: str) -> str:
        """The name that a step opens first: without quotes, or in quotes."""
        return next((name for name, _ in self._openings(text)), "")

    def opens_an_app(self, text: str) -> str:
        """The name that a step opens first: without quotes, or in quotes after a verb that opens only apps."""
        return next((name for name, sure in self._openings(text) if sure), "")

    def _openings(self, text: str) -> Iterator[tuple[str, bool]]:
        lexicon = self.words.lexicon(text)
        dialect = self.words.dialects[self.language]
        named = dialect.slots["caps"] if dialect.spaces else _SIGNS_OF_A_NAME
        general = self.words.canonical("open_app").partition("<")[0].split(" ")[0].casefold()
        for first in list(filter(None, clauses_of(plain(text), lexicon)))[:_FIRST_CLAUSES]:
            clause = self._order_in(text, first.rstrip(".。!！ "), lexicon)
            quoted = _opens_quoted(self.words).match(clause.plain)
            if quoted is not None:
                yield clause.cut(*quoted.span(quoted.lastindex or 0)).raw, not begins(clause.plain, general)
            for _, found in self.words.matches(clause.plain, "open_known", "open_app"):
                target = clause.cut(*found.span("target"))
                if whole_quoted(target) is None and re.fullmatch(named, target.plain):
                    yield target.raw, True

    def _order_in(self, text: str, clause: str, lexicon: Orders) -> Piece:
        """The order of a clause, without words like `please` around its verb."""
        at = plain(text).find(clause)
        piece = Piece(text, vocabulary=self.words).cut(max(at, 0), max(at, 0) + len(clause))
        piece = without_courtesy(without_lead(piece))
        return piece.cut(len(piece) - len(lexicon.without_lead(piece.plain))) if len(piece) else piece

    def capital(self, text: str) -> str:
        """A name without quotes at the beginning or the end of a step, if only names are capitalised: `in Markor`."""
        word, name = self.words.canonical("scope").split(" ")[0], r"([A-Z]\w+(?: [A-Z]\w+){0,3})"
        found = re.search(rf"^(?i:{word}) {name}(?=\s|,)|\s(?i:{word}) {name}[.!]?$", shadow(text))
        return "" if found is None or self.words.own.get("capital_nouns") else found[1] or found[2]

    def perhaps(self, text: str) -> str:
        """The name of a place that may be an app: `Note {x} in "Markor"`, `In "Calendar" cancel it`, `在微信里`."""
        dense = self.words.lexicon(text).place == "anywhere"
        place = _PLACE.match(shadow(text)) if dense else None
        found = place or _place_in_quotes(words("zh") if dense else self.words).search(text)
        return next(filter(None, found.groups())) if found else ""


def text_of(statement: Line) -> str:
    """The words for a model in a step, a reading or a value."""
    if isinstance(statement, Action):
        return str(statement.text)
    if isinstance(statement, Extract):
        return str(statement.what)
    value = statement.value if isinstance(statement, Assign) else getattr(statement, "message", None)
    return str(value.text) if isinstance(value, Semantic) and isinstance(statement, Assign | Tell) else ""


@lru_cache(maxsize=8)
def _place_in_quotes(known: Words) -> re.Pattern[str]:
    """A quoted place at the beginning or the end of a step."""
    word = known.canonical("scope").split(" ")[0]
    if not known.own["spaces"]:
        return re.compile(rf"(?:在|到|往){_QUOTED}(?:里面|里|中|内)")
    article = r"(?:[^\W\d_]{2,3}\s)?"
    return re.compile(rf"^(?i:{word})\s{article}{_QUOTED}|\s(?i:{word})\s{article}{_QUOTED}[.!]?$")


@lru_cache(maxsize=8)
def _beside_the_word(known: Words) -> re.Pattern[str]:
    """`the "Drive" app`, `the Drive app`, `der App "Uhr"`, `la app Notas`, `in the gmail app`."""
    app = app_words(known).pattern
    whole = rf"(?<![^\W{DENSE}-\uffff])(?i:{app})"
    capital = r"([A-Z]\w*(?:\s[A-Z]\w*){0,3})"
    part = rf"{whole}\sde\s(?:la\s|los\s|las\s)?([a-z]\w+)"
    small = r"(?:in|on|from|with|using)\s(?:the|my)\s(?!(?:same|other|current|right|first|next|last|new)\s)([a-z]\w+)"
    dense = (
        rf"(?:在|用|使用)([^\W\d_]{{2,8}}?)(?:{any_of(word for word in known.all('scope', 'words') if word >= DENSE)})"
    )
    return re.compile(
        rf"{_QUOTED}\s?{whole}|{whole}\s?{_QUOTED}|{capital}[\s-]{whole}|{whole}\s{capital}|{small}\s{whole}|{part}|{dense}"
    )


@lru_cache(maxsize=8)
def _opens_quoted(known: Words) -> re.Pattern[str]:
    """`Open "Calendar" and look ...`: a verb that opens an app, directly in front of a quoted name."""
    verbs = any_of(heads(known, ("open_app", "open_known")))
    return re.compile(rf"(?:{verbs})\s?{_QUOTED}|(?:{verbs})\s(?:[^\W\d_]{{2,3}}\s){_QUOTED}", re.IGNORECASE)


@lru_cache(maxsize=8)
def _means(known: Words) -> re.Pattern[str]:
    """The name by which something is sent: `via WhatsApp`."""
    means = "|".join(map(re.escape, known.all("scope", "means"))) or "(?!)"
    name = r"(?-i:((?!I\b|SMS\b)[A-Z][\w&+'.\-]*\w(?: [A-Z]\w+){0,2}))"
    ends = r"[.!]?$" if known.verb_last else r"(?=[.!]?$|\s)"
    return re.compile(rf"\s(?:{means})\s{name}{ends}", re.IGNORECASE)


@lru_cache(maxsize=8)
def _means_first(known: Words) -> re.Pattern[str]:
    """`Via "Signal" send ...`, without a comma behind the name."""
    return re.compile(rf"(?:{any_of(known.all('scope', 'means'))})\s?{_QUOTED}", re.IGNORECASE)


@lru_cache(maxsize=8)
def app_words(known: Words) -> re.Pattern[str]:
    """A word for an app, also at the end of a compound: `Uhr-App`."""
    names = known.all("scope", "words")
    return re.compile("|".join(rf"{re.escape(app)}(?![a-z\d])" for app in names), re.IGNORECASE)
