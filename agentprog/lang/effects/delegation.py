"""Recognises orders that leave the decision to another text: "do what her newest message asks"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from agentprog.identity import canon, unquoted
from agentprog.lang.ast import Template
from agentprog.lang.effects.kinds import LOOKING, Trait, kinds_with
from agentprog.lang.effects.orders import claims_in
from agentprog.lang.effects.wordlists import tables, whole_words

NEVER = frozenset(kinds_with(Trait.RESERVED))
"""Effects that no text on the phone may order, whoever follows it."""
UNTOLD = NEVER | LOOKING
"""NEVER, and effects that let data leave the phone. No text allows them, even if a person orders to follow it."""


@dataclass(frozen=True, slots=True)
class _Wording:
    following: re.Pattern[str]
    pronouns: re.Pattern[str]
    saying: re.Pattern[str]
    instructions: re.Pattern[str]


@cache
def _wording() -> _Wording:
    data = tables()["delegation"]
    return _Wording(**{name: whole_words(map(canon, words)) for name, words in data.items()})


def delegates(texts: Iterable[str]) -> bool:
    """True if one of these texts of a person orders the run to follow another text."""
    sentences = (part for text in texts for part in re.split(r"[.;!?\n。；！？]", canon(unquoted(text))))
    return any(map(_delegates, sentences))


def hands_on(line: Template) -> bool:
    """True if a line of a program names no action of its own: it is one value, or an order to follow one."""
    if len(line.refs) != 1:
        return False
    sentence = "".join(part if isinstance(part, str) else " it " for part in line.parts).strip()
    if sentence == "it":
        return True
    before = canon(line.parts[0] if isinstance(line.parts[0], str) else "")
    follows = before.endswith((":", "：")) and _wording().following.match(before) is not None
    return (follows or delegates([sentence])) and not claims_in(sentence)


def _delegates(sentence: str) -> bool:
    words = _wording()
    verb = words.following.search(sentence)
    if verb is None:
        return False
    rest = sentence[verb.end() :]
    if words.instructions.search(rest):
        return True
    pronoun = words.pronouns.search(rest)
    return pronoun is not None and words.saying.search(rest, pronoun.start()) is not None
