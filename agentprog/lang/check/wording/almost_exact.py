"""Reports plain words that are almost exact: a comparison, a variable without braces, a time of day."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, islice, product

from agentprog.identity import moment
from agentprog.lang.ast import (
    Action,
    AddTo,
    Apply,
    Arithmetic,
    Assign,
    Branch,
    Compare,
    Expr,
    Extract,
    ForEach,
    Line,
    ListExpr,
    Not,
    Number,
    ObjectExpr,
    Program,
    Ref,
    RemoveFrom,
    RepeatUntil,
    Semantic,
    Span,
    Tell,
    Wait,
    While,
)  # fmt: skip
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.held import taken_for_lists
from agentprog.lang.check.wording.sentence import CLOCK, any_word
from agentprog.lang.check.wording.state import variables_of_lines
from agentprog.lang.check.wording.unbraced import unbraced_names
from agentprog.lang.phrases.expressions import exact, is_condition
from agentprog.lang.phrases.parts import split_capture
from agentprog.lang.phrases.tokens import operator_phrases
from agentprog.lang.reading.paraphrases import braces, other_conditions
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece, shadow, without_texts
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import expressions, lines, statements, walk
from agentprog.lang.vocabulary.near import NearWords
from agentprog.lang.vocabulary.orders import DENSE, orders
from agentprog.lang.vocabulary.words import Words

_SIGN = re.compile(r"\s[<>]=?\s|[<>]=?\s*[\d$€£¥{]")
_HALF_OF_DAY = re.compile(r"\b(?P<hour>\d{1,2})(?P<minute>:\d{2})?\s?(?P<half>[ap]\.?m\b\.?)$", re.IGNORECASE)
_AT_CLOCK = re.compile(rf"(?:\w+\s+){{0,3}}{CLOCK}[,:]\s*(?=\S)", re.IGNORECASE)
_FIRST_CLOCK = re.compile(r"(?:\w+\s+){1,2}\d{1,2}(?::\d{2}|\s?(?:[ap]\.?m\b\.?|Uhr\b))\s+(?=\S)", re.IGNORECASE)
_VALUE = re.compile(r"\"\"|(?<![\w.:])\d{1,9}(?:[.,]\d+)?(?![\w:])")
_SIDE_BY_SIDE = re.compile(r"\"[^\"]*\"\s+\"[^\"]*\"")
_ASSIGNED = re.compile(r"\s*([^\W\d]\w*)\s*[-+*/:]?=\s")
_BETWEEN = re.compile(r"\s*\{\}\s[^{}]*\{\}\s*")
"""A condition with a variable at each end."""
_LONGEST = 300
_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST_SLIPS = 2
UNBRACED = "a variable of this program has no braces here, so it is read as plain words"
LITERAL = re.compile(r"[\[{]\s*[\"'\[{\d].*[\]}]\s*$")
_UNIT = re.compile(
    r"(?<![\w.,])(?P<figure>\d+(?:[.,]\d+)*)(?:\s?(?:[$€£¥]|(?P<unit>[^\W\d_]+)))?|[$€£¥]\s?(?P<behind>\d+(?:[.,]\d+)*)"
)
_DAY = re.compile(r"(?<![\d.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})(?![\d.])")
"""A day as German writes it: `30.06.2026`."""
_COMPARED = ("LT", "LE", "GT", "GE")


class AlmostExactPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.bare = unbraced_names(program, report.text)
        self.names = names_of(program) | self.bare
        self.named = _any_name(self.names)
        self.variables = variables_of_lines(program)[0] | self.bare | _assigned(program)

        self.readings = [line for line in statements(program) if isinstance(line, Action | Extract) and line.capture]

        self.lists = taken_for_lists(program)

    def run(self) -> None:
        for line in lines(self.program):
            self._line(line)

    def _line(self, line: Line) -> None:
        if isinstance(line, Action):
            self._step(line)
        if isinstance(line, Action | Extract) and line.capture is not None and line.app is None and line.span.line:
            self._asks(self.piece(line))
        if isinstance(line, Tell) and self.piece(line.message).plain in self.names:
            self._check_message(line, f"{{{line.message}}}")
        loop_item = line.target.name if isinstance(line, ForEach) else ""
        for item in expressions(line):
            if isinstance(item, Semantic) and item.span.line:
                self._comparison(self.piece(item), condition=item is _condition(line), but=loop_item)

    def _step(self, step: Action) -> None:
        piece = self.piece(step)
        at = _AT_CLOCK.match(piece.plain) or _FIRST_CLOCK.match(piece.plain)
        if at and (_exact_line(piece.cut(at.end())) or (step.app is None and self._begins_with_time(piece))):
            self._time(piece.cut(0, at.end()))
        if step.text.refs and step.capture is None:
            self._asks(piece)
        for text in (*self._braced(piece), *self._dense(piece)):
            found = recognise(piece.instead(text))
            if isinstance(found, Assign | AddTo | RemoveFrom | Tell) and tier_of(found) == "exact":
                self._report_unbraced(step.span, text)
                return
        if step.app is None and self._lists(piece):
            message = "no list is named: a step adds nothing to a list of the program"
            self.report.add("STP221", message, step.span, "write its name in braces; a list of an app needs the app")
            return
        literal = next(self._sets(piece), "")
        if literal:
            message = "this sets a variable, but its name has no braces: it is read as a step"
            self.report.add("STP221", message, step.span, f"did you mean `{literal}`?")
        self._unbraced_variable(step, piece)

    def _lists(self, piece: Piece) -> bool:
        """True for `Add {x} to the list`: the line would be exact if the word for a list were a variable."""
        if len(piece) > _LONGEST or not ("{" in piece.plain or '"' in piece.plain):
            return False
        for word in self.words.all("values", "lists"):
            at = -1 if " " in word else piece.plain.casefold().rfind(word)
            if at >= 0:
                text = f"{piece.raw[:at]}{{{word}}}{piece.raw[at + len(word) :]}"
                found = recognise(piece.instead(text))
                if isinstance(found, AddTo | RemoveFrom) and found.target.name == word and tier_of(found) == "exact":
                    return True
        return False

    def _dense(self, piece: Piece) -> Iterator[str]:
        """Yields the step from each bare name on, in a script without spaces: `买了菜钱减20`."""
        for text in self._braced(piece) if piece.plain[:1] >= DENSE else ():
            yield text[text.find("{") :]

    def _sets(self, piece: Piece) -> Iterator[str]:
        """Yields `Set patients to ["Ann", "Bo"]` with its name in braces. Lists and objects exist only in the
        program."""
        literal = LITERAL.search(piece.plain) if len(piece) <= _LONGEST else None
        if literal is None or not isinstance(exact(piece.cut(literal.start())), ListExpr | ObjectExpr):
            return
        for word in re.finditer(r"[^\W\d]\w{0,19}", piece.plain[: literal.start()]):
            whole = word.span()
            inside = combinations(range(whole[0], whole[1] + 1), 2) if word.group() >= DENSE else (whole,)
            for begin, end in sorted(inside, key=lambda span: span[1] - span[0]):
                text = f"{piece.raw[:begin]}{{{piece.raw[begin:end]}}}{piece.raw[end:]}"
                if isinstance(recognise(piece.instead(text)), Assign):
                    yield text

    def _unbraced_variable(self, step: Action, piece: Piece) -> None:
        """Reports a variable without braces in a step: `Send the total to Ann` does not pass its value."""
        in_braces = {ref.name for ref in step.text.refs}
        idle = {word for lexicon in orders(self.program.header.language, piece.plain) for word in lexicon.idle}
        unquoted = shadow(piece.plain)
        text = piece.raw
        for word in reversed(list(self.named.finditer(unquoted))):
            name = word.group()
            if _trait_ending(self.words).search(unquoted[: word.start()]):
                continue
            if (
                name in self.variables
                and name not in in_braces
                and name not in idle
                and (name < DENSE or len(name) > 1)
                and not unquoted[: word.start()].endswith(("'", "’"))
            ):
                text = f"{text[: word.start()]}{{{name}}}{text[word.end() :]}"
        if text != piece.raw:
            self._report_unbraced(step.span, text)

    def _begins_with_time(self, piece: Piece) -> bool:
        """True for `At 18:00, close the blinds`."""
        lexicon = self.words.lexicon(piece.plain)
        return piece.plain.split(" ")[0].casefold() in lexicon.words("places")

    def _asks(self, piece: Piece) -> None:
        """Reports `Get {day} from the user`: a step neither asks the user nor sets a variable."""
        text = split_capture(piece)[2].plain.rstrip(" ,.").casefold()
        after, begin = (self.words.all("asking", name) or ("\0",) for name in ("behind", "begin"))
        to_people = self.words.lexicon(text).regex("people").match(text)
        if text.endswith(after) or (text.startswith(begin) and not to_people):
            message = "a step asks nobody and sets no variable"
            self.report.add("STP218", message, piece.span(), 'write `ask user "...", record as {name}`')

    def _comparison(self, piece: Piece, *, condition: bool, but: str = "") -> None:
        if _escaped(piece):
            return
        if _only_clock(self.words).fullmatch(piece.plain):
            self._time(piece)
            return
        first, _, rest = piece.plain.partition(" ")
        name = rest if first.casefold() in self.words.all("values", "determiners") else piece.plain
        if name in self.names and name != but:
            self._report_unbraced(piece.span(), f"{{{name}}}")
            return
        value = braces(piece.raw, self.names)
        if not condition and value != piece.raw and isinstance(exact(piece.instead(value)), Arithmetic | Apply):
            self._report_unbraced(piece.span(), value)
            return
        comparison = next((text for braced in self._braced(piece) for text in _if_exact(piece, braced)), "")
        own_words = braces(piece.raw, self.bare) if condition else piece.raw
        if not comparison and own_words != piece.raw:
            comparison = own_words
        if comparison:
            self._report_unbraced(piece.span(), (condition and self._recorded(piece)) or comparison)
            return
        other = (wording for wording in other_conditions(piece, self.names) if self._is_possible(wording))
        spelled = islice(self._spelled(piece), 1)
        articles = rf"(?<!\w)(?:{any_word(self.words.all('values', 'articles'))})\s(?=\{{)"
        bare = islice(_if_exact(piece, re.sub(articles, "", piece.raw, flags=re.IGNORECASE)), 1)
        suggestions = (*_timed(piece), *islice(other, 1), *bare, *spelled) if condition else ()
        hint = f"did you mean `{suggestions[0]}`?" if suggestions else self._without_unit(piece) if condition else ""
        if hint:
            self._once(piece, "this is almost an exact condition, but a model judges it", hint)
        else:
            self._compared(piece, condition=condition)

    def _recorded(self, piece: Piece) -> str:
        """For `{dog} is booked`, where a line looks whether {dog} is booked and records it as {booked}: a test of that
        result."""
        for word in self.named.finditer(piece.plain):
            about = re.findall(r"\{(\w+)\}", piece.plain[: word.start()])
            for line in (
                self.readings if about and _trait_ending(self.words).search(piece.plain[: word.start()]) else ()
            ):
                is_recorded = about[-1] in {ref.name for ref in line.text.refs} and word.group() in str(line.text)
                if is_recorded and line.capture is not None and line.capture.name == word.group():
                    return f"{{{word.group()}}} {self.words.operator('EQ')} {self.words.operator('TRUE')}"
        return ""

    def _is_possible(self, test: str) -> bool:
        """False for the number of items in a variable that no line takes for a list, and for a list compared with a
        number."""
        found = exact(Piece(test, vocabulary=self.words))
        if isinstance(found, Compare) and isinstance(found.left, Ref) and found.left.name in self.lists:
            return not isinstance(found.right, Number)
        counted = (
            (candidate.operand for candidate in walk(found) if isinstance(candidate, Apply))
            if found is not None
            else ()
        )
        return all(isinstance(operand, Ref) and operand.name in self.lists for operand in counted)

    def _compared(self, piece: Piece, *, condition: bool) -> None:
        """Reports a comparison that is not exact."""
        text = without_texts(piece.plain, '""')
        if _SIGN.search(text) or ("{" in text and _compares(self.words).search(text)):
            message = "this compares, but not exactly, so a model judges it"
            hint = "compare {variables}, numbers without units, texts in quotes; or write `judge` and all in quotes"
            two = self.words.figures.two_readings(text)
            hint = f"write {two}; {hint}" if two else hint
            self.report.add("STP216", message, piece.span(), hint)
        elif _SIDE_BY_SIDE.search(piece.plain):
            self.report.add("STP216", "there is no comma between these texts", piece.span(), "put commas between them")
        elif condition:
            unquoted = re.sub(r"\{[^{}]*\}", "{}", text)
            if "{}" in unquoted and (
                _VALUE.search(unquoted) or _BETWEEN.fullmatch(unquoted) or self._compares_only(unquoted)
            ):
                message = "this names a variable and a value, but no exact comparison, so a model judges it"
                self._once(
                    piece,
                    message,
                    'write `{x} is 3`, `{x} > 3`, `{x} contains "a"` and the like; or `judge` and all in quotes',
                )

    def _once(self, piece: Piece, message: str, hint: str) -> None:
        reported = {found.span.line for found in self.report.found if found.code in ("STP215", "STP216")}
        if piece.line not in reported:
            self.report.add("STP216", message, piece.span(), hint)

    def _compares_only(self, unquoted: str) -> bool:
        """True for `{x} leer is`: a variable, then only operator words, with at most one other word."""
        spoken = re.findall(r"[^\W\d_]+", unquoted.casefold())
        idle = self.words.lexicon(unquoted).idle
        known = {word for phrase in operator_phrases(self.words) for word in phrase.casefold().split()}
        sure = [word for word in spoken if word in known and word not in idle]
        return unquoted.lstrip().startswith("{}") and bool(sure) and len(spoken) <= len(sure) + 1

    def _spelled(self, piece: Piece) -> Iterator[str]:
        """Yields exact corrections of a condition: operator words respelled, or a day written with its year first."""
        if len(piece) > _LONGEST or not ('"' in piece.plain or "{" in piece.plain):
            return
        unquoted = shadow(piece.plain)
        found = [(word, _operators(self.words).of(word.group().casefold())) for word in _WORD.finditer(unquoted)]
        slips = [(word, (word.group(), *near[:4])) for word, near in found if near][:_MOST_SLIPS]
        for choice in islice(product(*(near for _, near in slips)), 1, None):
            text = piece.raw
            for (word, _), near in zip(reversed(slips), reversed(choice), strict=True):
                text = text[: word.start()] + near + text[word.end() :]
            yield from _if_exact(piece, text)
        for day in _DAY.finditer(unquoted):
            written = f"{day['year']}-{int(day['month']):02}-{int(day['day']):02}"
            yield from _if_exact(piece, piece.raw[: day.start()] + written + piece.raw[day.end() :])

    def _without_unit(self, piece: Piece) -> str:
        """The advice for a number with a word behind it. The word may be a unit, and may count: `1 lakh`, `5k`."""
        unquoted = shadow(piece.plain)
        if len(piece) > _LONGEST or _DAY.search(unquoted) or self.words.figures.two_readings(unquoted):
            return ""
        for found in _UNIT.finditer(unquoted):
            number = self.words.figures.plain(found["figure"] or found["behind"])
            test = next(_if_exact(piece, piece.raw[: found.start()] + number + piece.raw[found.end() :]), "")
            if test:
                unit = found["unit"]
                return f"write `{test}` if it counts in {unit}" if unit else f"did you mean `{test}`?"
        return ""

    def _braced(self, piece: Piece) -> Iterator[str]:
        """Yields the text with one unquoted variable name in braces."""
        if len(piece) > _LONGEST or not self.names:
            return
        unquoted = shadow(piece.plain)
        for word in self.named.finditer(unquoted):
            yield f"{piece.raw[: word.start()]}{{{word.group()}}}{piece.raw[word.end() :]}"

    def _check_message(self, line: Tell, name: str) -> None:
        """Reports a message that is a bare variable name, in place of the advice to quote it."""
        quote = [
            finding for finding in self.report.found if finding.code == "STP121" and finding.span.line == line.span.line
        ]
        for diagnostic in quote:
            self.report.found.remove(diagnostic)
        self._report_unbraced(line.message.span, name)

    def _report_unbraced(self, span: Span, text: str) -> None:
        self.report.add("STP221", UNBRACED, span, f"did you mean `{text}`?")

    def _time(self, piece: Piece) -> None:
        message = "no construct waits for a time of day"
        hint = 'let an app do it: `In the "Clock" app, set an alarm for ...`; or start the program at that time'
        self.report.add("STP220", message, piece.span(), hint)


def _condition(line: Line) -> Expr | None:
    """The condition that controls a block or ends a wait."""
    found = getattr(line, "until", None) if isinstance(line, Wait) else None
    condition = line.condition if isinstance(line, Branch | While | RepeatUntil) else found
    return condition.operand if isinstance(condition, Not) else condition


@lru_cache(maxsize=8)
def _operators(known: Words) -> NearWords:
    """The operator words, for a search by similar spelling."""
    found = {word for phrase in operator_phrases(known) for word in phrase.split() if word.isalpha()}
    idle = orders(next(iter(known.tables)), "")[0].idle
    others = (*known.all("known", "words"), *known.all("values", "determiners"), *idle)
    return NearWords(found, others, denials=known.all("itself", "absent"))


def _exact_line(piece: Piece) -> bool:
    found = recognise(piece)
    return not isinstance(found, Action) and tier_of(found) == "exact"


def _escaped(piece: Piece) -> bool:
    return piece.plain.casefold().startswith(piece.words.all("escape", "judge"))


def _if_exact(place: Piece, text: str) -> Iterator[str]:
    """Yields the text if it is an exact condition that compares values."""
    found = exact(place.instead(text))
    if found is not None and is_condition(found) and not isinstance(found, Ref):
        yield text


def _timed(piece: Piece) -> Iterator[str]:
    """`{x} is before 10 am` with the time of day as programs write it: `{x} is before "10:00"`."""
    found = _HALF_OF_DAY.search(piece.raw)
    time = moment(f"{found['hour']}{found['minute'] or ':00'} {found['half']}") if found else ""
    if found and time:
        yield from _if_exact(piece, f'{piece.raw[: found.start()]}"{time}"')


@lru_cache(maxsize=8)
def _only_clock(known: Words) -> re.Pattern[str]:
    """A time of day, with an optional part of the day and words such as `it is`."""
    part, hours, number = (any_word(words) for words in (
        known.all("values", "of_the_day"), known.all("values", "hours"), tuple(known.section("numbers"))
    ))  # fmt: skip
    parts = rf"(?:\s*(?:{part}))*\s*"
    time = rf"{CLOCK}|(?:\d{{1,2}}|{number})(?:\s?(?:{hours}))?"
    return re.compile(rf"{parts}(?:{time}){parts}", re.IGNORECASE)


@lru_cache(maxsize=8)
def _compares(known: Words) -> re.Pattern[str]:
    phrases = [word for kind in _COMPARED for word in known.all("operators", kind) if word[0].isalpha()]
    patterns = (re.escape(word) if word >= DENSE else rf"\b{re.escape(word)}\b" for word in phrases)
    return re.compile("|".join(patterns), re.IGNORECASE)


@lru_cache(maxsize=8)
def _trait_ending(known: Words) -> re.Pattern[str]:
    """The end of `check if {f} is` or `mark {child} as`: the next word describes something."""
    endings = tuple(word for word in known.all("arguments", "equals") if word[0].isalpha())
    return re.compile(rf"\s(?:{any_word(endings)})\s*$", re.IGNORECASE)


def _any_name(names: Iterable[str]) -> re.Pattern[str]:
    """A variable name without braces; inside a word only in a script without spaces."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    found = (re.escape(name) if name >= DENSE else rf"(?<![\w.]){re.escape(name)}(?!\w)" for name in ordered)
    return re.compile("|".join(found) or "(?!)")


def names_of(program: Program) -> frozenset[str]:
    """Every name that the program uses as a variable, in braces or by `name = value`."""
    found = {node.name for node in walk(program) if isinstance(node, Ref)}
    return _assigned(program) | found


def _assigned(program: Program) -> frozenset[str]:
    """Names set as in programming languages: `total = 0`."""
    steps = (line for line in statements(program) if isinstance(line, Action))
    texts = (str(text) for step in steps for text in (step.text, *step.details))
    return frozenset(found.group(1) for found in map(_ASSIGNED.match, texts) if found)
