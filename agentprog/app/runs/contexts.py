"""The contents of every prompt of a run: the record of its context beside the record of its call."""

from __future__ import annotations

import json
from typing import Any

from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.runtime.journal.events import ContextBuilt, ModelCalled, StepStarted
from agentprog.runtime.journal.folder import RunFolder


@frozen
class PromptMade:
    """One model call: its number in the run, the line it was made for (0: before the program), and its context."""

    number: int
    line: int
    called: ModelCalled
    context: ContextBuilt | None

    def data(self) -> dict[str, Any]:
        """The prompt's data as plain values."""
        built, call = self.context, self.called
        return {
            "call": self.number,
            "line": self.line,
            "purpose": call.purpose,
            "model": call.model,
            "prompt": call.prompt,
            "cached": call.cached,
            "completion": call.completion,
            "manager": built.manager if built else None,
            "tokenizer": (built.tokenizer or "estimate") if built else None,
            "sections": _sections(built) if built else {},
        }


def _sections(built: ContextBuilt) -> dict[str, dict[str, int]]:
    return {
        name: {
            "tokens": tokens,
            "budget": built.budgets.get(name, 0),
            "kept": built.kept.get(name, 0),
            "dropped": built.dropped.get(name, 0),
            "shortened": built.shortened.get(name, 0),
        }
        for name, tokens in built.sections.items()
    }


def calls_of(folder: RunFolder) -> tuple[PromptMade, ...]:
    """The run's model calls in order. A call that repairs an answer has the context of the call before it."""
    found: list[PromptMade] = []
    built: ContextBuilt | None = None
    line = 0
    for event in folder.events():
        match event:
            case StepStarted():
                line, built = event.line, None
            case ContextBuilt():
                built = event
            case ModelCalled():
                number = int(event.record) if event.record.isdigit() else len(found) + 1
                found.append(PromptMade(number=number, line=line, called=event, context=built))
    return tuple(found)


def call_of(folder: RunFolder, number: int) -> tuple[PromptMade, dict[str, Any]]:
    """One call and its whole record: model, request, reply. Raises UsageError if the run has no call
    with this number.
    """
    calls = calls_of(folder)
    call = next((call for call in calls if call.number == number), None)
    if call is None:
        last = f"its calls are 1 to {calls[-1].number}" if calls else "it asked no model"
        raise UsageError(
            f"{folder.name} has no model call {number}: {last}", hint="`agentprog trace context RUN` lists the calls."
        )
    path = folder.path / "models" / f"{call.called.record}.json"
    try:
        record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except OSError as exc:
        raise UsageError(f"the prompt of call {number} cannot be read: {path}: {exc.strerror}") from exc
    except ValueError as exc:
        raise UsageError(f"the record of call {number} is damaged: {path}: {exc}") from exc
    return call, record
