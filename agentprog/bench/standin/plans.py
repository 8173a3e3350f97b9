"""Programs as a good planner writes them: a list, a loop over it, one sentence per step."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from itertools import groupby

from agentprog.bench.standin.goals import FindFile, Goal, ReadErrands, ReadNote, SendText, ShowDay, WriteNote
from agentprog.bench.standin.orders import Clear, Errands, Fetch, Merge, Order

_INDENT = "    "


def program(orders: Sequence[Order], apps: Sequence[str]) -> str:
    """The program for the orders, with the app names of this phone."""
    lines: list[str] = []
    for kind, group in groupby(orders, key=type):
        alike = list(group)
        if issubclass(kind, Goal):
            lines += _loop([order for order in alike if isinstance(order, Goal)], len(lines), apps)
        elif kind is Fetch:
            lines += _fetch([order for order in alike if isinstance(order, Fetch)], apps)
        else:
            lines += [line for order in alike for line in _composed(order, apps)]
    return "\n".join(lines) + "\n"


def _step(goal: Goal, apps: Sequence[str], sentence: str | None = None) -> str:
    return f'In the "{app_name(goal.app, apps)}" app, {sentence or goal.sentence}'


def app_name(app: str, apps: Sequence[str]) -> str:
    """The app's name on this phone."""
    return next(
        (name for name in apps if name == app), next((name for name in apps if app in name or name in app), app)
    )


def _loop(goals: list[Goal], number: int, apps: Sequence[str]) -> list[str]:
    """One step, or a loop over the values that differ."""
    if len(goals) == 1:
        return [_step(goals[0], apps)]
    first, name = goals[0], f"items{number or ''}"
    names = [field.name for field in fields(first)]
    if len(names) == 1:
        values: list[object] = [goal.key for goal in goals]
        sentence = first.words.replace("{" + names[0] + "}", "{item}")
    else:
        values = [asdict(goal) for goal in goals]
        sentence = first.words
        for field in names:
            sentence = sentence.replace("{" + field + "}", "{item." + field + "}")
    return [
        f"Set {{{name}}} to {json.dumps(values, ensure_ascii=False)}",
        f"For each {{item}} in {{{name}}}:",
        _INDENT + _step(first, apps, sentence),
    ]


def _fetch(orders: list[Fetch], apps: Sequence[str]) -> list[str]:
    number = "{number}" if len(orders) > 1 else orders[0].number
    steps = [
        f"{_step(FindFile(number=number), apps)}, record as {{file}}",
        f"{_step(ReadNote(name='{file}'), apps)}, record as {{text}}",
        _step(SendText(number=number, body="{text}"), apps),
    ]
    if len(orders) == 1:
        return steps
    numbers = json.dumps([order.number for order in orders])
    return [f"Set {{numbers}} to {numbers}", "For each {number} in {numbers}:", *(_INDENT + step for step in steps)]


def _composed(order: Order, apps: Sequence[str]) -> list[str]:
    match order:
        case Merge(names=names, target=target):
            return [
                f"Set {{notes}} to {json.dumps(list(names))}",
                "Set {texts} to []",
                "For each {note} in {notes}:",
                f"{_INDENT}{_step(ReadNote(name='{note}'), apps)}, record as {{text}}",
                f"{_INDENT}Add {{text}} to {{texts}}",
                _step(WriteNote(name=target, texts="{texts}"), apps),
            ]
        case Errands(note=note):
            return [
                f'In the "{app_name(ReadErrands.app, apps)}" app:',
                f"{_INDENT}{ReadErrands(name=note).sentence}, record as {{errands}} (list)",
                "For each {errand} in {errands}:",
                f"{_INDENT}do: Carry out this errand: {{errand}}",
            ]
        case Clear(day=day):
            show = _step(ShowDay(day=day), apps)
            delete = f'In the "{app_name(ShowDay.app, apps)}" app, delete all the events that are shown for "{day}"'
            return [show, "While the screen shows an event of that day:", _INDENT + delete]
        case _:
            return []
