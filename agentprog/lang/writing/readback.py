"""Reads a program back: the lines whose words differ from those that the formatter writes for them.

A line may be exact and yet mean something else to its author: `{gain} is up to 10000` is `{gain} <= 10000` here, and
`Write "..." to {name}` saves a file. No pass can know what was meant, so the author sees what was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agentprog.frozen import frozen
from agentprog.lang.ast import Action, AskAI, Assign, Extract, FunctionDef, If, Line, Program, Statement, Switch
from agentprog.lang.source.text import plain
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import arms
from agentprog.lang.vocabulary.orders import folded
from agentprog.lang.vocabulary.words import Words, words
from agentprog.lang.writing.unparse import Unparser

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|\w+|[^\w\s\"{}.,:;()\[\]'!?]+")
_KEPT = re.compile(r"\"[^\"]*\"|\{[^{}]*\}")
"""Texts and variables."""


@frozen
class Reading:
    """A line of the source, and its statements in the formatter's words."""

    line: int
    text: str


def readings(program: Program, text: str) -> tuple[Reading, ...]:
    """The lines whose words are not those of the formatter, in source order.

    Left out are steps and questions that go to a model in the words of the line, assignments in signs alone, such as
    `{n} += 1`, and differences that change no meaning: articles, courtesy, signs, capitals, numbers in words.
    """
    known, unparser = words(program.header.language), Unparser(program)
    rows: dict[int, list[tuple[Line, str]]] = {}
    for line, written in _written(program.body, unparser):
        if line.span.line:
            rows.setdefault(line.span.line, []).append((line, written))
    found = []
    for number, row in sorted(rows.items()):
        start = text.rfind("\n", 0, row[0][0].span.start) + 1
        source = text[start : max(line.span.end for line, _ in row)]
        if any(not _verbatim(line) for line, _ in row) and _differs(source, row, known):
            found.append(Reading(line=number, text=_joined([written for _, written in row])))
    return tuple(found)


def _written(block: tuple[Statement, ...], unparser: Unparser) -> Iterator[tuple[Line, str]]:
    """Every line of a block, and of the blocks in it, with its canonical text. The line of an `if` is that of its first
    branch."""
    for statement in block:
        plain_if = isinstance(statement, If) and not isinstance(statement, Switch)
        if not plain_if:
            yield statement, unparser.line(statement)
            yield from _written(getattr(statement, "body", ()), unparser)
        for number, arm in enumerate(arms(statement)):
            yield arm, unparser.arm(arm, first=plain_if and not number)
            yield from _written(arm.body, unparser)


def _verbatim(line: Line) -> bool:
    """True if a model gets the words of the line."""
    return isinstance(line, Action | Extract | AskAI) and tier_of(line) == "semantic"


def _differs(source: str, row: list[tuple[Line, str]], known: Words) -> bool:
    if isinstance(row[0][0], FunctionDef):
        # Its inputs stand on lines of their own.
        return False
    if len(row) == 1 and isinstance(row[0][0], Assign) and not re.search(r"[^\W\d_]", _KEPT.sub("", plain(source))):
        return False
    here, there = _meant(source, known), _meant(" ".join(text for _, text in row), known)
    if "".join(here) == "".join(there):
        return False
    return len(here) != len(there) or not all(_is_form(*pair, known) for pair in zip(here, there, strict=True))


def _meant(text: str, known: Words) -> list[str]:
    """The words and signs of a text without those that change no meaning."""
    entries = (
        ("lead", "words"),
        ("fillers", "polite"),
        ("values", "determiners"),
        ("inflected", "persons"),
        ("inflected", "polite"),
    )
    same = {word.casefold() for section, name in entries for word in known.all(section, name)}
    tokens = (token.casefold() for token in _TOKEN.findall(plain(text)))
    return [_figure(token, known) for token in tokens if token not in same]


def _is_form(word: str, verb: str, known: Words) -> bool:
    """True if the word is the verb in any of its forms: `abrí` for `abre`."""
    forms = (form for dialect in known.dialects.values() for form in dialect.forms(verb))
    return word == verb or folded(word) in {folded(form) for form in forms}


def _figure(token: str, known: Words) -> str:
    """A number in words or figures in one form; any other token unchanged."""
    values = (numerals.value(token) for numerals in known.numerals.values())
    value = next((value for value in values if value is not None), None)
    if value is None and token[:1].isdigit():
        value = known.figures.value(token)
    return token if value is None else str(int(value) if value == int(value) else value)


def _joined(lines: list[str]) -> str:
    """Statements of one source line as one line: what follows a colon belongs to it."""
    found = lines[0]
    for line in lines[1:]:
        found += f" {line}" if found.endswith((":", "：")) else f"; {line}"
    return found
