"""The program counter's course through small programs: `traces.txt` holds program, course and answer of each.

A course is line and operation of every executed statement.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agentprog.ports import OutcomeKind


def _cases() -> list[tuple[str, str, str, object]]:
    text = Path(__file__).with_name("traces.txt").read_text(encoding="utf-8")
    cases = []
    for chunk in text.split("### ")[1:]:
        name, _, rest = chunk.partition("\n")
        program, trace, answer = rest.split("\n=== ")
        cases.append((name, program + "\n", trace, json.loads(answer)))
    return cases


CASES = _cases()


@pytest.mark.parametrize(("program", "trace", "answer"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_the_counter_follows_the_program(lab, program: str, trace: str, answer: object) -> None:
    outcome = lab.exact(program)
    assert outcome.kind is OutcomeKind.COMPLETED, outcome
    assert ", ".join(lab.events.trace) == trace
    assert outcome.answer == answer
