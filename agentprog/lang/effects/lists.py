"""The lists of a sentence: things side by side, with a comma or a word like "and" between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from agentprog.frozen import frozen
from agentprog.identity import canon, quotes_in, same, unquoted
from agentprog.identity.telephone import NUMBER
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.orders import asks, choosing, clause_kinds, is_touching
from agentprog.lang.effects.portions import alternatives
from agentprog.lang.effects.recipients import MAIL, NAME, recipients_in, without_verbs, wording
from agentprog.lang.effects.wordlists import DENSE, is_dense, tables
from agentprog.lang.vocabulary.orders import orders

_QUOTES = 0xE000
_SIGN = r"[\uE000-\uF8FF]"
"""Signs that Unicode keeps for private use, from the first: one stands for each quotation of a sentence."""
_MASK = "\uf8ff"
_SPACED = rf"(?:(?!{DENSE.pattern})\w)"
"""A letter of a script with spaces between words: a name ends at any other."""
_EDGES = " \t.,;:!?"
_LONGEST = 3
"""Words of a thing in small letters: "my best friend"."""
_PLAIN = rf"{_SIGN}|{NUMBER.pattern}|{MAIL.pattern}|{NAME}"


def addressed_in(sentence: str) -> tuple[str, ...]:
    """The recipients in a sentence, with everybody in one list with them. A list counts as far as its end is certain:
    in "to Ann, Bob will like it" Bob is no recipient.
    """
    found = [part for name in recipients_in(sentence) for part in _parts(name)]
    rows = [*rows_in(sentence, found, certain=True), *choices_in(sentence, found, certain=True)]
    listed = (item for row in rows if any(name in row for name in found) for item in row)
    return tuple(dict.fromkeys((*found, *listed)))


def _parts(name: str) -> list[str]:
    """The names that a word joins where a script has no spaces. One letter is none: 和 may belong to a name."""
    parts = _joint().split(name)[::2] if is_dense(name) else []
    return parts if parts and all(len(part) > 1 for part in parts) else [name]


def left_beside(sentence: str, known: Iterable[str], done: Callable[[str], bool]) -> tuple[str, ...]:
    """Items that are not `done`, in a list with an item that is. `known` are names that a reader of the sentence knows
    already, also in small letters.
    """
    found = (item for row in rows_in(sentence, known) if any(map(done, row)) for item in row if not done(item))
    return tuple(dict.fromkeys(found))


def rows_in(sentence: str, known: Iterable[str], *, certain: bool = False) -> list[tuple[str, ...]]:
    """The lists in which a known thing stands, each with all of its things; only the `certain` ones if asked so."""
    return [row for row, _ in _rows(sentence, known, _joint(), certain=certain)]


def choices_in(sentence: str, known: Iterable[str], *, certain: bool = False) -> list[tuple[str, ...]]:
    """The lists in which a known thing stands, and of which the sentence leaves the choice: "Ann or Bob"."""
    return [row for row, ends in _rows(sentence, known, _choice(), certain=certain) if choosing().search(ends)]


@frozen
class Option:
    """One side of a choice: whom it names, and the effects that it orders; none if both sides belong to one order."""

    names: tuple[str, ...]
    kinds: frozenset[Risk] = frozenset()


def options_in(sentence: str, known: Iterable[str], *, certain: bool = False) -> Iterator[list[Option]]:
    """The choices that a sentence leaves: of people in one order ("text Ann or Bob"), or of orders ("text Ann or call
    Bob").
    """
    for row in choices_in(sentence, known, certain=certain):
        yield [Option(names=(name,)) for name in row]
    for sides in alternatives(sentence):
        if len(sides) > 1:
            yield [Option(names=addressed_in(side.text), kinds=side.kinds) for side in sides]


def _rows(
    sentence: str, known: Iterable[str], joint_pattern: re.Pattern[str], *, certain: bool
) -> list[tuple[tuple[str, ...], str]]:
    """The lists with these joints, each with its last joint."""
    sentence = re.sub(_SIGN, " ", sentence)
    quotes = [quote.text.strip() for quote in quotes_in(sentence)]
    signs = iter(range(_QUOTES, _QUOTES + len(quotes)))
    masked = re.sub(_MASK, lambda _: f" {chr(next(signs))} ", unquoted(sentence, put=_MASK))
    names = [name for name in known if name.strip()]
    marked = [chr(_QUOTES + at) for at, quote in enumerate(quotes) if any(same(quote, name) for name in names)]
    parts = joint_pattern.split(masked)
    rows: list[tuple[list[str], str]] = []
    last = ""
    for at in range(1, len(parts), 2):
        part, joint, after = parts[at - 1 : at + 2]
        head, rest = _head(after, names, ends=any(map(_is_word, parts[at::2])))
        if certain and not _is_over(rest, joint):
            head = ""
        known_head = head in marked or any(same(head, name) for name in names)
        part = part if head.islower() else _closing().sub("", part)
        before = last or _tail(part, names, marked, quoted=_is_quote(head)) or (known_head and _any_tail(part, joint))
        if before and head:
            rows = [*rows[:-1], ([*rows[-1][0], head], joint)] if last else [*rows, ([before, head], joint)]
        last = head if before and not rest else ""
    return [
        (tuple(quotes[ord(item) - _QUOTES] if _is_quote(item) else item for item in row), ends) for row, ends in rows
    ]


def _is_quote(text: str) -> bool:
    return re.fullmatch(_SIGN, text) is not None


@cache
def _joint() -> re.Pattern[str]:
    """Signs and words between the things of a list."""
    words = sorted((*tables()["clause"]["joining"], *tables()["place"]["adding"]), key=len, reverse=True)
    spaced = "|".join(re.escape(word) for word in words if not is_dense(word))
    dense = "|".join(word for word in words if is_dense(word))
    joiner = rf"[,;&、،]|\+(?!\d)|(?<!\w)(?:{spaced})(?!\w)|{dense}"
    return re.compile(rf"(\s*(?:{joiner})(?:\s*(?:{joiner}))*\s*)", re.IGNORECASE)


@cache
def _choice() -> re.Pattern[str]:
    """Signs and words between the things of a choice: "Ann, Bob or Carl"."""
    return re.compile(rf"(\s*(?:[,、،]|{choosing().pattern})(?:\s*{choosing().pattern})?\s*)")


@cache
def _fillers() -> re.Pattern[str]:
    """Words between a joint and its thing: "and also to the"."""
    rules, clause, place = wording(), tables()["clause"], tables()["place"]
    words = sorted({*clause["opening"], *clause["joining"], *place["adding"], *place["passed"]}, key=len, reverse=True)
    listed = "|".join(re.escape(word) for word in words if not is_dense(word))
    return re.compile(rf"(?:(?<!\w)(?i:{rules.before}|{rules.nouns}|{listed})(?!\w)\s*|(?:{rules.before_close})\s*)*")


@cache
def _articles() -> re.Pattern[str]:
    words = (*tables()["place"]["passed"], *tables()["clause"]["back"])
    return re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words), re.IGNORECASE)


def _either(names: list[str]) -> str:
    listed = "|".join(sorted((re.escape(name) for name in names), key=len, reverse=True))
    return rf"(?<!{_SPACED})(?i:{listed})(?!{_SPACED})|" if names else ""


def _tail(part: str, names: list[str], marked: list[str], *, quoted: bool) -> str:
    """The known thing at the end of a part of a sentence. Quotations behind a name are messages for it: it is in one
    list with the next name, and they are with the next quotation.
    """
    quote = re.search(rf"([{''.join(marked)}])\s*$", part) if marked else None
    named = re.search(rf"({_either(names)[:-1]})[\s:\uE000-\uF8FF]*$", part) if names else None
    found = quote or named if quoted else named or quote
    return found[1] if found else ""


def _any_tail(part: str, joint: str) -> str:
    """The thing before a known one in its list: a name, or behind a word like "and" the last word."""
    found = re.search(rf"(?:{_PLAIN})\s*$", part)
    if found:
        return found.group().strip()
    words = part.split()
    return words[-1] if words and _is_word(joint) else ""


def _is_word(joint: str) -> bool:
    return "&" in joint or any(map(str.isalpha, joint))


def _head(part: str, names: list[str], *, ends: bool) -> tuple[str, str]:
    """The thing at the beginning of a part, and the words after it other than messages for it. Small words that begin
    an order are not an item. Nor are small words in a list without a word like "and" (`ends`): "Ann, my sister" is one
    person.
    """
    filled = _fillers().match(part)
    start = filled.end() if filled else 0
    found = re.match(rf"{_either(names)}{_PLAIN}", part[start:])
    if found:
        rest = re.sub(r"[.:!?\uE000-\uF8FF]", "", part[start + found.end() :]).strip()
        return without_verbs(found.group()).strip(_EDGES), rest
    words, more = (*re.split(r"[\uE000-\uF8FF.:;!?]", part, maxsplit=1), "")[:2]
    words = _closing().sub("", words.strip())
    count = len(words.split()) if part[start:].strip() else 0
    named = 0 < count <= _LONGEST and (count == 1 or _articles().match(words) is not None)
    return (words, more.strip()) if ends and named and not _orders(part) else ("", part)


@cache
def _closing() -> re.Pattern[str]:
    """Small words after a thing: "Ann and mom now, please"."""
    words = (*tables()["clause"]["opening"], *tables()["place"]["passed"])
    spaced = "|".join(re.escape(word) for word in words if not is_dense(word))
    return re.compile(rf"(?<=\w)(?:\s+(?:{spaced})(?!\w))+$")


def _is_over(rest: str, joint: str) -> bool:
    """True if a list certainly ends before these words: all of them are small words, or they follow a word like "and"
    and name a place or a message.
    """
    begins = (*tables()["place"]["belonging"], *tables()["clause"]["content"])
    words = "|".join(re.escape(word) for word in begins if not is_dense(word))
    goes_on = re.match(rf"(?:{words})(?!\w)", rest, re.IGNORECASE) if _is_word(joint) else None
    return goes_on is not None or not _closing().sub("", f"x {rest}").removeprefix("x").strip()


def _orders(part: str) -> bool:
    """True if an order begins here, also one without an effect: "then stop"."""
    plain = canon(part)
    if clause_kinds(plain) or asks(plain) or is_touching(part):
        return True
    first = next(iter(part.split()), "")
    return first.islower() and any(words.is_verb(first) for words in orders("en", first))
