"""Every task's check accepts a right end and rejects incomplete, excessive and altered ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from agentprog.bench.aw.checks import (
    All,
    Answered,
    AnsweredNumber,
    Check,
    ContactsAre,
    ContactThere,
    DuplicatesDeleted,
    End,
    FilesChanged,
    Mean,
    MessageSent,
    NoteReads,
    NoteSays,
    NotesMerged,
    RowsAdded,
    RowsDeleted,
    SettingIs,
    StopwatchRuns,
    TextsSent,
    TimerRuns,
)
from agentprog.bench.aw.holdings import START, Setup
from agentprog.bench.aw.provision import provision
from agentprog.bench.aw.state import NOTEBOOK, SHARED, SMS_APP, Row, State, Value
from agentprog.bench.aw.task import Task
from agentprog.bench.aw.tasks import AW_EXTEND, FRESH, SHORT

NOTES = NOTEBOOK.removeprefix(f"{SHARED}/")
NOW = round(START.timestamp() * 1000)
_KEYS = {"events": "id", "expense": "expense_id", "recipes": "recipeId"}


class Bed:
    """Accepts the data of a setup, like a phone without apps."""

    def __init__(self) -> None:
        self.tables: dict[str, list[Row]] = {}
        self.files: dict[str, str | None] = {NOTES: None}
        self.settings: dict[str, str] = {}
        self.messages: list[Row] = []

    def write_sql(self, package: str, database: str, statements: Iterable[tuple[str, Iterable[Value]]], /) -> None:
        for sql, values in statements:
            head, _, rest = sql.removeprefix("INSERT INTO ").partition(" (")
            names = rest.partition(")")[0].split(", ")
            table = self.tables.setdefault(head, [])
            given = [*values] if "SELECT" not in sql else [len(self.tables["contacts"]), *values]
            table.append({_KEYS.get(head, "id"): len(table) + 1, **dict(zip(names, given, strict=True))})

    def write_file(self, path: str, data: bytes, /) -> None:
        self.files[path.removeprefix(f"{SHARED}/")] = data.decode()

    def incoming_sms(self, address: str, body: str, /) -> None:
        self.messages.append({"id": len(self.messages) + 1, "number": address, "body": body, "type": 1, "date": NOW})

    def shell(self, command: str, /) -> tuple[int, str, str]:
        message = re.search(r"content://sms/(\w+) --bind '?address:s:(.*?)'? --bind '?body:s:(.*?)'? --bind", command)
        if message is not None:
            row = {"number": message[2], "body": message[3], "type": 2 if message[1] == "sent" else 1, "date": NOW}
            self.messages.append({"id": len(self.messages) + 1, **row})
        else:
            self.files[command.removeprefix("mkdir -p ").strip("'").removeprefix(f"{SHARED}/")] = None
        return 0, "", ""

    def call(self, verb: str, /, **args: object) -> object:
        self.settings[str(args["key"])] = str(args["value"])
        return None

    def state(self) -> State:
        numbers = {row["contact_id"]: row["number"] for row in self.tables.get("phones", ())}
        return State(
            contacts=tuple(
                {"id": row["id"], "name": row["display_name"], "number": numbers[row["id"]]}
                for row in self.tables.get("contacts", ())
            ),
            messages=tuple(self.messages),
            events=tuple(self.tables.get("events", ())),
            expenses=tuple(self.tables.get("expense", ())),
            recipes=tuple(self.tables.get("recipes", ())),
            files=self.files,
            settings=self.settings,
            package=SMS_APP,
            now_ms=NOW,
        )


def begun(setup: Setup) -> State:
    bed = Bed()
    provision(bed, setup)
    return bed.state()


# ---------------------------------------------------------------- right ends, and what may go wrong with them

Spoil = Callable[[State], State]


def _with(state: State, table: str, rows: Iterable[Row]) -> State:
    changed: dict[str, Any] = {table: tuple(rows)}
    return replace(state, **changed)


def _rows(state: State, table: str) -> tuple[Row, ...]:
    rows: tuple[Row, ...] = getattr(state, table)
    return rows


def _sms(number: str, body: str) -> Row:
    return {"id": 900, "number": number, "body": body, "type": 2, "date": NOW - 1000}


def right(check: Check, start: State) -> tuple[State, str]:
    """The state that meets the check, made from a state that fails it, and the answer."""
    state, answer = start, ""
    match check:
        case Mean(parts=parts) | All(parts=parts):
            for part in parts:
                state, part_answer = right(part, state)
                answer = part_answer or answer
        case RowsAdded(table=table, rows=rows):
            new = [{"id": 500 + n, "expense_id": 500 + n, "recipeId": 500 + n, **row} for n, row in enumerate(rows)]
            state = _with(state, table, (*_rows(state, table), *new))
        case RowsDeleted(table=table, where=where):
            kept = [r for r in _rows(state, table) if not any(values.items() <= r.items() for values in where)]
            state = _with(state, table, kept)
        case DuplicatesDeleted(table=table, apart=apart):
            seen: dict[str, Row] = {}
            for row in _rows(state, table):
                seen.setdefault(str({k: v for k, v in row.items() if k not in apart}), row)
            state = _with(state, table, seen.values())
        case ContactThere(name=name, number=number):
            state = _with(state, "contacts", (*state.contacts, {"id": 700, "name": name, "number": number}))
        case ContactsAre(people=people):
            state = _with(state, "contacts", [{"id": n, "name": p[0], "number": p[1]} for n, p in enumerate(people)])
        case MessageSent(number=number, body=body):
            state = _with(state, "messages", (*state.messages, _sms(number, body)))
        case TextsSent(texts=texts):
            new = [{**_sms(number, body), "id": 900 + n} for n, (number, body) in enumerate(texts)]
            state = _with(state, "messages", (*state.messages, *new))
        case NoteReads(name=name, lines=lines):
            state = replace(state, files={**state.files, f"{NOTES}/{name}": "\n".join(lines) + "\n"})
        case AnsweredNumber(value=value):
            answer = f"It is {value:.2f}."
        case NoteSays(name=name, text=text):
            state = replace(state, files={**state.files, f"{NOTES}/{name}": text})
        case NotesMerged(name=name, parts=texts):
            state = replace(state, files={**state.files, f"{NOTES}/{name}.md": "\n\n".join(texts)})
        case FilesChanged(gone=gone, there=there):
            state = replace(state, files={k: v for k, v in state.files.items() if k not in gone} | dict(there))
        case Answered(items=items):
            answer = ", ".join(reversed(items))
        case SettingIs(key=key, values=values):
            state = replace(state, settings={**state.settings, key: values[-1]})
        case TimerRuns(seconds=seconds):
            state = _with(state, "timers", [{"_id": 1, "length": seconds, "started": 5.0}])
        case StopwatchRuns(running=running):
            state = _with(state, "stopwatch", [{"_id": 1, "started": 5.0 if running else None}])
        case _:
            raise AssertionError(f"no right end for {check}")
    return state, answer


def spoiled(check: Check, start: State, end: State, answer: str) -> list[tuple[State, str]]:
    """At least three wrong ends for each check: incomplete, excessive, altered."""
    match check:
        case Mean(parts=parts) | All(parts=parts):
            return [wrong for part in parts for wrong in spoiled(part, start, end, answer)]
        case RowsAdded(table=table, exact=exact):
            rows = _rows(end, table)
            altered = {**rows[-1], exact[0]: int(rows[-1][exact[0]] or 0) + 1}
            return [(_with(end, table, r), answer) for r in (rows[:-1], (*rows, rows[-1]), (*rows[:-1], altered))]
        case RowsDeleted(table=table):
            old, now = _rows(start, table), _rows(end, table)
            doomed = next(row for row in old if row not in now)
            wrong = [(*now, doomed), (*now, {**doomed, "title": "Other", "name": "Other"})]
            wrong.append(now[1:] if now else (*now, doomed, doomed))
            return [(_with(end, table, rows), answer) for rows in wrong]
        case DuplicatesDeleted(table=table):
            old, now = _rows(start, table), _rows(end, table)
            altered = {**now[0], "title": "Other", "name": "Other"}
            return [(_with(end, table, rows), answer) for rows in (old, now[1:], (altered, *now[1:]))]
        case ContactThere() | ContactsAre():
            last = end.contacts[-1]
            wrong = [end.contacts[:-1], (*end.contacts[:-1], {**last, "number": "+15550000000"})]
            wrong.append((*end.contacts[:-1], {**last, "name": "Somebody Else"}))
            return [(_with(end, "contacts", rows), answer) for rows in wrong]
        case MessageSent(number=number, body=body):
            kept = tuple(m for m in end.messages if (m["number"], m["body"]) != (number, body))
            own = _sms(number, body)
            others = (
                {**own, "number": "+15550000000"},
                {**own, "body": "Something else"},
                {**own, "date": NOW - 400000},
            )
            wrong = [kept, *((*kept, other) for other in others), (*end.messages, {**own, "type": 4})]
            return [
                *((_with(end, "messages", rows), answer) for rows in wrong),
                (replace(end, package="other"), answer),
            ]
        case TextsSent():
            extra = {**_sms("+15550000000", "Something else"), "id": 990}
            new = [row for row in end.messages if row not in start.messages]
            wrong = [(*end.messages, extra), (*end.messages, {**extra, "type": 4})]
            wrong += [tuple(row for row in end.messages if row not in new[:1])] if new else []
            wrong += [(*end.messages, {**row, "id": 991}) for row in new[:1]]
            wrong += (
                [({**row, "body": f"{row['body']}!"} if row in new else row for row in end.messages)] if new else []
            )
            return [(_with(end, "messages", rows), answer) for rows in wrong]
        case NoteReads(name=name, lines=lines):
            return _other_files(
                end, answer, f"{NOTES}/{name}", "\n".join(lines), also=("\n".join((*lines, "more")), "")
            )
        case AnsweredNumber(value=value):
            return [
                (end, wrong_answer)
                for wrong_answer in ("", f"{value + 0.01:.2f}", "I do not know", f"{value:.2f} of 7")
            ]
        case NoteSays(name=name, text=text):
            path = f"{NOTES}/{name}"
            return _other_files(end, answer, path, text, also=())
        case NotesMerged(name=name, parts=parts):
            path, text = f"{NOTES}/{name}.md", "\n\n".join(parts)
            return _other_files(end, answer, path, text, also=("\n".join(parts), "\n\n".join(reversed(parts))))
        case FilesChanged(gone=gone, there=there):
            more = [{**end.files, "Download/extra.txt": "x"}, *([dict(start.files)] if gone or there else [])]
            more += [{**end.files, path: start.files[path]} for path in gone]
            more += [{k: v for k, v in end.files.items() if k != path} for path, _ in there]
            more += [{**end.files, k: "altered"} for k, v in end.files.items() if v is not None][:1]
            return [(replace(end, files=files), answer) for files in more]
        case Answered(items=items):
            return [(end, ""), (end, ", ".join((*items, "Nothing of the kind"))), (end, "Something else")]
        case SettingIs(key=key):
            return [(replace(end, settings={**end.settings, key: value}), answer) for value in ("", "7", "102")]
        case TimerRuns(seconds=seconds):
            row = end.timers[0]
            wrong = [(), (row, {**row, "_id": 2}), ({**row, "length": seconds + 1},), ({**row, "started": None},)]
            return [(_with(end, "timers", rows), answer) for rows in wrong]
        case StopwatchRuns():
            wrong = [(), ({"_id": 1, "started": None},), ({"_id": 1, "started": None, "elapsed": 9.0},)]
            return [(_with(end, "stopwatch", rows), answer) for rows in wrong]
    raise AssertionError(f"nothing to spoil in {check}")


def _other_files(end: State, answer: str, path: str, text: str, also: tuple[str, ...]) -> list[tuple[State, str]]:
    without = {k: v for k, v in end.files.items() if k != path}
    texts = (f"{text}\n\nand a lot more that nobody asked for at all", "something else", *also)
    wrong = [without, *({**end.files, path: other} for other in texts)]
    return [(replace(end, files=files), answer) for files in wrong]


@pytest.mark.parametrize("task", [*AW_EXTEND, *SHORT, *FRESH], ids=lambda task: task.name)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_right_ends_score_one_and_spoiled_ones_do_not(task: Task, seed: int) -> None:
    instance = task.instance(seed)
    start = begun(instance.setup)
    end, answer = right(instance.check, start)
    assert instance.check.score(End(before=start, after=end, answer=answer)).value == 1.0
    wrong = spoiled(instance.check, start, end, answer)
    assert len(wrong) >= 3
    for state, wrong_answer in wrong:
        found = instance.check.score(End(before=start, after=state, answer=wrong_answer))
        assert found.value < 1.0, (task.name, found)
        assert found.wrong


def test_each_part_of_a_composite_counts_alone() -> None:
    instance = AW_EXTEND[0].instance(1)
    assert isinstance(instance.check, Mean)
    start = begun(instance.setup)
    end, _ = right(instance.check.parts[0], start)
    assert instance.check.score(End(before=start, after=end)).value == 0.5
