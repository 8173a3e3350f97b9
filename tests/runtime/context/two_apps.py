"""A phone in memory with contacts and messages, and a script that acts on the text of its prompts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from agentprog.models.tokens import estimate_tokens
from agentprog.ports import (
    Action,
    ActionResult,
    App,
    Bounds,
    Capabilities,
    DeviceInfo,
    Element,
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
        """Has nothing to close."""


@dataclass
class Script:
    """Decides by the prompt; keeps every question with its purpose."""

    asked: list[tuple[str, str]] = field(default_factory=list)
    program: str = ""
    """Its answer to a request for a plan."""
    id: str = "script"
    capabilities: Capabilities = field(default_factory=lambda: Capabilities(context=128_000, schema=True))

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def score(self, request: ScoreRequest) -> Scores:
        raise NotImplementedError(request.purpose)

    def close(self) -> None:
        """Has nothing to close."""

    def complete(self, request: ModelRequest) -> ModelReply:
        question = request.messages[-1].text
        self.asked.append((request.purpose, question))
        if request.purpose == "plan":
            return ModelReply(text=self.program, usage=Usage(prompt=100))
        if request.purpose == "summary":
            move = re.findall(r"^Move: (.*)$", question, re.MULTILINE)[-1]
            return ModelReply(text=f"It did this: {move}.", usage=Usage(prompt=50))
        reply = self._counter(question) if "The counter is at line" in question else self._move(question)
        return ModelReply(text=json.dumps(reply), usage=Usage(prompt=estimate_tokens(question), completion=20))

    def _move(self, question: str) -> dict[str, Any]:
        step = re.findall(r"^(?:Now: line \d+|Task): (.*)$", question, re.MULTILINE)[-1]
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
