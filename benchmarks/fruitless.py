"""Counts the moves in a row that serve no value of their step, in episodes that ended right and in others.

    python benchmarks/fruitless.py DIR [DIR ...]     # of `agentprog bench run --out DIR` with a small model

A move counts as fruitful when it types a value of the step or taps an element that shows one (agents/standing.py).
These numbers decide after how many fruitless moves a small model's step asks a person. Only steps in which a model
was asked to choose are counted; a step that code alone decided says nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from agentprog.agents.standing import in_order, names_in
from agentprog.bench.results import Result, read_results
from agentprog.errors import AgentProgError
from agentprog.identity import says
from agentprog.ports import Element, TypeText
from agentprog.runtime.evaluation.mentions import literals_of
from agentprog.runtime.journal.codec import move_from
from agentprog.runtime.roles import Act

_STEP = re.compile(r'^Step: (?:In the "[^"]*" app, )?(.+)$', re.MULTILINE)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    given = options.parse_args()
    longest: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
    try:
        for folder in given.folders:
            for result in read_results([folder]):
                longest[result.right].update(_episode(folder, result))
    except AgentProgError as exc:
        options.error(exc.message)
    for right, counts in longest.items():
        told = ", ".join(f"{most}: {count}" for most, count in sorted(counts.items()))
        print(f"{'right' if right else 'other'} episodes, {counts.total()} steps by their longest row: {told}")
    return 0


def _episode(folder: Path, result: Result) -> list[int]:
    """The longest row of fruitless moves of each step that a model chose in."""
    run = folder / result.run
    if not result.run or not (run / "events.jsonl").is_file():
        return []
    found: list[int] = []
    for said, moves in _steps(run):
        row = most = 0
        for text in moves:
            row = 0 if any(says(text, value) for value in said) else row + 1
            most = max(most, row)
        found.append(most)
    return found


def _steps(run: Path) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Each step's values, and what its moves typed or touched."""
    steps: dict[int, tuple[tuple[str, ...], list[str]]] = {}
    said: tuple[str, ...] = ()
    for line in (run / "events.jsonl").read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        if event["type"] == "ModelCalled" and event["purpose"] == "ground" and event.get("record"):
            said = _values(run / "models" / f"{event['record']}.json")
        elif event["type"] == "MoveDecided":
            move = move_from(event["move"])
            if isinstance(move, Act) and said:
                steps.setdefault(event["step"], (said, []))[1].append(_borne(move))
        elif event["type"] == "StepFinished":
            said = ()
    yield from steps.values()


def _values(record: Path) -> tuple[str, ...]:
    call = json.loads(record.read_text(encoding="utf-8"))
    found = _STEP.search(call["request"]["messages"][-1]["text"])
    step = found[1] if found else ""
    return in_order(step, (*literals_of(step, ()), *(name for name in names_in(step) if " " in name)))


def _borne(move: Act) -> str:
    if isinstance(move.action, TypeText):
        return move.action.text
    target = getattr(move.action, "target", None)
    return target.label if isinstance(target, Element) else ""


if __name__ == "__main__":
    sys.exit(main())
