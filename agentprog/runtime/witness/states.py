"""Settings: which one a step means, the wanted state, and its state on the phone."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal

from agentprog import resources
from agentprog.frozen import frozen, replace
from agentprog.identity import Record, canon, same, says, unquoted, words_of
from agentprog.lang.effects.kinds import LOOKING, Risk
from agentprog.lang.effects.lists import rows_in
from agentprog.lang.effects.manifest import changes
from agentprog.lang.effects.orders import Claim, claims_in
from agentprog.lang.effects.recipients import recipients_in, replies
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.changes import Contents
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.intent import Intent, Named, named_settings

_STATE_WORDS = frozenset(("on", "off", "enabled", "state", "mode"))
"""Parts of a key that say that it is a switch, not which one."""
_OFF = frozenset(("0", "off", "false", "null", ""))


@frozen
class _Table:
    on: tuple[re.Pattern[str], ...]
    off: tuple[re.Pattern[str], ...]
    stands_on: tuple[re.Pattern[str], ...]
    stands_off: tuple[re.Pattern[str], ...]
    most: frozenset[str]
    least: frozenset[str]


@cache
def _table() -> _Table:
    data = tomllib.loads(resources.read_text("devices/moves.toml"))
    slider = data["slider"]
    on, off, stands_on, stands_off = (
        tuple(re.compile(text, re.IGNORECASE) for text in data[table][state])
        for table in ("switch", "stands")
        for state in ("on", "off")
    )
    most, least = frozenset(slider["most"]), frozenset(slider["least"])
    return _Table(on=on, off=off, stands_on=stands_on, stands_off=stands_off, most=most, least=least)


def wanted_state(step: str) -> bool | None:
    """True for a step that orders something to be switched on, False for off, None for any other."""
    unquoted_step = unquoted(step, put=" ")
    for state, patterns in ((True, _table().on), (False, _table().off)):
        if any(pattern.search(unquoted_step) for pattern in patterns):
            return state
    return None


def alters(step: str) -> bool:
    """True if a step orders a change, including the change of a switch: "switch off Bluetooth", "disable the alarm"."""
    return changes(step) or wanted_state(step) is not None


def stated(condition: str) -> bool | None:
    """True for a condition that something is on, False for off, None for any other."""
    unquoted_condition = unquoted(condition, put=" ")
    for state, patterns in ((True, _table().stands_on), (False, _table().stands_off)):
        if any(pattern.search(unquoted_condition) for pattern in patterns):
            return state
    return None


def holds_of_setting(condition: str, settings: Iterable[Record]) -> Finding | None:
    """The finding for the one setting that a condition names. None if it names no known setting, several,
    or no state.
    """
    state = stated(condition)
    found = _setting_of(condition, settings) if state is not None else None
    if state is None or found is None:
        return None
    setting, everyday = found
    holds = _holds(setting.facts["value"], state, everyday)
    name = everyday.called[0] if everyday is not None else setting.name
    verdict = Verdict.PROVEN if holds else Verdict.CONTRADICTED
    note = f"is {setting.facts['value']}"
    return Finding(verdict=verdict, witness=Store.SETTINGS.value, found=(name,), note=note)


def wanted_end(step: str) -> Literal["most", "least"] | None:
    """The end to which a step wants to move a slider; None if it names no end."""
    words = set(words_of(unquoted(step, put=" ")))
    return "most" if words & _table().most else "least" if words & _table().least else None


def asks_for_effect(instruction: str) -> bool:
    """True if a person's instruction orders an effect on the phone, not only a look. A question orders nothing, nor
    does "answer with the number only" after a question.
    """
    asks = any(mark in canon(unquoted(instruction)) for mark in "?؟")
    ordered = (
        claim for claim in claims_in(instruction) if claim.kinds - LOOKING and not (asks and _goes_to_user(claim))
    )
    return any(ordered) or wanted_state(instruction) is not None


def _goes_to_user(claim: Claim) -> bool:
    """True if an order to answer names no person and no text: the answer then goes to the user."""
    answers = claim.kinds <= {Risk.SEND, Risk.AGREE} and replies(claim.clause)
    return answers and not claim.quotes and not recipients_in(claim.clause)


def judge_setting(intent: Intent, before: Contents, after: Contents) -> Finding | None:
    """The finding for the setting that the step means, or for each of a list; None if it names no known one, or
    several that are no list.
    """
    read = after.get(Store.SETTINGS, Unread(why="not read"))
    state = _wanted_state(intent)
    if isinstance(read, Unread) or state is None:
        return None

    def judged(name: str) -> Finding | None:
        return _judged(name, state, read, before)

    whole = judged(intent.goal)
    if whole is None or whole.verdict is not Verdict.PROVEN:
        return whole
    names = {name for setting in read for name in _names(setting) if says(intent.goal, name)}
    each = {name: judged(name) for row in rows_in(intent.goal, names) for name in row}
    missing = tuple(name for name, found in each.items() if found is None or found.verdict is not Verdict.PROVEN)
    if missing:
        return Finding(
            verdict=Verdict.UNKNOWN, witness=whole.witness, missing=missing, note="is not known to be in that state"
        )
    return replace(whole, already=whole.already and all(found is not None and found.already for found in each.values()))


def _judged(name: str, state: bool | str, read: Sequence[Record], before: Contents) -> Finding | None:
    """The finding for the one setting that a text names."""
    found = _setting_of(name, read)
    if found is None:
        return None
    setting, everyday = found
    value = setting.facts["value"]
    holds = _holds(value, state, everyday)
    if holds is None:
        return None
    read_before = before.get(Store.SETTINGS, Unread(why="not read"))
    settings = () if isinstance(read_before, Unread) else read_before
    old = next((record for record in settings if record.id == setting.id), None)
    already = holds and old is not None and old.facts["value"] == value
    setting_name = everyday.called[0] if everyday is not None else setting.name
    note = f"is {value}" + (", already so" if already else "")
    verdict = Verdict.PROVEN if holds else Verdict.UNKNOWN
    return Finding(verdict=verdict, witness=Store.SETTINGS.value, found=(setting_name,), note=note, already=already)


def _wanted_state(intent: Intent) -> bool | str | None:
    end = wanted_end(intent.goal)
    state = wanted_state(intent.goal)
    if state is not None:
        return state
    return end


def _setting_of(goal: str, settings: Iterable[Record]) -> tuple[Record, Named | None] | None:
    """The one setting whose name, or whose key's words, the sentence contains; the longest name wins."""
    known = {everyday.key: everyday for everyday in named_settings()}
    mentioned = [
        (max(map(len, names)), setting)
        for setting in settings if (names := [name for name in _names(setting) if says(goal, name)])
    ]  # fmt: skip
    longest = max((size for size, _ in mentioned), default=0)
    best = [setting for size, setting in mentioned if size == longest]
    return (best[0], known.get(best[0].name)) if len({setting.name for setting in best}) == 1 else None


def _names(setting: Record) -> tuple[str, ...]:
    """The everyday names of a setting, else the words of its key."""
    everyday = next((setting_words for setting_words in named_settings() if setting_words.key == setting.name), None)
    own_words = _own_words(setting.name)
    return everyday.called if everyday is not None else (own_words,) if own_words else ()


def _own_words(key: str) -> str:
    return " ".join(part for part in key.split("_") if part not in _STATE_WORDS)


def _holds(value: str, state: bool | str, everyday: Named | None) -> bool | None:
    """True if a value is the wanted one; None if unknown."""
    if isinstance(state, bool):
        on = value in everyday.on if everyday is not None and everyday.on else value.lower() not in _OFF
        return on is state
    limit = None if everyday is None else everyday.most if state == "most" else everyday.least
    if limit is None:
        return None
    return same(value, f"{limit:g}") or (state == "least" and value in ("0", "1"))
