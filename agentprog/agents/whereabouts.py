"""Common parts of prompts about a step: the phone's state, earlier actions, and values by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TypedDict, cast

from agentprog.agents.screen_text import screen_lines
from agentprog.ports import ClearText, TypeText, describe
from agentprog.runtime.roles import Act, Attempt, Move, Seen, StepContext, StepDone

_NAMED = re.compile(r"\{([^{}]+)\}")


class Whereabouts(TypedDict):
    """`app` is the app in front; `scope` that of the step if another one is in front, else empty."""

    app: str
    scope: str


def whereabouts(seen: Seen) -> Whereabouts:
    """If the app in front is unknown, the step's own is used."""
    scope = seen.app or ""
    return Whereabouts(app=seen.front or scope or seen.screen.package, scope=scope if seen.aside else "")


def place(seen: Seen) -> dict[str, object]:
    """The phone's state besides its screen: app, clock and language."""
    return {**whereabouts(seen), "now": seen.now, "language": seen.language}


def situation(context: StepContext) -> dict[str, object]:
    """The common part of prompts for writing models about a step, without screen and hints."""
    goal, known = context.goal, context.background
    lines = {name: list(getattr(known, name)) for name in ("apps", "path", "variables", "beliefs", "earlier")}
    return {
        "instruction": goal.instruction,
        "program": goal.program,
        "line": goal.line,
        "step": goal.step,
        **lines,
        "frames": [(glance.move, screen_lines(glance.screen, whole=True)) for glance in known.glances],
        **moves_told(context),
        **place(context.seen),
    }


def moves_told(context: StepContext) -> dict[str, object]:
    """The moves of the step that the prompt does not show elsewhere, and a baseline's account of all of them."""
    tried, history = context.tried, list(context.background.history)
    moves = [described(attempt) for attempt in tried.attempts[tried.skipped :]]
    return {"moves": moves, "skipped": 0 if history else tried.skipped, "history": history}


def described(attempt: Attempt) -> str:
    """One line of the history: the move, and its fault if it failed."""
    line = describe(attempt.action)
    if not attempt.ok:
        return f"{line} (failed: {attempt.detail})" if attempt.detail else f"{line} (failed)"
    if not attempt.changed and not isinstance(attempt.action, ClearText):
        return f"{line} (nothing changed)"
    return line


def in_full(move: Move, texts: Mapping[str, str]) -> Move:
    """The move with values in place of their names: a value too long for the prompt is typed in full."""
    if not isinstance(move, Act):
        return move
    if move.more:
        move = replace(move, more=tuple(cast("Act | StepDone", in_full(later, texts)) for later in move.more))
    if not isinstance(move.action, TypeText):
        return move
    name_match = _NAMED.fullmatch(move.action.text.strip())
    if name_match is None or name_match[1].strip() not in texts:
        return move
    return replace(move, action=replace(move.action, text=texts[name_match[1].strip()]))
