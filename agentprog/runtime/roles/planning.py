"""Writing roles: the planner writes programs, the amender replaces the rest of one with a wrong assumption."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from agentprog.frozen import frozen
from agentprog.ports import Screen


@frozen
class PlanRequest:
    """An instruction to turn into a program. `draft` and `problems` belong to the attempt before, if any.

    `answers` are the planner's earlier questions with a person's answers; `may_ask`: it may ask again, by writing `Ask:
    ...` instead of a program. `secrets` are names that the program may type as `{name}`. `tools` describe the calls of
    available functions, `answer` the type of `{answer}`.
    """

    instruction: str
    apps: tuple[str, ...]
    now: datetime
    draft: str = ""
    problems: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    may_ask: bool = False
    secrets: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    answer: str = ""


class Planner(Protocol):
    def plan(self, request: PlanRequest) -> str:
        """The text of a program, as the model wrote it, or its question. Raises ModelError."""
        ...


@frozen
class AmendRequest:
    """A program with a wrong assumption at `line`. `done` lists the executed lines; `problem` is the contradiction on
    the phone.
    """

    instruction: str
    program: str
    line: int
    problem: str
    apps: tuple[str, ...]
    now: datetime
    done: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    screen: Screen | None = None
    draft: str = ""
    problems: tuple[str, ...] = ()
    front: str = ""
    language: str = ""


class Amender(Protocol):
    def amend(self, request: AmendRequest) -> str:
        """The lines that replace the rest of the program. Raises ModelError."""
        ...
