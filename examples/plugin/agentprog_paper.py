"""A phone on paper, `--serial paper:counter`, and a model that always says the same, `--model parrot:WORDS`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from agentprog import ModelOptions, errors
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
    Usage,
)

PACKAGE = "org.example.counter"


def open_device(name: str, environment: Mapping[str, str]) -> Paper:
    """What agentprog calls for `paper:NAME`."""
    del environment
    if name != "counter":
        raise errors.NoDevice(f"there is no paper phone {name!r}", hint="There is one: paper:counter.")
    return Paper()


def open_model(name: str, id: str, options: ModelOptions) -> Parrot:
    """What agentprog calls for `parrot:NAME`."""
    del options
    return Parrot(id, name)


class Paper:
    """One app with a button that counts how often it was tapped. Fits the protocol agentprog.Device."""

    info = DeviceInfo(serial="paper:counter", model="paper", android="14", sdk=34, width=400, height=800)

    def __init__(self) -> None:
        self.taps = 0

    def apps(self) -> tuple[App, ...]:
        return (App(package=PACKAGE, label="Counter"),)

    def observe(self, *, screenshot: bool = False) -> Screen:
        del screenshot
        number = Element(index=1, role=Role.TEXT, label=f"Taps: {self.taps}", bounds=Bounds(0, 100, 400, 200))
        button = Element(index=2, role=Role.BUTTON, label="Count", bounds=Bounds(0, 300, 400, 400), clickable=True)
        now = datetime.now(UTC)
        return Screen(package=PACKAGE, activity=".Main", width=400, height=800, taken_at=now, elements=(number, button))

    def perform(self, action: Action) -> ActionResult:
        match action:
            case OpenApp():
                return ActionResult(ok=True)
            case Tap(target=Element(label="Count")):
                self.taps += 1
                return ActionResult(ok=True)
        return ActionResult(ok=False, detail="paper does nothing else")

    def close(self) -> None:
        """Nothing is open."""


class Parrot:
    """Says the words of its id, whatever it is asked. Fits the protocol agentprog.Model."""

    capabilities = Capabilities(context=8000)

    def __init__(self, id: str, words: str) -> None:
        self.id = id
        self.words = words

    def complete(self, request: ModelRequest) -> ModelReply:
        del request
        return ModelReply(text=self.words, usage=Usage())

    def score(self, request: ScoreRequest) -> Scores:
        raise errors.ModelError(f"a parrot cannot weigh {len(request.candidates)} answers")

    def count_tokens(self, text: str) -> int:
        return -(-len(text) * 2 // 7)

    def close(self) -> None:
        """Nothing is open."""
