"""What a line was probably meant as: a word of a construct with a slip of the pen in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from agentprog.lang.ast import Action, AskAI, Extract, Statement
from agentprog.lang.kinds.table import BLOCKS
from agentprog.lang.phrases.markers import Marker
from agentprog.lang.phrases.parts import Declared, LineParts
from agentprog.lang.reading.recognise import is_escaped, recognise
from agentprog.lang.source.text import Piece, enclosed
from agentprog.lang.tiers import tier_of
from agentprog.lang.vocabulary.near import NearWords

_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST_WORDS = 10
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Slip:
    """A statement that a line would be, and the text that says it."""

    statement: Statement
    text: str


def slip_of(line: LineParts, *, children: bool) -> Slip | None:
    """What an Action was probably meant as: the construct that it is with one word spelled right."""
    piece, known = line.whole, line.known
    if len(piece) > _LONGEST or is_escaped(line):
        return None
    opens = children or piece.plain.endswith(":")
    found = _words(piece, line.rest.offset - piece.offset)
    for number, word in enumerate(found[:_MOST_WORDS]):
        if number and found[0].group().casefold() not in piece.words.near:
            return None
        plain = word.group().casefold()
        candidates = [*piece.words.near.of(plain), *(_tasks(plain, known) if number else ())]
        for candidate in candidates[:4]:
            slip = _meant(piece, word, candidate, known, children=children)
            if slip is not None and (opens or tier_of(slip.statement) == "exact"):
                return slip
    return None


def _words(piece: Piece, start: int) -> list[re.Match[str]]:
    """The words outside quotes and brackets."""
    stretches = enclosed(piece.plain)
    found = _WORD.finditer(piece.plain, start)
    return [word for word in found if not any(begin <= word.start() < end for begin, end in stretches)]


@lru_cache(maxsize=8)
def _near_tasks(names: frozenset[str]) -> NearWords:
    return NearWords(names, long=6)


def _tasks(word: str, known: Declared) -> tuple[str, ...]:
    """Tasks of the program that are nearly called so."""
    return _near_tasks(known.tasks).of(word) if len(word) > 3 and known.tasks else ()


def _meant(piece: Piece, found: re.Match[str], word: str, known: Declared, *, children: bool) -> Slip | None:
    written = word.capitalize() if found.group()[:1].isupper() else word
    text = piece.raw[: found.start()] + written + piece.raw[found.end() :]
    right = Piece(
        text, offset=piece.offset, line=piece.line, column=piece.column, starts=piece.starts, vocabulary=piece.words
    )
    statement = recognise(right, known, children=children)
    if isinstance(statement, Action | Extract | AskAI):
        return None
    sure = isinstance(statement, (*BLOCKS, Marker)) or tier_of(statement) == "exact"
    return Slip(statement, text) if sure else None


def foreign(piece: Piece) -> str:
    """What to write instead of a word that other languages have; empty for what is none."""
    plain = piece.plain.strip(" :;.").casefold()
    table = piece.words.section("foreign")
    first, _, rest = plain.partition(" ")
    said = table.get(plain) or (table.get(first) if rest and " " not in rest else None)
    return str(said or "")


def ends_as_block(piece: Piece) -> bool:
    """Whether a sentence ends with a colon, and does not say that more of it follows."""
    plain = piece.plain.casefold()
    if not plain.endswith(":"):
        return False
    head = plain[:-1].rstrip()
    told = any(text in head for text in piece.words.all("details", "anywhere"))
    return not told and not head.endswith(piece.words.all("details", "ends"))
