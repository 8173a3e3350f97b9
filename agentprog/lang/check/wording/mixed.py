"""Finds steps in two languages: an exact line's first words, then words of another language."""

from __future__ import annotations

import re

from agentprog.lang.ast import Action, AskAI, Extract
from agentprog.lang.check.report import COMPUTED, QUOTE, VALUE
from agentprog.lang.check.wording.sentence import Doubt, Sentence, begins, heads
from agentprog.lang.kinds.table import BLOCK_FORMS
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece
from agentprog.lang.tiers import tier_of
from agentprog.lang.vocabulary.detecting import languages, signs_of
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.words import words

_TOUCHES = frozenset(("tap", "double_tap", "long_press", "type", "press", "open_app", "swipe", "scroll", "scroll_to"))
_FORMS = tuple(sorted(BLOCK_FORMS | _TOUCHES | {"wait", "wait_until", "tell", "ask", "verify", "assign"}))
_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 2


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
        head = next((phrase for phrase in heads(known, _FORMS) if len(phrase) > _SHORTEST and begins(text, phrase)), "")
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
