"""Decides whether a call, an alarm clock or a notification is the effect of a step. A phone also changes these by
itself, so changes that the step does not mention count for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agentprog.identity import Kind, Record, digits_of, same, says, unquoted
from agentprog.lang.effects.lists import left_beside
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.case import Case
from agentprog.runtime.witness.changes import Change
from agentprog.runtime.witness.finding import Finding, Verdict, finding
from agentprog.runtime.witness.intent import dismissing_words
from agentprog.runtime.witness.states import wanted_state
from agentprog.runtime.witness.times import ClockTime, times_in

# ---------------------------------------------------------------- calls


def judge_hidden_call(case: Case, calls: Sequence[Record]) -> Finding:
    """The finding about a call whose number is hidden except for its last digits: the screen must name the called
    person.
    """
    callees = list(case.intent.recipients) or list(case.intent.values)
    known = (*callees, *case.names_in(case.intent.goal))
    if listed := left_beside(case.intent.goal, known, lambda item: any(same(item, name) for name in callees)):
        note = "are to be called too, and the phone hides whom it called"
        return finding(Verdict.UNKNOWN, Store.CALLS, listed, note=note)
    if len(calls) > max(1, len(case.intent.recipients)):
        return finding(Verdict.CONTRADICTED, Store.CALLS, (), note=f"{len(calls)} calls were made instead of one")
    if not callees:
        return finding(Verdict.UNKNOWN, Store.CALLS, (), note="a call was made, and the step names nobody")
    tail = _tail(calls[0].facts.get("handle", ""))
    numbers = {name: _numbers(case, name) for name in callees}
    if (
        tail
        and all(numbers.values())
        and not any(number.endswith(tail) for each in numbers.values() for number in each)
    ):
        return finding(Verdict.CONTRADICTED, Store.CALLS, (f"...{tail}",), note="was called, which is another number")
    shown = [name for name in callees if case.readable(name) or any(case.readable(number) for number in numbers[name])]
    if shown and len(numbers[shown[0]]) <= 1:
        return finding(Verdict.PROVEN, Store.CALLS, shown, note="is called, says the screen, and a call goes out")
    return finding(Verdict.UNKNOWN, Store.CALLS, callees, note="may not be who is called: the number is hidden")


def _tail(handle: str) -> str:
    """The digits after the asterisks."""
    return "".join(c for c in handle.rpartition("*")[2] if c.isdigit())


def _numbers(case: Case, name: str) -> tuple[str, ...]:
    if digits := digits_of(name):
        return (digits,)
    return tuple(digits_of(number) for person in case.called(name) for number in person.numbers)


# ---------------------------------------------------------------- alarm clocks


def judge_alarms(case: Case, change: Change) -> Finding | None:
    """Proven if the alarm clock of the named time is set, or no longer set; None if the step names no time."""
    times = times_in(case.intent.goal)
    off = case.intent.removes or wanted_state(case.intent.goal) is False
    if off:
        return _unset(case, change, times)
    if not change.came or not times:
        return None
    strange = [alarm for alarm in change.came if not _may_be(alarm, times)]
    if strange:
        return finding(
            Verdict.CONTRADICTED, Store.ALARMS, _names(strange), note="is set, and the step names another time"
        )
    if len(change.came) > len(times):
        note = f"{len(change.came)} alarms are set instead of {len(times)}"
        return finding(Verdict.CONTRADICTED, Store.ALARMS, _names(change.came), note=note)
    # A change names the old time first and the new time last.
    expected = times[-len(change.came) :] if change.went else times
    if not all(_is(alarm, expected) for alarm in change.came):
        return finding(Verdict.UNKNOWN, Store.ALARMS, _names(change.came), note="is set, and another may be meant")
    known = [time.text for time in times]
    done = {time.text for time in times if any(_may_be(alarm, [time]) for alarm in change.came)}
    if not change.went and (listed := left_beside(unquoted(case.intent.goal), known, lambda item: item in done)):
        return Finding(verdict=Verdict.UNKNOWN, witness=Store.ALARMS.value, missing=listed, note="is not set")
    if change.went and not _is_changed(case, change, times):
        return finding(
            Verdict.UNKNOWN, Store.ALARMS, _names(change.went), note="is off now, which the step does not say"
        )
    return finding(Verdict.PROVEN, Store.ALARMS, _names(change.came), note="is set")


def _is_changed(case: Case, change: Change, times: Sequence[ClockTime]) -> bool:
    """True if the removed alarms became the new ones: the same number, and named by the step, or the only alarm."""
    before = case.before.get(Store.ALARMS, ())
    only = not isinstance(before, Unread) and len(before) == 1
    step_names_removed = all(_is(alarm, times[: -len(change.came)]) for alarm in change.went)
    return len(change.went) == len(change.came) and (step_names_removed or only)


def _unset(case: Case, change: Change, times: Sequence[ClockTime]) -> Finding | None:
    if not change.went:
        return None
    if not times:
        now = case.after.get(Store.ALARMS, Unread(why=""))
        none_left = not isinstance(now, Unread) and not now
        return finding(Verdict.PROVEN, Store.ALARMS, _names(change.went), note="none is set") if none_left else None
    strange = [alarm for alarm in change.went if not _may_be(alarm, times)]
    if strange:
        return finding(Verdict.CONTRADICTED, Store.ALARMS, _names(strange), note="is off now, and is not named")
    if change.came or not all(_is(alarm, times) for alarm in change.went):
        return finding(Verdict.UNKNOWN, Store.ALARMS, _names(change.went), note="is off now, and another may be meant")
    if len(change.went) < len(times):
        return finding(Verdict.UNKNOWN, Store.ALARMS, _names(change.went), note="is off now, and others are named")
    return finding(Verdict.PROVEN, Store.ALARMS, _names(change.went), note="is off now")


def _is(alarm: Record, times: Iterable[ClockTime]) -> bool:
    return any(alarm.name == time.time for time in times)


def _may_be(alarm: Record, times: Iterable[ClockTime]) -> bool:
    return any(alarm.name in (time.time, time.other) for time in times)


# ---------------------------------------------------------------- notifications


def judge_notifications(case: Case, change: Change) -> Finding | None:
    """Proven if all dismissible notifications are gone. Only the senders' texts would show which of several
    notifications disappeared.
    """
    unquoted_goal = unquoted(case.intent.goal)
    if not change.went or not any(says(unquoted_goal, word) for word in dismissing_words()):
        return None
    now = case.after.get(Store.NOTIFICATIONS, Unread(why=""))
    if isinstance(now, Unread) or case.intent.values or any(not record.facts.get("lasting") for record in now):
        return None
    return finding(Verdict.PROVEN, Store.NOTIFICATIONS, (), note=f"{len(change.went)} are gone, and none is left")


def _names(records: Iterable[Record]) -> tuple[str, ...]:
    return tuple(record.name for record in records)[:4]


ABOUT = {Kind.ALARM: (Store.ALARMS, judge_alarms), Kind.NOTIFICATION: (Store.NOTIFICATIONS, judge_notifications)}
"""By kind of thing: the store of a service that a step is about, and its judge."""
