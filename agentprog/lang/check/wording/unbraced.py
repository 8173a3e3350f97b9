"""Finds variables that the program never puts in braces: `Set points to 0`, and later `If points > 3`.

A single line of this kind may be an order for the phone (`Set brightness to 50`). If another line needs the name too,
it is a variable of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agentprog.lang.ast import (
    Action,
    Arithmetic,
    Ask,
    Assign,
    DirectUI,
    Expr,
    Extract,
    Line,
    Program,
    Semantic,
    Tell,
    Template,
)
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece, shadow
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import arms, expressions, statements
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.words import Words, words

_SETS = frozenset(("assign", "assign_said", "increase", "decrease", "multiply", "divide"))
_LONGEST = 120
_LONGEST_DENSE = 24
_MOST_SIGNS = 6
"""Longest name, in characters, in a script without spaces between words."""
_NAME = re.compile(r"(?<![\w'’.])[^\W\d_]\w*(?![\w'’])")
_RUN = re.compile(r"[\u2e80-\uffff]+")
_AMOUNT = re.compile(r"\d|[\"“「{\[]")


def unbraced_names(program: Program, text: str) -> frozenset[str]:
    """Names without braces that one line sets and another line sets differently, tests or shows."""
    known = words(program.header.language)
    found: dict[str, set[tuple[int, str]]] = {}
    for statement in statements(program):
        if isinstance(statement, Action) and _may_set(statement, known):
            for name, way in _set_by(str(statement.text), known):
                found.setdefault(name, set()).add((statement.span.line, way))
    if not found:
        return frozenset()
    lines: list[Line] = [
        line for statement in statements(program) for line in (statement, *arms(statement)) if line.span.line
    ]
    return frozenset(name for name, sets in found.items() if _needed(name, sets, lines, text, known))


def _may_set(step: Action, known: Words) -> bool:
    """True if the step may set a variable. A cheap filter that excludes nearly every step."""
    text = str(step.text)
    if step.app is not None or step.capture is not None or step.said or len(text) > _LONGEST:
        return False
    if max(text, default="") >= DENSE:
        return len(text) <= _LONGEST_DENSE and (bool(_AMOUNT.search(text)) or _starts(text, known))
    return _starts(text, known)


def _starts(text: str, known: Words) -> bool:
    return any(pattern.form in _SETS for pattern in known.patterns(text))


def _set_by(text: str, known: Words) -> Iterator[tuple[str, str]]:
    """Yields each word that the step would set if it stood in braces, with `sets` or `changes`."""
    for start, end in _candidates(text):
        name = text[start:end]
        found = recognise(Piece(f"{text[:start]}{{{name}}}{text[end:]}", vocabulary=known))
        if isinstance(found, Assign) and found.target.name == name and _is_exact(found, text):
            yield name, "changes" if isinstance(found.value, Arithmetic) else "sets"


def _is_exact(found: Assign, text: str) -> bool:
    """True for an exact value, but not for unquoted text: `Set language to German` is usually an order for the
    phone."""
    value: Expr = found.value
    quoted = not isinstance(value, Template) or any(sign in text for sign in '"“„「`«')
    return tier_of(found) == "exact" and quoted


def _candidates(text: str) -> Iterator[tuple[int, int]]:
    unquoted = shadow(text)
    for word in _NAME.finditer(unquoted):
        if word.group() < DENSE:
            yield word.span()
    for run in _RUN.finditer(unquoted):
        for start in range(run.start(), run.end()):
            for end in range(min(run.end(), start + _MOST_SIGNS), start, -1):
                yield start, end


def _needed(name: str, sets: set[tuple[int, str]], lines: list[Line], text: str, known: Words) -> bool:
    """True if another line needs the variable."""
    setting_lines = {line for line, _ in sets}
    if len({way for _, way in sets}) > 1 and len(setting_lines) > 1:
        return True
    return any(line.span.line not in setting_lines and _uses(name, line, text, known) for line in lines)


def _uses(name: str, line: Line, text: str, known: Words) -> bool:
    if isinstance(line, Action):
        words_of_line = str(line.text)
        at = next(iter(_places(name, words_of_line)), None)
        if at is None or line.app is not None or line.capture is not None:
            return False
        found = recognise(Piece(f"{words_of_line[:at]}{{{name}}}{words_of_line[at + len(name) :]}", vocabulary=known))
        return not isinstance(found, Action | Extract | DirectUI) and tier_of(found) == "exact"
    if isinstance(line, Tell | Ask):
        words_of_line = text[line.span.start : line.span.end].split("\n", 1)[0]
        return any(True for _ in _places(name, words_of_line))
    texts = (item.text for item in expressions(line) if isinstance(item, Semantic) and not item.said)
    return any(True for question in texts for _ in _places(name, str(question)))


def _places(name: str, text: str) -> Iterator[int]:
    """Yields the positions of a name outside quotes and braces."""
    unquoted = shadow(text)
    whole = re.escape(name) if name >= DENSE else rf"(?<![\w.]){re.escape(name)}(?!\w)"
    yield from (match.start() for match in re.finditer(whole, unquoted))
