"""Solves an instance by the oracle: proof that it can be done, and that its check accepts the result."""

from __future__ import annotations

import time
from typing import Protocol, runtime_checkable

from agentprog.bench.aw.checks import Score
from agentprog.bench.aw.oracle import Hand
from agentprog.bench.aw.oracle.hand import OracleLost
from agentprog.bench.episode import Rules, Suite, Task
from agentprog.frozen import frozen
from agentprog.phone.client import PhoneHandle

SETTLING = 5.0
"""Seconds of the phone's time before the judgement, so that a message on its way arrives."""


@frozen
class Proof:
    """`seconds` are the computer's, for the solution alone. `lost` is the place where the oracle got lost."""

    goal: str
    answer: str
    score: Score
    seconds: float
    lost: str = ""


@runtime_checkable
class Solvable(Task, Protocol):
    """A task that the oracle knows."""

    def solve(self, phone: PhoneHandle, hand: Hand, seed: int) -> str:
        """Solve the instance by hand. Returns the answer if the task has a question. Raises OracleLost."""
        ...


def is_solvable(suite: Suite) -> bool:
    """True if the oracle knows every task of the suite."""
    return all(isinstance(task, Solvable) for task in suite.tasks)


def prove(task: Solvable, seed: int, rules: Rules, phone: PhoneHandle, hand: Hand) -> Proof:
    """Solve the task's instance of a seed, on a phone fresh from its image. Raises PhoneError."""
    from uiautomator2.exceptions import BaseException as Uiautomator2Error

    episode = task.begin(phone, seed, rules)
    started, answer, lost = time.monotonic(), "", ""
    try:
        answer = task.solve(phone, hand, seed)
    except (OracleLost, Uiautomator2Error) as exc:
        lost = str(exc) or type(exc).__name__
    seconds = time.monotonic() - started
    phone.advance(SETTLING)
    return Proof(goal=episode.goal, answer=answer, score=episode.judge(answer), seconds=seconds, lost=lost)
