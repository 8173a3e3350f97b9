"""Finds the effects that a person's words order, clause by clause.

A verb gives authority only as the order of its clause: at the beginning, or at the end in languages that put the verb
there. "The products in alphabetical order" orders nothing, nor does "cancel nothing", nor "tell me what I paid". A
quotation is a payload and orders nothing either, except in a clause about touching it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from agentprog.frozen import frozen, replace
from agentprog.identity import canon, quoted, unquoted
from agentprog.lang.effects.kinds import BY_PLACE, LOOKING, TO_SOMEBODY, Risk
from agentprog.lang.effects.quoted_orders import with_quoted_orders
from agentprog.lang.effects.wordlists import is_dense, tables, whole_words

_LONGEST_CACHED = 2000
"""Texts up to this many characters share the large cache."""
MOST_KEPT = 8192
"""Size of the cache for short texts. Every value of a program is one; the gate reads each before each action."""
MOST_LONG = 16
"""Size of the cache for long texts: the list of a program, the instruction, a note."""
_INFINITIVE = "en"
"""The ending of a German verb that closes its clause: "den Kontakt löschen"."""


@frozen
class Claim:
    """One order of a person: the effects that its verb may mean (`kinds`), and its clause's quotations (`quotes`)."""

    kinds: frozenset[Risk]
    clause: str
    quotes: tuple[str, ...] = ()


@frozen
class _Table:
    apart: re.Pattern[str]
    apart_as_written: re.Pattern[str]
    touching: re.Pattern[str]
    opening: frozenset[str]
    asking: frozenset[str]
    nothing: frozenset[str]
    using: frozenset[str]
    self_: frozenset[str]
    self_dense: tuple[str, ...]
    not_: frozenset[str]
    reading: frozenset[str]
    sparing: frozenset[str]
    teller: frozenset[str]
    sparing_dense: tuple[str, ...]
    not_anywhere: tuple[str, ...]
    """Words of denial and of asking in scripts without spaces."""
    verbs: dict[Risk, frozenset[str]]
    dense: dict[Risk, tuple[str, ...]]


@cache
def _table() -> _Table:
    data = tables()
    rules = data["clause"]
    joining = "|".join(re.escape(word) for word in sorted(rules["joining"], key=len, reverse=True))
    verbs = {risk: [canon(word) for word in data[risk.value]["words"]] for risk in Risk if risk not in BY_PLACE}
    apart = rf"[.;:!?\n,。；：！？，、؛،]+(?=\s|$|[^\x00-\x7f])|(?<!\w)(?:{joining})(?!\w)|然后|并且|再"
    return _Table(
        apart=re.compile(apart),
        apart_as_written=re.compile(apart, re.IGNORECASE),
        touching=whole_words(data["payload"]["touching"]),
        opening=frozenset(map(canon, rules["opening"])),
        asking=frozenset(map(canon, rules["asking"])),
        nothing=frozenset(map(canon, rules["nothing"])),
        using=frozenset(map(canon, rules["using"])),
        self_=frozenset(map(canon, rules["self"])),
        self_dense=tuple(word for word in map(canon, rules["self"]) if is_dense(word)),
        not_=frozenset(map(canon, rules["not"])),
        reading=frozenset(map(canon, rules["reading"])),
        sparing=frozenset(map(canon, rules["sparing"])),
        teller=frozenset(map(canon, rules["teller"])),
        sparing_dense=tuple(canon(word) for word in rules["sparing"] if is_dense(word)),
        not_anywhere=tuple(canon(word) for word in (*rules["not"], *rules["asking"]) if is_dense(word)),
        verbs={risk: frozenset(word for word in found if not is_dense(word)) for risk, found in verbs.items()},
        dense={
            risk: (
                *(word for word in found if is_dense(word)),
                *(f'{verb} ""' for verb in data[risk.value].get("brief", ())),
            )
            for risk, found in verbs.items()
        },
    )


def is_touching(line: str) -> bool:
    """True if a line orders a touch. Then its quotation names the target and is no payload."""
    return _table().touching.search(canon(unquoted(line))) is not None


def claims_in(text: str) -> tuple[Claim, ...]:
    """The orders of a text. A question, a note or a name has none."""
    return (_read_cached if len(text) <= _LONGEST_CACHED else _long)(text)


def _read(text: str) -> tuple[Claim, ...]:
    return tuple(_claims(text))


_read_cached = lru_cache(maxsize=MOST_KEPT)(_read)
_long = lru_cache(maxsize=MOST_LONG)(_read)


def _claims(text: str) -> Iterator[Claim]:
    table = _table()
    for line in without_quoted_orders(text).splitlines():
        found: list[Claim] = []
        touching = is_touching(line)
        quoted_texts = list(quoted(line))
        unquoted_line = unquoted(line, ' "" ') if not touching else line.replace('"', " ")
        for clause in (side for part in table.apart.split(canon(unquoted_line)) for side in _sides(part or "")):
            if not clause.strip():
                continue
            inside = clause.count('""')
            quotes, quoted_texts = tuple(quoted_texts[:inside]), quoted_texts[inside:]
            if found and inside and not any(map(str.isalpha, clause)):  # "write to Bob: 'hi'"
                found[-1] = replace(found[-1], quotes=(*found[-1].quotes, *quotes))
                continue
            kinds = frozenset(risk for risk in table.verbs if _orders(risk, clause, table, touching))
            if kinds:
                found.append(Claim(kinds=kinds, clause=clause.strip(), quotes=quotes))
        yield from found


def without_quoted_orders(text: str) -> str:
    """The text with its quoted or reported orders in quotation marks, and without the orders that it takes back."""
    return with_quoted_orders(text, clause_kinds)


def clauses_of(sentence: str) -> list[str]:
    """The clauses of a sentence, unchanged, with `""` in place of its quotations."""
    return [clause for clause, _ in sides_of(sentence)]


def sides_of(sentence: str) -> list[tuple[str, bool]]:
    """The clauses of a sentence, each with whether a word of choice joins it to the one before."""
    clauses = (clause for clause in _table().apart_as_written.split(sentence) if clause)
    return [(side, at > 0) for clause in clauses for at, side in enumerate(_sides(clause)) if side.strip()]


@cache
def choosing() -> re.Pattern[str]:
    """The words that leave a choice. A capital letter is not a word of this kind: "Ann O'Neil"."""
    words = sorted(tables()["clause"]["choosing"], key=len, reverse=True)
    spaced = "|".join(re.escape(word) for word in words if not is_dense(word))
    dense = "|".join(re.escape(word) for word in words if is_dense(word))
    return re.compile(rf"(?<!\w)(?:{spaced})(?![\w'’])|{dense}")


def _sides(clause: str) -> list[str]:
    """The clause, divided where an order follows a word of choice: "text Ann 'hi' or call Bob"."""
    found: list[str] = []
    at = 0
    for word in choosing().finditer(clause):
        if clause_kinds(canon(clause[word.end() :])):
            found.append(clause[at : word.start()])
            at = word.end()
    return [*found, clause[at:]]


def clause_kinds(clause: str, *, touching: bool = False) -> frozenset[Risk]:
    """The effects that one clause orders; `clause` is in canonical form."""
    table = _table()
    return frozenset(risk for risk in table.verbs if _orders(risk, clause, table, touching))


def denied(clause: str) -> bool:
    """True if a clause has a word of denial."""
    table = _table()
    return any(word in table.not_ for word in _words(clause)) or any(word in clause for word in table.not_anywhere)


def spares(clause: str) -> bool:
    """True if a clause names things to leave alone: "keep the others", "do not delete Bob", "but not Bob"."""
    table = _table()
    words, apart = _words(clause), table.not_ | table.nothing
    first = _from_verb(words, table)[:1]
    if any(word in apart | table.sparing for word in first) or clause.strip().startswith(table.sparing_dense):
        return True
    remaining = " ".join(word for word in words if word not in apart)
    for word in table.not_anywhere:
        remaining = remaining.replace(word, " ")
    return remaining != " ".join(words) and bool(clause_kinds(remaining))


def _orders(risk: Risk, clause: str, table: _Table, touching: bool) -> bool:
    words = _words(clause)
    if any(word in table.not_ for word in words) or any(word in clause for word in table.not_anywhere):
        return False
    if _is_ones_own(risk, clause, table):
        return False
    if any(word in clause for word in _dense_verbs(risk, clause, table)):
        return True
    if touching:
        return any(_has_word(verb, clause) for verb in table.verbs[risk])
    words = _from_verb(words, table)
    if not words or words[0] in table.asking or any(word in table.nothing for word in words[1:2]):
        return False
    if risk in TO_SOMEBODY and any(word in table.self_ for word in words[:2]):  # "tell me": the run itself answers
        return False
    if words[0] in table.using and "to" in words:  # "use the messenger to send it"
        words = words[words.index("to") + 1 :] or words
    heads = [" ".join(words[:3]), " ".join(words[:2]), words[0]]
    if words[-1].endswith(_INFINITIVE):
        heads.append(words[-1])
    return any(head in table.verbs[risk] for head in heads)


def _is_ones_own(risk: Risk, clause: str, table: _Table) -> bool:
    """True if the person does it themself ("I will send it myself"), or if a draft is written, which sends nothing."""
    own_words, unsent_words, sending = _own_words()
    if next(iter(_words(clause)), "") in table.teller and own_words.search(clause):
        return True
    return risk in TO_SOMEBODY and unsent_words.search(clause) is not None and not sending.search(clause)


@cache
def _own_words() -> tuple[re.Pattern[str], ...]:
    clause = tables()["clause"]
    return whole_words(clause["alone"]), whole_words(clause["unsent"]), whole_words(tables()["send"]["labels"])


def _dense_verbs(risk: Risk, clause: str, table: _Table) -> Iterator[str]:
    """Verbs in scripts without spaces. A verb right before a word for the user does not count: the run answers."""
    for verb in table.dense[risk]:
        if risk not in TO_SOMEBODY or not any(f"{verb}{word}" in clause for word in table.self_dense):
            yield verb


def _words(clause: str) -> list[str]:
    words = (word.strip("'\"()[]{}`*-#>") for word in clause.split())
    return [word for word in words if word]


def _from_verb(words: list[str], table: _Table) -> list[str]:
    """The words of a clause from its verb on."""
    at = 0
    while at < len(words) and (words[at] in table.opening or not words[at][0].isalpha()):
        at += 1
    return words[at:]


def only_reads(texts: Iterable[str]) -> bool:
    """True if every clause is a question or asks to show something. A clause with an unknown verb is neither."""
    table = _table()
    clauses = [clause for text in texts for clause in table.apart.split(canon(unquoted(text))) if clause]
    return all(_reads(clause, table) for clause in clauses)


def asks(clause: str) -> bool:
    """True if a clause begins with a word of asking, or with a wish to see or hear something."""
    return _asks(clause, _table())


def _asks(clause: str, table: _Table) -> bool:
    if any(clause.strip().startswith(word) for word in table.reading if is_dense(word)):
        return True
    every = _words(clause)
    words = _from_verb(every, table)
    return bool(words) and (every[0] in table.asking or words[0] in table.asking | table.reading)


def _reads(clause: str, table: _Table) -> bool:
    every = _words(clause)
    words = _from_verb(every, table)
    if not words or _asks(clause, table):
        return True
    return any(word in table.not_ for word in every) or any(word in table.nothing for word in words[1:2])


def _has_word(verb: str, clause: str) -> bool:
    # Without the first test this compiles a pattern for every verb, more than `re` keeps.
    return verb in clause and re.search(rf"(?<!\w){re.escape(verb)}(?!\w)", clause) is not None


def denies(text: str) -> bool:
    """True if a text only forbids things or asks questions."""
    table = _table()
    clauses = [clause.split() for clause in table.apart.split(canon(unquoted(text))) if clause and clause.strip()]
    apart = table.not_ | table.nothing
    return bool(clauses) and all(words[0] in table.asking or any(word in apart for word in words) for words in clauses)


def orders_something(texts: Iterable[str]) -> bool:
    """True if one of the texts orders an effect other than looking things up and opening them."""
    return any(claim.kinds - LOOKING for text in texts for claim in claims_in(text))


def orders(risk: Risk, texts: Iterable[str]) -> bool:
    """True if one of the texts orders this effect."""
    return any(risk in claim.kinds for text in texts for claim in claims_in(text))
