"""Finds the recipients in a sentence by the words around a name, never by the name itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from agentprog.frozen import frozen
from agentprog.identity import canon, quotes_in, unquoted
from agentprog.identity.telephone import NUMBER
from agentprog.lang.effects.amounts import money_words
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.wordlists import DENSE, beginnings, is_dense, tables, whole_words

MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
NAME = r"[^\W\d_a-zß-öø-ÿ]\w*(?:['’]\w+)?(?:[ .\-]+[^\W\d_a-zß-öø-ÿ]\w*(?:['’]\w+)?){0,4}"
_ADDRESS = rf"(?:{NUMBER.pattern}|{MAIL.pattern})"
_JOINT = r"\s*(?:[,;&+/、،和与]|(?<!\w)(?:and|und|y|et)(?!\w)|و)+\s*(?:(?:and|und|y|et|to|an|a|à)\s+)?"
_QUOTE = "\ufffc"
"""Stands for a quoted text."""
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
    articles: tuple[tuple[str, re.Pattern[str]], ...]
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
        articles=tuple((word, whole_words(verbs)) for word, verbs in data["behind"].items()),
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
    unquoted_step = unquoted(step)
    quoted, plain = _patterns(replies(step), _articles_in(step))
    found: dict[str, None] = {}
    for quote in quotes_in(step):
        if len(quote.text) <= _LONGEST_QUOTE and quoted.search(step[max(0, quote.start - _NEAR) : quote.start]):
            found[quote.text.strip(" .,;:!?")] = None
    for match in plain.finditer(unquoted_step):
        name = _before_sum(match, unquoted_step)
        found[_without_brief(name, unquoted_step[match.end() :]).strip(" .,;:!?")] = None
    names = (without_verbs(name) for name in found)
    return tuple(name for name in names if name and canon(name) not in wording().no_names)


def _articles_in(step: str) -> tuple[str, ...]:
    """The words of another language that are articles elsewhere, if the sentence has one of their verbs."""
    unquoted_step = canon(unquoted(step))
    return tuple(word for word, verbs in wording().articles if verbs.search(unquoted_step))


def _before_sum(match: re.Match[str], text: str) -> str:
    """The name that was found, without a sum: the word before a currency, or all after a verb of paying that goes on
    with a recipient: "pay {sum} to Ann".
    """
    name, rest = match["number"] or match["name"], text[match.end() :]
    paying, goes_on = _sums()
    if match["verb"] and paying.match(canon(match["verb"])) and goes_on.match(rest):
        return ""
    return " ".join(name.split()[:-1]) if money_words().unit.match(canon(rest).lstrip()) else name


@cache
def _sums() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns: verbs of paying, and a recipient behind the sum."""
    before, _ = _places(reply=False, articles=())
    return whole_words(tables()[Risk.PAY.value]["words"]), re.compile(rf"\s*{before}(?:{_ADDRESS}|{NAME}|\"\")")


def spelled(sentence: str, known: Iterable[str]) -> str:
    """The sentence with its known names as they are known, wherever a recipient may stand: `to ann and bob`."""
    plain = canon(sentence)
    names = {canon(name): name for name in known if len(name) > 1 and canon(name) in plain}
    if not names:
        return sentence
    quotes = iter([sentence[quote.start : quote.end] for quote in quotes_in(sentence)])
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    before, after = _places(replies(sentence), _articles_in(sentence))
    ends = rf"(?!(?!{DENSE.pattern})\w)"
    place = re.compile(rf"({before}|{after}|(?:(?i:{either}){ends}|{_QUOTE}){_JOINT})(?i:({either})){ends}")
    masked, at = unquoted(sentence, put=_QUOTE), 0
    while (
        found := place.search(masked, at)
    ) is not None:  # "to ann, bob and carl": each name shows the place of the next
        masked, at = masked[: found.start(2)] + names[canon(found[2])] + masked[found.end(2) :], found.start(2)
    return re.sub(_QUOTE, lambda _: next(quotes), masked)


def listed_in(text: str) -> tuple[str, ...]:
    """The recipients in a text, with the other names of the same list: "Ann, Bob and Carl"."""
    found = list(recipients_in(text))
    for listed in list(found):
        for match in re.finditer(re.escape(listed), text):
            rest = text[match.end() :]
            while (more := _listed().match(rest)) is not None:
                found.append(more[1].strip("\"'“”„‘’«» .;:!?"))
                rest = rest[more.end() :]
    return tuple(dict.fromkeys(name for name in found if name))


@cache
def _listed() -> re.Pattern[str]:
    """Pattern of a joint in a list, and of the name after it."""
    quote = r"[\"'“”„‘’«»]?"
    return re.compile(rf"{quote}{_JOINT}{quote}({NUMBER.pattern}|{MAIL.pattern}|{NAME})")


def is_party(text: str) -> bool:
    """True if a text is a name, a number or an address, without words that would name another person in a sentence."""
    plain, rules = text.strip(), wording()
    if NUMBER.fullmatch(plain) or MAIL.fullmatch(plain):
        return True
    words = rf"(?<!\w)(?:{rules.before}|{rules.before_in_reply}|{rules.verbs})(?!\w)|{rules.before_close}"
    return re.fullmatch(NAME, plain) is not None and re.search(words, canon(plain)) is None


def _without_brief(name: str, rest: str) -> str:
    """Cuts off a verb of one sign between a name and a quotation: 给安发"hi"."""
    verb = next((verb for verb in tables()["send"]["brief"] if name.endswith(verb)), "")
    return name.removesuffix(verb) if verb and rest.lstrip().startswith('"') else name


def without_verbs(name: str) -> str:
    """Cuts off the verb that follows a name directly in a script without spaces."""
    verb = None if name.isascii() else _sending().search(name)
    return name[: verb.start()] if verb else name


@cache
def _sending() -> re.Pattern[str]:
    data = tables()
    return whole_words(word for kind in (Risk.SEND, Risk.CALL) for word in data[kind.value]["words"])


@cache
def _patterns(reply: bool, articles: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Two patterns: the words right before a quoted name, and names, numbers and addresses outside quotes. `articles`
    are words that count besides the others.
    """
    before, after = _places(reply, articles)
    return re.compile(rf"{before}$"), re.compile(
        rf"(?:{before}|(?P<verb>{after}))(?:(?P<number>{_ADDRESS})|(?P<name>{NAME}))"
    )


@cache
def _places(reply: bool, articles: tuple[str, ...]) -> tuple[str, str]:
    """Patterns of the words that a recipient follows: small words like "to", and verbs."""
    rules = wording()
    nouns = rf"(?:(?i:{rules.nouns})\s+)*"
    words = "|".join((rules.before, *([rules.before_in_reply] if reply else ()), *map(re.escape, articles)))
    before = rf"(?:(?i:(?<!\w)(?:{words}))\s+{nouns}|(?:{rules.before_close})\s*)"
    return before, rf"(?i:(?<!\w)(?:{rules.verbs}))\s+{nouns}"


def replies(step: str) -> bool:
    """True if a sentence is a reply, whose recipient the current conversation gives."""
    plain = canon(unquoted(step))
    return wording().replies.search(plain) is not None
