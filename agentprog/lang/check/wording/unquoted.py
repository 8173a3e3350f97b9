"""Suggests a replacement for a value without quotes that is hardly a text: a number, a list, a call, a reading."""

from __future__ import annotations

import re

from agentprog.lang.ast import Action, Assign, Range
from agentprog.lang.effects.dates import day_of
from agentprog.lang.phrases.expressions import bare_items, exact
from agentprog.lang.phrases.references import prose
from agentprog.lang.phrases.wording import escape
from agentprog.lang.reading.paraphrases import braces, with_parts
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import QUOTED, Piece, plain
from agentprog.lang.vocabulary.words import Words

_NUMBER = re.compile(r"[-+]?\d[\d.,' ]*\d|\d")
_AMOUNT = re.compile(r"(?P<amount>\d+(?:[.,]\d+)*)\s+[A-Z]{3}")
"""An amount with the code of its currency: `900 EUR`."""
_WITH_UNIT = re.compile(r"(?:[^\W\d]{1,4}\.?\s?)?\d+(?:[.,]\d+)*(?:\s?[^\W\d]{1,12})?")
"""A figure with one word in front or behind: `5 euros`, `3k`, `Rs. 500`."""
_DAY = re.compile(r"\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})")
"""A date whose order of day and month is not certain."""
_CONVERTED = re.compile(r"\b(?:int|float|str|number|Number|parseInt|parseFloat)\(\s*\"(?P<number>\d+(?:\.\d+)?)\"\s*\)")
"""A figure in quotes in a conversion of another language."""
_CALL = re.compile(r"(?P<name>[^\W\d][\w ]*)\(.*\)", re.DOTALL)
_LISTED = re.compile(r"\s*(?:[\[［]|[{｛]\s*[\"'“])")
_RECKONS = re.compile(r"\d.*\s[-+*/×]\s|\d\s?[^\W\d]+\s[^\W\d]+")
"""Figures in a calculation: `14:30 + 45 min`, `50 g per serving`."""
_SIDE_BY_SIDE = re.compile(r"(?<=[\d)}])\s?\(")
"""A bracket right behind a number, a variable or another bracket: `2(3)(4)`."""
_SIGNS = "%€$£¥ "


def instead_of(raw: str, known: Words, names: frozenset[str], *, listed: bool = False) -> str:
    """A suggestion for unquoted text: the construct that it resembles, else the text in quotes. `listed`: another line
    takes its variable for a list."""
    sum_of = with_parts(braces(raw.strip("{}") if "}" not in raw[:-1] else raw, names))
    if sum_of != raw and exact(Piece(sum_of, vocabulary=known)) is not None:
        return f"did you mean `{sum_of}`?"
    times = _SIDE_BY_SIDE.sub(" * (", raw)
    if times != raw and exact(Piece(times, vocabulary=known)) is not None:
        return f"did you mean `{times}`?"
    if raw.startswith("=") and exact(Piece(raw[1:].strip(), vocabulary=known)) is not None:
        return f"did you mean `{raw[1:].strip()}`?"
    converted = _CONVERTED.sub(r"\g<number>", raw)
    if converted != raw and exact(Piece(converted, vocabulary=known)) is not None:
        return f"did you mean `{converted}`?"
    day = day_of(raw)
    if day or _DAY.fullmatch(raw.strip()):
        return f"did you mean `{day}`?" if day else "a date is written with the year first, such as 2026-07-31"
    counted = _counted(raw, known)
    if counted:
        return counted
    if _LISTED.match(raw):
        return 'a list is written [1.5, 2], an object {"a": 1.5}: points in their numbers, texts in quotes'
    items = bare_items(Piece(raw.strip(), vocabulary=known), loose=listed)
    if items:
        return "write [" + ", ".join(f'"{item.strip()}"' for item in items) + "]"
    return _called(raw, known, names) or _in_other_words(raw, known, names)


def _counted(raw: str, known: Words) -> str:
    """The advice for a number that is written in another way; empty for other text."""
    percent = next((word for word in known.all("changing", "percent") if raw.rstrip().casefold().endswith(word)), "")
    unquoted = raw.strip().strip(_SIGNS) if percent in ("", "%") else raw.strip()[: -len(percent)].strip()
    if _NUMBER.fullmatch(unquoted):
        share = ", a percentage as a fraction: 15% is 0.15" if percent else ", without a currency sign"
        return f"a number is written {known.figures.advice(unquoted)}{share}; write a text in quotes"
    amount = _AMOUNT.fullmatch(raw.strip())
    if amount:
        return f'write {known.figures.plain(amount["amount"])} to calculate with it, or "{raw.strip()}" as a text'
    if _WITH_UNIT.fullmatch(raw.strip()):
        return f'a number is written in figures without other words, such as 1.5 or 2000000; write "{raw}" for a text'
    spoken = raw.split()
    values = (known.numeral(" ".join(spoken[:end])) for end in range(len(spoken) - 1, max(0, len(spoken) - 3), -1))
    value = next((value for value in values if value is not None), None)
    return "" if value is None else f'write {value:g} to calculate with it, or "{raw.strip()}" as a text'


def _called(raw: str, known: Words, names: frozenset[str]) -> str:
    """The advice for a call, or for words that ask the user; empty for other text."""
    call = _CALL.fullmatch(raw.strip())
    name = call["name"].strip() if call else ""
    answer = name.casefold() in known.all("asking", "input") or raw.strip().casefold() in known.all("asking", "reply")
    if answer or known.lexicon(raw).regex("people").search(raw):
        return asking(raw, known)
    if call:
        operator = known.section("questions").get(name.casefold())
        inside = [name for name in re.findall(r"[^\W\d]\w*", raw.partition("(")[2]) if name in names]
        if operator is not None and inside:
            return f"did you mean `{known.operator(operator)} [{', '.join(f'{{{name}}}' for name in inside)}]`?"
        called = f'call "{name}" with {{input}} = ..., record as {{name}}'
        return f'a task is called by a line `{called}`; code works out `compute "..."`'
    return ""


def _in_other_words(raw: str, known: Words, names: frozenset[str]) -> str:
    word = raw.strip()
    if word.casefold() in known.all("values", "days"):
        return f'write `{known.escaped("compute")} "the date of {word}"` for the date, or "{word}" for the word'
    computed = f"`{known.escaped('compute')} {escape(prose(Piece(raw, vocabulary=known)))}` for code to work it out"
    parts = set(re.findall(r"\w+", raw))
    calculates = _RECKONS.search(raw) is not None or bool(parts & {*names, *known.all("values", "days")})
    worked_out = f", or {computed}" if raw[0] == "{" or (calculates and " " in word) or raw[0] == "=" else ""
    in_quotes = f"write {computed}" if '"' in raw else f'write "{raw}"{worked_out}'
    return _range(raw, known) or _reading(raw, known) or in_quotes


def asking(raw: str, known: Words) -> str:
    """For `{x} = input("Name?")`, `{x} = what the user says`: the question as its own line."""
    quoted = re.search(QUOTED, plain(raw))
    question = known.written("ask", question=raw[slice(*quoted.span())] if quoted else '"..."')
    return f"write `{question}{known.written('capture', target='{name}')}`"


def _range(raw: str, known: Words) -> str:
    text = f"{known.operator('RANGE')} {raw.strip()}"
    return f"did you mean `{text}`?" if isinstance(exact(Piece(text, vocabulary=known)), Range) else ""


def _reading(raw: str, known: Words) -> str:
    """For `{x} = get all lines of "a"`: the reading as its own line, captured by the variable."""
    text = raw.strip() + known.written("capture", target="{name}")
    found = recognise(Piece(text, vocabulary=known))
    return "" if isinstance(found, Action | Assign) else f"write `{text}`"
