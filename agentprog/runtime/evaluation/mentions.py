"""Extracts a statement's references and literal values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from agentprog.identity import canon, quotes_in, unquoted
from agentprog.lang import ast
from agentprog.lang.effects.delegation import hands_on
from agentprog.lang.effects.orders import orders_something
from agentprog.ports import App, choose_app
from agentprog.runtime.state.values import Table, Value, as_text

_NUMBER = re.compile(r"(?<![\w.])[+#]?\d[\d.,:/\-]*\d(?!\w)|(?<![\w.])\d(?!\w)")
_DIGITS = re.compile(r"[+#]?\d[\d.,:/\-]*")
"""A run of digits; a number is never longer than the longest run of its text."""
_MOST_LITERALS = 24
_WORD = re.compile(r"[^\W_][\w'’-]*")
_NAME = re.compile(r"(?<=[^\W\d_:,;] |[:,;] )[^\W\d_a-zß-ÿ][\w'’-]*(?: [^\W\d_a-zß-ÿ][\w'’-]*)*")
"""Words with capitals one after the other that begin no sentence."""


def refs_of(node: ast.Node) -> tuple[ast.Ref, ...]:
    """Every reference on a statement's own line, without its block."""
    found: list[ast.Ref] = []
    _collect(node, found, top=True)
    return tuple(found)


def _collect(item: object, found: list[ast.Ref], *, top: bool = False) -> None:
    if isinstance(item, ast.Ref):
        found.append(item)
    elif isinstance(item, ast.Line) and not top:
        return
    elif isinstance(item, tuple):
        for part in item:
            _collect(part, found)
    elif isinstance(item, ast.Node):
        for name in item.__dataclass_fields__:
            if name not in ("span", "id", "before", "beside", "after"):
                _collect(getattr(item, name), found)


def literals_of(sentence: str, values: Sequence[Value]) -> tuple[str, ...]:
    """A step's literals: values of its variables, quoted texts, numbers; longest first, each once."""
    found: dict[str, None] = {}
    for value in values:
        for text in _leaves(value):
            found[text] = None
    quotes = quotes_in(sentence)
    for quote in quotes:
        found[quote.text.strip()] = None
    longest = _longest(found)
    if len(longest) == _MOST_LITERALS and _longest_digits(sentence) <= len(longest[-1]):
        return longest  # numbers are too short to be among them, so a table of thousands of rows is not searched
    rest = sentence
    for text in (*(sentence[quote.start : quote.end] for quote in quotes), *found):
        rest = rest.replace(text, " ")
    for match in _NUMBER.finditer(rest):
        found[match.group(0)] = None
    return _longest(found)


def handed_on(line: ast.Template, values: Sequence[Value]) -> str:
    """The order that a line only passes on, as in `Carry out this errand: {errand}`. Empty if the value
    orders nothing.
    """
    value = values[0] if len(values) == 1 else None
    return value if isinstance(value, str) and hands_on(line) and orders_something([value]) else ""


def said_in(order: str, apps: Sequence[App]) -> tuple[str, ...]:
    """Literal values of an order written for a person: quotations, numbers and names, without names of apps."""
    names = [name for name in names_in(order) if not isinstance(choose_app(name, apps), App)]
    return _longest(dict.fromkeys((*literals_of(order, ()), *names)))


def names_in(text: str) -> tuple[str, ...]:
    """Names outside of quotes: words with capitals one after the other that begin no sentence."""
    return tuple(dict.fromkeys(found[0] for found in _NAME.finditer(unquoted(text))))


@lru_cache(maxsize=4)
def holds_all(program: str, instruction: str) -> bool:
    """True if a program contains every value of an instruction: quotations, numbers and names. False for an instruction
    without values.
    """
    values = (*literals_of(instruction, ()), *_capitalised(instruction))
    text = canon(program)
    return bool(values) and all(canon(value) in text for value in values)


def _capitalised(text: str) -> list[str]:
    """Words that begin with a capital and begin no sentence."""
    found = []
    for match in _WORD.finditer(text):
        before = text[: match.start()].rstrip(" \t\"'“‘(")
        if match[0][0].isupper() and before and before[-1] not in ".!?:\n":
            found.append(match[0])
    return found


def _longest(texts: Iterable[str]) -> tuple[str, ...]:
    nonempty = [text for text in texts if text.strip()]
    return tuple(sorted(nonempty, key=len, reverse=True)[:_MOST_LITERALS])


def _longest_digits(sentence: str) -> int:
    return max((len(match.group(0)) for match in _DIGITS.finditer(sentence)), default=0)


def _leaves(value: Value) -> list[str]:
    """The texts in a value; for a long value the first few."""
    match value:
        case dict():
            return [text for item in list(value.values())[:_MOST_LITERALS] for text in _leaves(item)]
        case list():
            return [text for item in value[:_MOST_LITERALS] for text in _leaves(item)]
        case Table(rows=rows):
            return [text for row in rows[:_MOST_LITERALS] for text in _leaves(dict(row))]
        case None | bool():
            return []
        case _:
            return [as_text(value)]
