"""A run's story as data for the live page: first the whole story, then its changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from agentprog.ports import Event
from agentprog.report.story import Step, Teller, Telling
from agentprog.runtime.journal import events as e

_LONG = 4000
"""Length limit of one text on the page, in characters."""


class Narration:
    """Takes events in their order; `news` returns the changes since its last call."""

    def __init__(self) -> None:
        self._teller = Teller()
        self._shortened: dict[int, Step] = {}
        self._changed: set[int] = set()
        self._kinds: set[str] = set()
        self._variables: dict[str, e.VariableSet] = {}
        self._beliefs: dict[str, e.BeliefChanged] = {}
        self._totals: dict[str, float] = {}
        self._permits: list[dict[str, Any]] = []
        self._manifest: dict[str, Any] = {}
        self.taken = 0
        """Events so far."""

    @property
    def screens(self) -> set[str]:
        """Names of the screen records that the story refers to."""
        return self._teller.story.screens

    def take(self, events: Iterable[Event]) -> None:
        for event in events:
            self.taken += 1
            self._teller.take(event)
            self._note(event)

    def news(self) -> dict[str, Any]:
        """The changed parts, each complete; of the steps only the changed ones."""
        story = self._teller.story
        parts: dict[str, Any] = {"taken": self.taken}
        if self._changed:
            parts["steps"] = [step_data(self._shortened[number]) for number in sorted(self._changed)]
        builders: dict[str, Callable[[], Any]] = {
            "head": self._head,
            "program": lambda: [line.text for line in story.program],
            "before": lambda: [telling_data(entry) for entry in story.before],
            "variables": lambda: [_plain(variable) for variable in self._variables.values()],
            "beliefs": lambda: [_plain(belief) for belief in self._beliefs.values() if belief.change != "drop"],
            "permits": lambda: self._permits,
            "manifest": lambda: self._manifest,
            "cost": lambda: self._totals,
        }
        parts |= {kind: builders[kind]() for kind in builders if kind in self._kinds}
        self._changed, self._kinds = set(), set()
        return parts

    def _note(self, event: Event) -> None:
        steps = self._teller.story.steps
        if steps:
            self._shortened[steps[-1].number] = steps[-1]
            self._changed.add(steps[-1].number)
        elif self._teller.story.before:
            self._kinds.add("before")
        number = getattr(event, "step", 0)
        if number in self._shortened:
            self._changed.add(number)
        self._kinds |= _PARTS.get(type(event), frozenset())
        self._keep(event)

    def _keep(self, event: Event) -> None:
        match event:
            case e.VariableSet():
                self._variables[event.name] = event
            case e.BeliefChanged():
                self._beliefs[event.belief] = event
            case e.ModelCalled():
                self._count(model_calls=1, prompt=event.prompt, completion=event.completion, seconds=event.seconds)
                self._count(**({"money": event.money} if event.money is not None else {"unpriced": 1}))
            case e.ActionIntended():
                self._count(actions=1)
            case e.Manifested():
                self._manifest = {"shown": event.shown, "pending": event.pending}
            case e.Approved():
                self._permits.append({"at": event.at, "text": event.question, "answer": event.said})
            case e.Confirmed():
                answer = (event.consent or "allowed") if event.allowed else "refused"
                self._permits.append({"at": event.at, "text": event.question, "answer": answer, "line": event.step})

    def _count(self, **more: float) -> None:
        for name, value in more.items():
            self._totals[name] = self._totals.get(name, 0) + value

    def _head(self) -> dict[str, Any]:
        story = self._teller.story
        started, finished, device = story.started, story.finished, story.device
        return {
            "run": started.run if started else "",
            "instruction": started.instruction if started else "",
            "started_at": started.started_at if started else "",
            "device": _plain(device) if device else None,
            "outcome": finished.outcome if finished else "",
            "reason": finished.reason if finished else "",
            "answer": finished.answer if finished else None,
            "error": finished.error if finished else "",
            "dry": finished.dry if finished else False,
            "lives": story.lives,
        }


_PARTS: dict[type[Event], frozenset[str]] = {
    e.RunStarted: frozenset({"head"}),
    e.RunResumed: frozenset({"head"}),
    e.DeviceOpened: frozenset({"head"}),
    e.RunFinished: frozenset({"head"}),
    e.ProgramReady: frozenset({"program"}),
    e.ProgramAmended: frozenset({"program"}),
    e.VariableSet: frozenset({"variables"}),
    e.BeliefChanged: frozenset({"beliefs"}),
    e.Manifested: frozenset({"manifest"}),
    e.Approved: frozenset({"permits"}),
    e.Confirmed: frozenset({"permits"}),
    e.ModelCalled: frozenset({"cost"}),
    e.ActionIntended: frozenset({"cost"}),
}
"""The parts of the story, besides the steps, that each event changes."""


def step_data(step: Step) -> dict[str, Any]:
    """An executed statement with its entries."""
    return {
        "number": step.number,
        "line": step.line,
        "kind": step.kind,
        "text": step.text,
        "depth": step.depth,
        "iteration": step.iteration,
        "at": step.at,
        "status": step.status,
        "tier": step.tier,
        "detail": step.detail,
        "witness": step.witness,
        "cost": dataclasses.asdict(step.cost),
        "entries": [telling_data(entry) for entry in step.entries],
    }


def telling_data(entry: Telling) -> dict[str, Any]:
    """An entry of a step, with the facts that the page shows."""
    data = {name: _shortened(value) for name, value in entry.data.items() if name not in ("call", "context", "done")}
    call, done = entry.data.get("call"), entry.data.get("done")
    return {
        "kind": entry.kind,
        "at": entry.at,
        "text": entry.text[:_LONG],
        "screen": entry.screen,
        **data,
        **({"call": _plain(call)} if call is not None else {}),
        **({"done": _plain(done)} if done is not None else {}),
    }


def _plain(event: Event) -> dict[str, Any]:
    return {name: _shortened(value) for name, value in dataclasses.asdict(event).items()}


def _shortened(value: Any) -> Any:
    return value[:_LONG] if isinstance(value, str) else value
