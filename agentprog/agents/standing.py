"""Progress of a step, as far as code can tell from its values, its moves and the screen.

A step has values: a name, a number, a text. A value is *entered* once it was typed or stands in a field, *touched* once
an element that shows it was opened or chosen, *headed* while it is the page's title, *shown* while it is readable
outside of fields. A model need not guess what code can see: fields that hold their value are not offered again, and
`done` is not offered while a value is pending.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from agentprog.agents.knowing import leaves
from agentprog.agents.screen_text import AGREES
from agentprog.frozen import frozen
from agentprog.identity import canon, says, unquoted
from agentprog.lang.effects.kinds import Risk
from agentprog.ports import (
    Action,
    DoubleTap,
    Element,
    LongPress,
    PressKey,
    Role,
    Screen,
    Tap,
    TypeText,
    Window,
)
from agentprog.runtime.roles import Attempt
from agentprog.runtime.safety.risk import asks_for, commits

_HEAD = 0.35
"""The upper part of a screen that holds its title, as a share of its height."""
_NAME = re.compile(r"(?<=[^\W\d_] )[A-ZÀ-ÖØ-Þ][^\W\d_]+(?: [A-ZÀ-ÖØ-Þ][^\W\d_]+)*")


@frozen
class StepValue:
    """One value of the step and its progress."""

    text: str
    entered: bool
    touched: bool
    headed: bool
    shown: bool

    @property
    def pending(self) -> bool:
        return not (self.entered or self.touched or self.headed)


@frozen
class Standing:
    """The values of a step in their order in the step, and their progress by the moves so far."""

    values: tuple[StepValue, ...]
    names: tuple[str, ...]
    """Unquoted names in the step; those of two words or more are values as well."""
    filled: frozenset[int]
    """Indexes of fields that hold one of the values."""
    acted: bool
    """True if this step has tapped, typed or pressed anything."""
    form_open: bool
    """A value typed in this step still stands in a field: nothing has been saved or sent yet."""
    saved: bool
    """A button that keeps things was tapped after the last typing, which may still stand in its field: in an editor."""
    committed: bool
    """A button was tapped after the last typing, and no field holds a typed text any more."""
    fruitless: int
    """Moves since a move last typed a value or touched an element that shows a value."""
    vanished: bool
    """An element with a value was opened, a removing button was tapped, and the screen neither shows the value nor asks
    a question.
    """
    last_typed: str
    """The text typed last, "" when none was."""
    last_typed_shown: bool
    """It is readable outside of any field."""

    @property
    def pending(self) -> tuple[str, ...]:
        return tuple(value.text for value in self.values if value.pending)

    @property
    def sought(self) -> tuple[str, ...]:
        """A tap on an element with one of these texts advances the step. They are the pending values, the step's names,
        and the last typed text while its field holds it: a search may have found an element with that text.
        """
        return (*self.pending, *self.names, *((self.last_typed,) if self.form_open and self.last_typed else ()))

    @property
    def landed(self) -> bool:
        """The last entry has left its field and stands on the screen: it was saved or sent."""
        return self.committed and not self.pending and self.last_typed_shown


def in_order(step: str, literals: Iterable[str]) -> tuple[str, ...]:
    """The step's literals in order, each once. A literal that occurs only inside a longer literal is left out."""
    found = sorted({text for text in literals if text.strip()}, key=lambda t: (step.find(t), -len(t)))
    return tuple(text for text in found if _stands_alone(text, step, found))


def _stands_alone(text: str, step: str, literals: Iterable[str]) -> bool:
    """True if a step contains a text also by itself, not only within a longer one: for example a name beside a greeting
    that contains it.
    """
    rest, within = step, False
    for longer in sorted(literals, key=len, reverse=True):
        if text != longer and says(longer, text):
            rest, within = rest.replace(longer, '""'), True
    return not within or says(rest, text)


def names_in(step: str) -> tuple[str, ...]:
    """Runs of capitalised words outside of quotes that do not begin a clause: people and things called by name."""
    return tuple(dict.fromkeys(match[0] for match in _NAME.finditer(unquoted(step, put=" , "))))


def standing_of(step: str, literals: Iterable[str], attempts: tuple[Attempt, ...], screen: Screen) -> Standing:
    """The progress of a step, by code alone. Pure."""
    names = names_in(step)
    fields = [e for e in screen.elements if e.editable]
    read = [e for e in screen.elements if not e.editable and e.window in (Window.APP, Window.DIALOG)]
    typed = _typed(attempts, (*fields, *read))
    touched = [
        a.action.target.label
        for a in attempts
        if a.ok and isinstance(a.action, Tap | LongPress | DoubleTap) and isinstance(a.action.target, Element)
    ]
    literals_in_order = in_order(step, (*literals, *(name for name in names if " " in name)))
    values = tuple(
        StepValue(
            text=text,
            entered=_entered(text, literals_in_order, typed) or any(canon(text) == canon(f.text) for f in fields),
            touched=any(says(label, text) for label in touched),
            headed=_headed(text, screen),
            shown=_readable(text, read),
        )
        for text in literals_in_order
    )
    entered = {canon(text) for text in (*typed, *(value.text for value in values))}
    still = any(canon(f.text) == canon(t) for f in fields for t in typed)
    return Standing(
        values=values,
        names=tuple(name for name in names if not any(says(label, name) for label in touched)),
        filled=frozenset(f.index for f in fields if f.text and canon(f.text) in entered),
        acted=any(isinstance(a.action, Tap | TypeText | LongPress | DoubleTap | PressKey) for a in attempts),
        form_open=still,
        saved=any(_keeps(a) for a in _after_typing(attempts)),
        committed=not still
        and any(a.changed and _commits(a.action) and not leaves(a.action) for a in _after_typing(attempts)),
        fruitless=_fruitless(literals_in_order, attempts),
        vanished=_vanished(values, attempts) and not any(_asks(e) for e in read),
        last_typed=typed[-1] if typed else "",
        last_typed_shown=bool(typed) and _readable(typed[-1], read),
    )


def _entered(text: str, literals: tuple[str, ...], typed: Iterable[str]) -> bool:
    """True if a typed text contains the value, except inside another value of the step."""
    other_values = {canon(literal) for literal in literals if literal != text}
    return any(says(typed_text, text) for typed_text in typed if canon(typed_text) not in other_values)


def _headed(text: str, screen: Screen) -> bool:
    """True if this is the page's title: the step's target is here."""
    return any(
        canon(element.label) == canon(text)
        for element in screen.elements
        if element.window is Window.APP
        and element.container is None
        and not (element.editable or element.clickable)
        and element.bounds.top < screen.height * _HEAD
    )


def _fruitless(literals: tuple[str, ...], attempts: tuple[Attempt, ...]) -> int:
    for count, attempt in enumerate(reversed(attempts)):
        action = attempt.action
        typed = action.text if isinstance(action, TypeText) else ""
        target = getattr(action, "target", None)
        label = target.label if isinstance(target, Element) and not typed else ""
        if attempt.ok and any(says(typed or label, text) for text in literals):
            return count
    return len(attempts)


def _typed(attempts: tuple[Attempt, ...], shown: Iterable[Element]) -> list[str]:
    """The typed texts, without discarded ones: the run left a page that had not saved them, and the current page shows
    nothing of them. A text typed again counts, since an app may save it without showing it.
    """
    typed: list[str] = []
    waiting: set[int] = set()
    lost: set[int] = set()
    for attempt in attempts:
        if isinstance(attempt.action, TypeText) and attempt.ok:
            waiting.add(len(typed))
            typed.append(attempt.action.text)
        elif attempt.changed and leaves(attempt.action):
            lost |= waiting
            waiting = set()
        elif attempt.changed and _commits(attempt.action):
            waiting = set()
    readable = list(shown)
    unseen = {place for place in lost if typed.count(typed[place]) == 1 and not _readable(typed[place], readable)}
    return [text for place, text in enumerate(typed) if place not in unseen]


def _vanished(values: tuple[StepValue, ...], attempts: tuple[Attempt, ...]) -> bool:
    opened = [value for value in values if value.touched and not value.entered]
    last = attempts[-1] if attempts else None
    return (
        bool(opened)
        and not any(value.shown for value in opened)
        and last is not None
        and last.changed
        and isinstance(last.action, Tap)
        and isinstance(last.action.target, Element)
        and _removes(last.action.target)
        and not any(says(last.action.target.label, value.text) for value in opened)
    )


def _asks(element: Element) -> bool:
    """True for a button of a removal dialog. The dialog may cover the item, which then is not gone."""
    return element.clickable and element.role in (Role.BUTTON, Role.TEXT) and _removes(element)


def _removes(button: Element) -> bool:
    """True for a button that may remove things: by its label, or by agreeing to a question."""
    agrees = button.resource_id == AGREES or commits(Tap(target=button), "")
    return agrees or asks_for(Risk.DELETE, [button.label])


def _readable(text: str, elements: Iterable[Element]) -> bool:
    return any(says(part, text) for element in elements for part in (element.label, element.text))


def _after_typing(attempts: tuple[Attempt, ...]) -> tuple[Attempt, ...]:
    """The attempts since the last typing; empty without one."""
    last = max((i for i, a in enumerate(attempts) if isinstance(a.action, TypeText)), default=None)
    return () if last is None else attempts[last + 1 :]


def _keeps(attempt: Attempt) -> bool:
    action = attempt.action
    return attempt.ok and isinstance(action, Tap) and isinstance(action.target, Element) and commits(action, "")


def _commits(action: Action) -> bool:
    """True for an action that may commit a typed text: a button, or Enter."""
    if isinstance(action, Tap) and isinstance(action.target, Element):
        return action.target.role is not Role.FIELD
    return isinstance(action, PressKey) and action.key == "enter"
