"""Finds lines about the program itself: its steps, its loops, its end. No app can carry them out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from agentprog.frozen import frozen
from agentprog.lang.ast import Break, Continue, Repeat, Statement, Stop
from agentprog.lang.kinds.table import BLOCK_FORMS
from agentprog.lang.reading.recognise import recognise, without_lead
from agentprog.lang.source.text import Piece, top_level
from agentprog.lang.vocabulary.detecting import languages
from agentprog.lang.vocabulary.orders import Orders, folded
from agentprog.lang.vocabulary.words import Words, words

_LONGEST = 120
_SHORT = 24
_FEW = 2
"""A jump in another language has at most this many words."""
_JUMPS: Mapping[type[Statement], str] = {Break: "break", Continue: "continue", Stop: "stop"}
_PLACE = r"\d{1,4}|\b[A-Z]{1,2}\d{1,3}\b|\{[^{}]{1,60}\}"
"""Pattern of a reference to a step or a line: a number, a label or a variable."""
_VALUE = re.compile(r"\{[^{}]{1,60}\}")


def any_of(found: Iterable[str]) -> str:
    """A pattern for any of the words, with or without accents: as a whole, or anywhere in scripts without spaces."""
    written = {form for word in found for form in (word, folded(word))}
    ordered = sorted(written, key=lambda word: (-len(word), word))
    return "|".join(rf"\b{re.escape(word)}\b" if word < "\u2e80" else re.escape(word) for word in ordered)


@lru_cache(maxsize=8)
def _patterns(known: Words) -> dict[str, re.Pattern[str]]:
    table = {name: known.all("itself", name) for name in ("moves", "things", "between", "beside", "closing")}
    counted = (*known.section("numbers"), *known.section("ordinals"))
    shared = (*table["moves"], *table["things"], *table["beside"], *counted)
    gap = r"[\s,.;:!\-]{0,4}"
    joints = f"(?:{any_of((*table['between'], *table['beside']))}){gap}"
    blocks = any_of(known.starts_of(BLOCK_FORMS))
    moves = any_of((*table["moves"], *table["beside"]))
    texts = {
        "all": rf"(?:(?>{any_of((*shared, *table['between'], *known.all('inflected', 'polite')))}|{_PLACE}){gap})+",
        "bare": rf"(?:(?>{any_of(shared)}|{_PLACE}){gap})+",
        "moves": any_of(table["moves"]),
        "things": rf"{any_of(table['things'])}|\b[A-Z]{{1,2}}\d{{1,3}}\b",
        "numbered": rf"(?:(?:{moves}){gap})+(?:(?:{any_of(table['between'])}){gap})+\d{{1,3}}",
        "closing": rf"(?:{any_of(table['closing'])}){gap}(?:{joints}){{0,3}}(?:{blocks}){gap}",
        "turns": rf"(?<=\S)[\s,，]{{1,3}}(?:{any_of(known.all('itself', 'steering'))})",
    }
    return {name: re.compile(text, re.IGNORECASE) for name, text in texts.items()}


@frozen
class Spoken:
    """An error about a line on the program itself, with its advice."""

    code: str
    message: str
    advice: str


def about_itself(piece: Piece) -> Spoken | None:
    """The error for a line that is only about the program; None for any other line."""
    text = piece.plain
    if len(text) > _LONGEST:
        return None
    commas = top_level(text, ",;")
    last = piece.cut(commas[-1] + 1) if commas else piece.cut(len(piece))
    if len(last) and (_moves_to_a_thing(last) or _is_soft(piece.cut(0, commas[-1]), last)):
        return _spoken(piece.words)
    piece = without_lead(piece)
    text, found = piece.plain, _patterns(piece.words)
    if "{" in text and piece.words.has_form(text, "data"):
        return None
    if found["closing"].fullmatch(text):
        message, advice = "this is a word of another language", "indentation ends a block: remove this line"
        return Spoken(code="STP128", message=message, advice=advice)
    if _regularly(piece):
        message = "nothing repeats the program at these times: this is read as a step on the phone"
        return Spoken(code="STP136", message=message, advice="leave it out, and start the program at these times")
    several = sum(1 for _ in found["moves"].finditer(text)) > 1
    is_pronoun = (several or found["things"].search(text)) and found["bare"].fullmatch(text)
    if is_pronoun or _moves_to_a_thing(_without_end(piece)):
        return _without_times(piece) or _spoken(piece.words)
    return _elsewhere(piece)


def _regularly(piece: Piece) -> bool:
    """True for `Repeat monthly`, `run every day`: a move of the program, and how often."""
    lexicon, words = piece.words.lexicon(piece.plain), piece.words
    begin = re.match(rf"(?:{any_of(words.starts_of(frozenset(('repeat',))))})\s*", piece.plain, re.IGNORECASE)
    often = any_of(
        (*lexicon.words("dates"), *lexicon.words("every"), *lexicon.words("daily"), *words.all("itself", "between"))
    )
    after = piece.plain[begin.end() :].rstrip(" .。") if begin else ""
    dated = lexicon.regex("dates").search(after) is not None
    return dated and re.fullmatch(rf"(?:(?:{often})[\s,]*)+", after, re.IGNORECASE) is not None


def _without_times(piece: Piece) -> Spoken | None:
    """`Repeat 10`: a loop without the word for times, and without lines below it."""
    ending = piece.words.canonical("repeat").partition("<times>")[2]
    written = f"{piece.raw.rstrip(' .')}{ending}"
    if not piece.plain[-1:].isdigit() or not isinstance(
        recognise(Piece(written, vocabulary=piece.words), children=True), Repeat
    ):
        return None
    message = "this repeats nothing: it is read as a step on the phone"
    return Spoken(code="STP136", message=message, advice=f"write `{written}`, and indent the repeated lines below it")


def goes_back(clauses: Sequence[str], lexicon: Orders, known: Words) -> bool:
    """True for `go back and scan again`: a move without a goal, then an order without an object to do once more."""
    found = _patterns(known)
    if len(clauses) < _FEW or not found["bare"].fullmatch(clauses[0]) or not found["moves"].search(clauses[0]):
        return False
    verb = lexicon.verb_of(clauses[-1])
    return bool(verb and found["things"].search(clauses[-1]) and not lexicon.content(clauses[-1], verb))


def _is_soft(before: Piece, jump: Piece) -> bool:
    """`Better not, skip it`: a jump behind a few words that order nothing."""
    lexicon = before.words.lexicon(before.plain)
    few = before.plain.replace(" ", "").isalpha() and len(before.plain) <= _SHORT
    return few and not lexicon.verb_of(before.plain) and isinstance(recognise(jump), Break | Continue | Stop)


def _without_end(piece: Piece) -> Piece:
    """`go back to the top until 6pm`: cuts off the time or the condition at the end."""
    found = _patterns(piece.words)["turns"].search(piece.plain)
    before = None if found is None or _moves_to_a_thing(piece) else piece.cut(0, found.start())
    return piece if before is None or isinstance(recognise(before), Break | Continue | Stop) else before


def _moves_to_a_thing(piece: Piece) -> bool:
    """True if every word is about the program, among them a verb of movement and a part of the program."""
    found, text = _patterns(piece.words), piece.plain
    moved_thing = found["moves"].search(text) and found["things"].search(text)
    return bool((moved_thing and found["all"].fullmatch(text)) or found["numbered"].fullmatch(text))


def _spoken(known: Words) -> Spoken:
    message = "this is about the program itself, but is read as a step on the phone"
    return Spoken(code="STP136", message=message, advice=_jumps(known))


def about_the_next(piece: Piece, names: Collection[str]) -> Spoken | None:
    """`Next person`, `skip {person}`: means the next round, if the program loops over persons."""
    text = piece.plain.replace("{", "").replace("}", "")
    unbraced = " ".join(_VALUE.sub(" ", piece.plain).split())
    if unbraced != text and isinstance(recognise(Piece(unbraced, vocabulary=piece.words)), Continue):
        return _spoken(piece.words)
    spoken_words = [word for word in piece.words.all("itself", "next") if word in text.casefold()]
    if not spoken_words or len(text) > _SHORT * 2:
        return None
    for name in names:
        spoken = name.replace("_", " ")
        if spoken.casefold() in text.casefold():
            noun = next(iter(piece.words.all("itself", "things")))
            other = re.sub(re.escape(spoken), noun, text, flags=re.IGNORECASE)
            if _patterns(piece.words)["all"].fullmatch(other) or _goes_to_the_next(text, spoken, piece.words):
                return _spoken(piece.words)
    return None


def _goes_to_the_next(text: str, noun: str, known: Words) -> bool:
    """True for `Move along to the next friend`: a verb of movement, and nothing but the way to the next thing."""
    lexicon = known.lexicon(text)
    following = rf"(?:{any_of(known.all('itself', 'next'))})\s*{re.escape(noun)}\W*$"
    found = re.search(following, text, re.IGNORECASE)
    way = lexicon.without_lead(text[: found.start()]) if found else ""
    move = _patterns(known)["moves"].search(way)
    if move is None or lexicon.content(way[: move.start()]):
        return False
    between = re.findall(r"\w+", way[move.end() :]) if known.spaced else []
    named = [at for at, word in enumerate(between) if lexicon.content(word)]
    aimed = not between or any(word.casefold() in lexicon.words("places") for word in between[-_FEW:])
    return aimed and named in ([], [0])  # an object has an article in front: `Move the photo to the next friend`


def _jumps(known: Words) -> str:
    leave, go_on, stop = map(known.written, _JUMPS.values())
    return (
        f"STP cannot jump to a line: put a loop around the repeated lines; "
        f"or write `{leave}`, `{go_on}` or `{stop}`; `{known.escaped('action')}:` in front makes it a step"
    )


def _elsewhere(piece: Piece) -> Spoken | None:
    """`Parar` in an English program: a jump in the words of another supported language."""
    text = piece.plain
    if len(text) > _SHORT or len(text.split()) > _FEW or not text.replace(" ", "").isalpha():
        return None
    for language in languages():
        known = words(language)
        if known is piece.words:
            continue
        found = recognise(Piece(piece.raw, plain_text=text, vocabulary=known))
        form = _JUMPS.get(type(found))
        if form is not None:
            message = "this is a jump in a language other than the program's, but is read as a step on the phone"
            return Spoken(code="STP136", message=message, advice=f"write `{piece.words.written(form)}`")
    return None
