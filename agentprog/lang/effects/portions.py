"""Divides a text into its orders: "delete Ann and text Bob 'bye'" deletes Ann, and names Bob only for a message.

A portion is an order with its list of objects, or a part without an order: a statement, a question, or things to leave
alone. A name in one order does not count for another, unless the other names nothing itself ("then delete her").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import takewhile

from agentprog.frozen import frozen
from agentprog.identity import canon, quoted, unquoted
from agentprog.identity.telephone import NUMBER
from agentprog.lang.effects.kinds import TO_SOMEBODY, WRITING, Risk
from agentprog.lang.effects.orders import (
    MOST_KEPT,
    MOST_LONG,
    asks,
    choosing,
    clause_kinds,
    clauses_of,
    denied,
    is_touching,
    sides_of,
    spares,
    without_quoted_orders,
)
from agentprog.lang.effects.recipients import listed_in
from agentprog.lang.effects.wordlists import tables, whole_words

_LONGEST_CACHED = 2000
_QUOTE = "\ufffc"
"""Stands for a quoted text."""
_SENTENCES = re.compile(r"(?<=[.!?;。！？；؟])(?:\s+|(?=[^\x00-\x7f]))|\n+")
_EDGES = "'\"()[]{}`*-#>.,;:!?“”„‘’«»，。；：！？、،؛؟"


@frozen
class Portion:
    """A part of a text with at most one order. `parts` are its clauses with their quotations. `kinds` are the effects
    that it orders; a statement or a question has none. `spared` means that it names things to leave alone. `reports`
    means that it only compares or gives a reason. `alternative` means that a word of choice joins it to the portion
    before: "call Ann or text Bob"."""

    kinds: frozenset[Risk]
    parts: tuple[str, ...]
    spared: bool = False
    reports: bool = False
    alternative: bool = False

    @property
    def text(self) -> str:
        return ", ".join(self.parts)


@dataclass(frozen=True, slots=True)
class _Wording:
    comparing: re.Pattern[str]
    excepting: re.Pattern[str]
    contrasting: re.Pattern[str]
    every: re.Pattern[str]
    conditions: re.Pattern[str]
    back: re.Pattern[str]
    nouns: frozenset[str]
    teller: frozenset[str]
    addressed: frozenset[str]
    content: frozenset[str]


@cache
def _wording() -> _Wording:
    data, recipient = tables()["clause"], tables()["recipient"]
    return _Wording(
        comparing=re.compile(whole_words(data["comparing"]).pattern, re.I),
        excepting=re.compile(whole_words(data["excepting"]).pattern, re.I),
        contrasting=re.compile(whole_words(data["contrasting"]).pattern, re.I),
        every=whole_words(map(canon, tables()["sink"]["every"])),
        conditions=re.compile(rf"\W*(?:{whole_words(map(canon, tables()['condition']['if'])).pattern})"),
        back=whole_words(map(canon, data["back"])),
        teller=frozenset(map(canon, data["teller"])),
        addressed=frozenset(map(canon, data["told"])),
        content=frozenset(map(canon, (*data["content"], *tables()["place"]["beyond"]))),
        nouns=frozenset(map(canon, (*recipient["nouns"], *recipient["no_names"], *data["self"]))),
    )


def portions(text: str) -> tuple[Portion, ...]:
    """The portions of a text, in order."""
    return (_divided_cached if len(text) <= _LONGEST_CACHED else _long)(text)


def _divided(text: str) -> tuple[Portion, ...]:
    return tuple(_portions(text))


_divided_cached = lru_cache(maxsize=MOST_KEPT)(_divided)
_long = lru_cache(maxsize=MOST_LONG)(_divided)


def _portions(text: str) -> Iterator[Portion]:
    goes_on: Portion | None = None
    for line in filter(None, map(str.strip, without_quoted_orders(text).splitlines())):
        if is_touching(line) and not any(denied(canon(clause)) for clause in clauses_of(unquoted(line))):
            yield Portion(kinds=clause_kinds(canon(line), touching=True), parts=(line,))
            goes_on = None
            continue
        quotes = list(quoted(line))
        for sentence in filter(None, _SENTENCES.split(unquoted(line, ' "" '))):
            inside = sentence.count('""')
            found = list(_in_sentence(sentence, quotes[:inside]))
            quotes = quotes[inside:]
            if goes_on is not None and found and not found[0].kinds and not found[0].spared:  # a list below "...:"
                found[0] = replace(found[0], kinds=goes_on.kinds)
            yield from found
            goes_on = found[-1] if found and (goes_on is not None or sentence.rstrip().endswith((":", "："))) else None


def alternatives(text: str) -> list[list[Portion]]:
    """The portions of a text, with those together of which it leaves the choice: "call Ann or text Bob"."""
    groups: list[list[Portion]] = []
    for portion in portions(text):
        if groups and portion.alternative:
            groups[-1].append(portion)
        else:
            groups.append([portion])
    return groups


def _in_sentence(sentence: str, quotes: list[str]) -> Iterator[Portion]:
    """An order takes the following clauses that begin no order of their own."""
    current: Portion | None = None
    for piece in _clauses(sentence):
        clause, spared = piece.text, piece.spared
        inside = clause.count('""')
        part, quotes = _with_quotes(clause, quotes[:inside]), quotes[inside:]
        plain = canon(clause)
        listed = current is not None and bool(current.kinds) and clause.strip()[:1].isupper()  # "Soup, Pay Cheque"
        kinds = frozenset[Risk]() if spared or listed else clause_kinds(plain)
        depends = _wording().conditions.match(plain) is not None
        spared = spared or (not kinds and not depends and spares(plain))
        if current is not None and not (
            kinds or spared or depends or asks(plain) or denied(plain) or _is_statement(plain)
        ):
            current = replace(current, parts=(*current.parts, part))
            continue
        if current is not None:
            yield current
        current = Portion(
            kinds=kinds, parts=(part,), spared=spared, reports=piece.reports, alternative=piece.alternative
        )
    if current is not None:
        yield current


def _is_statement(clause: str) -> bool:
    """True if a clause without an order is a statement about a person: "she called me", not "that I am late"."""
    words, wording = [word.strip(_EDGES) for word in clause.split()], _wording()
    before = takewhile(lambda word: word not in wording.content, words)
    return bool(words) and (words[0] in wording.teller or any(word in wording.addressed for word in before))


@frozen
class _Clause:
    """A clause, with three of the flags of a portion that begins with it."""

    text: str
    reports: bool = False
    spared: bool = False
    alternative: bool = False


def _clauses(sentence: str) -> Iterator[_Clause]:
    for whole, alternative in sides_of(sentence):
        clause, *compared = _wording().comparing.split(whole)
        first, *rest = _wording().excepting.split(clause)
        if not rest:
            first, *rest = _contrasted(clause)
        found = (
            _Clause(text=first, alternative=alternative),
            *(_Clause(text=text, spared=not clause_kinds(canon(text))) for text in rest),
            *(_Clause(text=text, reports=True, spared=True) for text in compared),
        )
        yield from (one for one in found if one.text.strip(" ,"))


def _contrasted(clause: str) -> list[str]:
    """Divides a clause at "but", if it is about all ("all but Ann"), or if an order or a word of sparing follows."""
    words = _wording()
    first, *rest = words.contrasting.split(clause)
    begins = any(clause_kinds(canon(clause)) or spares(canon(clause)) for clause in rest)
    return [first, *rest] if begins or words.every.search(canon(first)) is not None else [clause]


def _with_quotes(clause: str, quotes: Iterable[str]) -> str:
    clause = " ".join(clause.split())
    for quote in quotes:
        clause = clause.replace('""', f"“{quote}”", 1)
    return clause


def about(texts: Iterable[str], kinds: frozenset[Risk], *, labels: Iterable[str] = ()) -> tuple[str, ...]:
    """The parts of the texts that can name objects of these kinds of effects. `labels` are app names, which are places
    and no objects. A text without an order (a value, a note) stays whole."""
    divided = [(text, portions(text)) for text in texts]
    whole = [text for text, found in divided if not any(portion.kinds or portion.spared for portion in found)]
    parts = [
        part for _, found in divided if any(portion.kinds or portion.spared for portion in found) for part in found
    ]
    mine = [portion for portion in parts if _may_be(portion, kinds)]
    named = frozenset(map(canon, labels))
    if not any(_names_something(portion, kinds, named) for portion in mine):
        around = zip((None, *parts), parts, parts[1:], strict=False)  # "because I called Ann, delete her"
        reasons = [
            portion for before, portion, order in around if portion.reports and order in mine and before not in mine
        ]
        mine = [portion for portion in parts if not portion.spared or portion in reasons]
    return (*whole, *(portion.text for portion in mine))


def _may_be(portion: Portion, kinds: frozenset[Risk]) -> bool:
    """True if an order may mean these effects. An ambiguous verb with a recipient ("schreibe Bob") means a message."""
    message = bool(portion.kinds & WRITING) and not kinds & TO_SOMEBODY and bool(listed_in(portion.text))
    return bool(portion.kinds & kinds) and not portion.spared and not message


def _names_something(portion: Portion, kinds: frozenset[Risk], labels: frozenset[str]) -> bool:
    """True if an order names its own object or recipient. Its place in the sentence marks a recipient. Another object
    needs a name, or a quotation or a figure if no word points back ("change her number")."""
    if kinds & TO_SOMEBODY:
        return bool(listed_in(portion.text) or NUMBER.search(unquoted(portion.text)))
    back = _wording().back.search(canon(unquoted(portion.text))) is not None
    if any(_is_named_in(part, labels, dense=not back, first=not at) for at, part in enumerate(portion.parts)):
        return True
    return not back and (bool(list(quoted(portion.text))) or any(map(str.isdigit, portion.text)))


def _is_named_in(clause: str, labels: frozenset[str], *, dense: bool, first: bool) -> bool:
    """True if a word of a clause looks like a name. The `first` clause begins with a verb, which does not count. In
    scripts without capitals any word may be a name if `dense` is set."""
    words = [word for word in (word.strip(_EDGES) for word in unquoted(clause).split()) if word]
    for word in words[first:]:
        if len(word) < 2 or word.islower() or not any(map(str.isalpha, word)):
            continue
        common = canon(word) in labels or canon(word) in _wording().nouns
        if not common and (dense or word != word.swapcase()):
            return True
    return False


def messages(texts: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The messages that these texts order, each with the words that name its recipient; empty words if nobody is named.
    "Text Ann 'yes' and Bob 'no'" gives two, "Send 'yes' and 'no' to Ann" gives both texts to Ann."""
    for portion in (portion for text in texts for portion in portions(text) if portion.kinds & WRITING):
        yield from _messages_of(portion)


def _messages_of(portion: Portion) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Quotations without a name beside them go to the next name if names stand behind their texts in this order, else
    to the name before. A name without a quotation shares those of the name before or behind it."""
    named, follows = "", True
    quotes, waiting = list[str](), list[str]()
    for at, part in enumerate(side for whole in portion.parts for side in _pieces(whole)):
        quotes_of_part = list(quoted(part))
        if len(quotes_of_part) < 2 and not names_somebody(unquoted(part), first=not at):
            (waiting if follows else quotes).extend(quotes_of_part)
            continue
        shares = follows and bool(quotes) and not waiting and not quotes_of_part  # "'hi' to Ann and Bob"
        follows = shares or (_is_behind(part, first=not at) if quotes_of_part else bool(waiting))
        before, after = (quotes, [*waiting, *quotes_of_part]) if follows else ([*quotes, *waiting], quotes_of_part)
        if before and not shares:
            yield named, tuple(before)
            named = ""
        named, quotes, waiting = f"{named} {part}".strip(), before if shares else after, []
    yield named, (*quotes, *waiting)


def _pieces(part: str) -> Iterator[str]:
    """The sides of a choice with a message each: "text Ann 'yes' or Bob 'no'"."""
    sides = choosing().split(unquoted(part, put=_QUOTE))
    if not all(_QUOTE in side for side in sides):
        yield part
        return
    quotes = iter(list(quoted(part)))
    for side in sides:
        yield re.sub(_QUOTE, lambda _: f"“{next(quotes)}”", side)


def _is_behind(part: str, *, first: bool) -> bool:
    """True if the recipient of a part stands behind its first quotation: "send 'hi' to Ann"."""
    before, *after = unquoted(part, put=_QUOTE).split(_QUOTE)
    return not names_somebody(before, first=first) and any(map(str.isalpha, "".join(after)))


def names_somebody(words: str, *, first: bool) -> bool:
    """True if words without quotations name a person, by name or number; a pronoun names nobody. `first` words begin
    with the verb."""
    return NUMBER.search(words) is not None or _is_named_in(words, frozenset(), dense=True, first=first)
