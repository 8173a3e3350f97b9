"""Finds what a text only holds and puts it into quotation marks, so that it orders nothing.

It stands behind a colon: "add a line to the note: call Bob", "my boss says: delete Ann". An order that is taken back
("No, I mean Bob") is left out, and so is a wish to be asked first, which the gate keeps.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from agentprog.identity import canon, quotes_in, unquoted
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.wordlists import is_dense, tables, whole_words

CONTENTS = frozenset({Risk.CREATE, Risk.EDIT, Risk.SEND, Risk.SHARE, Risk.POST})
"""Kinds of orders that say in their own words what to write."""
_SENTENCES = re.compile(r"(?<=[.!?;。！？；؟])(?:\s+|(?=[^\x00-\x7f]))")
_COLON = re.compile(r"[:：](?=\s*[^\W\d_])|[,，](?=\s)")
_CLAUSE_ENDS = re.compile(r"[,;:，；：、،]")
_ITEM = re.compile(r"\s*(?:[-*•]|\d+[.)])\s+")
_MASK, _UNQUOTED, _BEGIN, _END = "\ufffc", "\ue002", "\ue000", "\ue001"
"""Signs for a quotation, for a quotation that is taken back, and for the beginning and the end of reported words."""
_Kinds = Callable[[str], frozenset[Risk]]


def with_quoted_orders(text: str, kinds: _Kinds) -> str:
    """The text with the orders that it only holds in quotation marks, and without what it takes back. `kinds` returns
    what a clause orders.
    """
    lines: list[str] = []
    below = False
    for line in text.splitlines():
        masked = unquoted(line, put=_MASK)
        if below and _ITEM.match(line):
            quoted = _as_quotation(masked) if _orders(masked, kinds) else masked
        else:
            quoted = _line(masked, kinds)
            below = masked.rstrip().endswith((":", "：")) and _holds(masked.rstrip()[:-1], ":", kinds)
        lines.append(_unmasked(quoted, line))
    return "\n".join(lines)


def wants_to_be_asked(sentence: str) -> bool:
    """True if a person wants to be asked before an effect: "but ask me first"."""
    patterns = _patterns()
    clauses = _CLAUSE_ENDS.split(canon(unquoted(sentence)))
    return any(
        patterns["asked"].search(clause) or (patterns["wishing"].search(clause) and patterns["ahead"].search(clause))
        for clause in clauses
    )


def _unmasked(quoted: str, line: str) -> str:
    """The line with its quotations, and with quotation marks around what it only holds."""
    quotes = [line[quote.start : quote.end] for quote in quotes_in(line)]
    parts, inside = [], False
    for sign in re.split(rf"([{_BEGIN}{_END}{_MASK}{_UNQUOTED}])", quoted):
        if sign in (_BEGIN, _END):
            inside = sign == _BEGIN
        quote = quotes.pop(0) if sign in (_MASK, _UNQUOTED) else ""
        part = {_MASK: quote, _UNQUOTED: "", _BEGIN: "“", _END: "”"}.get(sign, sign)
        parts.append(re.sub("[“”„]", "'", part) if inside and sign != _BEGIN else part)
    return "".join(parts)


def _line(line: str, kinds: _Kinds) -> str:
    found: list[str] = []
    for sentence in filter(None, _SENTENCES.split(line)):
        taken_back = _patterns()["retracting"].match(sentence)
        if taken_back is not None and taken_back.end() < len(sentence):
            found, sentence = [_dropped("".join(found))], sentence[taken_back.end() :]
        found.append(_sentence(sentence, kinds))
    return " ".join(found)


def _sentence(sentence: str, kinds: _Kinds) -> str:
    sentence = _patterns()["asked"].sub("", sentence)
    taken_back = _patterns()["between"].search(sentence)
    if taken_back is not None and taken_back.end() < len(sentence):
        return f"{_dropped(sentence[: taken_back.start()])} {sentence[taken_back.end() :]}"
    for colon in _COLON.finditer(sentence):
        head, rest = sentence[: colon.start()], sentence[colon.end() :]
        if _holds(head, colon.group(), kinds) and _orders(rest, kinds):
            return f"{head}{colon.group()} {_as_quotation(rest.strip())}"
    return sentence


def _holds(head: str, sign: str, kinds: _Kinds) -> bool:
    """True if these words introduce a content or somebody's speech, not an order of the person."""
    clause = canon(re.split(r"[,，;；]", head)[-1].replace(_MASK, ' "" '))
    words = clause.split()
    holds = any(word in tables()["clause"]["teller"] for word in words) or _patterns()["leading"].search(canon(head))
    if _patterns()["saying"].search(clause) and not holds:
        return True
    ordered = kinds(clause)
    return sign in ":：" and bool(ordered) and ordered <= CONTENTS


def _orders(rest: str, kinds: _Kinds) -> bool:
    parts = re.split(r"[,，;；.]|(?<!\w)(?:and|und|y|et)(?!\w)", rest.replace(_MASK, ' "" '))
    return any(kinds(canon(part)) for part in parts)


def _dropped(text: str) -> str:
    """A sign for each quotation of a text that is taken back, so that the next one keeps its own."""
    return _UNQUOTED * text.count(_MASK)


def _as_quotation(text: str) -> str:
    return f"{_BEGIN}{re.sub(f'[{_BEGIN}{_END}]', '', text)}{_END}"


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    clause = tables()["clause"]
    listed = "|".join(map(re.escape, sorted(clause["retracting"], key=len, reverse=True)))
    saying, reflexive = whole_words(clause["saying"]).pattern, "|".join(map(re.escape, clause["self"]))
    wishes = (f"{wish} {first}" for wish in clause["wishing"] for first in clause["ahead"] if not is_dense(wish))
    return {
        "asked": re.compile(whole_words((*clause["asked"], *wishes)).pattern, re.IGNORECASE),
        "wishing": whole_words(clause["wishing"]),
        "ahead": whole_words(clause["ahead"]),
        "leading": whole_words((*tables()["condition"]["if"], *tables()["delegation"]["pronouns"])),
        "saying": re.compile(rf"(?:{saying})(?:\s+(?:to\s+)?(?:{reflexive}))?\s*$"),
        "retracting": re.compile(rf"\s*(?:(?:{listed})\s*[,.;:!，。、—-]+\s*)+", re.IGNORECASE),
        "between": re.compile(rf"\s*[,;，—-]\s*(?:{listed})\s*[,;:!，、—-]+\s*", re.IGNORECASE),
    }
