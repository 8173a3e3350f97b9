"""The state of a step in plain words while it runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from agentprog.ports import Action, OpenApp, PressKey, Screen, describe
from agentprog.recipes.making import Made
from agentprog.runtime.grounding.recovery import Last
from agentprog.runtime.grounding.reported import ASKED, ReportedValue
from agentprog.runtime.roles import Act, Attempt, Move, StepDone, Successor
from agentprog.runtime.safety.risk import lasts
from agentprog.runtime.witness.changes import Contents
from agentprog.runtime.witness.intent import Intent
from agentprog.runtime.witness.views import Views, view_of

MOST_IDLE = 4
"""The most snippets in a row without an action, and the most times that the counter may hold a step called done."""
BY_HAND = "A person had the phone in hand in between. Judge by the screen what is done and what is missing."
Arrived = Callable[[], StepDone | None]
"""Returns the end of the step if the screen already shows the goal, else None."""


class Handed(Protocol):
    """A part of the machine that handed a step to the model, and may take it back."""

    def watch(self, move: Move) -> None:
        """A move is decided but not made yet."""

    def taken_back(self) -> bool:
        """After a move: true if that part of the machine continues by itself."""
        ...


@dataclass(slots=True)
class Pursuit:
    """State of one action step while it runs."""

    goal: str
    literals: tuple[str, ...]
    attempts: list[Attempt] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    """Remarks of a person or the runtime that hold for the whole step."""
    intent: Intent | None = None
    """The effect that the step orders, as far as the phone's records can show it."""
    contents: Contents = field(default_factory=dict)
    """Rows of the phone's stores when the step began; empty if they are not read."""
    texts: dict[str, str] = field(default_factory=dict)
    """Contents of the files that the step names when it began, by their ids."""
    sealed: Mapping[str, Any] | None = None
    """The digests of these in the journal, if an earlier attempt of the run began the step."""
    views: Views = field(default_factory=Views)
    resumed: bool = False
    """An earlier life of the run began the step: of its screens only the literals that it read are still known."""
    window: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Repeats of an action on a screen since the last new one."""
    tried: set[tuple[str, str]] = field(default_factory=set)
    ways: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """How often an action on one screen led to another, by the screens' signatures."""
    arrived: Arrived | None = None
    handed: Handed | None = None
    helped: int = 0
    made: list[Made] = field(default_factory=list)
    """The actions, each with the screen of its decision."""
    opaque: str = ""
    """Why the recorded actions do not show how the step is done; empty if they do."""
    effects: int = 0
    recovered: int = 0
    last: Last | None = None
    done: list[tuple[Action, str]] = field(default_factory=list)
    """The actions, with their risk classes."""
    forbidden: str = ""
    """The last action if the gate refused it and the step's effect may depend on it; else empty."""
    consulted: int = 0
    """Questions to a model about beliefs."""
    idle: int = 0
    unmoved: int = 0
    """How often the step was called done while the counter held."""
    snippet_output: tuple[str, ...] = ()
    """Output of the last snippet."""
    reads: bool = False
    """True if `arrived` reads the value of the step."""
    way: tuple[str, ...] = ()
    """The labels of the elements to tap first, by the reading of the page where the step began."""
    ahead: list[Act | StepDone] = field(default_factory=list)
    """The moves of the last answer that are still to be made."""
    cut: str = ""
    """Why the last answer was not carried out to its end."""
    receiver: ReportedValue | None = None
    """Set if the step's answer may contain the value that the step reads."""
    offered: tuple[Successor, ...] = ()
    """The steps that the prompt of the last move listed as next."""

    @property
    def unbegun(self) -> bool:
        """True if the step has so far at most entered its app."""
        return all(isinstance(attempt.action, OpenApp) for attempt in self.attempts)

    @property
    def untouched(self) -> bool:
        """True if the step has so far only entered its app and gone back in it."""
        return all(
            isinstance(attempt.action, OpenApp)
            or (isinstance(attempt.action, PressKey) and attempt.action.key == "back")
            for attempt in self.attempts
        )

    @property
    def lasting(self) -> bool:
        """True if the step made an action that saves or removes something."""
        return any(lasts(action, risk) for action, risk in self.done)

    def taken_over(self) -> None:
        """A person used the phone meanwhile: forget the last action and the moves ahead."""
        self.opaque = "a person had the phone in hand"
        self.last = None
        self.ahead.clear()
        self.window.clear()
        self.remarks.append(BY_HAND)

    def look(self, screen: Screen, shifts: int) -> frozenset[str]:
        """Record a screen after `shifts` scrolls of lists. Returns the literals that it shows."""
        self.views.look(screen, shifts=shifts, lasting=self.lasting)
        shown = view_of(screen)
        return frozenset(text for text in self.literals if shown.says(text))

    def hints(self) -> list[str]:
        """The runtime's remarks on the attempts so far, the most informative last."""
        reminder = (ASKED,) if self.receiver is not None else ()
        hints = [*reminder, *self.remarks, *self.snippet_output, *((self.cut,) if self.cut else ())]
        if not self.attempts:
            return hints
        last = self.attempts[-1]
        if not last.ok:
            hints.append(
                f"The last action failed: {describe(last.action)}: {last.detail or 'the phone could not do it'}."
            )
        elif not last.changed:
            hints.append(f"The last action changed nothing on the screen: {describe(last.action)}.")
        repeated = [text for (_screen, text), count in self.window.items() if count > 1]
        if repeated:
            hints.append(f"You have done this more than once on the same screen: {repeated[-1]}. Do something else.")
        return hints

    def repeated(self, signature: str) -> dict[str, int]:
        """The moves made on this screen, with the number of times that each led to the same other screen."""
        found: dict[str, int] = {}
        for (before, words, _), count in self.ways.items():
            if before == signature:
                found[words] = max(count, found.get(words, 0))
        return found


def came_of(attempt: Attempt) -> str:
    """A remark after an action without effect, for prompts; empty otherwise."""
    if not attempt.ok:
        return f" (failed: {attempt.detail})"
    return "" if attempt.changed else " (nothing changed)"
