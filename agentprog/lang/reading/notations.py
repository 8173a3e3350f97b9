"""Reads values in notations of other languages: `NAME="Ida"`, `const {n} = 3`, `sleep 5`."""

from __future__ import annotations

import re

from agentprog.lang.ast import AddTo, Assign, Nothing, RemoveFrom, Statement, Template, Wait
from agentprog.lang.phrases.expressions import bare_items
from agentprog.lang.phrases.parts import LineParts
from agentprog.lang.reading.otherwise import braces, values
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.reading.turned import Slip
from agentprog.lang.source.text import Piece
from agentprog.lang.tiers import tier_of
from agentprog.lang.vocabulary.patterns import fill

_GIVEN = re.compile(
    r"(?:[^\W\d][\w'’]*\s+)?(?P<name>\$?[^\W\d]\w{0,60})\s{0,4}(?P<sign>[-+*/]?=|:=|<-|:(?=\s))\s{0,4}(?P<value>[^=\s].*)",
    re.DOTALL,
)
_LONGEST = 300


def noted(line: LineParts) -> Slip | None:
    """The same line in STP, if it sets a value, changes a value or waits in another notation."""
    if line.app is not None or line.colon or len(line.core) > _LONGEST:
        return None
    return _given(line) or _behind_words(line) or _without_unit(line)


def _given(line: LineParts) -> Slip | None:
    """`NAME="Ida"`, `x += 1`: an assignment whose variable has no braces."""
    found = _GIVEN.fullmatch(line.core.plain)
    if found is None:
        return None
    bare = found["name"].lstrip("$")
    if found["sign"] == ":" and bare not in line.known.names:
        return None
    name = f"{{{bare}}}"
    given = line.core.raw[found.start("value") :]
    value = braces(given, line.known.names | {bare})
    sign = "=" if found["sign"] in (":=", "<-", ":") else found["sign"]
    before = f"{name} {sign} "
    canonical = line.words.canonical("assign", next(iter(line.words.tables)))
    listed = bare_items(Piece(given, vocabulary=line.words), loose=True)
    for one in values(Piece(given if listed and "," in given else value, vocabulary=line.words)):
        statement = _exact(_piece(before + one, line.core, found.start("value") - len(before)), line)
        if statement is not None:
            text = fill(canonical, {"target": name, "value": one}) if sign == "=" else f"{name} {sign} {one}"
            return Slip(statement, text)
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
        statement = recognise(_piece(text, line.core), line.known)
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
    bare = isinstance(found.value, Template) and piece.plain.rstrip(" ;")[-1:] not in "\"'`}"
    return None if bare or isinstance(found.value, Nothing) else found


def _piece(text: str, place: Piece, moved: int = 0) -> Piece:
    """A piece with new text at the place of an old one. `moved` is the shift of its unchanged part to the right."""
    offset, column = place.offset + moved, place.column + moved
    return Piece(text, offset=offset, line=place.line, column=column, starts=place.starts, vocabulary=place.words)
