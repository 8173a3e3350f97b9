"""Lines in other words than the grammar's: finds the line of STP that says the same.

Each language's table `meant` lists these lines, each beside its line of STP. A correction counts only if the parser
reads it as a construct without a step in plain words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise, product

from agentprog.lang.ast import (
    Action,
    Assign,
    Compute,
    Extract,
    FunctionDef,
    If,
    Nothing,
    Ref,
    Statement,
    Tell,
    Template,
)
from agentprog.lang.phrases.expressions import bare_items, exact, is_condition
from agentprog.lang.phrases.markers import Marker, OnErrorLine
from agentprog.lang.phrases.parts import LineParts
from agentprog.lang.phrases.references import prose
from agentprog.lang.phrases.wording import escape
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.reading.word_order import Slip
from agentprog.lang.source.text import Piece, top_level
from agentprog.lang.tiers import tier_of
from agentprog.lang.vocabulary.words import Words

_LONGEST = 200
_MOST_OPTIONS = 12
_UNBRACED = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`|\{[^{}]*\}|(?<![\w.'])[^\W\d]\w*(?!\w)")
_SLOT = re.compile(r"<(\w+)>")
_REF = re.compile(r"\{[^{}]*\}")
_WHOLE = re.compile(r"\"[^\"]*\"|\{[^{}]*\}")
_ARGUMENT = re.compile(r"(?P<name>[^\W\d]\w*)(?:\s*:\s*[\w\[\]]+)?(?:\s*=\s*(?P<default>[^=]+))?")
"""One input of a function in Python: `lang: str = "en"`."""
_CALL = re.compile(r"(?P<name>[^\W\d]\w*)\((?P<items>[^()]*,[^()]*)\)")
_PARTS = re.compile(r"\}(?P<parts>(?:\.[^\W\d]\w*(?!\w*\())+)")
_KEY = re.compile(r"(?P<owner>\{[^{}]*\})\.(?P<key>[^\W\d]\w*)(?!\w*\()")
_MONEY = re.compile(r"[€$£¥]\s?(?P<before>\d[\d.,]*)|(?P<behind>\d[\d.,]*)\s?[€$£¥]")
_NAME_BLOCK = re.compile(r"(?<=\s)\[([^\W\d]\w{0,40})(?: v)?\](?=\s)")
_NUMBER_BLOCK = re.compile(r"(?<=\s)\((\d+(?:\.\d+)?)\)$")
"""The blocks of Scratch: `set [score v] to (0)`."""
_CLOSING = tuple("\"'`}”“»」")
_VALUES = ("value", "message", "low", "high")
"""Slots whose text may stand as a value of the program in several ways."""


def other_words(line: LineParts) -> Slip | None:
    """The line of STP that says the same; None if there is none."""
    if line.app is not None or line.capture is not None or len(line.core) > _LONGEST:
        return None
    blocks = _NUMBER_BLOCK.sub(r"\1", _NAME_BLOCK.sub(r"{\1}", line.core.raw))
    if blocks != line.core.raw:
        return next((slip for way in (_read, _slips) for slip in way(blocks, line)), None)
    texts = dict.fromkeys(_variants(line.core.raw, line.known.names))
    questions = dict.fromkeys(_with_question(text, line.words) for text in texts)
    found = (
        slip for text in questions if text not in texts for slip in _read(f"{text}:" if line.opens else text, line)
    )
    return next(found, None) or next((slip for text in texts for slip in _slips(text, line)), None)


def _slips(text: str, line: LineParts) -> Iterator[Slip]:
    """Yields the lines of STP for one way to write the line: the head of a block with its braces, or a line of the
    tables."""
    piece = Piece(text, vocabulary=line.words)
    if line.opens and text != line.core.raw:
        yield from _read(f"{text}:", line)
    first = piece.plain.partition(" ")[0]
    if piece.plain[len(first) :].startswith(" {") and first.casefold() in piece.words.all("values", "determiners"):
        piece = piece.cut(len(first) + 1)
    for pattern, line_of_stp in piece.words.corrections(piece.plain):
        found = pattern.match(piece.plain) if line_of_stp.endswith(":") == line.opens else None
        if found is not None:
            slots = {name: piece.cut(*found.span(name)) for name, hit in found.groupdict().items() if hit is not None}
            slots |= _task(slots.pop("head")) if "head" in slots else {}
            slots |= _counter(slots.pop("counter")) if "counter" in slots else {}
            for filled in _filled(line_of_stp, slots):
                yield from _read(filled, line)


def other_conditions(piece: Piece, names: frozenset[str]) -> Iterator[str]:
    """Yields the exact conditions that say the same as a condition in other words: `{x} is unknown`."""
    for text in dict.fromkeys(_variants(piece.raw, names)) if len(piece) <= _LONGEST else ():
        variant = Piece(text, vocabulary=piece.words)
        for pattern, condition_of_stp in piece.words.corrections(variant.plain, "conditions"):
            found = pattern.match(variant.plain)
            slots = {name: variant.cut(*found.span(name)) for name in found.groupdict()} if found else {}
            for filled in _filled(condition_of_stp, slots):
                test = exact(Piece(filled, vocabulary=piece.words))
                if test is not None and is_condition(test) and not isinstance(test, Ref):
                    yield filled


def _with_question(text: str, known: Words) -> str:
    """`{items}.length` as `the number of items in {items}`."""
    questions = known.section("questions")
    return _KEY.sub(
        lambda match: (
            f"{known.operator(questions[match['key']])} {match['owner']}"
            if match["key"] in questions
            else match.group()
        ),
        text,
    )


def _task(head: Piece) -> dict[str, Piece]:
    """The name and the inputs of a task, out of `remind {person} about {thing}` or `remind(person, thing)`."""
    before, bracket, inside = head.raw.partition("(")
    commas = [-1, *top_level(inside, ","), len(inside.rstrip(") "))]
    arguments = (_ARGUMENT.fullmatch(inside[begin + 1 : end].strip()) for begin, end in pairwise(commas))
    inputs = _REF.findall(before)
    inputs += [
        f"{{{argument['name']}}}" + (f" = {argument['default']}" if argument["default"] else "")
        for argument in arguments
        if argument
    ]
    name = (before.partition("{")[0].strip() or " ".join(_REF.sub(" ", before).split())).strip("\"'")
    parts = {"name": name, "inputs": ", ".join(inputs)} if not bracket or head.raw.endswith(")") else {}
    return {key: Piece(text, vocabulary=head.words) for key, text in parts.items() if text}


_COUNTER = re.compile(
    r"\((?:\w+ )?\{?(?P<name>[^\W\d]\w*)\}?\s?=\s?(?P<low>\d+)\s?;\s?\{?(?P=name)\}?\s?(?P<sign><=?)\s?"
    r"(?P<high>\d+|\{[^{}]+\})\s?;\s?(?:\+\+)?\{?(?P=name)\}?\s?(?:\+\+|\+= ?1)?\)"
)


def _counter(head: Piece) -> dict[str, Piece]:
    """The variable and the bounds of `(let i = 0; i < 3; i++)`."""
    found = _COUNTER.fullmatch(head.plain)
    if found is None:
        return {}
    last = found["high"]
    if found["sign"] == "<":
        last = str(int(last) - 1) if last.isdigit() else f"{last} - 1"
    parts = {"name": found["name"], "low": found["low"], "high": last}
    return {key: Piece(text, vocabulary=head.words) for key, text in parts.items()}


def _variants(text: str, names: frozenset[str]) -> Iterator[str]:
    """Yields the line as it stands, and with its bare variables in braces: all of them, the first, those behind it."""
    yield text
    first = _UNBRACED.match(text)
    if names and first:
        end = first.end()
        yield braces(text[:end], names) + text[end:]
        yield text[:end] + braces(text[end:], names)
        yield braces(text, names)


def braces(text: str, names: frozenset[str]) -> str:
    """The text with braces around each bare variable outside quotes."""
    return _UNBRACED.sub(lambda match: f"{{{match.group()}}}" if match.group() in names else match.group(), text)


def with_parts(text: str) -> str:
    """`{row}.price` as a reference: `{row.price}`."""
    return _PARTS.sub(r"\g<parts>}", text)


def _filled(template: str, slots: Mapping[str, Piece]) -> Iterator[str]:
    """Yields the line of STP with the slots filled in."""
    names = list(dict.fromkeys(_SLOT.findall(template)))
    several = "{<name>}" in template and "name" in slots and " " in slots["name"].plain
    if several or not slots.keys() >= set(names) or any(piece.plain.startswith("=") for piece in slots.values()):
        return
    inside = {name: _inside(slots[name]) for name in names}
    options = (list(_ways(name, inside[name])) if name in _VALUES else [inside[name].raw] for name in names)
    for index, choice in enumerate(product(*options)):
        if index == _MOST_OPTIONS:
            return
        text = template
        for name, value in zip(names, choice, strict=True):
            text = text.replace(f"<{name}>", value)
        yield text


def _inside(piece: Piece) -> Piece:
    """The text without the brackets of a call."""
    return piece.cut(1, len(piece) - 1) if piece.plain[:1] == "(" and piece.plain[-1:] == ")" else piece


def _ways(name: str, piece: Piece) -> Iterator[str]:
    """Yields the ways to write the text of a slot. A message in parts, `"a", {n}, "b"`, becomes one text."""
    commas = top_level(piece.plain, ",") if name == "message" else []
    if not commas:
        yield from values(piece)
        return
    parts = [piece.cut(begin + 1, end).raw.strip() for begin, end in pairwise((-1, *commas, len(piece)))]
    if all(_WHOLE.fullmatch(part) for part in parts):
        yield '"' + " ".join(part.strip('"') for part in parts) + '"'


def values(piece: Piece) -> Iterator[str]:
    """Yields the ways to write a value without a model: as it is, as a number, as a list, or for code."""
    if exact(piece) is not None:
        yield piece.raw
    call = _CALL.fullmatch(piece.plain)
    operator = piece.words.section("questions").get(call["name"].casefold()) if call else None
    if call and operator:
        yield f"{piece.words.operator(operator)} [{piece.raw[slice(*call.span('items'))]}]"
    money = _MONEY.fullmatch(piece.plain.strip())
    if money:
        yield money["before"] or money["behind"]
    items = bare_items(piece, loose="," in piece.plain)
    if items:
        yield "[" + ", ".join(f'"{item.strip()}"' for item in items) + "]"
    yield piece.raw
    if "{" in piece.plain or '"' in piece.plain:
        yield f"{piece.words.escaped('compute')} {escape(prose(piece))}"


def _read(text: str, line: LineParts) -> Iterator[Slip]:
    """Yields the correction, if the parser reads its text as a construct without a step in plain words."""
    found = recognise(line.whole.instead(text), line.known, children=line.children or line.colon)
    part = isinstance(found, Marker) and not isinstance(found, OnErrorLine)
    if not part and not isinstance(found, Action | Extract) and _is_sure(found, text, line.words):
        yield Slip(found, text)


def _is_sure(found: Statement, text: str, words: Words) -> bool:
    """False for a line that a model would have to do, and for text without quotes."""
    if isinstance(found, Tell):
        return tier_of(found) == "exact" and text.rstrip()[-1:] in _CLOSING
    if isinstance(found, If):
        return tier_of(found.branches[0]) == "exact"
    if isinstance(found, Assign) and found.target == found.value:
        return False
    if not isinstance(found, Assign):
        return isinstance(found, FunctionDef) or tier_of(found) != "semantic"
    if isinstance(found.value, Compute):
        return words.escaped("compute") in text
    unquoted = isinstance(found.value, Template) and text.rstrip()[-1:] not in _CLOSING
    return tier_of(found) == "exact" and not unquoted and not isinstance(found.value, Nothing)
