"""A section of a prompt: its lines, and as many of them as its budget allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from agentprog.frozen import frozen
from agentprog.runtime.context.tokens import Tokens

BUDGETS = {
    "instruction": 800,
    "apps": 250,
    "program": 1500,
    "path": 380,
    "variables": 330,
    "beliefs": 180,
    "earlier": 300,
    "moves": 220,
    "hints": 150,
    "step": 440,
    "screen": 3000,
}
"""Tokens. The sections from path to step have 2,000 together: the part that changes from call to call. Instruction,
apps and program rarely change, and a prompt cache holds them.
"""
_TO_READ = 12_000
"""Tokens of a screen that data is read off: a row that is left out there is lost."""
ORDER = (
    *("instruction", "apps", "program", "path", "variables", "beliefs", "earlier", "history", "frames"),
    *("moves", "hints", "screen before", "screen", "screen to read", "step"),
)
"""Order in prompts: sections that change least come first, for the cache of a prompt's beginning; the step comes last.
"""
HISTORY = 24_000
"""Tokens of a history without pruning: a baseline's own account, and ours without its tree."""
_TASK = 6000
"""Tokens of a baseline's step, which is the whole task."""
_OURS = ("path", "variables", "beliefs", "earlier", "moves")
"""Sections that a baseline's history replaces."""
_FRAMES = 5
_SHARE = 0.7
"""The share of a model's context for sections; the rest is for the prompt's fixed words and the reply."""


@frozen
class Section:
    """`keep` says which end stays when there are too many lines; `longest` is the most tokens of one line."""

    name: str
    lines: tuple[str, ...]
    keep: Literal["first", "last"] = "first"
    longest: int | None = None


@frozen
class Fitted:
    """A section within its budget: number of lines `left_out` and `shortened`."""

    lines: tuple[str, ...]
    tokens: int
    left_out: int = 0
    shortened: int = 0

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def fit(section: Section, budget: int, tokens: Tokens) -> Fitted:
    """As many lines as the budget allows, from the beginning or from the end; a line that is too long is cut."""
    longest = min(section.longest or budget, budget - 2)
    fitting: list[str] = []
    room, shortened = budget, 0
    ordered = section.lines if section.keep == "first" else section.lines[::-1]
    for line in ordered:
        cut = tokens.cut(line, longest)
        cost = tokens.of(cut + "\n")
        if cost > room:
            break
        room -= cost
        shortened += cut is not line and cut != line
        fitting.append(cut)
    lines = tuple(fitting if section.keep == "first" else reversed(fitting))
    return Fitted(lines=lines, tokens=budget - room, left_out=len(section.lines) - len(lines), shortened=shortened)


def budgets_for(context: int | None, *, whole_task: bool = False) -> dict[str, int]:
    """The budget of each section for a model with this context size; smaller if the context cannot hold them all.

    `whole_task`: the step is the user's whole task, and there is no program.
    """
    sizes = dict(BUDGETS) | ({"step": _TASK, "instruction": 0, "program": 0} if whole_task else {})
    room = int((context or 10**9) * _SHARE)
    factor = min(1.0, room / sum(sizes.values()))
    budgets = {name: int(amount * factor) for name, amount in sizes.items()}
    budgets["screen before"] = budgets["screen"]
    budgets["screen to read"] = max(budgets["screen"], min(_TO_READ, room - budgets["variables"] - budgets["step"]))
    rest = room - sum(budgets[name] for name in sizes if name not in _OURS)
    budgets["frames"] = min(_FRAMES * budgets["screen"], max(0, rest // 2)) if whole_task else 0
    spare = 0 if whole_task else sum(budgets[name] for name in _OURS if name != "path")
    budgets["history"] = min(HISTORY, rest - budgets["frames"] - spare)
    return budgets


def count(lines: Sequence[str], tokens: Tokens) -> int:
    """Tokens of lines, each with its line break."""
    return sum(tokens.of(line + "\n") for line in lines)
