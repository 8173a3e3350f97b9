"""The effect that a step orders, in the terms of a phone's records."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache

from agentprog import resources
from agentprog.frozen import frozen
from agentprog.identity import Kind, digits_of, quoted, same, says, unquoted
from agentprog.lang.effects.kinds import LOOKING, Risk
from agentprog.lang.effects.orders import claims_in, only_reads
from agentprog.lang.effects.recipients import recipients_in
from agentprog.ports import Store
from agentprog.runtime.safety.risk import asks_for
from agentprog.runtime.witness.times import hours_in, lasting_in, times_in

_APP = re.compile(r"^\s*In the\b[^,]*,\s*", re.IGNORECASE)


@frozen
class Intent:
    """The effect that a step orders. `goal` is the sentence with its values, `values` its literal values without names
    of apps.

    `thing` is the kind that its nouns name; None if they name none or several.
    """

    goal: str
    values: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ()
    removes: bool = False
    moves: bool = False
    """It orders a move to another place, or another name."""
    replaces: bool = False
    """It orders a replacement of existing content."""
    one_of: bool = False
    """True if the step leaves the choice among several things with the same name."""
    sends: bool = False
    calls: bool = False
    thing: Kind | None = None

    @property
    def contents(self) -> tuple[str, ...]:
        """The values that do not name the recipient."""
        return tuple(
            value for value in self.values
            if not any(same(value, name) for name in self.recipients)
            and not (self.recipients == () and digits_of(value))
        )  # fmt: skip


def intent_of(sentence: str, *, goal: str, values: Sequence[str], apps: Sequence[str] = ()) -> Intent:
    """The meaning of a statement. Only the words of the `sentence` order effects, not those of its values."""
    removes, sends, calls = (_asks(risk, sentence) for risk in (Risk.DELETE, Risk.SEND, Risk.CALL))
    values_given = tuple(value for value in values if not any(same(value, app) for app in apps))
    return Intent(
        goal=goal,
        values=values_given if removes or sends or calls else _with_times(goal, values_given),
        recipients=tuple(name for name in recipients_in(goal) if not any(same(name, app) for app in apps)),
        removes=removes,
        moves=any(says(unquoted(sentence), word) for word in _table().moving),
        replaces=any(says(unquoted(sentence), word) for word in _table().replacing),
        one_of=any(says(unquoted(sentence), word) for word in _table().one_of),
        sends=sends,
        calls=calls,
        thing=_thing(sentence),
    )


def _with_times(goal: str, values: Sequence[str]) -> tuple[str, ...]:
    """The values, plus unambiguous times of day that the step gives outside of them ("at 3pm"). A duration counts by
    its end, a full hour by its time.
    """
    unquoted_goal = unquoted(goal)
    times = [time.time for time in times_in(unquoted_goal) if not time.other]
    length, *ends = lasting_in(unquoted_goal) or ("",)
    hours = hours_in(unquoted_goal) - set(quoted(goal))
    values_kept = tuple(value for value in values if value != length and value not in hours)
    return (
        *values_kept,
        *dict.fromkeys(time for time in (*times, *ends) if not any(says(value, time) for value in values_kept)),
    )


def _asks(risk: Risk, sentence: str) -> bool:
    """True if a step orders this effect: a clause orders it or, if no clause orders a known effect, its words mention
    it. "Add a note with the text" orders no message, and neither does "read its text"."""
    sentence_alone = without_app(sentence)
    ordered = [claim.kinds for claim in claims_in(sentence_alone) if claim.kinds - LOOKING]
    if ordered:
        return any(risk in kinds for kinds in ordered)
    return asks_for(risk, [sentence_alone]) and not only_reads([sentence_alone])


def without_app(sentence: str) -> str:
    """The sentence without its leading app name."""
    return _APP.sub("", sentence)


def _thing(sentence: str) -> Kind | None:
    unquoted_sentence = unquoted(sentence)
    kinds = {kind for kind, nouns in _table().nouns.items() if any(says(unquoted_sentence, noun) for noun in nouns)}
    return next(iter(kinds)) if len(kinds) == 1 else None


def stores_for(intent: Intent, package: str) -> tuple[Store, ...]:
    """The stores in which an effect of this step may show; contacts are included to look up people's names."""
    found = set(kept_by(package))
    if intent.sends:
        found.add(Store.MESSAGES)
    if intent.calls:
        found.add(Store.CALLS)
    if intent.thing is not None and intent.thing in _OF_THINGS:
        found.add(_OF_THINGS[intent.thing])
    if found & {Store.MESSAGES, Store.CALLS}:
        found.add(Store.CONTACTS)
    return tuple(store for store in Store if store in found)


_OF_THINGS: Mapping[Kind, Store] = {
    Kind.FILE: Store.FILES,
    Kind.FOLDER: Store.FILES,
    Kind.CONTACT: Store.CONTACTS,
    Kind.EVENT: Store.CALENDAR,
    Kind.MESSAGE: Store.MESSAGES,
    Kind.PHOTO: Store.MEDIA,
    Kind.VIDEO: Store.MEDIA,
    Kind.RECORDING: Store.MEDIA,
    Kind.ALARM: Store.ALARMS,
    Kind.NOTIFICATION: Store.NOTIFICATIONS,
}


@frozen
class Named:
    """A setting whose everyday name differs from its key. `on` are the values that mean on, empty: all but 0."""

    key: str
    called: tuple[str, ...]
    on: frozenset[str] = frozenset()
    least: float | None = None
    most: float | None = None


@frozen
class _Table:
    nouns: Mapping[Kind, tuple[str, ...]]
    stores: Mapping[Store, tuple[str, ...]]
    settings: tuple[Named, ...]
    failure: tuple[str, ...]
    underway: tuple[str, ...]
    moving: tuple[str, ...]
    replacing: tuple[str, ...]
    one_of: tuple[str, ...]
    starting: tuple[str, ...]
    dismissing: tuple[str, ...]


@cache
def _table() -> _Table:
    data = tomllib.loads(resources.read_text("devices/things.toml"))
    return _Table(
        nouns={Kind(kind): tuple(words) for kind, words in data["nouns"].items()},
        stores={Store(store): tuple(parts) for store, parts in data["stores"].items()},
        failure=tuple(data["failure"]["words"]),
        underway=tuple(data["underway"]["words"]),
        moving=tuple(data["moving"]["words"]),
        replacing=tuple(data["replacing"]["words"]),
        one_of=tuple(data["one_of"]["words"]),
        starting=tuple(data["starting"]["words"]),
        dismissing=tuple(data["dismissing"]["words"]),
        settings=tuple(
            Named(
                key=row["key"],
                called=tuple(row["called"]),
                on=frozenset(row.get("on", ())),
                least=row.get("least"),
                most=row.get("most"),
            )
            for row in data["setting"]
        ),
    )


def named_settings() -> tuple[Named, ...]:
    """The settings whose everyday names differ from their keys."""
    return _table().settings


def nouns() -> frozenset[str]:
    """Every word for a kind of thing that a phone keeps."""
    return frozenset(noun for nouns in _table().nouns.values() for noun in nouns)


def noun_of(word: str) -> Kind | None:
    """The kind of thing for a noun; None for any other word, and for a noun of several kinds."""
    found = [kind for kind, nouns in _table().nouns.items() if word in nouns]
    return found[0] if len(found) == 1 else None


def kept_by(package: str) -> frozenset[Store]:
    """The stores in which an app keeps its data, by parts of its package."""
    return frozenset(store for store, names in _table().stores.items() if any(name in package for name in names))


def underway_words() -> tuple[str, ...]:
    """Words of screens for work that is still under way."""
    return _table().underway


def failure_words() -> tuple[str, ...]:
    """Words of screens for a failure."""
    return _table().failure


def starting_words() -> tuple[str, ...]:
    """Verbs for starting something."""
    return _table().starting


def dismissing_words() -> tuple[str, ...]:
    """Words of sentences that order dismissing something."""
    return _table().dismissing
