"""Finds the recipients in a sentence by the words around a name, never by the name itself."""

from __future__ import annotations

import re
from functools import cache

from agentprog.frozen import frozen
from agentprog.identity import canon, quotes_in, unquoted
from agentprog.identity.telephone import NUMBER
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.wordlists import beginnings, is_dense, tables, whole_words

MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
NAME = r"[^\W\d_a-zß-öø-ÿ]\w*(?:['’]\w+)?(?:[ .\-]+[^\W\d_a-zß-öø-ÿ]\w*(?:['’]\w+)?){0,4}"
_LONGEST_QUOTE = 80
"""The longest quoted name, in characters."""
_NEAR = 60
"""How many characters before a quoted name a word can make it a recipient."""


@frozen
class Wording:
    """The words that mark a recipient: alternatives for patterns, and words that are no names."""

    before: str
    before_close: str
    before_in_reply: str
    behind: tuple[tuple[str, re.Pattern[str]], ...]
    """Words that are articles in another language: each counts in a sentence with one of its verbs."""
    verbs: str
    nouns: str
    replies: re.Pattern[str]
    body: tuple[str, ...]
    titles: frozenset[str]
    no_names: frozenset[str]
    beside: frozenset[str]
    books: tuple[str, ...]


@cache
def wording() -> Wording:
    """Reads the table `recipient` of `devices/policy.toml`."""
    data = tables()["recipient"]

    def either(words: list[str]) -> str:
        return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))

    return Wording(
        before=either([word for word in data["before"] if not is_dense(word)]),
        before_close=either([word for word in data["before"] if is_dense(word)]),
        before_in_reply=either([word for word in data["before_in_reply"] if not is_dense(word)]),
        behind=tuple((word, whole_words(verbs)) for word, verbs in data["behind"].items()),
        verbs=either(data["verbs"]),
        nouns=either(data["nouns"]),
        replies=beginnings(data["replies"]),
        body=tuple(data["body"]),
        titles=frozenset(data["titles"]),
        no_names=frozenset((*data["no_names"], *data["nouns"])),
        beside=frozenset(map(canon, data["beside"])),
        books=tuple(data["books"]),
    )


def recipients_in(step: str) -> tuple[str, ...]:
    """The recipients in a sentence: names, numbers or addresses after "to", or right after a verb of sending."""
    rules = wording()
    bare = canon(unquoted(step))
    quoted, plain = _patterns(replies(step), tuple(word for word, verbs in rules.behind if verbs.search(bare)))
    found: dict[str, None] = {}
    for quote in quotes_in(step):
        if len(quote.text) <= _LONGEST_QUOTE and quoted.search(step[max(0, quote.start - _NEAR) : quote.start]):
            found[quote.text.strip(" .,;:!?")] = None
    for match in plain.finditer(unquoted(step)):
        found[next(group for group in match.groups() if group).strip(" .,;:!?")] = None
    names = (without_verbs(name) for name in found)
    return tuple(name for name in names if name and canon(name) not in rules.no_names)


def listed_in(text: str) -> tuple[str, ...]:
    """The recipients in a text, with the other names of the same list: "Ann, Bob and Carl"."""
    found = list(recipients_in(text))
    for one in list(found):
        for match in re.finditer(re.escape(one), text):
            rest = text[match.end() :]
            while (more := _listed().match(rest)) is not None:
                found.append(more[1].strip("\"'“”„‘’«» .;:!?"))
                rest = rest[more.end() :]
    return tuple(dict.fromkeys(name for name in found if name))


@cache
def _listed() -> re.Pattern[str]:
    """Pattern of a joint in a list, and of the name after it."""
    quote = r"[\"'“”„‘’«»]?"
    joint = (
        rf"{quote}\s*(?:[,;&+/、،和与]|(?<!\w)(?:and|und|y|et)(?!\w)|و)+\s*(?:(?:and|und|y|et|to|an|a|à)\s+)?{quote}"
    )
    return re.compile(rf"{joint}({NUMBER.pattern}|{MAIL.pattern}|{NAME})")


def is_party(text: str) -> bool:
    """True if a text is a name, a number or an address, without words that would name another person in a sentence."""
    plain, rules = text.strip(), wording()
    if NUMBER.fullmatch(plain) or MAIL.fullmatch(plain):
        return True
    words = rf"(?<!\w)(?:{rules.before}|{rules.before_in_reply}|{rules.verbs})(?!\w)|{rules.before_close}"
    return re.fullmatch(NAME, plain) is not None and re.search(words, canon(plain)) is None


def without_verbs(name: str) -> str:
    """Cuts off the verb that follows a name directly in a script without spaces."""
    verb = None if name.isascii() else _sending().search(name)
    return name[: verb.start()] if verb else name


@cache
def _sending() -> re.Pattern[str]:
    data = tables()
    return whole_words(word for kind in (Risk.SEND, Risk.CALL) for word in data[kind.value]["words"])


@cache
def _patterns(reply: bool, behind: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Two patterns: the words right before a quoted name, and names, numbers and addresses outside quotes. `behind` are
    words that count besides the others.
    """
    rules = wording()
    number = rf"({NUMBER.pattern}|{MAIL.pattern})"
    nouns = rf"(?:(?i:{rules.nouns})\s+)*"
    words = "|".join((rules.before, *([rules.before_in_reply] if reply else ()), *map(re.escape, behind)))
    before = rf"(?:(?i:(?<!\w)(?:{words}))\s+{nouns}|(?:{rules.before_close})\s*)"
    after = rf"(?i:(?<!\w)(?:{rules.verbs}))\s+{nouns}"
    return re.compile(rf"{before}$"), re.compile(rf"(?:{before}|{after})(?:{number}|({NAME}))")


def replies(step: str) -> bool:
    """True if a sentence is a reply, whose recipient the current conversation gives."""
    plain = canon(unquoted(step))
    return wording().replies.search(plain) is not None
