"""Facts about the words of steps and screens that code knows without a model; the words are in devices/moves.toml."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache

from agentprog import resources
from agentprog.agents.screen_text import DECLINES
from agentprog.frozen import frozen
from agentprog.identity import canon, says, unquoted
from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Action, Element, PressKey, Role, Screen, Tap
from agentprog.runtime.safety.risk import asks_for

_WORD = re.compile(r"[^\W_]+(?:[-\u2010\u2011'’][^\W_]+)*")
_JOINTS = re.compile(r"[-\u2010\u2011'’]")
_CAMEL = re.compile(r"(?<=[a-zß-öø-ÿ0-9])(?=[A-ZÀ-ÖØ-Þ])")
_SHORTEST = 3


@frozen
class _Table:
    leaving: frozenset[str]
    undoing: frozenset[str]
    asking: frozenset[str]
    empty: frozenset[str]
    short_field: frozenset[str]
    sentence: int
    replying: frozenset[str]
    beginning: frozenset[str]
    adding: frozenset[str]
    altering: frozenset[str]
    overflow: frozenset[str]
    everything: frozenset[str]


@cache
def _table() -> _Table:
    data = tomllib.loads(resources.read_text("devices/moves.toml"))
    return _Table(
        leaving=frozenset(data["leaving"]["labels"]),
        undoing=frozenset(data["undoing"]["labels"]),
        asking=frozenset(data["instruction"]["asking"]),
        empty=frozenset(data["step"]["empty"]),
        short_field=frozenset(data["short_field"]["words"]),
        sentence=data["short_field"]["sentence"],
        replying=frozenset(data["replying"]["verbs"]),
        beginning=frozenset(data["replying"]["beginning"]),
        adding=frozenset(data["adding"]["words"]),
        altering=frozenset(data["altering"]["words"]),
        overflow=frozenset(data["overflow"]["labels"]),
        everything=frozenset(data["everything"]["labels"]),
    )


def leaves(action: Action | None) -> bool:
    """True if an action leaves a page, so that unsaved entries are lost."""
    if isinstance(action, PressKey):
        return action.key == "back"
    if not isinstance(action, Tap) or not isinstance(action.target, Element):
        return False
    target = action.target
    return target.resource_id == DECLINES or canon(target.label) in _table().leaving


def undoes(label: str, step: str) -> bool:
    """True if a button undoes or redoes an action and the step does not name it."""
    return canon(label) in _table().undoing and not words_of(label) & words_of(step)


def too_long_for(text: str, label: str, other_values: Iterable[str] = ()) -> bool:
    """True if a text is a sentence, or contains another of the step's values, and the field is for searching or for a
    name: a greeting to Ann searches for "Ann", not for "Hello, Ann"."""
    long = len(text.split()) >= _table().sentence or any(says(text, value) for value in other_values)
    return long and bool(words_of(label) & _table().short_field)


def alters(label: str) -> bool:
    """True if a button changes or removes the page's subject."""
    return bool(words_of(label) & _table().altering)


def selects_all(label: str) -> bool:
    """True if a button selects everything on a page."""
    return canon(label) in _table().everything


def is_overflow(label: str) -> bool:
    """True if a button opens the menu of further actions."""
    return canon(label) in _table().overflow


def begins_another(label: str, step: str) -> bool:
    """True if a button begins something new although the step replies to an existing thing, or removes it."""
    words = words_of(label)
    if asks_for(Risk.DELETE, [step]):
        return bool(words & (_table().beginning | _table().adding))
    return bool(words_of(step.split(" ", 1)[0]) & _table().replying and words & _table().beginning)


def asks(instruction: str) -> bool:
    """True if an instruction may ask for an answer; in doubt it does."""
    unquoted_instruction = unquoted(instruction, put=" ")
    return (
        unquoted_instruction.rstrip().endswith(("?", "？"))
        or not unquoted_instruction.isascii()
        or bool(words_of(unquoted_instruction) & _table().asking)
    )


def words_of(text: str) -> frozenset[str]:
    """The words of a text in lower case; "Wi-Fi" counts as one word. They rank moves for a model; `identity` decides
    identity."""
    return frozenset(_JOINTS.sub("", word).casefold() for word in _WORD.findall(text))


def telling_words(step: str) -> frozenset[str]:
    """The words of a step without its verb and its quoted values."""
    words = [_JOINTS.sub("", word).casefold() for word in _WORD.findall(unquoted(step, put=" "))]
    return frozenset(word for word in words[1:] if len(word) >= _SHORTEST and word not in _table().empty)


def likeness(step: str, screen: Screen, app: str = "") -> dict[int, float]:
    """By element index, the words that an item or tab shares with a step and others do not: 1 for a word of only one of
    them.

    Buttons are left out: "Edit contact" does not delete one. Words of the app's name do not distinguish its pages.
    """
    own_words = " ".join(words_of(app))
    words = frozenset(word for word in telling_words(step) if word not in own_words)
    shared = {e.index: _akin(words, e) for e in screen.elements if e.role in (Role.ITEM, Role.TAB)}
    spread = Counter(word for found in shared.values() for word in found)
    return {index: max(1 / spread[word] for word in found) for index, found in shared.items() if found}


def _label_words(element: Element) -> frozenset[str]:
    """The words of an element's label; "AndroidWifi" has two."""
    return words_of(element.label) | words_of(_CAMEL.sub(" ", element.label))


def _akin(words: frozenset[str], element: Element) -> frozenset[str]:
    """Words in an element's label; a longer word also matches with an ending: "contact" in "Contacts"."""
    label_words = _label_words(element)
    return frozenset(
        w for w in words if w in label_words or (len(w) > _SHORTEST and any(o.startswith(w) for o in label_words))
    )


def switch_meant(step: str, screen: Screen, app: str = "") -> Element | None:
    """The only switch on the screen whose label has all words of the step, its app's name aside. None if no switch or
    several fit. "Wi-Fi" is not the switch of a step about a Wi-Fi hotspot.
    """
    words = telling_words(step) - words_of(app)
    found = [e for e in screen.elements if e.checkable and e.enabled and words and words <= _label_words(e)]
    return found[0] if len(found) == 1 else None
