"""Forms that a run fills: their record, refused entries, and forms that were already saved.

A form must contain what a person ordered, belong to the record that they named, and be saved once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from agentprog.identity import canon, words_of
from agentprog.lang.effects.amounts import amounts_in, written_in
from agentprog.lang.effects.kinds import LOOKING, Risk
from agentprog.ports import Action, Element, OpenApp, OpenLink, PressKey, Role, Screen, Tap, TypeText, Window
from agentprog.runtime.safety.committing import Shape, is_search, shape_of
from agentprog.runtime.safety.coverage import Words, entered_on, is_named, means_all, orders_several, said, short
from agentprog.runtime.safety.forms.entered import row_of
from agentprog.runtime.safety.forms.values import lines, parts_of
from agentprog.runtime.safety.parties import says_body
from agentprog.runtime.safety.risk import changes_something, risk_table

_CLOCK = re.compile(r"(?<![\d.,])(?P<hour>\d{1,2})(?: ?: ?(?P<minute>\d{2})(?!\d)| ?(?=[ap]\.?m\b))")
_STEM = 4
"""Letters that two words of one stem share at least."""
_FEWEST_WORDS = 3
"""A text with this many words comes from a person; it is not a form's initial value."""
_SINGLE = "1"
_REMOVING = frozenset((Risk.DELETE, Risk.BLOCK))
_TO_SOMEBODY = frozenset((Risk.SEND, Risk.CALL))
_ALSO = frozenset((Risk.SHARE, Risk.POST))
"""Effects that a verb of sending may also mean."""
KEEPING = (Shape.FORM, Shape.BESIDE, Shape.MAIN)
"""Places of buttons that save a form, whatever their labels."""


@dataclass(slots=True)
class Forms:
    """The gate's memory of the forms of one run, by their apps."""

    _refused: set[tuple[str, str]] = field(default_factory=set)
    _typed: set[str] = field(default_factory=set)
    _opened: dict[str, str] = field(default_factory=dict)
    """The last touched row: a form that comes up belongs to it."""
    _saved: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    _keeping: tuple[str, tuple[str, ...]] | None = None
    _over: str = ""
    """The app of the last form that no window covered."""
    _title: str = ""
    _values: dict[tuple[str, str], tuple[str, bool]] = field(default_factory=dict)
    """By app and part of its page: the value, also out of sight, and whether it was chosen."""
    _perhaps_left: bool = False
    """True if a button was touched since: if the next page has none of these parts, it is another form."""
    _value: str = ""
    """Text of the last touched part of a form: the value with which a list of choices begins."""

    def look(self, screen: Screen) -> None:
        """Record a page without a window over it."""
        if any(element.window is Window.DIALOG for element in screen.elements):
            return
        package = screen.package
        parts = {(package, part): (value, chosen) for part, value, chosen in parts_of(screen)}
        if self._perhaps_left and not parts.keys() & self._values.keys():
            self._values.clear()
        self._perhaps_left = False
        self._values |= parts
        if any(element.editable and not is_search(element) for element in screen.elements):
            self._over = package
            titles = (e for e in screen.elements if e.label and not e.editable and not e.clickable)
            self._title = next((e.label for e in titles), "")
            return
        self._over = ""
        self._refused = {key for key in self._refused if key[0] != package}
        if self._keeping is not None and self._keeping[0] == package:
            self._saved.add(self._keeping)
            self._keeping = None
        if any(e.role is Role.ITEM and row_of(e) == self._opened.get(package) for e in screen.elements):
            del self._opened[package]

    def did(self, action: Action, screen: Screen) -> None:
        """Record an allowed action."""
        target = getattr(action, "target", None)
        if isinstance(action, OpenApp):
            self._opened.clear()
        if isinstance(action, OpenApp | OpenLink | PressKey):
            self._values.clear()
        self._perhaps_left |= getattr(target, "role", None) is Role.BUTTON
        if not isinstance(action, Tap) or not isinstance(target, Element) or target.window is not Window.APP:
            return
        self._value = row_of(target)
        if target.role is Role.ITEM and self._over != screen.package:
            self._opened[screen.package] = row_of(target)
        elif changes_something(target) and (texts := entered_on(screen)):
            self._keeping = (screen.package, texts)

    def typed(self, action: TypeText, target: Element | None, screen: Screen, *, allowed: bool) -> None:
        """Record a text that is about to be entered."""
        key = (screen.package, (target.resource_id or target.hint or target.place) if target is not None else "")
        if allowed:
            self._typed.add(canon(action.text))
            self._refused.discard(key)
        else:
            self._refused.add(key)

    def values(self, package: str, *, chosen: bool = False) -> tuple[str, ...]:
        """Contents of this app's form, including those out of sight; `chosen`: only choices and ticks."""
        found = ((value, picked) for (where, _), (value, picked) in self._values.items() if where == package)
        return tuple(value for value, picked in found if value and (picked or not chosen))

    # ------------------------------------------------------------ objections

    def about_keeping(self, target: Element, screen: Screen, words: Words, order: Words, known: Iterable[str]) -> str:
        """Why this form must not be saved as it is; empty if there is no objection. `meant` are the words that may name
        its record.
        """
        keeps = changes_something(target) and not target.checkable
        if not keeps and shape_of(target, screen) not in KEEPING:
            return ""
        return (
            self._about_missing(target, screen)
            or self._about_record(screen, order, known)
            or (self._about_twice(screen, words) if keeps and not says_body(screen) else "")
            or (about_another_kind(target, screen, words) if keeps else "")
        )

    def _about_missing(self, target: Element, screen: Screen) -> str:
        if self._over != screen.package or not any(package == screen.package for package, _ in self._refused):
            return ""
        return f'"{short(row_of(target))}" would save a form without an entry that was refused'

    def _about_record(self, screen: Screen, words: Words, known: Iterable[str]) -> str:
        """Why a prefilled form belongs to the wrong record, namely to the row touched before."""
        opened = self._opened.get(screen.package, "")
        if not opened or means_all(words) or not any(canon(text) not in self._typed for text in entered_on(screen)):
            return ""
        if any(is_named(title, words, known) for title in (opened, self._title) if title):
            return ""
        return f'it would change "{short(opened)}", which your words do not name for this'

    def _about_twice(self, screen: Screen, words: Words) -> str:
        texts = entered_on(screen)
        if not texts or words.by_person or orders_several(words) or (screen.package, texts) not in self._saved:
            return ""
        return f'"{short(texts[0])}" was saved in this run already'

    def about_loss(self, action: TypeText, target: Element | None, words: Words) -> str:
        """The reason why a text must not replace another: the words order an addition, and the text of a person would
        be lost.
        """
        if target is None or not action.replace or canon(target.text) in self._typed:
            return ""
        old = canon(target.text)
        if len(old.split()) < _FEWEST_WORDS and "\n" not in target.text.strip():
            return ""
        kinds = {kind for claim in words.claims for kind in claim.kinds}
        if old in canon(action.text) or Risk.CREATE not in kinds or kinds & {Risk.EDIT, Risk.DELETE}:
            return ""
        return f'"{short(target.text)}" would be lost'

    def about_choice(self, target: Element, screen: Screen, words: Words) -> str:
        """Why nobody ordered this choice of a form: a person's words contain neither it nor a word with the same stem.
        A choice made before is no change; dates and times are checked elsewhere.
        """
        name = row_of(target).strip()
        if target.window is not Window.DIALOG or target.checked or self._over != screen.package:
            return ""
        entries = [row_of(e) for e in screen.elements if e.window is Window.DIALOG]
        if target.role is not Role.RADIO and (self._value not in entries or name == self._value):
            return ""
        if any(map(str.isdigit, name)) or _is_mentioned(name, words):
            return ""
        return f'"{short(name)}" would be chosen, and your words do not say so'

    def about_chosen(self, package: str, words: Words) -> str:
        """The reason not to send a form that orders, pays, joins or submits: a choice or tick in it, whoever made it,
        is missing from a person's words, or has a price that they do not name. A quantity of one is no choice."""
        for value in self.values(package, chosen=True):
            if value == _SINGLE:
                continue
            costs = amounts_in(value) - written_in(words.texts)
            if costs or not _is_mentioned(value, words):
                return f'"{short(value)}" is chosen, and your words do not say so'
        return ""


def _is_mentioned(name: str, words: Words) -> bool:
    """True if a person's words contain this text, or share a stem with one of its words."""
    theirs = {word for text in words.texts for word in words_of(text)}
    return said(name, words) or any(one_stem(word, persons_word) for word in words_of(name) for persons_word in theirs)


def about_time(target: Element, screen: Screen, words: Words) -> str:
    """Why the time in a picker is not the ordered one. Only for words with clock times and no other figures, since an
    end is often given by a duration.
    """
    if shape_of(target, screen) is not Shape.DIALOG:
        return ""
    rest = [_CLOCK.sub(" ", canon(text)) for text in words.texts]
    times = {_time(found) for text in words.texts for found in _CLOCK.finditer(canon(text))}
    if not times or any(map(str.isdigit, " ".join(rest))):
        return ""
    texts = [e for e in screen.elements if e.window is Window.DIALOG and (e.text or e.label)]
    lines_of_dialog = (canon(" ".join(e.text or e.label for e in line)) for line in lines(texts))
    shown = next((found for line in lines_of_dialog if (found := _CLOCK.search(line)) is not None), None)
    if shown is None or _time(shown) in times:
        return ""
    return f"it is about {shown[0].strip()}, and your words name another time"


def _time(found: re.Match[str]) -> tuple[int, int]:
    """The hour modulo 12, as on a dial, and the minute."""
    return int(found["hour"]) % 12, int(found["minute"] or 0)


def about_another_kind(target: Element, screen: Screen, words: Words) -> str:
    """Why a button that saves or adds is not ordered: the words order only a removal, or only a message."""
    kinds = {kind for claim in words.claims for kind in claim.kinds} - LOOKING
    names = {canon(name) for name in (target.label, target.text, target.description) if name}
    table = risk_table()
    if kinds and kinds <= _REMOVING and any(table.adding.search(name) for name in names):
        return f'"{short(row_of(target))}" would change something, and your words order only a removal'
    only_to_somebody = kinds & _TO_SOMEBODY and kinds <= _TO_SOMEBODY | _ALSO
    if only_to_somebody and names & table.commit and shape_of(target, screen) is Shape.FORM:
        return f'"{short(row_of(target))}" would save a form, and your words order only a message'
    return ""


def one_stem(word: str, other_word: str) -> bool:
    """True if one word begins with the other, like "week" and "weekly"."""
    shorter, longer = sorted((word.casefold(), other_word.casefold()), key=len)
    return len(shorter) >= _STEM and longer.startswith(shorter)
