"""The tokens that a run sent to its models, from its folder: constant tokens, changing tokens, and their growth."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agentprog.frozen import frozen
from agentprog.models.tokens import IMAGE_TOKENS, estimate_tokens
from agentprog.runtime.journal.events import ActionDone, ContextBuilt, ModelCalled
from agentprog.runtime.journal.folder import RunFolder

STATIC = ("instruction", "apps", "program")
"""Sections that stay the same from call to call. For a baseline also the step, which is the whole task."""


@frozen
class Asked:
    """Tokens of a run's prompts, split by content, and its calls by purpose.

    `static` counts the prompt's own words, the task, the apps and the program; `dynamic` counts everything about the
    run and the screen. `growth` lists the dynamic tokens for each action in order, with all calls that led to it.
    """

    static: int
    dynamic: int
    calls: Mapping[str, int]
    growth: tuple[int, ...]


def measure(folder: RunFolder) -> Asked:
    """Read the journal and the records of the calls. Raises UsageError if the journal cannot be read."""
    prompt = dynamic = since = 0
    growth: list[int] = []
    calls: Counter[str] = Counter()
    split = _Splitter(folder.path)
    for event in folder.events():
        match event:
            case ContextBuilt():
                split.context = event
            case ModelCalled():
                calls[event.purpose] += 1
                changing = split.dynamic(event)
                prompt, dynamic, since = prompt + event.prompt, dynamic + changing, since + changing
            case ActionDone():
                growth.append(since)
                since = 0
    return Asked(static=prompt - dynamic, dynamic=dynamic, calls=dict(sorted(calls.items())), growth=tuple(growth))


class _Splitter:
    """Splits prompts. `context` is the latest record of a prompt's contents."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.context: ContextBuilt | None = None
        self._used: ContextBuilt | None = None
        self._static = 0

    def dynamic(self, call: ModelCalled) -> int:
        """Tokens of the prompt that change from call to call, scaled to the charged tokens."""
        built = self.context
        if built is None or built.purpose != call.purpose:
            words, whole = self._words(call.record)
            return _share(call.prompt, whole - words, whole)
        if built is self._used:  # a repeated question has the content of the first one, and more
            return max(0, call.prompt - self._static)
        self._used = built
        changing = sum(tokens for name, tokens in built.sections.items() if name not in _static(built))
        if built.tokenizer:
            found = min(call.prompt, changing)
        else:  # then both are estimates and may be off by the same factor
            found = _share(call.prompt, changing, self._words(call.record)[1])
        self._static = call.prompt - found
        return found

    def _words(self, record: str) -> tuple[int, int]:
        """Estimated tokens of a prompt's own words, and of the whole prompt."""
        try:
            data = json.loads((self._folder / "models" / f"{record}.json").read_text(encoding="utf-8"))
            messages = data["request"]["messages"]
        except (OSError, ValueError, KeyError, TypeError):
            return 0, 0
        sizes = [(message.get("role"), _tokens(message)) for message in messages]
        return sum(size for role, size in sizes if role == "system"), sum(size for _, size in sizes)


def _static(built: ContextBuilt) -> tuple[str, ...]:
    return STATIC if built.manager == "ours" else (*STATIC, "step")


def _share(prompt: int, part: int, whole: int) -> int:
    return min(prompt, round(prompt * part / whole)) if whole else prompt


def _tokens(message: Mapping[str, Any]) -> int:
    parts = message.get("parts") or [message]
    return sum(IMAGE_TOKENS if "image" in part else estimate_tokens(str(part.get("text", ""))) for part in parts)
