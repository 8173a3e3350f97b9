"""Finds variables that the program never puts in braces: `Set points to 0`, and later `If points > 3`.

A single line of this kind may be an order for the phone (`Set brightness to 50`). If another line needs the name too,
it is a variable of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agentprog.lang.ast import (
    Action,
    AddTo,
    Arithmetic,
    Ask,
    Assign,
    DirectUI,
    Expr,
    Extract,
    Line,
    Number,
    Program,
    Ref,
    Semantic,
    Tell,
    Template,
)
from agentprog.lang.phrases.tokens import operator_phrases
from agentprog.lang.reading.paraphrases import braces
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import Piece, shadow
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import arms, expressions, statements, walk
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.words import Words, words

_SETS = frozenset(("assign", "assign_said", "increase", "decrease", "multiply", "divide", "add_to"))
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
    names = frozenset(name for name, sets in found.items() if _needed(name, sets, lines, text, known))
    return names | _taking(names, program, known)


def _taking(names: frozenset[str], program: Program, known: Words) -> frozenset[str]:
    """The names to which a line adds one of these variables: `total` in `add cost to total`."""
    steps = (str(line.text) for line in statements(program) if isinstance(line, Action) and _may_set(line, known))
    added = (_added(text, known) for text in steps if names)
    return frozenset(
        line.target.name for line in added if line and isinstance(line.value, Ref) and line.value.name in names
    )


def _added(text: str, known: Words) -> AddTo | None:
    found = recognise(Piece(braces(text, _words_of_values(text, known)), vocabulary=known))
    return found if isinstance(found, AddTo) else None


def _words_of_values(text: str, known: Words) -> frozenset[str]:
    """The bare words of a text that are no words of constructs or operators."""
    closed = {*operator_phrases(known), *known.starts_of(_SETS), *known.lexicon(text).idle}
    bare = {text[start:end] for start, end in _candidates(text)}
    return frozenset(word for word in bare if word.casefold() not in closed)


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
        if isinstance(found, AddTo) and found.target.name == name and isinstance(found.value, Number):
            yield name, "changes"
        if not isinstance(found, Assign) or found.target.name != name:
            continue
        if _is_exact(found, text):
            yield name, "changes" if isinstance(found.value, Arithmetic) else "sets"
        else:
            yield from ((one, "calculates") for one in _calculated(text[:start], text[end:], name, known))


def _calculated(before: str, after: str, name: str, known: Words) -> tuple[str, ...]:
    """The variables of `set cost to hours times 110`, whose value is a calculation with its bare words in braces."""
    rest = braces(after, _words_of_values(after, known))
    found = recognise(Piece(f"{before}{{{name}}}{rest}", vocabulary=known)) if rest != after else None
    if not isinstance(found, Assign) or not isinstance(found.value, Arithmetic) or found.target.name != name:
        return ()
    return (name, *(node.name for node in walk(found.value) if isinstance(node, Ref)))


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
    """True if its line calculates, or if another line needs the variable."""
    setting_lines = {line for line, _ in sets}
    if any(way == "calculates" for _, way in sets):
        return True
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
