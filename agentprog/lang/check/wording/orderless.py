"""Finds steps that order no action on the phone, and steps in two languages."""

from __future__ import annotations

import re

from agentprog.lang.ast import Action, AskAI, Extract
from agentprog.lang.check.report import COMPUTED, QUOTE, VALUE
from agentprog.lang.check.wording.sentence import JUMPS, Doubt, Sentence, begins, heads
from agentprog.lang.kinds.table import BLOCK_FORMS
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece
from agentprog.lang.tiers import tier_of
from agentprog.lang.vocabulary.detecting import languages, signs_of
from agentprog.lang.vocabulary.orders import DENSE, Orders
from agentprog.lang.vocabulary.words import Words, words

_FORMS = frozenset(
    ("assign", "assign_said", "declare", "increase", "decrease", "multiply", "divide", "add_to", "remove_from",
     "put_in", "wait", "wait_until", "tell", "ask", "return", "stop", "break", "continue", "repeat", "while", "until",
     "if", "unless", "try", "switch", "foreach")
)  # fmt: skip
"""Constructs that a line without an order may resemble."""
_REMARK = "a heading or a comment begins with #"
_MOST_IN_A_HEADING = 5
_NEARLY = _FORMS | {"call", "print", "scroll", "swipe"}
_TOUCHES = frozenset(("tap", "double_tap", "long_press", "type", "press", "open_app", "swipe", "scroll", "scroll_to"))
_BEGIN = tuple(sorted(BLOCK_FORMS | _TOUCHES | {"wait", "wait_until", "tell", "ask", "verify", "assign"}))
_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 2


def orderless(line: Sentence) -> Doubt | None:
    """Doubts `Calculate the average`, whose result nothing keeps, and lines without an order for the phone."""
    if line.step.app is None and line.words.has_form(line.source, "calculate"):
        ways = f"end it with `{line.words.written('capture', target='{name}')}`"
        return Doubt(why="its result is not recorded", instead=ways)
    if line.source.endswith((":", "：")) and not line.step.details and _is_heading(line):
        return Doubt(why="it ends with a colon, but no lines are under it", instead=_REMARK)
    nothing = line.words.orders_nothing(line.text.rstrip(" .!。"))
    if not nothing and _orders_something(line):
        return None
    if nothing:
        ways = (
            "leave it out; if its branch has only this line, leave out the branch and write "
            f"`{line.written('unless')}` with the other steps"
        )
        return Doubt(why="it orders nothing", instead=ways)
    clause = line.clauses[0] if line.clauses else ""
    if clause and _questions(clause, line.words):
        ways = f"write `{line.written('ask')}` or `{line.written('ask_ai')}`, and a variable for the answer"
        return Doubt(why="it asks a question, and the answer is not recorded", instead=ways)
    first = clause.strip().split(" ")[0].strip(QUOTE + VALUE + COMPUTED)
    forms = [f"`{line.written(form)}`" for form in sorted(_NEARLY) if _near(form, first, line)][:2]
    instead = f"did you mean {' or '.join(forms)}?" if forms else f"begin with a verb: {_verbs(line)}; {_REMARK}"
    states = any(begins(word, *line.words.all("changing", "states")) for word in clause.split()[1:3])
    if not forms and (states or first == "") and re.search(rf"[{QUOTE}{VALUE}{COMPUTED}\d]", line.text):
        instead += f"; a value is set with `{line.written('assign')}`"
    begin = re.sub(rf"[{QUOTE}{VALUE}{COMPUTED}]", "…", " ".join(clause.split()[:4]))
    return Doubt(why=f"`{begin}` is not an action on a phone", instead=instead)


def _verbs(line: Sentence) -> str:
    """Three verbs of orders in the program's language."""
    heads = (re.split(r"[\s<]", line.written(form))[0] for form in ("open_app", "tap"))
    send = line.words.own["effects"]["send"][0]
    return ", ".join(verb.casefold() for verb in (*heads, send))


def _is_heading(line: Sentence) -> bool:
    """True for a few words before a colon at the end, without a text or a value: `Round 1:`."""
    return not re.search(f"[{QUOTE}{VALUE}{COMPUTED}]", line.text) and len(line.source.split()) <= _MOST_IN_A_HEADING


def _orders_something(line: Sentence) -> bool:
    passive = line.lexicon.regex("passive").search(line.text)
    if passive and line.lexicon.content(line.text[: passive.start()] or line.text):
        return True
    for known in line.languages:
        for clause in line.clauses:
            verb = known.verb_of(clause)
            other = known is not line.lexicon
            if verb and other and (known.is_weak(verb) or not _names(clause, verb, line.lexicon, line)):
                continue
            if verb and (not _is_weak(verb, known, line.words) or _names(clause, verb, known, line)):
                return True
    return False


def _near(form: str, first: str, line: Sentence) -> bool:
    """True if the line's first word suggests this construct."""
    known = (form not in JUMPS or line.in_loop) and first.casefold() not in line.lexicon.words("places")
    return known and bool(first and line.written(form)) and begins(first, *heads(line.words, (form,)))


def _questions(clause: str, known: Words) -> bool:
    """True if the clause begins with a question word."""
    first = set(known.all("asking", "first")) - {
        *known.all("asking", "for"),
        *known.all("itself", "steering"),
        *known.all("checking", "whether"),
    }
    return begins(clause.replace("'", " "), *first)


def _is_weak(verb: str, known: Orders, words: Words) -> bool:
    """True for verbs of constructs and jumps, which order nothing on a phone without an object."""
    plain = verb.casefold()
    return known.is_weak(verb) or plain in words.all("itself", "moves") or plain in heads(words, _FORMS)


def _names(clause: str, verb: str, known: Orders, line: Sentence) -> bool:
    """True if the clause names the object of the order."""
    if QUOTE in clause or VALUE in clause or (line.step.app is not None and COMPUTED in clause):
        return True
    counted = (word for name in ("numbers", "units", "multiples") for word in line.words.section(name))
    speaks = heads(line.words, ("ask", "tell"))
    nothing = {*line.words.all("itself", "moves"), *line.words.all("itself", "rounds"), *counted, *speaks}
    return any(word.casefold() not in nothing for word in known.content(clause, verb))


def mixed(line: Sentence) -> Doubt | None:
    """Doubts `Open die App "Uhr"`, and `Klick auf "Save"` in an English program."""
    text = line.text.casefold()
    if text >= DENSE or line.step.app is not None or not (QUOTE in text or VALUE in text or COMPUTED in text):
        return None
    own_languages = frozenset(line.words.tables)
    found = set(_WORD.findall(text))
    foreign = any(found & signs_of(code) for code in languages() if code not in own_languages)
    if not foreign and line.lexicon.verb_of(line.text):  # loading the tables of other languages is slow
        return None
    for code in languages():
        known = words(code)
        if code not in line.words.tables and _is_exact(line.source, code):
            why = "it is exact in a language other than the program's"
            return Doubt(why=why, instead=f"write it in the program's language, or `language: {code}` in the header")
        head = next((phrase for phrase in heads(known, _BEGIN) if len(phrase) > _SHORTEST and begins(text, phrase)), "")
        if head and _goes_on_in_another(text[len(head) :], code):
            return Doubt(why="its words are in two languages", instead="write the whole line in the program's language")
    return None


def _is_exact(text: str, code: str) -> bool:
    found = recognise(Piece(text, vocabulary=words(code)))
    return not isinstance(found, Action | Extract | AskAI) and tier_of(found) == "exact"


def _goes_on_in_another(rest: str, code: str) -> bool:
    """True if the rest contains function words of another language and none of the verb's language."""
    found = set(_WORD.findall(rest)) - {"app"}
    others = {other for other in languages() if other != code and found & signs_of(other)}
    return bool(others) and not found & signs_of(code)
