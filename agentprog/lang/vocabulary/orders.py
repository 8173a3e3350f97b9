"""Recognises words that order something on the phone (`grammars/orders.toml`).

The table has each verb in its dictionary form. The code also recognises its forms in orders: `stell`, `stellen`,
`anstellen`; `pon`, `ponlo`, `enviar`.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from typing import Any

from agentprog import resources

DENSE = "\u2e80"
"""Scripts from this character on put no spaces between words."""
_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_SHORTEST_STEM = 2
_NEAR = 3
"""How many words to look at: a verb and the two words after it."""


class Orders:
    """The words of one language for orders."""

    def __init__(self, table: dict[str, Any]) -> None:
        self._table = table
        self.place = str(table["place"])

    @lru_cache(maxsize=64)  # noqa: B019 - one instance of each language for the life of the process
    def words(self, name: str) -> tuple[str, ...]:
        """One entry of the table, longest words first."""
        found = {word.replace("_", " ") for word in self._table[name].split()}
        return tuple(sorted(found, key=lambda word: (-len(word), word)))

    @cached_property
    def verbs(self) -> frozenset[str]:
        return frozenset(self.words("verbs"))

    @cached_property
    def idle(self) -> frozenset[str]:
        return frozenset(form for word in self.words("idle") for form in (word, folded(word)))

    @lru_cache(maxsize=8)  # noqa: B019 - one instance of each language for the life of the process
    def _stems_in(self, name: str) -> frozenset[str]:
        """The verbs of an entry, as stems."""
        return frozenset(folded(part) for word in self.words(name) for part in (word, *self._stems_of(word)))

    def regex(self, name: str) -> re.Pattern[str]:
        """Pattern for any word of an entry, as a whole, but not inside of a longer word of the language."""
        return _whole(self.words(name), tuple(self._table.get("longer", "").split()))

    @cached_property
    def leads(self) -> re.Pattern[str]:
        return re.compile(rf"\s*(?:{_any(self.words('leads'))})[\s,!]*", re.IGNORECASE)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(folded(stem) for word in self.verbs for stem in self._stems_of(word))

    @cached_property
    def _forms(self) -> frozenset[str]:
        return frozenset(folded(word) for word in self.words("forms"))

    @cached_property
    def _endings(self) -> tuple[str, ...]:
        return (*self.words("endings"), "")

    @cached_property
    def _suffixes(self) -> tuple[str, ...]:
        return ("", *self.words("behind"))

    @cached_property
    def _ahead(self) -> tuple[str, ...]:
        return ("", *map(folded, self.words("ahead")))

    def _stems_of(self, word: str) -> Iterable[str]:
        """The stems of a verb in its dictionary form, plain and as spelled before some endings."""
        ending = next((end for end in self.words("infinitives") if word.endswith(end)), "")
        stem = word[: len(word) - len(ending)]
        yield stem
        for old, new in self._table["changes"]:
            if stem.endswith(old):
                yield stem[: len(stem) - len(old)] + new

    @lru_cache(maxsize=2048)  # noqa: B019 - one instance of each language for the life of the process
    def is_verb(self, word: str) -> bool:
        """True if a word is a verb in a form for orders."""
        plain = folded(word)
        return any(
            self._is_form(plain[len(ahead) : len(plain) - len(after)])
            for ahead in self._ahead
            if plain.startswith(ahead)
            for after in self._suffixes
            if plain.endswith(after)
        )

    def _is_form(self, word: str) -> bool:
        if word in self._forms or (word in self._stems and not self.words("endings")):
            return True
        stems = (word[: len(word) - len(end)] for end in self._endings if word.endswith(end))
        return any(len(stem) >= _SHORTEST_STEM and stem in self._stems for stem in stems)

    def is_weak(self, word: str) -> bool:
        """True if a verb needs an object."""
        plain = folded(word)
        return any(self._is_in("weak", plain[: len(plain) - len(end)]) for end in self._suffixes if plain.endswith(end))

    def _is_in(self, name: str, plain: str) -> bool:
        known = self._stems_in(name)
        return any(plain.endswith(end) and plain[: len(plain) - len(end)] in known for end in self._endings)

    def is_of(self, name: str, verb: str) -> bool:
        """True if a verb is in this entry, in any form."""
        return bool(verb) and self._is_in(name, folded(verb))

    def tells(self, clause: str) -> str:
        """The words that address the person who runs the program: `read me`, `lies mir`, `léeme`; empty if none."""
        verb, *following = [*(word.group() for word in _WORD.finditer(self.without_lead(clause))), ""][:_NEAR]
        hearers = self.words("hearers")
        hearer = next((word for word in following if word.casefold() in hearers), "")
        if hearer and self.is_of("speaks", verb):
            return f"{verb} {hearer}"
        plain = folded(verb)
        ends = (hearer + more for hearer in hearers for more in self._suffixes) if self.words("behind") else ()
        return verb if any(plain.endswith(end) and self._is_in("speaks", plain[: -len(end)]) for end in ends) else ""

    def without_lead(self, clause: str) -> str:
        """Cuts off words like `please` and `then` at the beginning."""
        found = self.leads.match(clause)
        while found and found.end() < len(clause):
            clause = clause[found.end() :]
            found = self.leads.match(clause)
        return clause.strip()

    def verb_of(self, clause: str) -> str:
        """The verb that a clause orders; empty if it orders nothing."""
        order = self.without_lead(clause)
        if self.place == "anywhere":
            return self._dense_verb(order)
        found = [word.group() for word in _WORD.finditer(order)]
        placed = bool(found) and found[0].casefold() in self.words("places")
        ends = self.place == "edges" and bool(found) and found[-1].casefold().endswith(self.words("infinitives"))
        candidates = found if placed else [*found[:1], *(found[-1:] if ends else ())]
        last = found[-1:] if len(found) > 1 and len(self.content(order)) == len(found) - 1 else []
        ends_with = order.rstrip(" .!").endswith
        states = [word for word in last if word.casefold() in self.words("states") and ends_with(word)]
        return next((word for word in candidates if self.is_verb(word)), "") or "".join(states)

    def _dense_verb(self, order: str) -> str:
        """A verb of one character counts only first in the clause, or anywhere after an initial preposition."""
        head = 1 if order[:1] not in "在从用给把将对向帮跟和替以按去" else len(order)
        found = (verb for verb in self.words("verbs") if verb in (order if len(verb) > 1 else order[:head]))
        return next(found, "")

    def content(self, clause: str, but: str = "") -> list[str]:
        """The words that name something: all except the verb, numbers and filler words."""
        if self.place == "anywhere":
            left = clause.replace(but, "", 1) if but else clause
            for word in self.words("idle"):
                left = left.replace(word, "")
            return re.findall(r"[^\W\d]", left)
        found = [word.group() for word in _WORD.finditer(clause)]
        if but in found:
            found.remove(but)
        return [word for word in found if word.casefold() not in self.idle and not word[0].isdigit()]


def folded(word: str) -> str:
    """The word in small letters without accents, since people leave accents out."""
    apart = unicodedata.normalize("NFD", word.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _any(found: Iterable[str], longer: tuple[str, ...] = ()) -> str:
    """A pattern for any of the words: as a whole, or anywhere in scripts without spaces."""
    ordered = sorted(set(found), key=lambda word: (-len(word), word))
    return "|".join(_entry_pattern(word, longer) for word in ordered) or "(?!)"


def _entry_pattern(word: str, longer: tuple[str, ...]) -> str:
    """A pattern for one entry, in which `*` stands for any words. An entry with `!` stands in front of no noun with a
    capital: `mach das` is no part of `Mach das Licht aus`."""
    pattern = re.escape(word.rstrip("!")).replace(r"\*", ".{1,40}")
    noun = r"(?-i:(?!\s[A-ZÄÖÜ]))" if word.endswith("!") else ""
    return rf"(?<!\w){pattern}(?!\w){noun}" if word < DENSE else whole_word(word, longer) + pattern


def whole_word(word: str, longer: tuple[str, ...]) -> str:
    """A pattern that rejects the word at the end of a longer one: 则 in 否则."""
    begins = (other.removesuffix(word) for other in longer if other.endswith(word))
    return "".join(rf"(?<!{re.escape(begin)})" for begin in begins if begin)


@lru_cache(maxsize=64)
def _whole(found: tuple[str, ...], longer: tuple[str, ...] = ()) -> re.Pattern[str]:
    return re.compile(_any(found, longer), re.IGNORECASE)


@cache
def _orders() -> dict[str, Orders]:
    tables = tomllib.loads(resources.read_text("grammars/orders.toml"))
    return {code: Orders(table) for code, table in tables.items()}


def orders(language: str, text: str) -> tuple[Orders, ...]:
    """The possible languages of a sentence. The program's own comes first, since its steps may be in any language."""
    known = _orders()
    if any(sign >= DENSE and sign.isalpha() for sign in text):
        return (known["zh"],)
    first = language if language in known and language != "zh" else "en"
    return (known[first], *(known[code] for code in known if code not in (first, "zh")))


def order_forms(language: str, table: Mapping[str, Any]) -> Callable[[str], tuple[str, ...]]:
    """A function that gives the forms of a verb in orders, by the table `inflected`. Any other word has one form.

    The `verbs` of that table order something of the program, not of a phone.
    """
    if not table["forms"]:
        return lambda word: (word,)
    known = _orders()[language]

    def forms(word: str) -> tuple[str, ...]:
        if word in table["irregular"]:
            return (word, *table["irregular"][word].split("|"))
        if len(word) <= _NEAR or not (word in table["verbs"] or known.is_verb(word)):
            return (word,)
        return tuple(dict.fromkeys((word, *_forms_of(word, table))))

    return forms


def _forms_of(word: str, table: Mapping[str, Any]) -> Iterator[str]:
    for ending, same, changed in table["forms"]:
        if not word.endswith(ending):
            continue
        stem = word[: len(word) - len(ending)]
        for end in same.split("|"):
            yield stem + end
            yield from (stem[: -len(old)] + new + end for old, new in table["spelled"] if stem.endswith(old))
        for end in changed.split("|") if changed else ():
            yield stem + end
            for old, new in table["unstressed"]:
                at = stem.rfind(old)
                if at > 0:
                    yield stem[:at] + new + stem[at + len(old) :] + end


@cache
def asks_for_many() -> re.Pattern[str]:
    """Matches a word of any language by which a question asks for several values."""
    return _whole(tuple(word for table in _orders().values() for word in table.words("many")))


@cache
def _truths() -> dict[str, bool]:
    return {
        word: name == "true" for table in _orders().values() for name in ("true", "false") for word in table.words(name)
    }


def truth_of(text: str) -> bool | None:
    """The truth value of an answer or a state in any language: yes and on are true, no and off false; else None."""
    return _truths().get(text.strip().casefold())
