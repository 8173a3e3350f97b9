"""The paper's appendix D: two loops over three people in two apps.

tests/golden/appendix_d.txt keeps the prompts, the operations of the program counter and the pruned parts;
`UPDATE_GOLDENS=1 pytest tests/runtime/context` writes it again. Machine, roles and prompts are the product's own; the
phone is in memory, and a script answers from the prompt.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from agentprog.agents import make_roles
from agentprog.lang.parser import parse
from agentprog.ports import Event
from agentprog.runtime.journal.events import StepFinished
from agentprog.runtime.options import RunOptions
from agentprog.runtime.run import run_program
from tests.runtime.context.two_apps import Phone, Script

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "appendix_d.txt"
PEOPLE = {"Hana Ferreira": "+10662908339", "Sophie Martin": "+18723713947", "Olivia Alves": "+16278036185"}
INSTRUCTION = (
    "For the following persons: "
    + ", ".join(f"Name: {name}, Number: {number}" for name, number in PEOPLE.items())
    + ", add them as new contacts, and then use Simple SMS Messenger to send each of them a 'hello, [Name]' message, "
    "where [Name] is the name of each contact."
)
PROGRAM = (
    "Set {people} to ["
    + ", ".join(f'{{"name": "{name}", "number": "{number}"}}' for name, number in PEOPLE.items())
    + """]
For each {person} in {people}:
    In the "Contacts" app, create a contact named "{person.name}" with the number "{person.number}"
For each {person} in {people}:
    In the "Simple SMS Messenger" app, send "hello, {person.name}" to "{person.number}"
"""
)


class Steps:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def on_event(self, event: Event) -> None:
        if isinstance(event, StepFinished):
            self.lines.append(f"line {event.line} {event.kind}: {event.operation} ({event.status})")


def walk(mode: str) -> tuple[Phone, Script, Steps]:
    phone, script, steps = Phone(), Script(), Steps()
    program = parse(PROGRAM, known_apps=("Contacts", "Simple SMS Messenger")).program
    assert program is not None
    options: Any = {
        "text": PROGRAM,
        "instruction": INSTRUCTION,
        "mode": mode,
        "source": "model",
        "belief": False,
        "recipes": "off",
    }
    outcome = run_program(
        program, device=phone, roles=make_roles(script), listeners=[steps], options=RunOptions(**options)
    )
    assert outcome.exit_code == 0, outcome
    return phone, script, steps


def written(script: Script, steps: Steps) -> str:
    """The operations, then the first and the last question of each round of both loops."""
    parts = [PROGRAM, "======== operations of the program counter", *steps.lines]
    rounds = [(purpose, question, _round(question)) for purpose, question in script.asked]
    for at, (purpose, question, now) in enumerate(rounds):
        first = at == 0 or rounds[at - 1][2] != now
        last = at + 1 == len(rounds) or rounds[at + 1][2] != now
        if first or last:
            parts += [f"======== question {at + 1}: {purpose}", question]
    return "\n".join(parts) + "\n"


def _round(question: str) -> str:
    """The step and its values; they change from round to round."""
    found = re.findall(r"^(?:Now:|The counter is at) line (\d+: .*)$", question, re.MULTILINE)
    return found[-1]


def test_the_walkthrough_equals_its_golden_file() -> None:
    _phone, script, steps = walk("separate")
    text = written(script, steps)
    if os.environ.get("UPDATE_GOLDENS"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8"), "look at what has changed, then UPDATE_GOLDENS=1"


@pytest.mark.parametrize("mode", ["fused", "separate"])
def test_the_walkthrough_adds_three_contacts_and_sends_three_messages(mode: str) -> None:
    phone, _script, steps = walk(mode)
    assert phone.contacts == list(PEOPLE.items())
    assert phone.messages == [(number, f"hello, {name}") for name, number in PEOPLE.items()]
    loops = [line.split(": ")[1].split()[0] for line in steps.lines if "ForEach" in line]
    assert loops == [*["continue"] * 3, "break"] * 2


@pytest.mark.parametrize("mode", ["fused", "separate"])
def test_the_third_rounds_prompt_holds_only_the_actions_of_the_retrieved_step(mode: str) -> None:
    _phone, script, _steps = walk(mode)
    earlier_people = ("Hana Ferreira", "Sophie Martin", PEOPLE["Hana Ferreira"], PEOPLE["Sophie Martin"])
    thirds = [question for _purpose, question in script.asked if "Olivia Alves" in _round(question)]
    assert len(thirds) >= 8
    for question in thirds:
        retrieved = re.search(r"^How this step went before:\n(.*?)\n\n", question, re.DOTALL | re.MULTILINE)
        assert ("Sophie Martin" in retrieved[1] and "Hana" not in retrieved[1]) if retrieved else True
        rest = question.replace(retrieved[0], "") if retrieved else question
        acted = [line for line in rest.splitlines() if re.search(r"\b(tap|type|open app)\b", line)]
        assert not [line for line in acted if any(text in line for text in earlier_people)]
    assert any("How this step went before" in question for question in thirds)
