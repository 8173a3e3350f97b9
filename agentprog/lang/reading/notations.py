"""Reads values in notations of other languages: `NAME="Ida"`, `const {n} = 3`, `sleep 5`."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache

from agentprog import resources
from agentprog.lang.ast import AddTo, Assign, Nothing, RemoveFrom, Statement, Template, Wait
from agentprog.lang.phrases.expressions import bare_items
from agentprog.lang.phrases.parts import LineParts
from agentprog.lang.reading.paraphrases import braces, values
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.reading.word_order import Slip
from agentprog.lang.source.text import Piece
from agentprog.lang.tiers import tier_of
from agentprog.lang.vocabulary.words import Words

_ASSIGNMENT = re.compile(
    r"(?P<before>(?:[^\W\d][\w'’]*\s+){0,2})(?P<name>\$?[^\W\d]\w{0,60})\s{0,4}"
    r"(?P<sign>[-+*/]?=|:=|<-|->|→|:(?=\s))\s{0,4}(?P<value>[^=\s].*)",
    re.DOTALL,
)
_STATED = re.compile(r"(?P<name>[^\W\d]\w{0,60}) (?P<state>[^\W\d]+) (?P<value>[\d\"“„\[]?.+)", re.DOTALL)
_LONGEST = 300


def noted(line: LineParts) -> Slip | None:
    """The same line in STP, if it sets a value, changes a value or waits in another notation."""
    if line.app is not None or line.colon or len(line.core) > _LONGEST:
        return None
    return _assignment(line) or _stated(line) or _behind_words(line) or _without_unit(line)


def _assignment(line: LineParts) -> Slip | None:
    """`NAME="Ida"`, `x += 1`, `Total: 0`: an assignment whose variable has no braces."""
    found = _ASSIGNMENT.fullmatch(line.core.plain)
    if found is None:
        return None
    own_name, known = found["name"].lstrip("$"), {word.casefold(): word for word in line.known.names}
    if found["sign"] == ":" and own_name.casefold() not in known:
        return None
    if found["sign"] == ":":
        own_name = known[own_name.casefold()]
    elif found["before"]:
        parts = [*(word for word in found["before"].split() if word.casefold() not in declaring()), own_name]
        own_name = ("_" if set(parts) & set(line.words.reference_of) else " ").join(parts)
    name = f"{{{own_name}}}"
    value_text = line.core.raw[found.start("value") :]
    if found["sign"] in ("->", "→") and (value_text[:1].isupper() or value_text[:1] == "{"):
        return None  # names that one taps one after the other, or a result: `Settings -> Display`, `weather -> {w}`
    value = braces(value_text, line.known.names | {own_name})
    sign = found["sign"] if found["sign"].endswith("=") and found["sign"] != ":=" else "="
    before = f"{name} {sign} "
    listed = bare_items(Piece(value_text, vocabulary=line.words), loose=True)
    for item in values(Piece(value_text if listed and "," in value_text else value, vocabulary=line.words)):
        statement = _exact(line.core.instead(before + item, found.start("value") - len(before)), line)
        if statement is not None:
            question = _question(line.words).search(item)
            item, loss = (
                (_question(line.words).sub("{reply}", item), _above(question, line)) if question else (item, "")
            )
            return Slip(statement, _set(name, item, line) if sign == "=" else f"{name} {sign} {item}", loss)
    return None


@lru_cache(maxsize=8)
def _question(known: Words) -> re.Pattern[str]:
    """`input("How many?")` in a calculation, alone or in a conversion: `int(input("How many?"))`."""
    asks = "|".join(word for word in known.all("asking", "input") if word.isalpha()) or "(?!)"
    call = rf"(?:{asks})\s?\(\s?(?P<text>\"[^\"]*\")?\s?\)"
    return re.compile(rf"[^\W\d]\w*\s?\(\s?{call}\s?\)|{call.replace('text', 'alone')}")


def _above(match: re.Match[str], line: LineParts) -> str:
    """The advice to ask the user on a line above."""
    question = line.words.written("ask", question=match["text"] or match["alone"] or '"..."')
    return f" Put `{question}{line.words.written('capture', target='{reply}')}` above."


@cache
def declaring() -> frozenset[str]:
    """Words that declare a variable in programming languages: `let`, `const`, `int`."""
    return frozenset(tomllib.loads(resources.read_text("grammars/foreign.toml"))["declaring"]["words"].split())


def _set(name: str, value: str, line: LineParts) -> str:
    return line.words.written("assign", target=name, value=value)


def _stated(line: LineParts) -> Slip | None:
    """`lives is 3`, `Players are Ali, Ben and Cy`: a number or a list that a sentence gives to a name."""
    found = _STATED.fullmatch(line.core.plain)
    if found is None or line.opens or found["state"].casefold() not in line.words.all("changing", "states"):
        return None
    lexicon = line.words.lexicon(found["name"])
    if not lexicon.content(found["name"]) or lexicon.regex("vague").fullmatch(found["name"]):
        return None
    name = f"{{{found['name']}}}"
    for text in dict.fromkeys((line.core.raw[found.start("value") :], braces(found["value"], line.known.names))):
        for value in values(Piece(text, vocabulary=line.words)):
            statement = (
                _exact(line.core.instead(f"{name} = {value}"), line) if value[0].isdigit() or value[0] == "[" else None
            )
            if statement is not None:
                return Slip(statement, _set(name, value, line))
    return None


def _behind_words(line: LineParts) -> Slip | None:
    """`Variable set {n} to 3`, `export {n}=3`: one or two words too many in front of an assignment."""
    plain = line.core.plain
    if "{" not in plain:
        return None
    for words in (1, 2):
        found = re.match(rf"(?:[^\W\d]\w*\s+){{{words}}}(?=\S)", plain)
        if found is None:
            return None
        piece = line.core.cut(found.end())
        statement = _exact(piece, line)
        if statement is not None:
            return Slip(statement, piece.raw)
    return None


def _without_unit(line: LineParts) -> Slip | None:
    """`sleep 5`: a wait without a unit, in seconds as in most languages."""
    if not line.core.plain[-1:].isdigit():
        return None
    for table in line.words.tables.values():
        second = str(table["forms"]["wait"]["canonical"]).partition("<seconds>")[2]
        text = line.core.raw + second
        statement = recognise(line.core.instead(text), line.known)
        if isinstance(statement, Wait):
            return Slip(statement, text)
    return None


def _exact(piece: Piece, line: LineParts) -> Statement | None:
    """The statement of a piece, if it sets or changes a value without a model."""
    found = recognise(piece, line.known)
    if not isinstance(found, Assign | AddTo | RemoveFrom) or tier_of(found) == "semantic":
        return None
    if not isinstance(found, Assign):
        return found
    unquoted = isinstance(found.value, Template) and piece.plain.rstrip(" ;")[-1:] not in "\"'`}"
    return None if unquoted or isinstance(found.value, Nothing) else found
