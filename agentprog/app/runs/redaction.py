"""Removes personal data from a run's record; equal words get equal placeholders.

The list of words that may stay is known: those of our own prompts and of the language. A placeholder replaces every
other word, every number, and every word that was typed, read or stored in a variable. So names are removed without
being recognised.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from agentprog import resources
from agentprog.app.settings.model import KEYS
from agentprog.ports import ACTIONS, Element, PointTarget
from agentprog.runtime.journal.events import EVENTS
from agentprog.runtime.roles import Act, BeliefChange, Code, Next, StepDone, StepStuck

_WORD = re.compile(r"\w+")
_STRUCTURE_WORDS = "a an the in of to and or is it on for at as with app by from this that if not"
_STRUCTURE = frozenset(_STRUCTURE_WORDS.split())
"""Words that hold a sentence together and mean nothing alone: they stay, whoever used them."""
_VERBATIM_WORDS = (
    "type kind tier operation status source provenance change scope risk outcome role class_name "
    "resource_id package activity window origin purpose finish media_type context form mode android "
    "started_at finished_at taken_at record how consent direction key orientation manager rotation "
    "reason_code language"
)
_VERBATIM = frozenset(_VERBATIM_WORDS.split())
"""Fields with one of agentprog's own words, a name from a developer, or a time."""
_IN_PROMPTS_WORDS = "role purpose finish media_type"
_IN_PROMPTS = frozenset(_IN_PROMPTS_WORDS.split())
"""The same fields in model calls, whose other contents are free text."""
_ALIASES = {"signature": "screen", "before": "screen", "after": "screen", "node": "node", "digest": "text"}
"""Hashes of removed texts could confirm a guess; each gets another name."""
_VALUES_WORDS = "value answer inputs"
_VALUES = frozenset(_VALUES_WORDS.split())
"""Keys whose numbers are somebody's data."""
_PICTURES = frozenset(("image", "$image"))


class Redactor:
    """Redactor of one run: a placeholder means the same throughout it. No word of `literals` may stay.

    Words are compared by their letters alone, and each is removed by itself.
    """

    def __init__(self, literals: Iterable[str]) -> None:
        folded = [literal.casefold() for literal in literals]
        self._taken = {word for literal in folded for word in _WORD.findall(literal)}
        self._kept = (_vocabulary() - self._taken) | _STRUCTURE
        phrases = {p for p in folded if len(words := _WORD.findall(p)) > 1 and set(words) <= _STRUCTURE}
        longest = sorted(phrases, key=len, reverse=True)
        self._pattern = re.compile("|".join([*(rf"\b{re.escape(p)}\b" for p in longest), r"\w+"]), re.IGNORECASE)
        self._names: dict[tuple[str, str], str] = {}
        self._counts: Counter[str] = Counter()

    def text(self, text: str) -> str:
        """The text with placeholders: `w7` for a word, `n3` for anything with a digit, in angle brackets."""
        return self._pattern.sub(self._word, text)

    def _word(self, found: re.Match[str]) -> str:
        word = found.group().casefold()
        if any(char.isdigit() for char in word):
            return self.name("n", word)
        if not _WORD.fullmatch(word):
            return self.name("w", word)
        parts = set(word.split("_")) - {""}
        if word in self._kept or (word not in self._taken and parts and parts <= self._kept):
            return found.group()
        return self.name("w", word)

    def name(self, kind: str, value: str) -> str:
        """The placeholder for this value."""
        if (kind, value) not in self._names:
            self._counts[kind] += 1
            self._names[kind, value] = f"‹{kind}{self._counts[kind]}›"
        return self._names[kind, value]

    def data(self, data: Any, *, prompt: bool = False, key: str = "", owned: bool = False) -> Any:
        """JSON data without personal parts. `prompt`: from a model call; `owned`: its numbers are somebody's data."""
        if isinstance(data, dict):
            return {
                self._key(name): self.data(value, prompt=prompt, key=name, owned=owned or name in _VALUES)
                for name, value in data.items()
            }
        if isinstance(data, list):
            return [self.data(item, prompt=prompt, key=key, owned=owned) for item in data]
        if isinstance(data, str):
            return self._string(data, key, _IN_PROMPTS if prompt else _VERBATIM)
        if owned and isinstance(data, int | float) and not isinstance(data, bool):
            return self.name("n", str(data))
        return data

    def _string(self, text: str, key: str, verbatim: frozenset[str]) -> str:
        if key in verbatim or not text:
            return text
        if key in _PICTURES:
            return ""
        if key in _ALIASES and verbatim is _VERBATIM:
            return self.name(f"{_ALIASES[key]} ", text)
        if key == "model" and not set(text) & set("/\\"):
            return text
        return self.text(text)

    def _key(self, name: str) -> str:
        return name if name in _fields() else self.text(name)


def personal(events: Iterable[dict[str, Any]], screens: Iterable[dict[str, Any]], program: str) -> list[str]:
    """The texts of a run that must not stay: texts that were typed, read from a screen, stored in a variable, sent as a
    remark, or quoted in its program."""
    found = [*program.split('"')[1::2]]
    for event in events:
        found += _strings({name: event[name] for name in ("what", "move") if isinstance(event.get(name), dict)}, _TYPED)
        found += _strings({name: event[name] for name in ("inputs", "value", "answer", "item") if name in event}, None)
        if event["type"] == "VariableSet":
            found.append(event["preview"].partition(" = ")[2].rpartition(" (")[0])
        if event["type"] == "Told":
            found.append(event["text"])
        if event["type"] == "SeenTogether":
            found += [*event.get("names", ()), *(row["said"] for row in event.get("rows", ()))]
    for screen in screens:
        elements = (e for e in screen["elements"] if e.get("window") != "keyboard")
        found += [str(e[name]) for e in elements for name in ("label", "text", "hint", "description") if e.get(name)]
    return sorted({text.strip() for text in found if len(text.strip()) > 1})


_TYPED_WORDS = "text url label hint description evidence expectation"
_TYPED = frozenset(_TYPED_WORDS.split())


def _strings(data: Any, names: frozenset[str] | None, key: str = "") -> list[str]:
    """The strings in data; with field names, only those in these fields."""
    if isinstance(data, dict):
        return [text for name, value in data.items() for text in _strings(value, names, name)]
    if isinstance(data, list):
        return [text for item in data for text in _strings(item, names, key)]
    if isinstance(data, bool) or data is None or (names is not None and key not in names):
        return []
    return [str(data)]


@cache
def _vocabulary() -> frozenset[str]:
    """The vocabulary of our prompts and of the language, in lower case only: a name has a capital."""
    files = [*resources.folder("prompts").glob("*.jinja"), *resources.folder("grammars").glob("*")]
    texts = [path.read_text(encoding="utf-8") for path in files]
    fields = " ".join(name for field in _fields() for name in field.split("_"))
    return frozenset(word for text in (*texts, fields) for word in _WORD.findall(text) if word.islower())


@cache
def _fields() -> frozenset[str]:
    """The names of all fields in a record."""
    moves = (Act, BeliefChange, Code, Next, StepDone, StepStuck)
    classes: tuple[Any, ...] = (*EVENTS, *ACTIONS, *moves, Element, PointTarget)
    ours = {field.name for cls in classes for field in dataclasses.fields(cls)}
    return frozenset(ours | _VERBATIM | _IN_PROMPTS | _VALUES | set(_OTHERS.split()) | set(KEYS))


_OTHERS = (
    "n schema run setup prompts totals outcome exit_code apps models device replay of repeated asked policy default "
    "rules code_folder width height sdk title keyboard issues "
    "elements detail request messages parts image temperature max_tokens grammar stop candidates baseline usage prompt "
    "cached completion reasoning reply scores text error redacted vision scoring prefill tokenizer space small "
    "label aliases"
)
"""Keys of the manifest, of a screen's record and of a model call's."""
