"""Lists the questions that a program leaves to a model in addition to its steps, so that nobody mistakes them for exact
lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from agentprog.frozen import frozen
from agentprog.lang.ast import (
    Action,
    AddTo,
    Assign,
    Branch,
    Call,
    Compute,
    Extract,
    Line,
    Program,
    RemoveFrom,
    RepeatUntil,
    Semantic,
    Verify,
    Wait,
    While,
)
from agentprog.lang.check.report import QUOTE, VALUE
from agentprog.lang.check.wording.app_names import AppNames, Named, text_of
from agentprog.lang.check.wording.results import kept_by_name
from agentprog.lang.check.wording.sentence import about_values, any_word, begins, clauses_of, heads, masked, only_a_time
from agentprog.lang.check.wording.state import CHANGES
from agentprog.lang.kinds.oneline import is_idiom
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.resolve import AppOf, resolve_apps
from agentprog.lang.source.text import Piece
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import arms, expressions, statements
from agentprog.lang.vocabulary.orders import Orders, orders
from agentprog.lang.vocabulary.words import Words, words

Asks = Literal["judges", "reads", "computes", "would set", "does", "details", "when", "stays", "names"]
"""`judges`: a condition. `reads`: a value on the screen. `computes`: a value, by code that a model writes once. `would
set`: a step that would set a variable if one of its words stood in braces. `does`: a step with vague verbs and without
quotes or braces. `details`: a line that belongs to the step above it.
`when`: a step with a time at its end, which no line waits for. `stays`: a step in the app of a line above it. `names`:
a step that names its app in its own words."""
_LONGEST = 120
_MASKED = re.compile(f"[{QUOTE}{VALUE}]")
_NAME = re.compile(r"\"[^\"]*\"|“[^”]*”|`[^`]*`|«[^»]*»|(?<![\w'’.])(?P<name>[^\W\d_]\w*)(?![\w'’])")
_DECIDES = Branch | While | RepeatUntil | Wait


@frozen
class Question:
    """One question for a model. `text` is quoted from the program.

    For `would set`, the text has the missing braces. `app` is the app of a step that `stays` in it or `names` it,
    else empty.
    """

    asks: Asks
    line: int
    text: str
    app: str = ""


def questions(program: Program) -> tuple[Question, ...]:
    """All questions in source order, except intended ones: `judge`, `do`, and `verify` without a variable."""
    language, apps = program.header.language, resolve_apps(program)
    named = AppNames(program).of_steps(apps)
    lines = [line for statement in statements(program) for line in (statement, *arms(statement)) if line.span.line]
    found = [
        *(question for line in lines for question in _of(line, language)),
        *(question for line in lines for question in _around(line, apps, named)),
    ]
    return tuple(sorted(found, key=lambda question: question.line))


def _around(line: Line, apps: AppOf, named: Mapping[str, Named]) -> Iterator[Question]:
    """Yields the details of a step, and the app that it takes from its own words or from a line above."""
    if line.id in named and line.span.line and not isinstance(line, Call):
        asks: Asks = "names" if named[line.id].own else "stays"
        yield Question(asks=asks, line=line.span.line, text=text_of(line), app=named[line.id].name)
    if not isinstance(line, Action):
        return
    yield from (
        Question(asks="details", line=detail.span.line, text=str(detail)) for detail in line.details if detail.span.line
    )
    app = apps.get(line.id)
    if line.app is None and app is not None:
        yield Question(asks="stays", line=line.span.line, text=text_of(line), app=str(app))


def _of(line: Line, language: str) -> Iterator[Question]:
    known = words(language)
    if isinstance(line, Extract):
        yield Question(asks="reads", line=line.span.line, text=str(line.what))
    if isinstance(line, Action) and not line.said and line.capture is None:
        yield from _of_step(line, language)
    for item in expressions(line):
        if isinstance(item, Compute):
            yield Question(asks="computes", line=line.span.line, text=str(item.text))
        elif isinstance(item, Semantic) and not item.said:
            text, verified = str(item.text), isinstance(line, Verify)
            on_purpose = is_idiom(Piece(text, vocabulary=known)) or (verified and not item.text.refs)
            if not on_purpose:
                decides = verified or isinstance(line, _DECIDES)
                yield Question(asks="judges" if decides else "reads", line=line.span.line, text=text)


def _of_step(step: Action, language: str) -> Iterator[Question]:
    known = words(language)
    kept = (text for text, read in kept_by_name(str(step.text), known) if isinstance(read, Extract))
    with_braces = next(_with_braces(step, known) if step.app is None else kept, "")
    if with_braces:
        yield Question(asks="would set", line=step.span.line, text=with_braces)
    elif _for_all(step, language) or (step.app is None and _lacks_object(step, language)):
        yield Question(asks="does", line=step.span.line, text=str(step.text))
    time = _time_behind(step, language)
    if time:
        yield Question(asks="when", line=step.span.line, text=time)


def _for_all(step: Action, language: str) -> bool:
    """True for `archive the mail for all {rows}` at the end of a step, which is done once, and not for each item."""
    text = masked(step.text).rstrip(" .。")
    lexicon, known = orders(language, text)[0], words(language)
    each = any_word(heads(known, ("foreach",)))
    several = "|".join((lexicon.regex("several").pattern, any_word(known.all("values", "determiners"))))
    found = re.search(rf"(?:{each})\s?(?P<several>(?:(?:{several})\s?)+){VALUE}$", text, re.IGNORECASE)
    return found is not None and lexicon.regex("several").search(found["several"]) is not None


def _time_behind(step: Action, language: str) -> str:
    """The time at the end of a step: `at 5 pm`, `in 10 minutes`. Empty behind a verb by which an app
    plans something."""
    text = masked(step.text)
    lexicon = orders(language, text)[0]
    verbs = list(filter(None, map(lexicon.verb_of, clauses_of(text, lexicon))))
    last = text.rstrip(" .!").rpartition(" ")[2].casefold()
    parted = [f"{last}{verb.casefold()}" for verb in verbs] if words(language).verb_last else []
    if not verbs or any(lexicon.is_of("schedules", verb) for verb in (*verbs, *parted)) or len(text) > _LONGEST:
        return ""
    starts = (found.start() for found in re.finditer(r"(?<=\s)(?=[^\W\d_])", text))
    known = words(language)
    tails = (text[at:].rstrip(" .") for at in starts)
    return next((tail for tail in tails if not _MASKED.search(tail) and only_a_time(tail, lexicon, known)), "")


def _with_braces(step: Action, known: Words) -> Iterator[str]:
    """Yields the step with one word in braces, where that word becomes a variable: `Add 100 to {score}`."""
    text = str(step.text)
    if len(text) > _LONGEST or step.text.refs or step.details or not begins(text, *heads(known, CHANGES)):
        return
    for word in _NAME.finditer(text):
        if not word["name"]:
            continue
        braced = f"{text[: word.start()]}{{{word.group()}}}{text[word.end() :]}"
        found = recognise(Piece(braced, vocabulary=known))
        if isinstance(found, Assign | AddTo | RemoveFrom) and tier_of(found) == "exact":
            yield braced


def _lacks_object(step: Action, language: str) -> bool:
    """True for verbs that need an object on the phone and lack it: `Take turns`, `format {day} as text`."""
    text = masked(step.text)
    lexicon = orders(language, text)[0]
    verbs = list(filter(None, map(lexicon.verb_of, clauses_of(text, lexicon))))
    if about_values(step.text, language) or _only_answers(text, lexicon, words(language)):
        return True
    if step.details or not verbs or any(sign in text for sign in (QUOTE, VALUE)):
        return False
    idle, moves = {*lexicon.words("vague"), *map(str.casefold, verbs)}, words(language).all("itself", "moves")
    things = [word for word in lexicon.content(text) if word.casefold() not in idle]
    following = re.search(any_word(words(language).all("itself", "next")), text, re.IGNORECASE)
    aimless = (not things and len(text.split()) > 1) or (following and any(verb.casefold() in moves for verb in verbs))
    return bool(aimless) or all(lexicon.is_weak(verb) or lexicon.is_of("alters", verb) for verb in verbs)


def _only_answers(text: str, lexicon: Orders, known: Words) -> bool:
    """True for `Answer "too hot"`, which may be a message in an app or the program's answer."""
    answers = QUOTE in text and begins(text, *heads(known, ("assign_answer",)))
    return answers and not lexicon.content(text.replace(QUOTE, " "), lexicon.verb_of(text))
