"""The paper's appendix D: two loops over three people in two apps. Prompts, operations of the program counter and what
is pruned, kept in tests/golden/appendix_d.txt; written anew by `UPDATE_GOLDENS=1 pytest tests/runtime/context`.

The machine, the roles and the prompts are the product's own; the phone is in memory, and a script answers by what the
prompt says.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agentprog.agents import make_roles
from agentprog.lang.parser import parse
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import (
    Action,
    ActionResult,
    App,
    Bounds,
    Capabilities,
    DeviceInfo,
    Element,
    Event,
    ModelReply,
    ModelRequest,
    OpenApp,
    Role,
    ScoreRequest,
    Scores,
    Screen,
    Tap,
    TypeText,
    Usage,
)
from agentprog.runtime.journal.events import StepFinished
from agentprog.runtime.options import RunOptions
from agentprog.runtime.run import run_program

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
CONTACTS, SMS = "com.google.android.contacts", "com.simplemobiletools.smsmessenger"


class Phone:
    """Two apps in memory, each a list and a form."""

    def __init__(self) -> None:
        self.contacts: list[tuple[str, str]] = []
        self.messages: list[tuple[str, str]] = []
        self.package, self.form = "com.android.launcher3", False
        self.fields: dict[str, str] = {}

    @property
    def info(self) -> DeviceInfo:
        return DeviceInfo(serial="memory", model="Memory", android="15", sdk=35, width=1080, height=2400)

    def apps(self) -> tuple[App, ...]:
        return (App(package=CONTACTS, label="Contacts"), App(package=SMS, label="Simple SMS Messenger"))

    def observe(self, *, screenshot: bool = False) -> Screen:
        made = [
            Element(
                index=index,
                role=role,
                label=label,
                bounds=Bounds(0, index * 100, 1080, index * 100 + 90),
                clickable=True,
                package=self.package,
                **({"editable": True, "text": self.fields.get(label, "")} if role is Role.FIELD else {}),
            )
            for index, (role, label) in enumerate(self._widgets(), 1)
        ]
        now = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)
        return Screen(
            package=self.package, activity=".Main", width=1080, height=2400, taken_at=now, elements=tuple(made)
        )

    def _widgets(self) -> list[tuple[Role, str]]:
        if self.package == CONTACTS:
            form = [(Role.FIELD, "Name"), (Role.FIELD, "Phone"), (Role.BUTTON, "Save")]
            known = [(Role.ITEM, name) for name, _ in self.contacts]
            return form if self.form else [(Role.BUTTON, "Create contact"), *known]
        if self.package == SMS:
            form = [(Role.FIELD, "To"), (Role.FIELD, "Message"), (Role.BUTTON, "Send")]
            sent = [(Role.ITEM, f"{to}: {text}") for to, text in self.messages]
            return form if self.form else [(Role.BUTTON, "New conversation"), *sent]
        return [(Role.ITEM, "Contacts"), (Role.ITEM, "Simple SMS Messenger")]

    def perform(self, action: Action) -> ActionResult:
        match action:
            case OpenApp(name=name):
                self.package = {app.label: app.package for app in self.apps()}[name]
                self.form = False
            case TypeText(text=text, target=Element(label=label)):
                self.fields[label] = text
            case Tap(target=Element(label="Save")):
                self.contacts.append((self.fields["Name"], self.fields["Phone"]))
                self.form = False
            case Tap(target=Element(label="Send")):
                self.messages.append((self.fields["To"], self.fields["Message"]))
                self.form = False
            case Tap():
                self.form, self.fields = True, {}
        return ActionResult(ok=True)

    def close(self) -> None:
        """Nothing is held."""


@dataclass
class Script:
    """Decides by the prompt; keeps every question with its purpose."""

    asked: list[tuple[str, str]] = field(default_factory=list)
    id: str = "script"
    capabilities: Capabilities = field(default_factory=lambda: Capabilities(context=128_000, schema=True))

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def score(self, request: ScoreRequest) -> Scores:
        raise NotImplementedError(request.purpose)

    def close(self) -> None:
        """Nothing is held."""

    def complete(self, request: ModelRequest) -> ModelReply:
        question = request.messages[-1].text
        self.asked.append((request.purpose, question))
        said = self._counter(question) if "The counter is at line" in question else self._move(question)
        return ModelReply(text=json.dumps(said), usage=Usage())

    def _move(self, question: str) -> dict[str, Any]:
        step = re.findall(r"^Now: line \d+: (.*)$", question, re.MULTILINE)[-1]
        shown = _shown(question)
        filled = {"Name": 0, "Phone": 1, "Message": 0, "To": 1}
        quoted = re.findall(r'"([^"]+)"', step)
        for label, (number, held) in shown.items():
            if label in filled and held != quoted[filled[label]]:
                return {
                    "judgement": "a field is empty",
                    "action": "type",
                    "element": number,
                    "text": quoted[filled[label]],
                }
        for button in ("Save", "Send"):
            if button in shown:
                return {"judgement": "all is filled in", "action": "tap", "element": shown[button][0]}
        done = [label for label in shown if quoted[0] in label]
        if done:
            return {"judgement": "it is on the list", "action": "done", "expectation": done[0]}
        new = "Create contact" if "Create contact" in shown else "New conversation"
        return {"judgement": "a form is needed", "action": "tap", "element": shown[new][0]}

    def _counter(self, question: str) -> dict[str, Any]:
        step = re.findall(r"^The counter is at line \d+: (.*)$", question, re.MULTILINE)[-1]
        wanted = re.findall(r'"([^"]+)"', step)[0]
        listed = re.search(rf'^item ".*{re.escape(wanted)}"', question, re.MULTILINE)
        return {"judgement": "as seen", "operation": "continue" if listed else "hold"}


def _shown(question: str) -> dict[str, tuple[int, str]]:
    """Label to number and content of every element on the screen."""
    screen = question[question.rfind("<<<") : question.rfind(">>>")]
    rows = re.findall(r'^\[(\d+)\] \w+ "([^"]+)"(?:: (?:"([^"]*)"|empty))?', screen, re.MULTILINE)
    return {label: (int(number), held) for number, label, held in rows}


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
    options: Any = {"text": PROGRAM, "instruction": INSTRUCTION, "mode": mode, "source": "model", "belief": False}
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
    """The step and its values, which differ from round to round."""
    found = re.findall(r"^(?:Now:|The counter is at) line (\d+: .*)$", question, re.MULTILINE)
    return found[-1]


def test_the_walkthrough_is_what_its_golden_file_says() -> None:
    _phone, script, steps = walk("separate")
    text = written(script, steps)
    if os.environ.get("UPDATE_GOLDENS"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8"), "look at what has changed, then UPDATE_GOLDENS=1"


@pytest.mark.parametrize("mode", ["fused", "separate"])
def test_it_adds_three_contacts_and_sends_three_messages(mode: str) -> None:
    phone, _script, steps = walk(mode)
    assert phone.contacts == list(PEOPLE.items())
    assert phone.messages == [(number, f"hello, {name}") for name, number in PEOPLE.items()]
    loops = [line.split(": ")[1].split()[0] for line in steps.lines if "ForEach" in line]
    assert loops == [*["continue"] * 3, "break"] * 2


@pytest.mark.parametrize("mode", ["fused", "separate"])
def test_in_round_three_a_prompt_holds_no_earlier_action_but_those_of_the_one_retrieved(mode: str) -> None:
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
