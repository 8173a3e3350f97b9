"""What grounders share of a context: earlier screens as text, and values that a reply names instead of writing them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from agentprog.agents.screen_text import screen_lines
from agentprog.ports import TypeText
from agentprog.runtime.roles import Act, Move, StepContext

_NAMED = re.compile(r"\{([^{}]+)\}")


def seen_before(context: StepContext) -> list[tuple[str, tuple[str, ...]]]:
    """Each earlier look at the phone with the move made on it."""
    return [(frame.move, screen_lines(frame.screen, whole=True)) for frame in context.frames]


def in_full(move: Move, texts: Mapping[str, str]) -> Move:
    """The move with a value in the place of its name: what was too long to be told is typed whole."""
    if not isinstance(move, Act) or not isinstance(move.action, TypeText):
        return move
    named = _NAMED.fullmatch(move.action.text.strip())
    if named is None or named[1].strip() not in texts:
        return move
    return replace(move, action=replace(move.action, text=texts[named[1].strip()]))
