"""Texts that a person ordered to follow, as screens showed them, with their places.

A question about an effect that only a followed text orders quotes the text as the screen showed it; a model's account
of the text does not count. If a person answers "all", the lines of the text count as their words, for their own
contents only.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from agentprog.frozen import frozen
from agentprog.identity import canon, says
from agentprog.lang.effects.delegation import NEVER, UNTOLD, delegates
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.orders import claims_in, orders
from agentprog.lang.effects.recipients import recipients_in, wording
from agentprog.ports import Action, Element, Role, Screen, TypeText, Window, secrets_in
from agentprog.runtime.safety.parties import body_on
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.safety.texts import visible

_MOST = 200
_FEWEST_SIGNS = 8
_LONGEST = 400
_MARKS = re.compile(r"^(?:(?:[-*+•·]|\d{1,3}[.)]|\[[ xX]?\])\s+)+")
"""Marks at the beginning of a list's line."""


@frozen
class Quote:
    """A text that asks for something, on the page of this title; `named`: a person's words name that page. `lines` are
    the orders that a text may give, from this text or the list that contains it.
    """

    text: str
    title: str
    named: bool = False
    lines: tuple[str, ...] = ()

    @property
    def quotation(self) -> str:
        """The quotation in a question."""
        where = f' of "{visible(self.title)}"' if self.title else ""
        source = "that you told the run to follow" if self.named else "on a page that your words do not name"
        return f'the text{where} {source} says "{visible(self.text[:_LONGEST])}"'


@dataclass(slots=True)
class Followed:
    """The gate's memory of the texts that a run has seen."""

    _read: dict[tuple[str, str], Quote] = field(default_factory=dict)
    _written: set[str] = field(default_factory=set)
    """Texts that the run wrote into messages because a followed text asks for it."""
    _typed: deque[str] = field(default_factory=lambda: deque(maxlen=_MOST))
    _changed: set[tuple[str, str]] = field(default_factory=set)
    """Pages, by package and title, into which the run has written something itself."""
    lines: tuple[str, ...] = ()
    """Lines of followed texts that a person has allowed, as they were shown."""

    def look(self, screen: Screen, title: str) -> None:
        """Record the texts of the page with this title. The run's own entries do not count."""
        if (screen.package, title) in self._changed:
            return
        for element in screen.elements:
            readable = element.role not in (Role.BUTTON, Role.TAB) and element.window in (Window.APP, Window.DIALOG)
            readable = readable and not (element.editable and _is_for_messages(element))
            whole = element.text if element.editable else element.text or element.label
            for quote in _quotes(whole, title) if readable else ():
                if quote.text != title and len(quote.text) >= _FEWEST_SIGNS and not self._is_own(quote.text):
                    self._read.pop((screen.package, quote.text), None)
                    self._read[screen.package, quote.text] = quote
        while len(self._read) > _MOST:
            self._read.pop(next(iter(self._read)))

    def wrote(self, text: str, where: Element | None, package: str, title: str) -> None:
        """Record that the run entered this text in a field of the page with this title."""
        self._typed.append(canon(text))
        if where is None or not _is_for_messages(where):
            self._changed.add((package, title))

    def _is_own(self, text: str) -> bool:
        return any(canon(text) in typed for typed in self._typed)

    def allow(self, lines: Iterable[str]) -> None:
        """Record that a person has allowed everything in these lines."""
        self.lines = tuple(dict.fromkeys((*self.lines, *lines)))

    def quote(self, about: Iterable[str], theirs: Iterable[str]) -> Quote | None:
        """The text that asks for an effect on these values. Pages that a person's words name come first, else all
        pages; of these the text with most of the values, then the latest. None if no text has any.
        """
        values, sentences = [text for text in about if text.strip()], tuple(theirs)
        titled = (page for page in self._read.values() if any(_names(text, page.title) for text in sentences))
        named_pages = [replace(page, named=True) for page in titled]
        best, most = None, 0
        for candidate in named_pages or self._read.values():
            count = sum(_holds(candidate.text, value) for value in values)
            if count >= max(most, 1):
                best, most = candidate, count
        return best

    def prepares(self, where: Element | None, text: str, names: Iterable[str], theirs: Iterable[str]) -> bool:
        """True if this only copies the followed text into a field for a recipient or a message; the question comes when
        it is sent. `names` are the phone's names for a number."""
        known = tuple(names)
        quote = self.quote((text, *known), theirs)
        if where is None or quote is None or not quote.named or not _is_for_messages(where):
            return False
        if not (says(quote.text, text) or any(_holds(quote.text, name) for name in known)):
            return False
        self._written.add(text.strip())
        return True

    def leads_on(self, screen: Screen) -> bool:
        """True if a page has only recipients from a followed text, and no message yet."""
        fields = [
            e for e in screen.elements if e.editable and e.window in (Window.APP, Window.DIALOG) and e.text.strip()
        ]
        return bool(fields) and not body_on(screen) and all(e.text.strip() in self._written for e in fields)


def _names(text: str, title: str) -> bool:
    """True if a text names a page. Apps show a file without its extension, which a person's words may include."""
    plain = canon(title)
    return bool(plain) and (
        says(text, plain) or re.search(rf"(?<![\w.]){re.escape(plain)}\.\w{{1,5}}(?!\w)", canon(text)) is not None
    )


def _quotes(text: str, title: str) -> Iterator[Quote]:
    """A text, and each of its ordering lines if it has several."""
    lines = [_MARKS.sub("", " ".join(line.split())) for line in text.splitlines()]
    ordering = tuple(dict.fromkeys(filter(_may_order, lines)))
    yield Quote(text=" ".join(text.split()), title=title, lines=ordering)
    if len(ordering) > 1:
        yield from (Quote(text=line, title=title, lines=ordering) for line in ordering)


def _may_order(line: str) -> bool:
    """True if a line orders something and orders only what a text may order. The line must be shown whole."""
    kinds = {kind for claim in claims_in(line) for kind in claim.kinds}
    return bool(kinds) and not kinds & UNTOLD and len(line) <= _LONGEST


def _is_for_messages(where: Element) -> bool:
    field_words = canon(f"{where.label} {where.hint} {re.sub(r'[_/]', ' ', where.resource_id)}")
    return any(says(field_words, word) for word in (*wording().body, "contact", "recipient", "number"))


def _holds(text: str, value: str) -> bool:
    """True if a text contains a value, or names the value's person by a part of the name."""
    return says(text, value) or any(says(value, name) for name in recipients_in(text))


def never_delegated(risk: Risk, action: Action, person: Iterable[str], policy: Policy) -> str:
    """Why the gate refuses without a question: a person ordered the run to follow a text, and no text may order this
    effect. Empty if their own words order it, or the policy names its class.
    """
    texts = tuple(person)
    secret = risk is Risk.DISCLOSE and isinstance(action, TypeText) and bool(secrets_in(action.text))
    if not (secret or (risk in NEVER and not orders(risk, texts))) or policy.rules.get(risk) is Rule.ALLOW:
        return ""
    if not delegates(texts):
        return ""
    effect = "a secret is given" if secret else f"the run may {risk.value}"
    return f"a followed text cannot decide whether {effect}: order it yourself"
