"""Explains to the author why a header is not YAML, with the place of each error."""

from __future__ import annotations

import re

from yaml import Mark, MarkedYAMLError

from agentprog.frozen import frozen, replace
from agentprog.lang.source.text import unclosed

_CLOSED_BY = {"[": "]", "{": "}"}
_FIELD = re.compile(r"[^:\"'\[{]{1,80}:(?:\s|$)")
_GOT = re.compile(r"(?:got|found) '?(?P<what>[^']+)'?$")
_IN_QUOTES = "put the text in quotes"


@frozen
class Fault:
    """An error in a header. `start`, `end` and `resume` are offsets; parsing may go on at the line after `resume`."""

    message: str
    start: int
    end: int
    hint: str
    resume: int

    @classmethod
    def at(cls, at: int, message: str, hint: str) -> Fault:
        """A fault that covers one character."""
        return cls(message=message, start=at, end=at + 1, hint=hint, resume=at)

    def moved(self, by: int) -> Fault:
        """The same fault in the whole text, of which this one begins `by` characters later."""
        return replace(self, start=self.start + by, end=self.end + by, resume=self.resume + by)


def explain(error: MarkedYAMLError, text: str) -> Fault:
    """Turns the error that stopped PyYAML into a fault."""
    at = _index(error.problem_mark, 0)
    began = _index(error.context_mark, at)
    problem, context = error.problem or "", error.context or ""
    got = found["what"] if (found := _GOT.search(problem)) else ""
    if context == "while parsing a flow node":
        return _no_item(text, at, got)
    if context.startswith("while parsing a flow"):
        return _bracket(text, began, at, got)
    if context == "while scanning a simple key":
        return not_a_pair(text, began)
    if problem == "mapping values are not allowed here":
        return _second_colon(text, at)
    if context == "while scanning a quoted scalar" and "unexpected end" in problem:
        return Fault.at(began, "this quote is never closed", "close it on the same line")
    if context == "while scanning a double-quoted scalar":
        return Fault.at(at, "this backslash begins no known escape", "write two backslashes for one")
    if context in ("while scanning an alias", "while scanning an anchor"):
        return Fault.at(began, f"a value cannot begin with {text[began]}", _IN_QUOTES)
    if context == "while scanning for the next token":
        return Fault.at(at, f"a value cannot begin with {text[at : at + 1]}", _IN_QUOTES)
    return Fault.at(at, *_misplaced(got, problem))


def not_a_pair(text: str, at: int) -> Fault:
    """The fault of a line that is not `key: value`."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    begin = start + len(text[start:end]) - len(text[start:end].lstrip())
    message = "this header line is not `key: value`"
    hint = "put a space after the colon" if ":" in text[begin:end] else "write a key, a colon and its value"
    return Fault(message=message, start=begin, end=end, hint=hint, resume=begin)


def _index(mark: Mark | None, otherwise: int) -> int:
    return otherwise if mark is None else int(mark.index)


def _bracket(text: str, began: int, at: int, got: str) -> Fault:
    """The fault of a list with a wrong or missing bracket at its end, or with no comma between two items."""
    sign = text[began]
    closing = _CLOSED_BY[sign]
    if got in ("]", "}", "<stream end>") or unclosed(text[began:]) == 0:
        return Fault.at(began, f"this {sign} is never closed", f"end the list with {closing}")
    if got == ":":
        return Fault.at(at, "there is a colon inside an item", f"{_IN_QUOTES}, or a comma before its key")
    return Fault.at(at, "a comma is missing before this", "put a comma between two items")


def _no_item(text: str, at: int, got: str) -> Fault:
    """The fault of a missing list item: another character, or the end of the text, stands in its place."""
    began = unclosed(text[:at])
    if began is not None and text[began] in _CLOSED_BY and (got != "," or unclosed(text) == began):
        return _bracket(text, began, at, "<stream end>")
    return Fault.at(at, "an item is missing before this", "remove one sign, or write the item")


def _second_colon(text: str, at: int) -> Fault:
    """The fault of a colon inside a value, or below a line that is no pair."""
    start = text.rfind("\n", 0, at) + 1
    if _FIELD.match(text[start:at]):
        return Fault.at(at, "a second colon in one line", _IN_QUOTES)
    above = text[:start].rstrip()
    line = above[above.rfind("\n") + 1 :]
    if _FIELD.match(line):
        return Fault.at(
            start + len(text[start:]) - len(text[start:].lstrip()), "this line is indented too deep", _ALIGN
        )
    return not_a_pair(text, len(above) - 1)


_ALIGN = "align it with a line above; every key begins at the left margin"


def _misplaced(got: str, problem: str) -> tuple[str, str]:
    """Message and advice for a misplaced character."""
    if got in ("]", "}"):
        return f"this {got} closes nothing", "remove it"
    if got == ",":
        return "a list needs brackets", "write [one, two]"
    if got == "<scalar>":
        return "nothing follows a text in quotes", "put all of it in quotes"
    if problem.startswith("sequence entries"):
        return "a list of dashes begins on its own line", "write [one, two], or each - on its own line"
    if got.startswith("<") or got == "?":
        return "this line fits no line above", _ALIGN
    return f"this is not YAML: {problem}", _IN_QUOTES
