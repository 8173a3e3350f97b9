"""What a person has told a run to follow: texts that screens have shown and that ask for something, with their place.

An effect that only such a text orders is asked about with the text itself, as it stood on the screen: nothing that a
model says of it counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from agentprog.identity import canon, says
from agentprog.lang.effects.delegation import NEVER, delegates
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.orders import orders
from agentprog.lang.effects.recipients import recipients_in, wording
from agentprog.ports import Action, Element, Role, Screen, TypeText, Window, secrets_in
from agentprog.runtime.safety.parties import body_on
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.safety.texts import visible

_MOST = 200
_FEWEST_SIGNS = 8
_LONGEST = 400


@dataclass(frozen=True, kw_only=True, slots=True)
class Quote:
    """A text that asks for something, on the page of this title; `named`: a person's words name that page."""

    text: str
    title: str
    named: bool = False

    @property
    def told(self) -> str:
        """As a question has it."""
        where = f' of "{visible(self.title)}"' if self.title else ""
        which = "that you told to follow" if self.named else "on a page that your words do not name"
        return f'the text{where} {which} says "{visible(self.text[:_LONGEST])}"'


@dataclass(slots=True)
class Followed:
    """The gate's memory of the texts that a run has come by."""

    _read: dict[tuple[str, str], Quote] = field(default_factory=dict)
    _written: set[str] = field(default_factory=set)
    """What was written into messages because a followed text says it."""

    def look(self, screen: Screen, title: str) -> None:
        """Take in what a page of this title says. What the run has typed itself is nothing that it was told."""
        for element in screen.elements:
            text = " ".join((element.text or element.label).split())
            told = not element.editable and element.role not in (Role.BUTTON, Role.TAB)
            shown = told and element.window in (Window.APP, Window.DIALOG)
            if shown and text != title and len(text) >= _FEWEST_SIGNS:
                self._read.pop((screen.package, text), None)
                self._read[screen.package, text] = Quote(text=text, title=title)
        while len(self._read) > _MOST:
            self._read.pop(next(iter(self._read)))

    def quote(self, about: Iterable[str], theirs: Iterable[str]) -> Quote | None:
        """The text that an effect on these values rests on: of the pages that a person's words name, or of all where
        none of those was seen, the one that says most of the values, of several the last; None where none says any."""
        wanted, said = [one for one in about if one.strip()], tuple(theirs)
        titled = (one for one in self._read.values() if one.title and any(says(text, one.title) for text in said))
        named = [replace(one, named=True) for one in titled]
        best, most = None, 0
        for one in named or self._read.values():
            held = sum(_holds(one.text, value) for value in wanted)
            if held >= max(most, 1):
                best, most = one, held
        return best

    def prepares(self, where: Element | None, text: str, names: Iterable[str], theirs: Iterable[str]) -> bool:
        """Whether this only writes what the followed text says in a field for a recipient or a message: it is asked
        about when it is sent. `names` are those that the phone puts beside a number."""
        known = tuple(names)
        quote = self.quote((text, *known), theirs)
        if where is None or quote is None or not quote.named or not _is_for_messages(where):
            return False
        if not (says(quote.text, text) or any(_holds(quote.text, name) for name in known)):
            return False
        self._written.add(text.strip())
        return True

    def leads_on(self, screen: Screen) -> bool:
        """Whether a page holds nothing but recipients that were written so: there is no message yet to send."""
        fields = [
            e for e in screen.elements if e.editable and e.window in (Window.APP, Window.DIALOG) and e.text.strip()
        ]
        return bool(fields) and not body_on(screen) and all(e.text.strip() in self._written for e in fields)


def _is_for_messages(where: Element) -> bool:
    called = canon(f"{where.label} {where.hint} {re.sub(r'[_/]', ' ', where.resource_id)}")
    return any(says(called, word) for word in (*wording().body, "contact", "recipient", "number"))


def _holds(text: str, value: str) -> bool:
    """Whether a text says a value, or names by a part of it whom it is about."""
    return says(text, value) or any(says(value, one) for one in recipients_in(text))


def never_delegated(risk: Risk, action: Action, person: Iterable[str], policy: Policy) -> str:
    """Why a person is not even asked about this: they told to follow a text, and no text orders such an effect. Empty
    where their own words order it, or the policy names its class."""
    texts = tuple(person)
    secret = risk is Risk.DISCLOSE and isinstance(action, TypeText) and bool(secrets_in(action.text))
    if not (secret or (risk in NEVER and not orders(risk, texts))) or policy.rules.get(risk) is Rule.ALLOW:
        return ""
    if not delegates(texts):
        return ""
    what = "a secret is given" if secret else f"the run may {risk.value}"
    return f"no text that is followed decides whether {what}: say it yourself"
