"""Finds conditions that a model cannot judge by the screen: about the conversation with the user, about another line,
about elapsed time, or almost exact.

A model that judges a condition sees only the screen. `judge "..."` marks a condition as intended.
"""

from __future__ import annotations

import re
from functools import lru_cache

from agentprog.lang.ast import (
    Action,
    Ask,
    Assign,
    Branch,
    Compute,
    Extract,
    Line,
    Not,
    Program,
    Ref,
    RepeatUntil,
    Semantic,
    Tell,
    Template,
    Verify,
    Wait,
    While,
)
from agentprog.lang.check.report import QUOTE, VALUE, Findings, Pass
from agentprog.lang.check.values.held import taken_for_lists
from agentprog.lang.check.wording.misreadings import QUOTE_SIGNS
from agentprog.lang.check.wording.sentence import Doubt, failing, masked, only_a_time, time_in
from agentprog.lang.check.wording.state import variables_of_lines
from agentprog.lang.check.wording.steering import rounds, steering
from agentprog.lang.check.wording.unquoted import asking
from agentprog.lang.kinds.oneline import begins_order, is_idiom, thens
from agentprog.lang.phrases.expressions import bare_items, exact, is_condition
from agentprog.lang.phrases.tokens import operator_phrases
from agentprog.lang.phrases.wording import escape
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece, plain, top_level
from agentprog.lang.visit import arms, statements
from agentprog.lang.vocabulary.detecting import languages
from agentprog.lang.vocabulary.orders import DENSE, Orders, folded, truth_of
from agentprog.lang.vocabulary.words import Words, words

_TWO = 2
_NAMED = re.compile(r"^\w+ \w+ (?P<value>[A-Z]\w*)$")
"""`name is Ann`: three words, the last capitalised like a name."""
_WORD = re.compile(r"[^\W_]+")
_ASKING = ("condition", "message", "value")
_RECKONS = re.compile(r"\s[-+*/×÷]\s*\S|\w\s?[+×÷]\s?\d")
_COMPARES = ("EQ", "NE", "LT", "LE", "GT", "GE", "CONTAINS", "NOT_CONTAINS", "IN", "NOT_IN", "STARTS", "ENDS")
_BESIDE_THE_POINT = ("STP201", "STP202", "STP203", "STP126")


class UnjudgeablePass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.lists = variables_of_lines(program)[0] | captured(program)
        self.gathered = taken_for_lists(program)
        self.reported = {finding.span.line for finding in report.found if finding.code not in _BESIDE_THE_POINT}

    def run(self) -> None:
        if any(finding.code == "STP122" for finding in self.report.found):
            return
        for statement in statements(self.program):
            if isinstance(statement, Extract) and statement.span.line not in self.reported:
                self._counted(statement)
            if statement.span.line not in self.reported:
                self._check_question(statement)
            for line in (statement, *arms(statement)):
                semantic = _question_of(line)
                if semantic is not None and semantic.span.line and not self._has_finding(line, semantic):
                    self._condition(semantic)

    def _has_finding(self, line: Line, semantic: Semantic) -> bool:
        """Whether a finding of the line is about its condition too, and not only about the step behind it."""
        later = [
            finding
            for finding in self.report.found
            if finding.span.line == line.span.line and finding.code not in _BESIDE_THE_POINT
        ]
        return any(finding.code != "STP137" or finding.span.start < semantic.span.end for finding in later)

    def _check_question(self, line: Line) -> None:
        """Reports a doubtful question to a model: a condition in another language, a sum, a fact known only later."""
        if isinstance(line, Tell) and isinstance(line.message, Template):
            self._check_message(line.message)
        if isinstance(line, Ask) and isinstance(line.question, Template):
            self._once_more(line.question)
        if isinstance(line, Wait) and isinstance(line.until, Semantic) and not line.until.said:
            self._waited(line.until)
        semantic = next((item for name in _ASKING if isinstance(item := getattr(line, name, None), Semantic)), None)
        if isinstance(line, Tell) and isinstance(line.message, Compute):
            semantic = Semantic(text=line.message.text, span=line.message.span)
        if semantic is None or semantic.said or not semantic.span.line:
            return
        text = masked(semantic.text)
        doubt: Doubt | None = None
        if isinstance(line, Verify):
            lexicon = self.words.lexicon(text)
            decides = lexicon.regex("decides").search(text) or steering(self.words).search(text, 1)
            decides = decides or next(
                (match for match in rounds(self.words).finditer(text) if match.end() == len(text)), None
            )
            doubt = self._foreign(semantic, text)
            if decides:
                doubt = Doubt(why=f"{decides.group().strip(' ,;')!r} decides which lines run", instead=self._block())
        elif isinstance(line, Tell):
            found = steering(self.words).search(text)
            if found is not None and not found.start() and not found.group()[:1].isdigit():
                doubt = Doubt(
                    why=f"{found.group()!r} does not wait: the message is shown at once", instead=self._block()
                )
        elif isinstance(line, Assign) and _RECKONS.search(text):
            compute = self.words.escaped("compute")
            doubt = Doubt(
                why="it is a calculation, and no screen shows it", instead=f'write `{compute} "..."` with variables'
            )
        elif isinstance(line, Assign):
            doubt = self._enumerated(semantic) or self._answered(semantic, text)
        if doubt is not None:
            self._report(semantic, doubt)

    def _answered(self, semantic: Semantic, text: str) -> Doubt | None:
        """`the answer of the user`, which no screen shows."""
        found = self.words.lexicon(text).regex("people").search(text)
        ask = asking(str(semantic.text), self.words)
        return Doubt(why=f"{found.group()!r} is not on the screen", instead=ask) if found else None

    def _enumerated(self, semantic: Semantic) -> Doubt | None:
        """`a list: milk, eggs`: the items stand in the program, and no screen shows them."""
        head, colon, after = Piece(str(semantic.text), vocabulary=self.words).plain.partition(":")
        items = bare_items(Piece(after.strip(), vocabulary=self.words), loose=True) if colon else ()
        if not items or not any(word in head.casefold() for word in self.words.all("values", "lists")):
            return None
        written = ", ".join(f'"{item.strip()}"' for item in items)
        return Doubt(why="it lists the items", instead=f"write [{written}]")

    def _counted(self, line: Extract) -> None:
        """`Count the {files} that end in ".pdf"`: the list is in the program."""
        first = next((part for part in line.what.parts if isinstance(part, Ref)), None)
        before = str(line.what).partition("{")[0]
        if first is None or first.path or first.name not in self.gathered or len(before.split()) > _TWO:
            return
        if not self.words.has_form(str(line.what), "count", "get"):
            return
        compute = self.words.escaped("compute")
        message = f"a model looks for this on the phone, but {first} is in the program"
        self.report.add(
            "STP138", message, line.span, f"write `{{n}} = {compute} {escape(line.what)}`, which code computes"
        )

    def _waited(self, until: Semantic) -> None:
        """Reports a time limit inside the awaited condition: `Wait until he answers, at most 10 minutes`."""
        found = time_in(self.words).search(masked(until.text))
        after = "" if found else self._behind_a_condition(until)
        if found or after:
            limit = found.group().strip() if found else after
            why = f"{limit!r} in it sets no limit"
            most = self.words.canonical("wait_most")
            self._report(until, Doubt(why=why, instead=f"write the limit after the condition: `{most}`"))

    def _behind_a_condition(self, semantic: Semantic) -> str:
        """The words behind the comma in `"A" appears, at most 2`, whose first part is exact."""
        piece = Piece(self.report.raw(semantic), vocabulary=self.words)
        commas = top_level(piece.plain, ",")
        before = exact(piece.cut(0, commas[-1])) if commas else None
        is_one = before is not None and is_condition(before) and not isinstance(before, Ref)
        return piece.raw[commas[-1] + 1 :].strip() if is_one else ""

    def _once_more(self, question: Template) -> None:
        """Reports a reference to an earlier question in place of a question: `Ask me again`."""
        raw = self.report.row(question)
        if raw[:1] in QUOTE_SIGNS:
            return
        nouns = any_of(self.words.all("itself", "things"))
        if re.fullmatch(rf"\W*(?:(?:{nouns})\W*)+", raw, re.IGNORECASE):
            message = f"{raw!r} is asked unchanged: the program does not repeat the question above"
            self.report.add("STP138", message, question.span, "write the question in quotes, or a loop around it")

    def _check_message(self, message: Template) -> None:
        """Reports an unquoted message with a condition in it: `Sag mir Bescheid, wenn es fertig ist`."""
        raw = self.report.row(message)
        if raw[:1] in QUOTE_SIGNS + "fF{":
            return
        lexicon = self.words.lexicon(raw)
        if only_a_time(raw, lexicon, self.words):
            message_says = (
                f"the message is shown at once, unchanged: {raw!r} only says when, and a message does not wait"
            )
            wait = self.words.canonical("wait")
            ways = f"put a text into quotes; else write `{wait}` above, start the program at that time, or set an alarm"
            self.report.add("STP138", message_says, message.span, ways)
            return
        found = steering(self.words).match(raw) or _within(self.words).search(raw)
        why = f"{found.group().strip()!r} does not wait" if found else "these words describe a message"
        if found or lexicon.regex("people").fullmatch(raw) or self._asks(raw):
            message_says = f"the message is shown at once, unchanged: {why}"
            self.report.add("STP138", message_says, message.span, f"put a text into quotes; else {self._block()}")

    def _asks(self, raw: str) -> bool:
        """True if the text begins with a question word, with or without accents."""
        first = _WORD.match(raw)
        words = {folded(word) for word in self.words.all("asking", "first")}
        dense = tuple(word for word in words if word >= DENSE)
        return bool(first and len(first.group()) > _TWO and folded(first.group()) in words) or raw.startswith(dense)

    def _block(self) -> str:
        return f"write `{self.words.canonical('wait_until')}` or `{self.words.canonical('if')}` above"

    def _condition(self, semantic: Semantic) -> None:
        text = masked(semantic.text)
        lexicon = self.words.lexicon(text)
        if is_idiom(Piece(text, vocabulary=self.words)):
            return
        doubt = (
            failing(text, self.words)
            or self._foreign(semantic, text)
            or self._listed(text)
            or self._ordered(semantic)
            or self._timed(text)
            or self._talks(text, lexicon)
            or self._compared(semantic, text, lexicon)
            or self._shown(text, lexicon)
        )
        if doubt is not None:
            self._report(semantic, doubt)

    def _report(self, semantic: Semantic, doubt: Doubt) -> None:
        judge = self.words.escaped("judge")
        message = f"a model judges this from the screen, but {doubt.why}"
        hint = f'{doubt.instead}; `{judge} "..."` keeps it as a question for a model'
        self.report.add("STP138", message, semantic.span, hint)

    def _foreign(self, semantic: Semantic, condition: str) -> Doubt | None:
        """Doubts an exact condition written in another language than the program's."""
        if QUOTE not in condition and VALUE not in condition:
            return None
        text = self.report.row(semantic)
        for code in languages():
            known = words(code)
            test = exact(Piece(text, vocabulary=known)) if known is not self.words else None
            if test is not None and is_condition(test) and not isinstance(test, Ref):
                instead = "write it in the language of the program, or name the other in the header"
                return Doubt(why="it is exact only in a language other than the program's", instead=instead)
        return None

    def _listed(self, text: str) -> Doubt | None:
        """Doubts a variable without braces: `there are no lines` in a program that sets {lines}."""
        name = next((word.group() for word in _WORD.finditer(text) if word.group() in self.lists), "")
        return Doubt(why=f"{name!r}, a variable, has no braces", instead=f"write {{{name}}}") if name else None

    def _ordered(self, semantic: Semantic) -> Doubt | None:
        """Doubts a condition on the line of its step that holds a word for then and an order: `她来了就关掉它，...`."""
        text = self.report.text
        after = plain(text[semantic.span.end : semantic.span.end + 1])
        piece = Piece(text[semantic.span.start : semantic.span.end], vocabulary=self.words)
        order = next((order for order in thens(piece) if begins_order(order)), None)
        if order is None or after != ",":
            return None
        head = self.words.canonical("if")
        why = f"{order.raw!r} in it is an order, and nothing carries it out"
        return Doubt(why=why, instead=f"write `{head}` with its steps on the lines below")

    def _timed(self, text: str) -> Doubt | None:
        """Doubts elapsed time in a condition, because a condition is checked only once."""
        found = time_in(self.words).search(text)
        if found is None:
            return None
        time = found.group().strip()
        wait = self.words.canonical("wait").partition("<")[0] + time
        exact_wait = isinstance(recognise(Piece(wait, vocabulary=self.words)), Wait)
        ways = f"write `{self.words.canonical('wait_until')}` in front"
        ways = f"write `{wait}` on a line above, and leave it out here" if exact_wait else ways
        return Doubt(why=f"{time!r} is a period of time, but the screen is checked only once", instead=ways)

    def _talks(self, text: str, lexicon: Orders) -> Doubt | None:
        """Doubts a subject that is part of the conversation, stands on another line, or is missing."""
        if self._is_day(text, lexicon):
            value = f'{self.words.escaped("compute")} "the weekday of today"'
            ways = f"write `{self.words.written('assign', target='{day}', value=value)}` above, and compare {{day}}"
            return Doubt(why=f"{text!r} is a day or a time, and no screen shows which it is", instead=ways)
        found = _subject(lexicon, "self").match(text)
        if found:
            return Doubt(
                why=f"{found.group()!r} is not on the screen",
                instead="ask the user, keep the answer in a variable, and compare that",
            )
        found = _subject(lexicon, "vague").match(text)
        after = _WORD.search(text, found.end()) if found else None
        if after and lexicon.is_of("speaks", after.group()) and truth_of(text[after.end() :]) is not None:
            return Doubt(
                why=f"{after.string[: after.end()]!r} is not on the screen",
                instead="ask the user, keep the answer in a variable, and compare that",
            )
        if found and len(self._content(text[found.end() :], lexicon)) > 1 and self._points(found.group()):
            return None
        impersonal = {*lexicon.words("weather")} & {word.casefold() for word in _WORD.findall(text)}
        if found and not impersonal and not (after and after.group().casefold() in lexicon.words("shows")):
            return Doubt(
                why=f"{found.group()!r} names nothing", instead="name it: a {variable}, or a text on the screen"
            )
        plain_words = QUOTE not in text and VALUE not in text
        if plain_words and (not self._content(text, lexicon) or (text.isalpha() and lexicon.place != "anywhere")):
            return Doubt(why="it names nothing", instead="name it: a {variable}, or a text on the screen")
        return None

    def _is_day(self, text: str, lexicon: Orders) -> bool:
        """True for `it is Friday`, `weekend`: a day or a time of day, and nothing else."""
        rest = lexicon.regex("vague").sub(" ", lexicon.regex("dates").sub(" ", text))
        return (
            QUOTE not in text
            and VALUE not in text
            and rest != text
            and not (lexicon.regex("dates").search(text) is None or self._content(rest, lexicon))
        )

    def _points(self, word: str) -> bool:
        """True for a word that stands in front of a name: `all beds`, `this alarm`."""
        return word.strip().casefold() in self.words.all("values", "determiners")

    def _braceless(self, semantic: Semantic, condition: str, lexicon: Orders) -> Doubt | None:
        """Doubts a comparison that would be exact with braces around its one word: `status is "open"`."""
        compared = QUOTE in condition or _NAMED.search(condition) or any(sign.isdigit() for sign in condition)
        names = (
            self._content(condition.replace(QUOTE, " "), lexicon) if compared and lexicon.place != "anywhere" else []
        )
        named = _NAMED.search(condition)
        if len(names) != 1 and not (named and len(names) == _TWO):
            return None
        raw = self.report.row(semantic)
        if named and named["value"] in names[1:]:
            raw = raw.replace(named["value"], f'"{named["value"]}"')
        text = re.sub(rf"^(?:\w+ )?{re.escape(names[0])}\b", f"{{{names[0]}}}", raw)
        test = exact(Piece(text, vocabulary=self.words))
        if test is None or not is_condition(test) or isinstance(test, Ref):
            return None
        return Doubt(why=f"{names[0]!r} has no braces, so no variable is compared", instead=f"write `{text}` for one")

    def _compared(self, semantic: Semantic, text: str, lexicon: Orders) -> Doubt | None:
        """Doubts an operator followed by a bare word: `{x} is Other`."""
        found = _bare_words(self.words).search(text)
        if found is None:
            return self._braceless(semantic, text, lexicon)
        word = found["word"]
        if word.casefold() in self.words.all("values", "days"):
            code = f'{self.words.escaped("compute")} "the date of {word}"'
            ways = f"write `{self.words.written('assign', target='{day}', value=code)}` above, and compare with {{day}}"
            return Doubt(why=f"{word!r} is a day, and no screen shows which it is", instead=ways)
        return Doubt(
            why=f"{word!r} has no quotes, so no text is compared with it", instead=f'write `"{word}"` for a text'
        )

    def _shown(self, text: str, lexicon: Orders) -> Doubt | None:
        """Doubts a condition that only says that a quoted text is visible."""
        if QUOTE not in text or VALUE in text or self._content(text.replace(QUOTE, " "), lexicon):
            return None
        denied = _denies(self.words).search(text)
        exact = self.words.own["operators"]["NOT_VISIBLE" if denied else "VISIBLE"][0]
        there = "is not there" if denied else "is there"
        return Doubt(why=f"it only says that a text {there}", instead=f'write `"..." {exact}`, which is exact')

    def _content(self, condition: str, lexicon: Orders) -> list[str]:
        closed = _closed(self.words) | frozenset(lexicon.words("screen"))
        found = lexicon.content(condition)
        if lexicon.place == "anywhere":
            text = condition
            for word in sorted({*closed, *lexicon.idle}, key=len, reverse=True):
                text = text.replace(word, "") if word >= DENSE else text
            return re.findall(r"[^\W\d]", text)
        return [word for word in found if word.casefold() not in closed]


def captured(program: Program) -> frozenset[str]:
    """Variables that hold results of steps and readings."""
    found = (line.capture for line in statements(program) if isinstance(line, Action | Extract))
    return frozenset(ref.name for ref in found if ref is not None)


def _question_of(line: Line) -> Semantic | None:
    """The question of a branch or loop to a model; None if it has none or is marked with `judge`."""
    condition = line.condition if isinstance(line, Branch | While | RepeatUntil) else None
    condition = condition.operand if isinstance(condition, Not) else condition
    return condition if isinstance(condition, Semantic) and not condition.said else None


@lru_cache(maxsize=8)
def _within(known: Words) -> re.Pattern[str]:
    """A word that begins a condition, after other words."""
    return re.compile(rf"(?<=\S)[\s,]{{1,2}}(?:{any_of(known.all('itself', 'steering'))})", re.IGNORECASE)


@lru_cache(maxsize=8)
def _denies(known: Words) -> re.Pattern[str]:
    """The words of `does not appear` that `appears` has not; the signs, in a script without spaces."""
    there, absent = (
        {part for word in known.all("operators", name) for part in (word.split() if word < DENSE else word)}
        for name in ("VISIBLE", "NOT_VISIBLE")
    )
    return re.compile(any_of(absent - there), re.IGNORECASE)


@lru_cache(maxsize=8)
def _closed(known: Words) -> frozenset[str]:
    """The words that operators, numbers and units consist of."""
    phrases = {word for phrase in operator_phrases(known) for word in phrase.casefold().split()}
    return frozenset(phrases | set(known.section("numbers")) | set(known.section("units")))


@lru_cache(maxsize=16)
def _subject(lexicon: Orders, name: str) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{lexicon.regex(name).pattern})", re.IGNORECASE)


@lru_cache(maxsize=8)
def _bare_words(known: Words) -> re.Pattern[str]:
    """A variable, a comparison, and a single bare word, or several joined by `or`."""
    phrases = sorted({word for kind in _COMPARES for word in known.all("operators", kind)}, key=len, reverse=True)
    operators = "|".join(re.escape(word) + (r"\s+" if word < DENSE else r"\s*") for word in phrases)
    either = "|".join(
        rf"\s{re.escape(word)}\s" if word < DENSE else re.escape(word) for word in known.all("operators", "OR")
    )
    more = rf"(?:(?:,?(?:{either})|\s?,\s?)[^\W\d_]\w*)*"
    word = r"(?P<word>[^\W\d_]\w*(?<!的))"
    return re.compile(rf"^\W*[\x02\x03]\s*(?:{operators}){word}{more}\W*$", re.IGNORECASE)
