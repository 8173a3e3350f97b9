"""Decides whether words name a thing, whole and as the object of an order. "Old plans" does not name a note "plans",
and "Anna Berg" does not name a contact "Anna". "All notes other than Plans" names Plans as an exception.

The words before a name show its position in the sentence; they are closed classes (`[place]` in `devices/policy.toml`).
An unclear position counts against the name, so that the gate asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from agentprog.frozen import frozen
from agentprog.identity import canon, quoted, says, unquoted, words_of
from agentprog.lang.effects.wordlists import is_dense, tables

_EDGES = "'\"()[]{}*«»„“”‚‘’"
_STOPS = ".,;:!?，。；：！？、،؛؟"
_COMMAS = (",", "،", "、")
_BETWEEN = re.compile(r"\s*[,;\n]\s*|\s+(?:and|or|und|oder|y|o|et|ou|&)\s+", re.I)
"""Stands between the items of a quotation that lists several."""


@frozen
class _Wording:
    belonging: frozenset[str]
    beyond: frozenset[str]
    joining: frozenset[str]
    passed: frozenset[str]
    every: frozenset[str]
    ways: frozenset[str]
    """The words for on and off."""


@cache
def _wording() -> _Wording:
    place, data = tables()["place"], tables()
    every = frozenset(word for words in data["sink"]["every"] for word in canon(words).split())
    ways = frozenset(map(canon, (*data["sink"]["on"], *data["sink"]["off"])))
    belonging, beyond, joining, passed = (
        frozenset(map(canon, place[name])) for name in ("belonging", "beyond", "joining", "passed")
    )
    return _Wording(belonging=belonging, beyond=beyond, joining=joining, passed=passed, every=every, ways=ways)


def names_whole(texts: Iterable[str], name: str, *, going: bool = False) -> bool:
    """True if one of the texts contains the whole name, not as part of a longer one. `going`: as the object of a
    removal, so not after a word like "after", "to" or "instead of".
    """
    folded = canon(name).strip(f" {_STOPS}")
    return bool(folded) and any(says(text, name) and _by_itself(text, folded, going=going) for text in texts)


def means_with_all(texts: Iterable[str], name: str, spared: Iterable[str] = ()) -> bool:
    """True if texts that order an effect on everything include this thing. They do if they do not name it, or name it
    as the owner of the rest ("all texts from Ann") or in a list ("all of these: Ann, Bob"). `spared` are their parts
    with exceptions.
    """
    folded = canon(name).strip(f" {_STOPS}")
    if names_whole(spared, name):
        return False
    naming = [text for text in texts if says(text, name) and _by_itself(text, folded, going=False)]
    return all(_belongs(text, folded) for text in naming)


def _by_itself(text: str, name: str, *, going: bool) -> bool:
    quotes = list(quoted(text))
    listed = any(name == canon(part).strip(" .") for quote in quotes for part in (quote, *_BETWEEN.split(quote)))
    unquoted_text = text if listed else unquoted(text, ' "" ')
    if not says(unquoted_text, name):
        return False
    places = list(_places(unquoted_text, name))
    free = [place.before for place in places if listed or not place.goes_on]
    if not places:
        return not (going and _is_beyond_in_a_dense_script(text, name))
    return any(not going or not _is_beyond(before) for before in free)


@frozen
class _Place:
    """A position of a name in a text. `goes_on`: the next word looks like part of the name; `closes`: the clause ends
    with it, or a list continues after it.
    """

    before: Sequence[str]
    goes_on: bool
    closes: bool


def _places(text: str, name: str) -> Iterator[_Place]:
    """The positions of a name that consists of whole words; in a script without spaces, and in a possessive, there are
    none.
    """
    words, size = text.split(), len(name.split())
    for at in range(len(words) - size + 1):
        passage, after = " ".join(words[at : at + size]), words[at + size : at + size + 1]
        if canon(passage).strip(_STOPS + _EDGES) == name:
            stops = passage.endswith(tuple(_STOPS))
            goes_on = bool(after) and not passage.endswith((*_STOPS, *_EDGES)) and _is_like_a_name(after[0])
            closes = stops or not after or _plain(after[0]) in _wording().joining
            yield _Place(before=words[:at], goes_on=goes_on, closes=closes)


def _is_like_a_name(word: str) -> bool:
    word_alone = word.strip(_EDGES + _STOPS)
    return (
        len(word_alone) > 1
        and word[0].isupper()
        and bool(words_of(word_alone))
        and canon(word_alone) not in _wording().ways
    )


def _plain(word: str) -> str:
    return canon(word).strip(_EDGES + _STOPS)


def _led_by(before: Sequence[str]) -> list[str]:
    """The last words before a name, without the items of its list and without articles; the nearest comes first."""
    words, wording = list(before), _wording()
    while words and (_plain(words[-1]) in wording.joining or words[-1].endswith(_COMMAS)):
        if _plain(words[-1]) in wording.joining:
            words.pop()
        while words and _is_like_a_name(words[-1].lstrip(_EDGES)):
            words.pop()
        if words and words[-1].endswith(_COMMAS) and not _is_like_a_name(words[-1].lstrip(_EDGES)):
            return []
    found: list[str] = []
    for word in reversed(words):
        if word.endswith(tuple(_STOPS)):
            found.append(":" if word.endswith((":", "：")) and not found else "")
            break
        if _plain(word) not in wording.passed:
            found.append(_plain(word))
    return found


def _is_beyond(before: Sequence[str]) -> bool:
    """True if a word before the name takes it out of the order; one noun may stand between."""
    lead = _led_by(before)[:2]
    return any(word in _wording().beyond for word in lead) or (bool(lead) and _ends_beyond(lead[0]))


def _ends_beyond(text: str) -> bool:
    """The same, in a script without spaces."""
    return any(is_dense(word) and text.endswith(word) for word in _wording().beyond)


def _belongs(text: str, name: str) -> bool:
    wording, places = _wording(), list(_places(text, name))
    if not places:
        return not _is_apart_in_a_dense_script(text, name)
    for place in places:
        lead = _led_by(place.before)[:2]
        if place.before and place.before[-1].endswith(_COMMAS) and not place.closes:
            return False
        if lead and (lead[0] in wording.belonging | wording.every or lead[0] == ":"):
            continue
        if len(lead) > 1 and lead[1] in wording.belonging:
            continue
        return False
    return True


def _is_beyond_in_a_dense_script(text: str, name: str) -> bool:
    return _ends_beyond(canon(text).partition(name)[0].rstrip(_EDGES + " "))


def _is_apart_in_a_dense_script(text: str, name: str) -> bool:
    """True if a name in a script without spaces is not followed by 的, which would make the rest its possession."""
    plain = canon(text)
    at = plain.find(name)
    rest = plain[at + len(name) :].lstrip(_EDGES + " ") if at >= 0 else ""
    return at >= 0 and is_dense(plain) and not rest.startswith("的")
