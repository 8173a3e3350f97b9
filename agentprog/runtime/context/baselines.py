"""The paper's baselines: other descriptions of the past for a model, with the same machine and grounding.

No baseline sees the program: each gets the task and its own account of the moves.
"""

from __future__ import annotations

from collections import deque

from agentprog.errors import ModelNotConfigured
from agentprog.ports import Screen
from agentprog.runtime.context.manager import Aim, Asking, Past, commanded, said
from agentprog.runtime.context.sections import Section
from agentprog.runtime.kit import Kit
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import Agenda, Attempt, Glance

_LONGEST = 120
"""Tokens of a line."""
_FRAMES = 5
"""Screens that a sliding window keeps: the paper's setting of UI-TARS."""
_RECENT = 5
"""Number of recent moves in the prompts of a planner and its executor, beside the plan."""
_MOST = 24_000
"""Lines kept; no model takes more."""


class Summaries:
    """M3A: after each move a model writes one line about it; the history consists of all these lines."""

    name = "summary"

    def __init__(self, kit: Kit, asking: Asking) -> None:
        self._kit = kit
        self._asking = asking
        self._lines: deque[str] = deque(maxlen=_MOST)
        self._count = 0

    def begin(self, aim: Aim) -> None:
        """Nothing is known before the first move."""

    def acted(self, aim: Aim, attempt: Attempt, before: Screen | None) -> None:
        """Ask the model to sum up the move."""

        def summarised() -> str:
            role = self._kit.roles.summariser
            if role is None:
                raise ModelNotConfigured("the context `summary` needs a model that sums up moves")
            self._kit.session.cancel.check()
            return role.summarise(self._asking.summary(aim, said(attempt), before))

        self._add(str(self._kit.session.resolve(aim.record, "summary", summarised)))

    def ended(self, record: StepRecord) -> None:
        """Exact commands need no summary."""
        line = commanded(self._kit, record)
        if line:
            self._add(line)

    def past(self, record: StepRecord) -> Past:
        head = ("Summary of the moves so far:",) if self._lines else ()
        section = Section(name="history", lines=(*head, *self._lines), keep="last", longest=_LONGEST)
        return Past(sections=(section,), moves=False)

    def _add(self, line: str) -> None:
        self._count += 1
        self._lines.append(f"{self._count}. {' '.join(line.split())}")


class SlidingWindow:
    """UI-TARS: the last five screens with their moves in full; for earlier moves, only their words."""

    name = "window"

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._moves: deque[str] = deque(maxlen=_MOST)
        self._glances: deque[Glance | None] = deque(maxlen=_FRAMES)
        self._count = 0

    def begin(self, aim: Aim) -> None:
        """Nothing is known before the first move."""

    def acted(self, aim: Aim, attempt: Attempt, before: Screen | None) -> None:
        """Keep the move, and its screen until five later ones have come. A resumed run has only the moves."""
        self._add(said(attempt), before)

    def ended(self, record: StepRecord) -> None:
        line = commanded(self._kit, record)
        if line:
            self._add(line, None)

    def past(self, record: StepRecord) -> Past:
        glances = tuple(glance for glance in self._glances if glance is not None)
        glanced = {glance.move for glance in glances}
        lines = tuple(move for move in self._moves if move not in glanced)
        head = ("Moves so far:",) if lines else ()
        section = Section(name="history", lines=(*head, *lines), keep="last", longest=_LONGEST)
        return Past(sections=(section,), glances=glances, moves=False)

    def _add(self, move: str, screen: Screen | None) -> None:
        self._count += 1
        line = f"{self._count}. {move}"
        self._moves.append(line)
        self._glances.append(Glance(screen=screen, move=line) if screen is not None else None)


class HierarchicalPlan:
    """Mobile-Agent-v3: a manager divides the task into parts, and after each move lists finished and
    remaining parts.
    """

    name = "plan"

    def __init__(self, kit: Kit, asking: Asking) -> None:
        self._kit = kit
        self._asking = asking
        self._agenda = Agenda(plan=(), progress="")
        self._recent: deque[str] = deque(maxlen=_RECENT)

    def begin(self, aim: Aim) -> None:
        """Make the plan."""
        self._agenda = Agenda(plan=(), progress=self._agenda.progress)
        self._revise(aim)

    def acted(self, aim: Aim, attempt: Attempt, before: Screen | None) -> None:
        """Update the plan."""
        self._recent.append(said(attempt))
        self._revise(aim)

    def ended(self, record: StepRecord) -> None:
        line = commanded(self._kit, record)
        if line:
            self._recent.append(line)

    def past(self, record: StepRecord) -> Past:
        plan = tuple(f"- {part}" for part in self._agenda.plan)
        lines = (
            *(("Plan, what is left of it:", *plan) if plan else ()),
            *((f"Progress: {self._agenda.progress}",) if self._agenda.progress else ()),
            *(("Latest moves:", *(f"- {move}" for move in self._recent)) if self._recent else ()),
        )
        section = Section(name="history", lines=lines, longest=4 * _LONGEST)
        return Past(sections=(section,), moves=False)

    def _revise(self, aim: Aim) -> None:
        def revised() -> dict[str, object]:
            role = self._kit.roles.manager
            if role is None:
                raise ModelNotConfigured("the context `plan` needs a model that manages a plan")
            self._kit.session.cancel.check()
            agenda = role.manage(self._asking.agenda(aim, self._agenda, tuple(self._recent)))
            return {"plan": list(agenda.plan), "progress": agenda.progress}

        found = self._kit.session.resolve(aim.record, "agenda", revised)
        self._agenda = Agenda(plan=tuple(found["plan"]), progress=str(found["progress"]))
