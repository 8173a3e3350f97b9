"""Where the phone is and was, as prompts say it: whose screen this is, earlier ones, and values told by their names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TypedDict

from agentprog.agents.screen_text import screen_lines
from agentprog.ports import TypeText
from agentprog.runtime.roles import Act, Background, Move, Seen

_NAMED = re.compile(r"\{([^{}]+)\}")


class Whereabouts(TypedDict):
    """`app` is the app in front; `scope` that of the step where another one is in front, else empty."""

    app: str
    scope: str


def whereabouts(seen: Seen) -> Whereabouts:
    """Where nobody told which app is in front, the step's own stands for it."""
    scope = seen.app or ""
    return Whereabouts(app=seen.front or scope or seen.screen.package, scope=scope if seen.aside else "")


def seen_before(background: Background) -> list[tuple[str, tuple[str, ...]]]:
    """Each earlier look at the phone with the move made on it."""
    return [(glance.move, screen_lines(glance.screen, whole=True)) for glance in background.glances]


def in_full(move: Move, texts: Mapping[str, str]) -> Move:
    """The move with a value in the place of its name: what was too long to be told is typed whole."""
    if not isinstance(move, Act) or not isinstance(move.action, TypeText):
        return move
    named = _NAMED.fullmatch(move.action.text.strip())
    if named is None or named[1].strip() not in texts:
        return move
    return replace(move, action=replace(move.action, text=texts[named[1].strip()]))
