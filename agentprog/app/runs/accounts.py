"""Costs of a run's model calls: by call, purpose, model, step and line of its program, and in total."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from agentprog.ports import Event
from agentprog.runtime.journal.events import ModelCalled, Replayed, RunResumed, SideExited, StepFinished, StepStarted
from agentprog.runtime.safety.budget import Spent

PLANNING = 0
"""The line and step of calls for the program itself, which no statement asked for."""


@dataclass(slots=True)
class Account:
    """The spending of some calls. `cached` tokens are part of `prompt`, `reasoning` of `completion`."""

    name: str
    spent: Spent = field(default_factory=Spent)

    def add(self, call: ModelCalled) -> None:
        self.spent.charge(call.usage, call.money)

    @property
    def cost(self) -> str:
        """The cost in words; an unknown cost is never shown as zero."""
        if not self.spent.priced:
            return "unknown"
        amount, unpriced = f"${self.spent.money:.4f}", self.spent.unpriced
        return f"{amount} and {unpriced} calls of unknown price" if unpriced else amount

    def data(self) -> dict[str, Any]:
        """The account as JSON; `money` is None if no price is known."""
        spent, usage = self.spent, self.spent.usage
        return {
            "name": self.name,
            "calls": spent.model_calls,
            **{kind: getattr(usage, kind) for kind in ("prompt", "cached", "completion", "reasoning")},
            "money": round(spent.money, 9) if spent.priced else None,
            "unpriced": spent.unpriced,
            "seconds": round(usage.seconds, 3),
        }


@dataclass(slots=True)
class Accounts:
    """The same calls, added up by each key."""

    total: Account = field(default_factory=lambda: Account("run"))
    models: dict[str, Account] = field(default_factory=dict)
    purposes: dict[str, Account] = field(default_factory=dict)
    steps: dict[int, Account] = field(default_factory=dict)
    lines: dict[int, Account] = field(default_factory=dict)
    calls: list[Account] = field(default_factory=list)
    steps_done: int = 0
    """Steps in plain words that came to their end."""
    recalled: int = 0
    """Steps of which a recipe did at least one line, or read a screen."""
    earlier: int = 0
    """Statements done by a recipe of an earlier run."""
    exits: int = 0
    """Lines, exact or of a recipe, that were left to the model."""

    @property
    def recipes(self) -> dict[str, int]:
        return {"steps": self.steps_done, "by_recipe": self.recalled, "earlier": self.earlier, "side_exits": self.exits}


def accounts_of(events: Iterable[Event]) -> Accounts:
    """The accounts of a run's journal."""
    found = Accounts()
    step, line, text = PLANNING, PLANNING, "planning"
    failed: tuple[int, int, str] | None = None
    replayed: dict[int, str] = {}
    for event in events:
        match event:
            case StepStarted():
                step, line, text = event.step, event.line, event.text.strip()
                failed = None
            case RunResumed() if failed is not None:  # the earlier life's last step continues, without a beginning
                step, line, text = failed
            case Replayed(learned=learned):
                replayed[event.step] = learned
            case SideExited():
                found.exits += 1
            case StepFinished():
                if event.kind in ("Action", "Extract") and event.status != "failed":
                    found.steps_done += 1
                    found.recalled += event.step in replayed
                    found.earlier += replayed.get(event.step) == "earlier"
                failed = (failed or (step, line, text)) if event.status == "failed" else None
                step, line, text = PLANNING, PLANNING, "between steps"
            case ModelCalled():
                account = Account(f"{event.purpose}, {event.model}")
                account.add(event)
                found.calls.append(account)
                _under(found.models, event.model, lambda key: Account(str(key))).add(event)
                _under(found.purposes, event.purpose, lambda key: Account(str(key))).add(event)
                _under(found.steps, step, lambda _, name=text: Account(name)).add(event)  # type: ignore[misc]
                _under(found.lines, line, lambda _, name=text: Account(name)).add(event)  # type: ignore[misc]
                found.total.add(event)
    return found


def _under(table: dict[Any, Account], key: Any, make: Callable[[Any], Account]) -> Account:
    if key not in table:
        table[key] = make(key)
    return table[key]
