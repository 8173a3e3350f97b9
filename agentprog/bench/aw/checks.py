"""Evaluators: scores from the phone's storage before and after, never from the screen.

The rules are AndroidWorld's: whole rows, free text alike from a ratio of 0.9, numbers and times exact; composite
tasks are means of their parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from agentprog.bench.aw.state import SMS_APP, Row, State, Value
from agentprog.bench.truth import alike, plain
from agentprog.frozen import frozen

SMS_WINDOW_SECONDS = 300.0
"""Greatest age of a sent message when it is judged, in seconds of the phone (AndroidWorld's)."""

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@frozen
class Score:
    """`value` from 0 to 1; `wrong` describes the missing part."""

    value: float
    wrong: tuple[str, ...] = ()


@frozen
class End:
    """The end of an episode: the phone before and after, and the agent's answer, "" if there was none."""

    before: State
    after: State
    answer: str = ""


class Check(Protocol):
    """Judges an end; depends only on its own fields and the end."""

    def score(self, end: End) -> Score: ...


def verdict(*wrong: str) -> Score:
    """1 if nothing is wrong, else 0."""
    faults = tuple(text for text in wrong if text)
    return Score(value=0.0 if faults else 1.0, wrong=faults)


@frozen
class Mean:
    """The mean of the parts, with fractions as in the original's composite tasks."""

    parts: tuple[Check, ...]

    def score(self, end: End) -> Score:
        scores = [part.score(end) for part in self.parts]
        wrong = tuple(text for found in scores for text in found.wrong)
        return Score(value=sum(found.value for found in scores) / len(scores), wrong=wrong)


@frozen
class All:
    """1 if every part is right, else 0."""

    parts: tuple[Check, ...]

    def score(self, end: End) -> Score:
        return verdict(*(text for part in self.parts for text in part.score(end).wrong))


# ---------------------------------------------------------------- rows


@frozen
class RowsAdded:
    """Exactly these rows were added to `table` (a field of State), by the named fields; nothing else changed."""

    table: str
    rows: tuple[Row, ...]
    exact: tuple[str, ...]
    fuzzy: tuple[str, ...] = ()

    def score(self, end: End) -> Score:
        old, now = _table(end.before, self.table), _table(end.after, self.table)
        missing = [row for row in self.rows if not any(self._matches(row, found) for found in now)]
        wrong = [f"not in {self.table}: {_row_text(row)}" for row in missing]
        wrong += [f"changed or gone from {self.table}: {_row_text(row)}" for row in old if row not in now]
        if len(now) != len(old) + len(self.rows):
            wrong.append(f"{self.table}: {len(now)} rows, not {len(old) + len(self.rows)}")
        return verdict(*wrong)

    def _matches(self, expected: Row, found: Row) -> bool:
        return all(expected[name] == found[name] for name in self.exact) and all(
            alike(str(expected[name]), str(found[name] or "")) for name in self.fuzzy
        )


@frozen
class RowsDeleted:
    """The rows of `table` with these values are gone; all others are unchanged, and none was added."""

    table: str
    where: tuple[Row, ...]

    def score(self, end: End) -> Score:
        old, now = _table(end.before, self.table), _table(end.after, self.table)
        doomed = [row for row in old if any(_holds(row, values) for values in self.where)]
        wrong = [f"still in {self.table}: {_row_text(row)}" for row in doomed if row in now]
        wrong += [f"changed or gone from {self.table}: {_row_text(row)}" for row in old if row not in (*doomed, *now)]
        wrong += [f"new in {self.table}: {_row_text(row)}" for row in now if row not in old]
        return verdict(*wrong)


@frozen
class DuplicatesDeleted:
    """Of rows that differ only in the fields in `apart`, one remains; nothing else changed."""

    table: str
    apart: tuple[str, ...]

    def score(self, end: End) -> Score:
        old, now = _table(end.before, self.table), _table(end.after, self.table)
        kinds_now = [self._kind(row) for row in now]
        wrong = [f"new or changed in {self.table}: {_row_text(row)}" for row in now if row not in old]
        for kind in {self._kind(row) for row in old}:
            if kinds_now.count(kind) != 1:
                wrong.append(f"{kinds_now.count(kind)} of one kind in {self.table}, not 1: {_row_text(dict(kind))}")
        return verdict(*wrong)

    def _kind(self, row: Row) -> tuple[tuple[str, Value], ...]:
        return tuple((name, value) for name, value in row.items() if name not in self.apart)


def _table(state: State, name: str) -> tuple[Row, ...]:
    rows: tuple[Row, ...] = getattr(state, name)
    return rows


def _holds(row: Row, values: Row) -> bool:
    return all(row[name] == value for name, value in values.items())


def _row_text(row: Mapping[str, Value]) -> str:
    shown = [f"{name}={value}" for name, value in row.items() if value not in ("", None, 0, -1)]
    return ", ".join(shown[:6])


# ---------------------------------------------------------------- people and messages


@frozen
class ContactThere:
    """A contact with exactly this name has this number, ignoring punctuation."""

    name: str
    number: str

    def score(self, end: End) -> Score:
        exists = any(
            row["name"] == self.name and plain(str(row["number"])).lstrip("+") == plain(self.number).lstrip("+")
            for row in end.after.contacts
        )
        return verdict("" if exists else f"no contact {self.name} with {self.number}")


@frozen
class ContactsAre:
    """The contacts are exactly these (name, number), in any order."""

    people: tuple[tuple[str, str], ...]

    def score(self, end: End) -> Score:
        found = sorted((str(row["name"]), plain(str(row["number"]))) for row in end.after.contacts)
        expected = sorted((name, plain(number)) for name, number in self.people)
        wrong = [f"no contact {name} with {number}" for name, number in expected if (name, number) not in found]
        wrong += [
            f"should not be a contact: {name} {number}" for name, number in found if (name, number) not in expected
        ]
        if not wrong and len(found) != len(expected):
            wrong.append(f"{len(found)} contacts, not {len(expected)}")
        return verdict(*wrong)


@frozen
class MessageSent:
    """The phone sent this text to this number recently, and the messenger is in front.

    `window` seconds of the phone's time and `in_front` are the original's rules; None and False lift them. A message
    still on its way does not count as sent.
    """

    number: str
    body: str
    window: float | None = SMS_WINDOW_SECONDS
    in_front: bool = True

    def score(self, end: End) -> Score:
        wrong = []
        if not any(self._is_it(row, end.after.now_ms) for row in end.after.sent):
            wrong.append(f"not sent to {self.number}: {self.body!r}")
        if self.in_front and end.after.package != SMS_APP:
            wrong.append(f"{end.after.package or 'nothing'} is in front, not the messenger")
        if end.after.sending:
            wrong.append("a message is still being sent")
        return verdict(*wrong)

    def _is_it(self, row: Row, now_ms: int) -> bool:
        age = (now_ms - int(row["date"] or 0)) / 1000
        return (
            plain(str(row["number"])) == plain(self.number)
            and alike(self.body, str(row["body"]))
            and (self.window is None or age <= self.window)
        )


@frozen
class TextsSent:
    """Exactly these (number, body) messages were sent, once each; surrounding space in bodies does not count."""

    texts: tuple[tuple[str, str], ...]

    def score(self, end: End) -> Score:
        before = {row["id"] for row in end.before.messages}
        new = [row for row in end.after.messages if row["id"] not in before]
        found = sorted((plain(str(row["number"])), str(row["body"]).strip()) for row in new if row in end.after.sent)
        expected = sorted((plain(number), body.strip()) for number, body in self.texts)
        wrong = [f"not sent to {number}: {body!r}" for number, body in expected if (number, body) not in found]
        wrong += [f"should not be sent to {to}: {body!r}" for to, body in found if (to, body) not in expected]
        if not wrong and len(found) != len(expected):
            wrong.append(f"{len(found)} messages sent, not {len(expected)}")
        return verdict(*wrong, "a message is still being sent" if end.after.sending else "")


# ---------------------------------------------------------------- files, answers, settings


@frozen
class NoteReads:
    """The note has exactly these lines; space at the ends of lines does not count."""

    name: str
    lines: tuple[str, ...]

    def score(self, end: End) -> Score:
        found = end.after.notes().get(self.name)
        if found is None:
            return verdict(f"there is no note {self.name}")
        lines = tuple(line.strip() for line in found.strip().splitlines())
        return verdict("" if lines == self.lines else f"{self.name} says {found[:80]!r}, not {self.lines!r}"[:300])


@frozen
class NoteSays:
    """The note's text is nearly equal; its last line break does not count."""

    name: str
    text: str

    def score(self, end: End) -> Score:
        found = end.after.notes().get(self.name)
        if found is None:
            return verdict(f"there is no note {self.name}")
        return verdict("" if alike(self.text, found) else f"{self.name} says {found[:80]!r}")


@frozen
class NotesMerged:
    """The new note has the parts in order, separated by one blank line, and nothing else."""

    name: str
    parts: tuple[str, ...]

    def score(self, end: End) -> Score:
        notes = end.after.notes()
        found = next(
            (notes[name] for name in (self.name, f"{self.name}.md", f"{self.name}.txt") if notes.get(name)), None
        )
        if found is None:
            return verdict(f"there is no note {self.name}, or it is empty")
        lines = found.strip("\n").split("\n")
        expected_lines = 2 * len(self.parts) - 1
        wrong = "" if alike("\n\n".join(self.parts), found) else f"{self.name} says {found[:80]!r}"
        shape = (
            ""
            if len(lines) == expected_lines and not any(lines[1::2])
            else f"{len(lines)} lines, not {expected_lines} with blanks between"
        )
        return verdict(wrong, shape)


@frozen
class FilesChanged:
    """These paths are gone and these exist (with a text, or None for a folder); all other files are unchanged."""

    gone: tuple[str, ...] = ()
    there: tuple[tuple[str, str | None], ...] = ()

    def score(self, end: End) -> Score:
        expected = {path: text for path, text in end.before.files.items() if path not in self.gone} | dict(self.there)
        wrong = [f"still there: {path}" for path in self.gone if path in end.after.files]
        wrong += [f"missing: {path}" for path in expected if path not in end.after.files]
        wrong += [f"should not be there: {path}" for path in end.after.files if path not in {*expected, *self.gone}]
        wrong += [
            f"{path} says {end.after.files[path]!r}"[:120]
            for path, text in expected.items()
            if path in end.after.files and not self._as_wanted(path, text, end.after.files[path])
        ]
        return verdict(*wrong)

    def _as_wanted(self, path: str, expected: str | None, found: str | None) -> bool:
        """Files that the task wrote may differ slightly; others may not."""
        if path not in dict(self.there) or expected is None or found is None:
            return expected == found
        return alike(expected, found)


@frozen
class Answered:
    """The answer lists exactly these, alike, comma-separated, in any order."""

    items: tuple[str, ...]

    def score(self, end: End) -> Score:
        answers = [part.strip() for part in end.answer.split(",") if part.strip()]
        rest = list(self.items)
        for part in answers:
            match = next((item for item in rest if alike(item, part)), None)
            if match is None:
                return verdict(f"answered {end.answer!r}, not {', '.join(self.items)!r}")
            rest.remove(match)
        return verdict(f"not in the answer: {', '.join(rest)}" if rest else "")


@frozen
class AnsweredNumber:
    """The last number in the answer is this one; a comma groups digits."""

    value: float

    def score(self, end: End) -> Score:
        numbers = _NUMBER.findall(end.answer)
        right = bool(numbers) and float(numbers[-1].replace(",", "")) == self.value
        return verdict("" if right else f"answered {end.answer!r}, not {self.value:g}")


@frozen
class SettingIs:
    """A setting has one of these values."""

    key: str
    values: tuple[str, ...]

    def score(self, end: End) -> Score:
        found = end.after.settings.get(self.key, "")
        return verdict("" if found in self.values else f"{self.key} is {found}, not {' or '.join(self.values)}")


@frozen
class TimerRuns:
    """There is one more timer, with this length in seconds, and it runs."""

    seconds: int

    def score(self, end: End) -> Score:
        new = [row for row in end.after.timers if row["_id"] not in {old["_id"] for old in end.before.timers}]
        if len(new) != 1:
            return verdict(f"{len(new)} new timers, not 1")
        length, started = new[0]["length"], new[0]["started"]
        return verdict(
            "" if length == self.seconds else f"the timer is of {length} s, not {self.seconds} s",
            "" if started is not None else "the timer does not run",
        )


@frozen
class StopwatchRuns:
    """The stopwatch runs, or is stopped."""

    running: bool

    def score(self, end: End) -> Score:
        row = end.after.stopwatch[0] if end.after.stopwatch else {"started": None}
        return verdict("" if (row["started"] is not None) == self.running else "the stopwatch is not as it should be")
