"""Orders that depend on a text: "if her message says 'yes', text Bob 'ok'" orders nothing before a screen shows "yes".

Only a condition with a quotation is compared with the screens. A model's account of them counts for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from agentprog.frozen import frozen
from agentprog.identity import canon, quoted, says, unquoted
from agentprog.lang.effects.delegation import delegates
from agentprog.lang.effects.kinds import LOOKING, TO_SOMEBODY, Risk
from agentprog.lang.effects.orders import claims_in
from agentprog.lang.effects.quoted_orders import wants_to_be_asked
from agentprog.lang.effects.wordlists import is_dense, tables
from agentprog.ports import Screen, Window
from agentprog.runtime.safety.texts import visible

ASK_FIRST = "your words want to be asked first"
_RECORDS = frozenset({Risk.CREATE, Risk.EDIT, Risk.SETTING})
"""Orders whose touches have the class of the touched place, or none."""
_QUOTE = '""'
_SENTENCES = re.compile(r"(?<=[.!?;。！？；؟])(?:\s+|(?=[^\x00-\x7f]))|\n+")
_END = re.compile(r"[,:;，：；،]")


@frozen
class Sentence:
    """A sentence of a person: the effects that it orders, and the texts of which one must be read first. `asked`: the
    person wants to be asked before. `delegates`: it orders what a text on the phone says.
    """

    kinds: frozenset[Risk]
    quotes: tuple[str, ...] = ()
    asked: bool = False
    delegates: bool = False

    def may_order(self, risk: Risk) -> bool:
        """True if it may order an effect of this class. The touch that saves a record has the class of its place."""
        records = bool(self.kinds & _RECORDS) and not self.kinds & TO_SOMEBODY
        return risk in self.kinds or (risk in (Risk.CHANGE, *_RECORDS) and records) or self.delegates


@dataclass(slots=True)
class Conditions:
    """The condition texts that screens have shown, as the gate remembers them. Field contents do not count, since the
    run may have typed them.
    """

    _read: set[str] = field(default_factory=set)

    def look(self, screen: Screen, person: Iterable[str]) -> None:
        """Record which quotations of a person's conditions a screen shows."""
        quotes = {quote for text in person for sentence in sentences(text) for quote in sentence.quotes} - self._read
        if not quotes:
            return
        shown = [e.text or e.label for e in screen.elements if not e.editable and e.window is not Window.KEYBOARD]
        self._read |= {quote for quote in quotes if any(says(text, quote) for text in shown)}

    def about(self, risk: Risk, person: Iterable[str]) -> str:
        """Why this effect is too early: no screen has shown the text that every ordering sentence waits for. Empty if
        one sentence orders it without a condition, or none orders it.
        """
        ordering = [sentence for text in person for sentence in sentences(text) if risk in sentence.kinds]
        if not ordering or not all(sentence.quotes and self._read.isdisjoint(sentence.quotes) for sentence in ordering):
            return ""
        return f'your words want it only if "{visible(ordering[0].quotes[0])}" is read, and no screen has shown that'


@lru_cache(maxsize=256)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text that order something."""
    return tuple(_sentences(text))


def _sentences(text: str) -> Iterator[Sentence]:
    quotations = list(quoted(text))
    for part in _SENTENCES.split(unquoted(text, f" {_QUOTE} ")):
        quotes, quotations = quotations[: part.count(_QUOTE)], quotations[part.count(_QUOTE) :]
        whole = _filled(part, quotes)
        kinds = frozenset(kind for claim in claims_in(whole) for kind in claim.kinds)
        is_asked, delegating = wants_to_be_asked(part), delegates([whole])
        if kinds or is_asked or delegating:
            yield Sentence(kinds=kinds, quotes=_needed(part, quotes), asked=is_asked, delegates=delegating)


def wait_for_a_yes(risk: Risk, person: Iterable[str]) -> str:
    """Why a person has to say yes to this effect even if their words order it; empty if they need not. A sentence that
    orders nothing else ("Ask me first.") is about every order of its text.
    """
    for text in person:
        found = sentences(text)
        all_of_them = any(
            sentence.asked and not sentence.kinds - LOOKING and not sentence.delegates for sentence in found
        )
        if any((sentence.asked or all_of_them) and sentence.may_order(risk) for sentence in found):
            return ASK_FIRST
    return ""


def _filled(part: str, quotes: Iterable[str]) -> str:
    left = iter(quotes)
    return re.sub(_QUOTE, lambda _: f'"{next(left, "")}"', part)


def _needed(part: str, quotes: list[str]) -> tuple[str, ...]:
    """Quotations in the condition of a sentence; empty if the condition is about an absence."""
    begin = _word("if").search(part)
    if begin is None:
        return ()
    end = _END.search(part, begin.end())
    condition = part[begin.start() : end.start() if end else len(part)]
    if _word("absent").search(canon(condition)):
        return ()
    first = part[: begin.start()].count(_QUOTE)
    return tuple(quotes[first : first + condition.count(_QUOTE)])


@cache
def _word(table: str) -> re.Pattern[str]:
    data = tables()
    words = list(data["condition"][table])
    if table == "absent":
        words += [*data["clause"]["not"], *data["clause"]["nothing"]]
    words.sort(key=len, reverse=True)
    dense = [re.escape(word) for word in words if is_dense(word)]
    spaced = [re.escape(word) for word in words if not is_dense(word)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(spaced)})(?!\w)|{'|'.join(dense)}", re.IGNORECASE)
