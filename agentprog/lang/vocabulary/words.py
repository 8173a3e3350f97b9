"""The words of each human language, read once from the tables beside the grammar (`grammars/*.toml`).

English and Chinese are understood together, German and Spanish each alone. A program is written in the language of its
header.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from typing import Any

from agentprog import resources
from agentprog.lang.vocabulary.figures import Figures
from agentprog.lang.vocabulary.near import NearWords, slips
from agentprog.lang.vocabulary.numerals import Numerals
from agentprog.lang.vocabulary.orders import Orders, folded, order_forms, orders
from agentprog.lang.vocabulary.patterns import Dialect, Pattern

LANGUAGES = ("en", "zh", "de", "es")
"""The languages with a word table, by ISO code."""
CONTROLS = ("button", "field", "checkbox", "switch", "radio", "tab", "slider", "spinner")
"""Roles whose word always means an element, so that `the second button` needs no label."""
WordTable = dict[str, Any]

_QUOTED = r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|`[^`]*`"
_OPTIONAL = re.compile(r"\[[^\[\]]*\]")
_SLOT = re.compile(r"<(\w+)>")
_REF = r"\{[^{}]{1,200}(?:\{[^{}]{1,100}\}[^{}]{0,50}){0,2}\}"


def _one_of(table: WordTable) -> str:
    return "|".join(re.escape(word) for word in sorted(table, key=len, reverse=True))


def _slot_types(table: WordTable, numerals: Numerals) -> dict[str, str]:
    """The regular expression of each slot type in one language."""
    figure = rf"[+-]?(?:{Figures(comma=table['comma']).pattern}|\d{{1,18}}(?:\.\d{{1,18}})?)"
    number = f"{figure}|{numerals.loose}"
    word = r"[^\W\d_][\w'\-]*(?: [\w'\-]+){0,2}?" if table["spaces"] else r"[^\W\d_][\w ]{0,20}?"
    name = r"[\w'\-]+(?: [\w'\-]+){0,5}?" if table["spaces"] else r"[^\s,:\"{]{1,20}?"
    return {
        "any": ".+?",
        "claim": ".+?",
        "stated": r"(?=[{\"]).+?",
        "truth": "|".join(("true", "false", *table["operators"]["TRUE"], *table["operators"]["FALSE"])),
        "named": rf"(?:{_REF}|[^\W\d]\w*)\s?=.+?",
        "count": f"{number}|{_REF}|.{{1,80}}?",
        "multiple": _one_of(table["multiples"]) or "(?!)",
        "ref": _REF,
        "quoted": _QUOTED,
        "number": number,
        "hint": r"\([^(){}\"]{1,60}\)",
        "called": r"\([^()]{0,120}\)",
        "literal": f"{_QUOTED}|{_REF}|{figure}",
        "path": rf"{_QUOTED}|{_REF}|[\w./~\-]{{1,200}}\.\w{{1,6}}",
        "caps": r"(?-i:[A-Z0-9][\w&+'.\-]*(?: [A-Z0-9][\w&+'.\-]*){0,3})",
        "known": rf"{_QUOTED}|[\w&+'.\-]{{1,40}}(?: [\w&+'.\-]{{1,40}}){{0,4}}?",
        "word": word,
        "name": f"{_QUOTED}|{name}",
        "label": f"{_QUOTED}|{_REF}",
        "thing": ".+?",
        "role": _one_of(table["roles"]),
        "control": _one_of({word: role for word, role in table["roles"].items() if role in CONTROLS}),
        "ordinal": _one_of(table["ordinals"]),
        "window": _one_of(table["windows"]),
        "unit": _one_of(table["units"]),
        "key": _one_of(table["keys"]),
        "hardkey": _one_of(table["hardkeys"]),
        "goback": _one_of(table["goback"]),
        "compass": _one_of(table["compass"]),
        "direction": _one_of(table["directions"]),
    }


_SHORTEST_STEM = 2
_CODE = "en"
"""The language whose words people know from programming languages."""
_LONGEST_JOINT = 3
_SIGNS = {"<ref>": "{", "<stated>": '{"'}
"""The signs that a slot without a table begins with."""


class Words:
    """The tables, prepared for the parser. `language` is that of the program, and `own` its table."""

    def __init__(self, tables: dict[str, WordTable]) -> None:
        self.tables = tables
        self.language, self.own = next(iter(tables.items()))
        self.numerals = {code: Numerals(table) for code, table in tables.items()}
        self.dialects = {
            code: Dialect(
                table["spaces"],
                _slot_types(table, self.numerals[code]),
                order_forms(code, table["inflected"]),
                table["accents"],
            )
            for code, table in tables.items()
        }
        self._index: dict[str, list[Pattern]] = {}
        for pattern in self._patterns():
            for key in sorted(
                {line_key(word) for start in pattern.starts for word in self._beginnings(start, pattern)}
            ):
                self._index.setdefault(key, []).append(pattern)
        self.scopes = self._section("scope", "patterns")
        self.known_scopes = self._section("scope", "known")
        self.head_scopes = self._section("scope", "heads")
        self.captures = self._section("capture", "comma")
        self.captures_around = self._section("capture", "around")
        self.questions = self._section("checking", "patterns")
        self.targets = self._section("target", "patterns")
        self.reading_captures = self._section("capture", "reading", form="reading")
        self.verb_last = any(table.get("verb_last", False) for table in tables.values())
        """True if a condition may end with its verb: `{x} größer als 3 ist`."""
        self.figures = Figures(comma=self.own["comma"], either=self.own.get("either", False))
        self.spaced = any(table["spaces"] for table in tables.values())
        scopes = [*self.scopes, *self.known_scopes]
        self.scope_keys = frozenset(line_key(start) for pattern in scopes for start in pattern.starts)
        self.reference_of = self.all("reference", "of")
        self.reference_possessive = self.all("reference", "possessive")
        self.reference_first = frozenset(self.all("reference", "first"))
        self.reference_last = frozenset(self.all("reference", "last"))
        self.says_when = self.all("chain", "never_behind")
        self.not_behind = "".join(rf"(?<!\b{re.escape(word)})" for word in self.says_when)
        """Pattern that rejects words before a `then` between two lines: in `by then` it names a time."""
        self.idioms = frozenset(self.all("inline", "idioms"))

    @cached_property
    def showing(self) -> list[Pattern]:
        """The patterns of a message that is shown for a time."""
        return self._section("showing", "patterns")

    def inflections(self, verb: str) -> tuple[str, ...]:
        """Other forms of a verb in orders: `espere`, `esperar`."""
        endings = self.all("inflected", "endings")
        ending = next((end for end in endings if verb.endswith(end)), "")
        stem = verb[: len(verb) - len(ending)]
        return tuple(stem + end for end in endings) if ending and len(stem) > _SHORTEST_STEM else ()

    def _named(self, form: str, code: str, text: str) -> Pattern:
        return Pattern(form, text, self.dialects[code], code)

    def _section(self, section: str, name: str, *, form: str = "") -> list[Pattern]:
        tables = self.tables.items()
        return [self._named(form or section, code, text) for code, table in tables for text in table[section][name]]

    def _patterns(self) -> Iterator[Pattern]:
        for code, table in self.tables.items():
            for form, entry in table["forms"].items():
                for text in entry["patterns"]:
                    yield self._named(form, code, text)

    def _beginnings(self, start: str, pattern: Pattern) -> list[str]:
        """The texts that a line may begin with: a word, the brace of a variable, or the words of a slot's table."""
        if not start.startswith("<"):
            return [start]
        if start in _SIGNS:
            return list(_SIGNS[start])
        if start == "<number>":
            return [*"0123456789", *self.tables[pattern.language]["numbers"]]
        table = self.tables[pattern.language].get("multiples" if start == "<multiple>" else start[1:-1])
        if not isinstance(table, dict):
            raise ValueError(f"a pattern may not begin with {start}")
        return list(table)

    @lru_cache(maxsize=256)  # noqa: B019 - one instance for the life of the process
    def all(self, section: str, name: str) -> tuple[str, ...]:
        """The words of one entry in all tables, longest first."""
        found = {word for table in self.tables.values() for word in table[section].get(name, ())}
        return tuple(sorted(found, key=lambda word: (-len(word), word)))

    def section(self, name: str) -> dict[str, Any]:
        """A table of words and their meanings, over all languages of this object."""
        return {word: meaning for table in reversed(self.tables.values()) for word, meaning in table[name].items()}

    def operator(self, name: str) -> str:
        """The written form of an operator in the first language."""
        return str(self.own["operators"]["canonical"][name])

    def escaped(self, name: str) -> str:
        """The word that marks a line or a value as a step, a question or code, in the first language."""
        return str(self.own["escape"][name][0])

    def patterns(self, text: str) -> list[Pattern]:
        """The patterns that may match a line with this beginning, in the order of the tables."""
        return self._index.get(line_key(text), [])

    def matches(self, text: str, *forms: str) -> Iterator[tuple[str, re.Match[str]]]:
        """Yields each of these forms that a line has by its words, with its match. Another value may be in its way."""
        for pattern in self.patterns(text):
            found = pattern.match(text) if pattern.form in forms else None
            if found is not None:
                yield pattern.form, found

    def has_form(self, text: str, *forms: str) -> bool:
        """True if a line has one of these forms by its words."""
        return next(self.matches(text, *forms), None) is not None

    def outcome(self, text: str, *, begins: bool = False) -> str:
        """The outcome of the step above that a text, or its beginning, names: `failed`, `worked`, `done`, or
        nothing."""
        match = Pattern.prefix if begins else Pattern.match
        return next(
            (name for name, patterns in self._outcomes.items() if any(match(pattern, text) for pattern in patterns)), ""
        )

    @cached_property
    def _outcomes(self) -> dict[str, list[Pattern]]:
        return {name: self._section("failing", name) for name in ("failed", "worked", "done")}

    def orders_nothing(self, text: str) -> bool:
        """True for `leave it as it is`."""
        return any(pattern.match(text) for pattern in self._nothing)

    @cached_property
    def _nothing(self) -> list[Pattern]:
        return self._section("itself", "nothing")

    @cached_property
    def countings(self) -> list[Pattern]:
        """Patterns of a loop's head with the step by which it counts."""
        return self._section("counting", "steps")

    def corrections(self, text: str, name: str = "lines") -> list[tuple[Pattern, str]]:
        """Patterns that are no STP and may match a text with this beginning, each with the STP that says the same."""
        own = self._corrections.get((name, line_key(text)), [])
        if _CODE in self.tables or name != "lines":
            return own
        return [*own, *words(_CODE).corrections(text, name)]

    @cached_property
    def _corrections(self) -> dict[tuple[str, str], list[tuple[Pattern, str]]]:
        found: dict[tuple[str, str], list[tuple[Pattern, str]]] = {}
        for code, table in self.tables.items():
            for name, pairs in table["meant"].items():
                for text, canonical in pairs:
                    pattern = self._named("meant", code, text)
                    starts = (beginning for start in pattern.starts for beginning in self._beginnings(start, pattern))
                    for key in sorted({line_key(start) for start in starts}):
                        found.setdefault((name, key), []).append((pattern, canonical))
        return found

    @cached_property
    def target_signs(self) -> re.Pattern[str]:
        """Pattern of the signs that an element has more than a role: a text, a variable, a number."""
        ordinals = "|".join(re.escape(word) for word in self.section("ordinals"))
        return re.compile(rf"[\"'`{{\d]|{ordinals}", re.IGNORECASE)

    @cached_property
    def near(self) -> NearWords:
        """The words of constructs, to be found by a misspelt word."""
        found = {word for patterns in self._index.values() for pattern in patterns for word in pattern.words}
        for name in ("units", "keys", "compass", "directions", "multiples", "numbers"):
            found |= {part for word in self.section(name) for part in word.split()}
        return NearWords(
            found,
            self.all("known", "words"),
            denials=self.all("itself", "absent"),
            persons=self.all("inflected", "persons"),
        )

    @lru_cache(maxsize=256)  # noqa: B019 - as above
    def joints_like(self, word: str) -> tuple[str, ...]:
        """The short words between the slots of exact lines (`to`, `by`, `in`) of which this is a slip; empty for a
        word that has a meaning of its own in the tables."""
        if not self.spaced or word in self.near or len(word) > _LONGEST_JOINT + 1:
            return ()
        return tuple(joint for joint in self._joints if slips(word, joint, most=1) == 1)

    @cached_property
    def _joints(self) -> tuple[str, ...]:
        patterns = {pattern for found in self._index.values() for pattern in found}
        joints = {word for pattern in patterns for word in pattern.words if 1 < len(word) <= _LONGEST_JOINT}
        return tuple(sorted(joints))

    @lru_cache(maxsize=32)  # noqa: B019 - as above
    def starts_of(self, forms: frozenset[str]) -> frozenset[str]:
        """The words at the beginning of lines of these forms."""
        found = {pattern for patterns in self._index.values() for pattern in patterns if pattern.form in forms}
        return frozenset(start for pattern in found for start in pattern.starts if not start.startswith("<"))

    def words_of_forms(self, forms: frozenset[str]) -> frozenset[str]:
        """All words in the patterns of these forms, in small letters."""
        found = {pattern for patterns in self._index.values() for pattern in patterns if pattern.form in forms}
        return frozenset(word for pattern in found for word in pattern.words)

    def canonical(self, form: str) -> str:
        """A line of this form, or the phrase of this section, in the first language: `Sort <source>[ by <key>]`."""
        return str((self.own["forms"].get(form) or self.own.get(form, {})).get("canonical", ""))

    def written(self, form: str, **slots: str) -> str:
        """The canonical line without its optional parts, with the slots filled in: `Set {x} to <value>`."""
        return _SLOT.sub(lambda slot: slots.get(slot[1], slot[0]), _OPTIONAL.sub("", self.canonical(form)))

    def lexicon(self, text: str) -> Orders:
        """The words for orders in the language of a text."""
        return orders(self.language, text)[0]

    def meaning(self, section: str, word: str) -> Any:
        """The meaning of a word in a slot table (`units`, `keys`, `numbers`, ...), or None."""
        plain = re.sub(r"\s+", " ", word.lower())
        for code, table in self.tables.items():
            plain_form = self.dialects[code].plain
            found = next(
                (entry for entry in table[section] if plain == entry or plain_form(plain) == plain_form(entry)), None
            )
            if found is not None:
                return table[section][found]
        return None

    def numeral(self, text: str) -> int | float | None:
        """The value of a number in words; None for any other text."""
        found = (numerals.value(text) for numerals in self.numerals.values())
        return next((value for value in found if value is not None), None)


_KEY = re.compile(r"[a-zß-öø-ÿ]+|.", re.IGNORECASE | re.DOTALL)


def line_key(text: str) -> str:
    """The first word of a text in Latin letters, else its first character."""
    found = _KEY.match(text)
    return folded(found.group()) if found else ""


_TOGETHER = ("en", "zh")
"""Languages that are understood together, since no word of one can be mistaken for a word of the other."""


def words(language: str = "en") -> Words:
    """The tables for parsing a program in this language, read on first use."""
    others = (other for other in _TOGETHER if language in _TOGETHER and other != language)
    return _read((language, *others))


@lru_cache(maxsize=8)
def _read(languages: tuple[str, ...]) -> Words:
    return Words({code: table_of(code) for code in languages})


@cache
def table_of(language: str) -> WordTable:
    """The table of one language as its file has it."""
    return tomllib.loads(resources.read_text(f"grammars/{language}.toml"))
